#include "engine/hand/approach.h"

#include "engine/hand/approach_parts.h"
#include "engine/hand/arrival.h"
#include "engine/hand/hand_port.h"
#include "engine/hand/hover_shapes.h"
#include "engine/hand/popup.h"
#include "engine/hand/popup_icons.h"
#include "engine/hand/redraw_check.h"
#include "engine/hand/ruler_mark.h"
#include "engine/hand/status_line.h"
#include "engine/hand/widget.h"
#include "engine/picture/leave_out.h"

#define GLANCE_US 8000
#define DEPTH_MAX 16 /* windows inside windows */

/* ---- which windows ---- */

static struct area window_area(const approach *a, gint64 window)
{
    return a->display->place(a->display->data, window);
}

static void find_windows(approach *a, int x, int y)
{
    gint64 at = 0, child = 0;
    int depth = 0, wx, wy;
    while (depth < DEPTH_MAX && a->display->inside(a->display->data, at, x, y, &wx, &wy, &child) && child) {
        at = child;
        if (depth++ == 0) {
            a->top_window = at;
            a->top = window_area(a, at);
        }
    }
    if (depth > 1)
        a->deepest = window_area(a, at);
}

gint64 approach_focus(const approach *a)
{
    return a->display->focused(a->display->data, NULL);
}

/* Of the patch, what is in the window; a highlight may end at a popup's border. */
struct area approach_target_area(const approach *a)
{
    return area_cut(a->rules.close, a->popup.width ? a->popup : a->top);
}

/* What the pointer cannot have changed, being where it is; width 0 = nothing. */
static struct area comparable(const approach *a, int x, int y)
{
    if (!area_has(a->top, x, y))
        return approach_target_area(a);
    if (a->deepest.width == 0 || area_has(a->deepest, x, y) || a->focus_follows)
        return (struct area){0};
    return area_cut(a->rules.close, a->deepest);
}

bool approach_wanted(const struct hand_fire *fire)
{
    return fire->guard.frame && fire->guard.rules.close.width > 0 && timeline_moves_first(fire->timeline);
}

approach *approach_new(const struct hand_ports *at, guard *g, const struct hand_fire *fire, bool refocused)
{
    const struct hand_guard *h = &fire->guard;
    int x, y;
    if (!approach_wanted(fire) || !guard_expected(g))
        return NULL;
    const struct display_port *display = &at->display;
    const struct timeline_place place = guard_place(display, fire->target_window);
    if (!timeline_target(fire->timeline, &place, &x, &y) || !area_has(h->rules.close, x, y))
        return NULL;
    approach *a = g_new0(approach, 1);
    a->display = display;
    a->hand = &at->hand;
    a->program = &at->program;
    a->guard = g;
    a->fire = fire;
    a->rules = refocused ? guard_refocused_rules(h) : screen_match_rules_copy(&h->rules);
    a->lit = a->given = refocused;
    a->expected = guard_expected(g);
    a->x = place.pointer_x;
    a->y = place.pointer_y;
    a->search = pointer_search_of(at);
    a->target_x = x;
    a->target_y = y;
    a->target_window = fire->target_window;
    a->focus = display->focused(display->data, &a->focus_follows);
    find_windows(a, x, y);
    a->owner = h->window ? display->owner(display->data, h->window) : 0; /* of the client: its frame is the window manager's */
    display->forget_errors(display->data);
    a->popup = popup_inside(h, fire->target_window);
    a->tips = a->popup.width && h->tips ? popup_status_bars(h, true) : NULL;
    return a;
}

void approach_free(approach *a)
{
    if (!a)
        return;
    screen_match_rules_clear(&a->rules);
    g_clear_pointer(&a->tips, g_array_unref);
    frame_free(a->seen);
    frame_free(a->away);
    patience_clear(&a->patience);
    judged_look_clear(&a->last);
    g_free(a);
}

/* ---- the picture ---- */

static frame *look_at(const approach *a, struct area in)
{
    const struct eye_port *eye = guard_eye(a->guard);
    return eye->part(eye->data, in);
}

/* ---- what has changed ---- */

/* Tooltips and submenus of the target's own program that have come because of the pointer, and those that have gone; not where
 * the press goes to. */
