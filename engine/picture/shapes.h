#ifndef ENGINE_PICTURE_SHAPES_H
#define ENGINE_PICTURE_SHAPES_H

/* Shapes: what looks like a button, a field, a check box or an icon on a toolbar, found by its outline alone. A plain surface
 * that an outline closes is a box; small ink on a plain ground is an icon. Text may look like an icon: who knows the words drops
 * it. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

enum shape_kind { SHAPE_BUTTON, SHAPE_FIELD, SHAPE_CHECK, SHAPE_RADIO, SHAPE_ICON, SHAPE_KINDS };
const char *shape_kind_name(enum shape_kind kind); /* "button" … */

struct shape {
    enum shape_kind kind;
    struct area box;
};

/* Boxes first, then icons, each from top to bottom; at most SHAPES_MAX of both. Caller unrefs. */
#define SHAPES_MAX 1024
GArray *shapes_find(const frame *f);

/* The small drawing at the point, or close to it, as the icon of a tool bar: ink of an icon's size, or a button of that size with
 * ink in it. Width 0 = none: a plain surface, a line of text, something larger. A short word may look the same; an icon by itself
 * that is SHAPES_ICON px wide and high is hardly one. */
#define SHAPES_ICON 15
struct shape shapes_drawing_at(const frame *f, int x, int y);

#endif
