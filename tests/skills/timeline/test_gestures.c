/* Timelines as gestures: what a finger can do, and what is refused by name. */

#include "skills/timeline/gestures.h"

#include "skills/timeline/action.h"
#include "skills/timeline/key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 400
#define HEIGHT 800

/* ---- timelines ---- */

static timeline *made(const struct timeline_event *events, gsize n)
{
    timeline *t = timeline_new();
    for (gsize i = 0; i < n; i++) {
        struct timeline_event e = events[i];
        g_autoptr(GError) error = NULL;
        e.text = g_strdup(e.text);
        if (!timeline_add(t, e, &error))
            fail_msg("event %zu: %s", i, error->message);
    }
    return t;
}

#define MOVE(ms, to_x_, to_y_)                                                                                                   \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = ms, .x = to_x_, .y = to_y_                                                               \
    }
#define BY(ms, dx_, dy_)                                                                                                         \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .origin = ORIGIN_RELATIVE, .at_ms = ms, .x = dx_, .y = dy_                                        \
    }
#define DOWN(ms)                                                                                                                 \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_DOWN, .at_ms = ms, .button = BUTTON_LEFT                                                         \
    }
#define UP(ms)                                                                                                                   \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_UP, .at_ms = ms, .button = BUTTON_LEFT                                                           \
    }
#define HOLD(ms, long_)                                                                                                          \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_DOWN, .at_ms = ms, .button = BUTTON_LEFT, .hold_ms = long_                                       \
    }
#define KEY(ms, key_)                                                                                                            \
    {                                                                                                                            \
        .type = TIMELINE_KEY_DOWN, .at_ms = ms, .key = key_                                                                      \
    }
#define KEY_FREE(ms, key_)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_KEY_UP, .at_ms = ms, .key = key_                                                                        \
    }
#define TEXT(ms, text_)                                                                                                          \
    {                                                                                                                            \
        .type = TIMELINE_TEXT, .at_ms = ms, .text = (char *)text_                                                                \
    }
#define WAIT(ms, long_)                                                                                                          \
    {                                                                                                                            \
        .type = TIMELINE_WAIT, .at_ms = ms, .duration_ms = long_                                                                 \
    }
#define SCROLL(ms, right, down)                                                                                                  \
    {                                                                                                                            \
        .type = TIMELINE_SCROLL, .at_ms = ms, .dx = right, .dy = down                                                            \
    }

static const struct timeline_place place = {.width = WIDTH, .height = HEIGHT};

static timeline *folded(const struct timeline_event *events, gsize n, GError **error)
{
    g_autoptr(timeline) t = made(events, n);
    return gestures_fold(t, &place, error);
}

static char *described(const timeline *t)
{
    GString *all = g_string_new(NULL);
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *one = timeline_event_describe(e);
        g_string_append_printf(all, "%s%" G_GINT64_FORMAT " %s", i ? "; " : "", e->at_ms, one);
    }
    return g_string_free(all, FALSE);
}

static void becomes(const struct timeline_event *events, gsize n, const char *text)
{
    g_autoptr(GError) error = NULL, other = NULL;
    g_autoptr(timeline) t = folded(events, n, &error);
    if (!t)
        fail_msg("%s", error->message);
    g_autofree char *is = described(t);
    assert_string_equal(is, text);
    for (guint i = 0; i < t->events->len; i++)
        if (!gestures_fit(&g_array_index(t->events, struct timeline_event, i), i, WIDTH, HEIGHT, &other))
            fail_msg("%s", other->message);
    g_autoptr(timeline) again = gestures_fold(t, &place, &other);
    g_autofree char *one = timeline_digest(t), *two = again ? timeline_digest(again) : NULL, *json = timeline_to_json(t);
    assert_non_null(again);
    assert_string_equal(one, two);
    g_autoptr(timeline) read = timeline_from_json(json, strlen(json), &other);
    if (!read)
        fail_msg("%s", other->message);
    g_autofree char *three = timeline_digest(read);
    assert_string_equal(one, three);
}

