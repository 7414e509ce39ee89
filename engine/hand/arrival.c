#include "engine/hand/arrival.h"

#include "engine/hand/ruler_mark.h"
#include "engine/hand/small_box.h"
#include "engine/hand/widget.h"
#include "engine/picture/edge_compare.h"
#include "engine/picture/scroll_bar.h"

#include <string.h>

#define SIDE (2 * ARRIVAL_SPRITE + 1)
#define SPRITE_LEAST 12 /* px */
#define REGION_LEAST 6  /* px: less is chance */
#define FILLED 12       /* px between the two sides of its outline */
#define CROSSED 6       /* px: breadth of what its outline crosses */
#define CROSSHAIR 64    /* px: a line so long that goes along with the pointer */
#define CROSSING 3      /* px around the place where another such line crosses it */
#define BETWEEN_DOTS 8  /* px: of a ground that is not as it was where the line came from */
#define OUTLINE 12      /* times its length has so many pixels */
#define MARKER_REACH 12 /* px: from its middle to its sides, at most */
#define MARKER_NEAR 2   /* px: from its middle to the line on which the pointer is */
#define MARKER_APART 24 /* px: from the pointer */
#define SUB 4           /* px: side of the squares of which regions are made */
#define AROUND 6        /* px around a highlight: the ground on which it ends */
#define TIP_WIDTH 24    /* px, at least: with a word in it */
#define TIP_HEIGHT 12
#define LEFT_NEAR 48  /* px from where the pointer was: so far a tooltip that a program draws is from it */
#define LEFT_ALONG 16 /* px: so much nearer to the target than to where the pointer was */
#define LEFT_APART 16 /* px from where it is now, at least */
#define BAR_WIDTH 20  /* px, in whole squares */
#define BAR_HEIGHT 96
#define BAR_STEPS 8 /* from its top to its bottom: the ends of the slider, with their shadows */
#define MARK_PART 8 /* a mark takes less than such a part of its highlight */

static struct area screen_of(const frame *f)
{
    return (struct area){0, 0, f->width, f->height};
}

/* ---- a pointer of the program's own, and the markers of its rulers ---- */

/* Around x, y; what came was dx, dy away. */
struct move {
    const frame *expected, *live;
    int x, y, dx, dy;
    int reach; /* px from x, y to the box's sides; offsets are counted from its corner */
};

struct sprite {
    struct move m;
    bool came[SIDE][SIDE]; /* what was there is here now, and was not here */
    bool of_it[SIDE][SIDE];
    struct area all; /* of it */
    int n;           /* pixels of it */
    int queue[SIDE * SIDE];
};

/* What was there is here. */
static bool moved_along(const struct move *m, int i, int j, bool *ret_new)
{
    struct area screen = screen_of(m->expected);
    int x = m->x + i - m->reach, y = m->y + j - m->reach;
    *ret_new = false;
    if (!area_has(screen, x, y) || !area_has(screen, x - m->dx, y - m->dy) ||
        frame_pixel(m->live, x, y) != frame_pixel(m->expected, x - m->dx, y - m->dy))
        return false;
    *ret_new = frame_pixel(m->live, x, y) != frame_pixel(m->expected, x, y);
    return true;
}

/* All that came and is joined to it, gaps of a pixel are none; and none of it, where it reaches the box's sides: then it is a
 * part of something larger. */
static void take_region(struct sprite *s, int i, int j)
{
    int side = 2 * s->m.reach, n = 1;
    bool larger = false;
    s->queue[0] = j * SIDE + i;
    s->came[j][i] = false;
    for (int k = 0; k < n; k++) {
        int x = s->queue[k] % SIDE, y = s->queue[k] / SIDE;
        larger |= x == 0 || y == 0 || x == side || y == side;
        for (int v = MAX(0, y - 2); v <= MIN(side, y + 2); v++)
            for (int u = MAX(0, x - 2); u <= MIN(side, x + 2); u++) {
                if (s->came[v][u])
                    s->queue[n++] = v * SIDE + u;
                s->came[v][u] = false;
            }
    }
    for (int k = 0; k < n && !larger && n >= REGION_LEAST; k++) {
        int x = s->queue[k] % SIDE, y = s->queue[k] / SIDE;
        s->of_it[y][x] = true;
        s->all = area_joined(s->all, (struct area){x, y, 1, 1});
        s->n++;
    }
}

static void take_regions(struct sprite *s)
{
    for (int j = 0; j <= 2 * s->m.reach; j++)
        for (int i = 0; i <= 2 * s->m.reach; i++)
            if (s->came[j][i])
                take_region(s, i, j);
}

