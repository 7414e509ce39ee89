/* Target change: whether the target of a model's action is what the model saw there. */

#include "engine/step/proposal.h"

#include "engine/devices/devices.h"
#include "engine/display/target.h"
#include "engine/gate/menu_row.h"
#include "engine/hand/hover_light.h"
#include "engine/picture/control_box.h"
#include "engine/picture/difference.h"
#include "engine/picture/frame.h"
#include "engine/picture/grey_label.h"
#include "engine/picture/shapes.h"
#include "engine/picture/window_title.h"
#include "engine/run/look.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"

#include <string.h>

/* Share of what a dialog showed. From page to page HomeBank's assistant has 0.66, filled fields have less than 0.1. */
#define PAGE_GONE 0.5
/* Of what another window showed. KeePassXC's form in place of its list has 0.78, its settings 0.82; an open menu has 0.49. */
#define VIEW_GONE 0.6
#define BACK 8       /* px: as near the same cell or field is meant */
#define EDGE 2       /* px: of a field, which looks different while it has the focus */
#define DRAWN 16     /* px: handles of a shape, and the cells in which it is found */
#define MENUS_EDGE 4 /* px: below the titles' letters, around icons */
#define ICON_MIN 9   /* px a side: of an icon in a tool bar */
#define ICON_MAX 64
#define ICON_SEEN 4 /* all but such a part of a side is seen of a greyed icon, too */
#define ROW_SKEW 4  /* px: by which the middles of icons in one row differ */
#define ROW_STEP 8
#define ROW_REACH 200 /* px: on either side of the pressed icon others are looked for */

static bool same_window(const struct eye_window *a, const struct eye_window *b)
{
    return a == b || (a && b && a->id == b->id && a->pid == b->pid);
}

/* A wizard's next page often has its button where the last page had it. What the plan itself has typed is no page. */
static char *title_differs(const struct run *run, const char *was, const char *is)
{
    bool same = window_title_same(was, is);
    for (guint i = 0; !same && i < run->proposing->typed->len; i++)
        same = window_title_repeats(was, is, run->proposing->typed->pdata[i]);
    return same ? NULL : g_strdup_printf("the window \"%s\" has become \"%s\"", was ? was : "", is ? is : "");
}

/* What lay over that window: struct area. Caller unrefs. */
static GArray *covered(const GPtrArray *windows, gint64 window)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct eye_window *w = windows ? eye_window_find(windows, window) : NULL;
    for (guint i = 0; w && windows->pdata[i] != w; i++)
        eye_window_add_covered(windows->pdata[i], eye_window_inner(w), areas);
    return areas;
}

/* The same with the same title. windows: those of `before`; what they covered is no page that has gone. */
static char *page_differs(const frame *before, const GPtrArray *windows, const frame *after, const struct eye_window *w,
                          double limit)
{
    g_autoptr(GArray) aside = covered(windows, w->id);
    return difference_gone(before, after, eye_window_inner(w), aside) >= limit
               ? g_strdup_printf("most of what \"%s\" showed is gone", w->title ? w->title : "")
               : NULL;
}

static bool same_edges(struct area a, struct area b, int off)
{
    return a.width > 0 && b.width > 0 && ABS(a.x - b.x) <= off && ABS(a.y - b.y) <= off &&
           ABS(a.x + a.width - b.x - b.width) <= off && ABS(a.y + a.height - b.y - b.height) <= off;
}

static bool is_near(const proposal *p, struct area at)
{
    const struct area near = {p->x - ARRIVAL_LEFT_BEHIND, p->y - ARRIVAL_LEFT_BEHIND, 2 * ARRIVAL_LEFT_BEHIND + 1,
                              2 * ARRIVAL_LEFT_BEHIND + 1};
    return p->x >= 0 && area_overlaps(at, near);
}

