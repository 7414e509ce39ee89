/* The line of text at a window's bottom that says what the pointer is on; and what only looks like it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "engine/hand/status_line.h"

#define WIDTH 400
#define HEIGHT 300
#define GROUND 0xefefefu
#define INK 0x000000u
#define CUT 14 /* rows of the window that lie under the screen: of the words the uppermost two are left */

enum what { SAME, WORDS, BLANK, BOX, PALE_BOX, SELECTED, LINE, ABOVE, BESIDE, KINDS };

/* Letters of 6 px, each with a gap of 2. */
static void write_at(frame *f, int x, int y, int n, int kind)
{
    for (int i = 0; i < n; i++)
        frame_fill(f, x + 8 * i, y + (i * kind) % 3, 2 + (i + kind) % 4, 9 - (i * kind) % 3, INK);
}

static frame *shown(enum what what)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    frame_fill(f, 0, 0, WIDTH, HEIGHT, GROUND);
    write_at(f, 20, 200, 12, 1);
    if (what == SELECTED)
        frame_fill(f, 0, 280, WIDTH, 16, 0x3584e4);
    if (what == BOX || what == PALE_BOX) /* of a link's address, over what is there */
        frame_fill(f, 0, 281, 120, 19, what == BOX ? 0xd0d0d0 : 0xa0a0a0);
    if (what == PALE_BOX)
        frame_fill(f, 0, 282, 119, 18, GROUND);
    if (what == LINE) /* through the words */
        frame_fill(f, 8, 287, 60, 1, INK);
    if (what == ABOVE)
        write_at(f, 20, 248, 6, 2);
    if (what == BESIDE) /* a rule beside the line, through all of it */
        frame_fill(f, 380, 250, 1, 50, INK);
    if (what != BLANK)
        write_at(f, 8, 284, 8, what == SAME || what == LINE ? 1 : 2);
    return f;
}

/* Fields of a bar: frames of that ground, or rules, in both pictures; the words are in one of them. */
static frame *in_fields(enum what what, guint32 ground, int height)
{
    frame *f = shown(what);
    static const struct area sides[] = {{4, 0, 1, 0}, {150, 0, 1, 0}, {153, 0, 2, 0}, {300, 0, 1, 0}};
    for (int y = 272; y < 272 + height; y++)
        for (int x = 5; x < 150; x++)
            if (frame_pixel(f, x, y) == GROUND)
                frame_fill(f, x, y, 1, 1, ground);
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++)
        frame_fill(f, sides[i].x, 272, sides[i].width, height, 0xb0b0b0);
    for (int y = 272; y < 272 + height; y += height - 1)
        frame_fill(f, 4, y, 147, 1, 0xb0b0b0);
    write_at(f, 320, 284, 4, 1);
    return f;
}

static bool excused(frame *before, frame *now, struct eye_window bar, bool tips, int y)
{
    const struct area all = {0, 0, WIDTH, HEIGHT};
    const struct arrival way = {10, 10, 100, y, all};
    struct eye_window popup = {.id = 9, .pid = 5, .x = 40, .y = 40, .width = 30, .height = 30};
    g_autoptr(GPtrArray) windows = g_ptr_array_new();
    if (bar.popup) { /* something lies over it */
        popup.y = 280;
        bar.popup = false;
        g_ptr_array_add(windows, &popup);
    }
    bar.id = 1;
    bar.width = WIDTH;
    bar.height = HEIGHT;
    g_ptr_array_add(windows, &bar);
    const struct hand_guard h = {.windows = windows, .window = 1, .tips = tips};
    g_autoptr(frame) rest = status_line_excused(&h, before, now, &way);
    bool same = memcmp(rest->pixels, before->pixels, sizeof *rest->pixels * WIDTH * HEIGHT) == 0;
    frame_free(before);
    frame_free(now);
    return same;
}

static void words_of_the_line__are_excused(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5};
    assert_true(excused(shown(SAME), shown(WORDS), own, true, 100));
    assert_true(excused(shown(BLANK), shown(WORDS), own, true, 100));
    assert_true(excused(shown(WORDS), shown(BLANK), own, true, 100));
}

