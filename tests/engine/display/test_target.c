/* What --display may name, and what such a display can tell. */

#include "engine/display/target.h"

#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void is_x11(const char *text)
{
    g_auto(display_target) t = {0};
    if (!display_target_read(text, &t, NULL) || t.kind != DISPLAY_X11)
        fail_msg("%s was not taken for an X display", text);
    assert_string_equal(t.name, text);
}

static void is_refused(const char *text)
{
    g_auto(display_target) t = {0};
    g_autoptr(GError) error = NULL;
    if (display_target_read(text, &t, &error))
        fail_msg("%s was taken for a display", text);
    assert_true(g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_USAGE));
    assert_non_null(strstr(error->message, text));
    assert_int_equal(t.kind, DISPLAY_NONE);
    assert_null(t.name);
}

static void target__x_display__is_taken_as_it_is(void **state)
{
    (void)state;
    is_x11(":7");
    is_x11(":0.0");
    is_x11("host:10.1");
    is_x11("unix:3");
    is_x11("tcp/host:0");
    is_x11("::1:0");
    is_x11("/tmp/.X11-unix/X7");
}

/* Whatever the file is called. */
static void target__recording__is_no_x_display(void **state)
{
    (void)state;
    static const char *const texts[] = {"cassette:/tmp/a", "cassette:x:0", "cassette:7", "cassette:a/b.cas"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(display_target) t = {0};
        assert_true(display_target_read(texts[i], &t, NULL));
        assert_int_equal(t.kind, DISPLAY_RECORDED);
        assert_string_equal(t.name, texts[i]);
        assert_string_equal(display_target_recording(t.name), texts[i] + strlen("cassette:"));
        assert_int_equal(t.tells & DISPLAY_TELLS_PERSON, 0);
    }
    assert_null(display_target_recording("cassette:"));
    assert_null(display_target_recording(":7"));
    assert_null(display_target_recording(NULL));
    is_refused("cassette:");
}

static void target__vnc_screen__has_host_and_port(void **state)
{
    (void)state;
    static const struct {
        const char *text, *host;
        int port;
        bool distant;
    } rows[] = {
        {"vnc:host:0", "host", 5900, true},
        {"vnc:host:99", "host", 5999, true},
        {"vnc:10.0.0.1::80", "10.0.0.1", 80, true},
        {"vnc:host::65535", "host", 65535, true},
        {"vnc::1", "localhost", 5901, false},
        {"vnc:::5907", "localhost", 5907, false},
        {"vnc:[::1]:3", "::1", 5903, false},
        {"vnc:[fe80::2%eth0]::5900", "fe80::2%eth0", 5900, true},
        {"vnc:localhost:2", "localhost", 5902, false},
        {"vnc:127.0.0.1:2", "127.0.0.1", 5902, false},
        {"vnc:/run/a:1/s", "/run/a:1/s", 0, false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(display_target) t = {0};
        if (!display_target_read(rows[i].text, &t, NULL))
            fail_msg("%s was refused", rows[i].text);
        assert_int_equal(t.kind, DISPLAY_VNC);
        assert_string_equal(t.name, rows[i].text);
        assert_string_equal(t.host, rows[i].host);
        assert_int_equal(t.port, rows[i].port);
        assert_int_equal(display_target_distant(&t), rows[i].distant);
        assert_int_equal(t.tells, DISPLAY_TELLS_CHANGES);
    }
}

/* It is not taken for an X display either, whose host would be called "vnc" or "vnc:host". */
static void target__incomplete_vnc_screen__is_refused_with_the_form(void **state)
{
    (void)state;
    static const char *const texts[] = {"vnc:",        "vnc:0",       "vnc:host",     "vnc:host:",  "vnc:host:100",
                                        "vnc:host:-1", "vnc:host:5x", "vnc:host::0",  "vnc:host::", "vnc:host::65536",
                                        "vnc:a:b:1",   "vnc:::1:2",   "vnc:host:1.0", "vnc:a/b",    "vnc:[::1]"};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(display_target) t = {0};
        g_autoptr(GError) error = NULL;
        is_refused(texts[i]);
        assert_false(display_target_read(texts[i], &t, &error));
        assert_non_null(strstr(error->message, "vnc:HOST:N"));
    }
}

static void target__world__names_the_part_that_is_wrong(void **state)
{
    (void)state;
    static const char *const texts[][2] = {{"world:small?seed=3&sed=4", "screen: \"sed=4\" is not"},
                                           {"world:small?fail=200", "screen: \"fail=200\" is not"},
                                           {"world:small?seed=abc&limit=3", "screen: \"seed=abc\" is not"},
                                           {"world:small?file=here", "screen: \"file=here\" is not"},
                                           {"world:?seed=3", "screen (write"}};
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(display_target) t = {0};
        g_autoptr(GError) error = NULL;
        assert_false(display_target_read(texts[i][0], &t, &error));
        if (!strstr(error->message, texts[i][1]))
            fail_msg("%s", error->message);
    }
}

static void target__phone__has_its_serial_number(void **state)
{
    (void)state;
    static const char *const names[] = {"adb:R58N12ABCDE", "adb:192.168.1.5:5555", "adb:emulator-5554", "adb:[fe80::1]:5555",
                                        "adb:"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_auto(display_target) t = {0};
        assert_true(display_target_read(names[i], &t, NULL));
        assert_int_equal(t.kind, DISPLAY_PHONE);
        assert_string_equal(t.name, names[i]);
        assert_string_equal(t.host, names[i] + strlen("adb:"));
        assert_true(t.touch);
        assert_false(display_target_distant(&t));
        assert_int_equal(t.tells, DISPLAY_TELLS_APP);
    }
    g_auto(display_target) x11 = {0};
    assert_true(display_target_read(":7", &x11, NULL));
    assert_false(x11.touch);
    is_refused("adb:a b");
    is_refused("adb:a\nb");
    is_refused("adb:\xc3\xa9");
    g_autofree char *longest = g_strnfill(256, 'x'), *name = g_strconcat("adb:", longest, NULL);
    is_refused(name);
}