static bool left(const struct sprite *s, int i, int j)
{
    int x = s->m.x + i - s->m.reach - s->m.dx, y = s->m.y + j - s->m.reach - s->m.dy;
    return area_has(screen_of(s->m.live), x, y) && frame_pixel(s->m.live, x, y) != frame_pixel(s->m.expected, x, y);
}

/* True when the pointer is on or in it, and at least half of it has gone from where it came: else the thing is there twice. */
static bool follow(struct sprite *s, int near)
{
    int side = 2 * s->m.reach, gone = 0;
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++)
            moved_along(&s->m, i, j, &s->came[j][i]);
    take_regions(s);
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++)
            gone += s->of_it[j][i] && left(s, i, j);
    struct area around = {s->all.x - near, s->all.y - near, s->all.width + 2 * near, s->all.height + 2 * near};
    return s->n >= SPRITE_LEAST && area_has(around, s->m.reach, s->m.reach) && 2 * gone >= s->n;
}

/* Whether some of it is on both sides, in the row or in the column, and no further apart than that. */
static bool between(const struct sprite *s, int i, int j, int apart)
{
    int side = 2 * s->m.reach, before[2] = {-apart, -apart}, after[2] = {apart, apart};
    if (!area_has((struct area){s->all.x - 1, s->all.y - 1, s->all.width + 2, s->all.height + 2}, i, j))
        return false; /* all of it is on one side */
    for (int k = -apart; k <= apart; k++) {
        bool in_row = i + k >= 0 && i + k <= side && s->of_it[j][i + k];
        bool in_column = j + k >= 0 && j + k <= side && s->of_it[j + k][i];
        before[0] = in_row && k <= 1 ? k : before[0];
        before[1] = in_column && k <= 1 ? k : before[1];
        after[0] = in_row && k >= -1 ? MIN(k, after[0]) : after[0];
        after[1] = in_column && k >= -1 ? MIN(k, after[1]) : after[1];
    }
    return after[0] - before[0] <= apart || after[1] - before[1] <= apart;
}

static void add_pixel(GArray *areas, int x, int y)
{
    struct area *last = areas->len ? &g_array_index(areas, struct area, areas->len - 1) : NULL;
    struct area one = {x, y, 1, 1};
    if (last && last->y == y && last->x + last->width == x)
        last->width++;
    else
        g_array_append_val(areas, one);
}

/* Where it is now, and where it was. What lies between has the colour that was here before, so that it did not come; or it is a
 * line that inverts what it crosses: little of it. */
static void add_sprite(GArray *areas, const struct sprite *s)
{
    g_autoptr(GArray) before = g_array_new(FALSE, FALSE, sizeof(struct area));
    int side = 2 * s->m.reach, crossings = 0;
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++)
            crossings += !s->of_it[j][i] && left(s, i, j) && between(s, i, j, CROSSED);
    for (int j = 0; j <= side; j++)
        for (int i = 0; i <= side; i++) {
            bool came, exact = moved_along(&s->m, i, j, &came);
            bool of_it = s->of_it[j][i] || (exact && between(s, i, j, FILLED));
            bool crosses = 4 * crossings <= s->n && left(s, i, j) && between(s, i, j, CROSSED);
            if (!of_it && !crosses)
                continue;
            add_pixel(areas, s->m.x + i - s->m.reach, s->m.y + j - s->m.reach);
            add_pixel(before, s->m.x + i - s->m.reach - s->m.dx, s->m.y + j - s->m.reach - s->m.dy);
        }
    g_array_append_vals(areas, before->data, before->len);
}

static void find_sprite(GArray *areas, const struct move *m, int near)
{
    g_autofree struct sprite *s = g_new0(struct sprite, 1);
    s->m = *m;
    if (follow(s, near))
        add_sprite(areas, s);
}

