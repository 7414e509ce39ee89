#ifndef TESTS_E2E_PROGRAMS_H
#define TESTS_E2E_PROGRAMS_H

/* Skills that ship, tried on their programs under openbox: fires them by `reins do` and awaits what is to come of it, in
 * files, in windows' titles and places, in pictures. */

#include "tests/e2e/driver.h"

#include "config/strict_json.h"
#include "engine/picture/frame.h"
#include "tests/helper/xvfb.h"

#include <glib/gstdio.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#define WAIT_MS 60000

static struct xvfb x;
static pid_t manager, program;
static char *folder; /* of the files that the programs write */

static const char *file_path(const char *name)
{
    static char *path;
    g_free(path);
    return path = g_build_filename(folder, name, NULL);
}

/* `reins do` with these words, which must be fired. */
static void fire(const char *profile, const char *window, const char *const *words)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    const char *const first[] = {"do", "--yes", "--profile", profile, "--window", window};
    for (gsize i = 0; i < (window ? G_N_ELEMENTS(first) : G_N_ELEMENTS(first) - 2); i++)
        g_ptr_array_add(all, (char *)first[i]);
    for (const char *const *w = words; *w; w++)
        g_ptr_array_add(all, (char *)*w);
    g_ptr_array_add(all, NULL);
    gint64 deadline = g_get_monotonic_time() + WAIT_MS * G_TIME_SPAN_MILLISECOND;
    for (;;) {
        g_autofree char *out = NULL, *err = NULL;
        int code = reins_run(x.display, (const char *const *)all->pdata, &out, &err);
        if (code == 0)
            return;
        /* a slow program still drew or moved its window: whoever calls does it again */
        if (!strstr(err, "nothing was fired") || g_get_monotonic_time() > deadline)
            fail_msg("%s: exit %d: %s%s", words[0], code, out, err);
    }
}

/* The condition takes a look or asks another program each time. */
#define AWAIT(condition)                                                                                                         \
    do {                                                                                                                         \
        gint64 await_deadline = g_get_monotonic_time() + WAIT_MS * G_TIME_SPAN_MILLISECOND;                                      \
        while (!(condition))                                                                                                     \
            if (g_get_monotonic_time() > await_deadline)                                                                         \
                fail_msg("never: %s", #condition);                                                                               \
    } while (0)

struct wanted {
    const char *what, *text;
    char *seen; /* owned */
};

static bool file_is(void *data)
{
    struct wanted *w = data;
    g_clear_pointer(&w->seen, g_free);
    return g_file_get_contents(file_path(w->what), &w->seen, NULL, NULL) && g_str_equal(w->seen, w->text);
}

G_GNUC_UNUSED static void await_file(const char *name, const char *text)
{
    struct wanted w = {name, text, NULL};
    if (!helper_await(file_is, &w, WAIT_MS))
        fail_msg("%s has \"%s\", not \"%s\"", name, w.seen ? w.seen : "(no file)", text);
    g_free(w.seen);
}

static bool window_is(void *data)
{
    struct wanted *w = data;
    g_clear_pointer(&w->seen, g_free);
    return helper_run(x.display, WORDS("xdotool", "search", "--onlyvisible", "--name", w->what), &w->seen) == 0;
}

/* A visible window whose title fits. */
static void await_window(const char *title)
{
    struct wanted w = {title, NULL, NULL};
    if (!helper_await(window_is, &w, WAIT_MS))
        fail_msg("no window \"%s\"", title);
    g_free(w.seen);
}

static bool active_is(void *data)
{
    struct wanted *w = data;
    g_clear_pointer(&w->seen, g_free);
    return helper_run(x.display, WORDS("xdotool", "getactivewindow", "getwindowname"), &w->seen) == 0 &&
           g_regex_match_simple(w->what, g_strchomp(w->seen), 0, 0);
}

static void await_active(const char *title)
{
    struct wanted w = {title, NULL, NULL};
    if (!helper_await(active_is, &w, WAIT_MS))
        fail_msg("the active window is \"%s\", not \"%s\"", w.seen, title);
    g_free(w.seen);
}

struct saved_focus {
    int x, y, width, height;
};

static int number(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name)->valueint;
}

