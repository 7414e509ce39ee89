#ifndef ENGINE_PICTURE_SUBMENU_ARROW_H
#define ENGINE_PICTURE_SUBMENU_ARROW_H

/* Submenu arrow: the small triangle or angle at the right end of a menu's entry that opens another menu. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* True when nothing is drawn in the area but one sign that points to the right. */
bool submenu_arrow_in(const frame *f, struct area in);

#endif
