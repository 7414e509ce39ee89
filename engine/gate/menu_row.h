#ifndef ENGINE_GATE_MENU_ROW_H
#define ENGINE_GATE_MENU_ROW_H

/* Menu row: the titles of a window's menus. Tells the grave word "Format" on a button from the menu title of office programs and
 * from the noun in labels. Pure. */

#include "engine/picture/screen_match.h"
#include "engine/picture/window.h"
#include "skills/timeline/screen.h"

#include <stdbool.h>

/* True when the word is the title "Format" in a row of menus, and the point is on a title of that row or away from the row and
 * from the word's column, where the row may be captions of icons. At the top of a window (at most MENU_ROW_TOP px below `top`,
 * its first row; -1 = not known) nothing has a caption: there the column does not matter. Opening a menu formats nothing; the
 * words of its entries count when an entry is pressed. The row must show three more titles, apart from "Format". */
#define MENU_ROW_TOP 12
bool menu_row_title(const screen *s, const struct screen_word *format, int x, int y, const struct eye_window *in);
/* True when each "Format" in the word's text follows another word in its line ("Number Format", "Keep current format") or stands
 * before what a document consists of ("Format Cells…"). A label that formats a disk begins with it and names another thing
 * ("Format Disk…"). The other word may be in the text or close beside it on the screen. The one before it has at least three
 * letters, because OCR reads an icon as one or two. */
bool menu_row_noun(const screen *s, const struct screen_word *format);
/* The box of the row of menus that the point is on a title of: two more titles that menus usually have stand in the title's row,
 * apart from it. Width 0 = there is none. */
struct area menu_row_at(const screen *s, int x, int y);

#endif
