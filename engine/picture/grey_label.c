#include "engine/picture/grey_label.h"

#include <stdlib.h>

/* Three times its brightness, weighted as toolkits do that grey out an icon: so each pixel keeps its part of the contrast. */
static int level(guint32 p)
{
    return (int)(3 * (11 * (p >> 16 & 0xff) + 16 * (p >> 8 & 0xff) + 5 * (p & 0xff)) / 32);
}

/* How far the pixel is from its row's ground, in that column: the sum of the three channels. */
static int off_ground(const frame *f, int ground, int x, int y)
{
    return level(frame_pixel(f, x, y)) - level(frame_pixel(f, ground, y));
}

static int contrast(const frame *f, struct area in, int ground)
{
    int most = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++)
            most = MAX(most, abs(off_ground(f, ground, x, y)));
    return most;
}

/* The same label in more contrast. */
static bool came_out(const frame *before, const frame *now, struct area in, int ground)
{
    const int was = contrast(before, in, ground), is = contrast(now, in, ground);
    bool same = was >= 3 * GREY_LABEL_CONTRAST && 2 * is >= 3 * was;
    for (int y = in.y; same && y < in.y + in.height; y++)
        for (int x = in.x; same && x < in.x + in.width; x++)
            same = GREY_LABEL_PART * abs(off_ground(before, ground, x, y) * is - off_ground(now, ground, x, y) * was) <= was * is;
    return same;
}

static bool is_ink(const frame *f, int ground, int x, int y)
{
    return abs(off_ground(f, ground, x, y)) >= GREY_LABEL_CONTRAST;
}

static bool has_hue(guint32 p)
{
    const int red = (int)(p >> 16 & 0xff), green = (int)(p >> 8 & 0xff), blue = (int)(p & 0xff);
    return MAX(MAX(red, green), blue) - MIN(MIN(red, green), blue) >= GREY_LABEL_HUE;
}

/* A drawing as large as an icon, in colours that letters have not, with nearly the same outline. */
static bool is_icon(const frame *before, const frame *now, struct area in, int ground)
{
    int top = in.y + in.height, bottom = in.y, other = 0, inks = 0, hues = 0;
    for (int y = in.y; y < in.y + in.height; y++)
        for (int x = in.x; x < in.x + in.width; x++) {
            const bool was = is_ink(before, ground, x, y), is = is_ink(now, ground, x, y);
            top = was || is ? MIN(top, y) : top;
            bottom = was || is ? MAX(bottom, y) : bottom;
            other += was != is;
            inks += is;
            hues += is && has_hue(frame_pixel(now, x, y));
        }
    const int height = bottom - top + 1;
    return MIN(in.width, height) >= GREY_LABEL_ICON && MAX(in.width, height) <= 2 * MIN(in.width, height) &&
           GREY_LABEL_OUTLINE * other <= in.width * height && 4 * hues >= inks;
}

/* No label in that column of either picture. */
static bool is_gap(const frame *before, const frame *now, struct area in, int x)
{
    bool gap = true;
    for (int y = in.y; gap && y < in.y + in.height; y++)
        gap = !is_ink(before, in.x, x, y) && !is_ink(now, in.x, x, y);
    return gap;
}

/* What begins at the column x, up to the next column of ground. */
static struct area part_at(const frame *before, const frame *now, struct area in, int x)
{
    int end = x + 1;
    while (end < in.x + in.width && !is_gap(before, now, in, end))
        end++;
    return (struct area){x, in.y, end - x, in.height};
}

bool grey_label_came_out(const frame *before, const frame *now, struct area box)
{
    const struct area in = {box.x + GREY_LABEL_EDGE, box.y + GREY_LABEL_EDGE, box.width - 2 * GREY_LABEL_EDGE,
                            box.height - 2 * GREY_LABEL_EDGE};
    const struct area cut = area_cut(in, (struct area){0, 0, now->width, now->height});
    if (before->width != now->width || before->height != now->height || in.width <= 0 || in.height <= 0 || cut.width < in.width ||
        cut.height < in.height)
        return false;
    bool same = true;
    for (int y = in.y; same && y < in.y + in.height; y++)
        same = frame_step(frame_pixel(before, in.x, y), frame_pixel(now, in.x, y)) <= GREY_LABEL_GROUND;
    if (!same || came_out(before, now, in, in.x))
        return same;
    int labels = 0, icons = 0;
    for (int x = in.x; same && x < in.x + in.width; x++) {
        if (is_gap(before, now, in, x))
            continue;
        const struct area part = part_at(before, now, in, x);
        const bool label = came_out(before, now, part, in.x);
        labels += label;
        icons += !label;
        same = label || is_icon(before, now, part, in.x);
        x = part.x + part.width;
    }
    return same && labels > 1 && icons <= 1;
}
