#ifndef ENGINE_PICTURE_GREY_LABEL_H
#define ENGINE_PICTURE_GREY_LABEL_H

/* Grey label: tells a control that was greyed out and is not any more from one that says something else. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define GREY_LABEL_EDGE 3      /* px: a control's frame and shadow, which are not compared */
#define GREY_LABEL_GROUND 24   /* levels by which its ground may change: of a button that is switched on more */
#define GREY_LABEL_CONTRAST 24 /* levels that the grey label has, at least */
#define GREY_LABEL_PART 4      /* each pixel is as much label as it was, but for such a part */

#define GREY_LABEL_ICON 12   /* px a side, at least; one side is at most twice as long as the other */
#define GREY_LABEL_HUE 32    /* levels by which the channels of a quarter of its pixels differ, at least */
#define GREY_LABEL_OUTLINE 8 /* of an icon's pixels one in so many may be label in one picture and ground in the other */

/* True when all in the control `box` has the same shape and a contrast at least half as large again, on nearly the same ground:
 * its label or icon was grey and has come out. Beside words that came out one icon may have other colours, in the outline that it
 * had: a greyed icon has none. The ground of each row is its first pixel inside the frame. */
bool grey_label_came_out(const frame *before, const frame *now, struct area box);

#endif
