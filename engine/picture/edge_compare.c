#include "engine/picture/edge_compare.h"

#include <string.h>

#define SUB 4 /* px: squares of 8×8 overlap by half their side */

enum {
    STEP_RIGHT = 1,
    STEP_DOWN = 2,
    IGNORED = 4,
    EXCUSED_RIGHT = 8,
    EXCUSED_DOWN = 16,
    STANDS_RIGHT = 32,
    STANDS_DOWN = 64,
    WEAK_RIGHT = 128, /* it has changed by EDGE_COMPARE_WEAK or more */
    WEAK_DOWN = 256,
};

struct sheet {
    int width, height;
    const frame *pictures[2]; /* expected, live */
    guint16 *marks;           /* for each pixel, flags of the steps to its right and its lower neighbour */
};

static gsize at(const struct sheet *s, int x, int y)
{
    return (gsize)y * (gsize)s->width + (gsize)x;
}

static bool step_changed(int before, int after)
{
    int most = MAX(before, after), least = MIN(before, after);
    return most >= EDGE_COMPARE_CLEAR && (least < EDGE_COMPARE_FAINT || 4 * least < most);
}

static void mark_ignored(struct sheet *s, const GArray *ignored)
{
    const struct area whole = {0, 0, s->width, s->height};
    for (guint i = 0; ignored && i < ignored->len; i++) {
        struct area a = area_cut(g_array_index(ignored, struct area, i), whole);
        for (int y = a.y; y < a.y + a.height; y++)
            for (int x = a.x; x < a.x + a.width; x++)
                s->marks[at(s, x, y)] |= IGNORED;
    }
}

static guint16 step_mark(int before, int after, bool down)
{
    if (step_changed(before, after))
        return down ? STEP_DOWN : STEP_RIGHT;
    if (MIN(before, after) >= EDGE_COMPARE_CLEAR)
        return down ? STANDS_DOWN : STANDS_RIGHT;
    return ABS(before - after) < EDGE_COMPARE_WEAK ? 0 : down ? WEAK_DOWN : WEAK_RIGHT;
}

static void mark_steps(struct sheet *s, const frame *expected, const frame *live)
{
    const guint32 *e = expected->pixels, *l = live->pixels;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            gsize i = at(s, x, y);
            if (s->marks[i] & IGNORED)
                continue;
            gsize right = i + 1, below = i + (gsize)s->width;
            if (x + 1 < s->width && !(s->marks[right] & IGNORED))
                s->marks[i] |= step_mark(frame_step(e[i], e[right]), frame_step(l[i], l[right]), false);
            if (y + 1 < s->height && !(s->marks[below] & IGNORED))
                s->marks[i] |= step_mark(frame_step(e[i], e[below]), frame_step(l[i], l[below]), true);
        }
}

/* ---- lines ---- */

#define CURVE_SIDE (2 * EDGE_COMPARE_CURVE + 1)
#define CURVE_MAX (7 * EDGE_COMPARE_CURVE) /* px: a larger area of one colour is a ground, not a stroke */
#define CURVE_COLOUR 24                    /* levels within which a colour is the same */

struct curve {
    const frame *picture;
    struct area box; /* around the line's end, cut by the picture */
    int left, top;
    bool taken[CURVE_SIDE][CURVE_SIDE];
    int xs[CURVE_SIDE * CURVE_SIDE], ys[CURVE_SIDE * CURVE_SIDE], n;
};

/* Nothing is taken yet. Its places are not cleared: that would be most of the work. */
static void curve_start(struct curve *c, const frame *picture, int x, int y)
{
    c->picture = picture;
    c->left = x - EDGE_COMPARE_CURVE;
    c->top = y - EDGE_COMPARE_CURVE;
    c->box =
        area_cut((struct area){c->left, c->top, CURVE_SIDE, CURVE_SIDE}, (struct area){0, 0, picture->width, picture->height});
    memset(c->taken, 0, sizeof c->taken);
    c->n = 0;
}

