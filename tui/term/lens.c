#include "tui/term/lens.h"

#include "tui/term/key_code.h"

#include <math.h>

#define CLOSEST 8      /* times the picture's own size */
#define PAN_SHARE 0.25 /* of what is shown: so far goes an arrow */

void lens_next(struct lens *l)
{
    *l = (struct lens){.look = l->look == LENS_NEAR ? LENS_OFF : l->look + 1};
}

static void pan(struct lens *l, double dx, double dy)
{
    const struct pixel_rect *p = &l->part;
    double x = p->x + p->width / 2.0 + dx * p->width, y = p->y + p->height / 2.0 + dy * p->height;
    l->x = CLAMP(x, p->width / 2.0, p->of_width - p->width / 2.0);
    l->y = CLAMP(y, p->height / 2.0, p->of_height - p->height / 2.0);
    l->moved = true;
}

static bool pan_key(struct lens *l, int key)
{
    static const struct {
        int key;
        double dx, dy;
    } pans[] = {{K_LEFT, -PAN_SHARE, 0},
                {K_DOWN, 0, PAN_SHARE},
                {K_UP, 0, -PAN_SHARE},
                {K_RIGHT, PAN_SHARE, 0},
                {'H', -1, 0},
                {'J', 0, 1},
                {'K', 0, -1},
                {'L', 1, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(pans); i++) {
        if (pans[i].key == key) {
            pan(l, pans[i].dx, pans[i].dy);
            return true;
        }
    }
    return false;
}

bool lens_key(struct lens *l, int key)
{
    bool all = l->part.width >= l->part.of_width && l->part.height >= l->part.of_height;
    if (key == '+' || key == '=')
        l->zoom += !l->closest;
    else if (key == '-')
        l->zoom -= !all;
    else if (!pan_key(l, key))
        return false;
    lens_part(l, &l->view); /* the next key may come before it is shown */
    return true;
}

struct pixel_rect lens_part(struct lens *l, const struct lens_view *view)
{
    int width = view->width, height = view->height, columns = view->columns, rows = view->rows;
    double pixels = view->pixels, shape = view->shape;
    struct pixel_rect r = {0, 0, width, height, width, height};
    l->view = *view;
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
    double x = l->moved       ? l->x
               : view->x >= 0 ? view->x
                              : width / 2.0,
           y = l->moved       ? l->y
               : view->x >= 0 ? view->y
                              : height / 2.0;
    r.x = CLAMP((int)(x - r.width / 2.0), 0, width - r.width);
    r.y = CLAMP((int)(y - r.height / 2.0), 0, height - r.height);
    l->part = r;
    return r;
}
