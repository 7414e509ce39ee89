/* Icons of menu entries: which are the same on another ground, and which are another one. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/popup_icons.h"

#define WIDTH 200
#define ROW 24
#define ROWS 4
#define LIT 1 /* the row that the highlight takes */
#define PAPER 0xffffffu
#define HIGHLIGHT 0x308cc6u
#define FAINT 0x3c92c9u /* on the highlight it cannot be seen */
#define INK 0x20346eu
#define LABEL_X 28
#define ICON_X 6
#define ICON 14

static const struct area popup = {300, 50, WIDTH, ROWS *ROW};

enum icon { NONE, HOUSE, CROSS, HALF, FULL };

static void draw_icon(frame *f, int y, enum icon icon)
{
    for (int j = 0; icon != NONE && j < ICON; j++)
        for (int i = 0; i < ICON; i++) {
            bool drawn = icon == CROSS ? ABS(i - j) < 2 || ABS(i + j - ICON + 1) < 2 : j > 2 && j < 11 && ABS(i - 7) < j - 1;
            bool part = icon != HALF || i < ICON / 2;
            if (part && (drawn || icon == FULL))
                frame_fill(f, ICON_X + i, y + j, 1, 1, INK);
            else if (part && j == 1 && i > 3 && i < 9)
                frame_fill(f, ICON_X + i, y + j, 1, 1, FAINT);
        }
}

/* Stems; `first`: px by which the first one is off. */
static void draw_label(frame *f, int y, int first, guint32 colour)
{
    for (int i = 0; i < 12; i++)
        frame_fill(f, LABEL_X + 6 * i + (i ? 0 : first), y + 4, 2, 10, colour);
}

/* A menu; NONE in row 3. `lit`: the highlight is on row LIT, which has that icon. */
static frame *menu(bool lit, enum icon icon)
{
    frame *f = frame_new(WIDTH, ROWS * ROW);
    frame_fill(f, 0, 0, WIDTH, ROWS * ROW, PAPER);
    if (lit)
        frame_fill(f, 0, LIT * ROW, WIDTH, ROW, HIGHLIGHT);
    for (int row = 0; row < ROWS; row++) {
        draw_icon(f, row * ROW + 5, row == LIT ? icon : row == 3 ? NONE : HOUSE);
        draw_label(f, row * ROW + 3, 0, lit && row == LIT ? PAPER : 0);
    }
    return f;
}

static void same_icon__is_found_on_the_highlight(void **state)
{
    (void)state;
    g_autoptr(frame) before = menu(false, HOUSE), now = menu(true, HOUSE);
    g_autoptr(GArray) there = popup_icons(before, now, popup), back = popup_icons(now, before, popup);
    assert_int_equal(there->len, 1);
    struct area a = g_array_index(there, struct area, 0);
    assert_true(a.x >= popup.x && a.x + a.width <= popup.x + LABEL_X - POPUP_ICONS_GAP);
    assert_true(a.y > popup.y + LIT * ROW && a.y + a.height < popup.y + (LIT + 1) * ROW);
    assert_int_equal(back->len, 1);
}

static void other_icons__are_compared_as_before(void **state)
{
    (void)state;
    static const enum icon icons[] = {CROSS, HALF, FULL};
    for (gsize i = 0; i < G_N_ELEMENTS(icons); i++) {
        g_autoptr(frame) before = menu(false, HOUSE), now = menu(true, icons[i]);
        g_autoptr(GArray) there = popup_icons(before, now, popup), back = popup_icons(now, before, popup);
        assert_non_null(there);
        assert_int_equal(there->len, 0);
        assert_int_equal(back->len, 0);
    }
}

static void icon_that_comes_or_goes__is_said(void **state)
{
    (void)state;
    g_autoptr(frame) with = menu(false, HOUSE), without = menu(false, NONE), lit = menu(true, HOUSE), bare = menu(true, NONE);
    assert_null(popup_icons(with, bare, popup));
    assert_null(popup_icons(without, lit, popup));
}

/* The first word of a list is no icon: what stands right of it begins in no common column. */
static void narrow_first_word__is_no_icon(void **state)
{
    (void)state;
    g_autoptr(frame) before = menu(false, HOUSE), now = menu(true, HOUSE);
    frame *const both[] = {before, now};
    for (gsize i = 0; i < G_N_ELEMENTS(both); i++) { /* the next word of that row begins further right */
        frame_fill(both[i], LABEL_X, 3, 12, 16, PAPER);
        draw_label(both[i], 3, 0, PAPER);
        frame_fill(both[i], LABEL_X + 20, 7, 2, 10, 0);
    }
    g_autoptr(GArray) found = popup_icons(before, now, popup);
    assert_int_equal(found->len, 0);
}

static void row_that_is_not_lit__has_no_icon_to_excuse(void **state)
{
    (void)state;
    g_autoptr(frame) before = menu(false, HOUSE), now = menu(false, CROSS);
    g_autoptr(GArray) found = popup_icons(before, now, popup);
    assert_int_equal(found->len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_icon__is_found_on_the_highlight),       cmocka_unit_test(other_icons__are_compared_as_before),
        cmocka_unit_test(icon_that_comes_or_goes__is_said),           cmocka_unit_test(narrow_first_word__is_no_icon),
        cmocka_unit_test(row_that_is_not_lit__has_no_icon_to_excuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
