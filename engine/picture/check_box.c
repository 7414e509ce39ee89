#include "engine/picture/check_box.h"

#include "engine/picture/text_places.h"

#define LEFT 44 /* px: where it is looked for */
#define HIGH 32
#define INK 24 /* levels of a channel */
#define LEAST 10
#define MOST 22
#define GAP 2     /* px: free of ink on its right, at least … */
#define FAR 18    /* … and at most */
#define SQUARE 60 /* percent of a side that has ink; corners may be round */
#define CIRCLE 25
#define BAND 4   /* px: its side reaches so far from the middle of the row */
#define CORNER 2 /* px: a circle has no ink there */

struct look {
    const frame *f;
    guint32 ground;
};

static bool inked(const struct look *l, int x, int y)
{
    return frame_step(frame_pixel(l->f, x, y), l->ground) >= INK;
}

/* Pixels with ink of an area of one row or column, or of a corner. */
static int ink_in(const struct look *l, struct area a)
{
    int n = 0;
    for (int y = a.y; y < a.y + a.height; y++)
        for (int x = a.x; x < a.x + a.width; x++)
            n += inked(l, x, y);
    return n;
}

/* The share of its weakest side, percent. */
static int outline(const struct look *l, struct area a)
{
    const int top = ink_in(l, (struct area){a.x, a.y, a.width, 1}),
              bottom = ink_in(l, (struct area){a.x, a.y + a.height - 1, a.width, 1}),
              left = ink_in(l, (struct area){a.x, a.y, 1, a.height}),
              right = ink_in(l, (struct area){a.x + a.width - 1, a.y, 1, a.height});
    return MIN(100 * MIN(top, bottom) / a.width, 100 * MIN(left, right) / a.height);
}

static bool corners_free(const struct look *l, struct area a)
{
    const int right = a.x + a.width - CORNER, bottom = a.y + a.height - CORNER;
    return ink_in(l, (struct area){a.x, a.y, CORNER, CORNER}) + ink_in(l, (struct area){right, a.y, CORNER, CORNER}) +
               ink_in(l, (struct area){a.x, bottom, CORNER, CORNER}) + ink_in(l, (struct area){right, bottom, CORNER, CORNER}) <=
           CORNER;
}

/* All ink that hangs together with that at the place, in the area. */
static struct area spread(const struct look *l, struct area in, int x, int y)
{
    bool seen[HIGH][LEFT] = {{false}};
    struct {
        int x, y;
    } stack[HIGH * LEFT] = {{x, y}};
    int n = 1;
    struct area all = {x, y, 1, 1};
    seen[y - in.y][x - in.x] = true;
    while (n > 0) {
        const int cx = stack[--n].x, cy = stack[n].y;
        all = area_joined(all, (struct area){cx, cy, 1, 1});
        for (int v = cy - 1; v <= cy + 1; v++)
            for (int u = cx - 1; u <= cx + 1; u++)
                if (area_has(in, u, v) && !seen[v - in.y][u - in.x] && inked(l, u, v)) {
                    seen[v - in.y][u - in.x] = true;
                    stack[n].x = u;
                    stack[n++].y = v;
                }
    }
    return all;
}

/* The sign with the ink nearest to the right end of the row; width 0 = none. */
static struct area find_sign(const struct look *l, struct area in, int row)
{
    for (int x = in.x + in.width - 1; x >= in.x; x--)
        for (int y = MAX(row - BAND, in.y); y <= MIN(row + BAND, in.y + in.height - 1); y++)
            if (inked(l, x, y))
                return spread(l, in, x, y);
    return (struct area){0};
}

struct area check_box_before(const frame *f, int x, int y)
{
    const struct area none = {0}, in = area_cut((struct area){x - LEFT, y - HIGH / 2, LEFT - GAP, HIGH},
                                                (struct area){0, 0, f->width, f->height});
    if (in.width <= LEAST || in.height <= LEAST || y < in.y || y >= in.y + in.height)
        return none;
    const struct look l = {f, text_places_ground(f, in)};
    const struct area a = find_sign(&l, in, y);
    if (a.width < LEAST || a.width > MOST || a.height < LEAST || a.height > MOST || ABS(a.width - a.height) > 2 || a.x == in.x ||
        x - a.x - a.width > FAR)
        return none;
    const int share = outline(&l, a);
    return share >= SQUARE || (share >= CIRCLE && corners_free(&l, a)) ? a : none;
}