/* The outline of a brush: thin, closed, nothing near the pointer, and the same turned by 180° around it. No words are that. */
static void find_outline(GArray *areas, const frame *expected, const frame *live, int x, int y)
{
    g_autofree struct sprite *s = g_new0(struct sprite, 1);
    s->m = (struct move){expected, live, x, y, 0, 0, ARRIVAL_SPRITE};
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            s->came[j][i] = left(s, i, j);
    take_regions(s);
    int turned = 0;
    for (int j = 1; j < SIDE - 1; j++)
        for (int i = 1; i < SIDE - 1; i++) {
            bool found = false;
            for (int k = 0; k < 9 && s->of_it[j][i]; k++)
                found |= s->of_it[SIDE - 1 - j + k / 3 - 1][SIDE - 1 - i + k % 3 - 1];
            turned += found;
            if (s->of_it[j][i] && ABS(i - ARRIVAL_SPRITE) <= ARRIVAL_NEAR && ABS(j - ARRIVAL_SPRITE) <= ARRIVAL_NEAR)
                return;
        }
    if (s->n < SPRITE_LEAST || s->n > OUTLINE * MAX(s->all.width, s->all.height) || 10 * turned < 9 * s->n ||
        !area_has(s->all, ARRIVAL_SPRITE, ARRIVAL_SPRITE))
        return;
    for (int j = 0; j < SIDE; j++)
        for (int i = 0; i < SIDE; i++)
            if (s->of_it[j][i])
                add_pixel(areas, x + i - ARRIVAL_SPRITE, y + j - ARRIVAL_SPRITE);
}

/* On a ruler above or below (`upright`: beside) the target one goes along with the pointer in the one direction. */
static void find_markers(GArray *areas, const struct move *pointer, struct area in, bool upright)
{
    struct move m = *pointer;
    int first = upright ? in.x : in.y, last = first + (upright ? in.width : in.height) - 1;
    m.reach = MARKER_REACH;
    *(upright ? &m.dx : &m.dy) = 0;
    guint found = areas->len;
    for (int at = first; (m.dx != 0 || m.dy != 0) && at <= last && areas->len == found; at++) {
        bool came;
        *(upright ? &m.x : &m.y) = at;
        if (ABS(at - (upright ? pointer->x : pointer->y)) > MARKER_APART && moved_along(&m, m.reach, m.reach, &came) && came)
            find_sprite(areas, &m, MARKER_NEAR);
    }
}

/* It is thin: nothing came with it beside it. */
static bool is_thin(const struct move *pointer, const struct move *m, bool upright)
{
    struct move beside = *m;
    bool came[2];
    for (int side = 0; side < 2; side++) {
        *(upright ? &beside.x : &beside.y) = (upright ? pointer->x : pointer->y) + (side ? 3 : -3);
        moved_along(&beside, 0, 0, &came[side]);
    }
    return !came[0] && !came[1];
}

static bool stands(const struct move *m)
{
    return area_has(screen_of(m->live), m->x, m->y) && frame_pixel(m->live, m->x, m->y) == frame_pixel(m->expected, m->x, m->y);
}

/* Lines through the pointer, of any length and pattern, that go along with it in the one direction. The other line crosses it
 * where the pointer is, and crossed it where it was. */
static void find_crosshair(GArray *areas, const struct move *pointer, struct area in, bool upright)
{
    struct move m = *pointer;
    int here = upright ? pointer->y : pointer->x, there = here - (upright ? pointer->dy : pointer->dx);
    int first = upright ? in.y : in.x, last = first + (upright ? in.height : in.width) - 1;
    m.reach = 0;
    *(upright ? &m.dy : &m.dx) = 0;
    for (int beside = -1; (m.dx != 0 || m.dy != 0) && beside <= 1; beside++) {
        *(upright ? &m.x : &m.y) = (upright ? pointer->x : pointer->y) + beside;
        for (int from = first, to, n, apart; from <= last; from = to + 1) {
            bool came = false, along = true;
            for (to = from, n = apart = 0; to <= last && along; to++) {
                *(upright ? &m.y : &m.x) = to;
                bool moved = moved_along(&m, 0, 0, &came);
                apart = moved ? 0 : apart + 1;
                along = (moved && is_thin(pointer, &m, upright)) || (apart <= BETWEEN_DOTS && stands(&m)) ||
                        MIN(ABS(to - here), ABS(to - there)) <= CROSSING;
                n += came;
            }
            for (int at = from; n >= CROSSHAIR / 4 && to - from >= CROSSHAIR && at < to - 1; at++) {
                *(upright ? &m.y : &m.x) = at;
                if (!moved_along(&m, 0, 0, &came))
                    continue;
                add_pixel(areas, upright ? m.x : at, upright ? at : m.y);
                add_pixel(areas, (upright ? m.x : at) - m.dx, (upright ? at : m.y) - m.dy);
            }
        }
    }
}

