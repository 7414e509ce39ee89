#ifndef ENGINE_GATE_MENU_ROW_H
#define ENGINE_GATE_MENU_ROW_H

/* Menu row: "Format" is a grave word on a button, a menu's title in most office programs, and a noun in many labels. Pure. */

#include "skills/timeline/screen.h"

#include <stdbool.h>

/* Is the word the title "Format" in a row of menus, and the point on a title of that row, or neither in the row nor right above
 * or below the word? Opening a menu formats nothing: its entries are judged when they are pressed, by their own words. Of the row
 * three more titles must be seen, and "Format" must stand apart from them. */
bool menu_row_title(const screen *s, const struct screen_word *format, int x, int y);
/* Does each "Format" in the word's text stand behind another word in its line: "Number Format", "Keep current format"? Then it is
 * a noun; what formats a disk begins with it ("Format Disk…"). The word before it may be in the text or close to its left on the
 * screen; it has three letters at least, as an icon is read as one or two. */
bool menu_row_noun(const screen *s, const struct screen_word *format);

#endif
