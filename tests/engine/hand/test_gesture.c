/* Taps, swipes, texts and chords out of what goes down and up, on a clock of its own. */

#include "engine/hand/gesture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define MS 1000

static void button(gesture_reader *r, int n, bool down, int x, int y, gint64 ms)
{
    const struct gesture_input in = {.button = true, .down = down, .detail = n, .x = x, .y = y, .window = 7, .at_us = ms * MS};
    gesture_reader_add(r, &in);
}

static void click(gesture_reader *r, int x, int y, gint64 ms)
{
    button(r, 1, true, x, y, ms);
    button(r, 1, false, x, y, ms + 50);
}

/* letter: the character; 0 = a key of that name alone. */
static void key(gesture_reader *r, gunichar letter, const char *name, bool types, gint64 window, gint64 ms)
{
    struct gesture_input in = {.down = true, .detail = 38, .letter = letter, .types = types, .window = window, .at_us = ms * MS};
    g_strlcpy(in.name, name, sizeof in.name);
    gesture_reader_add(r, &in);
}

static void type(gesture_reader *r, const char *text, gint64 ms)
{
    for (gsize i = 0; text[i]; i++)
        key(r, (gunichar)text[i], "x", true, 7, ms + (gint64)i * 100);
}

static void expect(gesture_reader *r, enum gesture_kind kind, const char *text)
{
    struct gesture g = {0};
    assert_true(gesture_reader_take(r, &g));
    assert_string_equal(gesture_kind_name(g.kind), gesture_kind_name(kind));
    if (g_strcmp0(g.text, text) != 0)
        fail_msg("\"%s\" instead of \"%s\"", g.text, text);
    gesture_clear(&g);
}

static void expect_nothing(gesture_reader *r)
{
    struct gesture g = {0};
    assert_false(gesture_reader_take(r, &g));
}

static void press__by_length_and_way(void **state)
{
    (void)state;
    g_autoptr(gesture_reader) r = gesture_reader_new();
    struct gesture g = {0};
    click(r, 10, 20, 0);
    expect_nothing(r); /* it may become a double one */
    assert_int_equal(gesture_reader_deadline(r), 50 * MS + GESTURE_DOUBLE_US);
    gesture_reader_turn(r, 450 * MS);
    expect(r, GESTURE_TAP, NULL);
    click(r, 10, 20, 1000);
    click(r, 12, 20, 1200);
    expect(r, GESTURE_DOUBLE_TAP, NULL);
    click(r, 10, 20, 2000);
    click(r, 60, 20, 2200); /* another place: two taps */
    gesture_reader_turn(r, 3000 * MS);
    expect(r, GESTURE_TAP, NULL);
    expect(r, GESTURE_TAP, NULL);
    button(r, 1, true, 10, 20, 4000);
    button(r, 1, false, 10, 21, 4500);
    expect(r, GESTURE_LONG_PRESS, NULL);
    button(r, 1, true, 10, 20, 5000);
    button(r, 1, false, 10, 120, 5200);
    assert_true(gesture_reader_take(r, &g));
    assert_int_equal(g.kind, GESTURE_SWIPE);
    assert_int_equal(g.y, 20);
    assert_int_equal(g.to_y, 120);
    button(r, 3, false, 10, 20, 6000); /* its press was not for us */
    expect_nothing(r);
    assert_int_equal(gesture_reader_deadline(r), G_MAXINT64);
}

static void wheel__turns_are_one_gesture(void **state)
{
    (void)state;
    g_autoptr(gesture_reader) r = gesture_reader_new();
    struct gesture g = {0};
    for (int i = 0; i < 3; i++) {
        button(r, 5, true, 10, 20, i * 100);
        button(r, 5, false, 10, 20, i * 100);
    }
    button(r, 4, true, 10, 20, 300);
    assert_true(gesture_reader_take(r, &g));
    assert_int_equal(g.kind, GESTURE_TURN);
    assert_int_equal(g.count, 3);
    gesture_reader_turn(r, 1000 * MS);
    assert_true(gesture_reader_take(r, &g));
    assert_int_equal(g.count, -1);
}

static void text__ends_by_rest_key_press_window(void **state)
{
    (void)state;
    g_autoptr(gesture_reader) r = gesture_reader_new();
    struct gesture g = {0};
    type(r, "heb", 0);
    key(r, 0, "BackSpace", false, 7, 300);
    type(r, "llo", 400);
    expect(r, GESTURE_TYPING, NULL);
    expect_nothing(r);
    gesture_reader_turn(r, 2000 * MS);
    assert_true(gesture_reader_take(r, &g));
    assert_string_equal(g.text, "hello");
    assert_true(g.rested);
    gesture_clear(&g);
    type(r, "ab", 3000);
    key(r, 0, "Tab", false, 7, 3200);
    expect(r, GESTURE_TYPING, NULL);
    assert_true(gesture_reader_take(r, &g));
    assert_string_equal(g.text, "ab");
    assert_false(g.rested);
    gesture_clear(&g);
    expect(r, GESTURE_CHORD, "Tab");
    type(r, "cd", 4000);
    button(r, 1, true, 1, 1, 4300);
    expect(r, GESTURE_TYPING, NULL);
    expect(r, GESTURE_TEXT, "cd");
    button(r, 1, false, 1, 1, 4900); /* a long one */
    expect(r, GESTURE_LONG_PRESS, NULL);
    key(r, 'e', "e", true, 7, 5000);
    key(r, 'f', "f", true, 8, 5100); /* another window has the keys */
    expect(r, GESTURE_TYPING, NULL);
    expect(r, GESTURE_TEXT, "e");
    expect(r, GESTURE_TYPING, NULL);
    gesture_reader_forget(r);
    expect_nothing(r);
    gesture_reader_turn(r, 9000 * MS);
    expect_nothing(r);
}

/* A dead key, or a letter that no table knows: only how many keys. */
static void text__unknown_letters__no_text(void **state)
{
    (void)state;
    g_autoptr(gesture_reader) r = gesture_reader_new();
    struct gesture g = {0};
    type(r, "a", 0);
    key(r, 0, "dead_acute", true, 7, 100);
    type(r, "b", 200);
    gesture_reader_turn(r, 2000 * MS);
    expect(r, GESTURE_TYPING, NULL);
    assert_true(gesture_reader_take(r, &g));
    assert_null(g.text);
    assert_int_equal(g.count, 3);
    type(r, "b", 3000); /* the next one is known again */
    gesture_reader_turn(r, 5000 * MS);
    expect(r, GESTURE_TYPING, NULL);
    expect(r, GESTURE_TEXT, "b");
}

static void text__longest(void **state)
{
    (void)state;
    g_autoptr(gesture_reader) r = gesture_reader_new();
    for (int i = 0; i <= GESTURE_TEXT_MAX; i++)
        key(r, 0x1f600, "x", true, 7, i);
    struct gesture g = {0};
    expect(r, GESTURE_TYPING, NULL);
    assert_true(gesture_reader_take(r, &g));
    assert_int_equal(g_utf8_strlen(g.text, -1), GESTURE_TEXT_MAX);
    gesture_clear(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(press__by_length_and_way),
        cmocka_unit_test(wheel__turns_are_one_gesture),
        cmocka_unit_test(text__ends_by_rest_key_press_window),
        cmocka_unit_test(text__unknown_letters__no_text),
        cmocka_unit_test(text__longest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
