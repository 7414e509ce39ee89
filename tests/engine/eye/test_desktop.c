/* What a sandbox has beside its display: a window manager that fills the screen and takes one key, a session bus, a home. */
#include "config/config.h"
#include "engine/display/display.h"
#include "engine/eye/eye.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <X11/keysym.h>
#include <cmocka.h>

#include "tests/engine/eye/driver.h"
#include "tests/helper/xvfb.h"

#define WIDTH 900
#define HEIGHT 600
#define WAIT_MS 30000
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static sandbox *started(void)
{
    g_autofree char *dir = g_dir_make_tmp("desktop-XXXXXX", NULL);
    g_autoptr(GError) error = NULL;
    sandbox *s = sandbox_start(dir, WIDTH, HEIGHT, &error);
    if (!s)
        fail_msg("%s", error->message);
    return s;
}

static void desktop(sandbox *s, const char *wm)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *notice = NULL;
    if (!sandbox_start_desktop(s, wm, &notice, &error))
        fail_msg("%s", error->message);
    assert_null(notice);
}

static void finish(sandbox *s)
{
    sandbox_end(s);
    sandbox_free(s);
}

/* What is awaited of a program: a line that it wrote, or a window that it made. */
struct awaited {
    sandbox *s;
    const char *line;
    const char *title;
    struct eye_window *window;
};

static bool is_there(void *data)
{
    struct awaited *a = data;
    g_autofree char *said = NULL;
    if (a->line)
        return g_file_get_contents(a->s->app_log, &said, NULL, NULL) && strstr(said, a->line);
    g_autoptr(GPtrArray) windows = eye_windows(a->s->display, NULL);
    for (guint i = 0; windows && i < windows->len; i++) {
        const struct eye_window *w = windows->pdata[i];
        bool whole = w->x >= 0 && w->y >= 0 && w->x + w->width <= WIDTH && w->y + w->height <= HEIGHT;
        if (g_str_equal(w->title, a->title) &&
            (g_str_equal(a->title, "main") ? w->width == WIDTH && w->height == HEIGHT && whole : w->width > 100 && whole))
            return true;
    }
    return false;
}

static void await_line(sandbox *s, const char *line)
{
    struct awaited a = {.s = s, .line = line};
    if (helper_await(is_there, &a, WAIT_MS))
        return;
    g_autofree char *said = NULL;
    g_file_get_contents(s->app_log, &said, NULL, NULL);
    fail_msg("not said: \"%s\", but: %s", line, said);
}

static void await_window(sandbox *s, const char *title)
{
    struct awaited a = {.s = s, .title = title};
    if (!helper_await(is_there, &a, WAIT_MS))
        fail_msg("the %s window is not where it belongs", title);
}

/* A program of tests/sinks, once that window has the focus. */
static sandbox *started_until(const char *program, const char *focus)
{
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *command = g_strdup_printf("/usr/bin/python3 -BEs %s/tests/sinks/%s", source ? source : ".", program);
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    desktop(s, NULL);
    if (!sandbox_start_app(s, command, &error))
        fail_msg("%s", error->message);
    await_line(s, focus);
    return s;
}

static sandbox *started_with(const char *program)
{
    return started_until(program, "focus dialog");
}

/* As a run's eye sees it, which asks the window manager for what its configuration cannot say. */
static eye_observation *seen(const sandbox *s)
{
    g_setenv("XAUTHORITY", s->xauthority, TRUE);
    struct driver *d = eye_begin(s->display, WORDS("--fit", "1"));
    const struct eye_request window = {.kind = EYE_AWAIT_WINDOW, .timeout_ms = WAIT_MS, .dialogs = true};
    ask(d, window);
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    eye_observation *o = observe(d, 300, WAIT_MS);
    assert_int_equal(eye_finish(d), 0);
    assert_true(a->found);
    assert_int_equal(a->window->id, o->target);
    return o;
}

static void fits_and_hears(const char *program)
{
    static const struct {
        const char *chord;
        guint key;
    } chords[] = {{"ctrl+alt+Left", XK_Left}, {"shift+alt+F4", XK_F4},         {"super+d", XK_d},
                  {"alt+Escape", XK_Escape},  {"ctrl+alt+Right", XK_Right},    {"super+F1", XK_F1},
                  {"super+e", XK_e},          {"alt+space", XK_space},         {"shift+alt+Up", XK_Up},
                  {"super+m", XK_m},          {"ctrl+alt+shift+Down", XK_Down}};
    sandbox *s = started_with(program);
    await_window(s, "main");
    await_window(s, "dialog");
    for (gsize i = 0; i < G_N_ELEMENTS(chords); i++) {
        g_autofree char *line = g_strdup_printf("key %u\n", chords[i].key);
        pid_t pid = helper_spawn(s->display, WORDS("xdotool", "key", chords[i].chord));
        await_line(s, line);
        waitpid(pid, NULL, 0); /* it has let go of them */
    }
    finish(s);
}

