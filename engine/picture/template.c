/* The score is 1 - D/V: D the mean absolute difference of brightness over the opaque pixels, V the template's own mean deviation
 * from its mean, so that a plain surface is worth 0. A place is given up as soon as its differences come to more than the score
 * allows: first those of whole cells, from sums over rectangles (the difference of two sums is no more than that of the pixels),
 * then those of the pixels, then those of the colours. */
#include "engine/picture/template.h"

#include <math.h>
#include <string.h>

#define CELL 4     /* px: side of a cell */
#define OPAQUE 128 /* alpha, at least */
#define PIXELS_MIN 16
#define SIDE_MIN 6 /* px: of a size other than its own */

struct cell {
    int x, y, width, height, sum;
};

/* The template in one size. */
struct sized {
    int width, height;
    guint32 *colours;
    guint8 *gray, *opaque;
    GArray *cells; /* struct cell: opaque ones */
    gint64 pixels;
    double deviation; /* V */
};

static const double scales[] = {1, 0.5, 0.75, 1.25, 1.5, 2};

struct template
{
    struct sized sizes[G_N_ELEMENTS(scales)];
};

static guint8 brightness(guint32 p)
{
    return (guint8)(((p >> 16 & 0xff) * 77 + (p >> 8 & 0xff) * 150 + (p & 0xff) * 29) >> 8);
}

/* ---- sizes ---- */

/* The mean of the pixels that (x, y) of the size stands for; opaque when most of them are. */
static void sample(const frame *f, const guint8 *opaque, double scale, int x, int y, struct sized *s)
{
    double sums[4] = {0}, area = 0, step = 1 / scale, side = MAX(step, 1);
    double left = (x + 0.5) * step - side / 2, top = (y + 0.5) * step - side / 2;
    for (int v = (int)floor(top); v < top + side; v++)
        for (int u = (int)floor(left); u < left + side; u++) {
            gsize at = (gsize)CLAMP(v, 0, f->height - 1) * (gsize)f->width + (gsize)CLAMP(u, 0, f->width - 1);
            double share = (MIN(u + 1, left + side) - MAX(u, left)) * (MIN(v + 1, top + side) - MAX(v, top));
            if (share <= 0)
                continue;
            area += share;
            share *= opaque[at] >= OPAQUE;
            sums[3] += share;
            for (int i = 0; i < 3; i++)
                sums[i] += share * (f->pixels[at] >> (16 - 8 * i) & 0xff);
        }
    gsize to = (gsize)y * (gsize)s->width + (gsize)x;
    s->opaque[to] = 2 * sums[3] > area;
    for (int i = 0; i < 3 && s->opaque[to]; i++)
        s->colours[to] |= (guint32)lround(sums[i] / sums[3]) << (16 - 8 * i);
    s->gray[to] = brightness(s->colours[to]);
}

static void add_cells(struct sized *s)
{
    for (int y = 0; y < s->height; y += CELL)
        for (int x = 0; x < s->width; x += CELL) {
            struct cell c = {x, y, MIN(CELL, s->width - x), MIN(CELL, s->height - y), 0};
            bool whole = true;
            for (int v = y; v < y + c.height; v++)
                for (int u = x; u < x + c.width; u++) {
                    whole = whole && s->opaque[v * s->width + u];
                    c.sum += s->gray[v * s->width + u];
                }
            if (whole)
                g_array_append_val(s->cells, c);
        }
}

static void make_size(const frame *f, const guint8 *opaque, double scale, struct sized *s)
{
    s->width = MAX(1, (int)lround(f->width * scale));
    s->height = MAX(1, (int)lround(f->height * scale));
    gsize n = (gsize)s->width * (gsize)s->height;
    s->colours = g_new0(guint32, n);
    s->gray = g_new0(guint8, n);
    s->opaque = g_new0(guint8, n);
    s->cells = g_array_new(FALSE, FALSE, sizeof(struct cell));
    for (int y = 0; y < s->height; y++)
        for (int x = 0; x < s->width; x++)
            sample(f, opaque, scale, x, y, s);
    double mean = 0;
    for (gsize i = 0; i < n; i++) {
        s->pixels += s->opaque[i];
        mean += s->opaque[i] ? s->gray[i] : 0;
    }
    mean = s->pixels ? mean / (double)s->pixels : 0;
    for (gsize i = 0; i < n; i++)
        s->deviation += s->opaque[i] ? fabs(s->gray[i] - mean) : 0;
    s->deviation = s->pixels ? s->deviation / (double)s->pixels : 0;
    add_cells(s);
}

template *template_new(GBytes *png, GError **error)
{
    g_autofree guint8 *opaque = NULL;
    g_autoptr(frame) f = frame_from_png_masked(png, &opaque, error);
    if (!f)
        return NULL;
    template *t = g_new0(template, 1);
    for (gsize i = 0; i < G_N_ELEMENTS(scales); i++)
        make_size(f, opaque, scales[i], &t->sizes[i]);
    if (t->sizes[0].pixels >= PIXELS_MIN && t->sizes[0].deviation >= 1)
        return t;
    template_free(t);
    g_set_error(error, EYE_ERROR, EYE_ERROR_FORMAT, "it has fewer than %d opaque pixels, or they are all of one brightness",
                PIXELS_MIN);
    return NULL;
}

void template_free(template *t)
{
    for (gsize i = 0; t && i < G_N_ELEMENTS(scales); i++) {
        g_free(t->sizes[i].colours);
        g_free(t->sizes[i].gray);
        g_free(t->sizes[i].opaque);
        g_array_unref(t->sizes[i].cells);
    }
    g_free(t);
}

/* ---- search ---- */