/* Those around x, y, and itself. */
static void take_around(struct curve *c, int x, int y, guint32 colour)
{
    int left = MAX(x - 1, c->box.x), right = MIN(x + 1, c->box.x + c->box.width - 1), last = c->box.y + c->box.height - 1;
    for (int j = MAX(y - 1, c->box.y); j <= MIN(y + 1, last); j++) {
        const guint32 *row = c->picture->pixels + (gsize)j * (gsize)c->picture->width;
        for (int i = left; i <= right; i++) {
            bool *taken = &c->taken[j - c->top][i - c->left];
            if (*taken || frame_step(row[i], colour) > CURVE_COLOUR)
                continue;
            *taken = true;
            c->xs[c->n] = i;
            c->ys[c->n++] = j;
        }
    }
}

/* Adds all joined pixels of this pixel's colour within the box. Returns the index of the first; c->n if it is not a thin stroke.
 * `alone`: nothing else is followed in c, so it may stop early. */
static int follow(struct curve *c, int x, int y, bool alone)
{
    guint32 colour = c->picture->pixels[(gsize)y * (gsize)c->picture->width + (gsize)x];
    int from = c->n;
    if (!area_has(c->box, x, y) || c->taken[y - c->top][x - c->left])
        return c->n;
    c->taken[y - c->top][x - c->left] = true;
    c->xs[c->n] = x;
    c->ys[c->n++] = y;
    for (int k = from; k < c->n && !(alone && c->n - from > CURVE_MAX); k++)
        take_around(c, c->xs[k], c->ys[k], colour);
    return c->n - from > CURVE_MAX ? c->n : from;
}

static void excuse_around(struct sheet *s, int x, int y, int reach)
{
    for (int j = MAX(0, y - reach); j <= MIN(s->height - 1, y + reach); j++)
        for (int i = MAX(0, x - reach); i <= MIN(s->width - 1, x + reach); i++)
            s->marks[at(s, i, j)] |= EXCUSED_RIGHT | EXCUSED_DOWN;
}

static void excuse_curve(struct sheet *s, const frame *picture, int x, int y)
{
    struct curve c;
    curve_start(&c, picture, x, y);
    for (int j = MAX(0, y - 1); j <= MIN(s->height - 1, y + 1); j++)
        for (int i = MAX(0, x - 1); i <= MIN(s->width - 1, x + 1); i++)
            for (int k = follow(&c, i, j, false); k < c.n; k++)
                excuse_around(s, c.xs[k], c.ys[k], 1);
}

static void excuse_corner(struct sheet *s, int x, int y)
{
    excuse_curve(s, s->pictures[0], x, y);
    excuse_curve(s, s->pictures[1], x, y);
    excuse_around(s, x, y, EDGE_COMPARE_CORNER);
}

/* Steps to the right above each other, or steps down beside each other, form a line. */
struct line {
    bool upright;
    int across, from, to; /* the column (upright) or row; its first and last place along the line */
    bool round[2];        /* another line or a stroke continues at its first, last place */
    bool held;            /* both ends meet something */
    bool bounds;          /* a ground ends there */
    bool may;             /* it may change without regard to other lines */
    bool excused;
};

static GArray *find_lines(const struct sheet *s, guint16 right, guint16 down)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct line));
    for (int upright = 0; upright < 2; upright++) {
        guint16 mark = upright ? right : down;
        int n = upright ? s->width : s->height, length = upright ? s->height : s->width;
        for (int across = 0; across < n; across++)
            for (int from = 0, to; from < length; from = to + 1) {
                for (to = from; to < length && s->marks[upright ? at(s, across, to) : at(s, to, across)] & mark;)
                    to++;
                struct line line = {.upright = upright, .across = across, .from = from, .to = to - 1};
                if (to - from >= EDGE_COMPARE_LINE)
                    g_array_append_val(lines, line);
            }
    }
    return lines;
}

