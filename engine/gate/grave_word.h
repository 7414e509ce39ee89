#ifndef ENGINE_GATE_GRAVE_WORD_H
#define ENGINE_GATE_GRAVE_WORD_H

/* Grave word: finds words on a screen that name something irreversible or sensitive (send, pay, delete …), in several languages.
 * Pure. */

#include "skills/timeline/screen.h"

/* The grave word that a screen word contains as a whole word, in any spelling of confusables.h; static, NULL = none. "Format" as
 * a noun does not count (menu_row.h). "Don't save" and "without saving" are "discard". */
const char *grave_word(const screen *s, const struct screen_word *w);
/* The same of a form that only a question has: "will be removed", "cannot be undone", "do you want to replace it". Elsewhere such
 * words are names ("Deleted", a folder of mails). */
const char *grave_word_asked(const struct screen_word *w);
/* The text names a disk, or what is done with one. */
bool grave_word_disk(const char *text);

#endif