static GArray *tooltips(const approach *a, const frame *now)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(GPtrArray) live = a->display->windows(a->display->data, true);
    for (guint i = 0; i < live->len; i++) {
        const struct eye_window *w = g_ptr_array_index(live, i);
        struct area at = {w->x, w->y, w->width, w->height};
        if (w->popup && w->tooltip && a->owner > 0 && a->display->owner(a->display->data, w->id) == a->owner &&
            !area_has(at, a->target_x, a->target_y))
            g_array_append_val(areas, at);
    }
    const struct area near = {a->target_x - ARRIVAL_LEFT_BEHIND, a->target_y - ARRIVAL_LEFT_BEHIND, 2 * ARRIVAL_LEFT_BEHIND + 1,
                              2 * ARRIVAL_LEFT_BEHIND + 1};
    const struct popup_target target = {a->target_x, a->target_y, a->fire->guard.tips ? near : a->rules.close,
                                        widget_at(now, a->target_x, a->target_y), now};
    popup_add_gone(&a->fire->guard, live, a->owner, &target, areas);
    popup_add_submenus(&a->fire->guard, live, a->owner, areas);
    return areas;
}

char *approach_resized(void)
{
    return g_strdup("the target cannot be compared any more: the screen has another size");
}

/* Icons of the popup that are the same, on another ground: `now` shows the popup; NULL = as it is. */
GArray *approach_icons(const approach *a, const frame *now)
{
    const struct area in = a->popup;
    g_autoptr(frame) is = now ? frame_crop(now, in.x, in.y, in.width, in.height) : look_at(a, in),
                     was = frame_crop(a->expected, in.x, in.y, in.width, in.height);
    return popup_icons(was, is, in);
}

/* Before the pointer comes to the window: an area alone, by the guard's rules; in a popup what is highlighted may be another. */
static char *differs(approach *a, struct area in)
{
    const bool rows = a->popup.width && area_overlaps(in, a->popup);
    g_autoptr(frame) now = look_at(a, in), before = frame_crop(a->expected, in.x, in.y, in.width, in.height);
    if (!now || !before)
        return approach_resized();
    char *what = redraw_check_alone(before, now, in, &a->rules);
    g_autoptr(GArray) same = what && rows ? approach_icons(a, NULL) : NULL;
    g_autofree char *words = same ? redraw_check_compare(before, now, in, &a->rules, same, false, NULL) : NULL;
    if (same && !words)
        g_clear_pointer(&what, g_free);
    if (what)
        a->moved = area_joined(a->moved, redraw_check_box(before, now, in));
    return what;
}

/* What has changed before the pointer comes is no tip. */
static void watch_tips(approach *a)
{
    const struct area moved = a->moved;
    for (guint i = a->tips ? a->tips->len : 0; i-- > 0;) {
        g_autofree char *what = differs(a, g_array_index(a->tips, struct area, i));
        if (what)
            g_array_remove_index(a->tips, i);
    }
    a->moved = moved;
}

/* The pointer is back: NULL = all is as it was, but for tooltips of the program and what has come along with the pointer. Before
 * it had ever moved in the window there was no pointer of the program's own, and no marker on a ruler. */
static char *changed_back(approach *a, const frame *live, int first, int last, const GArray *over)
{
    const struct arrival way = {a->target_x, a->target_y, a->x, a->y, a->top};
    struct guard_look look = {0};
    g_autofree char *what = guard_picture(a->guard, a->fire, live, first, last, &look);
    if (!what || !a->seen || a->seen->width != live->width || a->seen->height != live->height)
        return g_steal_pointer(&what);
    g_autoptr(frame) now = frame_copy(live);
    g_autoptr(GArray) trails = g_array_copy((GArray *)over);
    hover_shapes_add_trails(trails, a->expected, live, &way, over);
    g_autoptr(GArray) along = arrival_sprite(a->seen, live, &way, a->top),
                      marks = arrival_markers(a->expected, live, a->seen, &way, first, last),
                      bars = arrival_scrollbars(a->expected, live, &way, first, last);
    const GArray *const all[] = {along, marks, trails, bars};
    for (gsize i = 0; i < G_N_ELEMENTS(all); i++)
        arrival_excuse(now, a->expected, all[i]);
    g_autoptr(frame) rest = status_line_returned(&a->fire->guard, a->expected, now, a->seen, &way);
    return guard_picture(a->guard, a->fire, rest, first, last, &look);
}

/* What was found changed, and is the same, is not compared again; `words`, `bar` and `moved` are of that look, too. */
static char *judged(approach *a, const frame *live, const frame *taken, int first, int last, bool still)
{
    g_autoptr(GArray) over = tooltips(a, live);
    const struct judged_look_at at = {.taken = taken, .still = still, .focus = approach_focus(a), .over = over};
    if (judged_look_is(&a->last, &at))
        return g_strdup(a->last.what);
    char *what =
        a->back ? changed_back(a, live, first, last, over) : approach_changed_there(a, live, taken, first, last, still, over);
    judged_look_keep(&a->last, &at, what);
    return what;
}