/* A line of dots has a step at each second pixel: those between count as weak ones, so that it is found as a line. */
static void join_dots(struct sheet *s, bool upright)
{
    guint16 step = upright ? STEP_RIGHT : STEP_DOWN, weak = upright ? WEAK_RIGHT : WEAK_DOWN;
    int n = upright ? s->width : s->height, length = upright ? s->height : s->width;
    gsize next = upright ? (gsize)s->width : 1;
    for (int across = 0; across < n; across++)
        for (int from = 0, to; from < length; from = to + 1) {
            gsize first = upright ? at(s, across, from) : at(s, from, across);
            for (to = from; to + 1 < length; to++) {
                gsize here = first + next * (gsize)(to - from);
                if (!(s->marks[here] & step) == !(s->marks[here + next] & step))
                    break;
            }
            for (int i = 0; to - from >= EDGE_COMPARE_LINE && i <= to - from; i++)
                s->marks[first + next * (gsize)i] |= weak;
        }
}

static int line_x(const struct line *l, bool last)
{
    return l->upright ? l->across : last ? l->to : l->from;
}

static int line_y(const struct line *l, bool last)
{
    return l->upright ? last ? l->to : l->from : l->across;
}

/* True when a thin stroke of one colour continues at the end and leaves the line: the round side of a button. */
static bool turns(const struct sheet *s, const struct line *l, bool last)
{
    int x = line_x(l, last), y = line_y(l, last);
    for (int picture = 0; picture < 2; picture++)
        for (int j = MAX(0, y - 1); j <= MIN(s->height - 1, y + 1); j++)
            for (int i = MAX(0, x - 1); i <= MIN(s->width - 1, x + 1); i++) {
                struct curve c;
                curve_start(&c, s->pictures[picture], x, y);
                int from = follow(&c, i, j, true);
                for (int k = from; k < c.n; k++)
                    if (ABS(l->upright ? c.xs[k] - l->across : c.ys[k] - l->across) > EDGE_COMPARE_CORNER)
                        return true;
            }
    return false;
}

/* True when another line meets this end, with or without a round corner: both belong to one frame. */
static bool meets(const GArray *lines, const struct line *l, bool last)
{
    for (guint i = 0; i < lines->len; i++) {
        const struct line *other = &g_array_index(lines, struct line, i);
        int along = l->upright ? line_y(l, last) : line_x(l, last);
        if (other->upright != l->upright && ABS(other->across - along) <= EDGE_COMPARE_CURVE &&
            l->across >= other->from - EDGE_COMPARE_CURVE && l->across <= other->to + EDGE_COMPARE_CURVE)
            return true;
    }
    return false;
}

/* True when the line ends at one across it in either picture, or at the picture's border. */
static bool abuts(const struct sheet *s, const struct line *l, bool last)
{
    int along = last ? l->to : l->from, length = l->upright ? s->height : s->width, breadth = l->upright ? s->width : s->height;
    if (along <= 1 || along >= length - 2)
        return true;
    for (int picture = 0; picture < 2; picture++)
        for (int here = MAX(0, along - EDGE_COMPARE_MEETS); here <= MIN(length - 2, along + EDGE_COMPARE_MEETS); here++) {
            int n = 0; /* steps of the line across, on both sides */
            for (int side = -1; side <= 1; side += 2)
                for (int across = l->across; across >= 0 && across < breadth; across += side) {
                    gsize i = l->upright ? at(s, across, here) : at(s, here, across);
                    gsize next = i + (l->upright ? (gsize)s->width : 1);
                    if (frame_step(s->pictures[picture]->pixels[i], s->pictures[picture]->pixels[next]) < EDGE_COMPARE_FAINT)
                        break;
                    n++;
                }
            if (n > EDGE_COMPARE_LINE)
                return true;
        }
    return false;
}

/* ---- which lines may come and go ---- */

