/* A program is more than one window: its dialog takes keys and clicks, whatever the profile says of titles, and is no stranger.
 */
#include "tests/e2e/driver.h"
#include "tests/e2e/driver_verdict.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "config/strict_json.h"
#include "tests/helper/toolkit.h"
#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>

#define AT_X 500 /* of the dialog */
#define AT_Y 200

static struct {
    struct xvfb x;
    Display *dpy;
    toolkit *program;
    driver *d;
    gint64 dialog;
    int button_x, button_y;
} scene;

static void write_profile(const char *window)
{
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_build_filename(dir, "desk.ini", NULL), *text = g_strdup_printf("[profile]\nwindow=%s\n", window);
    assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

static int start_fitting(const char *name, const char *window)
{
    scene.program = NULL;
    xvfb_start(&scene.x, 1000, 700, NULL);
    scene.dpy = XOpenDisplay(scene.x.display);
    driver_configure("tempter", ""); /* GTK fades into what it is without the focus: the usual wait */
    write_profile(window);
    scene.program = toolkit_start(scene.x.display, name);
    assert_non_null(scene.program);
    const char *words[] = {"run",  "--headless", "--display", scene.x.display, "--brain", "tempter", "--profile",
                           "desk", "x",          NULL};
    scene.d = driver_start(NULL, words);
    return 0;
}

static int start(void **state)
{
    return start_fitting(*state, "^desk$");
}

/* As `reins profile new` writes it. */
static int start_by_class(void **state)
{
    return start_fitting(*state, "(?i)^(dialog_gtk|program)");
}

static int finish(void **state)
{
    (void)state;
    driver_free(scene.d);
    toolkit_stop(scene.program);
    XCloseDisplay(scene.dpy);
    xvfb_stop(&scene.x);
    return 0;
}

/* A window manager would give it the focus. */
static void show_dialog(const char *title)
{
    g_autofree char *line = g_strdup_printf("dialog %d %d %s", AT_X, AT_Y, title), *answer = toolkit_tell(scene.program, line);
    assert_int_equal(sscanf(answer, "%" G_GINT64_FORMAT " %d %d", &scene.dialog, &scene.button_x, &scene.button_y), 3);
    XSetInputFocus(scene.dpy, (Window)scene.dialog, RevertToPointerRoot, CurrentTime);
    XSync(scene.dpy, False);
}

static void fires_in_dialog(const char *expected, guint length)
{
    const char *reason = "";
    driver_send(scene.d, "{\"command\":\"resume\"}");
    const event *p = driver_await(scene.d, EVENT_PROPOSAL);
    assert_int_equal(p->fire.target->window_id, scene.dialog);
    assert_non_null(strstr(p->judged.explain, "program-window"));
    assert_int_equal(p->judged.tier, 2);
    int id = p->id;
    driver_approve(scene.d, p);
    if (!driver_outcome(scene.d, id, &reason))
        fail_msg("not fired: %s", reason);
    g_autofree char *text = toolkit_text(scene.program, length, DRIVER_TIMEOUT_MS);
    assert_string_equal(text, expected);
    driver_pause(scene.d);
}

static void dialog__of_the_program__gets_keys_and_clicks(void **state)
{
    (void)state;
    show_dialog("key a");
    fires_in_dialog("a", 1);
    g_autofree char *title = g_strdup_printf("click %d %d", scene.button_x - AT_X, scene.button_y - AT_Y);
    show_dialog(title);
    fires_in_dialog("a!", 2);
    /* the person's console has the focus: the dialog gets it, and not the window that waits for it */
    sink *desk = sink_start(scene.x.display, "console", 0, 500, 200, 100, 0);
    show_dialog("key b");
    sink_focus(desk);
    fires_in_dialog("a!b", 3);
    sink_stop(desk);
}

static void assert_tier(int x, int y, int tier, const char *evidence)
{
    g_autofree char *at_x = g_strdup_printf("x=%d", x), *at_y = g_strdup_printf("y=%d", y), *out = NULL,
                    *wanted = g_strdup_printf("\"tier\":%d", tier);
    const char *words[] = {"do", "--display", scene.x.display, "--dry-run", "--json", "mouse.click", at_x, at_y, NULL};
    assert_int_equal(reins_run(NULL, words, &out, NULL), 0);
    if (!strstr(out, wanted) || !strstr(out, evidence))
        fail_msg("%s", out);
}

/* It is read for its answers, wherever they stand in the dialog. */
static void question__far_above_its_answer__counts(void **state)
{
    (void)state;
    int yes_x, yes_y, no_x, no_y;
    g_autofree char *answer = toolkit_tell(scene.program, "question 500 200 Do you want to delete the file 'a.txt'?");
    assert_int_equal(sscanf(answer, "%d %d %d %d", &yes_x, &yes_y, &no_x, &no_y), 4);
    assert_tier(yes_x, yes_y, 3, "in what the dialog asks");
    assert_tier(no_x, no_y, 1, "");
}

/* Two documents of one program: who has the focus at the console has the target's keys in mind, and not the other's. */
static void window__beside_the_target__gets_no_keys(void **state)
{
    (void)state;
    g_free(toolkit_tell(scene.program, "other key a"));
    sink *desk = sink_start(scene.x.display, "console", 0, 500, 200, 100, 0);
    sink_focus(desk);
    driver_send(scene.d, "{\"command\":\"resume\"}");
    const event *p = driver_await(scene.d, EVENT_PROPOSAL);
    assert_int_equal(p->fire.target->window_id, toolkit_window(scene.program));
    sink_stop(desk);
}

/* Another program's window with the same words is outside. */
static void window__of_another_program__is_outside(void **state)
{
    (void)state;
    sink *other = sink_start(scene.x.display, "click 20 20", AT_X, AT_Y, 200, 100, 0xffffff);
    sink_focus(other);
    driver_send(scene.d, "{\"command\":\"resume\"}");
    const event *p = driver_await(scene.d, EVENT_PROPOSAL);
    assert_int_equal(p->judged.tier, 3);
    assert_non_null(strstr(p->judged.explain, "outside-target-window"));
    sink_stop(other);
}

/* openbox leaves a size alone that Qt calls the person's; a least size stays, and is told. */
static void sandbox__dialog_larger_than_the_screen__fits_or_is_told(void **state)
{
    const char *source = g_getenv("REINS_SOURCE"), *least = *state;
    g_autofree char *app =
        g_strdup_printf("/usr/bin/python3 -BEs %s/tests/sinks/fills_qt.py 1500 1300 %s", source ? source : ".", least);
    driver_configure("tempter", "");
    write_profile("^dialog$");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--brain", "human", "--profile", "desk", "--app", app, "x"));
    if (*least) {
        while (!strstr(driver_await(d, EVENT_NOTICE)->text, "\"dialog\" (1500×1300) is larger than the screen"))
            ;
    } else {
        driver_await(d, EVENT_MODULE); /* on the first observation */
        g_autofree char *out = NULL;
        assert_int_equal(reins_run(NULL, WORDS("see", "--display", d->display, "--json"), &out, NULL), 0);
        g_autoptr(GError) error = NULL;
        g_autoptr(cJSON) seen = strict_json_parse(out, strlen(out), STRICT_JSON_LINE, &error);
        const cJSON *w = NULL, *found = NULL;
        cJSON_ArrayForEach(w, cJSON_GetObjectItem(seen, "windows")) if (g_str_equal(cJSON_GetObjectItem(w, "title")->valuestring,
                                                                                    "dialog")) found = w;
        assert_non_null(found);
        assert_in_range(cJSON_GetObjectItem(found, "width")->valueint, 1200, 1280);
        assert_in_range(cJSON_GetObjectItem(found, "height")->valueint, 600, 720);
    }
    driver_free(d);
}

#define ON(toolkit)                                                                                                              \
    {"dialog__of_the_program__gets_keys_and_clicks__" #toolkit, dialog__of_the_program__gets_keys_and_clicks, start, finish,     \
     (void *)"dialog_" #toolkit},                                                                                                \
    {                                                                                                                            \
        "dialog__of_the_program__fits_the_profile_too__" #toolkit, dialog__of_the_program__gets_keys_and_clicks, start_by_class, \
            finish, (void *)"dialog_" #toolkit                                                                                   \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON(gtk),
        ON(qt),
        {"window__beside_the_target__gets_no_keys", window__beside_the_target__gets_no_keys, start, finish, (void *)"dialog_gtk"},
        cmocka_unit_test_prestate(sandbox__dialog_larger_than_the_screen__fits_or_is_told, (void *)""),
        cmocka_unit_test_prestate(sandbox__dialog_larger_than_the_screen__fits_or_is_told, (void *)"least"),
        {"question__far_above_its_answer__counts", question__far_above_its_answer__counts, start, finish, (void *)"dialog_gtk"},
        {"window__of_another_program__is_outside", window__of_another_program__is_outside, start, finish, (void *)"dialog_gtk"},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
