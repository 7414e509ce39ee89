#ifndef ENGINE_STEP_DRAFT_SCREEN_H
#define ENGINE_STEP_DRAFT_SCREEN_H

/* The screen that a skill version was made on: the stored picture of its step, read again with its run's profile. Drafts are
 * checked and dry-run on it. */

#include "config/profile.h"
#include "memory/skills.h"
#include "skills/timeline/screen.h"

/* Path of the stored picture of the step that the version came from, taken before the step's first proposal. Caller frees. NULL
 * = it came from no run, or no picture is kept. */
char *draft_screen_picture(memory *m, const memory_skill *v);
/* The screen of that picture with words and icons (engine/eye/eye.h). Blocks while OCR runs (worker_set_waiter()). NULL without
 * an error: no picture. Caller frees. For change.look. */
screen *draft_screen_read(memory *m, const memory_skill *v, GError **error);

#endif
