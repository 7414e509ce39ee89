/* Typing into real toolkits: what arrives is what was asked, and the keyboard is as it was. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/spawn_hand.h"
#include "tests/helper/toolkit.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>

#define TEXT_WAIT_MS 20000
#define TOLD 2 /* times is each change told: by the keyboard and by the one that XTEST presses */

static const char *const names[] = {"xterm", "gtk", "qt", "xlib_turns"};
static struct xvfb x;
static struct spawned hand;
static toolkit *sinks[G_N_ELEMENTS(names)];
static gint64 windows[G_N_ELEMENTS(names)];
static char *ledger;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 800, 600, NULL);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        sinks[i] = toolkit_start(x.display, names[i]);
        assert_non_null(sinks[i]); /* make deps installs it */
        windows[i] = toolkit_window(sinks[i]);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        toolkit_stop(sinks[i]);
    int code = spawned_stop(&hand);
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    return code != 0 || left != 0;
}

static void focus(gsize i)
{
    Display *dpy = XOpenDisplay(x.display);
    XRaiseWindow(dpy, (Window)windows[i]);
    XSetInputFocus(dpy, (Window)windows[i], RevertToPointerRoot, CurrentTime);
    XSync(dpy, False);
    XCloseDisplay(dpy);
}

static void assert_there(gsize i, const char *text)
{
    g_autofree char *got = toolkit_text(sinks[i], (guint)g_utf8_strlen(text, -1), TEXT_WAIT_MS);
    gsize same = 0;
    while (text[same] && text[same] == got[same])
        same++;
    same -= MIN(same, 20);
    if (!g_str_equal(got, text))
        fail_msg("%s: %ld characters of %ld; asked for \"%.60s\", there is \"%.60s\"", names[i], g_utf8_strlen(got, -1),
                 g_utf8_strlen(text, -1), text + same, got + same);
}

static void type_in(gsize i, const char *text)
{
    toolkit_clear(sinks[i]);
    focus(i);
    fire(&hand, HAND_DONE, EVENTS({.type = TIMELINE_TEXT, .text = (char *)text}));
    assert_there(i, text);
}

/* In each toolkit, and then the keyboard is as before. */
static void type_and_compare(const char *text)
{
    g_autofree char *before = observer_keymap(x.display);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        type_in(i, text);
    g_autofree char *after = observer_keymap(x.display), *changed = observer_keymap_difference(before, after);
    if (changed)
        fail_msg("the keyboard is another than before: %s", changed);
    assert_int_equal(observer_keys(x.display), 0);
}

static void layout(const char *layouts)
{
    const char *const argv[] = {"setxkbmap", "-layout", layouts, NULL};
    assert_int_equal(helper_run(x.display, argv, NULL), 0);
}

static void lock(unsigned modifiers, unsigned group)
{
    Display *dpy = XOpenDisplay(x.display);
    XkbLockModifiers(dpy, XkbUseCoreKbd, 0xff, modifiers);
    XkbLockGroup(dpy, XkbUseCoreKbd, group);
    XSync(dpy, False);
    XCloseDisplay(dpy);
}

static void latch(unsigned modifiers)
{
    Display *dpy = XOpenDisplay(x.display);
    XkbLatchModifiers(dpy, XkbUseCoreKbd, modifiers, modifiers);
    XSync(dpy, False);
    XCloseDisplay(dpy);
}

#define ASCII "The quick brown fox: 0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ABC abc\n\tend."
#define ACCENTS "Grüße, Élan: é è ê ë ü ß ñ Ñ Ç ç Å å Ø ø œ Œ Ž ž ı İ ÿ Ÿ € — “x” ´ ` ^ ~ ¨"
#define GREEK "Καλημέρα κόσμε Ω ώ ΐ ς"
#define CYRILLIC "Съешь ещё этих мягких французских булок, Привет, Hello! Ъ Ё"
#define CHINESE "道可道，非常道。名可名，非常名。无名天地之始；有名万物之母。"
#define COMBINING "e\xcc\x81 a\xcc\x8a o\xcc\x88\xcc\x84 שָׁלוֹם हिन्दी ไทยน้ำ"
#define EMOJI "😀🎉🚀 👩‍💻 👨‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽 ❤️ 🏳️‍🌈"
#define ALL ASCII "\n" ACCENTS "\n" GREEK "\n\t" CYRILLIC "\n" CHINESE "\n" COMBINING "\n" EMOJI "\n"

