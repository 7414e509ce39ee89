#include "engine/hand/popup_icons.h"

#include "engine/hand/icon_edges.h"
#include "engine/picture/edge_compare.h"

#define SAME 2       /* levels: rounding of what is half transparent */
#define OTHER_ROW 24 /* levels between the grounds of two lines; a ground may be shaded */
#define UNDERLINE 4  /* px from a word to what is below the line under it */

struct ground {
    guint32 before, now;
    bool row; /* of a row, or between two of them; else a line that parts them, or a border */
};

struct sheet {
    const frame *before, *now;
    struct ground *grounds; /* owned: of each line */
    int column;             /* the icons' is left of it; 0 = there is none */
};

static int by_colour(const void *a, const void *b)
{
    guint32 one = *(const guint32 *)a, other = *(const guint32 *)b;
    return one < other ? -1 : one > other;
}

/* The colour of more than half of the line: each pixel of another one takes one of it out. False: there is none. */
static bool has_majority(const guint32 *line, int width, guint32 *ret)
{
    int left = 0, n = 0;
    for (int x = 0; x < width; x++) {
        *ret = left ? *ret : line[x];
        left += line[x] == *ret ? 1 : -1;
    }
    for (int x = 0; x < width; x++)
        n += line[x] == *ret;
    return 2 * n > width;
}

/* The colour that most of the line have, a quarter of it and more. */
static bool find_ground(const frame *f, int y, guint32 *ret)
{
    const guint32 *row = f->pixels + (gsize)y * (gsize)f->width;
    if (has_majority(row, f->width, ret))
        return true; /* nearly each line, and sorting is dear */
    g_autofree guint32 *line = g_memdup2(row, (gsize)f->width * sizeof(guint32));
    int most = 0;
    qsort(line, (gsize)f->width, sizeof(guint32), by_colour);
    for (int x = 0, n = 0; x < f->width; x++) {
        n = x > 0 && line[x] == line[x - 1] ? n + 1 : 1;
        *ret = n > most ? line[x] : *ret;
        most = MAX(most, n);
    }
    return 4 * most >= f->width;
}

static bool is_lit(const struct sheet *s, int y)
{
    return frame_step(s->grounds[y].before, s->grounds[y].now) > SAME;
}

/* The first line below y whose ground is another one's. */
static int ground_end(const struct sheet *s, int y)
{
    const struct ground *g = s->grounds;
    do
        y++;
    while (y < s->before->height && is_lit(s, y) == is_lit(s, y - 1) && frame_step(g[y - 1].before, g[y].before) <= OTHER_ROW &&
           frame_step(g[y - 1].now, g[y].now) <= OTHER_ROW);
    return y;
}

static bool find_grounds(struct sheet *s)
{
    const int height = s->before->height;
    for (int y = 0; y < height; y++)
        if (!find_ground(s->before, y, &s->grounds[y].before) || !find_ground(s->now, y, &s->grounds[y].now))
            return false;
    for (int y = 0, end; y < height; y = end) {
        end = ground_end(s, y);
        for (int i = y; i < end; i++)
            s->grounds[i].row = end - y >= POPUP_ICONS_ROW;
    }
    return true;
}

static bool is_ink(const struct sheet *s, int x, int y)
{
    const struct ground *g = &s->grounds[y];
    return g->row &&
           (frame_step(frame_pixel(s->before, x, y), g->before) > SAME || frame_step(frame_pixel(s->now, x, y), g->now) > SAME);
}

static bool has_ink(const struct sheet *s, struct area in)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (is_ink(s, x, y))
                return true;
    return false;
}

static bool is_blank(const struct sheet *s, int x)
{
    return !has_ink(s, (struct area){x, 0, 1, s->before->height});
}

/* ---- the column ---- */

/* Right of the column are three rows and more, and each of them begins there. An underline is of the row above it. */
static bool labels_begin(const struct sheet *s, int column)
{
    bool begins = true;
    int rows = 0, blank = UNDERLINE;
    for (int y = 0; y < s->before->height; y++) {
        bool ink = has_ink(s, (struct area){column, y, s->before->width - column, 1}), next = ink && blank >= UNDERLINE;
        if (next && !begins)
            return false;
        rows += next;
        begins = (begins && !next) || has_ink(s, (struct area){column, y, POPUP_ICONS_GAP + 1, 1});
        blank = ink ? 0 : blank + 1;
    }
    return begins && rows >= POPUP_ICONS_ROWS;
}

