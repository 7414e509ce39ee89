#include "engine/hand/approach.h"

#include "engine/display/windows.h"
#include "engine/hand/redrawn.h"
#include "engine/hand/xtest.h"

#include <X11/Xutil.h>

#define DEPTH_MAX 16 /* windows inside windows */

struct approach {
    Display *dpy;                /* borrowed */
    struct likeness_rules rules; /* of the whole screen; its arrays are owned */
    const frame *expected;       /* borrowed: the whole screen */
    Window top_window;           /* None = there is none */
    struct area top, deepest;    /* the windows at the target point; deepest.width 0 = there is none inside the top one */
    Window focus;
    gint64 owner;             /* the process of the top one; 0 = not known */
    int x, y;                 /* where the pointer came from */
    int target_x, target_y;   /* where it goes to */
    gint64 target_window;     /* 0 = none */
    struct area moved;        /* all that has differed so far; width 0 = nothing has */
    bool follows;             /* it was as before when the pointer was back where it came from */
    bool given;               /* the hand has given the target the focus */
    bool lit;                 /* the pointer, or the focus, may have changed the colours */
    gint64 back_us, until_us; /* the pointer is back where it came from, or waits where it is, and so long it may come back; 0 =
                                 it does not differ */
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
        if (depth++ == 0) {
            a->top_window = at;
            a->top = window_area(a->dpy, at);
            a->owner = windows_owner(a->dpy, (gint64)at);
        }
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

approach *approach_new(Display *dpy, const guard *g, const struct hand_fire *fire, bool refocused)
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
    a->rules = refocused ? guard_refocused_rules(h) : likeness_rules_copy(&h->rules);
    a->lit = a->given = refocused;
    a->expected = guard_expected(g);
    a->x = place.pointer_x;
    a->y = place.pointer_y;
    a->target_x = x;
    a->target_y = y;
    a->target_window = fire->target_window;
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

/* ---- what has changed ---- */

/* Tooltips of the target's own program that have come because of the pointer; not where the press goes to. */
static GArray *tooltips(const approach *a)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GPtrArray) live = windows_list(a->dpy);
    for (guint i = 0; i < live->len; i++) {
        const struct eye_window *w = g_ptr_array_index(live, i);
        struct area at = {w->x, w->y, w->width, w->height};
        if (w->popup && w->tooltip && a->owner > 0 && windows_owner(a->dpy, w->id) == a->owner &&
            !area_has(at, a->target_x, a->target_y))
            g_array_append_val(areas, at);
    }
    return areas;
}

/* All that differs, of the screen; `in` is what both show. */
static struct area differing(const frame *before, const frame *now, struct area in)
{
    struct area all = {0};
    for (int y = 0; y < in.height; y++)
        for (int x = 0; x < in.width; x++)
            if (before->pixels[(gsize)y * (gsize)in.width + (gsize)x] != now->pixels[(gsize)y * (gsize)in.width + (gsize)x])
                all = area_joined(all, (struct area){in.x + x, in.y + y, 1, 1});
    return all;
}

/* The target alone, by the guard's rules; or by its strokes, once it may be lit up. */
static char *differs(approach *a, struct area in)
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
    r.ignored = redrawn_areas(a->rules.ignored, in);
    r.restless = redrawn_areas(a->rules.restless, in);
    struct likeness l = likeness_measure(before, now, &r);
    l.x += in.x;
    l.y += in.y;
    g_autofree char *what = likeness_changed(&l, &r);
    likeness_rules_clear(&r);
    if (what)
        a->moved = area_joined(a->moved, differing(before, now, in));
    if (!a->lit)
        return g_steal_pointer(&what);
    g_autoptr(GArray) also = tooltips(a);
    return redrawn(before, now, in, &a->rules, also, a->given);
}

/* The patch may look the same, and the rest of the window be another. */
static bool was_moved(const approach *a)
{
    struct area is = a->top_window ? window_area(a->dpy, a->top_window) : a->top;
    windows_error(a->dpy);
    return is.x != a->top.x || is.y != a->top.y || is.width != a->top.width || is.height != a->top.height;
}

/* ---- a look ---- */

/* Eyes that look at the pointer: they look at it where it has been left, too, so that the next proposal finds them as they are.
 */
static void advise(const approach *a, char **sentence)
{
    g_autofree char *what = *sentence, *ignore = guard_ignore(a->dpy, a->target_window, a->moved);
    *sentence =
        g_strdup_printf("%s; it follows the pointer: ask again with the pointer there, or leave it out by %s (a line each) "
                        "in the profile",
                        what, ignore);
}

/* It is as it was. */
static enum approach_says go_on(approach *a)
{
    bool back = a->back_us != 0;
    a->follows = a->follows || back;
    a->back_us = a->until_us = 0;
    a->lit = a->lit || back; /* it was the pointer */
    return back ? APPROACH_AGAIN : APPROACH_GO;
}

enum approach_says approach_look(approach *a, bool press, gint64 now_us, char **ret_changed)
{
    int x, y;
    if (!a)
        return APPROACH_GO;
    xtest_buttons_down(a->dpy, &x, &y);
    struct area in = a->lit ? (struct area){0} : comparable(a, x, y);
    if (in.width == 0 || focus_now(a->dpy) != a->focus) {
        a->lit = true;
        in = press ? area_cut(a->rules.close, a->top) : (struct area){0};
    }
    if (was_moved(a)) { /* as for the guard: no window is waited for */
        *ret_changed = g_strdup("while the pointer was on its way, the target's window was moved, resized or closed");
        return a->lit && area_has(a->top, x, y) ? APPROACH_STOP_THERE : APPROACH_STOP;
    }
    g_autofree char *what = in.width ? differs(a, in) : NULL;
    if (!what)
        return go_on(a);
    if (a->until_us == 0) {
        a->until_us = now_us + LIKENESS_PATIENCE_MS * 1000;
        a->back_us = a->lit ? 0 : a->until_us;
        if (!a->lit)
            xtest_move_to(a->dpy, a->x, a->y);
    }
    if (now_us < a->until_us)
        return APPROACH_WAIT;
    *ret_changed = g_strdup_printf("while the pointer was on its way, %s", what);
    if (a->follows)
        advise(a, ret_changed);
    return a->lit ? APPROACH_STOP_THERE : APPROACH_STOP;
}

bool approach_refocused(const approach *a)
{
    return focus_now(a->dpy) != a->focus;
}