GArray *arrival_sprite(const frame *expected, const frame *live, const struct arrival *a, struct area close)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct move pointer = {expected, live, a->to_x, a->to_y, a->to_x - a->from_x, a->to_y - a->from_y, ARRIVAL_SPRITE};
    find_outline(areas, expected, live, a->to_x, a->to_y);
    if ((pointer.dx == 0 && pointer.dy == 0) || !area_has(a->window, a->from_x, a->from_y))
        return areas;
    find_sprite(areas, &pointer, ARRIVAL_NEAR);
    find_outline(areas, expected, live, a->from_x, a->from_y);
    find_markers(areas, &pointer, close, false);
    find_markers(areas, &pointer, close, true);
    find_crosshair(areas, &pointer, a->window, false);
    find_crosshair(areas, &pointer, a->window, true);
    return areas;
}

/* ---- what lights up ---- */

struct sheet {
    struct area in; /* of the screen */
    int columns, rows;
    guint8 *squares; /* owned: whether it differs, and is of no region yet */
    GArray *queue;   /* int, of one region */
};

static void mark_squares(struct sheet *s, const frame *expected, const frame *live)
{
    for (int y = s->in.y; y < s->in.y + s->in.height; y++) {
        gsize row = (gsize)y * (gsize)live->width + (gsize)s->in.x;
        if (memcmp(expected->pixels + row, live->pixels + row, (gsize)s->in.width * sizeof(guint32)) == 0)
            continue;
        for (int x = 0; x < s->in.width; x++)
            if (expected->pixels[row + (gsize)x] != live->pixels[row + (gsize)x])
                s->squares[(y - s->in.y) / SUB * s->columns + x / SUB] = 1;
    }
}

/* The region that the square is of; none of it is marked any more. Returns the least area that holds it. */
static struct area region(struct sheet *s, int square)
{
    struct area all = {0};
    g_array_set_size(s->queue, 0);
    g_array_append_val(s->queue, square);
    s->squares[square] = 0;
    for (guint k = 0; k < s->queue->len; k++) {
        int at = g_array_index(s->queue, int, k), x = at % s->columns, y = at / s->columns;
        all = area_joined(all, (struct area){s->in.x + x * SUB, s->in.y + y * SUB, SUB, SUB});
        for (int j = MAX(0, y - 1); j <= MIN(s->rows - 1, y + 1); j++)
            for (int i = MAX(0, x - 1); i <= MIN(s->columns - 1, x + 1); i++) {
                int next = j * s->columns + i;
                if (s->squares[next])
                    g_array_append_val(s->queue, next);
                s->squares[next] = 0;
            }
    }
    return all;
}

static bool is_under(struct area all, int x, int y)
{
    return area_has(
        (struct area){all.x - ARRIVAL_NEAR, all.y - ARRIVAL_NEAR, all.width + 2 * ARRIVAL_NEAR, all.height + 2 * ARRIVAL_NEAR}, x,
        y);
}

static void sheet_fill(struct sheet *s, const frame *expected, const frame *live, struct area in)
{
    s->in = area_cut(in, screen_of(live));
    s->columns = (s->in.width + SUB - 1) / SUB;
    s->rows = (s->in.height + SUB - 1) / SUB;
    s->squares = g_malloc0((gsize)s->columns * (gsize)s->rows + 1);
    s->queue = g_array_new(FALSE, FALSE, sizeof(int));
    mark_squares(s, expected, live);
}

static void sheet_clear(struct sheet *s)
{
    g_free(s->squares);
    g_array_unref(s->queue);
}

static bool is_of_pointer(const struct arrival *a, struct area all)
{
    return is_under(all, a->to_x, a->to_y) || is_under(all, a->from_x, a->from_y);
}

/* The squares of the last region. */
static void add_region(GArray *areas, const struct sheet *s)
{
    for (guint k = 0; k < s->queue->len; k++) {
        int at = g_array_index(s->queue, int, k);
        struct area one =
            area_cut((struct area){s->in.x + at % s->columns * SUB, s->in.y + at / s->columns * SUB, SUB, SUB}, s->in);
        g_array_append_val(areas, one);
    }
}

/* ---- elsewhere ---- */