static void text__layouts(void **state)
{
    (void)state;
    static const char *const layouts[] = {"us", "de", "fr", "ru", "us,ru"};
    for (gsize i = 0; i < G_N_ELEMENTS(layouts); i++) {
        layout(layouts[i]);
        type_and_compare(ALL);
    }
    lock(0, 1);
    type_and_compare(ASCII "\n" CYRILLIC "\n" CHINESE);
    lock(0, 0);
    layout("us");
}

static void text__locks_and_latches(void **state)
{
    (void)state;
    static const char text[] = "Hello, wörld É é 12 Ж ж 中 !\n";
    lock(LockMask | Mod2Mask, 0);
    type_and_compare(text);
    lock(0, 0);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        latch(ShiftMask);
        type_in(i, text);
        latch(Mod5Mask); /* AltGr */
        type_in(i, text);
    }
}

/* A Shift or Control that we hold is out of the way of the text, and down again after it. */
static void text__while_modifiers_are_held(void **state)
{
    (void)state;
    static const char *const held[] = {"Shift_L", "Control_L", "ISO_Level3_Shift"};
    for (gsize h = 0; h < G_N_ELEMENTS(held); h++) {
        for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
            toolkit_clear(sinks[i]);
            focus(i);
            fire(&hand, HAND_DONE,
                 EVENTS({.type = TIMELINE_KEY_DOWN, .key = held[h]},
                        {.type = TIMELINE_TEXT, .at_ms = 5, .text = (char *)"Shift AND aBc é É 中 😀 1!"}));
            assert_there(i, "Shift AND aBc é É 中 😀 1!");
            assert_true(observer_key(x.display, held[h]));
            assert_int_equal(observer_keys(x.display), 1);
            spawned_request(&hand, HAND_RELEASE);
            spawned_skip(&hand, HAND_RELEASED);
            assert_int_equal(observer_keys(x.display), 0);
        }
    }
}

/* One in twenty is not on the map. 1,000 characters fail as 10,000 do when the hand types on without the client's answers. */
static void text__many_characters(void **state)
{
    (void)state;
    static const char *const others[] = {"é", "Ж", "中", "Ω", "ß", "😀", "ñ", "語", "Ü"};
    const int count = g_getenv("REINS_SOAK") ? 10000 : 1000;
    g_autoptr(GString) many = g_string_new(NULL);
    for (int i = 0; i < count; i++) {
        if (i % 60 == 59)
            g_string_append_c(many, '\n');
        else if (i % 20 == 7)
            g_string_append(many, others[i / 20 % (int)G_N_ELEMENTS(others)]);
        else
            g_string_append_c(many, (char)('!' + i * 7 % 90));
    }
    type_and_compare(many->str);
}

static guint map_changes(Display *dpy)
{
    guint n = 0;
    XSync(dpy, False);
    while (XPending(dpy)) {
        XEvent event;
        XNextEvent(dpy, &event);
        n += event.type == MappingNotify;
    }
    return n;
}

/* A window manager works up to 40 ms on each change of the map (openbox): there are no more of them than needed. */
static void text__few_changes_of_the_map(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XkbSelectEvents(dpy, XkbUseCoreKbd, XkbMapNotifyMask, XkbMapNotifyMask);
    map_changes(dpy);
    g_autoptr(GString) many = g_string_new(NULL);
    for (gunichar c = 0; c < 90; c++)
        g_string_append_unichar(many, 0x4e00 + c);
    type_in(1, "中");
    guint one = map_changes(dpy);
    type_in(1, many->str);
    guint two = map_changes(dpy);
    XCloseDisplay(dpy);
    assert_in_range(one, 1, 2 * TOLD); /* lent, given back */
    assert_in_range(two, 1, 3 * TOLD); /* 90 characters are more than there are keycodes */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text__layouts),
        cmocka_unit_test(text__locks_and_latches),
        cmocka_unit_test(text__while_modifiers_are_held),
        cmocka_unit_test(text__few_changes_of_the_map),
        cmocka_unit_test(text__many_characters),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
