#ifndef ENGINE_PICTURE_PRINT_H
#define ENGINE_PICTURE_PRINT_H

/* The print of a picture (a perceptual hash): 64 bits that are similar for similar pictures. It takes the luminance on 32 by 32
 * cells and its 64 lowest frequencies (a cosine transform without the constant one); each bit says whether a coefficient is
 * above the median. A cursor, a clock or a letter changes few bits, another window about half. All integers, so that the same
 * pixels have the same print everywhere. Pure. After Zauner, Implementation and Benchmarking of Perceptual Image Hash
 * Functions, 2010, 3.2.1 (including the frequencies along one axis, because screens consist of bars and columns). */

#include <glib.h>

struct frame; /* frame.h */

#define PRINT_ALIKE 10 /* bits: pictures with at most this difference look like the same screen */

/* hidden: struct area, blacked-out parts, which do not count; NULL = none. */
guint64 print_of_frame(const struct frame *f, const GArray *hidden);
/* Number of different bits, 0..64. */
int print_distance(guint64 a, guint64 b);

#endif
