/* Prints: the same screen with another cursor, clock or letter is near, another screen is far; what is hidden counts as nothing.
 */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"
#include "engine/picture/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 640
#define HEIGHT 480

static void fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    for (int row = MAX(y, 0); row < MIN(y + height, f->height); row++)
        for (int column = MAX(x, 0); column < MIN(x + width, f->width); column++)
            f->pixels[row * f->width + column] = colour;
}

/* Lines of something like text. */
static void write_lines(frame *f, int x, int y, int lines, guint32 seed)
{
    for (int line = 0; line < lines; line++)
        for (int letter = 0; letter < 30; letter++) {
            seed = seed * 1664525u + 1013904223u;
            fill(f, x + letter * 7, y + line * 16, 1 + (int)(seed >> 30), 3 + (int)(seed >> 28 & 7), 0x101010);
        }
}

static frame *desk(guint32 ground)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    fill(f, 0, 0, WIDTH, HEIGHT, ground);
    fill(f, 0, 0, WIDTH, 24, 0xdddddd); /* a bar with a clock in it */
    fill(f, 590, 8, 6, 9, 0x202020);
    return f;
}

static frame *window(int x, int y, int width, int height, guint32 seed)
{
    frame *f = desk(0x3a6ea5);
    fill(f, x, y, width, height, 0xf2f2f2);
    fill(f, x, y, width, 20, 0x0a246a);
    write_lines(f, x + 10, y + 30, height / 16 - 3, seed);
    return f;
}

static int between(const frame *a, const frame *b)
{
    return print_distance(print_of_frame(a, NULL), print_of_frame(b, NULL));
}

static void print__moved_cursor_changed_clock_another_letter__are_near(void **state)
{
    (void)state;
    g_autoptr(frame) f = window(60, 60, 400, 300, 1), cursor = frame_copy(f), clock = frame_copy(f), letter = frame_copy(f);
    fill(cursor, 300, 200, 10, 16, 0x000000);
    fill(clock, 590, 8, 30, 9, 0x202020);
    fill(letter, 80, 100, 6, 9, 0xf2f2f2);
    const frame *const others[] = {cursor, clock, letter};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++)
        assert_true(between(f, others[i]) <= 4);
    assert_int_equal(between(f, f), 0);
}

static void print__another_window__is_far(void **state)
{
    (void)state;
    g_autoptr(frame) f = window(60, 60, 400, 300, 1), moved = window(200, 160, 400, 300, 1), small = window(60, 60, 220, 160, 1),
                     bare = desk(0x3a6ea5);
    const frame *const others[] = {moved, small, bare};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++)
        assert_true(between(f, others[i]) > PRINT_ALIKE);
}

static void print__what_is_hidden__counts_as_nothing(void **state)
{
    (void)state;
    g_autoptr(frame) f = window(60, 60, 400, 300, 1), other = frame_copy(f);
    g_autoptr(GArray) hidden = g_array_new(FALSE, FALSE, sizeof(struct area));
    const struct area areas[] = {{100, 100, 200, 150}, {-50, 400, 5000, 5000}};
    g_array_append_vals(hidden, areas, G_N_ELEMENTS(areas));
    fill(f, 100, 100, 200, 150, 0);
    write_lines(other, 100, 100, 9, 7);
    fill(other, 0, 400, WIDTH, 80, 0xffffff);
    assert_true(print_of_frame(f, hidden) == print_of_frame(other, hidden));
}

/* No pixel, one, all of one colour, all hidden: a print, and always the same. */
static void print__any_size_and_colour__is_defined(void **state)
{
    (void)state;
    const int sizes[][2] = {{1, 1}, {3, 700}, {31, 33}, {1920, 1}};
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        g_autoptr(frame) dark = frame_new(sizes[i][0], sizes[i][1]), light = frame_copy(dark);
        fill(dark, 0, 0, dark->width, dark->height, 0x000000);
        fill(light, 0, 0, light->width, light->height, 0xffffff);
        g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(struct area));
        const struct area area = {0, 0, dark->width, dark->height};
        g_array_append_val(all, area);
        assert_true(print_of_frame(dark, all) == print_of_frame(light, all));
        assert_true(print_of_frame(light, NULL) == print_of_frame(light, NULL));
    }
}

static void prints__of_files__each_by_itself(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_dir_make_tmp("prints-XXXXXX", NULL), *hash = NULL, *path = NULL,
                    *no_png = g_build_filename(dir, "no.png", NULL);
    g_autoptr(frame) f = window(60, 60, 400, 300, 1);
    assert_true(frame_store(f, dir, &hash, &path, &error));
    assert_true(g_file_set_contents(no_png, "\x89PNG\r\n\x1a\nIHDR", -1, NULL));
    const char *const paths[] = {no_png, path, "/nowhere.png", NULL};
    g_autoptr(GArray) prints = eye_prints(paths, &error);
    assert_non_null(prints);
    assert_int_equal(prints->len, 3);
    const struct eye_print *p = &g_array_index(prints, struct eye_print, 0);
    assert_true(!p[0].printed && p[1].printed && !p[2].printed);
    assert_non_null(p[0].why);
    assert_true(p[1].print == print_of_frame(f, NULL));
    assert_true(p[1].bytes > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(print__moved_cursor_changed_clock_another_letter__are_near),
        cmocka_unit_test(print__another_window__is_far),
        cmocka_unit_test(print__what_is_hidden__counts_as_nothing),
        cmocka_unit_test(print__any_size_and_colour__is_defined),
        cmocka_unit_test(prints__of_files__each_by_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
