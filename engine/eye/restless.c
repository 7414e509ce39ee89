#include "engine/eye/restless.h"

#include <string.h>

#define MEMORY_US (10 * G_USEC_PER_SEC)
#define APART_US (400 * 1000) /* one burst is one change */
#define CHANGES 3

struct cell {
    gint64 at_us[CHANGES]; /* of the last changes, newest first, APART_US or more from each other; 0 = none */
};

struct restless {
    int width, height; /* of the pictures */
    int columns, rows;
    struct cell *cells; /* owned */
};

restless *restless_new(void)
{
    return g_new0(restless, 1);
}

void restless_free(restless *r)
{
    if (!r)
        return;
    g_free(r->cells);
    g_free(r);
}

static void resize(restless *r, const frame *f)
{
    if (r->width == f->width && r->height == f->height)
        return;
    r->width = f->width;
    r->height = f->height;
    r->columns = (f->width + LIKENESS_CELL - 1) / LIKENESS_CELL;
    r->rows = (f->height + LIKENESS_CELL - 1) / LIKENESS_CELL;
    g_free(r->cells);
    r->cells = g_new0(struct cell, (gsize)r->columns * (gsize)r->rows);
}

static void note_row(restless *r, const frame *before, const frame *after, int y, guint8 *changed)
{
    gsize start = (gsize)y * (gsize)r->width;
    if (memcmp(before->pixels + start, after->pixels + start, (gsize)r->width * sizeof(guint32)) == 0)
        return;
    for (int column = 0; column < r->columns; column++) {
        int x = column * LIKENESS_CELL, width = MIN(LIKENESS_CELL, r->width - x);
        if (!changed[column])
            changed[column] = memcmp(before->pixels + start + x, after->pixels + start + x, (gsize)width * sizeof(guint32)) != 0;
    }
}

void restless_note(restless *r, const frame *before, const frame *after, gint64 now_us)
{
    resize(r, after);
    if (before->width != after->width || before->height != after->height)
        return;
    g_autofree guint8 *changed = g_malloc((gsize)r->columns);
    for (int row = 0; row < r->rows; row++) {
        memset(changed, 0, (gsize)r->columns);
        for (int y = row * LIKENESS_CELL; y < MIN((row + 1) * LIKENESS_CELL, r->height); y++)
            note_row(r, before, after, y, changed);
        for (int column = 0; column < r->columns; column++) {
            struct cell *c = &r->cells[row * r->columns + column];
            if (changed[column] && (c->at_us[0] == 0 || now_us - c->at_us[0] >= APART_US)) {
                memmove(c->at_us + 1, c->at_us, (CHANGES - 1) * sizeof c->at_us[0]);
                c->at_us[0] = now_us;
            }
        }
    }
}

static bool is_restless(const struct cell *c, gint64 now_us)
{
    gint64 oldest = c->at_us[CHANGES - 1];
    return oldest > 0 && now_us - oldest <= MEMORY_US;
}

GArray *restless_areas(const restless *r, gint64 now_us)
{
    GArray *areas = g_array_new(FALSE, FALSE, sizeof(struct area));
    for (int row = 0; row < r->rows; row++)
        for (int column = 0; column < r->columns && areas->len < LIKENESS_AREAS_MAX; column++) {
            int first = column;
            while (column < r->columns && is_restless(&r->cells[row * r->columns + column], now_us))
                column++;
            if (column == first)
                continue;
            struct area a = {first * LIKENESS_CELL, row * LIKENESS_CELL, (column - first) * LIKENESS_CELL, LIKENESS_CELL};
            g_array_append_val(areas, a);
        }
    return areas;
}
