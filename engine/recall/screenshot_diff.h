#ifndef ENGINE_RECALL_SCREENSHOT_DIFF_H
#define ENGINE_RECALL_SCREENSHOT_DIFF_H

/* Compares two pictures pixel by pixel; the result as numbers and as text. */

#include <glib.h>

struct screenshot_diff {
    double share;            /* share of equal pixels, 0..1; 0 = not comparable */
    gint64 differ;           /* number of different pixels … */
    int x, y, width, height; /* … and the rectangle around them */
    const char *why;         /* static: why they cannot be compared; NULL = they were */
};
/* Two files; NULL or an unreadable one: not comparable. */
struct screenshot_diff screenshot_diff_files(const char *one, const char *other);
/* "99.9 % like it was then: 287 pixels differ, within 30 × 17 at 200,10". Caller frees. */
char *screenshot_diff_words(const struct screenshot_diff *a);

#endif
