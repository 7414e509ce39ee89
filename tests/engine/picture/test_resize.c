#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/picture/frame.h"

#include <string.h>

static guint32 at(const frame *f, int x, int y)
{
    return f->pixels[y * f->width + x];
}

static void resized__picture__has_the_means_of_areas(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(4, 2);
    for (int i = 0; i < 8; i++)
        f->pixels[i] = i % 4 < 2 ? 0xff0000 : 0x0000ff;
    f->at_us = 77;
    g_autoptr(frame) half = frame_resize(f, 2, 1);
    assert_int_equal(half->width, 2);
    assert_int_equal(half->height, 1);
    assert_int_equal(at(half, 0, 0), 0xff0000);
    assert_int_equal(at(half, 1, 0), 0x0000ff);
    assert_int_equal(half->at_us, 77);
    g_autoptr(frame) third = frame_resize(f, 3, 2); /* the middle one stands for two thirds of a pixel of each side */
    assert_int_equal(at(third, 0, 1), 0xff0000);
    assert_int_equal(at(third, 1, 1), 0x800080);
    assert_int_equal(at(third, 2, 1), 0x0000ff);
    g_autoptr(frame) one = frame_resize(f, 1, 1);
    assert_int_equal(at(one, 0, 0), 0x800080);
}

static void resized__picture__is_never_larger(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(5, 3);
    for (int i = 0; i < 15; i++)
        f->pixels[i] = (guint32)i * 0x010203;
    g_autoptr(frame) same = frame_resize(f, 50, 30);
    assert_int_equal(same->width, 5);
    assert_int_equal(same->height, 3);
    assert_memory_equal(same->pixels, f->pixels, 15 * sizeof *f->pixels);
}

/* White stays white, and a flat colour itself, whatever the ratio. */
static void resized__flat_colour__stays(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(1920, 1080);
    static const guint32 colours[] = {0xffffff, 0, 0x123456};
    for (gsize c = 0; c < G_N_ELEMENTS(colours); c++) {
        frame_fill(f, 0, 0, 1920, 1080, colours[c]);
        g_autoptr(frame) small = frame_resize(f, 1429, 804);
        for (int i = 0; i < small->width * small->height; i++)
            assert_int_equal(small->pixels[i], colours[c]);
    }
}

static void resized__png__is_a_png(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(20, 10);
    frame_fill(f, 0, 0, 20, 10, 0x00ff00);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    g_autoptr(GBytes) small = frame_resize_png(png, 10, 5, &error);
    assert_null(error);
    g_autoptr(frame) back = frame_from_png(small, &error);
    assert_int_equal(back->width, 10);
    assert_int_equal(back->height, 5);
    assert_int_equal(back->pixels[7], 0x00ff00);
    g_autoptr(GBytes) none = g_bytes_new_static("no PNG", 6);
    assert_null(frame_resize_png(none, 10, 5, &error));
    assert_non_null(error);
}

static void png__as_jpeg__has_its_size(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(20, 10);
    frame_fill(f, 0, 0, 20, 10, 0x00ff00);
    g_autoptr(GBytes) png = frame_to_png(f, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) jpeg = frame_png_to_jpeg(png, &error);
    assert_null(error);
    g_autoptr(GBytes) smaller = frame_resize_png(jpeg, 1, 1, NULL); /* and from it a PNG */
    assert_non_null(smaller);
    assert_memory_equal(g_bytes_get_data(smaller, NULL), "\x89PNG", 4);
    g_autoptr(frame) back = frame_from_jpeg(jpeg, &error);
    assert_true(back && back->width == 20 && back->height == 10 && frame_step(back->pixels[50], 0x00ff00) < 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resized__picture__has_the_means_of_areas),
        cmocka_unit_test(resized__picture__is_never_larger),
        cmocka_unit_test(resized__flat_colour__stays),
        cmocka_unit_test(resized__png__is_a_png),
        cmocka_unit_test(png__as_jpeg__has_its_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