/* Nothing moves any more, but for what always does. While the program waits for a processor nothing can move. */
static bool rests(approach *a, const frame *live, gint64 now_us)
{
    struct turn_times times;
    g_autoptr(frame) now = a->rules.restless ? frame_copy(live) : NULL;
    if (now && now->width == a->expected->width && now->height == a->expected->height)
        arrival_excuse(now, a->expected, a->rules.restless);
    bool runs = a->program->turn(a->program->data, &times) != TURN_HELD_UP;
    return patience_rests(&a->patience, now ? now : live, now_us - times.waited_us) && runs;
}

/* What nobody explains is tried: the pointer goes back to where it came from, once nothing moves any more. */
static bool try_it(approach *a, const frame *live, bool still, gint64 now_us)
{
    if (a->tried || a->words || !live || !(still || patience_ends(&a->patience, now_us)))
        return false;
    a->tried = a->back = true;
    judged_look_clear(&a->last);                                       /* from now on what the pointer does explains, too */
    a->hand->move_to(a->hand->data, a->x + (a->x > 0 ? -1 : 1), a->y); /* of one motion alone a program may take no notice */
    a->hand->move_to(a->hand->data, a->x, a->y);
    frame_free(a->seen);
    a->seen = frame_copy(live);
    return true;
}

/* The patch may look the same, and the rest of the window be another. */
static bool was_moved(const approach *a)
{
    struct area is = a->top_window ? window_area(a, a->top_window) : a->top;
    a->display->forget_errors(a->display->data);
    return is.x != a->top.x || is.y != a->top.y || is.width != a->top.width || is.height != a->top.height;
}

/* ---- a look ---- */

/* Eyes that look at the pointer look at it where it has been left, too: the next proposal finds them as they are. */
static void advise(const approach *a, char **sentence)
{
    g_autofree char *what = *sentence;
    *sentence = guard_follows(a->display, a->target_window, a->moved, what);
}

/* Also what it lights up, as far as it is in the patch, is not larger than what a search goes to. */
static void perhaps_pointer(char **sentence)
{
    const struct area at = leave_out_place(*sentence);
    if (at.width > POINTER_SEARCH_SIZE || at.height > POINTER_SEARCH_SIZE)
        return;
    g_autofree char *what = *sentence;
    *sentence = g_strconcat(what, LEAVE_OUT_POINTER, NULL);
}

/* If nothing else has changed, a ruler is what a person may leave out, one at a time: its mark was not there again when the
 * pointer came again, or stayed there when it went back, and then all else has not been tried either. */
static void find_ruler(approach *a, const frame *there)
{
    const struct arrival way = {a->x, a->y, a->target_x, a->target_y, a->top};
    if (!there || there->width != a->expected->width || there->height != a->expected->height)
        return;
    g_autoptr(frame) now = frame_copy(there);
    g_autoptr(GArray) strips = ruler_mark_strips(a->expected, now, &way, a->rules.ignored), over = tooltips(a, now);
    arrival_excuse(now, a->expected, strips);
    a->tried = a->tried && !a->back;
    g_autofree char *what = strips->len ? approach_changed_there(a, now, now, 0, now->height - 1, true, over) : NULL;
    if (strips->len == 0 || what)
        return;
    a->follows = true;
    a->moved = g_array_index(strips, struct area, 0);
}

/* It is as it was. */
static enum approach_says go_on(approach *a)
{
    bool back = a->sent_back;
    a->follows = a->follows || back;
    a->sent_back = false;
    judged_look_clear(&a->last);
    a->lit = a->lit || back; /* it was the pointer */
    patience_end(&a->patience);
    return back ? APPROACH_AGAIN : APPROACH_GO;
}

/* True: the pointer is elsewhere, or found to have come from elsewhere, and *ret_says is next; what differed says nothing yet. */
static bool search(approach *a, const char *what, gint64 now_us, enum approach_says *ret_says)
{
    enum pointer_search_says found =
        a->back ? POINTER_SEARCH_NOTHING
                : pointer_search_step(&a->search, guard_eye(a->guard), a->hand, what, now_us, &a->x, &a->y);
    *ret_says = found == POINTER_SEARCH_OVER ? APPROACH_AGAIN : APPROACH_WAIT;
    if (found == POINTER_SEARCH_NOTHING)
        return false;
    a->words = false;
    a->moved = (struct area){0};
    patience_clear(&a->patience);
    judged_look_clear(&a->last);
    return true;
}