static void gtk__fills_the_screen__dialog_whole__hears_all_keys(void **state)
{
    (void)state;
    fits_and_hears("fills_gtk.py");
}

static void press(const sandbox *s, const char *chord)
{
    waitpid(helper_spawn(s->display, WORDS("xdotool", "key", chord)), NULL, 0);
}

/* The one key of the window manager: it asks the program to close the window, as a click on the title's cross does. */
static void alt_f4__closes_the_window_that_has_the_focus__politely(void **state)
{
    (void)state;
    sandbox *s = started_with("fills_gtk.py");
    press(s, "alt+F4");
    await_line(s, "dialog closed\nfocus main");
    press(s, "alt+F4");
    await_line(s, "\nclosed\n");
    finish(s);
}

/* GIMP's lay below the screen. */
static void gtk__takes_the_maximizing_back__fills_the_screen(void **state)
{
    (void)state;
    sandbox *s = started_with("fills_gtk.py restored");
    g_autoptr(eye_observation) o = seen(s);
    await_window(s, "main");
    await_window(s, "dialog");
    finish(s);
}

static bool is_floating(void *data)
{
    const sandbox *s = data;
    g_autoptr(GPtrArray) windows = eye_windows(s->display, NULL);
    const struct eye_window *w = windows && windows->len > 0 ? windows->pdata[0] : NULL;
    return w && w->width == 210 && w->height == 130 && eye_window_outer(w).x > WIDTH / 4;
}

/* A person does not press where it was a moment later: it moved when the screen had rested, and someone observed. */
static void gtk__toolbox_of_type_normal__is_placed_before_anything_is_observed(void **state)
{
    (void)state;
    sandbox *s = started_until("fills_gtk.py toolbox", "focus toolbox");
    g_setenv("XAUTHORITY", s->xauthority, TRUE);
    struct driver *d = eye_begin(s->display, WORDS("--fit", "1"));
    assert_true(helper_await(is_floating, s, WAIT_MS));
    assert_int_equal(eye_finish(d), 0);
    finish(s);
}

/* mtPaint's covered all of its program, and was the target. */
static void gtk__toolbox_of_type_normal__lies_over_the_target(void **state)
{
    (void)state;
    sandbox *s = started_until("fills_gtk.py toolbox", "focus toolbox");
    g_autoptr(eye_observation) o = seen(s);
    const struct eye_window *over = g_ptr_array_index(o->windows, 0), *below = eye_observation_window(o, o->target);
    assert_string_equal(over->title, "toolbox");
    assert_true(over->program);
    assert_int_equal(over->width, 210);
    assert_int_equal(over->height, 130);
    assert_in_range(eye_window_outer(over).x, WIDTH / 4, WIDTH / 2);
    assert_in_range(eye_window_outer(over).y, HEIGHT / 4, HEIGHT / 2);
    assert_string_equal(below->title, "main");
    assert_int_equal(below->width, WIDTH);
    assert_int_equal(below->height, HEIGHT);
    finish(s);
}

static void qt__fills_the_screen__dialog_whole__hears_all_keys(void **state)
{
    (void)state;
    fits_and_hears("fills_qt.py");
}

/* A program that is quick to ask for its window is not forgotten: one in four was. */
static void wm__ready__before_the_program_starts(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        g_autoptr(GError) error = NULL;
        sandbox *s = started();
        desktop(s, NULL);
        if (!sandbox_start_app(s, "xcalc", &error))
            fail_msg("%s", error->message);
        await_window(s, "Calculator");
        finish(s);
    }
}

/* What it does when a person closes it: a program that is killed asks at its next start what it is to restore. */
static void sandbox_end__program__is_closed_first(void **state)
{
    (void)state;
    sandbox *s = started_with("fills_gtk.py");
    g_autofree char *log = g_strdup(s->app_log), *said = NULL;
    finish(s);
    assert_true(g_file_get_contents(log, &said, NULL, NULL));
    assert_non_null(strstr(said, "\nclosed\n"));
}

static void wm__none_and_others__as_asked(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    desktop(s, "none");
    assert_int_equal(s->wm.pid, 0);
    pid_t bus = s->bus.pid;
    assert_false(sandbox_start_desktop(s, "no-such-manager", NULL, &error));
    assert_true(g_error_matches(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT));
    assert_non_null(strstr(error->message, "no-such-manager"));
    g_clear_error(&error);
    assert_false(sandbox_start_desktop(s, "sh -c 'echo no; exit 3'", NULL, &error));
    assert_non_null(strstr(error->message, "ended at once with status 3"));
    assert_int_equal(s->bus.pid, bus); /* not another beside it */
    finish(s);
}

