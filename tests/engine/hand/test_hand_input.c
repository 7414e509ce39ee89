/* What the hand sends, as a window receives it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>

static struct xvfb x;
static struct spawned hand;
static sink *window;
static char *ledger;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    window = sink_start(x.display, "sink", 100, 100, 400, 300, 0x336699);
    sink_focus(window);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
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
    return code != 0 || left != 0;
}

/* Everything the window has received until nothing more comes: the hand's `finished` came after the last event was flushed, so a
 * round trip through the window's own command channel has them all. */
static char *received(const char *kinds)
{
    GString *log = g_string_new(NULL);
    struct sink_event e;
    sink_fill(window, 0, 0, 1, 1, 0x336699);
    while (sink_next(window, &e, 100)) {
        if (!strchr(kinds, (char)e.kind))
            continue;
        g_string_append_printf(log, "%s%c", log->len ? " " : "", e.kind);
        if (e.kind == SINK_KEY_PRESS || e.kind == SINK_KEY_RELEASE)
            g_string_append(log, XKeysymToString(e.keysym));
        else if (e.kind == SINK_MOTION)
            g_string_append_printf(log, "%d,%d", e.x, e.y);
        else
            g_string_append_printf(log, "%d", e.detail);
    }
    return g_string_free(log, FALSE);
}

#define assert_received(kinds, expected)                                                                                         \
    do {                                                                                                                         \
        g_autofree char *got = received(kinds);                                                                                  \
        assert_string_equal(got, expected);                                                                                      \
    } while (0)

static char *typed(gsize n_characters)
{
    GString *text = g_string_new(NULL);
    struct sink_event e;
    while ((gsize)g_utf8_strlen(text->str, -1) < n_characters && sink_next(window, &e, 3000)) {
        if (e.kind == SINK_KEY_PRESS)
            g_string_append(text, e.text);
    }
    while (sink_next(window, &e, 50)) { /* and nothing after it */
        if (e.kind == SINK_KEY_PRESS)
            g_string_append(text, e.text);
    }
    return g_string_free(text, FALSE);
}

#define KEY(when, t, name)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_KEY_##t, .at_ms = (when), .key = (name)                                                                 \
    }
#define BUTTON(when, t, number)                                                                                                  \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_##t, .at_ms = (when), .button = (number)                                                         \
    }

static void input__key__press(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "a"), KEY(20, UP, "a"), KEY(30, DOWN, "Return"), KEY(40, UP, "Return")));
    assert_received("kK", "ka Ka kReturn KReturn");
}

static void input__key__capital_brings_its_shift(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "A"), KEY(10, UP, "A"), KEY(20, DOWN, "percent"), KEY(30, UP, "percent")));
    assert_received("kK", "kShift_L kA KA KShift_L kShift_L kpercent Kpercent KShift_L");
    assert_int_equal(observer_keys(x.display), 0);
}

static void input__chord__any_order_of_release(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS(KEY(0, DOWN, "Control_L"), KEY(5, DOWN, "Shift_L"), KEY(10, DOWN, "t"), KEY(20, UP, "Control_L"),
                KEY(25, UP, "t"), KEY(30, UP, "Shift_L")));
    assert_received("kK", "kControl_L kShift_L kT KControl_L KT KShift_L");
    assert_int_equal(observer_keys(x.display), 0);
}

static void input__key__second_down_and_stray_up_send_nothing(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, EVENTS(KEY(0, UP, "b"), KEY(0, DOWN, "a"), KEY(5, DOWN, "a"), KEY(10, UP, "a"), KEY(15, UP, "a")));
    assert_received("kK", "ka Ka");
}

static void input__buttons__double_click(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_MOVE, .x = 200, .y = 210}, BUTTON(0, DOWN, 1), BUTTON(20, UP, 1), BUTTON(80, DOWN, 1),
                BUTTON(100, UP, 1), BUTTON(120, DOWN, 3), BUTTON(130, UP, 3), BUTTON(140, DOWN, 2), BUTTON(150, UP, 2),
                BUTTON(160, DOWN, 9), BUTTON(170, UP, 9)));
    assert_received("bBm", "m200,210 b1 B1 b1 B1 b3 B3 b2 B2 b9 B9");
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
}

static void input__drag__ten_motions_or_more(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_MOVE, .x = 150, .y = 150}, BUTTON(0, DOWN, 1), {.type = TIMELINE_MOVE, .x = 350, .y = 250},
                BUTTON(0, UP, 1)));
    g_autofree char *log = received("bBm");
    g_auto(GStrv) words = g_strsplit(log, " ", -1);
    guint n = g_strv_length(words);
    assert_true(n >= 13);
    assert_string_equal(words[0], "m150,150");
    assert_string_equal(words[1], "b1");
    assert_string_equal(words[n - 2], "m350,250");
    assert_string_equal(words[n - 1], "B1");
}