static void cannot(const struct timeline_event *events, gsize n, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = folded(events, n, &error);
    assert_null(t);
    if (!strstr(error->message, part))
        fail_msg("\"%s\" is not in: %s", part, error->message);
}

#define EVENTS(...) (const struct timeline_event[]){__VA_ARGS__}, G_N_ELEMENTS(((const struct timeline_event[]){__VA_ARGS__}))

/* ---- what becomes of them ---- */

static void gestures__a_press__is_a_tap_or_lasts(void **state)
{
    (void)state;
    becomes(EVENTS(MOVE(0, 100, 200), DOWN(120), UP(170)), "120 tap 100,200");
    becomes(EVENTS(MOVE(0, 100, 200), DOWN(120), UP(320)), "120 tap 100,200");
    becomes(EVENTS(MOVE(0, 100, 200), DOWN(120), UP(321)), "120 press at 100,200 for 201 ms");
    becomes(EVENTS(MOVE(0, 100, 200), HOLD(0, 1000)), "0 press at 100,200 for 1000 ms");
    becomes(EVENTS(MOVE(0, 100, 200), HOLD(0, 1000), WAIT(0, 1000), KEY(1000, "Return"), KEY_FREE(1050, "Return")),
            "0 press at 100,200 for 1000 ms; 1000 the phone's key ENTER down; 1000 the phone's key ENTER up");
    becomes(EVENTS(MOVE(0, 1, 2), DOWN(10), UP(60), MOVE(400, 300, 700), DOWN(500), UP(550)), "10 tap 1,2; 500 tap 300,700");
    becomes(EVENTS(MOVE(0, 1, 2), DOWN(10), UP(60), BY(400, 5, 6), DOWN(500), UP(550)), "10 tap 1,2; 500 tap 6,8");
}

static void gestures__a_drag__is_a_straight_swipe(void **state)
{
    (void)state;
    becomes(EVENTS(MOVE(0, 10, 400), DOWN(120), MOVE(220, 10, 20), WAIT(520, 100), UP(620)),
            "120 swipe from 10,400 to 10,20 in 500 ms");
    becomes(EVENTS(MOVE(0, 0, 0), DOWN(0), MOVE(0, 100, 101), MOVE(0, 200, 200), UP(0)), "0 swipe from 0,0 to 200,200 in 50 ms");
    cannot(EVENTS(MOVE(0, 0, 0), DOWN(0), MOVE(0, 100, 0), MOVE(0, 100, 100), UP(400)), "one straight line");
    cannot(EVENTS(MOVE(0, 0, 0), DOWN(0), MOVE(0, 300, 0), MOVE(0, 200, 0), UP(400)), "one straight line");
    cannot(EVENTS(MOVE(0, 0, 0), DOWN(0), MOVE(0, 100, 0), MOVE(0, 0, 0), UP(400)), "one straight line");
    cannot(EVENTS(MOVE(0, 0, 0), DOWN(0), MOVE(600, 100, 0), UP(900)), "a long press that then moves");
}

static void gestures__the_wheel__is_a_swipe_the_other_way(void **state)
{
    (void)state;
    becomes(EVENTS(SCROLL(0, 0, 2)), "0 swipe from 200,400 to 200,240 in 300 ms");
    becomes(EVENTS(MOVE(0, 100, 100), SCROLL(0, 0, -3)), "0 swipe from 100,100 to 100,340 in 300 ms");
    becomes(EVENTS(MOVE(0, 100, 100), SCROLL(0, 1, 50)), "0 swipe from 100,100 to 60,0 in 300 ms");
    cannot(EVENTS(MOVE(0, 100, 0), SCROLL(0, 0, 1)), "no room");
}

