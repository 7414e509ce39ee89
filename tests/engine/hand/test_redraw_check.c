/* What counts as another picture once the focus has been handed over: a terminal's cursor that fills does not, words do. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/redraw_check.h"

#define WIDTH 200
#define HEIGHT 60
#define INK 0xff000000u
#define PAPER 0xffffffffu

static void fill(frame *f, int x, int y, int width, int height, guint32 colour)
{
    for (int j = y; j < y + height; j++)
        for (int i = x; i < x + width; i++)
            f->pixels[(gsize)j * (gsize)f->width + (gsize)i] = colour;
}

/* "letters" from x on: stems of 1 × 8 with gaps, `odd` one of them another letter. */
static void write_word(frame *f, int x, int letters, int odd)
{
    for (int i = 0; i < letters; i++) {
        fill(f, x + 6 * i, 5, 1, 8, INK);
        fill(f, x + 6 * i, i == odd ? 9 : 5, 4, 1, INK);
    }
}

static frame *paper(void)
{
    frame *f = frame_new(WIDTH, HEIGHT);
    fill(f, 0, 0, WIDTH, HEIGHT, PAPER);
    return f;
}

static void cursor(frame *f, int x, bool filled)
{
    fill(f, x, 3, 6, 13, INK);
    if (!filled)
        fill(f, x + 1, 4, 4, 11, PAPER);
}

static char *compare(const frame *before, const frame *now, bool focused)
{
    const struct area all = {0, 0, WIDTH, HEIGHT};
    const struct screen_match_rules r = {.close = all};
    return redraw_check_compare(before, now, all, &r, NULL, focused, NULL);
}

static void redrawn__cursor_behind_a_prompt__may_fill_with_the_focus(void **state)
{
    (void)state;
    g_autoptr(frame) before = paper(), now = paper();
    write_word(before, 20, 8, -1);
    write_word(now, 20, 8, -1);
    cursor(before, 72, false);
    cursor(now, 72, true);
    assert_null(compare(before, now, true));
    g_autofree char *unfocused = compare(before, now, false);
    assert_non_null(unfocused);
}

static void redrawn__word_on_empty_ground__is_not_taken_for_a_cursor(void **state)
{
    (void)state;
    g_autoptr(frame) before = paper(), now = paper();
    write_word(before, 20, 4, -1); /* with its ground it is no larger than a cursor may be */
    write_word(now, 20, 4, 1);
    g_autofree char *changed = compare(before, now, true);
    assert_non_null(changed);
}

static void redrawn__label_in_a_small_frame__is_not_taken_for_a_cursor(void **state)
{
    (void)state;
    g_autoptr(frame) before = paper(), now = paper();
    frame *const both[] = {before, now};
    for (int i = 0; i < 2; i++) {
        fill(both[i], 60, 1, 36, 18, INK);
        fill(both[i], 61, 2, 34, 16, PAPER);
        write_word(both[i], 66, 4, i ? 1 : -1);
    }
    g_autofree char *changed = compare(before, now, true);
    assert_non_null(changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redrawn__cursor_behind_a_prompt__may_fill_with_the_focus),
        cmocka_unit_test(redrawn__word_on_empty_ground__is_not_taken_for_a_cursor),
        cmocka_unit_test(redrawn__label_in_a_small_frame__is_not_taken_for_a_cursor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
