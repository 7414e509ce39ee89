#ifndef ENGINE_PICTURE_PRINT_H
#define ENGINE_PICTURE_PRINT_H

/* The print of a picture (a perceptual hash): 64 bits that are much the same in pictures that look much the same. Luminance on 32
 * by 32 cells, its 64 lowest waves (a cosine transform without the constant one), a bit for each: is it above the middle one of
 * them? A cursor, a clock or a letter changes few of the bits, another window about half. Integers throughout, so that the same
 * pixels have the same print everywhere. Pure. After Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions,
 * 2010, 3.2.1 (with the waves along one axis, too: bars and columns are what screens are made of). */

#include <glib.h>

struct frame; /* frame.h */

#define PRINT_ALIKE 10 /* bits: what differs in no more looks like the same screen */

/* `hidden`: struct area, what is blacked out: it counts as nothing; NULL = none. */
guint64 print_of_frame(const struct frame *f, const GArray *hidden);
/* Bits that differ, 0..64. */
int print_distance(guint64 a, guint64 b);

#endif
