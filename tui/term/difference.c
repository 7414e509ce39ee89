#include "tui/term/difference.h"

#include <stdbool.h>

#define TILE 16 /* pixels; what lies in tiles that touch belongs together */

/* Inclusive bounds of the pixels that differ in a tile, or in a place made of tiles. */
struct bounds {
    int left, top, right, bottom;
    bool any;
};

static void include(struct bounds *b, int left, int top, int right, int bottom)
{
    b->left = b->any ? MIN(b->left, left) : left;
    b->top = b->any ? MIN(b->top, top) : top;
    b->right = b->any ? MAX(b->right, right) : right;
    b->bottom = b->any ? MAX(b->bottom, bottom) : bottom;
    b->any = true;
}

static struct bounds *tiles_of(const frame *a, const frame *b, int columns, int rows)
{
    struct bounds *tiles = g_new0(struct bounds, (gsize)columns * (gsize)rows);
    for (int y = 0; y < a->height; y++) {
        const guint32 *p = &a->pixels[(gsize)y * (gsize)a->width], *q = &b->pixels[(gsize)y * (gsize)a->width];
        for (int x = 0; x < a->width; x++) {
            if (p[x] != q[x])
                include(&tiles[y / TILE * columns + x / TILE], x, y, x, y);
        }
    }
    return tiles;
}

/* Takes a tile and all that touch it, and those that touch these …; with a stack of its own, not by recursion. */
static struct bounds collect(struct bounds *tiles, int columns, int rows, int start, GArray *stack)
{
    struct bounds place = {0};
    g_array_set_size(stack, 0);
    g_array_append_val(stack, start);
    while (stack->len > 0) {
        int at = g_array_index(stack, int, stack->len - 1);
        g_array_set_size(stack, stack->len - 1);
        if (!tiles[at].any)
            continue;
        include(&place, tiles[at].left, tiles[at].top, tiles[at].right, tiles[at].bottom);
        tiles[at].any = false;
        int x = at % columns, y = at / columns;
        for (int ny = MAX(0, y - 1); ny <= MIN(rows - 1, y + 1); ny++) {
            for (int nx = MAX(0, x - 1); nx <= MIN(columns - 1, x + 1); nx++) {
                int next = ny * columns + nx;
                if (tiles[next].any)
                    g_array_append_val(stack, next);
            }
        }
    }
    return place;
}

int difference_places(const frame *a, const frame *b, struct pixel_rect *ret_rects, int max)
{
    int columns = (a->width + TILE - 1) / TILE, rows = (a->height + TILE - 1) / TILE, n = 0;
    g_autofree struct bounds *tiles = tiles_of(a, b, columns, rows);
    g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i < columns * rows && n < max; i++) { /* by its first tile: reading order */
        if (!tiles[i].any)
            continue;
        struct bounds p = collect(tiles, columns, rows, i, stack);
        ret_rects[n++] = (struct pixel_rect){p.left, p.top, p.right - p.left + 1, p.bottom - p.top + 1, a->width, a->height};
    }
    return n;
}
