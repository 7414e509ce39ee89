/* What is drawn on a model's picture: where it is, and whether it can be read on any ground. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/picture/overlays.h"
#include "engine/picture/small_text.h"

static frame *plain(int width, int height, guint32 colour)
{
    frame *f = frame_new(width, height);
    frame_fill(f, 0, 0, width, height, colour);
    return f;
}

static frame *noise(int width, int height, guint32 seed)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(seed);
    frame *f = frame_new(width, height);
    for (int i = 0; i < width * height; i++)
        f->pixels[i] = g_rand_int(r) & 0xffffff;
    return f;
}

static struct overlays_scene scene_of(const frame *f)
{
    return (struct overlays_scene){.shown = {0, 0, f->width, f->height}, .unit_x = f->width, .unit_y = f->height};
}

/* Each stroke is black, and what is around it within two pixels is white or a stroke: whatever the ground. */
static void halo__on_noise__each_stroke_is_black_on_white(void **state)
{
    (void)state;
    for (guint32 seed = 0; seed < 20; seed++) {
        g_autoptr(frame) f = noise(120, 30, seed), alone = plain(120, 30, 0x777777);
        small_text_write(alone, 10, 8, "0123456789", 0x000000);
        small_text_halo(f, 10, 8, "0123456789");
        for (int y = 2; y < 28; y++)
            for (int at = 2; at < 118; at++) {
                bool stroke = frame_pixel(alone, at, y) == 0, beside = false;
                for (int i = 0; i < 25; i++)
                    beside = beside || frame_pixel(alone, at + i % 5 - 2, y + i / 5 - 2) == 0;
                assert_true(!stroke || frame_pixel(f, at, y) == 0x000000);
                assert_true(stroke || !beside || frame_pixel(f, at, y) == 0xffffff);
            }
    }
}

static void names__are_those_of_the_table(void **state)
{
    (void)state;
    static const char *const names[] = {"bands", "grid", "axes", "marks", "pointer", "cells", "numbers"};
    static const guint flags[] = {OVERLAYS_BANDS,   OVERLAYS_GRID,  OVERLAYS_AXES,   OVERLAYS_MARKS,
                                  OVERLAYS_POINTER, OVERLAYS_CELLS, OVERLAYS_NUMBERS};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        assert_int_equal(overlays_named(names[i]), flags[i]);
    assert_int_equal(overlays_named("auto") | overlays_named("none") | overlays_named(""), 0);
    g_autofree char *told = overlays_tell(OVERLAYS_MARKS | OVERLAYS_AXES);
    assert_string_equal(told, "axes, numbered marks");
}

/* As skills/lib/appagent.lua presses in them: of 1280×720, cell 12 is the second of the second row, its middle at 192,180. */
static void cells__are_those_of_the_skills(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        struct overlays_cells cells;
    } rows[] = {
        {1280, 720, {128, 120, 10, 6}}, {800, 500, {160, 125, 5, 4}}, {1021, 719, {120, 120, 8, 5}}, {100, 90, {120, 120, 0, 0}}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct overlays_cells c = overlays_cells(rows[i].width, rows[i].height);
        assert_memory_equal(&c, &rows[i].cells, sizeof c);
    }
}

/* Drawn on two grounds: what is the same in both, and no ground, was drawn. */
static bool is_drawn(guint what, const struct overlays_scene *scene, int x, int y)
{
    g_autoptr(frame) dark = plain(1000, 600, 0x101010), light = plain(1000, 600, 0xe0e0e0);
    overlays_paint(dark, what, scene);
    overlays_paint(light, what, scene);
    return frame_pixel(dark, x, y) != 0x101010 && frame_pixel(light, x, y) != 0xe0e0e0;
}

static void overlays__are_drawn_where_they_say(void **state)
{
    (void)state;
    g_autoptr(frame) f = plain(1000, 600, 0);
    struct overlays_scene scene = scene_of(f);
    scene.pointer_x = 400;
    scene.pointer_y = 300;
    scene.screen_width = 1000;
    scene.screen_height = 600;
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct overlays_mark));
    const struct overlays_mark mark = {{500, 100, 80, 40}, 12};
    g_array_append_val(marks, mark);
    scene.marks = marks;
    static const struct {
        guint what;
        int x, y;
        bool drawn;
    } rows[] = {
        {OVERLAYS_BANDS, 0, 300, true},      {OVERLAYS_BANDS, 999, 300, true},    {OVERLAYS_BANDS, 500, 300, false},
        {OVERLAYS_GRID, 200, 300, true},     {OVERLAYS_GRID, 500, 200, true},     {OVERLAYS_GRID, 500, 300, false},
        {OVERLAYS_AXES, 700, 3, true},       {OVERLAYS_AXES, 3, 500, true},       {OVERLAYS_AXES, 500, 300, false},
        {OVERLAYS_MARKS, 500, 120, true},    {OVERLAYS_MARKS, 579, 120, true},    {OVERLAYS_MARKS, 540, 120, false},
        {OVERLAYS_MARKS, 501, 90, true},     {OVERLAYS_POINTER, 400, 300, true},  {OVERLAYS_POINTER, 402, 310, true},
        {OVERLAYS_POINTER, 399, 300, false}, {OVERLAYS_POINTER, 400, 299, false}, {OVERLAYS_CELLS, 125, 300, true},
        {OVERLAYS_CELLS, 500, 120, true},    {OVERLAYS_CELLS, 60, 60, false},     {OVERLAYS_NUMBERS, 540, 112, true},
        {OVERLAYS_NUMBERS, 540, 130, false}, {OVERLAYS_NUMBERS, 500, 120, false}, {OVERLAYS_NUMBERS, 579, 120, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (is_drawn(rows[i].what, &scene, rows[i].x, rows[i].y) != rows[i].drawn)
            fail_msg("row %zu: %d,%d", i, rows[i].x, rows[i].y);
}

/* The ground beside the digit of a number in a mark's middle, on a page of that colour. */
static guint32 number_on(guint32 page, bool field)
{
    g_autoptr(frame) f = plain(200, 100, page);
    struct overlays_scene scene = scene_of(f);
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct overlays_mark));
    const struct overlays_mark mark = {{50, 20, 100, 60}, 7, field};
    g_array_append_val(marks, mark);
    scene.marks = marks;
    overlays_paint(f, OVERLAYS_NUMBERS, &scene);
    assert_int_equal(frame_pixel(f, 50, 20), page); /* no box */
    assert_int_equal(frame_pixel(f, 100, 30), page);
    return frame_pixel(f, 100 - small_text_width("7") / 2 - 3, 50);
}

