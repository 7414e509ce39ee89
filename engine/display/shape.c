#include "engine/display/shape.h"

#include <X11/extensions/shape.h>

/* NULL: the whole window, as the server has it for one without a shape; or more parts than are looked at. */
static GArray *parts_of(Display *dpy, Window top, int kind, struct area origin, struct eye_window *w)
{
    struct area outer = w->outer;
    int n = -1, order;
    XRectangle *list = XShapeGetRectangles(dpy, top, kind, &n, &order);
    GArray *parts = n >= 0 && n <= SHAPE_AREAS_MAX ? g_array_new(FALSE, FALSE, sizeof(struct area)) : NULL;
    for (int i = 0; parts && i < n; i++) {
        struct area part = {origin.x + list[i].x, origin.y + list[i].y, list[i].width, list[i].height};
        part = area_cut(part, outer);
        if (part.width > 0)
            g_array_append_val(parts, part);
    }
    w->ragged |= n > SHAPE_AREAS_MAX;
    if (list)
        XFree(list);
    const struct area *first = parts && parts->len == 1 ? &g_array_index(parts, struct area, 0) : NULL;
    if (first && first->width == outer.width && first->height == outer.height)
        g_clear_pointer(&parts, g_array_unref);
    return parts;
}

void shape_read(Display *dpy, Window top, const XWindowAttributes *a, struct area root, struct eye_window *w)
{
    struct area outer = {a->x, a->y, a->width + 2 * a->border_width, a->height + 2 * a->border_width};
    struct area origin = {a->x + a->border_width, a->y + a->border_width, a->width, a->height};
    w->outer = area_cut(outer, root);
    w->drawn = parts_of(dpy, top, ShapeBounding, origin, w);
    w->input = parts_of(dpy, top, ShapeInput, origin, w);
}
