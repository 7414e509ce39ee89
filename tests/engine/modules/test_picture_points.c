/* From a target on the screen, over the picture that a model is sent, back to the pixel that is clicked: any size, part and
 * enlargement (fixed seed). */

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/brain/brain.h"
#include "engine/brain/coordinates.h"
#include "engine/picture/overlays.h"

#define ROUNDS 500

/* The middle of what is red on the picture; false: nothing is. */
static bool red_middle(const frame *f, double *ret_x, double *ret_y)
{
    double all = 0, x = 0, y = 0;
    for (int i = 0; i < f->width * f->height; i++) {
        double red = (double)(f->pixels[i] >> 16 & 0xff);
        all += red;
        x += red * (i % f->width + 0.5);
        y += red * ((double)(i / f->width) + 0.5);
    }
    *ret_x = all > 0 ? x / all : 0;
    *ret_y = all > 0 ? y / all : 0;
    return all > 0;
}

/* What a model writes for a place of its picture. */
static double written(const struct coordinates *c, double at, int side)
{
    return c->space == COORDINATES_PIXELS ? floor(at) : c->space == COORDINATES_PART ? at / side : rint(at * 1000 / side);
}

/* The model's unit may be coarser than a pixel of the screen: then half of it is added to the one pixel. */
static double allowed(const struct coordinates *c, int picture, int screen)
{
    double unit = c->space == COORDINATES_PIXELS ? (double)screen / picture : c->space == COORDINATES_PART ? 0 : screen / 1000.0;
    return MAX(1, 0.5 + unit / 2);
}

static void click__on_a_scaled_and_cropped_picture__within_a_pixel(void **state)
{
    (void)state;
    static const char *const spaces[] = {"pixels", "1000", "999", "1"};
    g_autoptr(GRand) r = g_rand_new_with_seed(16);
    int exact = 0, enlarged = 0, reduced = 0;
    for (int i = 0; i < ROUNDS; i++) {
        int width = g_rand_int_range(r, 64, 1200), height = g_rand_int_range(r, 64, 900);
        int left = g_rand_int_range(r, 0, width - 40), top = g_rand_int_range(r, 0, height - 40);
        struct area part = {left, top, g_rand_int_range(r, 32, width - left + 1), g_rand_int_range(r, 32, height - top + 1)};
        const brain_profile brain = {.picture_side = g_rand_int_range(r, 0, 3) ? g_rand_int_range(r, 200, 1600) : 0,
                                     .picture_pixels = g_rand_int_range(r, 0, 2) ? g_rand_int_range(r, 90000, 1200000) : 0,
                                     .picture_multiple = g_rand_int_range(r, 0, 2) ? 28 : 1,
                                     .coordinates = (char *)spaces[i % 4]};
        struct coordinates c;
        coordinates_of_part(&brain, part.x, part.y, part.width, part.height, g_rand_int_range(r, 1, 5), &c);
        enlarged += c.picture_width > part.width;
        reduced += c.picture_width < part.width;
        int again_width, again_height; /* what is sent as it is drawn keeps its size */
        coordinates_picture_size(&brain, c.picture_width, c.picture_height, &again_width, &again_height);
        assert_true(again_width == c.picture_width && again_height == c.picture_height);

        int target_x = g_rand_int_range(r, part.x, part.x + part.width),
            target_y = g_rand_int_range(r, part.y, part.y + part.height);
        g_autoptr(frame) screen = frame_new(width, height);
        frame_fill(screen, target_x, target_y, 1, 1, 0xff0000);
        struct overlays_scene scene = {.shown = part};
        g_autoptr(frame) picture = overlays_picture(screen, c.picture_width, c.picture_height, 0, &scene);
        double at_x, at_y;
        int hit_x, hit_y;
        assert_true(red_middle(picture, &at_x, &at_y));
        double x = MIN(written(&c, at_x, picture->width), i % 4 == 2 ? 999 : 1e9);
        double y = MIN(written(&c, at_y, picture->height), i % 4 == 2 ? 999 : 1e9);
        assert_true(coordinates_to_screen(&c, x, y, &hit_x, &hit_y, NULL));
        if (ABS(hit_x - target_x) > allowed(&c, c.picture_width, part.width) ||
            ABS(hit_y - target_y) > allowed(&c, c.picture_height, part.height))
            fail_msg("round %d: %d,%d of %dx%d at %d,%d on a picture of %dx%d (%s): %g,%g hits %d,%d", i, target_x, target_y,
                     part.width, part.height, part.x, part.y, c.picture_width, c.picture_height, spaces[i % 4], x, y, hit_x,
                     hit_y);
        exact += ABS(hit_x - target_x) <= 1 && ABS(hit_y - target_y) <= 1;
        coordinates_from_screen(&c, hit_x, hit_y, &x, &y); /* what it is told of it hits the same again */
        int told_x, told_y;
        assert_true(coordinates_to_screen(&c, x, y, &told_x, &told_y, NULL));
        assert_true(ABS(told_x - hit_x) <= allowed(&c, c.picture_width, part.width));
        assert_true(ABS(told_y - hit_y) <= allowed(&c, c.picture_height, part.height));
    }
    print_message("%d of %d within one pixel of the screen; %d enlarged, %d reduced\n", exact, ROUNDS, enlarged, reduced);
    assert_true(enlarged > 50 && reduced > 50);
}

static void point__beside_the_part__is_refused(void **state)
{
    (void)state;
    const brain_profile brain = {.picture_multiple = 1, .coordinates = (char *)"pixels"};
    struct coordinates c;
    int x, y;
    coordinates_of_part(&brain, 100, 50, 200, 100, 1, &c);
    assert_false(coordinates_are_screen(&c));
    assert_true(coordinates_to_screen(&c, 199, 99, &x, &y, NULL));
    assert_true(x == 299 && y == 149);
    g_autoptr(GError) error = NULL;
    assert_false(coordinates_to_screen(&c, 200, 99, &x, &y, &error));
    assert_string_equal(error->message, "the point 200,99 is outside of the picture, which has 200 x 100 pixels");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(click__on_a_scaled_and_cropped_picture__within_a_pixel),
        cmocka_unit_test(point__beside_the_part__is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
