#include "engine/eye/strokes.h"

#include <stdlib.h>

#define SUB 4 /* px: windows of 8×8 lie on a raster of half their side */

enum { STEP_RIGHT = 1, STEP_DOWN = 2, IGNORED = 4, EXCUSED_RIGHT = 8, EXCUSED_DOWN = 16 };

struct sheet {
    int width, height;
    const frame *pictures[2]; /* as expected, as it is */
    guint8 *marks;            /* of each pixel: whether the step from it to its right, or lower, neighbour has changed */
};

static gsize at(const struct sheet *s, int x, int y)
{
    return (gsize)y * (gsize)s->width + (gsize)x;
}

static int step(guint32 a, guint32 b)
{
    int red = abs((int)(a >> 16 & 0xff) - (int)(b >> 16 & 0xff)), green = abs((int)(a >> 8 & 0xff) - (int)(b >> 8 & 0xff));
    int blue = abs((int)(a & 0xff) - (int)(b & 0xff));
    return MAX(MAX(red, green), blue);
}

static bool step_changed(int before, int after)
{
    return MAX(before, after) >= STROKES_CLEAR && MIN(before, after) < STROKES_FAINT;
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

static void mark_steps(struct sheet *s, const frame *expected, const frame *live)
{
    const guint32 *e = expected->pixels, *l = live->pixels;
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++) {
            gsize i = at(s, x, y);
            if (s->marks[i] & IGNORED)
                continue;
            gsize right = i + 1, below = i + (gsize)s->width;
            if (x + 1 < s->width && !(s->marks[right] & IGNORED) && step_changed(step(e[i], e[right]), step(l[i], l[right])))
                s->marks[i] |= STEP_RIGHT;
            if (y + 1 < s->height && !(s->marks[below] & IGNORED) && step_changed(step(e[i], e[below]), step(l[i], l[below])))
                s->marks[i] |= STEP_DOWN;
        }
}

/* ---- lines ---- */

#define CURVE_SIDE (2 * STROKES_CURVE + 1)
#define CURVE_MAX (7 * STROKES_CURVE) /* px: more of one colour is no stroke but a ground */
#define CURVE_COLOUR 24               /* of a channel: still the same colour */

struct curve {
    const frame *picture;
    int left, top; /* of the box around the line's end */
    bool taken[CURVE_SIDE][CURVE_SIDE];
    int xs[CURVE_SIDE * CURVE_SIDE], ys[CURVE_SIDE * CURVE_SIDE], n;
};

static bool take(struct curve *c, int x, int y, guint32 colour)
{
    int i = x - c->left, j = y - c->top;
    if (i < 0 || j < 0 || i >= CURVE_SIDE || j >= CURVE_SIDE || x < 0 || y < 0 || x >= c->picture->width ||
        y >= c->picture->height || c->taken[j][i] ||
        step(c->picture->pixels[(gsize)y * (gsize)c->picture->width + (gsize)x], colour) > CURVE_COLOUR)
        return false;
    c->taken[j][i] = true;
    c->xs[c->n] = x;
    c->ys[c->n++] = y;
    return true;
}

/* All of the colour that the pixel has, joined to it within the box; thin, or it is no stroke. */
static void excuse_stroke(struct sheet *s, struct curve *c, int x, int y)
{
    guint32 colour = c->picture->pixels[(gsize)y * (gsize)s->width + (gsize)x];
    int from = c->n;
    if (!take(c, x, y, colour))
        return;
    for (int k = from; k < c->n; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
                take(c, c->xs[k] + i, c->ys[k] + j, colour);
    if (c->n - from > CURVE_MAX)
        return;
    for (int k = from; k < c->n; k++)
        for (int j = MAX(0, c->ys[k] - 1); j <= MIN(s->height - 1, c->ys[k] + 1); j++)
            for (int i = MAX(0, c->xs[k] - 1); i <= MIN(s->width - 1, c->xs[k] + 1); i++)
                s->marks[at(s, i, j)] |= EXCUSED_RIGHT | EXCUSED_DOWN;
}

static void excuse_curve(struct sheet *s, const frame *picture, int x, int y)
{
    struct curve c = {.picture = picture, .left = x - STROKES_CURVE, .top = y - STROKES_CURVE};
    for (int j = MAX(0, y - 1); j <= MIN(s->height - 1, y + 1); j++)
        for (int i = MAX(0, x - 1); i <= MIN(s->width - 1, x + 1); i++)
            excuse_stroke(s, &c, i, j);
}

static void excuse_end(struct sheet *s, int x, int y)
{
    excuse_curve(s, s->pictures[0], x, y);
    excuse_curve(s, s->pictures[1], x, y);
    for (int j = MAX(0, y - STROKES_CORNER); j <= MIN(s->height - 1, y + STROKES_CORNER); j++)
        for (int i = MAX(0, x - STROKES_CORNER); i <= MIN(s->width - 1, x + STROKES_CORNER); i++)
            s->marks[at(s, i, j)] |= EXCUSED_RIGHT | EXCUSED_DOWN;
}

/* Steps to the right one above the other, or steps down side by side, make a line. */
static void excuse_lines(struct sheet *s, bool upright)
{
    guint8 mark = upright ? STEP_RIGHT : STEP_DOWN, excused = upright ? EXCUSED_RIGHT : EXCUSED_DOWN;
    int lines = upright ? s->width : s->height, length = upright ? s->height : s->width;
    for (int line = 0; line < lines; line++)
        for (int from = 0, to; from < length; from = to + 1) {
            for (to = from; to < length && s->marks[upright ? at(s, line, to) : at(s, to, line)] & mark;)
                to++;
            if (to - from < STROKES_LINE)
                continue;
            for (int i = from; i < to; i++)
                s->marks[upright ? at(s, line, i) : at(s, i, line)] |= excused;
            excuse_end(s, upright ? line : from, upright ? from : line);
            excuse_end(s, upright ? line : to - 1, upright ? to - 1 : line);
        }
}

/* ---- measure ---- */

static int sub_count(const struct sheet *s, int left, int top)
{
    int n = 0;
    for (int y = top; y < MIN(top + SUB, s->height); y++)
        for (int x = left; x < MIN(left + SUB, s->width); x++) {
            guint8 mark = s->marks[at(s, x, y)];
            n += (mark & (STEP_RIGHT | EXCUSED_RIGHT)) == STEP_RIGHT;
            n += (mark & (STEP_DOWN | EXCUSED_DOWN)) == STEP_DOWN;
        }
    return n;
}

static struct strokes worst(const struct sheet *s)
{
    struct strokes found = {0};
    for (int y = 0; y < s->height; y += SUB)
        for (int x = 0; x < s->width; x += SUB) {
            int n = sub_count(s, x, y) + sub_count(s, x + SUB, y) + sub_count(s, x, y + SUB) + sub_count(s, x + SUB, y + SUB);
            if (n > found.changed)
                found = (struct strokes){n, x + SUB, y + SUB};
        }
    return found;
}

struct strokes strokes_measure(const frame *expected, const frame *live, const GArray *ignored)
{
    struct sheet s = {.width = expected->width, .height = expected->height, .pictures = {expected, live}};
    g_autofree guint8 *marks G_GNUC_UNUSED = s.marks = g_malloc0((gsize)s.width * (gsize)s.height);
    mark_ignored(&s, ignored);
    mark_steps(&s, expected, live);
    excuse_lines(&s, true);
    excuse_lines(&s, false);
    return worst(&s);
}
