/* What is found around a point: buttons and fields by their edges, and places that may have text. */

#include "engine/picture/check_box.h"
#include "engine/picture/control_box.h"
#include "engine/picture/ground.h"
#include "engine/picture/submenu_arrow.h"
#include "engine/picture/text_places.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define GROUND 0xf0f0f0
#define INK 0x202020

static frame *blank(void)
{
    frame *f = frame_new(640, 240);
    frame_fill(f, 0, 0, 640, 240, GROUND);
    return f;
}

/* A frame of one pixel with another colour in it. */
static void field(frame *f, int x, int y, int width, int height, guint32 edge, guint32 inside)
{
    frame_fill(f, x - 1, y - 1, width + 2, height + 2, edge);
    frame_fill(f, x, y, width, height, inside);
}

/* Upright strokes, as letters have. */
static void text(frame *f, int x, int y, int letters)
{
    for (int i = 0; i < letters; i++)
        frame_fill(f, x + 7 * i, y, 2, 10, INK);
}

static void expect(struct area got, int x, int y, int width, int height)
{
    if (got.x != x || got.y != y || got.width != width || got.height != height)
        fail_msg("%d,%d %dx%d and not %d,%d %dx%d", got.x, got.y, got.width, got.height, x, y, width, height);
}

static void box__around_a_point__has_four_edges(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    field(f, 100, 50, 400, 28, 0xc0c0c0, 0xffffff);
    text(f, 104, 58, 20);
    expect(control_box_at(f, 450, 64), 100, 50, 400, 28);
    expect(control_box_at(f, 105, 60), 100, 50, 400, 28); /* on a letter */
    expect(control_box_at(f, 50, 64), 0, 0, 0, 0);
    expect(control_box_at(f, 450, 100), 0, 0, 0, 0);
    expect(control_box_at(f, -1, 700), 0, 0, 0, 0);
    text(f, 104, 150, 20);
    expect(control_box_at(f, 120, 155), 0, 0, 0, 0); /* a text on the ground */
    frame_fill(f, 0, 140, 640, 1, INK);
    frame_fill(f, 0, 170, 640, 1, INK);
    expect(control_box_at(f, 120, 155), 0, 0, 0, 0); /* nothing at its sides */
    field(f, 100, 20, 300, 200, INK, GROUND);
    expect(control_box_at(f, 200, 100), 0, 0, 0, 0); /* too high */
}

/* The side of an icon is an edge of three quarters of the height, but above and below it the button goes on. */
static void box__of_a_button_with_an_icon__is_all_of_it(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    field(f, 100, 50, 80, 22, 0xb0b0b0, 0xf8f8f8);
    frame_fill(f, 114, 54, 14, 16, 0x909090);
    text(f, 132, 56, 4);
    expect(control_box_at(f, 145, 61), 100, 50, 80, 22);
    expect(control_box_at(f, 105, 61), 100, 50, 80, 22);
    field(f, 181, 50, 40, 22, 0xb0b0b0, 0xf8f8f8); /* joined with it */
    expect(control_box_at(f, 145, 61), 100, 50, 80, 22);
    expect(control_box_at(f, 190, 61), 181, 50, 40, 22);
}

static void boxes__of_one_row__are_siblings(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    field(f, 100, 50, 80, 28, 0xc0c0c0, 0xe8e8e8);
    field(f, 181, 50, 80, 28, 0xc0c0c0, 0xd0d0d0);
    field(f, 100, 100, 80, 28, 0xc0c0c0, 0xe8e8e8);
    struct area one = control_box_at(f, 140, 60), two = control_box_at(f, 220, 60), below = control_box_at(f, 140, 110);
    expect(two, 181, 50, 80, 28);
    assert_true(control_box_siblings(one, two));
    assert_false(control_box_siblings(one, one));
    assert_false(control_box_siblings(one, below));
    assert_false(control_box_siblings(one, (struct area){0}));
}

static void boxes__of_one_column__are_stacked(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    field(f, 100, 50, 80, 28, 0xc0c0c0, 0xe8e8e8);
    field(f, 100, 84, 80, 28, 0xc0c0c0, 0xe8e8e8);
    field(f, 100, 120, 120, 28, 0xc0c0c0, 0xe8e8e8);
    field(f, 300, 50, 80, 28, 0xc0c0c0, 0xe8e8e8);
    struct area one = control_box_at(f, 140, 60), below = control_box_at(f, 140, 94);
    assert_true(control_box_stacked(one, below));
    assert_false(control_box_stacked(one, one));
    assert_false(control_box_stacked(one, control_box_at(f, 140, 130)));
    assert_false(control_box_stacked(one, control_box_at(f, 340, 60)));
    assert_false(control_box_stacked(one, (struct area){0}));
}

