#include "engine/brain/coordinates.h"

#include "engine/brain/brain.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;          /* of the option */
    double side, most, digits; /* length of a side, largest valid number, 1 / smallest step */
    const char *unit;
} spaces[] = {
    [COORDINATES_PIXELS] = {"pixels", 0, 0, 1, "pixels"}, /* side and most: of the picture */
    [COORDINATES_1000] = {"1000", 1000, 1000, 1, "thousandths (0 to 1000)"},
    [COORDINATES_999] = {"999", 1000, 999, 1, "thousandths (0 to 999)"},
    [COORDINATES_PART] = {"1", 1, 1, 10000, "parts of a side (0 to 1)"},
};

static enum coordinates_space space_named(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(spaces); i++)
        if (g_strcmp0(name, spaces[i].name) == 0)
            return (enum coordinates_space)i;
    return COORDINATES_PIXELS;
}

const char *coordinates_unit(const struct coordinates *c)
{
    return spaces[c->space].unit;
}

void coordinates_picture_size(const brain_profile *profile, int width, int height, int *ret_width, int *ret_height)
{
    double scale = 1;
    if (profile->picture_side > 0)
        scale = MIN(scale, (double)profile->picture_side / MAX(width, height));
    if (profile->picture_short > 0)
        scale = MIN(scale, (double)profile->picture_short / MIN(width, height));
    if (profile->picture_pixels > 0)
        scale = MIN(scale, sqrt((double)profile->picture_pixels / ((double)width * height)));
    int sides[] = {width, height}, *ret[] = {ret_width, ret_height};
    for (int i = 0; i < 2; i++) {
        int side = MAX(1, (int)(sides[i] * scale + 1e-6));
        int rest = profile->picture_multiple > 1 ? side % profile->picture_multiple : 0;
        *ret[i] = rest < side ? side - rest : side;
    }
}

void coordinates_of_part(const brain_profile *profile, int left, int top, int width, int height, int enlarge,
                         struct coordinates *ret)
{
    *ret = (struct coordinates){
        .screen_width = width, .screen_height = height, .space = space_named(profile->coordinates), .left = left, .top = top};
    coordinates_picture_size(profile, width * enlarge, height * enlarge, &ret->picture_width, &ret->picture_height);
}

void coordinates_of_profile(const brain_profile *profile, int width, int height, struct coordinates *ret)
{
    coordinates_of_part(profile, 0, 0, width, height, 1, ret);
}

bool coordinates_of_brain(const config *cfg, const char *brain, int width, int height, struct coordinates *ret, GError **error)
{
    g_autoptr(brain_profile) profile = config_brain(cfg, brain, error);
    if (!profile)
        return false;
    if (width <= 0 || height <= 0) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "a screen of %dx%d has no coordinates", width, height);
        return false;
    }
    coordinates_of_profile(profile, width, height, ret);
    return true;
}

bool coordinates_are_screen(const struct coordinates *c)
{
    return c->space == COORDINATES_PIXELS && c->picture_width == c->screen_width && c->picture_height == c->screen_height &&
           c->left == 0 && c->top == 0;
}

/* The length of a side in the model's unit. */
static double side_of(const struct coordinates *c, int picture)
{
    return c->space == COORDINATES_PIXELS ? picture : spaces[c->space].side;
}

/* In pixels a number means the middle of its pixel; otherwise the far edge of the picture belongs to the last pixel. False:
 * outside.
 */
static bool to_screen(const struct coordinates *c, double at, int picture, int screen, int *ret)
{
    double side = side_of(c, picture);
    double middle = c->space == COORDINATES_PIXELS ? at + 0.5 : at;
    bool inside = c->space == COORDINATES_PIXELS ? at >= 0 && middle < side : at >= 0 && at <= spaces[c->space].most;
    if (inside) /* false also for NaN */
        *ret = MIN((int)(middle * screen / side), screen - 1);
    return inside;
}

bool coordinates_to_screen(const struct coordinates *c, double x, double y, int *ret_x, int *ret_y, GError **error)
{
    if (to_screen(c, x, c->picture_width, c->screen_width, ret_x) &&
        to_screen(c, y, c->picture_height, c->screen_height, ret_y)) {
        *ret_x += c->left;
        *ret_y += c->top;
        return true;
    }
    if (c->space == COORDINATES_PIXELS)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the point %g,%g is outside of the picture, which has %d x %d pixels",
                    x, y, c->picture_width, c->picture_height);
    else
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_FAILED, "the point %g,%g is outside of the picture: each goes from 0 to %g",
                    x, y, spaces[c->space].most);
    return false;
}

static double rounded(const struct coordinates *c, double there)
{
    return round(there * spaces[c->space].digits) / spaces[c->space].digits;
}

static double from_screen(const struct coordinates *c, int at, int picture, int screen)
{
    double there = (at + 0.5) * side_of(c, picture) / screen;
    if (c->space == COORDINATES_PIXELS)
        return floor(there);
    return MIN(rounded(c, there), spaces[c->space].most);
}

void coordinates_from_screen(const struct coordinates *c, int x, int y, double *ret_x, double *ret_y)
{
    *ret_x = from_screen(c, x - c->left, c->picture_width, c->screen_width);
    *ret_y = from_screen(c, y - c->top, c->picture_height, c->screen_height);
}

void coordinates_length_to_screen(const struct coordinates *c, double dx, double dy, double *ret_dx, double *ret_dy)
{
    *ret_dx = dx * c->screen_width / side_of(c, c->picture_width);
    *ret_dy = dy * c->screen_height / side_of(c, c->picture_height);
}

void coordinates_length_from_screen(const struct coordinates *c, double dx, double dy, double *ret_dx, double *ret_dy)
{
    *ret_dx = rounded(c, dx * side_of(c, c->picture_width) / c->screen_width);
    *ret_dy = rounded(c, dy * side_of(c, c->picture_height) / c->screen_height);
}
