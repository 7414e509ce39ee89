#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/brain/brain.h"
#include "engine/brain/coordinates.h"

#include <math.h>
#include <string.h>

static const char *const brains = "[brain a]\nkind=anthropic\nurl=https://a.example/v1\nmodel=m\n"
                                  "[brain wide]\nkind=anthropic\nurl=https://a.example/v1\nmodel=m\n"
                                  "picture_side=2576\npicture_pixels=0\n"
                                  "[brain o]\nkind=openai\nurl=https://o.example/v1\nmodel=m\n"
                                  "[brain g]\nkind=gemini\nurl=https://g.example/v1\nmodel=m\n"
                                  "[brain g9]\nkind=gemini\nurl=https://g.example/v1\nmodel=m\ncoordinates=999\n"
                                  "[brain tars]\nkind=openai\nurl=http://t.example/v1\nmodel=m\n"
                                  "picture_multiple=28\npicture_pixels=12845056\n"
                                  "[brain part]\nkind=openai\nurl=http://t.example/v1\nmodel=m\ncoordinates=1\n"
                                  "[brain o4]\nkind=openai\nurl=https://o.example/v1\nmodel=openai/gpt-4o-2024-11-20\n"
                                  "[brain mini]\nkind=responses\nurl=https://o.example/v1\nmodel=gpt-4.1-mini\n"
                                  "[brain new]\nkind=responses\nurl=https://o.example/v1\nmodel=gpt-5.4\n"
                                  "[brain own]\nkind=openai\nurl=https://o.example/v1\nmodel=gpt-4o\npicture_side=0\n"
                                  "[brain person]\nkind=human\npicture_side=100\ncoordinates=1000\n";

static struct coordinates of(const char *brain, int width, int height)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load_text(brains, &error);
    assert_null(error);
    struct coordinates c;
    assert_true(coordinates_of_brain(cfg, brain, width, height, &c, &error));
    assert_null(error);
    return c;
}

static void picture__has__size_of_profile(void **state)
{
    (void)state;
    static const struct {
        const char *brain;
        int width, height, picture_width, picture_height;
        bool screen;
    } rows[] = {
        {"a", 1280, 720, 1280, 720, true},          {"a", 1920, 1080, 1429, 804, false},
        {"a", 3000, 500, 1568, 261, false},         {"a", 500, 3000, 261, 1568, false},
        {"wide", 1920, 1080, 1920, 1080, true},     {"wide", 3840, 2160, 2576, 1449, false},
        {"o4", 1920, 1080, 1365, 768, false},       {"o4", 3840, 1080, 2048, 576, false},
        {"o4", 1280, 1024, 960, 768, false},        {"o4", 1024, 768, 1024, 768, true},
        {"mini", 1920, 1080, 1577, 887, false},     {"mini", 1280, 800, 1280, 800, true},
        {"new", 1920, 1080, 1920, 1080, true},      {"own", 1920, 1080, 1920, 1080, true},
        {"o", 3840, 2160, 3840, 2160, true},        {"tars", 1920, 1080, 1904, 1064, false},
        {"tars", 1904, 1064, 1904, 1064, true},     {"tars", 20, 14, 20, 14, true},
        {"g", 1920, 1080, 1920, 1080, false},       {"person", 1920, 1080, 1920, 1080, true},
        {"replay:3", 1920, 1080, 1920, 1080, true},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct coordinates c = of(rows[i].brain, rows[i].width, rows[i].height);
        assert_int_equal(c.picture_width, rows[i].picture_width);
        assert_int_equal(c.picture_height, rows[i].picture_height);
        assert_int_equal(coordinates_are_screen(&c), rows[i].screen);
    }
    struct coordinates zeros = {0};
    assert_true(coordinates_are_screen(&zeros));
}

/* Anthropic counts ceil(w/28) x ceil(h/28) tokens, and makes smaller what has more than 1568. */
static void picture__stays__in_tokens_of_anthropic(void **state)
{
    (void)state;
    brain_profile profile = {.picture_side = 1568, .picture_pixels = 1150000};
    for (int width = 700; width <= 4096; width += 37) {
        for (int height = 400; height <= 4096; height += 41) {
            int w, h;
            coordinates_picture_size(&profile, width, height, &w, &h);
            assert_true(((w + 27) / 28) * ((h + 27) / 28) <= 1568);
            assert_true(w <= width && h <= height);
        }
    }
}

/* OpenAI makes smaller what has more than 1536 squares of 32 px. */
static void picture__stays__in_squares_of_openai(void **state)
{
    (void)state;
    brain_profile profile = {.picture_pixels = 1400000};
    for (int width = 700; width <= 4096; width += 37) {
        for (int height = 400; height <= 4096; height += 41) {
            int w, h;
            coordinates_picture_size(&profile, width, height, &w, &h);
            assert_true(((w + 31) / 32) * ((h + 31) / 32) <= 1536);
        }
    }
}

