/* What is drawn, whatever its colours. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/picture/edge_compare.h"

#define SIDE 96

static frame *ground(guint32 colour)
{
    frame *f = frame_new(SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        f->pixels[i] = colour;
    return f;
}

static void fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    for (int j = y; j < y + height; j++)
        for (int i = x; i < x + width; i++)
            f->pixels[j * SIDE + i] = colour;
}

/* An 8 of 7×11, with strokes of 2; without its left half below and above it is a 3. */
static void digit(frame *f, int x, int y, bool eight, guint32 colour)
{
    for (int bar = 0; bar < 3; bar++)
        fill(f, x + 1, y + 4 * bar, 5, 2, colour);
    fill(f, x + 5, y + 1, 2, 9, colour);
    if (eight)
        fill(f, x, y + 1, 2, 9, colour);
}

static frame *label(guint32 below, guint32 ink, bool eight)
{
    frame *f = ground(below);
    digit(f, 40, 40, true, ink);
    digit(f, 50, 40, eight, ink);
    return f;
}

static int changed(frame *before_take, frame *after_take, const GArray *ignored)
{
    g_autoptr(frame) before = before_take;
    g_autoptr(frame) after = after_take;
    return edge_compare_measure(before, after, ignored).changed;
}

static void strokes__other_colours__same(void **state)
{
    (void)state;
    assert_int_equal(changed(label(0xffffff, 0x000000, true), label(0x204a87, 0xffffff, true), NULL), 0);
    assert_int_equal(changed(label(0xffffff, 0x808080, true), label(0xffffff, 0x000000, true), NULL), 0);
    assert_int_equal(changed(label(0xffffff, 0x0000cc, true), label(0xffffff, 0xcc0000, true), NULL), 0);
}

