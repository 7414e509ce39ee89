/* A recorded run plays the model: the same way again, and said where it is another. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* A run of the demo's calculation with this brain; every proposal is approved, or only the first `most`, then it is stopped. The
 * run's number; the caller frees. */
static char *calculate(const char *brain, const char *task, int most, const char *outcome, const char *part_of_reason)
{
    const char *const words[] = {"run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", brain, task, NULL};
    driver *d = driver_start(NULL, words);
    driver_await(d, EVENT_HELLO);
    char *run = g_strdup(d->run);
    for (int i = 0; i < most; i++) {
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_FIRED, "done");
    }
    if (most > 0) {
        driver_await(d, EVENT_PROPOSAL);
        driver_send(d, "{\"command\":\"stop\"}");
    }
    const event *ended = most > 0 ? driver_await(d, EVENT_ENDED) : driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, outcome))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    if (part_of_reason && !strstr(ended->reason, part_of_reason))
        fail_msg("the reason is: %s", ended->reason);
    driver_exit(d);
    driver_free(d);
    return run;
}

static int compare(const char *one, const char *other, char **ret_out)
{
    const char *const words[] = {"memory", "compare", one, other, NULL};
    return reins_run(NULL, words, ret_out, NULL);
}

static void replay__whole_run__goes_the_same_way(void **state)
{
    (void)state;
    g_autofree char *first = calculate("demo", "compute 12 × 34", 0, "success", NULL);
    g_autofree char *brain = g_strconcat("replay:", first, NULL), *out = NULL;
    g_autofree char *again = calculate(brain, "compute 12 × 34", 0, "success", NULL);
    if (compare(first, again, &out) != 0)
        fail_msg("they differ:\n%s", out);
    assert_non_null(strstr(out, "did the same"));
    g_autofree char *other = calculate("demo", "compute 12 × 35", 0, "success", NULL), *told = NULL;
    g_autofree char *departs = g_strdup_printf("run %s departs from run %s", other, first);
    assert_int_equal(compare(first, "last", &told), 1);
    assert_non_null(strstr(told, departs));
}

/* The calculation on a display of its own, `brain` thinks; after so many steps the calculator's window lies elsewhere (0 =
 * never). The number of the run; caller frees. */
static char *on_display(const char *brain, const char *report, int moved_after, char **ret_reason, int *ret_code)
{
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    pid_t pid = xcalc_start(x.display);
    const char *words[] = {"run",   "--headless", "--display", x.display,         "--profile",
                           "xcalc", "--brain",    brain,       "compute 12 × 34", report ? "--report" : NULL,
                           report,  NULL};
    const char *move[] = {"xdotool", "search", "--class", "XCalc", "windowmove", "%@", "60", "40", NULL};
    driver *d = driver_start(NULL, words);
    for (int i = 0; i < moved_after; i++) {
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
        driver_await_where(d, EVENT_FIRED, "done");
    }
    if (moved_after)
        assert_int_equal(helper_run(x.display, move, NULL), 0);
    const event *ended = driver_approve_all(d);
    *ret_reason = g_strdup(ended->reason);
    char *run = g_strdup(d->run);
    *ret_code = driver_exit(d);
    driver_free(d);
    helper_end(pid);
    xvfb_stop(&x);
    return run;
}

/* A recorded run as a regression test: a program as it was, one with other keys, one that changes on the way. */
static void replay__program_changed__departs_at_the_right_step(void **state)
{
    (void)state;
    int code;
    g_autofree char *file = g_build_filename(g_get_home_dir(), "report.json", NULL), *reason = NULL, *same = NULL, *other = NULL;
    g_autofree char *first = on_display("demo", NULL, 0, &reason, &code), *brain = g_strconcat("replay:", first, NULL);
    assert_int_equal(code, 0);
    g_free(reason);
    g_autofree char *second = on_display(brain, file, 0, &reason, &code);
    assert_int_equal(code, 0);
    assert_non_null(strstr(reason, " is 12 × 34; it did the same as run"));
    assert_true(g_file_get_contents(file, &same, NULL, NULL));
    assert_non_null(strstr(same, "\"same\":true"));
    assert_non_null(strstr(same, "\"likeness\":1"));
    g_free(reason);
    g_autofree char *third = on_display(brain, file, 3, &reason, &code);
    assert_int_equal(code, 1);
    g_autofree char *said = g_strdup_printf("it departs from run %s at step 4: ", first);
    if (!strstr(reason, said))
        fail_msg("said: %s", reason);
    assert_true(g_file_get_contents(file, &other, NULL, NULL));
    assert_non_null(strstr(other, "\"same\":false,\"departs_at\":4"));
}