static void point__becomes__pixel_of_screen(void **state)
{
    (void)state;
    static const struct {
        const char *brain;
        double x, y;
        int screen_x, screen_y; /* of 1920 x 1080; -1 = outside */
    } rows[] = {
        {"a", 0, 0, 0, 0},          {"a", 714, 402, 960, 540},     {"a", 1428, 803, 1919, 1079},  {"a", 1428.4, 803, 1919, 1079},
        {"a", 1429, 803, -1, -1},   {"a", 1428, 804, -1, -1},      {"a", -1, 5, -1, -1},          {"a", NAN, 5, -1, -1},
        {"a", 5, INFINITY, -1, -1}, {"a", 1e300, 5, -1, -1},       {"o4", 682, 384, 960, 540},    {"o4", 1364, 767, 1919, 1079},
        {"o4", 1365, 5, -1, -1},    {"o", 10.6, 20, 11, 20},       {"o", 1919, 1079, 1919, 1079}, {"o", 1920, 5, -1, -1},
        {"g", 500, 500, 960, 540},  {"g", 1000, 1000, 1919, 1079}, {"g", 1001, 5, -1, -1},        {"g9", 999, 999, 1918, 1078},
        {"g9", 1000, 5, -1, -1},    {"part", 0.5, 0.25, 960, 270}, {"part", 1, 1, 1919, 1079},    {"part", 1.5, 0.5, -1, -1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct coordinates c = of(rows[i].brain, 1920, 1080);
        g_autoptr(GError) error = NULL;
        int x = -1, y = -1;
        bool inside = coordinates_to_screen(&c, rows[i].x, rows[i].y, &x, &y, &error);
        assert_int_equal(inside, rows[i].screen_x >= 0);
        assert_int_equal(inside, error == NULL);
        if (inside && (x != rows[i].screen_x || y != rows[i].screen_y))
            fail_msg("%s %g,%g: %d,%d", rows[i].brain, rows[i].x, rows[i].y, x, y);
    }
}

/* There and back, a pixel comes to lie at most half a step of the model's beside, and a pixel for the rounding; 999 stands for
 * all up to the far edge. */
static void pixel__comes_back__where_it_was(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "wide", "o", "g", "g9", "tars", "part"};
    static const int sizes[][2] = {{640, 480}, {1024, 768}, {1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1440}, {3840, 2160}};
    for (gsize n = 0; n < G_N_ELEMENTS(names); n++) {
        for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
            int width = sizes[i][0], height = sizes[i][1];
            struct coordinates c = of(names[n], width, height);
            double step = c.space == COORDINATES_PIXELS ? (double)width / c.picture_width
                          : c.space == COORDINATES_PART ? 0
                                                        : width / 1000.0;
            int most = width <= 1920 ? 1 : (int)(step / (c.space == COORDINATES_999 ? 1 : 2) + 1);
            for (int x = 0; x < width; x++) {
                double mx, my;
                int back_x = -1, back_y = -1, y = x % height;
                coordinates_from_screen(&c, x, y, &mx, &my);
                assert_true(coordinates_to_screen(&c, mx, my, &back_x, &back_y, NULL));
                if (ABS(back_x - x) > most || ABS(back_y - y) > most)
                    fail_msg("%s %dx%d: %d,%d is %g,%g and comes back as %d,%d", names[n], width, height, x, y, mx, my, back_x,
                             back_y);
            }
        }
    }
}

/* What a model writes comes back as it was, so that what it is told of its own actions is what it said. */
static void point__comes_back__as_written(void **state)
{
    (void)state;
    struct coordinates c = of("g", 1920, 1080);
    struct coordinates a = of("a", 1920, 1080);
    for (int at = 0; at < 1000; at++) {
        int x, y;
        double mx, my;
        assert_true(coordinates_to_screen(&c, at, at, &x, &y, NULL));
        coordinates_from_screen(&c, x, y, &mx, &my);
        assert_true(ABS(mx - at) <= 1 && ABS(my - at) <= 1);
        assert_true(coordinates_to_screen(&a, at, at % 804, &x, &y, NULL));
        coordinates_from_screen(&a, x, y, &mx, &my);
        assert_true(mx == at && my == at % 804);
    }
}

static void lengths__are__scaled_alone(void **state)
{
    (void)state;
    struct coordinates c = of("g", 1920, 1080);
    double dx, dy;
    coordinates_length_from_screen(&c, -192, 108, &dx, &dy);
    assert_true(dx == -100 && dy == 100);
    coordinates_length_to_screen(&c, dx, dy, &dx, &dy);
    assert_true(dx == -192 && dy == 108);
}

static void coordinates__are_refused__without_brain_or_screen(void **state)
{
    (void)state;
    g_autoptr(config) cfg = config_load_text(brains, NULL);
    struct coordinates c;
    g_autoptr(GError) none = NULL, empty = NULL;
    assert_false(coordinates_of_brain(cfg, "nobody", 100, 100, &c, &none));
    assert_non_null(strstr(none->message, "nobody"));
    assert_false(coordinates_of_brain(cfg, "a", 0, 100, &c, &empty));
    assert_non_null(empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picture__has__size_of_profile),
        cmocka_unit_test(picture__stays__in_tokens_of_anthropic),
        cmocka_unit_test(picture__stays__in_squares_of_openai),
        cmocka_unit_test(point__becomes__pixel_of_screen),
        cmocka_unit_test(pixel__comes_back__where_it_was),
        cmocka_unit_test(point__comes_back__as_written),
        cmocka_unit_test(lengths__are__scaled_alone),
        cmocka_unit_test(coordinates__are_refused__without_brain_or_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