static void target__what_is_no_display__is_refused_by_name(void **state)
{
    (void)state;
    is_refused("screen");
    is_refused(":");
    is_refused(":a");
    is_refused(":1a");
    is_refused(":1.");
    is_refused(":1.a");
    is_refused(":1.0.0");
}

static void target__nothing_named__is_the_environments(void **state)
{
    (void)state;
    g_auto(display_target) t = {0};
    g_setenv("DISPLAY", ":42", TRUE);
    assert_true(display_target_read(NULL, &t, NULL));
    assert_string_equal(t.name, ":42");
    display_target_clear(&t);
    assert_true(display_target_read("", &t, NULL));
    assert_string_equal(t.name, ":42");
}

static void target__nothing_named_nowhere__is_none(void **state)
{
    (void)state;
    g_auto(display_target) t = {0};
    g_setenv("DISPLAY", "", TRUE);
    assert_true(display_target_read(NULL, &t, NULL));
    assert_int_equal(t.kind, DISPLAY_NONE);
    g_unsetenv("DISPLAY");
    assert_true(display_target_read(NULL, &t, NULL));
    assert_int_equal(t.kind, DISPLAY_NONE);
    assert_int_equal(t.tells, 0);
}

static void target__world__has_its_seed_and_file(void **state)
{
    (void)state;
    g_auto(display_target) t = {0}, plain = {0};
    assert_true(display_target_read("world:small?seed=7&limit=100&fail=5&file=/tmp/a b&c=d.json", &t, NULL));
    assert_int_equal(t.kind, DISPLAY_WORLD);
    assert_string_equal(t.host, "small");
    assert_int_equal(t.world.seed, 7);
    assert_int_equal(t.world.limit, 100);
    assert_int_equal(t.world.fail, 5);
    assert_string_equal(t.world.file, "/tmp/a b&c=d.json");
    assert_true(t.acts && !t.touch);
    g_autofree char *tells = display_tells_text(t.tells);
    assert_string_equal(tells, "windows, focus, person, state");
    assert_true(display_target_read("world:small", &plain, NULL));
    assert_int_equal(plain.world.limit, -1);
    assert_null(plain.world.file);
    static const char *const bad[] = {"world:",
                                      "world:?seed=1",
                                      "world:small?seed=",
                                      "world:small?seed=-1",
                                      "world:small?seed=4294967296",
                                      "world:small?fail=101",
                                      "world:small?colour=red",
                                      "world:small?file=here.json",
                                      "world:small?seed"};
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_auto(display_target) none = {0};
        if (display_target_read(bad[i], &none, &error))
            fail_msg("%s was taken", bad[i]);
        assert_non_null(strstr(error->message, "world:NAME?seed=N"));
    }
}

static void target__world__takes_what_a_task_says_of_it(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"world:small", "world:small?seed=4&limit=9&biome=forest&give=stick 2;log 1"},
        {"world:small?fail=0&seed=7", "world:small?fail=0&seed=7&limit=9&biome=forest&give=stick 2;log 1"},
        {"world:small?biome=desert&file=/tmp/a", "world:small?biome=desert&seed=4&limit=9&give=stick 2;log 1&file=/tmp/a"},
        {"world:small?file=/tmp/a", "world:small?seed=4&limit=9&biome=forest&give=stick 2;log 1&file=/tmp/a"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(display_target) t = {0};
        g_autofree char *text = display_target_world_with(rows[i][0], 4, 9, "forest", "stick 2;log 1");
        assert_string_equal(text, rows[i][1]);
        assert_true(display_target_read(text, &t, NULL));
        assert_string_equal(t.world.give, "stick 2;log 1");
        assert_int_equal(t.world.limit, 9);
    }
    g_autofree char *same = display_target_world_with("world:small", -1, -1, NULL, NULL);
    assert_string_equal(same, "world:small");
}

static void target__x_display__tells_no_elements_and_no_state(void **state)
{
    (void)state;
    g_auto(display_target) t = {0};
    assert_true(display_target_read(":7", &t, NULL));
    g_autofree char *tells = display_tells_text(t.tells), *nothing = display_tells_text(0);
    assert_string_equal(tells, "windows, focus, pointer, person, changes");
    assert_string_equal(nothing, "nothing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target__x_display__is_taken_as_it_is),
        cmocka_unit_test(target__recording__is_no_x_display),
        cmocka_unit_test(target__vnc_screen__has_host_and_port),
        cmocka_unit_test(target__incomplete_vnc_screen__is_refused_with_the_form),
        cmocka_unit_test(target__world__names_the_part_that_is_wrong),
        cmocka_unit_test(target__phone__has_its_serial_number),
        cmocka_unit_test(target__world__has_its_seed_and_file),
        cmocka_unit_test(target__world__takes_what_a_task_says_of_it),
        cmocka_unit_test(target__what_is_no_display__is_refused_by_name),
        cmocka_unit_test(target__nothing_named__is_the_environments),
        cmocka_unit_test(target__nothing_named_nowhere__is_none),
        cmocka_unit_test(target__x_display__tells_no_elements_and_no_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
