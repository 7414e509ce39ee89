/* A small picture in a large one: the same, on another ground, in other sizes; and what only looks a little like it. */
#include "engine/picture/template.h"

#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define SIDE 24
#define CLEAR 0xffffffff

/* A key of two colours: a ring, a shaft, two teeth; CLEAR elsewhere. */
static guint32 key_pixel(int x, int y)
{
    int r = (x - 7) * (x - 7) + (y - 12) * (y - 12);
    bool drawn = (r <= 36 && r >= 10) || (x > 12 && y >= 11 && y <= 13) || (x >= 18 && x <= 19 && y > 12 && y < 18) ||
                 (x >= 22 && y > 12 && y < 20);
    return !drawn ? CLEAR : y < 12 ? 0xe0a000 : 0x604000;
}

/* The key as PNG, transparent around it, or (opaque) on that ground. */
static GBytes *key_png(bool opaque, guint32 ground)
{
    g_autofree guint8 *rgba = g_malloc(SIDE * SIDE * 4);
    for (int i = 0; i < SIDE * SIDE; i++) {
        guint32 p = key_pixel(i % SIDE, i / SIDE);
        rgba[4 * i + 3] = p != CLEAR || opaque ? 255 : 0;
        p = p == CLEAR ? ground : p;
        rgba[4 * i] = (guint8)(p >> 16), rgba[4 * i + 1] = (guint8)(p >> 8), rgba[4 * i + 2] = (guint8)p;
    }
    png_image image = {.version = PNG_IMAGE_VERSION, .width = SIDE, .height = SIDE, .format = PNG_FORMAT_RGBA};
    png_alloc_size_t size = 0;
    assert_true(png_image_write_to_memory(&image, NULL, &size, 0, rgba, 0, NULL));
    guint8 *bytes = g_malloc(size);
    assert_true(png_image_write_to_memory(&image, bytes, &size, 0, rgba, 0, NULL));
    return g_bytes_new_take(bytes, size);
}

static void put_key(frame *f, int x, int y, int side, guint32 ground)
{
    for (int v = 0; v < side; v++)
        for (int u = 0; u < side; u++) {
            guint32 p = key_pixel(u * SIDE / side, v * SIDE / side);
            frame_fill(f, x + u, y + v, 1, 1, p == CLEAR ? ground : p);
        }
}

static frame *screen_with_text(guint32 ground)
{
    frame *f = frame_new(640, 400);
    frame_fill(f, 0, 0, f->width, f->height, ground);
    for (int i = 0; i < 600; i++) /* letters */
        frame_fill(f, 10 + i % 60 * 10, 200 + i / 60 * 18, 2 + i % 5, 10 - i % 3, 0x202020);
    return f;
}

static template *template_of(bool opaque, guint32 ground)
{
    g_autoptr(GBytes) png = key_png(opaque, ground);
    g_autoptr(GError) error = NULL;
    template *t = template_new(png, &error);
    assert_non_null(t);
    return t;
}

static void assert_place(const GArray *places, guint i, int x, int y, int side)
{
    struct area at = g_array_index(places, struct template_place, i).at;
    assert_true(ABS(at.x - x) <= 1 && ABS(at.y - y) <= 1 && ABS(at.width - side) <= 1);
}

static void template_find__same_pixels__there_with_score_1(void **state)
{
    (void)state;
    g_autoptr(template) t = template_of(true, 0xeeeeee);
    g_autoptr(frame) f = screen_with_text(0xeeeeee);
    put_key(f, 301, 77, SIDE, 0xeeeeee);
    put_key(f, 50, 99, SIDE, 0xeeeeee);
    g_autoptr(GArray) places = template_find(t, f, TEMPLATE_SCORE);
    assert_int_equal(places->len, 2);
    assert_place(places, 0, 301, 77, SIDE);
    assert_place(places, 1, 50, 99, SIDE);
    assert_true(g_array_index(places, struct template_place, 1).score > 0.99);
}

static void template_find__transparent_on_another_ground__there(void **state)
{
    (void)state;
    g_autoptr(template) t = template_of(false, 0);
    g_autoptr(frame) f = screen_with_text(0x3050a0);
    put_key(f, 301, 77, SIDE, 0x3050a0);
    g_autoptr(GArray) places = template_find(t, f, TEMPLATE_SCORE);
    assert_int_equal(places->len, 1);
    assert_place(places, 0, 301, 77, SIDE);
}

static void template_find__other_sizes__there_in_that_size(void **state)
{
    (void)state;
    static const int sides[] = {12, 18, 30, 36, 48};
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
        g_autoptr(template) t = template_of(true, 0xeeeeee);
        g_autoptr(frame) f = screen_with_text(0xeeeeee);
        put_key(f, 301, 77, sides[i], 0xeeeeee);
        g_autoptr(GArray) places = template_find(t, f, 0.6);
        if (places->len != 1)
            fail_msg("%d px: %u places", sides[i], places->len);
        assert_place(places, 0, 301, 77, sides[i]);
    }
}

static void template_find__plain_text_another_colour__nothing(void **state)
{
    (void)state;
    g_autoptr(template) t = template_of(true, 0xeeeeee);
    g_autoptr(frame) f = screen_with_text(0xeeeeee);
    for (int y = 0; y < SIDE; y++) /* as bright, but green */
        for (int x = 0; x < SIDE; x++)
            frame_fill(f, 300 + x, 80 + y, 1, 1,
                       key_pixel(x, y) == CLEAR      ? 0xeeeeee
                       : key_pixel(x, y) == 0x604000 ? 0x006a00
                                                     : 0x00ff40);
    g_autoptr(GArray) places = template_find(t, f, TEMPLATE_SCORE);
    assert_int_equal(places->len, 0);
}

static void template_new__of_one_colour__refused(void **state)
{
    (void)state;
    g_autoptr(frame) plain = frame_new(20, 20);
    g_autoptr(GBytes) png = frame_to_png(plain, NULL);
    g_autoptr(GError) error = NULL;
    assert_null(template_new(png, &error));
    assert_true(g_error_matches(error, EYE_ERROR, EYE_ERROR_FORMAT));
}

static void template_find__a_large_screen__in_time(void **state)
{
    (void)state;
    g_autoptr(template) t = template_of(false, 0);
    g_autoptr(frame) f = frame_new(1920, 1080);
    guint32 seed = 1;
    for (gsize i = 0; i < (gsize)f->width * (gsize)f->height; i++)
        f->pixels[i] = (seed = seed * 1664525 + 1013904223) >> 8;
    put_key(f, 1801, 977, SIDE, 0);
    clock_t start = clock();
    g_autoptr(GArray) places = template_find(t, f, TEMPLATE_SCORE);
    print_message("%ld ms of processor time on noise\n", (long)((clock() - start) * 1000 / CLOCKS_PER_SEC));
    assert_int_equal(places->len, 1);
    assert_place(places, 0, 1801, 977, SIDE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(template_find__same_pixels__there_with_score_1),
        cmocka_unit_test(template_find__transparent_on_another_ground__there),
        cmocka_unit_test(template_find__other_sizes__there_in_that_size),
        cmocka_unit_test(template_find__plain_text_another_colour__nothing),
        cmocka_unit_test(template_new__of_one_colour__refused),
        cmocka_unit_test(template_find__a_large_screen__in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
