#include "engine/hand/small_box.h"

#include "engine/hand/arrival.h"
#include "engine/hand/widget.h"
#include "engine/picture/edge_compare.h"

#define WHOLE_LEAST 10
#define OUTLINE 3 /* px, of a round one, too */
#define JOINED 24 /* px between a check button's box and its label, or between two words */
#define GLOW 64   /* levels: a tick, or a box that is filled, is more */
#define TINT 16   /* levels of the arrows beside a field */
#define BESIDE 4  /* px between them */

/* It is small, and about in the row of x, y. */
static bool is_small_at(const frame *f, struct area box, int x, int y)
{
    return box.width <= SMALL_BOX_SIDE && box.height <= SMALL_BOX_SIDE && y >= box.y - ARRIVAL_NEAR &&
           y < box.y + box.height + ARRIVAL_NEAR && area_has((struct area){0, 0, f->width, f->height}, x, y);
}

/* In the rows of the box its label leads from it to x, without a gap. */
static bool is_joined(const frame *f, struct area box, int x)
{
    int step = x < box.x ? -1 : 1, gap = 0;
    for (int i = step < 0 ? box.x - 1 : box.x + box.width; i != x && !area_has(box, x, box.y) && gap <= JOINED; i += step) {
        bool blank = true;
        for (int j = box.y; j < box.y + box.height && blank; j++)
            blank = widget_ground(frame_pixel(f, i, j), frame_pixel(f, i - step, j));
        gap = blank ? gap + 1 : 0;
    }
    return gap <= JOINED;
}

/* By how many levels a pixel of it differs, at most. */
static int difference(const frame *expected, const frame *live, struct area box)
{
    int most = 0;
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++)
            most = MAX(most, frame_step(frame_pixel(expected, x, y), frame_pixel(live, x, y)));
    return most;
}

/* No box of another widget, and none that is ticked or filled now. */
bool small_box_of_label(const frame *expected, const frame *live, struct area box, int x, int y)
{
    if (!is_small_at(expected, box, x, y) || !is_joined(expected, box, x) || difference(expected, live, box) > GLOW)
        return false;
    struct area widget = widget_at(expected, x, y);
    return widget.width == 0 || area_has(widget, box.x + box.width / 2, box.y + box.height / 2);
}

/* Within its outline it has the same drawing: no tick and no dot came or went. */
static bool keeps_inside(const frame *before, const frame *now)
{
    const int width = now->width - 2 * OUTLINE, height = now->height - 2 * OUTLINE;
    g_autoptr(frame) was = frame_crop(before, OUTLINE, OUTLINE, width, height),
                     is = frame_crop(now, OUTLINE, OUTLINE, width, height);
    return edge_compare_measure(was, is, NULL).changed < EDGE_COMPARE_CHANGED;
}

bool small_box_is_whole(const frame *expected, const frame *live, struct area box)
{
    int most = MAX(box.width, box.height), least = MIN(box.width, box.height), x, top, width, height;
    if (least < WHOLE_LEAST || 2 * most > 3 * least)
        return false;
    g_autoptr(frame) before = frame_crop(expected, box.x, box.y, box.width, box.height),
                     now = frame_crop(live, box.x, box.y, box.width, box.height);
    return 5 * frame_changed(before, now, &x, &top, &width, &height) >= 3 * box.width * box.height && keeps_inside(before, now);
}

bool small_box_of_field(const frame *expected, const frame *live, struct area box, int x, int y)
{
    if (!is_small_at(expected, box, x, y) || difference(expected, live, box) > TINT)
        return false;
    struct area field = widget_at(expected, x, y);
    int gap = MAX(box.x - field.x - field.width, field.x - box.x - box.width);
    return field.width > 0 && gap >= 0 && gap <= BESIDE && box.y >= field.y - BESIDE &&
           box.y + box.height <= field.y + field.height + BESIDE;
}