static void gestures__keys_and_texts__come_one_by_one(void **state)
{
    (void)state;
    becomes(EVENTS(KEY(0, "Return"), KEY_FREE(50, "Return"), KEY(60, "a"), KEY_FREE(70, "a")),
            "0 the phone's key ENTER down; 0 the phone's key ENTER up; 60 the phone's key A down; 60 the phone's key A up");
    becomes(
        EVENTS(TEXT(5, "one\ntwo\tthree\n")),
        "5 type \"one\"; 5 the phone's key ENTER down; 5 the phone's key ENTER up; 5 type \"two\"; 5 the phone's key TAB down; "
        "5 the phone's key TAB up; 5 type \"three\"; 5 the phone's key ENTER down; 5 the phone's key ENTER up");
    becomes(EVENTS({.type = TIMELINE_TEXT, .text = (char *)"pasted", .paste = true}), "0 type \"pasted\"");
    becomes(EVENTS(KEY(0, "Alt_L"), KEY(0, "Left"), KEY_FREE(50, "Left"), KEY_FREE(50, "Alt_L"), KEY(60, "a"), KEY_FREE(70, "a")),
            "0 the phone's key BACK down; 0 the phone's key BACK up; 60 the phone's key A down; 60 the phone's key A up");
    cannot(EVENTS(KEY(0, "Alt_L"), KEY(0, "Right"), KEY_FREE(50, "Right"), KEY_FREE(50, "Alt_L")), "struck one by one");
    cannot(EVENTS(KEY(0, "Alt_L"), KEY(0, "Left"), KEY(10, "a"), KEY_FREE(50, "Left"), KEY_FREE(50, "Alt_L")),
           "struck one by one");
    cannot(EVENTS(KEY(0, "Alt_L"), KEY(0, "Left"), KEY_FREE(50, "Alt_L")), "would stay down");
    cannot(EVENTS(TEXT(0, "caf\xc3\xa9")), "ASCII only, and no \xc3\xa9 (U+00E9)");
    cannot(EVENTS(TEXT(0, "a\xf0\x9f\x98\x80")), "U+1F600");
    cannot(EVENTS(TEXT(0, "a\x1b")), "U+001B");
    cannot(EVENTS(TEXT(0, "a\x7f")), "U+007F");
    cannot(EVENTS(KEY(0, "F35"), KEY_FREE(10, "F35")), "no key F35");
    cannot(EVENTS(KEY(0, "exclam"), KEY_FREE(10, "exclam")), "typed as a text");
}

/* ---- what a finger, or `input`, cannot do ---- */

static void gestures__what_cannot_be_done__is_refused_by_name(void **state)
{
    (void)state;
    static const struct timeline_event right = {.type = TIMELINE_BUTTON_DOWN, .button = BUTTON_RIGHT, .hold_ms = 50};
    cannot(EVENTS(KEY(0, "Control_L"), KEY(10, "c"), KEY_FREE(20, "c"), KEY_FREE(30, "Control_L")), "keys are struck one by one");
    cannot(EVENTS(KEY(0, "a"), KEY_FREE(600, "a")), "cannot be held over adb");
    cannot(EVENTS(KEY(0, "a")), "would stay down");
    cannot(EVENTS(MOVE(0, 5, 5), DOWN(0)), "would stay down");
    cannot(EVENTS(MOVE(0, 5, 5), DOWN(0), DOWN(10), UP(20), UP(30)), "two fingers at a time (a pinch, a turn)");
    cannot(EVENTS(MOVE(0, 5, 5), DOWN(0), KEY(10, "a"), KEY_FREE(20, "a"), UP(30)), "while a finger is down");
    cannot(EVENTS(MOVE(0, 5, 5), KEY(0, "Shift_L"), DOWN(10), UP(30), KEY_FREE(40, "Shift_L")), "while the key Shift_L is down");
    cannot(EVENTS(MOVE(0, 5, 5), DOWN(0), TEXT(10, "a"), UP(30)), "while a finger is down");
    cannot(EVENTS(MOVE(0, 5, 5), right), "a finger is the left button, and there is no right one");
    cannot(EVENTS(DOWN(0), UP(30)), "name the point");
    cannot(EVENTS(BY(0, 5, 5), DOWN(0), UP(30)), "name a point");
    cannot(EVENTS(MOVE(0, 5, 5)), "no pointer that could be moved");
    cannot(EVENTS(MOVE(0, 5, 5), DOWN(0), UP(30), MOVE(500, 6, 6)), "no pointer that could be moved");
    cannot(EVENTS(MOVE(0, WIDTH, 5), DOWN(0), UP(30)), "400,5 is not on the screen of 400\xc3\x97"
                                                       "800");
    cannot(EVENTS(MOVE(0, 5, 5), DOWN(0), UP(40), DOWN(80), UP(120)), "a double tap cannot be done");
    becomes(EVENTS(MOVE(0, 5, 5), DOWN(0), UP(40), DOWN(400), UP(440)), "0 tap 5,5; 400 tap 5,5");
}

