#include "engine/hand/approach_parts.h"

#include "engine/hand/approach.h"
#include "engine/hand/arrival.h"
#include "engine/hand/hand_port.h"
#include "engine/hand/hover_light.h"
#include "engine/hand/hover_shapes.h"
#include "engine/hand/lit_icons.h"
#include "engine/hand/redraw_check.h"
#include "engine/hand/status_line.h"
#include "engine/hand/widget.h"
#include "engine/picture/edge_compare.h"

#include <string.h>

/* Whoever gets the focus has other colours everywhere. */
static bool focus_came(const approach *a)
{
    return a->given || approach_focus(a) != a->focus || (a->focus_follows && !area_has(a->top, a->x, a->y));
}

static char *words_changed(approach *a, const frame *now, struct area in, const GArray *also)
{
    return redraw_check_part(a->expected, now, in, &a->rules, also, a->given, &a->bar);
}

/* No pixel of it differs by as much as words need. */
static bool is_pale(const frame *f, const frame *other, struct area in)
{
    bool is = true;
    for (int y = in.y; is && y < in.y + in.height; y++)
        for (int x = in.x; is && x < in.x + in.width; x++)
            is = frame_step(frame_pixel(f, x, y), frame_pixel(other, x, y)) < EDGE_COMPARE_CLEAR;
    return is;
}

/* What the pointer did the first time that it came, too, and did not do when it had gone; but nothing elsewhere that can be read:
 * what is selected or written there decides what the press does. And no words or lines in the widget under the pointer: beyond
 * the patch they say, too, what is pressed. In `also` it is as expected already, and only the edges around that differ. */
static void excuse_caused(approach *a, frame *now, const struct arrival *way, const GArray *also, int first, int last)
{
    gsize n = (gsize)now->width * (gsize)now->height;
    if (!a->tried || !a->seen || a->seen->width != now->width || a->seen->height != now->height)
        return;
    bool away = a->away && a->away->width == now->width && a->away->height == now->height;
    g_autoptr(frame) caused = frame_copy(a->expected);
    for (gsize i = 0; i < n; i++)
        if (frame_step(now->pixels[i], a->seen->pixels[i]) <= REDRAW_CHECK_FAINT)
            caused->pixels[i] = now->pixels[i];
    g_autoptr(frame) rest = status_line_excused(&a->fire->guard, a->expected, caused, way);
    g_autoptr(GArray) elsewhere = arrival_elsewhere(a->expected, rest, away ? a->away : NULL, way, first, last),
                      under = arrival_lit(a->expected, caused, way, first, last);
    a->moved = (struct area){0};
    for (guint i = elsewhere->len; i-- > 0;)
        if (is_pale(a->expected, rest, g_array_index(elsewhere, struct area, i)))
            g_array_remove_index_fast(elsewhere, i);
    for (guint i = 0; i < elsewhere->len; i++)
        a->moved = area_joined(a->moved, g_array_index(elsewhere, struct area, i));
    arrival_excuse(caused, a->expected, elsewhere);
    arrival_excuse(caused, a->expected, under); /* hover_light_excuse() asks for its words */
    struct area widget = area_cut(widget_at(a->expected, a->target_x, a->target_y), a->top);
    g_autofree char *words = widget.width ? words_changed(a, caused, widget, also) : NULL;
    for (int y = widget.y; words && y < widget.y + widget.height; y++) {
        gsize from = (gsize)y * (gsize)now->width + (gsize)widget.x;
        memcpy(caused->pixels + from, a->expected->pixels + from, (gsize)widget.width * sizeof(guint32));
    }
    for (gsize i = 0; i < n; i++)
        if (now->pixels[i] == caused->pixels[i])
            now->pixels[i] = a->expected->pixels[i];
}

/* A look with the pointer at the target. */
struct there {
    const frame *live;
    struct area close;
    struct arrival way;
    const GArray *also;
    int first, last; /* rows that differ */
    bool still;
};

static char *words_in_close(approach *a, const struct there *t, const frame *here, bool left)
{
    char *what = words_changed(a, here, t->close, t->also);
    a->words = what != NULL;
    return !what && left && !a->tried ? words_changed(a, t->live, t->close, t->also) : what;
}

