#include "engine/picture/difference.h"

#include "engine/picture/frame.h"

#include <string.h>

#define CELL SCREEN_MATCH_CELL
#define ACROSS ((DIFFERENCE_WIDTH - 2 * DIFFERENCE_MARGIN) / CELL) /* cells of the place without its margin */
#define DOWN ((DIFFERENCE_HEIGHT - 2 * DIFFERENCE_MARGIN) / CELL)

/* Cells of the screen, and how many of those above and to the left of each corner have changed. */
struct cells {
    int across, down;
    guint32 *sums; /* (across + 1) × (down + 1) */
};

static bool cell_changed(const frame *a, const frame *b, int column, int row)
{
    int x = column * CELL, width = MIN(CELL, a->width - x), bottom = MIN(a->height, (row + 1) * CELL);
    bool changed = false;
    for (int y = row * CELL; y < bottom && !changed; y++) {
        gsize at = (gsize)y * (gsize)a->width + (gsize)x;
        changed = memcmp(a->pixels + at, b->pixels + at, (gsize)width * sizeof *a->pixels) != 0;
    }
    return changed;
}

static guint32 *sum_at(const struct cells *c, int column, int row)
{
    return c->sums + (gsize)row * (gsize)(c->across + 1) + column;
}

static guint32 changed_in(const struct cells *c, int left, int top, int right, int bottom)
{
    return *sum_at(c, right, bottom) - *sum_at(c, left, bottom) - *sum_at(c, right, top) + *sum_at(c, left, top);
}

/* Cells from left to before right, from top to before bottom, without edges in which nothing has changed. */
static struct area tight(const struct cells *c, int left, int top, int right, int bottom)
{
    while (top < bottom && changed_in(c, left, top, right, top + 1) == 0)
        top++;
    while (top < bottom && changed_in(c, left, bottom - 1, right, bottom) == 0)
        bottom--;
    while (left < right && changed_in(c, left, top, left + 1, bottom) == 0)
        left++;
    while (left < right && changed_in(c, right - 1, top, right, bottom) == 0)
        right--;
    int margin = DIFFERENCE_MARGIN;
    return (struct area){left * CELL - margin, top * CELL - margin, (right - left) * CELL + 2 * margin,
                         (bottom - top) * CELL + 2 * margin};
}

struct area difference_area(const frame *before, const frame *after)
{
    if (before->width != after->width || before->height != after->height)
        return (struct area){0};
    struct cells c = {.across = (after->width + CELL - 1) / CELL, .down = (after->height + CELL - 1) / CELL};
    g_autofree guint32 *sums = c.sums = g_new0(guint32, (gsize)(c.across + 1) * (gsize)(c.down + 1));
    for (int row = 0; row < c.down; row++)
        for (int column = 0; column < c.across; column++)
            *sum_at(&c, column + 1, row + 1) = *sum_at(&c, column, row + 1) + *sum_at(&c, column + 1, row) -
                                               *sum_at(&c, column, row) + cell_changed(before, after, column, row);
    guint32 most = 0;
    int left = 0, top = 0, width = MIN(ACROSS, c.across), height = MIN(DOWN, c.down);
    for (int row = 0; row + height <= c.down; row++) {
        for (int column = 0; column + width <= c.across; column++) {
            guint32 n = changed_in(&c, column, row, column + width, row + height);
            if (n > most) {
                most = n;
                left = column;
                top = row;
            }
        }
    }
    const struct area screen = {0, 0, after->width, after->height};
    return most ? area_cut(tight(&c, left, top, left + width, top + height), screen) : (struct area){0};
}

static double share_in(const frame *before, const frame *after, struct area in)
{
    gint64 differ = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            differ += frame_pixel(before, x, y) != frame_pixel(after, x, y);
    return in.width > 0 ? (double)differ / ((double)in.width * in.height) : 0;
}

struct difference difference_measure(const frame *before, const frame *after, int x, int y)
{
    struct difference d = {0};
    gint64 differ = frame_changed(before, after, &d.box.x, &d.box.y, &d.box.width, &d.box.height);
    if (differ < 0)
        return (struct difference){.share = 1, .near = 1};
    const struct area screen = {0, 0, after->width, after->height},
                      around = {x - DIFFERENCE_NEAR / 2, y - DIFFERENCE_NEAR / 2, DIFFERENCE_NEAR, DIFFERENCE_NEAR};
    d.share = (double)differ / ((double)after->width * after->height);
    d.near = area_has(screen, x, y) ? share_in(before, after, area_cut(around, screen)) : 0;
    d.caret = differ > 0 && d.box.width <= SCREEN_MATCH_CARET_WIDTH && d.box.height <= SCREEN_MATCH_CARET_HEIGHT;
    return d;
}

#define GONE_PIXELS 2  /* of a cell, at most, that may differ */
#define GONE_LEVELS 48 /* of a channel: letters and edges differ by more, shades of a button that is lit or focused by less */

static bool cell_drawn(const frame *f, int x, int y)
{
    for (int i = 0; i < CELL * CELL; i++)
        if (frame_step(frame_pixel(f, x + i % CELL, y + i / CELL), frame_pixel(f, x, y)) >= GONE_LEVELS)
            return true;
    return false;
}

