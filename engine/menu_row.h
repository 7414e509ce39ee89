#ifndef ENGINE_MENU_ROW_H
#define ENGINE_MENU_ROW_H

/* Menu row: "Format" is a grave word on a button, and a menu's title in most office programs. Pure. */

#include "skills/screen.h"

#include <stdbool.h>

/* Is the word the title "Format" in a row of menus, and the point on another title of that row? Nothing is formatted by opening
 * that one. Of the row two more titles must be seen, and "Format" must stand apart from what is pressed. */
bool menu_row_beside(const screen *s, const struct screen_word *format, int x, int y);

#endif
