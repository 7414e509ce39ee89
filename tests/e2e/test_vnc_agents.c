/* Whole runs of agents on VNC screens: ScreenAgent, GITM, and AppAgent by the elements of a sandbox. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* openbox makes the program's window as large as the screen, which stands for it. */
static void vnc__screenagent_in_a_sandbox__plans_types_and_runs(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_home_dir(), "made", NULL), *text = NULL;
    g_autofree char *task = g_strdup_printf("run: echo \"a line\" >%s; exit", file);
    driver_configure("shell", "[eye]\nsettle_ms=60\n");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "screenagent", "--sandbox", "vnc:1024x768", "--app",
                                         "xterm -e sh", "--brain", "shell", task));
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->reason, "all 2 subtasks are done");
    assert_int_equal(driver_exit(d), 0);
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    assert_string_equal(text, "a line\n");
    assert_verified();
    driver_free(d);
}

/* No inventory is told: what was planned counts as come true. */
static void vnc__gitm_in_a_sandbox__reaches_its_goal(void **state)
{
    (void)state;
    driver_configure("presser", "[eye]\nsettle_ms=60\n");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "gitm", "--sandbox", "vnc:1024x768", "--app", "xcalc",
                                         "--brain", "presser", "7"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    guint pressed = 0;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        pressed += e->kind == EVENT_FIRED && g_strcmp0(e->effect, "changed") == 0;
    }
    assert_int_equal(pressed, 1);
    assert_verified();
    driver_free(d);
}

/* The sandbox's programs tell their elements on a bus of its own; a screen of others does not, which is said once. */
static void vnc__appagent__works_by_elements_in_a_sandbox_and_by_marks_elsewhere(void **state)
{
    (void)state;
    g_autofree char *apps = g_build_filename(g_get_user_config_dir(), "reins", "apps", NULL),
                    *file = g_build_filename(apps, "icons.ini", NULL), *docs = NULL,
                    *text = g_strdup_printf("[profile]\napp=/usr/bin/python3 -BEs %s/tests/sinks/explore_gtk.py\nback=escape\n"
                                            "settle_ms=100\n",
                                            g_getenv("REINS_SOURCE"));
    assert_int_equal(g_mkdir_with_parents(apps, 0700), 0);
    assert_true(g_file_set_contents(file, text, -1, NULL));
    driver_configure("explorer", "[eye]\nsettle_ms=100\n");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "appagent", "--sandbox", "vnc:800x500", "--profile",
                                         "icons", "--brain", "explorer", "--set", "phase=explore", "explore A B D - F text C"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_notices(d, "elements: "), 0);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    assert_int_equal(reins_run(NULL, WORDS("docs", "list", "--json"), &docs, NULL), 0);
    static const char *const told[] = {"\"text\":\"turns a lamp on or off\"", "\"text\":\"opens the drawer\"",
                                       "\"text\":\"takes a text\""};
    for (gsize i = 0; i < G_N_ELEMENTS(told); i++)
        if (!strstr(docs, told[i]))
            fail_msg("%s: %s", told[i], docs);
    struct xvfb x;
    g_autofree char *folder = g_dir_make_tmp("vnc-XXXXXX", NULL), *socket = g_build_filename(folder, "rfb", NULL),
                    *screen = g_strdup_printf("vnc:%s", socket);
    xtigervnc_start(&x, 640, 480, socket);
    pid_t calculator = xcalc_start(x.display);
    d = driver_start(NULL, WORDS("run", "--headless", "--agent", "appagent", "--display", screen, "--brain", "explorer", "--set",
                                 "phase=deploy", "press 7"));
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_notices(d, "elements: none, the screen has no accessibility bus"), 1);
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
    helper_end(calculator);
    xvfb_stop(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vnc__screenagent_in_a_sandbox__plans_types_and_runs),
        cmocka_unit_test(vnc__gitm_in_a_sandbox__reaches_its_goal),
        cmocka_unit_test(vnc__appagent__works_by_elements_in_a_sandbox_and_by_marks_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
