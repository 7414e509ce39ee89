#include "engine/picture/grey_label.h"

#include <stdlib.h>

static int level(guint32 p)
{
    return (int)((p >> 16 & 0xff) + (p >> 8 & 0xff) + (p & 0xff));
}

/* How far the pixel is from its row's ground: the sum of the three channels. */
static int off_ground(const frame *f, struct area in, int x, int y)
{
    return level(frame_pixel(f, x, y)) - level(frame_pixel(f, in.x, y));
}

static int contrast(const frame *f, struct area in)
{
    int most = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            most = MAX(most, abs(off_ground(f, in, x, y)));
    return most;
}

bool grey_label_came_out(const frame *before, const frame *now, struct area box)
{
    const struct area in = {box.x + GREY_LABEL_EDGE, box.y + GREY_LABEL_EDGE, box.width - 2 * GREY_LABEL_EDGE,
                            box.height - 2 * GREY_LABEL_EDGE};
    const struct area cut = area_cut(in, (struct area){0, 0, now->width, now->height});
    if (before->width != now->width || before->height != now->height || in.width <= 0 || in.height <= 0 || cut.width < in.width ||
        cut.height < in.height)
        return false;
    const int was = contrast(before, in), is = contrast(now, in);
    bool same = was >= 3 * GREY_LABEL_CONTRAST && 2 * is >= 3 * was;
    for (int y = in.y; same && y < in.y + in.height; y++) {
        same = frame_step(frame_pixel(before, in.x, y), frame_pixel(now, in.x, y)) <= GREY_LABEL_GROUND;
        for (int x = in.x; same && x < in.x + in.width; x++)
            same = GREY_LABEL_PART * abs(off_ground(before, in, x, y) * is - off_ground(now, in, x, y) * was) <= was * is;
    }
    return same;
}
