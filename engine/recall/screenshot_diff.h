#ifndef ENGINE_RECALL_SCREENSHOT_DIFF_H
#define ENGINE_RECALL_SCREENSHOT_DIFF_H

/* How like two pictures are, pixel by pixel, in numbers and in words. */

#include <glib.h>

struct screenshot_diff {
    double share;            /* of pixels that are the same, 0..1; 0 = not to be compared */
    gint64 differ;           /* pixels that are not the same … */
    int x, y, width, height; /* …all of them within this */
    const char *why;         /* static: why they cannot be compared; NULL = they were */
};
/* Two files; NULL or one without a picture: not to be compared. */
struct screenshot_diff screenshot_diff_files(const char *one, const char *other);
/* "99.9 % like it was then: 287 pixels differ, within 30 × 17 at 200,10". Caller frees. */
char *screenshot_diff_words(const struct screenshot_diff *a);

#endif