/* The pixel there, or the next one towards the line where that one is of a line that stands, and is no ground. */
static gsize ground_at(const struct sheet *s, const struct line *l, int along, int across, int back)
{
    gsize here = l->upright ? at(s, across, along) : at(s, along, across);
    gsize next = l->upright ? at(s, across + back, along) : at(s, along, across + back);
    const guint32 *was = s->pictures[0]->pixels, *is = s->pictures[1]->pixels;
    return was[here] == is[here] && MIN(frame_step(was[here], was[next]), frame_step(is[here], is[next])) >= EDGE_COMPARE_CLEAR
               ? next
               : here;
}

/* True when a ground ends at the line: along three quarters of it the pixels EDGE_COMPARE_DEEP away on both sides have one colour
 * in one picture and two in the other. A drawn line is thinner. */
static bool bounds_ground(const struct sheet *s, const struct line *l)
{
    const guint32 *was = s->pictures[0]->pixels, *is = s->pictures[1]->pixels;
    int before = MAX(0, l->across - EDGE_COMPARE_DEEP + 1), n = 0;
    int behind = MIN((l->upright ? s->width : s->height) - 1, l->across + EDGE_COMPARE_DEEP);
    for (int along = l->from; along <= l->to; along++) {
        gsize one = ground_at(s, l, along, before, 1), other = ground_at(s, l, along, behind, -1);
        n += step_changed(frame_step(was[one], was[other]), frame_step(is[one], is[other]));
    }
    return 4 * n >= 3 * (l->to - l->from + 1);
}

static bool as_far_along(const struct line *l, const struct line *other)
{
    return other->upright == l->upright && ABS(other->from - l->from) <= EDGE_COMPARE_CORNER &&
           ABS(other->to - l->to) <= EDGE_COMPARE_CORNER;
}

/* True when the line belongs to one of two opposite sides of a frame. A side may have several lines close together. */
static bool has_opposite(const GArray *lines, const struct line *l)
{
    int sides = 0, before = 0, apart = 0;
    for (guint i = 0; i < lines->len; i++) { /* in the order of `across` */
        const struct line *other = &g_array_index(lines, struct line, i);
        if (!other->held || !as_far_along(l, other) || other->bounds)
            continue;
        sides += sides == 0 || other->across - before > EDGE_COMPARE_BESIDE + 1;
        before = other->across;
        apart = MAX(apart, ABS(other->across - l->across));
    }
    return sides == 2 && apart >= EDGE_COMPARE_APART;
}

/* True when both ends are at ends of lines that may change: it is the side between them. */
static bool closes(const GArray *lines, const struct line *l)
{
    bool found[2] = {false, false};
    for (guint i = 0; i < lines->len; i++) {
        const struct line *other = &g_array_index(lines, struct line, i);
        bool corner = ABS(other->from - l->across) <= EDGE_COMPARE_CORNER || ABS(other->to - l->across) <= EDGE_COMPARE_CORNER;
        for (int last = 0; last < 2; last++)
            found[last] = found[last] || (other->excused && other->upright != l->upright && corner &&
                                          ABS(other->across - (last ? l->to : l->from)) <= EDGE_COMPARE_CORNER);
    }
    return found[0] && found[1];
}

/* True beside one of `lines` along its whole length; if its ends meet nothing, both must be equally long. */
static bool runs_along(const GArray *lines, const struct line *l, bool excused)
{
    for (guint i = 0; i < lines->len; i++) {
        const struct line *other = &g_array_index(lines, struct line, i);
        if (other->upright == l->upright && (!excused || other->excused) && other->across != l->across &&
            ABS(other->across - l->across) <= EDGE_COMPARE_BESIDE && other->from <= l->from + EDGE_COMPARE_CORNER &&
            other->to >= l->to - EDGE_COMPARE_CORNER && (l->held || as_far_along(l, other)))
            return true;
    }
    return false;
}

static bool has_step(const struct sheet *s, int picture, int x, int top, int bottom)
{
    for (int y = MAX(0, top); x >= 0 && x + 1 < s->width && y <= MIN(bottom, s->height - 1); y++)
        if (frame_step(s->pictures[picture]->pixels[at(s, x, y)], s->pictures[picture]->pixels[at(s, x + 1, y)]) >=
            EDGE_COMPARE_CLEAR)
            return true;
    return false;
}