static void numbers__half_transparent__red_or_blue__dark_on_a_light_page(void **state)
{
    (void)state;
    static const guint32 pages[] = {0xffffff, 0xd0d0d0, 0x000000, 0x303030};
    guint32 last = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(pages); i++) {
        guint32 other = number_on(pages[i], false), field = number_on(pages[i], true);
        assert_true((other >> 16 & 0xff) > (other & 0xff) + 0x20); /* red */
        assert_true((field & 0xff) > (field >> 16 & 0xff) + 0x20); /* blue */
        assert_true(i < 2 ? (field & 0xff) > 0x80 && (field >> 16 & 0xff) < (pages[i] & 0xff)
                          : (field >> 16 & 0xff) > (pages[i] & 0xff)); /* darker than a light page, lighter than a dark one */
        assert_int_not_equal(other, last);                             /* what is below shines through */
        last = other;
    }
}

/* A part of a screen, shrunk to half: a mark's box is there where what it marks is; what is beside the part is not drawn. */
static void picture__of_a_part__has_its_marks_at_their_places(void **state)
{
    (void)state;
    g_autoptr(frame) screen = plain(1000, 600, 0x808080);
    frame_fill(screen, 300, 200, 60, 40, 0x2040c0);
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct overlays_mark));
    const struct overlays_mark two[] = {{{300, 200, 60, 40}, 1}, {{10, 10, 50, 50}, 2}};
    g_array_append_vals(marks, two, 2);
    struct overlays_scene scene = {.shown = {200, 100, 400, 300}, .unit_x = 200, .unit_y = 150, .marks = marks};
    g_autoptr(frame) picture = overlays_picture(screen, 200, 150, OVERLAYS_MARKS, &scene);
    assert_int_equal(picture->width, 200);
    assert_int_equal(picture->height, 150);
    assert_int_equal(frame_pixel(picture, 65, 60), 0x2040c0); /* inside */
    assert_int_not_equal(frame_pixel(picture, 50, 60), 0x2040c0);
    assert_int_not_equal(frame_pixel(picture, 50, 60), 0x808080);
    assert_int_not_equal(frame_pixel(picture, 79, 60), 0x2040c0);
    assert_int_equal(frame_pixel(picture, 81, 60), 0x808080);
    assert_int_equal(frame_pixel(picture, 2, 2), 0x808080);
    scene.shown = (struct area){900, 500, 200, 200};
    assert_null(overlays_picture(screen, 100, 100, 0, &scene));
}

/* The rows of an open menu have no gap: a number above its row would seem to be that of the row above. */
static void marks_of_rows__numbers_lie_on_no_other_row(void **state)
{
    (void)state;
    g_autoptr(frame) screen = plain(400, 300, 0xffffff);
    g_autoptr(GArray) marks = g_array_new(FALSE, FALSE, sizeof(struct overlays_mark));
    const struct overlays_mark menu = {{100, 40, 160, 220}, 1};
    g_array_append_val(marks, menu); /* all of it: what contains a row does not count */
    for (int i = 0; i < 8; i++) {
        const struct overlays_mark row = {{100, 50 + 25 * i, i < 4 ? 160 : 300, 25}, 20 + i};
        g_array_append_val(marks, row);
    }
    const struct overlays_mark icons = {{60, 50, 40, 200}, 40}; /* beside them */
    g_array_append_val(marks, icons);
    struct overlays_scene scene = scene_of(screen);
    scene.marks = marks;
    g_autoptr(frame) f = overlays_picture(screen, 400, 300, OVERLAYS_MARKS, &scene);
    const guint32 plate = frame_pixel(f, 61, 38); /* of 40, above it */
    assert_int_not_equal(plate, 0xffffff);
    for (int y = 76; y < 240; y += 25) { /* of each row below the first: right of it, or inside at its end */
        const bool wide = y > 150;
        assert_int_equal(frame_pixel(f, wide ? 399 : 261, y + 1), plate);
        for (int x = 102; x < (wide ? 370 : 258); x++)
            assert_true(x == 259 || frame_pixel(f, x, y + 8) == 0xffffff); /* 259: the menu's own line */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halo__on_noise__each_stroke_is_black_on_white),
        cmocka_unit_test(names__are_those_of_the_table),
        cmocka_unit_test(numbers__half_transparent__red_or_blue__dark_on_a_light_page),
        cmocka_unit_test(cells__are_those_of_the_skills),
        cmocka_unit_test(overlays__are_drawn_where_they_say),
        cmocka_unit_test(picture__of_a_part__has_its_marks_at_their_places),
        cmocka_unit_test(marks_of_rows__numbers_lie_on_no_other_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