static bool cell_gone(const frame *before, const frame *after, int x, int y)
{
    int n = 0;
    for (int i = 0; i < CELL * CELL; i++)
        n += frame_step(frame_pixel(before, x + i % CELL, y + i / CELL), frame_pixel(after, x + i % CELL, y + i / CELL)) >=
             GONE_LEVELS;
    return n > GONE_PIXELS;
}

static bool cell_aside(const GArray *aside, int x, int y)
{
    for (guint i = 0; aside && i < aside->len; i++)
        if (area_overlaps(g_array_index(aside, struct area, i), (struct area){x, y, CELL, CELL}))
            return true;
    return false;
}

double difference_gone(const frame *before, const frame *after, struct area in, const GArray *aside)
{
    int drawn = 0, gone = 0;
    if (before->width != after->width || before->height != after->height)
        return 0;
    const struct area all = area_cut(in, (struct area){0, 0, before->width, before->height});
    for (int y = all.y; y + CELL <= all.y + all.height; y += CELL)
        for (int x = all.x; x + CELL <= all.x + all.width; x += CELL)
            if (!cell_aside(aside, x, y) && cell_drawn(before, x, y)) {
                drawn++;
                gone += cell_gone(before, after, x, y);
            }
    return drawn ? (double)gone / drawn : 0;
}

#define OPENED_WIDTH 80 /* px. zim's list of four entries has 136×136, a tool bar's icon that lights up with its label 136×64 */
#define OPENED_HEIGHT 80
#define OPENED_CELLS 64
#define OPENED_GAP 4 /* cells: between the entries of a menu */

/* Levels between the pixel and the next one to its right or below it, whichever is more. */
static int edge_at(const frame *f, int x, int y)
{
    const guint32 here = frame_pixel(f, x, y);
    return MAX(x + 1 < f->width ? frame_step(here, frame_pixel(f, x + 1, y)) : 0,
               y + 1 < f->height ? frame_step(here, frame_pixel(f, x, y + 1)) : 0);
}

/* It has edges that it had not: something else is drawn there, not the same on another ground. */
static bool cell_redrawn(const frame *before, const frame *after, int x, int y)
{
    int n = 0;
    for (int i = 0; i < CELL * CELL; i++)
        n += edge_at(after, x + i % CELL, y + i / CELL) >= GONE_LEVELS &&
             2 * edge_at(before, x + i % CELL, y + i / CELL) < GONE_LEVELS;
    return n > GONE_PIXELS;
}

/* Takes the piece that begins at this cell out of the `new` ones; width 0: it is too small. */
static struct area take_piece(bool *new, int across, int down, int first, GArray *waiting)
{
    int left = across, top = down, right = 0, bottom = 0, cells = 0;
    new[first] = false;
    g_array_append_val(waiting, first);
    while (waiting->len > 0) {
        const int at = g_array_index(waiting, int, waiting->len - 1), column = at % across, row = at / across;
        g_array_set_size(waiting, waiting->len - 1);
        cells++;
        left = MIN(left, column), right = MAX(right, column + 1), top = MIN(top, row), bottom = MAX(bottom, row + 1);
        for (int y = MAX(row - OPENED_GAP, 0); y < MIN(row + OPENED_GAP + 1, down); y++)
            for (int x = MAX(column - OPENED_GAP, 0); x < MIN(column + OPENED_GAP + 1, across); x++) {
                const int next = y * across + x;
                if (new[next])
                    g_array_append_val(waiting, next);
                new[next] = false;
            }
    }
    const struct area piece = {left * CELL, top * CELL, (right - left) * CELL, (bottom - top) * CELL};
    return cells >= OPENED_CELLS && piece.width >= OPENED_WIDTH && piece.height >= OPENED_HEIGHT ? piece : (struct area){0};
}

struct area difference_opened(const frame *before, const frame *earlier, const frame *after, struct area in, const GArray *aside)
{
    struct area largest = {0};
    const struct area all = area_cut(in, (struct area){0, 0, after->width, after->height});
    if (before->width != after->width || before->height != after->height || earlier->width != after->width ||
        earlier->height != after->height || all.width < CELL || all.height < CELL)
        return largest;
    const int across = all.width / CELL, down = all.height / CELL;
    g_autofree bool *new = g_new(bool, (gsize)across *(gsize)down);
    g_autoptr(GArray) waiting = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i < across * down; i++) {
        const int x = all.x + i % across * CELL, y = all.y + i / across * CELL;
        new[i] = cell_gone(before, after, x, y) && cell_gone(earlier, after, x, y) && cell_redrawn(before, after, x, y) &&
                 cell_redrawn(earlier, after, x, y) && !cell_aside(aside, x, y);
    }
    for (int i = 0; i < across * down; i++) {
        const struct area piece = new[i] ? take_piece(new, across, down, i, waiting) : (struct area){0};
        if (piece.width * piece.height > largest.width * largest.height)
            largest = (struct area){all.x + piece.x, all.y + piece.y, piece.width, piece.height};
    }
    return largest;
}