static int columns_with_steps(const struct sheet *s, int picture, int from, int to, int top, int bottom)
{
    int n = 0;
    for (int x = from; x <= to; x++)
        n += has_step(s, picture, x, top, bottom);
    return n;
}

/* True when whole words stand on the line from end to end and little text is below: not a dash between words, nor a line through
 * or above them. */
static bool underlines(const struct sheet *s, const struct line *l)
{
    int length = l->to - l->from + 1, top = l->across - EDGE_COMPARE_ABOVE, bottom = l->across - EDGE_COMPARE_MEETS;
    if (l->upright)
        return false;
    for (int picture = 0; picture < 2; picture++) {
        int words = columns_with_steps(s, picture, l->from, l->to, top, bottom);
        bool begins = columns_with_steps(s, picture, l->from - 1, l->from + EDGE_COMPARE_MEETS, top, bottom) > 0,
             ends = columns_with_steps(s, picture, l->to - EDGE_COMPARE_MEETS, l->to + 1, top, bottom) > 0;
        bool cuts = columns_with_steps(s, picture, l->from - 4, l->from - 2, top, bottom) > 0 ||
                    columns_with_steps(s, picture, l->to + 2, l->to + 4, top, bottom) > 0;
        int below = columns_with_steps(s, picture, l->from, l->to, l->across + 3, l->across + EDGE_COMPARE_ABOVE);
        if (3 * words < length || !begins || !ends || cuts || 4 * below > length)
            return false;
    }
    return true;
}

static void excuse_line(struct sheet *s, struct line *l)
{
    l->excused = true;
    for (int i = l->from; i <= l->to; i++)
        s->marks[l->upright ? at(s, l->across, i) : at(s, i, l->across)] |= l->upright ? EXCUSED_RIGHT : EXCUSED_DOWN;
    for (int last = 0; last < 2; last++)
        if (!l->held)
            excuse_around(s, line_x(l, last), line_y(l, last), EDGE_COMPARE_MEETS);
        else if (l->round[last])
            excuse_corner(s, line_x(l, last), line_y(l, last));
}

/* A line one pixel thick of which both edges may change: also the steps along it, between its dashes. */
static void excuse_dashes(struct sheet *s, const GArray *lines)
{
    for (guint i = 0; i < lines->len; i++)
        for (guint k = 0; k < lines->len; k++) {
            const struct line *l = &g_array_index(lines, struct line, i), *other = &g_array_index(lines, struct line, k);
            if (!l->excused || !other->excused || l->upright != other->upright || other->across != l->across + 1)
                continue;
            for (int n = MAX(l->from, other->from) - 1; n <= MIN(l->to, other->to); n++)
                if (n >= 0)
                    s->marks[l->upright ? at(s, other->across, n) : at(s, n, other->across)] |=
                        l->upright ? EXCUSED_DOWN : EXCUSED_RIGHT;
        }
}

static bool may_change(const GArray *lines, const struct line *l)
{
    return l->may || runs_along(lines, l, true) || (l->held && closes(lines, l));
}

static void excuse_lines(struct sheet *s)
{
    join_dots(s, false);
    join_dots(s, true);
    g_autoptr(GArray) lines = find_lines(s, STEP_RIGHT | WEAK_RIGHT, STEP_DOWN | WEAK_DOWN),
                      standing = find_lines(s, STANDS_RIGHT, STANDS_DOWN);
    for (guint i = 0; i < lines->len; i++) {
        struct line *l = &g_array_index(lines, struct line, i);
        for (int last = 0; last < 2; last++)
            l->round[last] = meets(lines, l, last) || turns(s, l, last);
        l->held = (l->round[0] || abuts(s, l, false)) && (l->round[1] || abuts(s, l, true));
        l->bounds = bounds_ground(s, l);
    }
    for (guint i = 0; i < lines->len; i++) {
        struct line *l = &g_array_index(lines, struct line, i);
        l->may = underlines(s, l) || (l->held && (l->bounds || has_opposite(lines, l) || runs_along(standing, l, false)));
    }
    for (bool more = true; more;) {
        more = false;
        for (guint i = 0; i < lines->len; i++) {
            struct line *l = &g_array_index(lines, struct line, i);
            if (!l->excused && may_change(lines, l)) {
                excuse_line(s, l);
                more = true;
            }
        }
    }
    excuse_dashes(s, lines);
}