/* Right before the press, at the target; or back where the pointer came from, to see what it is that it does. */
static enum approach_says look_at_target(approach *a, gint64 now_us, char **ret_changed)
{
    g_autofree char *what = NULL;
    enum approach_says says;
    int first, last;
    const frame *taken = guard_live(a->guard, &first, &last, &what);
    if (a->search.until_us && search(a, NULL, now_us, &says)) /* the pointer is not at the target */
        return says;
    g_autoptr(frame) live = taken ? redraw_check_without_faint(a->expected, taken, first, last) : NULL;
    bool still = !live || rests(a, live, now_us);
    if (live)
        what = judged(a, live, taken, first, last, still);
    if (!what && a->back) {
        frame_free(a->away);
        a->away = frame_copy(live ? live : a->expected); /* none: all is as expected */
        a->back = false;
        a->follows = true;
        patience_clear(&a->patience);
        judged_look_clear(&a->last);
        return APPROACH_AGAIN;
    }
    if (!what)
        return go_on(a);
    if (search(a, what, now_us, &says))
        return says;
    bool waits = patience_waits(&a->patience, still, now_us);
    if (!a->back && try_it(a, live, still, now_us)) {
        patience_end(&a->patience);
        waits = patience_waits(&a->patience, false, now_us);
    }
    *ret_changed = g_strdup_printf("while the pointer was on its way, %s", what);
    if (waits)
        return APPROACH_WAIT;
    if (a->back)
        a->hand->move_to(a->hand->data, a->target_x, a->target_y);
    find_ruler(a, a->back ? a->seen : live);
    if (a->follows && a->moved.width)
        advise(a, ret_changed);
    else if (a->search.unknown)
        perhaps_pointer(ret_changed);
    return APPROACH_STOP_THERE;
}

enum approach_says approach_look(approach *a, bool press, gint64 now_us, char **ret_changed)
{
    int x, y;
    if (!a)
        return APPROACH_GO;
    a->display->pointer(a->display->data, &x, &y);
    struct area in = a->lit ? (struct area){0} : comparable(a, x, y);
    a->lit = a->lit || in.width == 0 || approach_focus(a) != a->focus;
    if (was_moved(a)) { /* as for the guard: no window is waited for */
        *ret_changed = g_strdup("while the pointer was on its way, the target's window was moved, resized or closed");
        return a->lit && area_has(a->top, x, y) ? APPROACH_STOP_THERE : APPROACH_STOP;
    }
    if (a->lit)
        return press ? look_at_target(a, now_us, ret_changed) : go_on(a);
    watch_tips(a);
    g_autofree char *what = differs(a, in);
    if (!what)
        return go_on(a);
    if (!a->sent_back)
        a->hand->move_to(a->hand->data, a->x, a->y);
    a->sent_back = true;
    *ret_changed = g_strdup_printf("while the pointer was on its way, %s", what);
    if (patience_waits(&a->patience, true, now_us))
        return APPROACH_WAIT;
    if (a->follows)
        advise(a, ret_changed);
    return APPROACH_STOP;
}

bool approach_enters(const approach *a, int x, int y)
{
    int at_x, at_y;
    if (!a->tips || a->tips->len == 0 || !area_has(a->top, x, y))
        return false;
    a->display->pointer(a->display->data, &at_x, &at_y);
    return !area_has(a->top, at_x, at_y);
}

char *approach_glance(approach *a, gint64 now_us)
{
    int x, y;
    if (!a || now_us < a->glance_us || a->given || a->tried)
        return NULL;
    a->glance_us = now_us + GLANCE_US;
    a->display->pointer(a->display->data, &x, &y);
    struct area close = approach_target_area(a);
    bool still = a->x == a->target_x && a->y == a->target_y;
    if (!still && MAX(ABS(x - a->target_x), ABS(y - a->target_y)) < MAX(close.width, close.height) / 2 + ARRIVAL_SPRITE)
        return NULL;
    g_autoptr(frame) now = look_at(a, close), before = frame_crop(a->expected, close.x, close.y, close.width, close.height);
    g_autofree char *what = now && before ? redraw_check_compare(before, now, close, &a->rules, NULL, false, &a->bar) : NULL;
    return what && !a->bar ? g_steal_pointer(&what) : NULL;
}

bool approach_changed(const approach *a)
{
    return !a->lit || (a->words && !a->bar);
}

bool approach_refocused(const approach *a)
{
    return approach_focus(a) != a->focus;
}

struct area approach_follows(const approach *a)
{
    return a && a->follows ? a->moved : (struct area){0};
}
