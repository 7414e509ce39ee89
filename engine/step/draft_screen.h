#ifndef ENGINE_STEP_DRAFT_SCREEN_H
#define ENGINE_STEP_DRAFT_SCREEN_H

/* What a skill version came from, as the store keeps it: the picture that its step looked at, read again as its run's profile
 * says. Checks and dry runs of drafts are done on it. */

#include "config/profile.h"
#include "memory/skills.h"
#include "skills/timeline/screen.h"

/* The stored picture of the step that the version came from: what was seen before its first action was proposed. A path, the
 * caller frees; NULL = it came from no run, or nothing of it is kept any more. */
char *draft_screen_picture(memory *m, const memory_skill *v);
/* The screen on it, words and icons read (engine/eye/eye.h); blocks for as long as OCR takes, by the worker's waiter where there
 * is one. NULL with error unset: there is no picture. For change.look. */
screen *draft_screen_read(memory *m, const memory_skill *v, GError **error);

#endif
