#include "engine/hand/guard.h"

#include "engine/hand/recipient.h"
#include "engine/hand/redraw_check.h"
#include "engine/picture/leave_out.h"

#define POINTER_SLACK 2 /* px */

struct guard {
    const struct display_port *display; /* borrowed */
    const struct eye_port *eye;         /* borrowed */
    char *path;                         /* of `expected` */
    frame *expected;
    bool told; /* the eye knows the expected picture */
    bool grabbed;
    GPtrArray *live; /* struct eye_window*, of the last look */
};

guard *guard_new(const struct display_port *display, const struct eye_port *eye)
{
    guard *g = g_new0(guard, 1);
    g->display = display;
    g->eye = eye;
    return g;
}

void guard_free(guard *g)
{
    if (!g)
        return;
    frame_free(g->expected);
    g_clear_pointer(&g->live, g_ptr_array_unref);
    g_free(g->path);
    g_free(g);
}

GPtrArray *guard_windows(const guard *g)
{
    return g->live;
}

const struct eye_port *guard_eye(const guard *g)
{
    return g->eye;
}

const frame *guard_expected(const guard *g)
{
    return g->expected;
}

void guard_grab(guard *g, bool grab)
{
    if (g->grabbed == grab)
        return;
    g->grabbed = grab;
    g->display->hold(g->display->data, grab);
    if (!grab)
        g->display->flush(g->display->data);
}

static bool load(guard *g, const char *path, const char *shared, GError **error)
{
    if (g->expected && g_strcmp0(path, g->path) == 0)
        return true;
    g_clear_pointer(&g->expected, frame_free);
    g_free(g->path);
    g->path = g_strdup(path);
    g->expected = frame_open(path, shared, error);
    g->told = false;
    return g->expected != NULL;
}

static bool tell_eye(guard *g, GError **error)
{
    g->told = g->told || g->eye->expect(g->eye->data, g->expected, error);
    return g->told;
}

void guard_prepare(guard *g, const char *path, const char *shared)
{
    if (load(g, path, shared, NULL))
        tell_eye(g, NULL);
}

bool guard_ready(guard *g, const struct hand_guard *h, GError **error)
{
    if (!h->frame)
        return true;
    if (!load(g, h->frame, h->shared, error)) {
        g_prefix_error(error, "the picture that was decided on cannot be read: ");
        return false;
    }
    struct area whole = {0, 0, g->expected->width, g->expected->height}, close = h->rules.close;
    struct area cut = area_cut(close, whole);
    if (close.width == 0 || (cut.width > 0 && cut.height > 0))
        return true;
    g_set_error(error, HAND_ERROR, HAND_ERROR_TIMELINE, "the target at %d,%d is not in the picture that was decided on", close.x,
                close.y);
    return false;
}

/* ---- windows ---- */

static struct area window_area(const struct eye_window *w)
{
    return (struct area){w->x, w->y, w->width, w->height};
}

bool guard_popup(const struct hand_guard *h, struct area *ret_popup)
{
    const struct eye_window *w = h->window ? eye_window_find(h->windows, h->window) : NULL;
    if (w)
        *ret_popup = window_area(w);
    return w && w->popup;
}

/* A popup that may come and go without being a change. */
static bool harmless(const struct eye_window *w, const struct hand_guard *h)
{
    struct area target = h->rules.window.width ? h->rules.window : h->rules.close;
    return w->popup && (w->tooltip || !area_overlaps(window_area(w), target));
}

/* A new window of the target's own program that lies beside all that is compared to the pixel. Where nobody looks, only a popup:
 * a dialog may ask for something first. */
static bool beside(const struct eye_window *is, const struct hand_guard *h)
{
    if (h->unseen && !is->popup)
        return false;
    const struct eye_window *target = eye_window_find(h->windows, h->window         ? h->window
                                                                  : h->focus_window ? h->focus_window
                                                                                    : h->focus);
    struct area a = eye_window_outer(is);
    bool clear = target && target->pid > 0 && is->pid == target->pid && !area_overlaps(a, h->rules.close) &&
                 !area_overlaps(a, h->rules.window);
    for (guint i = 0; clear && h->rules.program && i < h->rules.program->len; i++)
        clear = !area_overlaps(a, g_array_index(h->rules.program, struct area, i));
    return clear;
}