static void input__move__origins(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_CENTER, .x = -100, .y = -50},
                {.type = TIMELINE_MOVE, .at_ms = 10, .origin = ORIGIN_RELATIVE, .x = 13, .y = -7, .duration_ms = 60},
                {.type = TIMELINE_MOVE, .at_ms = 100, .origin = ORIGIN_RELATIVE, .x = -3, .y = 1}));
    int px, py;
    observer_buttons(x.display, &px, &py);
    assert_int_equal(px, 310);
    assert_int_equal(py, 244);
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_MOVE, .origin = ORIGIN_NORMALIZED, .x = 1000000, .y = 1000000, .duration_ms = 40}));
    observer_buttons(x.display, &px, &py);
    assert_int_equal(px, 799);
    assert_int_equal(py, 599);
    g_free(received(""));
}

static void input__scroll__each_click(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_MOVE, .x = 200, .y = 200}, {.type = TIMELINE_SCROLL, .dy = 3},
                {.type = TIMELINE_SCROLL, .at_ms = 10, .dy = -2, .dx = 1, .duration_ms = 30}));
    assert_received("bB", "b5 B5 b5 B5 b5 B5 b4 B4 b4 B4 b7 B7");
}

static void type_and_compare(const char *text)
{
    fire(&hand, HAND_DONE, EVENTS({.type = TIMELINE_TEXT, .text = (char *)text}));
    g_autofree char *got = typed((gsize)g_utf8_strlen(text, -1));
    g_autofree char *expected = g_strdelimit(g_strdup(text), "\n", '\r'); /* Return types a carriage return */
    assert_string_equal(got, expected);
    assert_int_equal(observer_keys(x.display), 0);
}

#define ASCII "The quick brown fox: 0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ABC abc\n\tend."
#define MIXED "Grüße, Élan: é ü ß Ω Ж 中 😀 ñ Ñ € — “x”\n\tПривет, мир!"

static void input__text__ascii(void **state)
{
    (void)state;
    type_and_compare(ASCII);
}

/* ---- the map, the locks, and that they are as they were ---- */

static char *map_dump(void)
{
    return observer_keymap(x.display);
}

static void input__text__others_and_the_map_is_as_before(void **state)
{
    (void)state;
    g_autofree char *before = map_dump();
    type_and_compare(MIXED);
    g_autofree char *after = map_dump();
    assert_string_equal(after, before);
}

static void lock(unsigned modifiers, unsigned on)
{
    Display *dpy = XOpenDisplay(x.display);
    XkbLockModifiers(dpy, XkbUseCoreKbd, modifiers, on ? modifiers : 0);
    XSync(dpy, False);
    XCloseDisplay(dpy);
}

static void input__text__with_caps_lock_on(void **state)
{
    (void)state;
    lock(LockMask | Mod2Mask, 1);
    g_autofree char *before = map_dump();
    type_and_compare("Hello, World: é É ñ 12 !\n");
    g_autofree char *after = map_dump();
    lock(LockMask | Mod2Mask, 0);
    assert_string_equal(after, before);
}

static void input__text__with_a_latched_shift(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XkbLatchModifiers(dpy, XkbUseCoreKbd, ShiftMask, ShiftMask);
    XSync(dpy, False);
    XCloseDisplay(dpy);
    type_and_compare("abc");
}

static void layout(const char *layouts)
{
    const char *const argv[] = {"setxkbmap", "-layout", layouts, NULL};
    assert_int_equal(helper_run(x.display, argv, NULL), 0);
}

static void input__text__layouts(void **state)
{
    (void)state;
    const char *const layouts[] = {"de", "fr", "es", "us,ru", "ru"};
    for (gsize i = 0; i < G_N_ELEMENTS(layouts); i++) {
        layout(layouts[i]);
        g_autofree char *before = map_dump();
        type_and_compare(ASCII);
        type_and_compare(MIXED);
        g_autofree char *after = map_dump();
        assert_string_equal(after, before);
    }
    layout("us");
}

static void input__text__second_group_locked(void **state)
{
    (void)state;
    layout("us,ru");
    Display *dpy = XOpenDisplay(x.display);
    XkbLockGroup(dpy, XkbUseCoreKbd, 1);
    XSync(dpy, False);
    g_autofree char *before = map_dump();
    type_and_compare("hello Привет Hello мир é");
    g_autofree char *after = map_dump();
    assert_string_equal(after, before);
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "a"), KEY(10, UP, "a"))); /* a key of the other group */
    g_autofree char *got = typed(1);
    assert_string_equal(got, "a");
    XkbLockGroup(dpy, XkbUseCoreKbd, 0);
    XSync(dpy, False);
    XCloseDisplay(dpy);
    layout("us");
}

/* Keycodes that another client has grabbed (a window manager's volume key) are not lent: it would get the character. */
static void input__text__hotkeys_are_not_lent(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    for (int code = 215; code <= 255; code++)
        XGrabKey(dpy, code, AnyModifier, DefaultRootWindow(dpy), False, GrabModeAsync, GrabModeAsync);
    XSync(dpy, False);
    type_and_compare("àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ αβγδεζηθικλμνξοπρστυφχψω");
    XCloseDisplay(dpy);
}