/* Of its content, without frame and title. (xdotool adds the frame twice.) */
static struct saved_focus window_place(const char *title)
{
    g_autofree char *out = NULL;
    assert_int_equal(reins_run(x.display, WORDS("see", "--profile", "default", "--json"), &out, NULL), 0);
    g_autoptr(cJSON) root = strict_json_parse(out, strlen(out), 1 << 20, NULL);
    const cJSON *w;
    cJSON_ArrayForEach(
        w, cJSON_GetObjectItemCaseSensitive(
               root, "windows")) if (g_regex_match_simple(title, cJSON_GetObjectItemCaseSensitive(w, "title")->valuestring, 0,
                                                          0)) return (struct saved_focus){
        number(w, "x"), number(w, "y"), number(w, "width"), number(w, "height")};
    fail_msg("no place of \"%s\": %s", title, out);
    return (struct saved_focus){0};
}

struct size {
    const char *title;
    int width, height;
};

static bool size_is(void *data)
{
    const struct size *s = data;
    struct saved_focus p = window_place(s->title);
    return abs(p.width - s->width) <= 4 && abs(p.height - s->height) <= 30; /* frame and title bar */
}

G_GNUC_UNUSED static void await_size(const char *title, int width, int height)
{
    struct size s = {title, width, height};
    if (!helper_await(size_is, &s, WAIT_MS)) {
        struct saved_focus p = window_place(title);
        fail_msg("%s is %dx%d, not about %dx%d", title, p.width, p.height, width, height);
    }
}

/* The screen once it has settled. */
static frame *picture(const char *profile)
{
    g_autofree char *path = g_strdup(file_path("screen.png")), *err = NULL;
    g_autoptr(GError) error = NULL;
    if (reins_run(x.display, WORDS("see", "--profile", profile, "--out", path), NULL, &err) != 0)
        fail_msg("see: %s", err);
    frame *f = frame_read(path, &error);
    if (!f)
        fail_msg("%s", error->message);
    return f;
}

static double likeness(const char *profile, const frame *expected)
{
    g_autoptr(frame) now = picture(profile);
    return frame_similarity(now, expected, 8);
}

static bool looks(const char *profile, const frame *expected)
{
    return likeness(profile, expected) >= 1;
}

static void start_program(const char *const *argv, const char *window)
{
    program = helper_spawn(x.display, argv);
    await_window(window);
    await_active(window);
    frame_free(picture("default"));
}

static bool ended(void *data)
{
    (void)data;
    return waitpid(program, NULL, WNOHANG) == program;
}

/* …by what a skill did. */
G_GNUC_UNUSED static void await_end(const char *by)
{
    if (!helper_await(ended, NULL, WAIT_MS))
        fail_msg("%s: the program still runs", by);
    program = 0;
}

/* A program that is there first would not be given the focus. */
static bool manager_manages(void *data)
{
    (void)data;
    g_autofree char *out = NULL;
    return helper_run(x.display, WORDS("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), &out) == 0 && strstr(out, "window id");
}

static int begin(void **state)
{
    (void)state;
    folder = g_strdup(g_get_user_runtime_dir());
    assert_int_equal(g_chdir(folder), 0);
    xvfb_start(&x, 1280, 720, NULL);
    manager = helper_spawn(x.display, WORDS("openbox"));
    return helper_await(manager_manages, NULL, WAIT_MS) ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    helper_end(manager);
    xvfb_stop(&x);
    g_free(folder);
    return 0;
}

/* Nothing stays on the screen for the next test. */
static int end_program(void **state)
{
    (void)state;
    if (program)
        helper_end(program);
    program = 0;
    return 0;
}

/* PROGRAM='mousepad*': only those. */
#define run_programs(tests) (cmocka_set_test_filter(g_getenv("PROGRAM")), cmocka_run_group_tests(tests, begin, end))
#define CASE(name) cmocka_unit_test_teardown(name, end_program)

#endif