static void gestures__a_loop__is_too_slow(void **state)
{
    (void)state;
    g_autoptr(GError) error = NULL;
    g_autoptr(timeline) t = timeline_new();
    struct timeline_event loop = {.type = TIMELINE_LOOP, .duration_ms = 1000, .loop = g_new0(timeline_loop, 1)};
    loop.loop->keys = g_new0(char *, 2);
    loop.loop->keys[0] = g_strdup("a");
    loop.loop->ms = 1000;
    loop.loop->events = 5;
    if (!timeline_add(t, loop, &error))
        fail_msg("%s", error->message);
    assert_null(gestures_fold(t, &place, &error));
    assert_non_null(strstr(error->message, "too slow over adb"));
}

static void gestures__events_for_a_pointer__do_not_fit(void **state)
{
    (void)state;
    static const struct timeline_event events[] = {
        MOVE(0, 1, 1),
        DOWN(0),
        UP(0),
        SCROLL(0, 0, 1),
        {.type = TIMELINE_GESTURE, .x = WIDTH, .to_x = WIDTH},
        {.type = TIMELINE_GESTURE, .x = 1, .to_x = 1, .to_y = HEIGHT, .duration_ms = 5},
        {.type = TIMELINE_KEY_DOWN, .key = "a", .hold_ms = 5},
        {.type = TIMELINE_TEXT, .text = (char *)"a", .paste = true},
        {.type = TIMELINE_TEXT, .text = (char *)"a\n"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(events); i++) {
        g_autoptr(GError) error = NULL;
        assert_false(gestures_fit(&events[i], (guint)i, WIDTH, HEIGHT, &error));
        assert_non_null(error);
    }
}

static void gestures__keys__have_the_names_of_android(void **state)
{
    (void)state;
    assert_string_equal(gestures_keycode("Return"), "KEYCODE_ENTER");
    assert_string_equal(gestures_keycode("XF86Back"), "KEYCODE_BACK");
    assert_string_equal(gestures_keycode("a"), "KEYCODE_A");
    assert_string_equal(gestures_keycode("z"), "KEYCODE_Z");
    assert_string_equal(gestures_keycode("0"), "KEYCODE_0");
    assert_string_equal(gestures_keycode("9"), "KEYCODE_9");
    static const char *const none[] = {"A", "Shift_L", "exclam", "", "aa", "F1", "XF86PowerOff"};
    for (gsize i = 0; i < G_N_ELEMENTS(none); i++)
        assert_null(gestures_keycode(none[i]));
    static const char *const known[] = {"XF86TaskPane", "XF86Search", "XF86AudioRaiseVolume", "XF86WakeUp",
                                        "KP_Enter",     "Menu",       "XF86AudioPlay",        "XF86HomePage"};
    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        assert_non_null(gestures_keycode(known[i]));
        assert_true(key_sym(known[i]) != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gestures__a_press__is_a_tap_or_lasts),
        cmocka_unit_test(gestures__a_drag__is_a_straight_swipe),
        cmocka_unit_test(gestures__the_wheel__is_a_swipe_the_other_way),
        cmocka_unit_test(gestures__keys_and_texts__come_one_by_one),
        cmocka_unit_test(gestures__what_cannot_be_done__is_refused_by_name),
        cmocka_unit_test(gestures__a_loop__is_too_slow),
        cmocka_unit_test(gestures__events_for_a_pointer__do_not_fit),
        cmocka_unit_test(gestures__keys__have_the_names_of_android),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