static void wm__not_asked_for_and_not_there__told(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    g_autofree char *notice = NULL, *path = g_strdup(g_getenv("PATH"));
    g_setenv("PATH", "/nonexistent", TRUE);
    assert_true(sandbox_start_desktop(s, NULL, &notice, &error));
    g_setenv("PATH", path, TRUE);
    assert_non_null(strstr(notice, "install openbox"));
    assert_int_equal(s->wm.pid, 0);
    assert_null(s->bus_address);
    assert_true(sandbox_start_app(s, "sh -c 'echo bus=$DBUS_SESSION_BUS_ADDRESS; exec sleep 100'", &error));
    await_line(s, "bus=disabled:\n");
    finish(s);
}

static void bus__is_the_sandboxs_own__ends_with_it(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    g_setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE);
    desktop(s, NULL);
    assert_true(sandbox_start_app(s,
                                  "sh -c 'gdbus call --session --dest org.freedesktop.DBus --object-path / "
                                  "--method org.freedesktop.DBus.GetId && echo answered; exec sleep 100'",
                                  &error));
    await_line(s, "answered");
    g_autofree char *json = sandbox_to_json(s);
    sandbox *again = sandbox_from_json(json, &error);
    assert_string_equal(again->bus_address, s->bus_address);
    struct process_id bus = again->bus, wm = again->wm;
    assert_true(process_id_alive(&bus) && process_id_alive(&wm));
    finish(again);
    assert_false(process_id_alive(&bus));
    assert_false(process_id_alive(&wm));
    sandbox_free(s);
}

static bool wants_none(gint64 run, void *data)
{
    (void)run, (void)data;
    return false;
}

static bool all_gone(void *data)
{
    const sandbox *s = data;
    return !process_id_alive(&s->bus) && !process_id_alive(&s->wm) && !process_id_alive(&s->server);
}

/* Its engine was killed before it had stored a pid. */
static void orphan__ended__with_its_bus_and_manager(void **state)
{
    (void)state;
    g_autofree char *root = g_dir_make_tmp("desktop-XXXXXX", NULL), *dir = g_build_filename(root, "run-7", NULL);
    sandbox *s = sandbox_start(dir, WIDTH, HEIGHT, NULL);
    desktop(s, NULL);
    sandbox_end_orphans(root, wants_none, NULL);
    assert_true(helper_await(all_gone, s, WAIT_MS));
    finish(s);
}

static void home__temporary__empty_and_gone_with_the_sandbox(void **state)
{
    (void)state;
    sandbox *s = started();
    g_autoptr(GError) error = NULL;
    g_autofree char *outside = g_build_filename(g_get_home_dir(), "outside", NULL);
    assert_true(g_file_set_contents(outside, "kept", -1, NULL));
    assert_true(sandbox_make_home(s, &error));
    desktop(s, "none");
    g_autofree char *command =
        g_strdup_printf("sh -c 'mkdir ~/a ~/a/b; ln -s %s ~/a/link; echo x >~/a/b/c; pwd; echo conf=$XDG_CONFIG_HOME;"
                        " exec sleep 100'",
                        g_get_home_dir());
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE);
    assert_true(sandbox_start_app(s, command, &error));
    g_unsetenv("XDG_CONFIG_HOME");
    await_line(s, "/home\nconf=\n");
    g_autofree char *home = g_strdup(s->home), *made = g_build_filename(home, "a", "b", "c", NULL),
                    *gtk = g_build_filename(home, ".config", "gtk-3.0", NULL);
    assert_true(g_file_test(made, G_FILE_TEST_EXISTS));
    assert_true(g_file_test(gtk, G_FILE_TEST_IS_DIR));
    process_id_end(&s->app, 1000);
    s->cwd = g_strdup("~/a");
    assert_true(sandbox_start_app(s, "sh -c 'pwd; exec sleep 100'", &error));
    await_line(s, "/home/a\n");
    finish(s);
    assert_false(g_file_test(home, G_FILE_TEST_EXISTS));
    assert_true(g_file_test(outside, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtk__fills_the_screen__dialog_whole__hears_all_keys),
        cmocka_unit_test(alt_f4__closes_the_window_that_has_the_focus__politely),
        cmocka_unit_test(gtk__takes_the_maximizing_back__fills_the_screen),
        cmocka_unit_test(gtk__toolbox_of_type_normal__is_placed_before_anything_is_observed),
        cmocka_unit_test(gtk__toolbox_of_type_normal__lies_over_the_target),
        cmocka_unit_test(qt__fills_the_screen__dialog_whole__hears_all_keys),
        cmocka_unit_test(wm__ready__before_the_program_starts),
        cmocka_unit_test(sandbox_end__program__is_closed_first),
        cmocka_unit_test(wm__none_and_others__as_asked),
        cmocka_unit_test(wm__not_asked_for_and_not_there__told),
        cmocka_unit_test(bus__is_the_sandboxs_own__ends_with_it),
        cmocka_unit_test(orphan__ended__with_its_bus_and_manager),
        cmocka_unit_test(home__temporary__empty_and_gone_with_the_sandbox),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