/* Rows that are highlighted, or no more, if all words in the popup are as they were; and tips that are at rest. */
static void excuse_popup(approach *a, frame *now, const struct there *t)
{
    g_autofree char *words = a->popup.width ? words_changed(a, now, a->popup, t->also) : NULL;
    g_autoptr(GArray) rows = a->popup.width && !words ? arrival_rows(a->expected, now, &t->way, t->first, t->last) : NULL;
    if (rows)
        arrival_excuse(now, a->expected, rows);
    if (t->still && a->tips)
        arrival_excuse(now, a->expected, a->tips);
}

/* `left`: what the pointer has left behind counts as it was. */
static char *changed_there(approach *a, const struct there *t, bool left)
{
    g_autoptr(frame) now = frame_copy(t->live);
    if (left)
        arrival_left_behind(now, a->expected, a->tried ? a->seen : NULL, &t->way, t->close);
    char *what = words_in_close(a, t, now, left);
    if (!what && focus_came(a)) { /* colours everywhere; no words in what was to be seen of it */
        const GArray *program = a->fire->guard.rules.program;
        g_autoptr(frame) shown = frame_copy(program ? a->expected : now);
        if (program)
            arrival_excuse(shown, now, program);
        what = words_changed(a, shown, area_cut(a->rules.window, a->top), t->also);
        if (a->bar) /* the text cursor that the focus brings; not at the target */
            g_clear_pointer(&what, g_free);
        a->words = what != NULL;
        return what;
    }
    if (what)
        return what;
    arrival_excuse(now, a->expected, t->also);
    excuse_popup(a, now, t);
    excuse_caused(a, now, &t->way, t->also, t->first, t->last);
    const struct hover_light light = {&a->rules, t->also, a->given, &a->bar, t->first, t->last, -1, -1};
    hover_light_excuse(now, a->expected, &t->way, &light);
    struct guard_look look = {0};
    return guard_picture(a->guard, a->fire, now, t->first, t->last, &look);
}

/* NULL = it is what was decided on, but for what the pointer explains. `taken`: the same with the last levels of fades. Whether
 * it has left something behind is asked only where that is needed: it goes by places, and would cut what lights up under it in
 * two. */
char *approach_changed_there(approach *a, const frame *live, const frame *taken, int first, int last, bool still,
                             const GArray *over)
{
    struct there t = {.live = live, .close = approach_target_area(a), .first = first, .last = last, .still = still};
    const struct area moved = a->moved;
    const bool bar = a->bar;
    t.way = (struct arrival){a->x, a->y, a->target_x, a->target_y, a->top};
    a->words = true;
    if (live->width != a->expected->width || live->height != a->expected->height)
        return approach_resized();
    /* menus and lists draw no pointer of their own: what seems to go along with it is a part of the row that lights up */
    g_autoptr(GArray) also = g_array_copy((GArray *)over), tabs = g_array_new(FALSE, FALSE, sizeof(struct area)),
                      sprite = a->popup.width ? g_array_new(FALSE, FALSE, sizeof(struct area))
                                              : arrival_sprite(a->expected, live, &t.way, t.close),
                      bars = arrival_scrollbars(a->expected, live, &t.way, first, last),
                      same = a->popup.width ? approach_icons(a, live) : lit_icons(a->expected, taken, &t.way, also, first, last);
    g_array_append_vals(also, bars->data, bars->len);
    if (!same)
        return g_strdup_printf("the target has changed at %d,%d, %d×%d px: an icon of a menu came or went", a->popup.x,
                               a->popup.y, a->popup.width, a->popup.height);
    g_array_append_vals(also, same->data, same->len);
    hover_shapes_add(also, tabs, a->expected, live, &t.way, over);
    hover_shapes_add_outside(also, sprite, tabs);
    t.also = also;
    g_autofree char *what = changed_there(a, &t, false), *left = NULL;
    if (!what)
        return NULL;
    bool words = a->words;
    a->moved = moved;
    a->bar = bar;
    left = changed_there(a, &t, true);
    if (!left || !a->words || words)
        return g_steal_pointer(&left);
    a->words = false; /* only what has been cut is words */
    return g_steal_pointer(&what);
}
