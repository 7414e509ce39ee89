#include "engine/picture/text_lines.h"

#include "engine/picture/shapes.h"
#include "engine/picture/text_places.h"

#include <string.h>

#define FRAME 3     /* px: a box's frame is so wide */
#define HIGH 40     /* px: a line, at most */
#define TWO 26      /* px: higher than this may be two lines */
#define LEAST 5     /* px: a line's body */
#define PAD 3       /* px around what is read */
#define LETTER 10   /* px: a letter beside it that looked like an edge */
#define FAINT 32    /* levels of a channel: ink differs more from its ground */
#define SPARSE 0.15 /* share of the fullest row: the rows between two lines that touch have less */

static int ink_of_row(const frame *f, struct area a, int y)
{
    int ink = 0;
    for (int x = a.x; x + 1 < a.x + a.width; x++)
        ink += frame_step(frame_pixel(f, x, y), frame_pixel(f, x + 1, y)) >= FAINT;
    return ink;
}

/* Left and right ends of what differs in these rows; width 0 = nothing does. */
static struct area trimmed(const frame *f, struct area a)
{
    int left = a.x + a.width, right = a.x;
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x + 1 < a.x + a.width; x++)
            if (frame_step(frame_pixel(f, x, y), frame_pixel(f, x + 1, y)) >= FAINT) {
                left = MIN(left, x);
                right = MAX(right, x + 2);
            }
    return (struct area){left, a.y, MAX(0, right - left), a.height};
}

/* The commonest colour; green tells those of text and ground apart. */
static guint32 ground_of(const frame *f, struct area a)
{
    guint counts[256] = {0}, most = 0;
    guint32 ground = 0;
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++) {
            guint n = ++counts[frame_pixel(f, x, y) >> 8 & 0xff];
            ground = n > most ? frame_pixel(f, x, y) : ground;
            most = MAX(n, most);
        }
    return ground;
}

/* How many pixels of a column are ink. */
static int ink_of_column(const frame *f, struct area a, int x, guint32 ground)
{
    int ink = 0;
    for (int y = a.y; y < a.y + a.height; y++)
        ink += frame_step(frame_pixel(f, x, y), ground) >= FAINT;
    return ink;
}

/* One side further out: over ink that is no edge, then over plain ground; an edge would be read as a letter. */
static int further(const frame *f, struct area within, struct area a, int x, int step, guint32 ground)
{
    int plain = 0;
    for (int i = 0; i < LETTER && plain < PAD; i++, x += step) {
        bool in = x >= within.x && x < within.x + within.width;
        int ink = in ? ink_of_column(f, a, x, ground) : a.height;
        if (ink == a.height)
            break;
        plain = ink ? 0 : plain + 1;
    }
    return x - step;
}

/* With some rows above and below, where its longest strokes may be, and ground beside it. */
static struct area padded(const frame *f, struct area within, struct area a)
{
    guint32 ground = ground_of(f, a);
    a = area_cut((struct area){a.x, a.y - PAD, a.width, a.height + 2 * PAD}, within);
    int left = further(f, within, a, a.x - 1, -1, ground), right = further(f, within, a, a.x + a.width, 1, ground) + 1;
    return (struct area){left, a.y, right - left, a.height};
}

static void add_line(const frame *f, struct area within, struct area a, GArray *lines)
{
    a = trimmed(f, a);
    if (a.width == 0 || a.height < LEAST || a.height > HIGH)
        return;
    a = padded(f, within, a);
    g_array_append_val(lines, a);
}

/* Cuts a block at its rows without ink; at those with little, where it is too high for one line. */
static void add_block(const frame *f, struct area within, struct area block, GArray *lines)
{
    g_autofree int *ink = g_new(int, (gsize)block.height + 1);
    int most = 0, start = -1;
    for (int y = 0; y < block.height; y++) {
        ink[y] = ink_of_row(f, block, block.y + y);
        most = MAX(most, ink[y]);
    }
    ink[block.height] = 0;
    int least = block.height > TWO ? (int)(SPARSE * most) : 0;
    for (int y = 0; y <= block.height; y++) {
        bool full = ink[y] > least;
        if (full && start < 0)
            start = y;
        /* a row without ink within a line: below the dot of an i */
        bool dot = !full && start >= 0 && y - start < LEAST && y + 1 < block.height && ink[y + 1] > least;
        if (full || dot || start < 0)
            continue;
        add_line(f, within, (struct area){block.x, block.y + start, block.width, y - start}, lines);
        start = -1;
    }
}

static bool is_icon(const GArray *shapes, struct area a)
{
    bool icon = false;
    for (guint i = 0; i < shapes->len && !icon; i++) {
        const struct shape *s = &g_array_index(shapes, struct shape, i);
        struct area common = area_cut(s->box, a);
        icon = s->kind == SHAPE_ICON && area_overlaps(s->box, a) && 5 * common.width * common.height >= 3 * a.width * a.height;
    }
    return icon;
}

GArray *text_lines(const frame *f, const GArray *shapes)
{
    const struct area all = {0, 0, f->width, f->height};
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autoptr(frame) rest = frame_copy(f); /* without the boxes: their frames would be strokes beside the texts */
    for (guint i = 0; i < shapes->len; i++) {
        const struct shape *s = &g_array_index(shapes, struct shape, i);
        struct area b = s->box, in = {b.x + 1, b.y + 1, b.width - 2, b.height - 2};
        if (s->kind == SHAPE_ICON || b.height > HIGH)
            continue;
        if (s->kind == SHAPE_BUTTON || s->kind == SHAPE_FIELD)
            add_block(f, area_cut(in, all), in, lines);
        struct area outer = area_cut((struct area){b.x - FRAME, b.y - FRAME, b.width + 2 * FRAME, b.height + 2 * FRAME}, all);
        frame_fill(rest, outer.x, outer.y, outer.width, outer.height, frame_pixel(f, outer.x, outer.y));
    }
    g_autoptr(GArray) blocks = text_places_blocks(rest, all);
    for (guint i = 0; i < blocks->len; i++) {
        struct area block = g_array_index(blocks, struct area, i);
        if (!is_icon(shapes, block))
            add_block(rest, all, block, lines);
    }
    return lines;
}