/* Tooltips that were there and those that are come and go by themselves; not beside the place that is pressed. */
static void leave_out_tips(GArray *areas, const proposal *p, const eye_observation *o)
{
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        const struct area at = eye_window_inner(w);
        if (w->tooltip && !is_near(p, at))
            g_array_append_val(areas, at);
    }
}

/* What lay on the window then: nobody has planned on what is there now. Not beside the place that is pressed. */
static void leave_out_covered(GArray *areas, const proposal *p, const GPtrArray *windows, gint64 window)
{
    g_autoptr(GArray) aside = covered(windows, window);
    for (guint i = 0; i < aside->len; i++) {
        const struct area at = g_array_index(aside, struct area, i);
        if (!is_near(p, at))
            g_array_append_val(areas, at);
    }
}

/* What is left out, and the fields that the plan itself has filled: they have the edges that they had around the place that was
 * pressed, and what is pressed now is another control. Caller unrefs. */
static GArray *filled_fields(const struct run *run, const proposal *p, const frame *before, const frame *after)
{
    const struct screen_match_rules *r = &p->guard.rules;
    const struct area own = control_box_at(before, p->x, p->y), kept = own.width > 0 ? own : r->core;
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct area));
    if (r->ignored)
        g_array_append_vals(all, r->ignored->data, r->ignored->len);
    for (guint i = 0; i < run->proposing->written->len; i++) {
        const struct area at = g_array_index(run->proposing->written, struct area, i);
        const struct area was = control_box_at(before, at.x, at.y), is = control_box_at(after, at.x, at.y);
        const struct area in = area_joined(was, is);
        const struct area whole = {in.x - EDGE, in.y - EDGE, in.width + 2 * EDGE, in.height + 2 * EDGE};
        if (same_edges(was, is, EDGE) && !area_has(whole, p->x, p->y) && !area_overlaps(whole, kept))
            g_array_append_val(all, whole);
    }
    return all;
}

/* The control that is pressed, with its frame and shadow, where it was greyed out and is not any more since the plan has acted in
 * its window: that is what a plan waits for that fills a field and then presses "Next". Width 0 = it is another, or something
 * else. */
static struct area came_out(const struct run *run, const proposal *p, const frame *before, const frame *after, gint64 window)
{
    const struct area was = control_box_at(before, p->x, p->y), is = control_box_at(after, p->x, p->y);
    const struct area in = area_joined(was, is);
    if (run->proposing->acted.in != window || !same_edges(was, is, EDGE) || !grey_label_came_out(before, after, in))
        return (struct area){0};
    return (struct area){in.x - GREY_LABEL_EDGE, in.y - GREY_LABEL_EDGE, in.width + 2 * GREY_LABEL_EDGE,
                         in.height + 2 * GREY_LABEL_EDGE};
}

/* The row of menus at the top of a program's window, where one of its titles is pressed; width 0 = it is something else. What a
 * title opens is said by the title: nothing below it matters, and what is opened is another window, where each press is compared
 * with the plan again. */
static struct area pressed_menus(const proposal *p, const struct eye_window *w)
{
    const struct area inner = eye_window_inner(w);
    struct area row = w && !w->dialog && !w->popup && p->near ? menu_row_at(p->near, p->x, p->y) : (struct area){0};
    if (row.width == 0 || row.y > inner.y + MENU_ROW_TOP)
        return (struct area){0};
    return (struct area){inner.x, inner.y, inner.width, row.y + row.height + MENUS_EDGE - inner.y};
}

/* Its middle is in the row of the icon that is pressed. */
static bool in_row(struct area box, struct area icon)
{
    const int between = 2 * (box.y - icon.y) + box.height - icon.height;
    return box.height <= ICON_MAX && box.width <= ICON_MAX && ABS(between) <= 2 * ROW_SKEW;
}

/* Room for what its frame and shadow are. A line of ground is in it. */
static struct area around_icon(struct area box)
{
    const int edge = GREY_LABEL_EDGE + EDGE;
    return (struct area){box.x - edge, box.y - edge, box.width + 2 * edge, box.height + 2 * edge};
}

