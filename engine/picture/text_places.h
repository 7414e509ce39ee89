#ifndef ENGINE_PICTURE_TEXT_PLACES_H
#define ENGINE_PICTURE_TEXT_PLACES_H

/* Text places: finds where a picture may have text, so that only these places need be read. Pure. A place is a row of strokes
 * with small gaps; a picture may be one, too. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* Struct area, from top to bottom: what is as high as a line of text, and at least as wide as a short word. Caller unrefs. */
GArray *text_places(const frame *f, struct area in);
/* The same of any height: also several lines that hang together, and pictures. */
GArray *text_places_blocks(const frame *f, struct area in);
/* The colour that most of an area inside of the frame has. */
guint32 text_places_ground(const frame *f, struct area in);
/* True when the area shows one round sign again and again, and nothing else near them, as a field for a password does. */
bool text_places_bullets(const frame *f, struct area in);

#endif
