/* Shapes: pictures drawn here, with known boxes. Real programs: tests/engine/eye/test_shapes.c. */
#include "engine/picture/shapes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#define GROUND 0xf6f5f4

static frame *ground(void)
{
    frame *f = frame_new(640, 400);
    frame_fill(f, 0, 0, f->width, f->height, GROUND);
    return f;
}

/* A frame of one line, without its corners' pixels, around a gradient. */
static void paint_button(frame *f, struct area a, guint32 from)
{
    frame_fill(f, a.x + 1, a.y, a.width - 2, a.height, 0xcdc7c2);
    frame_fill(f, a.x, a.y + 1, a.width, a.height - 2, 0xcdc7c2);
    for (int y = 1; y < a.height - 1; y++)
        frame_fill(f, a.x + 1, a.y + y, a.width - 2, 1, from - 0x010101 * (guint32)(y / 4));
}

static void paint_letters(frame *f, int x, int y, int n)
{
    for (int i = 0; i < n; i++) {
        frame_fill(f, x + 8 * i, y, 2, 10, 0);
        frame_fill(f, x + 8 * i, y, 6, 2, 0);
    }
}

/* The only shape whose middle is in the area, as "kind"; NULL = none or several. */
static const char *kind_in(const GArray *shapes, struct area a)
{
    const char *kind = NULL;
    int n = 0;
    for (guint i = 0; i < shapes->len; i++) {
        const struct shape *s = &g_array_index(shapes, struct shape, i);
        if (area_has(a, s->box.x + s->box.width / 2, s->box.y + s->box.height / 2)) {
            kind = shape_kind_name(s->kind);
            n++;
        }
    }
    return n == 1 ? kind : NULL;
}

static void shapes_find__buttons_fields_checks__each_once_by_kind(void **state)
{
    (void)state;
    g_autoptr(frame) f = ground();
    const struct area button = {20, 20, 90, 30}, field = {20, 70, 300, 28}, check = {20, 120, 15, 15}, bare = {20, 160, 60, 24};
    paint_button(f, button, 0xf4f3f2);
    paint_letters(f, 45, 30, 5);
    paint_button(f, field, 0xffffff);
    paint_letters(f, 23, 79, 3); /* as close to its frame as Qt writes */
    paint_button(f, check, 0xffffff);
    paint_letters(f, 44, 122, 6);
    frame_fill(f, bare.x, bare.y, bare.width, bare.height, 0x0066cc);
    paint_letters(f, 34, 167, 4);
    g_autoptr(GArray) shapes = shapes_find(f);
    assert_int_equal(shapes->len, 4);
    assert_string_equal(kind_in(shapes, button), "button");
    assert_string_equal(kind_in(shapes, field), "field");
    assert_string_equal(kind_in(shapes, check), "check");
    assert_string_equal(kind_in(shapes, bare), "button");
}

static void shapes_find__a_disc__a_radio_button(void **state)
{
    (void)state;
    g_autoptr(frame) f = ground();
    for (int y = -7; y <= 7; y++)
        for (int x = -7; x <= 7; x++)
            if (x * x + y * y <= 52)
                frame_fill(f, 100 + x, 100 + y, 1, 1, x * x + y * y <= 40 ? 0xffffff : 0x808080);
    g_autoptr(GArray) shapes = shapes_find(f);
    assert_int_equal(shapes->len, 1);
    assert_string_equal(kind_in(shapes, (struct area){93, 93, 15, 15}), "radio");
}

static void shapes_find__a_panel_of_buttons__only_the_buttons(void **state)
{
    (void)state;
    g_autoptr(frame) f = ground();
    frame_fill(f, 40, 40, 250, 120, 0xdddddd);
    for (int i = 0; i < 3; i++)
        paint_button(f, (struct area){50 + 80 * i, 60, 70, 30}, 0xf0f0f0);
    g_autoptr(GArray) shapes = shapes_find(f);
    assert_int_equal(shapes->len, 3);
}

/* A magnifying glass has a disc in it, and is one thing. */
static void shapes_find__a_drawing_with_a_hole__one_icon(void **state)
{
    (void)state;
    g_autoptr(frame) f = ground();
    frame_fill(f, 100, 100, 16, 16, 0x202020);
    frame_fill(f, 102, 102, 12, 12, GROUND);
    for (int i = 0; i < 10; i++)
        frame_fill(f, 116 + i, 116 + i, 2, 2, 0x202020);
    g_autoptr(GArray) shapes = shapes_find(f);
    assert_int_equal(shapes->len, 1);
    assert_string_equal(kind_in(shapes, (struct area){100, 100, 28, 28}), "icon");
}

static void shapes_find__lines_of_text_and_a_plain_ground__nothing(void **state)
{
    (void)state;
    g_autoptr(frame) f = ground();
    for (int line = 0; line < 20; line++)
        paint_letters(f, 10, 10 + 18 * line, 60);
    g_autoptr(GArray) shapes = shapes_find(f);
    assert_int_equal(shapes->len, 0);
}