/* Of a greyed icon the faintest lines are not seen. */
static bool same_icon(const frame *before, const frame *after, struct area was, struct area is)
{
    return same_edges(was, is, EDGE) ||
           (area_contains(is, was) && ICON_SEEN * (is.width - was.width) <= is.width &&
            ICON_SEEN * (is.height - was.height) <= is.height && grey_label_came_out(before, after, around_icon(is)));
}

/* The row of a tool bar where one of its icons is pressed that is the one that was there: two more are in the row. What has
 * changed below it is no matter, but for another page, on which the icon would act. In the row all counts but icons that have
 * gone grey or have come out of it: these it adds to `left_out`. The middles of the others it adds to `others`. Width 0 = it is
 * something else. */
static struct area pressed_bar(const struct run *run, const proposal *p, const frame *before, const frame *after,
                               const struct eye_window *w, GArray *left_out, GArray *others)
{
    g_autoptr(GArray) aside = w ? covered(run->proposing->planned_on->windows, w->id) : NULL;
    const struct shape was = shapes_drawing_at(before, p->x, p->y), is = shapes_drawing_at(after, p->x, p->y);
    const struct area inner = eye_window_inner(w);
    if (!w || w->dialog || w->popup || is.box.width < ICON_MIN || is.box.height < ICON_MIN || !in_row(is.box, is.box) ||
        !same_icon(before, after, was.box, is.box) || difference_gone(before, after, inner, aside) >= VIEW_GONE)
        return (struct area){0};
    struct area row = is.box;
    for (int x = MAX(p->x - ROW_REACH, inner.x); x < MIN(p->x + ROW_REACH, inner.x + inner.width); x++) {
        const struct area box = shapes_drawing_at(after, x, is.box.y + is.box.height / 2).box;
        const struct area whole = around_icon(box);
        const bool own = area_has(box, p->x, p->y);
        x = MAX(x + ROW_STEP, box.x + box.width);
        if (box.width < ICON_MIN || !in_row(box, is.box))
            continue;
        if (!own)
            g_array_append_val(others, box);
        row = area_joined(row, box);
        if ((grey_label_came_out(before, after, whole) && (!own || run->proposing->acted.in == w->id)) ||
            (!own && grey_label_came_out(after, before, whole)))
            g_array_append_val(left_out, whole);
    }
    return others->len >= 2 ? (struct area){inner.x, row.y - MENUS_EDGE, inner.width, row.height + 2 * MENUS_EDGE}
                            : (struct area){0};
}

/* The screen now, without the light of what the pointer was on when the plan was made, and is on now that the plan has acted, and
 * of icons beside the pressed one that are switched on or off: it shows the same in other colours. What is pressed itself counts,
 * but for the title of a menu, which is lit while it is open. */
static frame *without_light(const struct run *run, const proposal *p, const screen *was, const frame *before, const frame *after,
                            const struct eye_window *w, bool menu, const GArray *icons)
{
    const screen *is = run->look->observation->screen;
    const int places[][2] = {
        {was->pointer_x, was->pointer_y}, {is->pointer_x, is->pointer_y}, {menu ? p->x : -1, menu ? p->y : -1}};
    const bool tells = devices_tells(run->devices) & DISPLAY_TELLS_POINTER;
    const struct hover_light by = {&p->guard.rules, NULL, false, NULL, 0, after->height - 1, menu ? -1 : p->x, menu ? -1 : p->y};
    frame *now = frame_copy(after);
    for (gsize i = 0; tells && w && i < G_N_ELEMENTS(places); i++)
        if (area_has(eye_window_inner(w), places[i][0], places[i][1]))
            hover_light_excuse_at(now, before, places[i][0], places[i][1], eye_window_inner(w), &by);
    for (guint i = 0; i < icons->len; i++) {
        const struct area icon = g_array_index(icons, struct area, i);
        hover_light_excuse_at(now, before, icon.x + icon.width / 2, icon.y + icon.height / 2, eye_window_inner(w), &by);
    }
    return now;
}

