#ifndef ENGINE_GATE_MENU_ENTRY_H
#define ENGINE_GATE_MENU_ENTRY_H

/* Menu entry: separates the entries of an open menu, because "Delete" says nothing about "Copy" above it. Pure. */

#include "engine/gate/policy.h"

/* True when the point is on an entry of a menu and the word belongs to another entry or to a window below the menu. A menu is a
 * popup of the target's program with at least three lines that begin in one column, without a question and without a long line.
 * False for words of dialogs and tooltips, and when the pressed entry is unreadable or only an answer ("Yes"): then all words
 * count. */
bool menu_entry_elsewhere(const eye_observation *o, const struct eye_window *pressed, const struct screen_word *word, int x,
                          int y);
/* Whether a word of confusables_words() only answers a question: "yes", "continue". */
bool menu_entry_answer(const char *word);
/* Is the point on such an entry, and the word "Format" with nothing else: with dots behind it, so that it opens a dialog, or with
 * the arrow of another menu at its end? Both format nothing. Not in a menu that names a disk or what is done with one. */
bool menu_entry_format(const struct policy_case *c, const struct eye_window *pressed, const struct screen_word *word, int x,
                       int y);

#endif
