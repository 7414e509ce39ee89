#include "engine/hand/widget.h"

#include <string.h>

#define GROUND 8      /* levels between two pixels of one ground: it may be shaded */
#define NEAR_GROUND 6 /* px from the point */
#define NEAR_SIDE (2 * NEAR_GROUND + 1)
#define THING_WIDTH 640 /* px, at most */
#define THING_HEIGHT 64

bool widget_ground(guint32 a, guint32 b)
{
    int most = 0;
    for (int bit = 0; bit <= 16; bit += 8)
        most = MAX(most, ABS((int)(a >> bit & 0xff) - (int)(b >> bit & 0xff)));
    return most <= GROUND;
}

/* The colour that most around it are like: the point itself may be of a letter. */
static guint32 colour_near(const frame *f, struct area near)
{
    guint32 best = 0;
    for (int j = near.y, most = 0; j < near.y + near.height; j++)
        for (int i = near.x; i < near.x + near.width; i++) {
            int n = 0;
            for (int v = near.y; v < near.y + near.height; v++)
                for (int u = near.x; u < near.x + near.width; u++)
                    n += widget_ground(frame_pixel(f, u, v), frame_pixel(f, i, j));
            best = n > most ? frame_pixel(f, i, j) : best;
            most = MAX(n, most);
        }
    return best;
}

/* How many hang together with this one as one ground, and are like that colour; none of them is free any more. */
static int take_joined(const frame *f, struct area near, bool free[NEAR_SIDE][NEAR_SIDE], int x, int y, guint32 colour)
{
    const int next[][2] = {{x - 1, y}, {x + 1, y}, {x, y - 1}, {x, y + 1}};
    const guint32 here = frame_pixel(f, x, y);
    if (!free[y - near.y][x - near.x] || !widget_ground(here, colour))
        return 0;
    int n = 1;
    free[y - near.y][x - near.x] = false;
    for (gsize i = 0; i < G_N_ELEMENTS(next); i++)
        if (area_has(near, next[i][0], next[i][1]) && widget_ground(here, frame_pixel(f, next[i][0], next[i][1])))
            n += take_joined(f, near, free, next[i][0], next[i][1], colour);
    return n;
}

/* A pixel of the ground around the point: of the largest part there, for the hole of a letter has that colour, too. */
static int ground_near(const frame *f, struct area box, int x, int y)
{
    const struct area near = area_cut((struct area){x - NEAR_GROUND, y - NEAR_GROUND, NEAR_SIDE, NEAR_SIDE}, box);
    const guint32 colour = colour_near(f, near);
    bool free[NEAR_SIDE][NEAR_SIDE];
    int best = y * f->width + x, most = 0;
    memset(free, true, sizeof free);
    for (int j = near.y; j < near.y + near.height; j++)
        for (int i = near.x; i < near.x + near.width; i++) {
            const int n = take_joined(f, near, free, i, j, colour);
            best = n > most ? j * f->width + i : best;
            most = MAX(n, most);
        }
    return best;
}

struct area widget_at(const frame *f, int x, int y)
{
    /* one pixel more on each side: what reaches so far is larger */
    struct area box = area_cut((struct area){x - THING_WIDTH, y - THING_HEIGHT, 2 * THING_WIDTH + 1, 2 * THING_HEIGHT + 1},
                               (struct area){0, 0, f->width, f->height});
    struct area all = {0};
    if (!area_has(box, x, y))
        return all;
    g_autofree guint8 *seen = g_malloc0((gsize)f->width * (gsize)f->height);
    g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(int));
    int at = ground_near(f, box, x, y);
    g_array_append_val(queue, at);
    seen[at] = 1;
    for (guint k = 0; k < queue->len; k++) {
        at = g_array_index(queue, int, k);
        int i = at % f->width, j = at / f->width;
        const int next[][2] = {{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}};
        all = area_joined(all, (struct area){i, j, 1, 1});
        if (all.width > THING_WIDTH || all.height > THING_HEIGHT)
            return (struct area){0};
        for (guint n = 0; n < G_N_ELEMENTS(next); n++) {
            int to = next[n][1] * f->width + next[n][0];
            if (!area_has(box, next[n][0], next[n][1]) || seen[to] || !widget_ground(f->pixels[at], f->pixels[to]))
                continue;
            seen[to] = 1;
            g_array_append_val(queue, to);
        }
    }
    return all;
}