/* The plan's last action went to that window under the title that it has now: where that was another one than planned, a person
 * has been asked for it. */
static bool goes_on(const struct run *run, const struct eye_window *w)
{
    return w && w->id == run->proposing->acted.in && window_title_same(run->proposing->acted.title, w->title);
}

/* It is pressed again where the plan has pressed and typed, and just that is written there now. */
static bool goes_back(const struct run *run, const proposal *p)
{
    const struct run_proposing *made = run->proposing;
    bool there = false, written = false;
    for (guint i = 0; !there && i < made->written->len; i++) {
        const struct area at = g_array_index(made->written, struct area, i);
        there = ABS(at.x - p->x) <= BACK && ABS(at.y - p->y) <= BACK;
    }
    for (guint i = 0; there && p->label && !written && i < made->typed->len; i++) {
        g_auto(GStrv) lines = g_strsplit(made->typed->pdata[i], "\n", -1);
        for (char **line = lines; *line && !written; line++) {
            g_autofree char *quoted = g_strdup_printf("\"%s\"", *line);
            written = **line && g_str_equal(p->label, quoted);
        }
    }
    return written;
}

/* What lay at the target when the plan was made; what the earlier actions have changed elsewhere is no matter. */
static char *target_differs(const struct run *run, const proposal *p, const eye_observation *planned_on,
                            const eye_observation *now)
{
    const struct eye_window *was = eye_observation_window_at(planned_on, p->x, p->y),
                            *is = eye_observation_window_at(now, p->x, p->y);
    if (!same_window(was, is))
        return g_strdup_printf("the window at the target is another: \"%s\", not \"%s\"", is && is->title ? is->title : "",
                               was && was->title ? was->title : "");
    char *renamed = was && !goes_on(run, is) ? title_differs(run, was->title, is->title) : NULL;
    if (renamed || g_str_equal(planned_on->frame.hash, now->frame.hash))
        return renamed;
    g_autoptr(frame) before = frame_open(planned_on->frame.path, NULL, NULL),
                     after = frame_open(now->frame.path, now->frame.shared, NULL);
    if (!before || !after)
        return g_strdup("nobody knows what was there: a picture cannot be read");
    char *page = is && is->dialog ? page_differs(before, planned_on->windows, after, is, PAGE_GONE) : NULL;
    if (page || goes_back(run, p))
        return page;
    g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct area)), left_out = filled_fields(run, p, before, after);
    leave_out_tips(left_out, p, planned_on);
    leave_out_tips(left_out, p, now);
    if (is)
        leave_out_covered(left_out, p, planned_on->windows, is->id);
    struct screen_match_rules close = p->guard.rules;
    close.ignored = left_out;
    close.program = none;
    close.min_frame = 0;
    const struct area menus = pressed_menus(p, is), label = came_out(run, p, before, after, is ? is->id : 0);
    g_autoptr(GArray) icons = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct area row = menus.width ? menus : pressed_bar(run, p, before, after, is, left_out, icons);
    if (label.width)
        g_array_append_val(left_out, label);
    if (row.width) {
        close.close = area_cut(close.close, row);
        close.core = area_cut(close.core, row);
    }
    struct screen_match l = screen_match_measure(before, after, &close);
    char *what = screen_match_changed(&l, &close);
    if (!what || before->width != after->width || before->height != after->height)
        return what;
    g_free(what);
    g_autoptr(frame) rest = without_light(run, p, planned_on->screen, before, after, is, menus.width > 0, icons);
    l = screen_match_measure(before, rest, &close);
    return screen_match_changed(&l, &close);
}

