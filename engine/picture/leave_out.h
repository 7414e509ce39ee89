#ifndef ENGINE_PICTURE_LEAVE_OUT_H
#define ENGINE_PICTURE_LEAVE_OUT_H

/* Leave out: how a profile leaves a place out of the comparison. Pure. */

#include "engine/picture/screen_match.h"

/* The group of a profile that does it, in one line: "[ignore NAME] x=1 …", from the target window (width 0 = none) where the area
 * lies on it. Caller frees. */
char *leave_out_group(struct area a, struct area target_window);
/* The end of a sentence on a difference that only the pointer may be: nothing is left out for that. */
#define LEAVE_OUT_POINTER                                                                                                        \
    "; this screen did not tell where the pointer was, so perhaps only the pointer has gone, or what it had lit up: try again"
/* The place that a sentence of a comparison names: "the target has changed at 3,4, 5×6 px: …"; width 0 = none. */
struct area leave_out_place(const char *sentence);
/* The sentence; where it names a place, no way out, and not LEAVE_OUT_POINTER, also how a profile leaves it out: not where x, y
 * is in it (the point that is pressed; -1 = none), nor where it is more than a tenth of the window. Caller frees; NULL for NULL.
 */
char *leave_out_advice(const char *sentence, struct area target_window, int x, int y);

#endif
