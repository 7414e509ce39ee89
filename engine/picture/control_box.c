#include "engine/picture/control_box.h"

#define STEP 10    /* levels of a channel: a fainter edge is no edge */
#define LEVEL 24   /* px: a level edge is longer than the bar of a letter */
#define LOW 14     /* px: least inner height */
#define WIDE 2000  /* px */
#define ALIKE 3    /* px: between the edges of controls in one row */
#define UPRIGHT 70 /* percent of the height; the corners may be round */
#define WHOLE 90   /* percent: where the level edges go on beyond it, as between joined buttons; an icon's side is shorter */
#define BEYOND 8   /* px: beyond a round corner they have ended */

static bool edge_below(const frame *f, int x, int y)
{
    return frame_step(frame_pixel(f, x, y), frame_pixel(f, x, y + 1)) >= STEP;
}

static bool edge_behind(const frame *f, int x, int y)
{
    return frame_step(frame_pixel(f, x, y), frame_pixel(f, x + 1, y)) >= STEP;
}

/* A long edge between the rows y and y + 1 passes the column. */
static bool level_edge(const frame *f, int x, int y)
{
    int left = x, right = x;
    if (y < 0 || y + 1 >= f->height || !edge_below(f, x, y))
        return false;
    while (left > 0 && x - left < LEVEL && edge_below(f, left - 1, y))
        left--;
    while (right + 1 < f->width && right - x < LEVEL && edge_below(f, right + 1, y))
        right++;
    return right - left + 1 >= LEVEL;
}

/* An edge between the columns x and x + 1 goes along the side; out: -1 = to the left of the box, 1 = to its right. */
static bool upright_edge(const frame *f, int x, int top, int bottom, int out)
{
    const int beyond = x + out * BEYOND;
    int n = 0;
    for (int y = top; y <= bottom; y++)
        n += edge_behind(f, x, y);
    const bool on = beyond >= 0 && beyond < f->width && edge_below(f, beyond, top - 1) && edge_below(f, beyond, bottom);
    return 100 * n >= (on ? WHOLE : UPRIGHT) * (bottom - top + 1);
}

struct area control_box_at(const frame *f, int x, int y)
{
    const struct area none = {0};
    int top = y, bottom = y, left = x, right = x;
    if (x < 0 || y < 0 || x >= f->width || y >= f->height)
        return none;
    while (!level_edge(f, x, top - 1))
        if (--top < 0 || y - top > CONTROL_BOX_HIGH)
            return none;
    while (!level_edge(f, x, bottom))
        if (++bottom >= f->height || bottom - top >= CONTROL_BOX_HIGH)
            return none;
    if (bottom - top + 1 < LOW)
        return none;
    while (left > 0 && !upright_edge(f, left - 1, top, bottom, -1))
        if (--left == 0 || x - left > WIDE)
            return none;
    while (right + 1 < f->width && !upright_edge(f, right, top, bottom, 1))
        if (++right + 1 >= f->width || right - x > WIDE)
            return none;
    return (struct area){left, top, right - left + 1, bottom - top + 1};
}

bool control_box_siblings(struct area a, struct area b)
{
    return a.width > 0 && b.width > 0 && !area_overlaps(a, b) && ABS(a.y - b.y) <= ALIKE && ABS(a.height - b.height) <= ALIKE;
}

bool control_box_stacked(struct area a, struct area b)
{
    return a.width > 0 && b.width > 0 && !area_overlaps(a, b) && ABS(a.x - b.x) <= ALIKE && ABS(a.width - b.width) <= ALIKE &&
           ABS(a.height - b.height) <= ALIKE;
}
