#ifndef ENGINE_GATE_MENU_ENTRY_H
#define ENGINE_GATE_MENU_ENTRY_H

/* Menu entry: in an open menu each entry is a thing of its own, and "Delete" says nothing of "Copy" above it. Pure. */

#include "engine/eye/eye.h"

/* Is the point on an entry of a menu, and the word not of that entry? Words of dialogs and tooltips are never elsewhere. A menu
 * is a popup of the target's program in which the words of three lines and more begin in one column, with nothing asked and no
 * line that is long. An entry that cannot be read, or that only answers ("Yes"), is no entry: then all words count. */
bool menu_entry_elsewhere(const eye_observation *o, const struct eye_window *pressed, const struct screen_word *word, int x,
                          int y);

#endif
