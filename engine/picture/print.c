#include "engine/picture/print.h"

#include "config/fast.h"
#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#include <math.h>
#include <string.h>

#define SIDE 32
#define WAVES 64
#define ONE 4096 /* of the cosines */

/* Flags for the pixels of a row that are hidden; false: none is, and the flags are not set. */
static bool mark_hidden(const GArray *hidden, int y, int width, guint8 *flags)
{
    bool any = false;
    for (guint i = 0; hidden && i < hidden->len; i++) {
        const struct area *a = &g_array_index(hidden, struct area, i);
        int left = CLAMP(a->x, 0, width), right = CLAMP(a->x + a->width, 0, width);
        if (y < a->y || y >= a->y + a->height || right <= left)
            continue;
        if (!any)
            memset(flags, 0, (gsize)width);
        memset(flags + left, 1, (gsize)(right - left));
        any = true;
    }
    return any;
}

/* 0..255, weights of ITU-R BT.601. */
static inline guint32 luminance(guint32 p)
{
    return ((p >> 16 & 0xff) * 77 + (p >> 8 & 0xff) * 150 + (p & 0xff) * 29) >> 8;
}

FAST static guint32 sum_of(const guint32 *pixels, int n)
{
    guint32 sum = 0;
    for (int x = 0; x < n; x++)
        sum += luminance(pixels[x]);
    return sum;
}

struct cells {
    gint64 sum[SIDE * SIDE], n[SIDE * SIDE];
};

/* flags: NULL = nothing is hidden. */
static void add_row(struct cells *cells, const frame *f, int y, const guint8 *flags)
{
    const guint32 *row = f->pixels + (gsize)y * (gsize)f->width;
    gsize line = (gsize)y * SIDE / (gsize)f->height * SIDE;
    for (int c = 0; c < SIDE; c++) {
        int from = (c * f->width + SIDE - 1) / SIDE, end = ((c + 1) * f->width + SIDE - 1) / SIDE;
        guint32 sum = flags ? 0 : sum_of(row + from, end - from), n = flags ? 0 : (guint32)(end - from);
        for (int x = from; flags && x < end; x++) {
            sum += flags[x] ? 0 : luminance(row[x]);
            n += !flags[x];
        }
        cells->sum[line + (gsize)c] += sum;
        cells->n[line + (gsize)c] += n;
    }
}

/* Each cell's luminance, less the mean of all, times 16; 0 where nothing is seen. */
static void level(const struct cells *cells, gint64 ret_cell[SIDE * SIDE])
{
    gint64 sum = 0, n = 0;
    for (guint i = 0; i < SIDE * SIDE; i++) {
        ret_cell[i] = cells->n[i] ? cells->sum[i] * 16 / cells->n[i] : 0;
        sum += ret_cell[i];
        n += cells->n[i] > 0;
    }
    for (guint i = 0; i < SIDE * SIDE; i++)
        ret_cell[i] = cells->n[i] ? ret_cell[i] - sum / MAX(n, 1) : 0;
}

static gint64 cosine(int wave, int at)
{
    return lround(cos((2 * at + 1) * wave * G_PI / (2 * SIDE)) * ONE);
}

/* The wave with u periods across and v down. */
static gint64 wave(const gint64 cell[SIDE * SIDE], int u, int v)
{
    gint64 across[SIDE], sum = 0;
    for (int x = 0; x < SIDE; x++)
        across[x] = cosine(u, x);
    for (int y = 0; y < SIDE; y++) {
        gint64 row = 0;
        for (int x = 0; x < SIDE; x++)
            row += cell[y * SIDE + x] * across[x];
        sum += row / ONE * cosine(v, y);
    }
    return sum / ONE;
}

/* The lowest ones first: by diagonals, without the constant. */
static void low_waves(const gint64 cell[SIDE * SIDE], gint64 ret_wave[WAVES])
{
    guint n = 0;
    for (int diagonal = 1; n < WAVES; diagonal++) {
        for (int u = 0; u <= diagonal && n < WAVES; u++)
            ret_wave[n++] = wave(cell, u, diagonal - u);
    }
}

static int by_size(const void *a, const void *b)
{
    gint64 one = *(const gint64 *)a, other = *(const gint64 *)b;
    return one < other ? -1 : one > other;
}

guint64 print_of_frame(const frame *f, const GArray *hidden)
{
    struct cells cells = {0};
    gint64 cell[SIDE * SIDE], waves[WAVES], order[WAVES];
    g_autofree guint8 *flags = g_malloc((gsize)f->width);
    for (int y = 0; y < f->height; y++)
        add_row(&cells, f, y, mark_hidden(hidden, y, f->width, flags) ? flags : NULL);
    level(&cells, cell);
    low_waves(cell, waves);
    memcpy(order, waves, sizeof order);
    qsort(order, WAVES, sizeof *order, by_size);
    guint64 print = 0;
    for (guint i = 0; i < WAVES; i++)
        print |= (guint64)(waves[i] > order[WAVES / 2 - 1]) << i;
    return print;
}

int print_distance(guint64 a, guint64 b)
{
    return __builtin_popcountll(a ^ b);
}