/* True when the ground changes on one side of the whole line, and on the other side no pixel beside it does. */
static bool parts_ground(const struct sheet *s, const struct line *l)
{
    const guint32 *was = s->pictures[0]->pixels, *is = s->pictures[1]->pixels;
    int sides = 0;
    for (int along = l->from; along <= l->to; along++) {
        gsize one = l->upright ? at(s, l->across, along) : at(s, along, l->across),
              other = one + (l->upright ? 1 : (gsize)s->width);
        sides += (was[one] != is[one]) - (was[other] != is[other]);
    }
    return ABS(sides) == l->to - l->from + 1 && bounds_ground(s, l);
}

/* What lights up may end along a line that stands and is shorter (a menu's separator): it goes on in steps that change. */
static void excuse_continued(struct sheet *s, const struct line *l)
{
    bool may = parts_ground(s, l) && abuts(s, l, false) && abuts(s, l, true);
    for (int i = l->from; may && i <= l->to; i++)
        s->marks[l->upright ? at(s, l->across, i) : at(s, i, l->across)] |= l->upright ? EXCUSED_RIGHT : EXCUSED_DOWN;
}

/* Excuses how lines that stand go on, and their frames' round corners, whose pixels mix the colours of frame and ground. */
static void excuse_at_standing(struct sheet *s)
{
    g_autoptr(GArray) lines = find_lines(s, STEP_RIGHT | STANDS_RIGHT, STEP_DOWN | STANDS_DOWN);
    for (guint i = 0; i < lines->len; i++) {
        excuse_continued(s, &g_array_index(lines, struct line, i));
        for (guint k = 0; k < lines->len; k++) {
            const struct line *up = &g_array_index(lines, struct line, i), *flat = &g_array_index(lines, struct line, k);
            for (int ends = 0; up->upright && !flat->upright && ends < 4; ends++) {
                int x = line_x(flat, ends & 1), y = line_y(up, ends & 2), left = MIN(x, up->across), top = MIN(y, flat->across);
                int right = MAX(x, up->across), bottom = MAX(y, flat->across);
                if (right - left > EDGE_COMPARE_ROUND || bottom - top > EDGE_COMPARE_ROUND)
                    continue;
                for (int j = MAX(0, top - 1); j <= MIN(s->height - 1, bottom + 1); j++)
                    for (int n = MAX(0, left - 1); n <= MIN(s->width - 1, right + 1); n++)
                        s->marks[at(s, n, j)] |= EXCUSED_RIGHT | EXCUSED_DOWN;
            }
        }
    }
}

/* ---- rims ---- */

/* The step to the right or lower neighbour, in the picture where it is stronger or weaker; 0 outside the picture. */
static int step_there(const struct sheet *s, int x, int y, bool down, bool stronger)
{
    int next_x = down ? x : x + 1, next_y = down ? y + 1 : y, steps[2];
    if (x < 0 || y < 0 || next_x >= s->width || next_y >= s->height)
        return 0;
    for (int picture = 0; picture < 2; picture++)
        steps[picture] =
            frame_step(s->pictures[picture]->pixels[at(s, x, y)], s->pictures[picture]->pixels[at(s, next_x, next_y)]);
    return stronger ? MAX(steps[0], steps[1]) : MIN(steps[0], steps[1]);
}

