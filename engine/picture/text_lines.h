#ifndef ENGINE_PICTURE_TEXT_LINES_H
#define ENGINE_PICTURE_TEXT_LINES_H

/* Text lines: the places of a whole screen that are worth reading, each one line high, so that what is read needs no layout. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* Struct area: the insides of boxes (shapes_find()) that show something, then lines outside of them; no icons. Caller unrefs. */
GArray *text_lines(const frame *f, const GArray *shapes);

#endif
