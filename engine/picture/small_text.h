#ifndef ENGINE_PICTURE_SMALL_TEXT_H
#define ENGINE_PICTURE_SMALL_TEXT_H

/* Numbers and short texts written on a picture, in a font of its own: 3 × 5 squares a character. */

#include "engine/picture/frame.h"

#define SMALL_TEXT_SCALE 2                       /* px for one square */
#define SMALL_TEXT_HEIGHT (5 * SMALL_TEXT_SCALE) /* px */
/* Width of a text in px. */
int small_text_width(const char *text);
/* Writes digits, letters (all as capitals) and . , - _ : / = ( ), clipped to the frame; x and y: its upper left corner. Other
 * characters stay empty. */
void small_text_write(frame *f, int x, int y, const char *text, guint32 ink);
/* The same in black with a white halo around each stroke, so that it is readable on any ground. */
void small_text_halo(frame *f, int x, int y, const char *text);

#endif
