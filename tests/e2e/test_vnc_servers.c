/* VNC servers beside Xtigervnc: x11vnc on an Xvfb, and wayvnc on a sway without a screen, a wlroots desktop. Where a package is
 * not there its tests are skipped, with the reason; `make soak` installs them.
 */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#define NOBODY 65534 /* sway does not start for root */
#define START_MS 30000

static struct {
    char *folder, *screen, *got; /* got: the file of what the terminal's program reads */
    pid_t sway;
} scene;

static char *missing(void)
{
    static const char *const programs[] = {"sway", "wayvnc", "foot", NULL};
    for (const char *const *p = programs; *p; p++) {
        g_autofree char *path = g_find_program_in_path(*p);
        if (!path)
            return g_strdup(*p);
    }
    return NULL;
}

static bool is_there(void *data)
{
    return g_file_test(data, G_FILE_TEST_EXISTS);
}

/* A terminal whose program asks for the mouse and writes down all that it is sent. sway draws the pointer into the picture, but
 * for a pointer that rests. */
static void write_config(const char *path, const char *socket)
{
    g_autofree char *text = g_strdup_printf("output HEADLESS-1 resolution 800x600\ndefault_border none\nseat * hide_cursor 100\n"
                                            "exec foot -c /dev/null -f monospace:size=8 -e sh -c 'stty raw -echo; printf "
                                            "\"\\\\033[?1000h\\\\033[?1006h\"; exec cat >%s'\n"
                                            "exec wayvnc -u %s\n",
                                            scene.got, socket);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

static int setup(void **state)
{
    (void)state;
    g_autofree char *none = missing();
    if (none)
        return 0;
    driver_configure("walker", "");
    scene.folder = g_strdup("/tmp/reins-wayvnc-XXXXXX"); /* our own home is closed to another user */
    assert_non_null(g_mkdtemp(scene.folder));
    g_autofree char *socket = g_build_filename(scene.folder, "rfb", NULL), *config = g_build_filename(scene.folder, "sway", NULL);
    g_autofree char *home = g_strconcat("HOME=", scene.folder, NULL),
                    *runtime = g_strconcat("XDG_RUNTIME_DIR=", scene.folder, NULL);
    scene.screen = g_strconcat("vnc:", socket, NULL);
    scene.got = g_build_filename(scene.folder, "got", NULL);
    write_config(config, socket);
    const char *const words[] = {"setpriv",
                                 "--reuid=65534",
                                 "--regid=65534",
                                 "--clear-groups",
                                 "env",
                                 "-i",
                                 "PATH=/usr/bin:/bin",
                                 home,
                                 runtime,
                                 "WLR_BACKENDS=headless",
                                 "WLR_LIBINPUT_NO_DEVICES=1",
                                 "WLR_RENDERER=pixman",
                                 "sway",
                                 "-c",
                                 config,
                                 NULL};
    assert_int_equal(geteuid() ? 0 : chown(scene.folder, NOBODY, NOBODY), 0);
    scene.sway = helper_spawn(NULL, geteuid() ? words + 4 : words);
    assert_true(helper_await(is_there, socket, START_MS));
    assert_true(helper_await(is_there, scene.got, START_MS));
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    if (!scene.folder)
        return 0;
    helper_end(scene.sway);
    helper_run(NULL, WORDS("rm", "-rf", scene.folder), NULL);
    g_free(scene.folder);
    g_free(scene.screen);
    g_free(scene.got);
    return 0;
}

static void skip_where_missing(void)
{
    g_autofree char *none = missing();
    if (!none)
        return;
    print_message("%s is not installed (make deps-bench)\n", none);
    skip();
}

static bool has_got(void *data)
{
    g_autofree char *text = NULL;
    return g_file_get_contents(scene.got, &text, NULL, NULL) && strstr(text, data);
}

static void assert_got(const char *text)
{
    g_autofree char *got = NULL;
    if (helper_await(has_got, (void *)text, 10000))
        return;
    g_file_get_contents(scene.got, &got, NULL, NULL);
    g_autofree char *escaped = g_strescape(got ? got : "", NULL);
    fail_msg("the terminal got: %s", escaped);
}

static void wayvnc__see__is_its_picture(void **state)
{
    (void)state;
    skip_where_missing();
    g_autofree char *out = NULL, *err = NULL, *png = g_build_filename(g_get_home_dir(), "see.png", NULL);
    if (reins_run(NULL, WORDS("see", "--display", scene.screen, "--out", png, "--json"), &out, &err) != 0)
        fail_msg("%s%s", out, err);
    assert_non_null(strstr(out, "\"width\":800"));
    assert_true(g_file_test(png, G_FILE_TEST_EXISTS));
}

/* The cell that was clicked, and what was typed; the euro sign is on a level of the server's own keyboard. */
static void wayvnc__do__clicks_and_types(void **state)
{
    (void)state;
    skip_where_missing();
    g_autofree char *out = NULL, *err = NULL;
    int code = reins_run(
        NULL, WORDS("do", "--display", scene.screen, "--yes", "mouse.click", "x=150", "y=160", "--", "key.type", "text=Hi, |€"),
        &out, &err);
    if (code != 0)
        fail_msg("%s%s", out, err);
    assert_got("\033[<0;22;12M\033[<0;22;12mHi, |€");
}

static void wayvnc__run__presses_its_keys(void **state)
{
    (void)state;
    skip_where_missing();
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", scene.screen, "--brain", "walker", "press the keys"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_got("abcdef");
    assert_verified();
}

/* ---- x11vnc ---- */

static void x11vnc__see_do_and_run__arrive(void **state)
{
    (void)state;
    struct xvfb x;
    struct sink_event e;
    g_autofree char *server = g_find_program_in_path("x11vnc"), *folder = g_dir_make_tmp("x11vnc-XXXXXX", NULL),
                    *socket = g_build_filename(folder, "rfb", NULL), *screen = g_strconcat("vnc:", socket, NULL), *out = NULL,
                    *err = NULL;
    g_autoptr(GString) got = g_string_new(NULL);
    if (!server) {
        print_message("x11vnc is not installed (make deps-bench)\n");
        skip();
    }
    driver_configure("walker", "");
    xvfb_start(&x, 640, 480, NULL);
    sink *s = sink_start(x.display, "notes", 100, 100, 300, 200, 0x336699);
    sink_focus(s);
    pid_t pid = helper_spawn(x.display, WORDS("x11vnc", "-display", x.display, "-unixsock", socket, "-rfbport", "0", "-forever",
                                              "-shared", "-nopw", "-quiet"));
    assert_true(helper_await(is_there, socket, START_MS));
    if (reins_run(NULL, WORDS("see", "--display", screen, "--json"), &out, &err) != 0)
        fail_msg("%s%s", out, err);
    assert_non_null(strstr(out, "\"width\":640"));
    assert_int_equal(
        reins_run(NULL,
                  WORDS("do", "--display", screen, "--yes", "mouse.click", "x=150", "y=160", "--", "key.type", "text=Hi, é€"),
                  NULL, NULL),
        0);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--display", screen, "--brain", "walker", "press the keys"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    while (sink_next(s, &e, 500)) {
        if (e.kind == SINK_BUTTON_PRESS)
            g_string_append_printf(got, "%d at %d,%d ", e.detail, e.x, e.y);
        else if (e.kind == SINK_KEY_PRESS)
            g_string_append(got, e.text);
    }
    assert_string_equal(got->str, "1 at 150,160 Hi, é€abcdef");
    assert_verified();
    helper_end(pid);
    sink_stop(s);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x11vnc__see_do_and_run__arrive),
        cmocka_unit_test(wayvnc__see__is_its_picture),
        cmocka_unit_test(wayvnc__do__clicks_and_types),
        cmocka_unit_test(wayvnc__run__presses_its_keys),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