/* Left of it something stands in some of the rows, then nothing in any, then the labels begin. */
static int find_column(const struct sheet *s)
{
    int blank = 0;
    bool ink = false;
    for (int x = 0; x < MIN(POPUP_ICONS_COLUMN, s->before->width); x++) {
        bool is = is_blank(s, x);
        if (!is && ink && blank >= POPUP_ICONS_GAP)
            return labels_begin(s, x) ? x : 0;
        ink = ink || !is;
        blank = is ? blank + 1 : 0;
    }
    return 0;
}

/* ---- an icon ---- */

static int channel(guint32 colour, int bit)
{
    return (int)(colour >> bit & 0xff);
}

/* It has gone as far as the ground has, or a part of that way: what of the ground shines through. */
static bool goes_along(guint32 before, guint32 now, const struct ground *g)
{
    int along = 0, all = 0;
    for (int bit = 0; bit <= 16; bit += 8) {
        int way = channel(g->now, bit) - channel(g->before, bit);
        along += way * (channel(now, bit) - channel(before, bit));
        all += way * way;
    }
    along = CLAMP(along, 0, all);
    for (int bit = 0; bit <= 16; bit += 8) {
        int way = channel(g->now, bit) - channel(g->before, bit);
        int off = channel(now, bit) - channel(before, bit) - (all ? (way * along + (way < 0 ? -all : all) / 2) / all : 0);
        if (ABS(off) > SAME)
            return false;
    }
    return true;
}

static bool is_same_icon(const struct sheet *s, struct area in)
{
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (!goes_along(frame_pixel(s->before, x, y), frame_pixel(s->now, x, y), &s->grounds[y]))
                return false;
    return icon_edges_stand(s->before, s->now, in);
}

/* ---- all ---- */

/* It is in one of the pictures alone. edge_compare.h takes a round one for a frame, which may come and go. */
static bool came_or_went(const struct sheet *s, struct area in)
{
    int before = 0, now = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++) {
            before += frame_step(frame_pixel(s->before, x, y), s->grounds[y].before) >= EDGE_COMPARE_CLEAR;
            now += frame_step(frame_pixel(s->now, x, y), s->grounds[y].now) >= EDGE_COMPARE_CLEAR;
        }
    return MIN(before, now) == 0 && MAX(before, now) >= ICON_EDGES_LEAST;
}

/* Where the row's new ground begins: it may leave a margin free. */
static int row_left(const struct sheet *s, int y)
{
    int x = 0;
    while (x < s->column && frame_pixel(s->before, x, y) == frame_pixel(s->now, x, y))
        x++;
    return x;
}

/* What stands in it, with a pixel of its ground around it; the highlight's own edges are not of it. */
static struct area ink_box(const struct sheet *s, struct area in)
{
    struct area all = {0};
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            if (is_ink(s, x, y))
                all = area_joined(all, (struct area){x - 1, y - 1, 3, 3});
    return area_cut(all, in);
}

GArray *popup_icons(const frame *before, const frame *now, struct area in)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_autofree struct ground *grounds = g_new0(struct ground, MAX(1, in.height));
    struct sheet s = {before, now, grounds, 0};
    bool whole = before && now && before->width == in.width && before->height == in.height && now->width == in.width &&
                 now->height == in.height;
    if (!whole || !find_grounds(&s))
        return areas;
    s.column = find_column(&s);
    for (int top = 0, end; s.column && top < in.height; top = end) {
        end = ground_end(&s, top);
        struct area row = {row_left(&s, top), top, 0, end - top};
        row.width = s.column - row.x;
        if (is_lit(&s, top) && grounds[top].row && came_or_went(&s, row)) {
            g_array_unref(areas);
            return NULL;
        }
        if (!is_lit(&s, top) || !grounds[top].row || row.width <= POPUP_ICONS_GAP || !is_same_icon(&s, row))
            continue;
        row = ink_box(&s, row);
        row.x += in.x;
        row.y += in.y;
        g_array_append_val(areas, row);
    }
    return areas;
}