/* A sign in 30x20 px, drawn in ASCII; what it is. */
static bool arrow(const char *const *rows)
{
    g_autoptr(frame) f = blank();
    for (int y = 0; rows[y]; y++)
        for (int x = 0; rows[y][x]; x++)
            if (rows[y][x] == '#')
                frame_fill(f, 110 + x, 54 + y, 1, 1, INK);
    return submenu_arrow_in(f, (struct area){100, 50, 30, 20});
}

#define ROWS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void arrow__points_to_the_right(void **state)
{
    (void)state;
    assert_true(arrow(ROWS("#", "##", "###", "####", "#####", "####", "###", "##", "#")));
    assert_true(arrow(ROWS("##", " ##", "  ##", "   ##", "  ##", " ##", "##")));
    assert_true(arrow(ROWS("#", "####", "######", "######", "####", "#")));                    /* a low one */
    assert_false(arrow(ROWS("####", "#   #", "#    #", "#    #", "#    #", "#   #", "####"))); /* D */
    assert_false(arrow(ROWS("#####", "   #", "  #", "  #", " #", " #", " #")));                /* 7 */
    assert_false(arrow(ROWS("#########", " #######", "  #####", "   ###", "    #")));          /* down */
    assert_false(arrow(ROWS("    #", "   ##", "  ###", " ####", "  ###", "   ##", "    #")));  /* left */
    assert_false(arrow(ROWS("#   #", "##  ##", "### ###", "### ###", "##  ##", "#   #")));     /* two */
    assert_false(arrow(ROWS("##", "##")));                                                     /* a dot */
    assert_false(arrow(ROWS("", "")));
    g_autoptr(frame) f = blank();
    assert_false(submenu_arrow_in(f, (struct area){700, 0, 30, 20}));
}

/* A disc without its inside. */
static void circle(frame *f, int x, int y, int side, guint32 colour, bool filled)
{
    for (int v = 0; v < side; v++)
        for (int u = 0; u < side; u++) {
            int dx = 2 * u + 1 - side, dy = 2 * v + 1 - side, r = dx * dx + dy * dy;
            if (r <= side * side && (filled || r >= (side - 4) * (side - 4)))
                frame_fill(f, x + u, y + v, 1, 1, colour);
        }
}

static void check__before_a_label__is_a_square_or_a_circle(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    field(f, 20, 21, 14, 14, 0xb0b0b0, 0xffffff);
    field(f, 20, 46, 14, 14, 0x3584e4, 0x3584e4); /* ticked */
    frame_fill(f, 23, 50, 8, 3, 0xffffff);
    circle(f, 19, 70, 16, INK, false);
    circle(f, 19, 95, 16, 0x3584e4, true);
    for (int i = 0; i < 4; i++)
        text(f, 42, 24 + 25 * i, 6);
    expect(check_box_before(f, 42, 28), 19, 20, 16, 16);
    expect(check_box_before(f, 42, 53), 19, 45, 16, 16);
    expect(check_box_before(f, 42, 78), 19, 70, 16, 16);
    expect(check_box_before(f, 42, 103), 19, 95, 16, 16);
    frame_fill(f, 10, 39, 60, 4, INK); /* a heading right below */
    expect(check_box_before(f, 42, 28), 19, 20, 16, 16);
    expect(check_box_before(f, 60, 28), 0, 0, 0, 0); /* letters between */
    expect(check_box_before(f, 300, 28), 0, 0, 0, 0);
    expect(check_box_before(f, 2, 28), 0, 0, 0, 0);
    expect(check_box_before(f, 42, -20), 0, 0, 0, 0);
    text(f, 212, 28, 3);
    expect(check_box_before(f, 232, 33), 0, 0, 0, 0); /* a word */
    field(f, 212, 60, 14, 30, INK, GROUND);
    expect(check_box_before(f, 232, 73), 0, 0, 0, 0); /* too high */
    for (int i = 0; i < 14; i++)
        frame_fill(f, 212, 120 + i, i, 1, INK);
    expect(check_box_before(f, 232, 127), 0, 0, 0, 0); /* an icon */
}