/* An open menu or list, which takes the keys of its program's windows and was not there when the plan was made. */
static const struct eye_window *new_popup(const eye_observation *then, const eye_observation *now, const struct eye_window *keys)
{
    for (guint i = 0; keys && i < now->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(now->windows, i);
        if (w->popup && !w->tooltip && w->pid == keys->pid && !same_window(w, eye_observation_window(then, w->id)))
            return w;
    }
    return NULL;
}

/* A list or a box that a press has opened inside the window (GTK's popovers are no windows of the X server): it takes the keys.
 * What an earlier menu had covered is no such thing: it was there when the plan was made. Nor is what the press itself has drawn
 * from corner to corner. */
static char *box_has_opened(const struct run *run, const frame *before, const frame *planned, const frame *after,
                            const struct eye_window *w)
{
    const eye_observation *now = run->look->observation;
    g_autoptr(GArray) tips = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (guint i = 0; i < now->windows->len; i++) {
        const struct eye_window *tip = g_ptr_array_index(now->windows, i);
        const struct area at = eye_window_inner(tip);
        if (tip->tooltip)
            g_array_append_val(tips, at);
    }
    const struct area at = difference_opened(before, planned, after, eye_window_inner(w), tips);
    return at.width && !same_edges(at, run->proposing->dragged, DRAWN)
               ? g_strdup_printf("something has opened in \"%s\" at %d,%d, %d×%d px, which may take the keys",
                                 w->title ? w->title : "", at.x, at.y, at.width, at.height)
               : NULL;
}

/* Since the plan was made, or since its last action was decided on where that has gone to the same window. In a window that is no
 * dialog keys that move, and texts, may scroll most of a document. */
static char *keys_page_differs(const struct run *run, const struct eye_window *is, const eye_observation *then, bool acted)
{
    const eye_observation *now = run->look->observation;
    const struct run_acted *last = acted && run->proposing->acted.frame ? &run->proposing->acted : NULL;
    const char *path = last ? last->frame : then->frame.path;
    if (!is || !(is->dialog || run->proposing->turns) || g_strcmp0(path, now->frame.path) == 0)
        return NULL;
    g_autoptr(frame) before = frame_open(path, NULL, NULL), after = frame_open(now->frame.path, now->frame.shared, NULL);
    const bool pressed = acted && run->proposing->pressed_x >= 0;
    g_autoptr(frame) planned = pressed ? frame_open(then->frame.path, NULL, NULL) : NULL;
    if (!before || !after || (pressed && !planned))
        return g_strdup("nobody knows what was there: a picture cannot be read");
    char *page = page_differs(before, last ? last->windows : then->windows, after, is, is->dialog ? PAGE_GONE : VIEW_GONE);
    return page || !pressed ? page : box_has_opened(run, before, planned, after, is);
}

/* Keys have no place: theirs is the window that was to get them when the plan was made, or got the plan's last action; as it was
 * called then. */
static char *keys_differ(const struct run *run, const proposal *p, const eye_observation *then)
{
    const eye_observation *now = run->look->observation;
    const struct eye_window *was = proposal_window_for_keys(run, then), *is = eye_observation_window(now, p->window),
                            *popup = new_popup(then, now, is);
    was = was ? was : eye_observation_window(then, then->focus);
    if (popup)
        return g_strdup_printf("a menu or list of \"%s\" has opened, which takes the keys", is->title ? is->title : "");
    const bool planned = same_window(was, is), acted = is && is->id == run->proposing->acted.in;
    char *renamed = is && !goes_on(run, is) && (planned || acted)
                        ? title_differs(run, planned ? was->title : run->proposing->acted.title, is->title)
                        : NULL;
    if (planned || acted)
        return renamed ? renamed : keys_page_differs(run, is, then, acted);
    return g_strdup_printf("the keys go to another window: \"%s\", not \"%s\"", is && is->title ? is->title : "",
                           was && was->title ? was->title : "");
}