static void input__text__while_keys_are_held(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS(KEY(0, DOWN, "w"), {.type = TIMELINE_TEXT, .at_ms = 5, .text = (char *)"owl"},
                {.type = TIMELINE_WAIT, .at_ms = 20}));
    assert_true(observer_key(x.display, "w"));
    assert_int_equal(observer_keys(x.display), 1);
    g_autofree char *got = typed(4);
    assert_true(g_str_has_prefix(got, "wowl"));
    spawned_request(&hand, HAND_RELEASE);
    spawned_skip(&hand, HAND_RELEASED);
    assert_int_equal(observer_keys(x.display), 0);
    g_free(received(""));
}

/* A Shift that is held is out of the text's way and is down again after it. */
static void input__text__leaves_a_held_shift_down(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE, EVENTS(KEY(0, DOWN, "Shift_L"), {.type = TIMELINE_TEXT, .at_ms = 5, .text = (char *)"AB"}));
    assert_true(observer_key(x.display, "Shift_L"));
    assert_int_equal(observer_keys(x.display), 1);
    assert_received("kK", "kShift_L KShift_L kShift_L kA KA KShift_L kShift_L kB KB KShift_L kShift_L");
    spawned_request(&hand, HAND_RELEASE);
    spawned_skip(&hand, HAND_RELEASED);
    assert_received("kK", "KShift_L");
    assert_int_equal(observer_keys(x.display), 0);
}

static void input__text__abort_in_the_middle(void **state)
{
    (void)state;
    g_autofree char *before = map_dump();
    g_autofree char *text = g_strnfill(90000, 'x');
    g_autofree char *mixed = g_strconcat("éüΩ", text, NULL);
    request_send(&hand, request_new(77, EVENTS({.type = TIMELINE_TEXT, .text = mixed})));
    spawned_skip(&hand, HAND_STARTED);
    struct sink_event e;
    for (int presses = 0; presses < 5;) {
        assert_true(sink_next(window, &e, 5000));
        presses += e.kind == SINK_KEY_PRESS;
    }
    spawned_request(&hand, HAND_ABORT);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_ABORTED);
    assert_non_null(strstr(a->reason, "of the text's 90003 characters"));
    assert_int_equal(observer_keys(x.display), 0);
    g_autofree char *after = map_dump();
    assert_string_equal(after, before);
    while (sink_next(window, &e, 50)) {
    }
}

static void input__hold__expires_after_the_timeline_is_over(void **state)
{
    (void)state;
    fire(&hand, HAND_DONE,
         EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w", .hold_ms = 60000},
                {.type = TIMELINE_BUTTON_DOWN, .button = 1, .hold_ms = 80}));
    g_autoptr(hand_answer) one = spawned_await(&hand, HAND_HELD);
    assert_string_equal(one->keys[0], "w");
    assert_null(one->buttons[0]);
    assert_true(observer_key(x.display, "w"));
    assert_int_equal(observer_buttons(x.display, NULL, NULL), 0);
    spawned_request(&hand, HAND_RELEASE);
    spawned_skip(&hand, HAND_RELEASED);
    fire(&hand, HAND_DONE, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w", .hold_ms = 80}));
    g_autoptr(hand_answer) none = spawned_await(&hand, HAND_HELD);
    assert_null(none->keys[0]);
    assert_int_equal(observer_keys(x.display), 0);
    g_free(received(""));
}

static void input__fired__tells_each_event(void **state)
{
    (void)state;
    request_send(&hand, request_new(5, EVENTS(KEY(0, DOWN, "a"), KEY(30, UP, "a"),
                                              {.type = TIMELINE_WAIT, .at_ms = 40, .duration_ms = 10})));
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    for (int i = 0; i < 3; i++) {
        g_autofree char *index = g_strdup_printf("{\"index\":%d,\"at_ms\":", i);
        assert_non_null(strstr(a->fired_json, index));
    }
    assert_null(strstr(a->fired_json, "\"index\":3"));
    g_free(received(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(input__key__press),
        cmocka_unit_test(input__key__capital_brings_its_shift),
        cmocka_unit_test(input__chord__any_order_of_release),
        cmocka_unit_test(input__key__second_down_and_stray_up_send_nothing),
        cmocka_unit_test(input__buttons__double_click),
        cmocka_unit_test(input__drag__ten_motions_or_more),
        cmocka_unit_test(input__move__origins),
        cmocka_unit_test(input__scroll__each_click),
        cmocka_unit_test(input__text__ascii),
        cmocka_unit_test(input__text__others_and_the_map_is_as_before),
        cmocka_unit_test(input__text__with_caps_lock_on),
        cmocka_unit_test(input__text__with_a_latched_shift),
        cmocka_unit_test(input__text__layouts),
        cmocka_unit_test(input__text__second_group_locked),
        cmocka_unit_test(input__text__hotkeys_are_not_lent),
        cmocka_unit_test(input__text__while_keys_are_held),
        cmocka_unit_test(input__text__leaves_a_held_shift_down),
        cmocka_unit_test(input__text__abort_in_the_middle),
        cmocka_unit_test(input__hold__expires_after_the_timeline_is_over),
        cmocka_unit_test(input__fired__tells_each_event),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
