#ifndef ENGINE_GATE_GRAVE_WORD_H
#define ENGINE_GATE_GRAVE_WORD_H

/* Grave word: words on a screen that name what is irreversible or sensitive (send, pay, delete …), in several languages. Pure. */

#include "skills/timeline/screen.h"

/* The grave word that a word of the screen contains as a word of its own, however it is written (confusables.h); static; NULL =
 * none. "Format" behind another word of its label is none (menu_row.h). */
const char *grave_word(const screen *s, const struct screen_word *w);

#endif