/* A dialog, or another window, that the plan did not reckon with: it may ask for something else first, or be what the next action
 * was meant for. Only windows that input goes past: a press in it, or a key, is told as another window's. */
static char *window_has_come(const struct run *run, const proposal *p, const eye_observation *planned_on)
{
    const eye_observation *now = run->look->observation;
    const struct eye_window *new = eye_window_newcomer(planned_on->windows, now->windows, eye_observation_window(now, p->window));
    g_autofree char *name = new ? eye_window_name(new) : NULL;
    return new ? g_strdup_printf("the window %s has come", name) : NULL;
}

static char *plan_differs(const struct run *run, const proposal *p, const eye_observation *planned_on)
{
    char *come = p->x >= 0 || timeline_uses_keyboard(p->timeline) ? window_has_come(run, p, planned_on) : NULL;
    if (come)
        return come;
    if (p->x >= 0)
        return target_differs(run, p, planned_on, run->look->observation);
    return timeline_uses_keyboard(p->timeline) ? keys_differ(run, p, planned_on) : NULL;
}

static char *thought_differs(const proposal *p, const eye_observation *thought_on, const eye_observation *now)
{
    g_autoptr(frame) before = frame_open(thought_on->frame.path, thought_on->frame.shared, NULL),
                     after = frame_open(now->frame.path, now->frame.shared, NULL);
    g_autofree char *windows = eye_window_list_change(thought_on->windows, now->windows);
    if (windows)
        return g_strdup_printf("the windows have changed: %s", windows);
    if (!before || !after)
        return g_strdup("nobody knows what was there: a picture cannot be read");
    if (thought_on->focus != now->focus) {
        const struct eye_window *w = eye_observation_window(now, now->focus);
        g_autofree char *name = w ? eye_window_name(w) : g_strdup("no window");
        return g_strdup_printf("the windows have changed: %s has the focus now", name);
    }
    g_autoptr(GArray) left_out = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct screen_match_rules r = p->guard.rules;
    if (r.ignored)
        g_array_append_vals(left_out, r.ignored->data, r.ignored->len);
    leave_out_tips(left_out, p, thought_on);
    leave_out_tips(left_out, p, now);
    r.ignored = left_out;
    struct screen_match l = screen_match_measure(before, after, &r);
    return screen_match_changed(&l, &r);
}

/* The words at the target, where they are known then and now and are others. "nothing readable" is not quoted. Of grey letters
 * OCR takes S for s. */
static char *words_differ(const proposal *p, const char *was)
{
    bool known = was && p->label && *was == '"' && *p->label == '"';
    g_autofree char *before = known ? g_utf8_casefold(was, -1) : NULL, *now = known ? g_utf8_casefold(p->label, -1) : NULL;
    return known && !g_str_equal(before, now) ? g_strdup_printf("at the target the words were %s, now %s", was, p->label) : NULL;
}

bool proposal_compare_thought(struct run *run, proposal *p, const eye_observation *planned_on, const eye_observation *thought_on,
                              GError **error)
{
    g_autofree char *what = planned_on ? plan_differs(run, p, planned_on) : NULL, *was = NULL;
    const eye_observation *then = what ? planned_on : thought_on;
    if (!what && thought_on)
        what = thought_differs(p, thought_on, run->look->observation);
    if (!what)
        return true;
    if (p->x >= 0 && !proposal_read_then(run, p, then, &was, error))
        return false;
    g_autofree char *words = words_differ(p, was);
    const char *place = words ? strstr(what, "the target has changed at ") : NULL; /* the words say it */
    g_autofree char *why = g_strdup_printf("since the plan was made, %s%s%s", place == what ? "" : what,
                                           words && place != what ? ", and " : "", words ? words : "");
    policy_add(&p->policy, POLICY_CHANGED_SINCE, POLICY_ASK, -1, why);
    proposal_must_ask(p, why);
    return true;
}
