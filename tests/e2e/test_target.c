/* A run without a profile keeps its target when its eye or its engine dies: a window of another program is outside of it, and
 * nothing fires into it by its fuse. */
#include "tests/e2e/driver.h"
#include "tests/e2e/driver_verdict.h"

#include "engine/display/display.h"
#include "engine/display/proc.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define FUSE_MS 500

static gint64 target; /* of the first proposal */

static driver *start(const char *app)
{
    g_autofree char *ini = g_strdup_printf("[gate]\nfuse_ms=%d\n[eye]\nsettle_ms=40\n", FUSE_MS);
    driver_configure("tempter", ini);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "800x600", "--wm", "none", "--app", app, "--brain",
                                         "tempter", "--mode", "risk", "x"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->judged.tier, 1);
    assert_int_equal(p->judged.fuse_ms, FUSE_MS);
    target = p->fire.target->window_id;
    driver_pause(d);
    return d;
}

static void finish(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static const event *proposed(driver *d, int tier, const char *rule, int fuse_ms)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    if (p->judged.tier != tier || !strstr(p->judged.explain, rule) || p->judged.fuse_ms != fuse_ms)
        fail_msg("tier %d, fuse %d ms: %s", p->judged.tier, p->judged.fuse_ms, p->judged.explain);
    return p;
}

static void assert_outside(driver *d)
{
    proposed(d, 3, "outside-target-window", 0);
    driver_pause(d);
}

static void go_on(driver *d)
{
    driver_send(d, "{\"command\":\"resume\"}");
}

static void eye_killed__another_program__is_outside(void **state)
{
    (void)state;
    driver *d = start("xclock -title 'key a'");
    sink *stranger = sink_start(d->display, "click 20 20", 500, 300, 200, 100, 0xffffff);
    go_on(d);
    assert_outside(d); /* as it was before */
    kill(child_named(d->pid, "eye"), SIGKILL);
    driver_await_where(d, EVENT_NOTICE, "warning");
    go_on(d);
    assert_outside(d);
    sink_stop(stranger);
    go_on(d);
    proposed(d, 1, "input", FUSE_MS);
    finish(d);
}

/* `launcher`: killed with it; 0 = none. */
static driver *kill_and_resume(driver *d, pid_t launcher)
{
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    if (launcher) {
        const struct process_id p = process_id_of(launcher);
        kill(launcher, SIGKILL);
        assert_true(process_id_wait(&p, DRIVER_TIMEOUT_MS));
    }
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless", "--mode", "risk"));
    driver_await(d, EVENT_HELLO);
    return d;
}

static void engine_killed__another_program__is_outside(void **state)
{
    (void)state;
    driver *d = start("xclock -title 'key a'");
    sink *stranger = sink_start(d->display, "click 20 20", 500, 300, 200, 100, 0xffffff);
    d = kill_and_resume(d, 0);
    assert_outside(d);
    sink_stop(stranger);
    go_on(d);
    proposed(d, 1, "input", FUSE_MS);
    finish(d);
}

static bool is_launcher(gint64 pid)
{
    char name[PROC_NAME_BYTES];
    return proc_name(pid, name) && g_str_equal(name, "sh\n");
}

static gint64 launcher_of(const driver *d)
{
    g_autoptr(GArray) children = g_array_new(FALSE, FALSE, sizeof(gint64));
    assert_true(proc_children(d->pid, children));
    for (guint i = 0; i < children->len; i++)
        if (is_launcher(g_array_index(children, gint64, i)))
            return g_array_index(children, gint64, i);
    fail_msg("no launcher");
    return 0;
}

/* What started the program has ended with the engine: the program is not started beside itself. */
static void engine_and_launcher_killed__program__goes_on(void **state)
{
    (void)state;
    driver *d = start("sh -c 'xclock -title \"key a\" & wait'");
    pid_t launcher = (pid_t)launcher_of(d);
    d = kill_and_resume(d, launcher);
    const event *p = proposed(d, 1, "input", FUSE_MS);
    assert_int_equal(p->fire.target->window_id, target);
    driver_pause(d);
    sink *stranger = sink_start(d->display, "click 20 20", 500, 300, 200, 100, 0xffffff);
    go_on(d);
    assert_outside(d);
    sink_stop(stranger);
    finish(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eye_killed__another_program__is_outside),
        cmocka_unit_test(engine_and_launcher_killed__program__goes_on),
        cmocka_unit_test(engine_killed__another_program__is_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
