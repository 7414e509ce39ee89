#include "tui/lens.h"

#include "tui/keys.h"

#include <math.h>

#define CLOSEST 8   /* times the picture's own size */
#define PAN_SHARE 4 /* of what is shown: so far goes an arrow */

void lens_next(struct lens *l)
{
    *l = (struct lens){.look = l->look == LENS_NEAR ? LENS_OFF : l->look + 1};
}

static void pan(struct lens *l, int dx, int dy)
{
    const struct pixel_rect *p = &l->part;
    double x = p->x + p->width / 2.0 + (double)dx * p->width / PAN_SHARE;
    double y = p->y + p->height / 2.0 + (double)dy * p->height / PAN_SHARE;
    l->x = CLAMP(x, p->width / 2.0, p->of_width - p->width / 2.0);
    l->y = CLAMP(y, p->height / 2.0, p->of_height - p->height / 2.0);
    l->moved = true;
}

bool lens_key(struct lens *l, int key)
{
    bool all = l->part.width >= l->part.of_width && l->part.height >= l->part.of_height;
    if (key == '+' || key == '=')
        l->zoom += !l->closest;
    else if (key == '-')
        l->zoom -= !all;
    else if (key == K_LEFT || key == K_RIGHT)
        pan(l, key == K_LEFT ? -1 : 1, 0);
    else if (key == K_UP || key == K_DOWN)
        pan(l, 0, key == K_UP ? -1 : 1);
    else
        return false;
    return true;
}

struct pixel_rect lens_part(struct lens *l, int width, int height, const int *point, int columns, int rows, double pixels,
                            double shape)
{
    struct pixel_rect r = {0, 0, width, height, width, height};
    l->part = r;
    if (width <= 0 || height <= 0 || columns <= 0 || rows <= 0)
        return r;
    double fits = MAX((double)width / columns, height / (rows * shape)), least = MIN(pixels / CLOSEST, fits);
    double near = pixels / MAX(1, floor(2 * pixels / fits + 0.5)); /* twice as large as all of it, in whole steps: letters stay */
    double column = (l->look == LENS_NEAR ? near : fits) * exp2(-l->zoom / 2.0);
    l->closest = column <= least;
    column = CLAMP(column, least, fits);
    r.width = CLAMP((int)(columns * column + 0.5), 1, width);
    r.height = CLAMP((int)(rows * shape * column + 0.5), 1, height);
    double x = l->moved ? l->x : point ? point[0] : width / 2.0, y = l->moved ? l->y : point ? point[1] : height / 2.0;
    r.x = CLAMP((int)(x - r.width / 2.0), 0, width - r.width);
    r.y = CLAMP((int)(y - r.height / 2.0), 0, height - r.height);
    l->part = r;
    return r;
}