static void what_is_no_such_line__counts(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5};
    for (enum what what = BOX; what < KINDS; what++)
        if (excused(shown(SAME), shown(what), own, true, 100) || excused(shown(what), shown(SAME), own, true, 100))
            fail_msg("%d", (int)what);
}

static void words_in_a_field_of_the_bar__are_excused(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5};
    assert_true(excused(in_fields(SAME, GROUND, 26), in_fields(WORDS, GROUND, 26), own, true, 100));
    assert_true(excused(in_fields(BLANK, GROUND, 26), in_fields(WORDS, GROUND, 26), own, true, 100));
    assert_false(excused(in_fields(SAME, GROUND, 26), in_fields(WORDS, GROUND, 26), own, true, 240));
    assert_false(excused(in_fields(SAME, 0xffffff, 26), in_fields(WORDS, 0xffffff, 26), own, true, 100)); /* an entry */
    assert_false(excused(shown(SAME), in_fields(SAME, GROUND, 26), own, true, 100));                      /* frames come */
    for (enum what what = BOX; what < KINDS; what++)
        if (what != BESIDE && excused(in_fields(SAME, GROUND, 26), in_fields(what, GROUND, 26), own, true, 100))
            fail_msg("%d", (int)what);
}

/* Something reaches down beside the bar: the colours of a painter, with other words. */
static frame *beside_panel(enum what what, int width, bool edge)
{
    frame *f = shown(what), *all = frame_new(WIDTH, HEIGHT);
    frame_fill(all, 0, 0, WIDTH, HEIGHT, GROUND);
    for (int y = 0; y < HEIGHT; y++) {
        memcpy(all->pixels + y * WIDTH + width, f->pixels + y * WIDTH, sizeof *f->pixels * (gsize)(WIDTH - width));
        frame_fill(all, 0, y, width - 1, 1, y / 9 % 2 ? 0 : 0xff0000);
    }
    frame_fill(all, width, 276, edge ? WIDTH - width : WIDTH - width - 40, 2, 0x808080);
    if (what == BESIDE)
        frame_fill(all, 390, 250, 1, 50, INK);
    frame_free(f);
    return all;
}

static void line_beside_a_panel__is_excused_as_well(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5}, dialog = {.pid = 5, .dialog = true};
    assert_true(excused(beside_panel(SAME, 90, true), beside_panel(WORDS, 90, true), own, true, 100));
    assert_true(excused(beside_panel(BLANK, 90, true), beside_panel(WORDS, 90, true), own, true, 100));
    assert_true(excused(beside_panel(WORDS, 90, true), beside_panel(BLANK, 90, true), own, true, 100));
    assert_true(excused(beside_panel(BLANK, 90, true), beside_panel(WORDS, 90, true), own, false, 100));
    assert_false(excused(beside_panel(SAME, 90, true), beside_panel(WORDS, 90, true), own, false, 100));
    assert_false(excused(beside_panel(SAME, 90, true), beside_panel(WORDS, 90, true), own, true, 240));
    assert_false(excused(beside_panel(SAME, 90, true), beside_panel(WORDS, 90, true), dialog, true, 100));
    assert_false(excused(beside_panel(SAME, 220, true), beside_panel(WORDS, 220, true), own, true,
                         100)); /* the larger part is another's */
    assert_false(excused(beside_panel(SAME, 90, true), beside_panel(WORDS, 80, true), own, true, 100));
    assert_false(excused(beside_panel(SAME, 90, false), beside_panel(WORDS, 90, false), own, true, 100)); /* of a page */
    for (enum what what = BOX; what < KINDS; what++)
        if (excused(beside_panel(SAME, 90, true), beside_panel(what, 90, true), own, true, 100) ||
            excused(beside_panel(what, 90, true), beside_panel(SAME, 90, true), own, true, 100))
            fail_msg("%d", (int)what);
}

/* The window is larger than the screen, so that only the tops of what it shows there are visible. */
static frame *cut(enum what what)
{
    g_autoptr(frame) f = shown(what);
    frame *top = frame_new(WIDTH, HEIGHT);
    frame_fill(top, 0, 0, WIDTH, HEIGHT, GROUND);
    memcpy(top->pixels + CUT * WIDTH, f->pixels, sizeof *f->pixels * (HEIGHT - CUT) * WIDTH);
    return top;
}