static void replay__run_that_was_stopped__ends_where_it_ended(void **state)
{
    (void)state;
    g_autofree char *first = calculate("demo", "compute 12 × 34", 2, "stopped", NULL);
    g_autofree char *brain = g_strconcat("replay:", first, NULL), *out = NULL;
    const char *const words[] = {"run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", brain, "again", NULL};
    driver *d = driver_start(NULL, words);
    for (int i = 0; i < 3; i++) /* the third was proposed and never decided */
        driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    const event *ended = driver_await(d, EVENT_ENDED);
    assert_string_equal(ended->end.outcome, "error");
    if (!strstr(ended->reason, "has no reply of plan in the agent's step 4: the recording ends here"))
        fail_msg("said: %s", ended->reason);
    driver_exit(d);
    driver_free(d);
    assert_int_equal(compare(first, "99", &out), 2);
}

/* As calculate(), by a person who takes over before the second action and moves the pointer. */
static char *calculate_driven(const char *brain)
{
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", brain, "compute 12 × 34"));
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await_where(d, EVENT_FIRED, "done");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    for (int i = 0; i < 2; i++) {
        driver_send(d, i ? "{\"command\":\"drive\",\"action\":{\"skill\":\"mouse.move\",\"args\":{\"x\":8,\"y\":8}}}"
                         : "{\"command\":\"drive\",\"action\":{\"skill\":\"mouse.move\",\"args\":{\"x\":3,\"y\":3}}}");
        driver_await_where(d, EVENT_FIRED, "done");
    }
    driver_send(d, "{\"command\":\"handback\"}");
    const event *ended = driver_approve_all(d);
    if (!g_str_equal(ended->end.outcome, "success"))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    char *run = g_strdup(d->run);
    driver_exit(d);
    driver_free(d);
    return run;
}

/* What they did themselves is no step of the agent: the answers are the same, driven again or not. */
static void replay__of_a_driven_run__needs_no_driving(void **state)
{
    (void)state;
    g_autofree char *first = calculate_driven("demo"), *brain = g_strconcat("replay:", first, NULL);
    g_autofree char *same = g_strdup_printf("it did the same as run %s", first);
    g_autofree char *again = calculate(brain, "compute 12 × 34", 0, "success", same);
    g_autofree char *driven = calculate_driven(brain), *out = NULL;
    if (compare(first, driven, &out) != 0)
        fail_msg("they differ:\n%s", out);
}

static void send_plan(driver *d, const char *label)
{
    driver_await_where(d, EVENT_MODULE, "started");
    g_autofree char *line =
        g_strdup_printf("{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"\",\"outcome\":\"%s\","
                        "\"actions\":[%s%s%s]}}",
                        label ? "continue" : "success", label ? "{\"skill\":\"press_button\",\"args\":{\"label\":\"" : "",
                        label ? label : "", label ? "\"},\"expectation\":\"\",\"reason\":\"\"}" : "");
    driver_send(d, line);
}

/* The plan was another one after the take-over: that one was decided on. */
static void replay__of_a_plan_that_a_take_over_made_void__has_the_plan_after_it(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--agent", "direct",
                                         "--brain", "human", "press a digit"));
    driver_await(d, EVENT_HELLO);
    g_autofree char *brain = g_strconcat("replay:", d->run, NULL), *same = g_strdup_printf("it did the same as run %s", d->run);
    send_plan(d, "7");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"drive\",\"action\":{\"skill\":\"key.press\",\"args\":{\"key\":\"5\"}}}");
    driver_await_where(d, EVENT_FIRED, "done");
    driver_send(d, "{\"command\":\"handback\"}");
    send_plan(d, "8");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    send_plan(d, NULL);
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "success");
    driver_exit(d);
    driver_free(d);
    d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--agent", "direct", "--brain",
                                 brain, "press a digit"));
    const event *ended = driver_approve_all(d);
    if (!strstr(ended->reason, same))
        fail_msg("%s: %s", ended->end.outcome, ended->reason);
    driver_exit(d);
    driver_free(d);
}

static void replay__what_is_no_run__is_refused_before_anything_starts(void **state)
{
    (void)state;
    const struct {
        const char *brain;
        int code;
    } cases[] = {{"replay:x", 2}, {"replay:", 2}, {"replay:99", 2}};
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const char *const words[] = {"run",   "--headless", "--sandbox",    "640x480", "--app",
                                     "xcalc", "--brain",    cases[i].brain, "x",       NULL};
        g_autofree char *out = NULL, *err = NULL;
        int code = reins_run(NULL, words, &out, &err);
        if (code != cases[i].code)
            fail_msg("%s: exit code %d, not %d: %s", cases[i].brain, code, cases[i].code, err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replay__whole_run__goes_the_same_way),
        cmocka_unit_test(replay__program_changed__departs_at_the_right_step),
        cmocka_unit_test(replay__run_that_was_stopped__ends_where_it_ended),
        cmocka_unit_test(replay__of_a_driven_run__needs_no_driving),
        cmocka_unit_test(replay__of_a_plan_that_a_take_over_made_void__has_the_plan_after_it),
        cmocka_unit_test(replay__what_is_no_run__is_refused_before_anything_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
