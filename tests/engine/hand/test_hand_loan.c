/* Keys that the keyboard map does not have: a chord on a layout without Latin letters, as a window receives it; the map after it,
 * also after kill -9. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xlib.h>
#include <X11/keysym.h>

static struct xvfb x;
static struct spawned hand;
static sink *window;
static char *ledger, *map;

static int setup(void **state)
{
    (void)state;
    const char *const layout[] = {"setxkbmap", "-layout", "ru", NULL};
    xvfb_start(&x, 800, 600, NULL);
    assert_int_equal(helper_run(x.display, layout, NULL), 0);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    window = sink_start(x.display, "sink", 100, 100, 400, 300, 0x336699);
    sink_focus(window);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    map = observer_keymap(x.display);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    sink_stop(window);
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    g_free(map);
    return code != 0 || left != 0;
}

static char *received(void)
{
    GString *log = g_string_new(NULL);
    struct sink_event e;
    sink_fill(window, 0, 0, 1, 1, 0x336699);
    while (sink_next(window, &e, 100))
        if (e.kind == SINK_KEY_PRESS || e.kind == SINK_KEY_RELEASE)
            g_string_append_printf(log, "%s%c%s", log->len ? " " : "", e.kind, XKeysymToString(e.keysym));
    return g_string_free(log, FALSE);
}

#define assert_received(expected)                                                                                                \
    do {                                                                                                                         \
        g_autofree char *got = received();                                                                                       \
        assert_string_equal(got, expected);                                                                                      \
    } while (0)

static void assert_as_before(void)
{
    g_autofree char *now = observer_keymap(x.display), *changed = observer_keymap_difference(map, now);
    if (changed)
        fail_msg("the keyboard map: %s", changed);
    assert_int_equal(observer_keys(x.display), 0);
}

#define KEY(when, t, name)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_KEY_##t, .at_ms = (when), .key = (name)                                                                 \
    }

static void loan__chords__arrive_as_on_any_layout(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "Control_L"), KEY(0, DOWN, "c"), KEY(10, UP, "c"), KEY(10, UP, "Control_L")));
    assert_received("kControl_L kc Kc KControl_L");
    assert_as_before();
    fire(&hand, HAND_DONE,
         EVENTS(KEY(0, DOWN, "Control_L"), KEY(0, DOWN, "Shift_L"), KEY(0, DOWN, "z"), KEY(10, UP, "z"), KEY(10, UP, "Shift_L"),
                KEY(10, UP, "Control_L"), KEY(20, DOWN, "Q"), KEY(30, UP, "Q"), KEY(40, DOWN, "Cyrillic_ef"),
                KEY(50, UP, "Cyrillic_ef")));
    assert_received("kControl_L kShift_L kZ KZ KShift_L KControl_L kQ KQ kCyrillic_ef KCyrillic_ef");
    assert_as_before();
}

static void loan__beside_a_text__both_arrive(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS(KEY(0, DOWN, "Control_L"), KEY(0, DOWN, "a"), KEY(10, UP, "a"), KEY(10, UP, "Control_L"),
                {.type = TIMELINE_TEXT, .at_ms = 20, .text = (char *)"aж"}, KEY(30, DOWN, "a"), KEY(40, UP, "a")));
    assert_received("kControl_L ka Ka KControl_L ka Ka kCyrillic_zhe KCyrillic_zhe ka Ka");
    assert_as_before();
}

static void loan__hold__ends_before_the_action_does(void **state)
{
    (void)state;
    struct timeline_event hold = KEY(0, DOWN, "w");
    hold.hold_ms = 80;
    fire(&hand, HAND_DONE, EVENTS(hold, {.type = TIMELINE_WAIT, .at_ms = 1}));
    assert_received("kw Kw");
    assert_as_before();
}

/* Nobody could give it back. */
static void loan__hold_without_an_end__is_refused(void **state)
{
    (void)state;
    fire(&hand, HAND_REFUSED, EVENTS(KEY(0, DOWN, "w")));
    assert_received("");
    assert_as_before();
}

static void loan__hand_killed__the_next_one_gives_back(void **state)
{
    (void)state;
    hand_request *r =
        request_new(7, EVENTS(KEY(0, DOWN, "Control_L"), KEY(0, DOWN, "c"), KEY(60000, UP, "c"), KEY(60000, UP, "Control_L")));
    request_send(&hand, r);
    struct sink_event e;
    do
        assert_true(sink_next(window, &e, SPAWN_WAIT_MS));
    while (e.kind != SINK_KEY_PRESS || e.keysym != XK_c);
    spawned_kill(&hand);
    g_autofree char *now = observer_keymap(x.display), *changed = observer_keymap_difference(map, now);
    assert_non_null(changed); /* or this proves nothing */
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    assert_as_before();
    g_free(received());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loan__chords__arrive_as_on_any_layout),      cmocka_unit_test(loan__beside_a_text__both_arrive),
        cmocka_unit_test(loan__hold__ends_before_the_action_does),    cmocka_unit_test(loan__hold_without_an_end__is_refused),
        cmocka_unit_test(loan__hand_killed__the_next_one_gives_back),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