static bool same_place(const struct eye_window *a, const struct eye_window *b)
{
    return a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

static char *windows_changed(const struct hand_guard *h, const GPtrArray *live, bool refocused)
{
    if (!h->windows)
        return NULL;
    for (guint i = 0; i < h->windows->len; i++) {
        const struct eye_window *was = g_ptr_array_index(h->windows, i), *is = eye_window_find(live, was->id);
        if (refocused && !is && was->id != h->focus_window)
            continue;
        g_autofree char *what = harmless(was, h) && (!is || harmless(is, h)) ? NULL : eye_window_change(was, is);
        if (what)
            return g_strdup_printf("the windows have changed: %s", what);
    }
    guint next = 0; /* where we are in the old order */
    for (guint i = 0; i < live->len; i++) {
        const struct eye_window *is = g_ptr_array_index(live, i), *was = eye_window_find(h->windows, is->id);
        if ((harmless(is, h) && (!was || harmless(was, h))) || (!was && beside(is, h)))
            continue;
        g_autofree char *name = eye_window_name(is);
        if (!was)
            return g_strdup_printf("the windows have changed: %s has come", name);
        while (!refocused && next < h->windows->len && g_ptr_array_index(h->windows, next) != was)
            next++;
        if (next == h->windows->len)
            return g_strdup_printf("the windows have changed: %s lies in another order", name);
    }
    return NULL;
}

/* What harmless popups cover now, or covered then: not compared as part of window or screen. */
static void add_popups(GArray *areas, const GPtrArray *these, const GPtrArray *others, const struct hand_guard *h)
{
    for (guint i = 0; these && others && i < these->len; i++) {
        const struct eye_window *w = g_ptr_array_index(these, i), *other = eye_window_find(others, w->id);
        if (w->popup && harmless(w, h) && (!other || !same_place(w, other)) && areas->len < 2 * SCREEN_MATCH_AREAS_MAX) {
            struct area a = window_area(w);
            g_array_append_val(areas, a);
        }
    }
}

/* ---- picture ---- */

/* leave_out_group() with the target window as it is now. */
static char *leave_out(const struct display_port *display, gint64 target_window, struct area a)
{
    struct area w = {0};
    bool known = target_window && display->rectangle(display->data, target_window, &w);
    return leave_out_group(a, known ? w : (struct area){0});
}

char *guard_follows(const struct display_port *display, gint64 target_window, struct area a, const char *what)
{
    g_autofree char *ignore = leave_out(display, target_window, a);
    return g_strdup_printf("%s; it follows the pointer: ask again with the pointer there, or leave it out by %s (a line each) in "
                           "the profile",
                           what, ignore);
}

/* What changes by itself and is compared all the same, of the target; width 0 = not where it has changed
 * (screen_match_changed()). */
static struct area unsettled_target(const struct hand_guard *h, const struct screen_match *l)
{
    struct area all = {0};
    bool there = false;
    for (guint i = 0; h->rules.unsettled && i < h->rules.unsettled->len; i++) {
        struct area r = area_cut(g_array_index(h->rules.unsettled, struct area, i), h->rules.close);
        if (r.width == 0)
            continue;
        there = there || area_overlaps(r, l->in_target.all);
        all = area_joined(all, r);
    }
    return there ? all : (struct area){0};
}

static char *with_advice(guard *g, const struct hand_fire *fire, const struct screen_match *l, char *what_take)
{
    g_autofree char *what = what_take;
    struct area a = unsettled_target(&fire->guard, l);
    if (!what || l->target >= fire->guard.rules.min_target || a.width == 0)
        return g_steal_pointer(&what);
    g_autofree char *ignore = leave_out(g->display, fire->target_window, a);
    return g_strdup_printf("%s, and so does %s (a line each) in the profile", what, ignore);
}

const frame *guard_live(guard *g, int *ret_first, int *ret_last, char **ret_wrong)
{
    g_autoptr(GError) error = NULL;
    const frame *now = tell_eye(g, &error) ? g->eye->look(g->eye->data, ret_first, ret_last, &error) : NULL;
    *ret_wrong = error ? g_strdup_printf("the screen cannot be compared: %s", error->message) : NULL;
    return now;
}

/* `tips`: struct area, what tooltips cover now that the pointer has called; NULL = nothing. */
static char *picture_by(guard *g, const struct hand_fire *fire, const frame *now, int first, int last, const GArray *tips,
                        struct guard_look *look)
{
    const struct hand_guard *h = &fire->guard;
    struct screen_match_rules rules = screen_match_rules_copy(&h->rules);
    if (!rules.restless)
        rules.restless = g_array_new(FALSE, FALSE, sizeof(struct area));
    if (tips)
        g_array_append_vals(rules.restless, tips->data, tips->len);
    struct screen_match l = screen_match_measure_rows(g->expected, now, &rules, first, last);
    char *what = screen_match_changed(&l, &rules);
    look->match = l.target;
    if (what && l.target >= rules.min_target) { /* the rest again, without what popups cover */
        add_popups(rules.restless, g->live, h->windows, h);
        add_popups(rules.restless, h->windows, g->live, h);
        l = screen_match_measure_rows(g->expected, now, &rules, first, last);
        l.target = look->match;
        g_free(what);
        what = screen_match_changed(&l, &rules);
    }
    look->bar = what && screen_match_only_bar(&l, &rules);
    screen_match_rules_clear(&rules);
    return with_advice(g, fire, &l, what);
}

char *guard_picture(guard *g, const struct hand_fire *fire, const frame *now, int first, int last, struct guard_look *look)
{
    return picture_by(g, fire, now, first, last, NULL, look);
}

static char *picture_changed(guard *g, const struct hand_fire *fire, struct guard_look *look)
{
    char *wrong = NULL;
    int first, last;
    const frame *now = fire->guard.frame ? guard_live(g, &first, &last, &wrong) : NULL;
    if (now) {
        int x, y;
        g->display->pointer(g->display->data, &x, &y);
        g_autoptr(GArray) tips = eye_window_tips(fire->guard.windows, g->live, now, &fire->guard.rules, x, y);
        return picture_by(g, fire, now, first, last, fire->guard.tips ? tips : NULL, look);
    }
    if (fire->guard.frame && !wrong)
        look->match = fire->guard.rules.close.width ? 1 : -1;
    return wrong;
}

/* ---- after the focus has moved ---- */

#define ROWS_AROUND 16 /* px of what is as it was: lines end there */

struct screen_match_rules guard_refocused_rules(const struct hand_guard *h)
{
    struct screen_match_rules r = screen_match_rules_copy(&h->rules);
    if (r.window.width)
        r.close = area_cut(r.close, r.window);
    if (!r.ignored)
        r.ignored = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; h->windows && i < h->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(h->windows, i);
        if (w->id == h->focus_window)
            break;
        eye_window_add_covered(w, r.close, r.ignored);
    }
    return r;
}