static void paint_icon(frame *f, int x, int y)
{
    for (int i = 0; i < 18; i++)
        frame_fill(f, x + i, y + i, 3, 3, 0x205080);
    frame_fill(f, x, y + 14, 20, 6, 0x803020);
}

/* By itself and beside it, as a flat button has it; in a button of its size, also in its corner. Not in the plain cells of a
 * table, a line of text, a picture, an empty check box, or a wide button. */
static void shapes_drawing_at__icons__not_what_is_plain_or_large(void **state)
{
    (void)state;
    g_autoptr(frame) f = ground();
    paint_icon(f, 50, 50);
    paint_button(f, (struct area){150, 40, 36, 36}, 0xf4f3f2);
    paint_icon(f, 158, 48);
    paint_letters(f, 20, 110, 40);
    for (int i = 0; i < 6; i++) {
        frame_fill(f, 20, 140 + 18 * i, 300, 1, 0xb0b0b0);
        frame_fill(f, 20 + 60 * i, 140, 1, 91, 0xb0b0b0);
    }
    paint_button(f, (struct area){20, 250, 16, 16}, 0xffffff);
    for (int i = 0; i < 90; i++)
        frame_fill(f, 100 + i, 250 + i, 4, 4, 0x205080);
    paint_button(f, (struct area){240, 250, 120, 30}, 0xf4f3f2);
    paint_letters(f, 270, 260, 8);
    static const struct {
        int x, y, width;
        enum shape_kind kind;
    } rows[] = {{60, 60, 21, SHAPE_ICON},
                {46, 46, 21, SHAPE_ICON},
                {168, 58, 34, SHAPE_BUTTON},
                {154, 72, 34, SHAPE_BUTTON},
                {60, 80, 0, 0},
                {60, 115, 0, 0},
                {50, 149, 0, 0},
                {80, 158, 0, 0},
                {27, 257, 0, 0},
                {145, 295, 0, 0},
                {300, 264, 0, 0},
                {700, 500, 0, 0}};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        struct shape s = shapes_drawing_at(f, rows[i].x, rows[i].y);
        if (ABS(s.box.width - rows[i].width) > 4 || (s.box.width && s.kind != rows[i].kind))
            fail_msg("at %d,%d: %s %d,%d %dx%d", rows[i].x, rows[i].y, shape_kind_name(s.kind), s.box.x, s.box.y, s.box.width,
                     s.box.height);
    }
}

/* Knots in wood are none, whose ground goes up and down by less than an edge; an icon as faint stands on a plain one. */
static void shapes_find__faint_drawings__only_on_a_plain_ground(void **state)
{
    (void)state;
    static const guint32 waves[2][8] = {{0}, {0, 3, 6, 9, 12, 9, 6, 3}};
    for (int grain = 0; grain < 2; grain++) {
        g_autoptr(frame) f = ground();
        for (int x = 0; x < f->width; x++)
            frame_fill(f, x, 0, 1, f->height, 0xa06020 + 0x000100 * waves[grain][x % 8]);
        for (int i = 0; i < 20; i++)
            frame_fill(f, 80 + i, 80 + i, 3, 3, 0x985c18);
        g_autoptr(GArray) shapes = shapes_find(f);
        int drawings = 0;
        for (guint i = 0; i < shapes->len; i++)
            drawings += area_has((struct area){70, 70, 40, 40}, g_array_index(shapes, struct shape, i).box.x, 80);
        assert_int_equal(drawings, grain == 0);
        assert_int_equal(shapes_drawing_at(f, 90, 90).box.width > 0, grain == 0);
    }
}

/* Each pixel another colour: nothing, and not for seconds. */
static void shapes_find__noise__nothing_in_time(void **state)
{
    (void)state;
    g_autoptr(frame) f = frame_new(1920, 1080);
    guint32 seed = 1;
    for (gsize i = 0; i < (gsize)f->width * (gsize)f->height; i++)
        f->pixels[i] = (seed = seed * 1664525 + 1013904223) >> 8;
    clock_t start = clock();
    g_autoptr(GArray) shapes = shapes_find(f);
    print_message("%ld ms of processor time\n", (long)((clock() - start) * 1000 / CLOCKS_PER_SEC));
    assert_int_equal(shapes->len, 0);
    assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_find__buttons_fields_checks__each_once_by_kind),
        cmocka_unit_test(shapes_find__a_disc__a_radio_button),
        cmocka_unit_test(shapes_find__a_panel_of_buttons__only_the_buttons),
        cmocka_unit_test(shapes_find__a_drawing_with_a_hole__one_icon),
        cmocka_unit_test(shapes_find__lines_of_text_and_a_plain_ground__nothing),
        cmocka_unit_test(shapes_drawing_at__icons__not_what_is_plain_or_large),
        cmocka_unit_test(shapes_find__faint_drawings__only_on_a_plain_ground),
        cmocka_unit_test(shapes_find__noise__nothing_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
