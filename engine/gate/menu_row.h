#ifndef ENGINE_GATE_MENU_ROW_H
#define ENGINE_GATE_MENU_ROW_H

/* Menu row: "Format" is a grave word on a button, and a menu's title in most office programs. Pure. */

#include "skills/timeline/screen.h"

#include <stdbool.h>

/* Is the word the title "Format" in a row of menus, and the point on a title of that row, or neither in the row nor right above
 * or below the word? Opening a menu formats nothing: its entries are judged when they are pressed, by their own words. Of the row
 * three more titles must be seen, and "Format" must stand apart from them. */
bool menu_row_title(const screen *s, const struct screen_word *format, int x, int y);

#endif
