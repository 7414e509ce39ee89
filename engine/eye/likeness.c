#include "engine/eye/likeness.h"

#include "engine/eye/frame.h"

#include <stdlib.h>
#include <string.h>

#define SUB 4          /* px: windows of 8×8 lie on a raster of half their side */
#define BLOCK 32       /* px: where a ground is looked for */
#define CELL_CHANGED 2 /* pixels of a cell */
#define WORST 32       /* changed pixels of an 8×8 that make it wholly another */

enum { PIXEL_CHANGED = 1, PIXEL_IGNORED = 2, PIXEL_RESTLESS = 4 };

/* One comparison: a mark for each pixel of the screen. */
struct comparison {
    const frame *expected, *live;
    const struct likeness_rules *rules;
    guint8 *marks;
    guint8 *dirty; /* for each block: something in it has changed, or is not compared */
    int columns;   /* of blocks */
};

struct area area_cut(struct area a, struct area b)
{
    int left = MAX(a.x, b.x), top = MAX(a.y, b.y);
    int right = MIN(a.x + a.width, b.x + b.width), bottom = MIN(a.y + a.height, b.y + b.height);
    if (left >= right || top >= bottom)
        return (struct area){0};
    return (struct area){left, top, right - left, bottom - top};
}

struct area area_joined(struct area a, struct area b)
{
    if (a.width == 0 || b.width == 0)
        return a.width ? a : b;
    int left = MIN(a.x, b.x), top = MIN(a.y, b.y);
    int right = MAX(a.x + a.width, b.x + b.width), bottom = MAX(a.y + a.height, b.y + b.height);
    return (struct area){left, top, right - left, bottom - top};
}

bool area_overlaps(struct area a, struct area b)
{
    return area_cut(a, b).width > 0;
}

bool area_has(struct area a, int x, int y)
{
    return x >= a.x && y >= a.y && x < a.x + a.width && y < a.y + a.height;
}

static struct area screen_of(const struct comparison *c)
{
    return (struct area){0, 0, c->expected->width, c->expected->height};
}

static gsize at(const struct comparison *c, int x, int y)
{
    return (gsize)y * (gsize)c->expected->width + (gsize)x;
}

/* ---- masks ---- */

static void mark_areas(struct comparison *c, const GArray *areas, guint8 mark)
{
    for (guint i = 0; areas && i < areas->len; i++) {
        struct area a = area_cut(g_array_index(areas, struct area, i), screen_of(c));
        for (int y = a.y / BLOCK; a.width && y <= (a.y + a.height - 1) / BLOCK; y++)
            memset(c->dirty + y * c->columns + a.x / BLOCK, 1, (gsize)((a.x + a.width - 1) / BLOCK - a.x / BLOCK + 1));
        for (int y = a.y; y < a.y + a.height; y++)
            for (int x = a.x; x < a.x + a.width; x++)
                c->marks[at(c, x, y)] |= mark;
    }
}

/* So much of the target is restless that to leave it out would be to compare nothing. */
static bool too_restless(const struct comparison *c, struct area close)
{
    struct area core = area_cut(c->rules->core, close);
    gint64 restless = 0, all = 0;
    for (int y = close.y; y < close.y + close.height; y++)
        for (int x = close.x; x < close.x + close.width; x++) {
            guint8 mark = c->marks[at(c, x, y)];
            all += (mark & PIXEL_IGNORED) == 0;
            restless += (mark & PIXEL_RESTLESS) && !area_has(core, x, y);
        }
    return restless * (core.width ? 4 : 2) > all;
}

/* ---- pixels ---- */

static int channel_distance(guint32 a, guint32 b, int shift_red, int shift_green, int shift_blue)
{
    int red = abs((int)(a >> 16 & 0xff) + shift_red - (int)(b >> 16 & 0xff));
    int green = abs((int)(a >> 8 & 0xff) + shift_green - (int)(b >> 8 & 0xff));
    int blue = abs((int)(a & 0xff) + shift_blue - (int)(b & 0xff));
    return MAX(MAX(red, green), blue);
}

/* The ground of a block that has changed its shade: the change that most changed pixels have in common (Boyer and Moore). */
struct ground {
    int red, green, blue;
};