struct field {
    const frame *f;
    guint8 *gray;
    guint32 *sums; /* of all above and to the left; (width + 1) × (height + 1); may overflow, differences do not */
};

static void prepare(struct field *w, const frame *f)
{
    gsize stride = (gsize)f->width + 1;
    w->f = f;
    w->gray = g_malloc((gsize)f->width * (gsize)f->height);
    w->sums = g_new0(guint32, stride * ((gsize)f->height + 1));
    for (int y = 0; y < f->height; y++) {
        guint32 row = 0;
        for (int x = 0; x < f->width; x++) {
            gsize at = (gsize)y * (gsize)f->width + (gsize)x, to = ((gsize)y + 1) * stride + (gsize)x + 1;
            w->gray[at] = brightness(f->pixels[at]);
            row += w->gray[at];
            w->sums[to] = w->sums[to - stride] + row;
        }
    }
}

static gint64 cell_difference(const struct field *w, const struct cell *c, int x, int y)
{
    gsize stride = (gsize)w->f->width + 1;
    const guint32 *top = w->sums + (gsize)(y + c->y) * stride + (gsize)(x + c->x), *bottom = top + (gsize)c->height * stride;
    return ABS((gint64)(bottom[c->width] - bottom[0] - top[c->width] + top[0]) - c->sum);
}

/* The opaque pixels of a size, by their way from its first one on a screen. */
struct ink {
    gsize *offsets;
    guint8 *values;
    int n;
};

static void list_ink(const struct field *w, const struct sized *s, struct ink *ink)
{
    ink->offsets = g_new(gsize, (gsize)s->pixels);
    ink->values = g_new(guint8, (gsize)s->pixels);
    ink->n = 0;
    for (int v = 0; v < s->height; v++)
        for (int u = 0; u < s->width; u++)
            if (s->opaque[v * s->width + u]) {
                ink->offsets[ink->n] = (gsize)v * (gsize)w->f->width + (gsize)u;
                ink->values[ink->n++] = s->gray[v * s->width + u];
            }
}

/* The sum of differences at a place; more than `most` when it is given up. */
static gint64 difference(const struct field *w, const struct sized *s, const struct ink *ink, int x, int y, gint64 most)
{
    gint64 sum = 0;
    for (guint i = 0; i < s->cells->len && sum <= most; i++)
        sum += cell_difference(w, &g_array_index(s->cells, struct cell, i), x, y);
    if (sum > most)
        return sum;
    const guint8 *at = w->gray + (gsize)y * (gsize)w->f->width + (gsize)x;
    sum = 0;
    for (int i = 0; i < ink->n && sum <= most;)
        for (int end = MIN(i + 16, ink->n); i < end; i++)
            sum += ABS(at[ink->offsets[i]] - ink->values[i]);
    return sum;
}

/* No more than the brightness may differ, by the channel that differs most. */
static bool same_colours(const struct field *w, const struct sized *s, int x, int y, gint64 most)
{
    gint64 sums[3] = {0};
    for (int v = 0; v < s->height; v++)
        for (int u = 0; u < s->width; u++) {
            guint32 a = s->colours[v * s->width + u], b = frame_pixel(w->f, x + u, y + v);
            for (int i = 0; i < 3 && s->opaque[v * s->width + u]; i++)
                sums[i] += ABS((int)(a >> (8 * i) & 0xff) - (int)(b >> (8 * i) & 0xff));
        }
    return MAX(sums[0], MAX(sums[1], sums[2])) <= 2 * most;
}

static void find_size(const struct field *w, const struct sized *s, double score, GArray *places)
{
    gint64 most = (gint64)((1 - score) * s->deviation * (double)s->pixels);
    struct ink ink;
    list_ink(w, s, &ink);
    for (int y = 0; y + s->height <= w->f->height; y++)
        for (int x = 0; x + s->width <= w->f->width; x++) {
            gint64 sum = difference(w, s, &ink, x, y, most);
            if (sum > most || !same_colours(w, s, x, y, most))
                continue;
            const struct template_place p = {{x, y, s->width, s->height}, 1 - (double)sum / (s->deviation * (double)s->pixels)};
            g_array_append_val(places, p);
        }
    g_free(ink.offsets);
    g_free(ink.values);
}

static int by_score(gconstpointer a, gconstpointer b)
{
    double x = ((const struct template_place *)a)->score, y = ((const struct template_place *)b)->score;
    return (x < y) - (x > y);
}

/* Of those that lie over each other, the best. */
static GArray *best_of(GArray *places)
{
    GArray *best = g_array_new(FALSE, FALSE, sizeof(struct template_place));
    g_array_sort(places, by_score);
    for (guint i = 0; i < places->len && best->len < TEMPLATE_MAX; i++) {
        const struct template_place *p = &g_array_index(places, struct template_place, i);
        bool free = true;
        for (guint j = 0; j < best->len && free; j++) {
            struct area b = g_array_index(best, struct template_place, j).at, common = area_cut(b, p->at);
            free = !area_overlaps(b, p->at) ||
                   3 * common.width * common.height < MIN(b.width * b.height, p->at.width * p->at.height);
        }
        if (free)
            g_array_append_val(best, *p);
    }
    return best;
}

GArray *template_find(const template *t, const frame *f, double score)
{
    struct field w;
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct template_place));
    prepare(&w, f);
    for (gsize i = 0; i < G_N_ELEMENTS(scales); i++) {
        const struct sized *s = &t->sizes[i];
        if (i == 0 || (MIN(s->width, s->height) >= SIDE_MIN && s->deviation >= 1))
            find_size(&w, s, score, places);
    }
    g_free(w.gray);
    g_free(w.sums);
    return best_of(places);
}