/* What stood there stands there still, in other colours; a mark that came with them makes it no other thing. */
static bool is_highlight(const frame *expected, const frame *live, const GArray *squares, struct area all)
{
    struct area in =
        area_cut((struct area){all.x - AROUND, all.y - AROUND, all.width + 2 * AROUND, all.height + 2 * AROUND}, screen_of(live));
    g_autoptr(frame) before = frame_crop(expected, in.x, in.y, in.width, in.height), now = frame_copy(before);
    for (guint i = 0; i < squares->len; i++) {
        struct area a = g_array_index(squares, struct area, i);
        for (int y = a.y; y < a.y + a.height; y++)
            for (int x = a.x; x < a.x + a.width; x++)
                now->pixels[(gsize)(y - in.y) * (gsize)in.width + (gsize)(x - in.x)] = frame_pixel(live, x, y);
    }
    struct edge_compare s = edge_compare_measure(before, now, NULL);
    return s.changed < EDGE_COMPARE_CHANGED || MARK_PART * s.all.width * s.all.height < all.width * all.height;
}

/* So many pixels of the area have that colour. */
static int count(const frame *f, struct area in, guint32 colour)
{
    int n = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            n += frame_pixel(f, x, y) == colour;
    return n;
}

/* The least box that has all that differs of these squares. */
static struct area differing_box(const frame *expected, const frame *live, struct area squares)
{
    struct area in = area_cut(squares, screen_of(expected)), box = {0};
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (frame_pixel(expected, x, y) != frame_pixel(live, x, y))
                box = area_joined(box, (struct area){x, y, 1, 1});
    return box;
}

/* Most of it had one colour, and has not any more: a box with a word in it was there. (Majority vote of Boyer and Moore.) */
static bool is_box_gone(const frame *expected, const frame *live, struct area all)
{
    struct area in = differing_box(expected, live, all);
    guint32 colour = 0;
    int votes = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++) {
            guint32 p = frame_pixel(expected, x, y);
            colour = votes ? colour : p;
            votes += p == colour ? 1 : -1;
        }
    int half = in.width * in.height / 2;
    return in.width >= TIP_WIDTH && in.height >= TIP_HEIGHT && count(expected, in, colour) > half &&
           count(live, in, colour) < half;
}

/* A tooltip of the program's own that has gone. */
static bool is_left_behind(const frame *expected, const frame *live, const struct arrival *a, struct area all)
{
    struct area around = {all.x - LEFT_NEAR, all.y - LEFT_NEAR, all.width + 2 * LEFT_NEAR, all.height + 2 * LEFT_NEAR};
    struct area close = {all.x - LEFT_APART, all.y - LEFT_APART, all.width + 2 * LEFT_APART, all.height + 2 * LEFT_APART};
    return area_has(around, a->from_x, a->from_y) && !area_has(close, a->to_x, a->to_y) && is_box_gone(expected, live, all);
}

GArray *arrival_elsewhere(const frame *expected, const frame *live, const frame *away, const struct arrival *a, int first,
                          int last)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct sheet s = {0};
    sheet_fill(&s, expected, live, (struct area){0, first, live->width, last - first + 1});
    for (int square = 0; square < s.columns * s.rows; square++) {
        struct area all = s.squares[square] ? region(&s, square) : (struct area){0};
        g_autoptr(GArray) squares = g_array_new(FALSE, FALSE, sizeof(struct area));
        if (all.width == 0 || is_of_pointer(a, all))
            continue;
        int dx = a->to_x - a->from_x, dy = a->to_y - a->from_y;
        const struct area box = differing_box(expected, live, all);
        bool labelled = small_box_of_label(expected, live, box, a->to_x, a->to_y) ||
                        small_box_of_label(expected, live, box, a->from_x, a->from_y);
        bool beside = small_box_of_field(expected, live, box, a->to_x, a->to_y) ||
                      small_box_of_field(expected, live, box, a->from_x, a->from_y);
        bool whole = labelled && small_box_is_whole(expected, live, box);
        const struct ruler_step step = {expected, live, live, away, a->to_x, a->to_y, -dx, -dy},
                                back = {expected, live, away, live, a->from_x, a->from_y, dx, dy};
        bool marker = away && (ruler_mark_is(&step, box) || ruler_mark_is(&back, box));
        add_region(squares, &s);
        bool of_it =
            is_highlight(expected, live, squares, all) ? labelled || beside : whole || is_left_behind(expected, live, a, all);
        if (!of_it && !marker)
            g_array_append_vals(areas, squares->data, squares->len);
    }
    sheet_clear(&s);
    return areas;
}

GArray *arrival_markers(const frame *expected, const frame *live, const frame *other, const struct arrival *a, int first,
                        int last)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct ruler_step step = {expected, live, live, other, a->to_x, a->to_y, a->from_x - a->to_x, a->from_y - a->to_y};
    struct sheet s = {0};
    sheet_fill(&s, expected, live, area_cut(a->window, (struct area){0, first, live->width, last - first + 1}));
    for (int square = 0; square < s.columns * s.rows; square++) {
        struct area all = s.squares[square] ? region(&s, square) : (struct area){0};
        if (all.width && !is_of_pointer(a, all) && ruler_mark_is(&step, differing_box(expected, live, all)))
            add_region(areas, &s);
    }
    sheet_clear(&s);
    return areas;
}