static void line_that_the_screen_cuts__is_excused_as_well(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5, .y = CUT}, above = {.pid = 5, .y = -HEIGHT + 10};
    static const enum what bad[] = {BOX, SELECTED, ABOVE, BESIDE};
    assert_true(excused(cut(SAME), cut(WORDS), own, true, 100));
    assert_true(excused(cut(BLANK), cut(WORDS), own, true, 100));
    assert_true(excused(cut(WORDS), cut(BLANK), own, true, 100));
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++)
        if (excused(cut(SAME), cut(bad[i]), own, true, 100) || excused(cut(bad[i]), cut(SAME), own, true, 100))
            fail_msg("%d", (int)bad[i]);
    assert_false(excused(cut(SAME), cut(WORDS), own, false, 100));
    assert_false(excused(cut(SAME), cut(WORDS), own, true, 270));
    assert_false(excused(shown(SAME), shown(WORDS), above, true, 100));
}

static void at_tier_3__words_may_come_but_not_become_others(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5};
    assert_true(excused(shown(BLANK), shown(WORDS), own, false, 100));
    assert_true(excused(in_fields(BLANK, GROUND, 26), in_fields(WORDS, GROUND, 26), own, false, 100));
    assert_false(excused(shown(SAME), shown(WORDS), own, false, 100));
    assert_false(excused(shown(WORDS), shown(BLANK), own, false, 100));
    assert_false(excused(shown(BLANK), shown(WORDS), own, false, 240));
    for (enum what what = BOX; what < KINDS; what++)
        if (what != LINE && excused(shown(BLANK), shown(what), own, false, 100))
            fail_msg("%d", (int)what);
}

/* Whether the pointer's return counts as one: what is there, was approved, and is with the pointer at the target. */
static bool returned(enum what is, enum what was, enum what there, bool tips)
{
    const struct area all = {0, 0, WIDTH, HEIGHT};
    const struct arrival back = {100, 100, 10, 10, all};
    struct eye_window own = {.id = 1, .pid = 5, .width = WIDTH, .height = HEIGHT};
    g_autoptr(GPtrArray) windows = g_ptr_array_new();
    g_ptr_array_add(windows, &own);
    const struct hand_guard h = {.windows = windows, .window = 1, .tips = tips};
    g_autoptr(frame) now = shown(is), before = shown(was), at_target = shown(there);
    g_autoptr(frame) rest = status_line_returned(&h, before, now, at_target, &back);
    return memcmp(rest->pixels, before->pixels, sizeof *rest->pixels * WIDTH * HEIGHT) == 0;
}

/* The picture was taken while the program still showed an older place. */
static void line_that_returns_with_another_place__is_excused(void **state)
{
    (void)state;
    assert_true(returned(WORDS, SAME, BLANK, true));
    assert_true(returned(BLANK, SAME, WORDS, true));
    assert_false(returned(WORDS, SAME, WORDS, true)); /* it has stayed as it was at the target */
    assert_false(returned(WORDS, SAME, BLANK, false));
    for (enum what what = BOX; what < KINDS; what++)
        if (returned(what, SAME, BLANK, true))
            fail_msg("%d", (int)what);
}

/* At tier 3, near the target, in a dialog, under something. */
static void where_it_may_matter__counts(void **state)
{
    (void)state;
    const struct eye_window own = {.pid = 5}, dialog = {.pid = 5, .dialog = true}, covered = {.pid = 5, .popup = true};
    assert_false(excused(shown(SAME), shown(WORDS), own, false, 100));
    assert_false(excused(shown(SAME), shown(WORDS), own, true, 240));
    assert_false(excused(shown(SAME), shown(WORDS), dialog, true, 100));
    assert_false(excused(shown(SAME), shown(WORDS), covered, true, 100));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_the_line__are_excused),
        cmocka_unit_test(what_is_no_such_line__counts),
        cmocka_unit_test(words_in_a_field_of_the_bar__are_excused),
        cmocka_unit_test(line_beside_a_panel__is_excused_as_well),
        cmocka_unit_test(line_that_the_screen_cuts__is_excused_as_well),
        cmocka_unit_test(at_tier_3__words_may_come_but_not_become_others),
        cmocka_unit_test(line_that_returns_with_another_place__is_excused),
        cmocka_unit_test(where_it_may_matter__counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
