#include "engine/hand/approach.h"

#include "engine/display/windows.h"
#include "engine/eye/frame.h"
#include "engine/hand/xtest.h"

#include <X11/Xutil.h>

#define DEPTH_MAX 16 /* windows inside windows */

struct approach {
    Display *dpy;                /* borrowed */
    struct likeness_rules rules; /* of the whole screen; its arrays are owned */
    const frame *expected;       /* borrowed: the whole screen */
    struct area top, deepest;    /* the windows at the target point; deepest.width 0 = there is none inside the top one */
    Window focus;
    int x, y;        /* where the pointer came from */
    bool over;       /* the pointer may have changed it */
    gint64 until_us; /* so long it may come back; 0 = it has not differed */
};

/* ---- which windows ---- */

static struct area window_area(Display *dpy, Window w)
{
    XWindowAttributes a = {0};
    Window child;
    int x = 0, y = 0;
    if (!XGetWindowAttributes(dpy, w, &a) || !XTranslateCoordinates(dpy, w, DefaultRootWindow(dpy), 0, 0, &x, &y, &child))
        return (struct area){0};
    return (struct area){x, y, a.width, a.height};
}

static void find_windows(approach *a, int x, int y)
{
    Window root = DefaultRootWindow(a->dpy), at = root, child = None;
    int depth = 0, wx, wy;
    while (depth < DEPTH_MAX && XTranslateCoordinates(a->dpy, root, at, x, y, &wx, &wy, &child) && child) {
        at = child;
        if (depth++ == 0)
            a->top = window_area(a->dpy, at);
    }
    if (depth > 1)
        a->deepest = window_area(a->dpy, at);
}

static bool pointer_has_focus(const approach *a)
{
    return a->focus == PointerRoot || a->focus == DefaultRootWindow(a->dpy);
}

static Window focus_now(Display *dpy)
{
    Window focus = None;
    int revert;
    XGetInputFocus(dpy, &focus, &revert);
    return focus;
}

/* What the pointer cannot have changed, being where it is; width 0 = nothing. */
static struct area comparable(const approach *a, int x, int y)
{
    if (!area_has(a->top, x, y))
        return area_cut(a->rules.close, a->top);
    if (a->deepest.width == 0 || area_has(a->deepest, x, y) || pointer_has_focus(a))
        return (struct area){0};
    return area_cut(a->rules.close, a->deepest);
}

/* ---- whether there is a way to watch ---- */

/* A press comes, and absolute moves before it. */
static bool has_approach(const timeline *t)
{
    bool moves = false;
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        if (e->type == TIMELINE_MOVE && e->origin == ORIGIN_RELATIVE)
            return false;
        moves = moves || e->type == TIMELINE_MOVE;
        if (e->type != TIMELINE_MOVE && e->type != TIMELINE_WAIT)
            return moves;
    }
    return false;
}

approach *approach_new(Display *dpy, const guard *g, const struct hand_fire *fire)
{
    const struct hand_guard *h = &fire->guard;
    struct timeline_place place = {0};
    int x, y;
    if (!h->frame || !guard_expected(g) || h->rules.close.width == 0 || !has_approach(fire->timeline))
        return NULL;
    xtest_screen_size(dpy, &place.width, &place.height);
    xtest_buttons_down(dpy, &place.pointer_x, &place.pointer_y);
    windows_rectangle(dpy, fire->target_window, &place.window_x, &place.window_y, &place.window_width, &place.window_height);
    if (!timeline_target(fire->timeline, &place, &x, &y) || !area_has(h->rules.close, x, y))
        return NULL;
    approach *a = g_new0(approach, 1);
    a->dpy = dpy;
    a->rules = likeness_rules_copy(&h->rules);
    a->expected = guard_expected(g);
    a->x = place.pointer_x;
    a->y = place.pointer_y;
    a->focus = focus_now(dpy);
    find_windows(a, x, y);
    windows_error(dpy);
    return a;
}

void approach_free(approach *a)
{
    if (!a)
        return;
    likeness_rules_clear(&a->rules);
    g_free(a);
}

/* ---- the picture ---- */

static GArray *areas_in(const GArray *areas, struct area in)
{
    GArray *cut = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; areas && i < areas->len; i++) {
        struct area a = area_cut(g_array_index(areas, struct area, i), in);
        a.x -= in.x;
        a.y -= in.y;
        if (a.width)
            g_array_append_val(cut, a);
    }
    return cut;
}

static frame *look_at(Display *dpy, struct area in)
{
    XImage *image =
        XGetImage(dpy, DefaultRootWindow(dpy), in.x, in.y, (unsigned)in.width, (unsigned)in.height, AllPlanes, ZPixmap);
    if (windows_error(dpy) != 0 || !image) { /* the resolution has just changed */
        if (image)
            XDestroyImage(image);
        return NULL;
    }
    frame *f = frame_new(in.width, in.height);
    for (int y = 0; y < in.height; y++)
        for (int x = 0; x < in.width; x++)
            f->pixels[(gsize)y * (gsize)in.width + (gsize)x] = (guint32)XGetPixel(image, x, y) & 0xffffff;
    XDestroyImage(image);
    return f;
}

/* The target alone, by the guard's rules. */
static char *differs(const approach *a, struct area in)
{
    g_autoptr(frame) now = look_at(a->dpy, in), before = frame_crop(a->expected, in.x, in.y, in.width, in.height);
    if (!now || !before)
        return g_strdup("the target cannot be compared any more: the screen has another size");
    struct likeness_rules r = {.close = {0, 0, in.width, in.height},
                               .core = area_cut(a->rules.core, in),
                               .tolerance = a->rules.tolerance,
                               .min_target = a->rules.min_target};
    r.core.x -= r.core.width ? in.x : 0;
    r.core.y -= r.core.width ? in.y : 0;
    r.ignored = areas_in(a->rules.ignored, in);
    r.restless = areas_in(a->rules.restless, in);
    struct likeness l = likeness_measure(before, now, &r);
    l.x += in.x;
    l.y += in.y;
    char *what = likeness_changed(&l, &r);
    likeness_rules_clear(&r);
    return what;
}

enum approach_says approach_look(approach *a, gint64 now_us, char **ret_changed)
{
    int x, y;
    if (!a || a->over)
        return APPROACH_GO;
    xtest_buttons_down(a->dpy, &x, &y);
    struct area in = comparable(a, x, y);
    a->over = in.width == 0 || focus_now(a->dpy) != a->focus;
    if (a->over)
        return APPROACH_GO;
    g_autofree char *what = differs(a, in);
    if (!what) {
        a->over = a->until_us != 0;
        return a->over ? APPROACH_AGAIN : APPROACH_GO;
    }
    if (a->until_us == 0) {
        a->until_us = now_us + LIKENESS_PATIENCE_MS * 1000;
        xtest_move_to(a->dpy, a->x, a->y);
    }
    if (now_us < a->until_us)
        return APPROACH_WAIT;
    *ret_changed = g_strdup_printf("while the pointer was on its way, %s", what);
    return APPROACH_STOP;
}