/* ---- by their shape and place ---- */

static bool is_plain(const frame *f, struct area in, int x)
{
    int steps = 0;
    for (int y = in.y + 1; y < in.y + in.height; y++)
        steps += !widget_ground(frame_pixel(f, x, y - 1), frame_pixel(f, x, y));
    return steps <= BAR_STEPS;
}

/* Upright, thin and long, and nothing is written in it or under it. */
static bool is_scrollbar(const frame *expected, const frame *live, struct area all)
{
    struct area in = area_cut(all, screen_of(expected));
    bool plain = in.width <= BAR_WIDTH && in.height >= BAR_HEIGHT;
    for (int x = in.x; plain && x < in.x + in.width; x++)
        plain = is_plain(expected, in, x) && is_plain(live, in, x);
    return plain;
}

/* One that lies over the edge of what it scrolls, and is not what the pointer comes to. */
static bool is_overlay(const frame *expected, const frame *live, const struct arrival *a, struct area all)
{
    return !is_under(all, a->to_x, a->to_y) && scroll_bar_fades(expected, live, differing_box(expected, live, all), a->window);
}

enum kind { LIT, ROW, SCROLLBAR, OVERLAY };

static GArray *regions(const frame *expected, const frame *live, const struct arrival *a, int first, int last, enum kind kind)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct sheet s = {0};
    sheet_fill(&s, expected, live, area_cut(a->window, (struct area){0, first, live->width, last - first + 1}));
    for (int square = 0; square < s.columns * s.rows; square++) {
        struct area all = s.squares[square] ? region(&s, square) : (struct area){0};
        if (all.width && (kind == LIT       ? is_of_pointer(a, all)
                          : kind == ROW     ? 2 * all.width >= a->window.width
                          : kind == OVERLAY ? is_overlay(expected, live, a, all)
                                            : is_scrollbar(expected, live, all) || is_overlay(expected, live, a, all)))
            add_region(areas, &s);
    }
    sheet_clear(&s);
    return areas;
}

GArray *arrival_lit(const frame *expected, const frame *live, const struct arrival *a, int first, int last)
{
    return regions(expected, live, a, first, last, LIT);
}

GArray *arrival_rows(const frame *expected, const frame *live, const struct arrival *a, int first, int last)
{
    return regions(expected, live, a, first, last, ROW);
}

GArray *arrival_scrollbars(const frame *expected, const frame *live, const struct arrival *a, int first, int last)
{
    /* one that the pointer has passed on its way into a menu lies in the window below that */
    struct arrival everywhere = *a;
    everywhere.window = screen_of(live);
    GArray *areas = regions(expected, live, a, first, last, SCROLLBAR);
    g_autoptr(GArray) others = regions(expected, live, &everywhere, first, last, OVERLAY);
    g_array_append_vals(areas, others->data, others->len);
    return areas;
}

static int apart(int x, int y, int to_x, int to_y)
{
    return MAX(ABS(x - to_x), ABS(y - to_y));
}

void arrival_left_behind(frame *live, const frame *expected, const frame *seen, const struct arrival *a, struct area close)
{
    for (int y = close.y; y < close.y + close.height; y++)
        for (int x = close.x; x < close.x + close.width; x++) {
            gsize at = (gsize)y * (gsize)live->width + (gsize)x;
            int far = apart(x, y, a->to_x, a->to_y);
            if (far >= ARRIVAL_LEFT_BEHIND && apart(x, y, a->from_x, a->from_y) < far + LEFT_ALONG &&
                (!seen || live->pixels[at] == seen->pixels[at]))
                live->pixels[at] = expected->pixels[at];
        }
}

void arrival_excuse(frame *live, const frame *expected, const GArray *areas)
{
    for (guint i = 0; i < areas->len; i++) {
        struct area a = area_cut(g_array_index(areas, struct area, i), screen_of(live));
        for (int y = a.y; y < a.y + a.height; y++) {
            gsize at = (gsize)y * (gsize)live->width + (gsize)a.x;
            memcpy(live->pixels + at, expected->pixels + at, (gsize)a.width * sizeof(guint32));
        }
    }
}