static char *redrawn_with_focus(guard *g, const struct hand_guard *h, bool *ret_bar)
{
    char *what = NULL;
    int first, last;
    const frame *now = h->frame ? guard_live(g, &first, &last, &what) : NULL;
    if (!now)
        return what;
    if (now->width != g->expected->width || now->height != g->expected->height)
        return g_strdup("the screen has another size");
    struct screen_match_rules r = guard_refocused_rules(h);
    struct area rows = {0, first - ROWS_AROUND, now->width, last - first + 1 + 2 * ROWS_AROUND}, in = area_cut(r.close, rows);
    g_autoptr(frame) before = in.width ? frame_crop(g->expected, in.x, in.y, in.width, in.height) : NULL,
                     after = in.width ? frame_crop(now, in.x, in.y, in.width, in.height) : NULL;
    g_autofree char *changed = before && after ? redraw_check_compare(before, after, in, &r, NULL, true, ret_bar) : NULL;
    screen_match_rules_clear(&r);
    return changed ? g_strdup_printf("when the focus had been handed over, %s", changed) : NULL;
}

/* ---- recipients ---- */

/* Named as it was when it was decided on: the list of now has no titles. NULL = nobody else. */
static char *stranger_in(guard *g, const struct hand_guard *h, const struct recipient *to, const struct eye_window *window)
{
    const struct eye_window *named = eye_window_find(h->windows, window->id);
    return recipient_stranger(g->display, to, named ? named : window);
}

