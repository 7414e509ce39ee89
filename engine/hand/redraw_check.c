#include "engine/hand/redraw_check.h"

#include "engine/picture/edge_compare.h"

/* The areas' parts in `in`, relative to its corner. Caller unrefs. */
static GArray *parts_in(const GArray *areas, struct area in)
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

static void add(GArray *all, const GArray *areas)
{
    if (areas)
        g_array_append_vals(all, areas->data, areas->len);
}

static GArray *left_out(const frame *now, struct area in, const struct screen_match_rules *r, const GArray *also)
{
    const struct area carets[] = {screen_match_caret_shown(&r->caret, now, in.x, in.y),
                                  screen_match_caret_shown(&r->second, now, in.x, in.y)};
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct area));
    add(all, r->ignored);
    for (guint i = 0; r->restless && i < r->restless->len; i++) {
        struct area a = g_array_index(r->restless, struct area, i);
        if (r->animated || !area_overlaps(a, r->core))
            g_array_append_val(all, a);
    }
    add(all, also);
    for (gsize i = 0; i < G_N_ELEMENTS(carets); i++)
        if (carets[i].width)
            g_array_append_val(all, carets[i]);
    return parts_in(all, in);
}

/* ---- the cursor of a terminal ---- */

/* All of the box's edge has one colour. */
static bool has_edge(const frame *f, struct area box)
{
    guint32 colour = frame_pixel(f, box.x, box.y);
    bool same = true;
    for (int x = box.x; x < box.x + box.width; x++)
        same &= frame_pixel(f, x, box.y) == colour && frame_pixel(f, x, box.y + box.height - 1) == colour;
    for (int y = box.y; y < box.y + box.height; y++)
        same &= frame_pixel(f, box.x, y) == colour && frame_pixel(f, box.x + box.width - 1, y) == colour;
    return same;
}

/* Most of what the edge encloses has the edge's colour; a character under a cursor keeps its own. */
static bool is_filled(const frame *f, struct area box)
{
    guint32 colour = frame_pixel(f, box.x, box.y);
    int same = 0, all = (box.width - 2) * (box.height - 2);
    for (int y = box.y + 1; y < box.y + box.height - 1; y++)
        for (int x = box.x + 1; x < box.x + box.width - 1; x++)
            same += frame_pixel(f, x, y) == colour;
    return 2 * same > all;
}

/* The outline that has its upper left corner there; width 0 = none. */
static struct area outline_at(const frame *f, int x, int y)
{
    guint32 colour = frame_pixel(f, x, y);
    struct area box = {x, y, 1, 1};
    if ((x > 0 && frame_pixel(f, x - 1, y) == colour) || (y > 0 && frame_pixel(f, x, y - 1) == colour))
        return (struct area){0}; /* not where it begins: the ground around a word is no outline */
    while (box.width <= REDRAW_CHECK_CURSOR_WIDTH && x + box.width < f->width && frame_pixel(f, x + box.width, y) == colour)
        box.width++;
    while (box.height <= REDRAW_CHECK_CURSOR_HEIGHT && y + box.height < f->height && frame_pixel(f, x, y + box.height) == colour)
        box.height++;
    bool fits =
        box.width >= 3 && box.width <= REDRAW_CHECK_CURSOR_WIDTH && box.height >= 6 && box.height <= REDRAW_CHECK_CURSOR_HEIGHT;
    return fits && !is_filled(f, box) && has_edge(f, box) ? box : (struct area){0};
}

/* Around x, y, in its place in the picture of before. */
static struct area cursor_at(const frame *before, const frame *now, int x, int y)
{
    for (int j = MAX(0, y - REDRAW_CHECK_CURSOR_HEIGHT); j <= MIN(y + SCREEN_MATCH_CELL, before->height - 1); j++)
        for (int i = MAX(0, x - REDRAW_CHECK_CURSOR_WIDTH); i <= MIN(x + SCREEN_MATCH_CELL, before->width - 1); i++) {
            struct area box = outline_at(before, i, j);
            struct area around = {box.x - SCREEN_MATCH_CELL, box.y - SCREEN_MATCH_CELL, box.width + 2 * SCREEN_MATCH_CELL,
                                  box.height + 2 * SCREEN_MATCH_CELL};
            if (box.width && area_has(around, x, y) && has_edge(now, box) && is_filled(now, box))
                return box;
        }
    return (struct area){0};
}