static struct ground block_ground(const struct comparison *c, struct area block)
{
    guint32 before = 0, after = 0;
    int votes = 0, same = 0, changed = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int y = block.y; y < block.y + block.height; y++)
            for (int x = block.x; x < block.x + block.width; x++) {
                guint32 e = c->expected->pixels[at(c, x, y)], l = c->live->pixels[at(c, x, y)];
                if (e == l)
                    continue;
                bool equal = e == before && l == after;
                if (pass == 1) {
                    changed++;
                    same += equal;
                } else if (votes == 0) {
                    before = e, after = l, votes = 1;
                } else {
                    votes += equal ? 1 : -1;
                }
            }
    if (2 * same < changed || channel_distance(before, after, 0, 0, 0) > LIKENESS_SHIFT)
        return (struct ground){0};
    return (struct ground){(int)(after >> 16 & 0xff) - (int)(before >> 16 & 0xff),
                           (int)(after >> 8 & 0xff) - (int)(before >> 8 & 0xff), (int)(after & 0xff) - (int)(before & 0xff)};
}

static bool block_same(const struct comparison *c, struct area block)
{
    for (int y = block.y; y < block.y + block.height; y++)
        if (memcmp(c->expected->pixels + at(c, block.x, y), c->live->pixels + at(c, block.x, y),
                   (gsize)block.width * sizeof(guint32)) != 0)
            return false;
    return true;
}

static void compare_block(struct comparison *c, struct area block)
{
    if (block_same(c, block))
        return;
    c->dirty[block.y / BLOCK * c->columns + block.x / BLOCK] = 1;
    struct ground g = block_ground(c, block);
    int tolerance = c->rules->tolerance;
    for (int y = block.y; y < block.y + block.height; y++)
        for (int x = block.x; x < block.x + block.width; x++) {
            guint32 e = c->expected->pixels[at(c, x, y)], l = c->live->pixels[at(c, x, y)];
            if (e != l && channel_distance(e, l, 0, 0, 0) > tolerance &&
                channel_distance(e, l, g.red, g.green, g.blue) > tolerance)
                c->marks[at(c, x, y)] |= PIXEL_CHANGED;
        }
}

/* ---- measures ---- */

/* Changed pixels of a 4×4 square of the target. */
static int sub_count(const struct comparison *c, struct area sub, bool restless_too)
{
    int n = 0;
    for (int y = sub.y; y < sub.y + sub.height; y++)
        for (int x = sub.x; x < sub.x + sub.width; x++) {
            guint8 mark = c->marks[at(c, x, y)];
            bool counts = !(mark & PIXEL_RESTLESS) || restless_too || area_has(c->rules->core, x, y);
            n += counts && (mark & PIXEL_CHANGED) && !(mark & PIXEL_IGNORED);
        }
    return n;
}

static void measure_target(const struct comparison *c, struct area close, struct likeness *l)
{
    bool restless_too = too_restless(c, close);
    int columns = (close.width + SUB - 1) / SUB, rows = (close.height + SUB - 1) / SUB;
    g_autofree guint8 *above = g_malloc0((gsize)columns + 1), *row = g_malloc0((gsize)columns + 1);
    int worst = 0;
    for (int j = 0; j < rows; j++) {
        for (int i = 0; i < columns; i++) {
            struct area sub = area_cut((struct area){close.x + i * SUB, close.y + j * SUB, SUB, SUB}, close);
            row[i + 1] = (guint8)sub_count(c, sub, restless_too);
            int sum = row[i] + row[i + 1] + above[i] + above[i + 1];
            if (sum > worst) {
                worst = sum;
                l->x = sub.x;
                l->y = sub.y;
            }
        }
        guint8 *swap = above;
        above = row;
        row = swap;
    }
    l->target = MAX(0, 1 - (double)worst / WORST);
}

/* A cell is smaller than a block: its corners are in all the blocks that it touches. */
static bool in_clean_blocks(const struct comparison *c, struct area cell)
{
    int right = cell.x + cell.width - 1, bottom = cell.y + cell.height - 1;
    const guint8 *upper = c->dirty + cell.y / BLOCK * c->columns, *lower = c->dirty + bottom / BLOCK * c->columns;
    return !upper[cell.x / BLOCK] && !upper[right / BLOCK] && !lower[cell.x / BLOCK] && !lower[right / BLOCK];
}

