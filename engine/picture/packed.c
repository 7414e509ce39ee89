#include "engine/picture/packed.h"

#include <string.h>

/* A run: its length less one in the upper 8 bits, its colour in the lower 24. A tile has 256 pixels: one run may be all of it. */
#define RUN_SHIFT 24
#define COLOUR 0xffffffu

struct packed {
    int width, height;
    guint n;         /* tiles in it */
    guint32 *tiles;  /* their numbers, ascending; owned, as the others */
    guint32 *starts; /* n + 1: where the runs of each begin */
    guint32 *runs;
};

static gsize across(int width)
{
    return (gsize)(width + PACKED_TILE - 1) / PACKED_TILE;
}

gsize packed_tiles(const frame *f)
{
    return across(f->width) * across(f->height);
}

bool packed_compare(const frame *before, const frame *after, guint8 *ret_changed)
{
    gsize columns = across(after->width);
    bool any = false;
    memset(ret_changed, 0, packed_tiles(after));
    for (int y = 0; y < after->height; y++) {
        const guint32 *one = before->pixels + (gsize)y * (gsize)before->width;
        const guint32 *two = after->pixels + (gsize)y * (gsize)after->width;
        if (frame_row_same(before, after, y))
            continue;
        guint8 *row = ret_changed + (gsize)(y / PACKED_TILE) * columns;
        for (gsize i = 0; i < columns; i++) {
            gsize x = i * PACKED_TILE, length = MIN(PACKED_TILE, (gsize)after->width - x);
            row[i] = row[i] || memcmp(one + x, two + x, length * sizeof *one) != 0;
        }
        any = true;
    }
    return any;
}

struct place {
    int left, top, right, bottom;
};

static struct place place_of(int width, int height, guint32 tile)
{
    int left = (int)(tile % across(width)) * PACKED_TILE, top = (int)(tile / across(width)) * PACKED_TILE;
    return (struct place){left, top, MIN(left + PACKED_TILE, width), MIN(top + PACKED_TILE, height)};
}

static void pack_tile(GArray *runs, const frame *f, guint32 tile)
{
    struct place at = place_of(f->width, f->height, tile);
    guint32 run = 0, colour = frame_pixel(f, at.left, at.top) & COLOUR, word;
    for (int y = at.top; y < at.bottom; y++)
        for (int x = at.left; x < at.right; x++, run++) {
            guint32 now = frame_pixel(f, x, y) & COLOUR;
            if (now == colour)
                continue;
            word = (run - 1) << RUN_SHIFT | colour;
            g_array_append_val(runs, word);
            colour = now;
            run = 0;
        }
    word = (run - 1) << RUN_SHIFT | colour;
    g_array_append_val(runs, word);
}

static guint32 *kept(GArray *words_take)
{
    guint32 *words = g_memdup2(words_take->data, words_take->len * sizeof *words); /* without the array's reserve */
    g_array_unref(words_take);
    return words;
}

packed *packed_new(const frame *f, const guint8 *changed)
{
    packed *p = g_new0(packed, 1);
    GArray *tiles = g_array_new(FALSE, FALSE, sizeof(guint32)), *starts = g_array_new(FALSE, FALSE, sizeof(guint32)),
           *runs = g_array_new(FALSE, FALSE, sizeof(guint32));
    for (guint32 i = 0; i < packed_tiles(f); i++) {
        if (changed && !changed[i])
            continue;
        g_array_append_val(tiles, i);
        g_array_append_val(starts, runs->len);
        pack_tile(runs, f, i);
    }
    g_array_append_val(starts, runs->len);
    *p = (packed){.width = f->width, .height = f->height, .n = tiles->len};
    p->tiles = kept(tiles);
    p->starts = kept(starts);
    p->runs = kept(runs);
    return p;
}

void packed_free(packed *p)
{
    if (!p)
        return;
    g_free(p->tiles);
    g_free(p->starts);
    g_free(p->runs);
    g_free(p);
}

bool packed_whole(const packed *p)
{
    return p->n == across(p->width) * across(p->height);
}

gsize packed_bytes(const packed *p)
{
    return sizeof *p + (2 * (gsize)p->n + 1 + p->starts[p->n]) * sizeof(guint32);
}

frame *packed_canvas(const packed *p)
{
    return frame_new(p->width, p->height);
}

void packed_apply(const packed *p, frame *f)
{
    for (guint i = 0; i < p->n; i++) {
        struct place at = place_of(p->width, p->height, p->tiles[i]);
        const guint32 *run = p->runs + p->starts[i];
        guint32 left = (*run >> RUN_SHIFT) + 1;
        for (int y = at.top; y < at.bottom; y++) {
            guint32 *row = f->pixels + (gsize)y * (gsize)f->width;
            for (int x = at.left; x < at.right; x++) {
                if (left == 0)
                    left = (*++run >> RUN_SHIFT) + 1;
                row[x] = *run & COLOUR;
                left--;
            }
        }
    }
}

packed *packed_joined(const packed *first, const packed *later)
{
    packed *p = g_new0(packed, 1);
    gsize tiles = (gsize)first->n + later->n, runs = (gsize)first->starts[first->n] + later->starts[later->n];
    *p = (packed){.width = later->width, .height = later->height};
    p->tiles = g_new(guint32, tiles);
    p->starts = g_new(guint32, tiles + 1);
    p->runs = g_new(guint32, runs);
    p->starts[0] = 0;
    for (guint i = 0, j = 0; i < first->n || j < later->n; p->n++) {
        bool of_later = i == first->n || (j < later->n && later->tiles[j] <= first->tiles[i]);
        i += of_later && i < first->n && first->tiles[i] == later->tiles[j]; /* covered */
        const packed *from = of_later ? later : first;
        guint at = of_later ? j++ : i++, length = from->starts[at + 1] - from->starts[at];
        p->tiles[p->n] = from->tiles[at];
        memcpy(p->runs + p->starts[p->n], from->runs + from->starts[at], length * sizeof *p->runs);
        p->starts[p->n + 1] = p->starts[p->n] + length;
    }
    p->tiles = g_renew(guint32, p->tiles, p->n + 1);
    p->starts = g_renew(guint32, p->starts, p->n + 1);
    p->runs = g_renew(guint32, p->runs, p->starts[p->n] + 1);
    return p;
}