char *redraw_check_compare(const frame *before, const frame *now, struct area in, const struct screen_match_rules *r,
                           const GArray *also, bool focused, bool *ret_bar)
{
    g_autoptr(GArray) ignored = left_out(now, in, r, also);
    struct edge_compare s = edge_compare_measure(before, now, ignored);
    struct area cursor = focused && s.changed >= EDGE_COMPARE_CHANGED ? cursor_at(before, now, s.x, s.y) : (struct area){0};
    if (cursor.width) {
        struct area a = {cursor.x - 1, cursor.y - 1, cursor.width + 2, cursor.height + 2};
        g_array_append_val(ignored, a);
        s = edge_compare_measure(before, now, ignored);
    }
    if (s.changed < EDGE_COMPARE_CHANGED)
        return NULL;
    if (ret_bar) /* with the pixel on each side from which it differs */
        *ret_bar = s.all.width <= SCREEN_MATCH_CARET_WIDTH + 2 && s.all.height <= SCREEN_MATCH_CARET_HEIGHT;
    return g_strdup_printf(
        "the target has changed at %d,%d, %d×%d px: text or lines came, went or moved (%d steps in 8×8 px, most %d)",
        in.x + s.all.x, in.y + s.all.y, s.all.width, s.all.height, s.changed, EDGE_COMPARE_CHANGED - 1);
}

char *redraw_check_part(const frame *before, const frame *now, struct area in, const struct screen_match_rules *r,
                        const GArray *also, bool focused, bool *ret_bar)
{
    g_autoptr(frame) is = frame_crop(now, in.x, in.y, in.width, in.height),
                     was = frame_crop(before, in.x, in.y, in.width, in.height);
    return is && was ? redraw_check_compare(was, is, in, r, also, focused, ret_bar) : NULL;
}

char *redraw_check_alone(const frame *before, const frame *now, struct area in, const struct screen_match_rules *screen)
{
    struct screen_match_rules r = {.close = {0, 0, in.width, in.height},
                                   .core = area_cut(screen->core, in),
                                   .caret = screen->caret,
                                   .tolerance = screen->tolerance,
                                   .min_target = screen->min_target};
    r.core.x -= r.core.width ? in.x : 0;
    r.core.y -= r.core.width ? in.y : 0;
    r.caret.at.x -= in.x;
    r.caret.at.y -= in.y;
    r.ignored = parts_in(screen->ignored, in);
    r.restless = parts_in(screen->restless, in);
    struct screen_match l = screen_match_measure(before, now, &r);
    screen_match_shift(&l, in.x, in.y);
    char *what = screen_match_changed(&l, &r);
    screen_match_rules_clear(&r);
    return what;
}

struct area redraw_check_box(const frame *before, const frame *now, struct area in)
{
    struct area all = {0};
    for (int y = 0; y < in.height; y++)
        for (int x = 0; x < in.width; x++)
            if (frame_pixel(before, x, y) != frame_pixel(now, x, y))
                all = area_joined(all, (struct area){in.x + x, in.y + y, 1, 1});
    return all;
}

frame *redraw_check_without_faint(const frame *before, const frame *now, int first, int last)
{
    frame *copy = frame_copy(now);
    gsize width = (gsize)now->width;
    if (now->width != before->width || now->height != before->height)
        return copy;
    for (gsize i = (gsize)first * width; i < (gsize)(last + 1) * width; i++)
        if (copy->pixels[i] != before->pixels[i] && frame_step(copy->pixels[i], before->pixels[i]) <= REDRAW_CHECK_FAINT)
            copy->pixels[i] = before->pixels[i];
    return copy;
}
