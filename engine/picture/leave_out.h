#ifndef ENGINE_PICTURE_LEAVE_OUT_H
#define ENGINE_PICTURE_LEAVE_OUT_H

/* Leave out: how a profile leaves a place out of the comparison. Pure. */

#include "engine/picture/screen_match.h"

/* The group of a profile that does it, in one line: "[ignore NAME] x=1 …", from the target window (width 0 = none) where the area
 * lies on it. Caller frees. */
char *leave_out_group(struct area a, struct area target_window);
/* The place that a sentence of a comparison names: "the target has changed at 3,4, 5×6 px: …"; width 0 = none. */
struct area leave_out_place(const char *sentence);
/* The sentence; where it names a place and no way out, also how a profile leaves it out: not where x, y is in it (the point that
 * is pressed; -1 = none), nor where it is more than a tenth of the window. Caller frees; NULL for NULL. */
char *leave_out_advice(const char *sentence, struct area target_window, int x, int y);

#endif