struct timeline_place guard_place(const struct display_port *display, gint64 target_window)
{
    struct timeline_place place = {0};
    struct area window = {0};
    display->size(display->data, &place.width, &place.height);
    display->pointer(display->data, &place.pointer_x, &place.pointer_y);
    display->rectangle(display->data, target_window, &window);
    place.window_x = window.x;
    place.window_y = window.y;
    place.window_width = window.width;
    place.window_height = window.height;
    return place;
}

static char *recipient_changed(guard *g, const struct hand_fire *fire, const GPtrArray *live)
{
    const struct hand_guard *h = &fire->guard;
    int x, y;
    const struct timeline_place place = guard_place(g->display, fire->target_window);
    if (h->pointer_bound &&
        (ABS(place.pointer_x - h->pointer_x) > POINTER_SLACK || ABS(place.pointer_y - h->pointer_y) > POINTER_SLACK))
        return g_strdup_printf("the pointer was moved from %d,%d to %d,%d, and the action starts from it", h->pointer_x,
                               h->pointer_y, place.pointer_x, place.pointer_y);
    if (!h->window || !timeline_target(fire->timeline, &place, &x, &y))
        return NULL;
    struct recipient to = recipient_of_button(g->display, x, y);
    const struct eye_window *window = recipient_window(g->display, &to, live);
    if (!window && to.n > 0)
        return g_strdup_printf("a window that nobody sees is at %d,%d", x, y);
    if (!window || window->id != h->window)
        return g_strdup_printf("another window is at %d,%d: 0x%" G_GINT64_MODIFIER "x, where 0x%" G_GINT64_MODIFIER "x was", x, y,
                               window ? window->id : 0, h->window);
    g_autofree char *stranger = stranger_in(g, h, &to, window);
    return stranger ? g_strdup_printf("%s is at %d,%d and would get the click", stranger, x, y) : NULL;
}

static char *focus_changed(guard *g, const struct hand_fire *fire, const GPtrArray *live)
{
    const struct hand_guard *h = &fire->guard;
    gint64 wanted = h->focus_window ? h->focus_window : h->focus;
    if (!wanted)
        return NULL;
    gint64 focus = g->display->focus_in(g->display->data, live, NULL);
    const struct eye_window *window = eye_window_find(live, focus);
    if (focus == wanted && (!window || !timeline_uses_keyboard(fire->timeline)))
        return NULL;
    if (focus == wanted) {
        struct recipient to = recipient_of_keys(g->display);
        g_autofree char *stranger = stranger_in(g, h, &to, window);
        return stranger ? g_strdup_printf("%s would get the keys", stranger) : NULL;
    }
    return g_strdup_printf("the focus has moved: 0x%" G_GINT64_MODIFIER "x gets the keys, not 0x%" G_GINT64_MODIFIER "x", focus,
                           wanted);
}

static void list_windows(guard *g, bool titles)
{
    g_clear_pointer(&g->live, g_ptr_array_unref);
    g->live = g->display->windows(g->display->data, titles);
}

char *guard_changed(guard *g, const struct hand_fire *fire, struct guard_look *look)
{
    bool windows = look->scene || look->refocused;
    look->match = -1;
    look->may_return = look->bar = false;
    list_windows(g, false);
    const bool compared = windows && !fire->guard.driven; /* the person sees which windows come and go by what they do */
    char *what = compared ? windows_changed(&fire->guard, g->live, look->refocused) : NULL;
    if (what) { /* a title takes a round trip for each window: only now are they asked for */
        g_free(what);
        list_windows(g, true);
        what = windows_changed(&fire->guard, g->live, look->refocused);
    }
    const GPtrArray *live = g->live;
    if (!what && look->recipients)
        what = recipient_changed(g, fire, live);
    if (!what && look->recipients)
        what = focus_changed(g, fire, live);
    if (what || !windows)
        return what;
    what = look->scene ? picture_changed(g, fire, look) : redrawn_with_focus(g, &fire->guard, &look->bar);
    if (what && look->bar && fire->guard.driven)
        g_clear_pointer(&what, g_free);
    look->may_return = what != NULL;
    return what;
}