static void strokes__other_digit__changed(void **state)
{
    (void)state;
    assert_true(changed(label(0xffffff, 0x000000, true), label(0xffffff, 0x000000, false), NULL) >= EDGE_COMPARE_CHANGED);
    assert_true(changed(label(0xffffff, 0x000000, false), label(0x204a87, 0xffffff, true), NULL) >= EDGE_COMPARE_CHANGED);
    assert_true(changed(label(0xdddddd, 0xaaaaaa, true), label(0xdddddd, 0xaaaaaa, false), NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__label_gone_or_in_the_colour_of_its_ground__changed(void **state)
{
    (void)state;
    assert_true(changed(label(0xffffff, 0x000000, true), ground(0xffffff), NULL) >= EDGE_COMPARE_CHANGED);
    assert_true(changed(label(0xffffff, 0x000000, true), label(0x000000, 0x000000, true), NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__moved_by_a_pixel__changed(void **state)
{
    (void)state;
    frame *moved = ground(0xffffff);
    digit(moved, 40, 41, true, 0);
    digit(moved, 50, 41, true, 0);
    assert_true(changed(label(0xffffff, 0, true), moved, NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__frame_and_underline__same(void **state)
{
    (void)state;
    frame *lit = label(0xffffff, 0, true);
    fill(lit, 20, 30, 60, 1, 0x3584e4);
    fill(lit, 20, 60, 60, 1, 0x3584e4);
    fill(lit, 20, 30, 1, 30, 0x3584e4);
    fill(lit, 80, 30, 1, 31, 0x3584e4);
    fill(lit, 40, 53, 17, 1, 0);
    assert_int_equal(changed(label(0xffffff, 0, true), lit, NULL), 0);
}

/* xmessage's button (Xaw) as it is, and with the pointer on it: its round frame becomes thicker inwards. */
static const char *const oval[] = {
    "........................................................", ".......########################################.........",
    ".....###......................................###.......", "....##..........................................##......",
    "...#..............................................#.....", "..##..............................................##....",
    "..#...#####..........###...........................#....", ".##...##..##..........##...........##..............##...",
    ".#....##..##..........##...........##...............#...", ".#....##..##..####....##....####..#####...####......#...",
    ".#....##..##.##..##...##...##..##..##....##..##.....#...", ".#....##..##.######...##...######..##....######.....#...",
    ".#....##..##.##.......##...##......##....##.........#...", ".##...##..##.##..##...##...##..##..##.##.##..##....##...",
    "..#...#####...####..######..####....###...####.....#....", "..##..............................................##....",
    "...#..............................................#.....", "....##..........................................##......",
    ".....###......................................###.......", ".......########################################.........",
    "........................................................",
};

static const char *const oval_lit[] = {
    "........................................................", ".......########################################.........",
    ".....############################################.......", "....##..........................................##......",
    "...#..............................................#.....", "..##..............................................##....",
    "..#...#####..........###...........................#....", ".##...##..##..........##...........##..............##...",
    ".##...##..##..........##...........##..............##...", ".##...##..##..####....##....####..#####...####.....##...",
    ".##...##..##.##..##...##...##..##..##....##..##....##...", ".##...##..##.######...##...######..##....######....##...",
    ".##...##..##.##.......##...##......##....##........##...", ".##...##..##.##..##...##...##..##..##.##.##..##....##...",
    "..#...#####...####..######..####....###...####.....#....", "..##..............................................##....",
    "...#..............................................#.....", "....##..........................................##......",
    ".....############################################.......", ".......########################################.........",
    "........................................................",
};

static frame *drawn(const char *const *rows, gsize n)
{
    frame *f = ground(0xffffff);
    for (gsize y = 0; y < n; y++)
        for (gsize x = 0; rows[y][x]; x++)
            if (rows[y][x] == '#')
                fill(f, 20 + (int)x, 30 + (int)y, 1, 1, 0);
    return f;
}

static void strokes__round_frame_that_grows__same_and_its_label_counts(void **state)
{
    (void)state;
    assert_int_equal(changed(drawn(oval, G_N_ELEMENTS(oval)), drawn(oval_lit, G_N_ELEMENTS(oval_lit)), NULL), 0);
    for (int letter = 0; letter < 2; letter++) { /* its first and its last letter lose a stroke */
        frame *other = drawn(oval_lit, G_N_ELEMENTS(oval_lit));
        fill(other, letter ? 64 : 26, 36, letter ? 8 : 3, 10, 0xffffff);
        assert_true(changed(drawn(oval, G_N_ELEMENTS(oval)), other, NULL) >= EDGE_COMPARE_CHANGED);
    }
}

/* Of a keyboard's focus: GTK 3 mixes dashes with what is below, others draw each second pixel. */
static void dashes(frame *f, struct area line, int period)
{
    static const guint32 mixed[] = {0xe3e3e3, 0xbcbcbc, 0xd1d1d1};
    for (int i = 0; i < MAX(line.width, line.height); i++)
        if (period == 3 || i % period == 0)
            fill(f, line.width > 1 ? line.x + i : line.x, line.width > 1 ? line.y : line.y + i, 1, 1,
                 period == 3 ? mixed[i % 3] : 0x404040);
}

static frame *ring(struct area box, int period)
{
    frame *f = label(0xf8f8f8, 0, true);
    fill(f, 0, 30, SIDE, 1, 0xb9b9b9);
    if (!period)
        return f;
    dashes(f, (struct area){box.x, box.y, box.width, 1}, period);
    if (box.height > 1) {
        dashes(f, (struct area){box.x, box.y + box.height - 1, box.width, 1}, period);
        dashes(f, (struct area){box.x, box.y, 1, box.height}, period);
        dashes(f, (struct area){box.x + box.width - 1, box.y, 1, box.height}, period);
    }
    return f;
}

static void strokes__ring_of_dashes__same(void **state)
{
    (void)state;
    static const struct area rings[] = {{0, 28, SIDE, 1}, {20, 34, 61, 29}};
    for (gsize i = 0; i < G_N_ELEMENTS(rings); i++)
        for (int period = 2; period <= 3; period++) {
            assert_int_equal(changed(ring(rings[i], 0), ring(rings[i], period), NULL), 0);
            assert_int_equal(changed(ring(rings[i], period), ring(rings[i], 0), NULL), 0);
        }
}

static void strokes__dashes_that_are_no_ring__changed(void **state)
{
    (void)state;
    static const struct area lines[] = {{38, 43, 21, 1}, {20, 44, 16, 1}, {60, 38, 1, 16}, {0, 60, SIDE, 1}, {0, 45, SIDE, 1}};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++)
        for (int period = 2; period <= 3; period++)
            assert_true(changed(ring(lines[i], 0), ring(lines[i], period), NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__minus_before_it__changed(void **state)
{
    (void)state;
    frame *minus = label(0xffffff, 0, true);
    fill(minus, 30, 44, 6, 2, 0);
    assert_true(changed(label(0xffffff, 0, true), minus, NULL) >= EDGE_COMPARE_CHANGED);
}

/* Grounds and inks so far apart, in both directions. */
static const int contrasts[] = {8, 12, 24, 48, 96, 255};

static guint32 grey(int level)
{
    return (guint32)level * 0x10101;
}

static void strokes__any_contrast_that_can_be_read__changed(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(contrasts); i++)
        for (int dark = 0; dark < 2; dark++) {
            guint32 below = dark ? grey(0) : grey(255), ink = dark ? grey(contrasts[i]) : grey(255 - contrasts[i]);
            assert_true(changed(label(below, ink, true), label(below, ink, false), NULL) >= EDGE_COMPARE_CHANGED);
            assert_true(changed(label(below, ink, true), ground(below), NULL) >= EDGE_COMPARE_CHANGED);
            assert_true(changed(ground(below), label(below, ink, true), NULL) >= EDGE_COMPARE_CHANGED);
        }
}

/* Another contrast is another colour; a ghost of what could be read is not. */
static void strokes__fades__changed_once_it_is_less_than_a_quarter(void **state)
{
    (void)state;
    assert_int_equal(changed(label(grey(255), grey(0), true), label(grey(255), grey(128), true), NULL), 0);
    assert_int_equal(changed(label(grey(255), grey(235), true), label(grey(204), grey(184), true), NULL), 0);
    assert_true(changed(label(grey(255), grey(0), true), label(grey(255), grey(195), true), NULL) >= EDGE_COMPARE_CHANGED);
}

/* What lights up is a rectangle of another ground, at any contrast. */
static void strokes__ground_that_lights_up__same(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(contrasts) - 1; i++) {
        frame *lit = ground(0xffffff);
        fill(lit, 0, 30, SIDE, 30, grey(255 - contrasts[i]));
        digit(lit, 40, 40, true, 0);
        digit(lit, 50, 40, true, 0);
        assert_int_equal(changed(label(0xffffff, 0, true), lit, NULL), 0);
    }
}

/* A shadow of 8 px around what lies higher now, with round corners. */
static void strokes__shadow__same(void **state)
{
    (void)state;
    frame *lit = label(0xffffff, 0, true);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int dx = MAX(0, MAX(24 - x, x - 72)), dy = MAX(0, MAX(30 - y, y - 62)), far = dx * dx + dy * dy;
            if (far > 0 && far < 64)
                lit->pixels[y * SIDE + x] = grey(190 + far);
        }
    assert_int_equal(changed(label(0xffffff, 0, true), lit, NULL), 0);
}

/* The frame stays, the ground in it is lit: the pixels of its round corners are mixtures of both. */
static void strokes__round_corners_of_another_ground__same(void **state)
{
    (void)state;
    frame *both[] = {label(0xffffff, 0, true), label(0xffffff, 0, true)};
    for (int lit = 0; lit < 2; lit++) {
        guint32 ground = lit ? 0x204a87 : 0xffffff, ink = lit ? 0xffffff : 0, mixed = lit ? 0x8fa4c3 : 0xf5f3f1;
        fill(both[lit], 20, 30, 60, 30, 0xcdc7c2);
        fill(both[lit], 21, 31, 58, 28, ground);
        digit(both[lit], 40, 40, true, ink);
        digit(both[lit], 50, 40, true, ink);
        for (int corner = 0; corner < 4; corner++) {
            int cx = corner & 1 ? 79 : 20, cy = corner & 2 ? 59 : 30, in_x = corner & 1 ? -1 : 1, in_y = corner & 2 ? -1 : 1;
            for (int k = 0; k < 4; k++) {
                fill(both[lit], cx + in_x * k, cy, 1, 1, 0xffffff);
                fill(both[lit], cx, cy + in_y * k, 1, 1, 0xffffff);
                fill(both[lit], cx + in_x * k, cy + in_y * (4 - k), 1, 1, mixed);
            }
        }
    }
    assert_int_equal(changed(both[0], both[1], NULL), 0);
}

/* A row of Qt's menus, right above a separator that is shorter than the row: the lit row ends along it. */
#define ROW_Y 35
#define ROW_HEIGHT 25
enum separator { SEPARATOR, SEPARATOR_LOWER, SEPARATOR_LONGER };

static frame *row(bool lit, bool eight, enum separator separator)
{
    frame *f = ground(0xffffff);
    if (lit) {
        fill(f, 0, ROW_Y, SIDE, ROW_HEIGHT, 0x26709e);
        fill(f, 0, ROW_Y + 1, SIDE, ROW_HEIGHT - 2, 0x308cc6);
    }
    int left = separator == SEPARATOR_LONGER ? 0 : 3, lower = separator == SEPARATOR_LOWER ? 8 : 0;
    fill(f, left, ROW_Y + ROW_HEIGHT + lower, SIDE - left, 1, 0xc3c3c3);
    digit(f, 40, 42, true, lit ? 0xffffff : 0);
    digit(f, 50, 42, eight, lit ? 0xffffff : 0);
    return f;
}

static void strokes__row_that_lights_up_above_a_separator__same(void **state)
{
    (void)state;
    assert_int_equal(changed(row(false, true, SEPARATOR), row(true, true, SEPARATOR), NULL), 0);
    assert_int_equal(changed(row(true, true, SEPARATOR), row(false, true, SEPARATOR), NULL), 0);
}

static void strokes__separator_or_word_of_such_a_row__changed(void **state)
{
    (void)state;
    for (int lit = 0; lit < 4; lit++) {
        const bool was = lit & 1, is = lit & 2;
        for (int other = SEPARATOR_LOWER; other <= SEPARATOR_LONGER; other++) {
            assert_true(changed(row(was, true, SEPARATOR), row(is, true, other), NULL) >= EDGE_COMPARE_CHANGED);
            assert_true(changed(row(was, true, other), row(is, true, SEPARATOR), NULL) >= EDGE_COMPARE_CHANGED);
        }
        assert_true(changed(row(was, true, SEPARATOR), row(is, false, SEPARATOR), NULL) >= EDGE_COMPARE_CHANGED);
        assert_true(changed(row(was, false, SEPARATOR), row(is, true, SEPARATOR), NULL) >= EDGE_COMPARE_CHANGED);
    }
}

/* A row of GTK's popovers, `apart` px below a separator that begins a little further right; its corners are round. */
static frame *popover_row(bool lit, bool eight, int apart)
{
    const guint32 ground_colour = 0xf6f5f4;
    frame *f = ground(ground_colour);
    fill(f, 31, ROW_Y - 1 - apart, SIDE - 31, 1, 0xdedddc);
    for (int y = 0; lit && y < ROW_HEIGHT; y++) {
        const int end = MIN(y, ROW_HEIGHT - 1 - y);
        fill(f, 28 + MAX(0, 3 - end), ROW_Y + y, SIDE - 28 - MAX(0, 3 - end), 1, 0xffffff);
    }
    digit(f, 40, 42, true, 0);
    digit(f, 50, 42, eight, 0);
    return f;
}

static void strokes__row_that_lights_up_below_a_separator__same(void **state)
{
    (void)state;
    for (int apart = 1; apart <= 6; apart++) {
        assert_int_equal(changed(popover_row(false, true, apart), popover_row(true, true, apart), NULL), 0);
        assert_int_equal(changed(popover_row(true, true, apart), popover_row(false, true, apart), NULL), 0);
        assert_true(changed(popover_row(true, true, apart), popover_row(false, false, apart), NULL) >= EDGE_COMPARE_CHANGED);
        assert_true(changed(popover_row(false, true, apart), popover_row(true, true, 20), NULL) >= EDGE_COMPARE_CHANGED);
    }
}

/* Long lines that are neither a frame nor under a text say something. */
static void strokes__dash_before_it__changed(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(contrasts); i++) {
        frame *dash = label(0xffffff, 0, true);
        fill(dash, 20, 44, 16, 2, grey(255 - contrasts[i]));
        assert_true(changed(label(0xffffff, 0, true), dash, NULL) >= EDGE_COMPARE_CHANGED);
    }
}

static void strokes__line_through_it__changed(void **state)
{
    (void)state;
    frame *struck = label(0xffffff, 0, true);
    fill(struck, 38, 43, 21, 1, 0);
    assert_true(changed(label(0xffffff, 0, true), struck, NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__bar_of_one_pixel__changed(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(contrasts); i++) {
        frame *bar = label(0xffffff, 0, true);
        fill(bar, 60, 38, 1, 16, grey(255 - contrasts[i]));
        assert_true(changed(label(0xffffff, 0, true), bar, NULL) >= EDGE_COMPARE_CHANGED);
    }
}

/* A line that only is drawn there is no side of what lights up, though its ends meet the picture's. */
static void strokes__line_from_end_to_end__changed(void **state)
{
    (void)state;
    for (int y = 34; y <= 54; y += 20) {
        frame *lined = label(0xffffff, 0x000000, true), *thick = label(0xffffff, 0x000000, true);
        fill(lined, 0, y, SIDE, 1, 0xa7a7a7);
        fill(thick, 0, y, SIDE, 2, 0x000000);
        assert_true(changed(label(0xffffff, 0x000000, true), lined, NULL) >= EDGE_COMPARE_CHANGED);
        assert_true(changed(thick, label(0xffffff, 0x000000, true), NULL) >= EDGE_COMPARE_CHANGED);
    }
}

/* No pixel is as its neighbours: all that has changed could be lines. */
static void strokes__paper_gone_from_a_texture__changed(void **state)
{
    (void)state;
    frame *paper = ground(0), *texture = ground(0);
    for (int i = 0; i < SIDE * SIDE; i++)
        paper->pixels[i] = texture->pixels[i] = 0x101010u * (guint32)((3 * (i % SIDE) + 5 * (i / SIDE)) % 7);
    fill(paper, 20, 30, 60, 30, 0);
    fill(paper, 21, 31, 58, 28, 0xf0f0c0);
    digit(paper, 40, 40, true, 0);
    assert_true(changed(paper, texture, NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__change_in_what_is_ignored__same(void **state)
{
    (void)state;
    g_autoptr(GArray) ignored = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct area there = {44, 30, 40, 30};
    g_array_append_val(ignored, there);
    assert_int_equal(changed(label(0xffffff, 0, true), label(0xffffff, 0, false), ignored), 0);
}

/* GTK's flat button in the middle of its fade: the frame's lower side is a step that counts, the others are not yet. */
static void strokes__frame_half_faded_in__same(void **state)
{
    (void)state;
    frame *before = label(0xf6f6f6, 0x2e3436, true), *lit = label(0xf6f6f6, 0x2e3436, true);
    fill(lit, 10, 30, 76, 1, 0xf1f1f1);
    fill(lit, 10, 30, 1, 32, 0xf1f1f1);
    fill(lit, 85, 30, 1, 32, 0xf1f1f1);
    fill(lit, 10, 61, 76, 1, 0xededed);
    assert_int_equal(changed(before, lit, NULL), 0);
}

/* A disc; GTK's radio button has a rim of one pixel, which stays as it is when what it encloses glows. */
static void disc(frame *f, int x, int y, int radius, guint32 colour)
{
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++)
            if (i * i + j * j <= radius * radius)
                f->pixels[(y + j) * SIDE + x + i] = colour;
}

static frame *radio(guint32 ground_colour, guint32 dot)
{
    frame *f = ground(0xf6f5f4);
    disc(f, 40, 40, 8, 0x3f3f3f);
    disc(f, 40, 40, 7, ground_colour);
    disc(f, 40, 40, 3, dot);
    return f;
}

static void strokes__radio_button_glows__same(void **state)
{
    (void)state;
    assert_true(changed(radio(0x404040, 0xffffff), radio(0x515151, 0xffffff), NULL) < EDGE_COMPARE_CHANGED);
}

/* As faint as a rim may be: a 3 that becomes an 8, and words crossed out. */
static void strokes__faint_stroke_beside_strong_ones__changed(void **state)
{
    (void)state;
    frame *eight = label(0xffffff, 0x000000, false), *crossed = label(0xffffff, 0x000000, true);
    fill(eight, 50, 41, 2, 9, 0xe7e7e7);
    fill(crossed, 36, 46, 26, 1, 0xe7e7e7);
    assert_true(changed(label(0xffffff, 0x000000, false), eight, NULL) >= EDGE_COMPARE_CHANGED);
    assert_true(changed(label(0xffffff, 0x000000, true), crossed, NULL) >= EDGE_COMPARE_CHANGED);
}

static void strokes__radio_button_is_set__changed(void **state)
{
    (void)state;
    assert_true(changed(radio(0xffffff, 0xffffff), radio(0xffffff, 0x404040), NULL) >= EDGE_COMPARE_CHANGED);
    assert_true(changed(radio(0xffffff, 0xffffff), radio(0xffffff, 0xe8e8e8), NULL) >= EDGE_COMPARE_CHANGED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strokes__frame_half_faded_in__same),
        cmocka_unit_test(strokes__radio_button_glows__same),
        cmocka_unit_test(strokes__radio_button_is_set__changed),
        cmocka_unit_test(strokes__faint_stroke_beside_strong_ones__changed),
        cmocka_unit_test(strokes__other_colours__same),
        cmocka_unit_test(strokes__other_digit__changed),
        cmocka_unit_test(strokes__label_gone_or_in_the_colour_of_its_ground__changed),
        cmocka_unit_test(strokes__moved_by_a_pixel__changed),
        cmocka_unit_test(strokes__frame_and_underline__same),
        cmocka_unit_test(strokes__round_frame_that_grows__same_and_its_label_counts),
        cmocka_unit_test(strokes__minus_before_it__changed),
        cmocka_unit_test(strokes__any_contrast_that_can_be_read__changed),
        cmocka_unit_test(strokes__fades__changed_once_it_is_less_than_a_quarter),
        cmocka_unit_test(strokes__ground_that_lights_up__same),
        cmocka_unit_test(strokes__shadow__same),
        cmocka_unit_test(strokes__round_corners_of_another_ground__same),
        cmocka_unit_test(strokes__row_that_lights_up_above_a_separator__same),
        cmocka_unit_test(strokes__separator_or_word_of_such_a_row__changed),
        cmocka_unit_test(strokes__row_that_lights_up_below_a_separator__same),
        cmocka_unit_test(strokes__dash_before_it__changed),
        cmocka_unit_test(strokes__ring_of_dashes__same),
        cmocka_unit_test(strokes__dashes_that_are_no_ring__changed),
        cmocka_unit_test(strokes__line_through_it__changed),
        cmocka_unit_test(strokes__bar_of_one_pixel__changed),
        cmocka_unit_test(strokes__line_from_end_to_end__changed),
        cmocka_unit_test(strokes__paper_gone_from_a_texture__changed),
        cmocka_unit_test(strokes__change_in_what_is_ignored__same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