static void text__places__are_rows_of_strokes(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    text(f, 20, 58, 9);
    field(f, 100, 50, 400, 28, INK, 0xffffff);
    text(f, 110, 58, 4);
    text(f, 20, 120, 60);
    frame_fill(f, 20, 160, 300, 1, INK); /* a line */
    g_autoptr(GArray) places = text_places(f, (struct area){0, 0, 640, 240});
    assert_int_equal(places->len, 3);
    const struct area *p = (const struct area *)(const void *)places->data;
    expect(p[0], 19, 58, 59, 10);
    expect(p[1], 109, 58, 24, 10);
    expect(p[2], 19, 120, 416, 10);
    g_autoptr(GArray) part = text_places(f, (struct area){90, 0, 640, 100});
    assert_int_equal(part->len, 1);
    g_autoptr(GArray) nothing = text_places(f, (struct area){700, 0, 10, 10});
    assert_int_equal(nothing->len, 0);
}

/* Round signs from x 110 on, one each `pitch` px. */
static bool bullets(int n, int width, int height, int pitch, int other)
{
    g_autoptr(frame) f = blank();
    field(f, 100, 50, 400, 28, INK, 0xffffff);
    for (int i = 0; i < n; i++)
        frame_fill(f, 110 + pitch * i, 60, width + (i == other), height, INK);
    for (int i = 0; i < n && width > 4; i++) /* the corners */
        for (int c = 0; c < 4; c++)
            frame_fill(f, 110 + pitch * i + c % 2 * (width - 1), 60 + c / 2 * (height - 1), 1, 1, 0xffffff);
    frame_fill(f, 110 + pitch * n, 55, 1, 16, INK); /* a text cursor */
    return text_places_bullets(f, (struct area){100, 50, 400, 28});
}

static void bullets__are_one_round_sign_again_and_again(void **state)
{
    (void)state;
    assert_true(bullets(6, 7, 7, 9, -1));
    assert_true(bullets(3, 5, 5, 8, -1));
    assert_true(bullets(12, 10, 10, 12, 5));
    assert_false(bullets(2, 7, 7, 9, -1));
    assert_false(bullets(6, 2, 2, 5, -1));    /* dots */
    assert_false(bullets(6, 7, 2, 9, -1));    /* lines */
    assert_false(bullets(6, 5, 9, 8, -1));    /* noughts */
    assert_false(bullets(6, 20, 20, 25, -1)); /* a row of icons */
    assert_false(bullets(6, 7, 7, 40, -1));
    assert_false(bullets(0, 7, 7, 9, -1));
    g_autoptr(frame) f = blank();
    for (int i = 0; i < 5; i++)
        frame_fill(f, 110 + 9 * i, 60, 6, 6, INK);
    frame_fill(f, 480, 55, 12, 16, INK); /* an icon in the field */
    assert_true(text_places_bullets(f, (struct area){100, 50, 400, 28}));
    frame_fill(f, 155, 55, 2, 16, INK); /* a letter behind them */
    frame_fill(f, 155, 55, 8, 2, INK);
    assert_false(text_places_bullets(f, (struct area){100, 50, 400, 28}));
    frame_fill(f, 100, 50, 400, 28, 0xffffff);
    text(f, 110, 58, 6);
    assert_false(text_places_bullets(f, (struct area){100, 50, 400, 28}));
    assert_false(text_places_bullets(f, (struct area){700, 50, 400, 28}));
}

static void ground__a_page_without_a_frame__joins_and_a_frame_parts(void **state)
{
    (void)state;
    g_autoptr(frame) f = blank();
    const struct area all = {0, 0, 640, 240};
    text(f, 100, 50, 12);
    assert_true(ground_joins(f, all, 300, 200, 99, 54));
    assert_false(ground_joins(f, all, 300, 200, 100, 54)); /* on a letter */
    assert_false(ground_joins(f, (struct area){0, 60, 640, 180}, 300, 200, 99, 54));
    field(f, 80, 40, 200, 40, 0xe0e0e0, GROUND);
    assert_false(ground_joins(f, all, 300, 200, 99, 54));
    assert_true(ground_joins(f, all, 270, 70, 99, 54));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground__a_page_without_a_frame__joins_and_a_frame_parts),
        cmocka_unit_test(box__around_a_point__has_four_edges),
        cmocka_unit_test(box__of_a_button_with_an_icon__is_all_of_it),
        cmocka_unit_test(boxes__of_one_row__are_siblings),
        cmocka_unit_test(boxes__of_one_column__are_stacked),
        cmocka_unit_test(arrow__points_to_the_right),
        cmocka_unit_test(check__before_a_label__is_a_square_or_a_circle),
        cmocka_unit_test(text__places__are_rows_of_strokes),
        cmocka_unit_test(bullets__are_one_round_sign_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