/* Share of an area's cells that are as they were. */
static double measure_cells(const struct comparison *c, struct area a)
{
    int cells = 0, changed = 0;
    for (int top = a.y; top < a.y + a.height; top += LIKENESS_CELL)
        for (int left = a.x; left < a.x + a.width; left += LIKENESS_CELL) {
            struct area cell = area_cut((struct area){left, top, LIKENESS_CELL, LIKENESS_CELL}, a);
            int compared = 0, differ = 0;
            if (in_clean_blocks(c, cell)) {
                cells++;
                continue;
            }
            for (int y = cell.y; y < cell.y + cell.height; y++)
                for (int x = cell.x; x < cell.x + cell.width; x++) {
                    guint8 mark = c->marks[at(c, x, y)];
                    bool counts = !(mark & (PIXEL_IGNORED | PIXEL_RESTLESS));
                    compared += counts;
                    differ += counts && (mark & PIXEL_CHANGED);
                }
            cells += compared > 0;
            changed += differ >= CELL_CHANGED;
        }
    return cells ? 1 - (double)changed / cells : -1;
}

struct likeness likeness_measure_rows(const frame *expected, const frame *live, const struct likeness_rules *rules, int first,
                                      int last)
{
    struct likeness l = {.target = -1, .window = -1, .frame = -1, .x = -1, .y = -1};
    if (expected->width != live->width || expected->height != live->height)
        return (struct likeness){.x = -1, .y = -1};
    struct comparison c = {.expected = expected, .live = live, .rules = rules};
    struct area screen = screen_of(&c);
    g_autofree guint8 *marks G_GNUC_UNUSED = c.marks = g_malloc0((gsize)screen.width * (gsize)screen.height);
    c.columns = (screen.width + BLOCK - 1) / BLOCK;
    g_autofree guint8 *dirty G_GNUC_UNUSED = c.dirty = g_malloc0((gsize)c.columns * (gsize)((screen.height + BLOCK - 1) / BLOCK));
    mark_areas(&c, rules->ignored, PIXEL_IGNORED);
    mark_areas(&c, rules->restless, PIXEL_RESTLESS);
    for (int y = first / BLOCK * BLOCK; y <= MIN(last, screen.height - 1); y += BLOCK)
        for (int x = 0; x < screen.width; x += BLOCK)
            compare_block(&c, area_cut((struct area){x, y, BLOCK, BLOCK}, screen));
    struct area close = area_cut(rules->close, screen), window = area_cut(rules->window, screen);
    if (close.width)
        measure_target(&c, close, &l);
    if (window.width)
        l.window = measure_cells(&c, window);
    l.frame = measure_cells(&c, screen);
    return l;
}

struct likeness likeness_measure(const frame *expected, const frame *live, const struct likeness_rules *rules)
{
    return likeness_measure_rows(expected, live, rules, 0, expected->height - 1);
}

char *likeness_changed(const struct likeness *l, const struct likeness_rules *rules)
{
    if (l->target >= 0 && l->target < rules->min_target && l->x < 0)
        return g_strdup("the screen has another size than the picture that was decided on");
    if (l->target >= 0 && l->target < rules->min_target)
        return g_strdup_printf("the target has changed at %d,%d (likeness %.3f, least %.3f)", l->x, l->y, l->target,
                               rules->min_target);
    if (l->window >= 0 && l->window < rules->min_frame)
        return g_strdup_printf("the target's window has changed: %.3f of it is as it was, least %.3f", l->window,
                               rules->min_frame);
    if (l->frame >= 0 && l->frame < rules->min_frame)
        return g_strdup_printf("the screen has changed: %.3f of it is as it was, least %.3f", l->frame, rules->min_frame);
    return NULL;
}

static GArray *areas_copy(const GArray *areas)
{
    if (!areas)
        return NULL;
    GArray *copy = g_array_sized_new(FALSE, FALSE, sizeof(struct area), areas->len);
    g_array_append_vals(copy, areas->data, areas->len);
    return copy;
}

struct likeness_rules likeness_rules_copy(const struct likeness_rules *rules)
{
    struct likeness_rules copy = *rules;
    copy.ignored = areas_copy(rules->ignored);
    copy.restless = areas_copy(rules->restless);
    return copy;
}

void likeness_rules_clear(struct likeness_rules *rules)
{
    g_clear_pointer(&rules->ignored, g_array_unref);
    g_clear_pointer(&rules->restless, g_array_unref);
}