static bool is_rim(const struct sheet *s, int x, int y, bool down)
{
    int here = step_there(s, x, y, down, true);
    for (int side = -EDGE_COMPARE_BESIDE; here <= EDGE_COMPARE_RIM && side <= EDGE_COMPARE_BESIDE; side++)
        if (step_there(s, down ? x : x + side, down ? y + side : y, down, false) >= 4 * here)
            return true;
    return false;
}

static void excuse_rims(struct sheet *s)
{
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            guint16 *mark = &s->marks[at(s, x, y)];
            if ((*mark & STEP_RIGHT) && is_rim(s, x, y, false))
                *mark |= EXCUSED_RIGHT;
            if ((*mark & STEP_DOWN) && is_rim(s, x, y, true))
                *mark |= EXCUSED_DOWN;
        }
}

/* ---- dense squares ---- */

static bool is_dense(const struct sheet *s, int left, int top)
{
    int missing = 0;
    for (int y = top; y < top + 2 * SUB; y++)
        for (int x = left; x < left + 2 * SUB; x++) {
            missing += !(s->marks[at(s, x, y)] & (STEP_RIGHT | STEP_DOWN));
            if (missing > 4 * SUB * SUB - EDGE_COMPARE_DENSE)
                return false;
        }
    return true;
}

static void refuse_dense(struct sheet *s)
{
    for (int y = 0; y + 2 * SUB <= s->height; y += SUB)
        for (int x = 0, excused = EXCUSED_RIGHT | EXCUSED_DOWN; x + 2 * SUB <= s->width; x += SUB) {
            if (!is_dense(s, x, y))
                continue;
            for (int i = 0; i < 4 * SUB * SUB; i++)
                s->marks[at(s, x + i % (2 * SUB), y + i / (2 * SUB))] &= (guint16)~excused;
        }
}

/* ---- measure ---- */

static int sub_count(const struct sheet *s, int left, int top)
{
    int n = 0;
    for (int y = top; y < MIN(top + SUB, s->height); y++)
        for (int x = left; x < MIN(left + SUB, s->width); x++) {
            guint16 mark = s->marks[at(s, x, y)];
            n += (mark & (STEP_RIGHT | EXCUSED_RIGHT)) == STEP_RIGHT;
            n += (mark & (STEP_DOWN | EXCUSED_DOWN)) == STEP_DOWN;
        }
    return n;
}

static struct area all_changed(const struct sheet *s)
{
    struct area all = {0};
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            guint16 mark = s->marks[at(s, x, y)];
            if ((mark & (STEP_RIGHT | EXCUSED_RIGHT)) == STEP_RIGHT)
                all = area_joined(all, (struct area){x, y, 2, 1});
            if ((mark & (STEP_DOWN | EXCUSED_DOWN)) == STEP_DOWN)
                all = area_joined(all, (struct area){x, y, 1, 2});
        }
    return all;
}

static struct edge_compare worst(const struct sheet *s)
{
    struct edge_compare found = {0};
    for (int y = 0; y < s->height; y += SUB)
        for (int x = 0; x < s->width; x += SUB) {
            int n = sub_count(s, x, y) + sub_count(s, x + SUB, y) + sub_count(s, x, y + SUB) + sub_count(s, x + SUB, y + SUB);
            if (n > found.changed)
                found = (struct edge_compare){.changed = n, .x = x + SUB, .y = y + SUB};
        }
    return found;
}

struct edge_compare edge_compare_measure(const frame *expected, const frame *live, const GArray *ignored)
{
    struct sheet s = {.width = expected->width, .height = expected->height, .pictures = {expected, live}};
    g_autofree guint16 *marks G_GNUC_UNUSED = s.marks = g_new0(guint16, (gsize)s.width * (gsize)s.height);
    mark_ignored(&s, ignored);
    mark_steps(&s, expected, live);
    excuse_lines(&s);
    refuse_dense(&s);
    struct edge_compare found = worst(&s);
    if (found.changed < EDGE_COMPARE_CHANGED)
        return found;
    excuse_at_standing(&s);
    excuse_rims(&s);
    refuse_dense(&s);
    found = worst(&s);
    found.all = all_changed(&s);
    return found;
}
