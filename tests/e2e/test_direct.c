/* The agent direct: one question a step. Panes, memory, resume, fork, replay, exports and a person as the model come by
 * themselves; here they are seen to come. */
#include "tests/e2e/driver.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define TASK "compute 12 × 34"

static char *whole, *forked; /* numbers of runs */

static int setup(void **state)
{
    (void)state;
    driver_configure("direct", "[eye]\nsettle_ms=60\n");
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    g_free(whole);
    g_free(forked);
    return 0;
}

static driver *start(const char *brain, const char *task)
{
    return driver_start(
        NULL, WORDS("run", "--headless", "--agent", "direct", "--sandbox", "640x480", "--app", "xcalc", "--brain", brain, task));
}

static action *press(const char *label)
{
    action *a = action_new("press_button");
    action_set_string(a, "label", label);
    return a;
}

static const char *label_of(const event *proposal)
{
    const struct value *label = action_get(proposal->fire.action, "label");
    return label ? label->string : "?";
}

static const event *approve_next(driver *d)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    return p;
}

static void end_well(driver *d)
{
    assert_string_equal(driver_approve_all(d)->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
}

static void assert_in(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static char *resumed_from(driver *d)
{
    char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    driver_free(d);
    return run;
}

/* An edit, a rejection with its reason, a pause, and a death after what was fired was not seen: one run. */
static void xcalc__edited_rejected_paused_and_killed__ends_in_408(void **state)
{
    (void)state;
    driver *d = start("demo", TASK);
    const event *hello = driver_await(d, EVENT_HELLO);
    assert_string_equal(hello->about.agent, "direct");
    assert_in(hello->about.modules, "\"name\":\"plan\"");
    assert_in(hello->about.modules, "\"screen\":\"screen\"");
    assert_string_equal(hello->about.boards, "[]");
    g_autoptr(action) five = press("5");
    driver_edit(d, driver_await(d, EVENT_PROPOSAL), five);
    assert_string_equal(label_of(approve_next(d)), "5");
    const event *p = driver_await(d, EVENT_PROPOSAL); /* 5 where 1 was wanted */
    assert_string_equal(label_of(p), "AC");
    driver_reject(d, p, "use the CE/C button");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(label_of(p), "CE/C");
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    assert_string_equal(label_of(approve_next(d)), "CE/C");
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    driver_await(d, EVENT_FIRED);
    whole = resumed_from(d);
    d = driver_start(NULL, WORDS("resume", whole, "--headless"));
    end_well(d);
    g_autofree char *shown = run_shown(whole), *text = NULL;
    assert_in(shown, "the person changed press_button");
    const char *where = strstr(shown, "use the CE/C button"); /* in the decision, and in the next prompt */
    assert_true(where && strstr(where + 1, "use the CE/C button"));
    assert_int_equal(reins_run(NULL, WORDS("memory", "show", whole), &text, NULL), 0);
    assert_in(text, "press_button");
    assert_verified();
}

/* The steps have what the screen showed, and how it went: what recall finds. */
static void memory__of_the_run__has_what_was_said(void **state)
{
    (void)state;
    g_autofree char *shown = run_shown(whole), *steps = NULL, *recalled = NULL;
    assert_int_equal(reins_run(NULL, WORDS("memory", "steps", whole, "--json"), &steps, NULL), 0);
    assert_in(steps, "\"success\":\"yes\"");
    assert_in(shown, "to enter 12; the display shows 0");
    assert_int_equal(reins_run(NULL, WORDS("memory", "recall", "--app", "xcalc", TASK), &recalled, NULL), 0);
    assert_in(recalled, "press_button");
}

static void fork__before_an_edit__replayed__goes_its_own_way(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("resume", whole, "--before", "2", "--replay", "--headless"));
    assert_string_equal(label_of(approve_next(d)), "5"); /* what was fired is fired again */
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, 2);
    assert_string_equal(label_of(p), "AC"); /* as the parent proposed it */
    forked = g_strdup(d->run);
    driver_approve(d, p);
    assert_string_equal(label_of(approve_next(d)), "1");
    stop(d);
    g_autofree char *out = NULL, *at = g_strdup_printf("run %s departs from run %s at step 2", forked, whole);
    assert_int_equal(reins_run(NULL, WORDS("memory", "compare", whole, forked), &out, NULL), 1);
    assert_in(out, at);
}

static void replay__of_a_run__the_same_without_departure(void **state)
{
    (void)state;
    driver *d = start("demo", "compute 1 + 2");
    driver_await(d, EVENT_HELLO);
    g_autofree char *first = g_strdup(d->run), *brain = g_strconcat("replay:", first, NULL), *out = NULL;
    end_well(d);
    d = start(brain, "compute 1 + 2");
    driver_await(d, EVENT_HELLO);
    g_autofree char *again = g_strdup(d->run);
    end_well(d);
    if (reins_run(NULL, WORDS("memory", "compare", first, again), &out, NULL) != 0)
        fail_msg("they differ:\n%s", out);
    assert_in(out, "did the same");
}

static void export__in_each_format__has_the_run(void **state)
{
    (void)state;
    static const char *const formats[][2] = {{"json", "press_button"},
                                             {"run", NULL},
                                             {"html", "to enter 12; the display shows 0"},
                                             {"pairs", "\"rejected\":"},
                                             {"screenagent", NULL}};
    for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
        const char *format = formats[i][0];
        g_autofree char *path = g_strdup_printf("%s/exported.%s", g_get_home_dir(), format), *text = NULL, *err = NULL,
                        *back = NULL;
        if (reins_run(NULL, WORDS("memory", "export", whole, "--format", format, "--out", path), NULL, &err) != 0)
            fail_msg("%s: %s", format, err);
        if (formats[i][1]) {
            assert_true(g_file_get_contents(path, &text, NULL, NULL));
            assert_in(text, formats[i][1]);
        }
        if (g_str_equal(format, "run") || g_str_equal(format, "screenagent"))
            if (reins_run(NULL, WORDS("memory", "import", path), NULL, &back) != 0)
                fail_msg("import of %s: %s", format, back);
    }
    assert_verified();
}

#define PRESS(label) "{\"skill\":\"press_button\",\"args\":{\"label\":\"" label "\"},\"expectation\":\"\",\"reason\":\"\"}"

/* A person plays the model: the form is asked for, and what need not be said may be left out. */
static void human__fills_in_the_form(void **state)
{
    (void)state;
    driver *d = start("human", TASK);
    const event *asked = driver_await_where(d, EVENT_MODULE, "started");
    assert_string_equal(asked->module.name, "plan");
    assert_in(asked->module.form, "\"hold\"");
    assert_in(asked->text, TASK);
    driver_send(d,
                "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"r\",\"outcome\":\"continue\","
                "\"actions\":[{\"skill\":\"press_button\",\"args\":{\"label\":\"7\"},\"expectation\":\"\",\"reason\":\"\"}]}}");
    assert_string_equal(label_of(approve_next(d)), "7");
    driver_await_where(d, EVENT_MODULE, "started");
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":\"r\",\"outcome\":\"success\","
                   "\"actions\":[" PRESS("8") "]}}"); /* it would not be done */
    while (!strstr(driver_await(d, EVENT_NOTICE)->text, "module_edit: with outcome=success no action is done, and actions has 1"))
        ;
    driver_send(d, "{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"screen\":\"it shows 7\",\"success\":\"yes\","
                   "\"reasoning\":\"that is all\",\"outcome\":\"success\",\"actions\":[]}}");
    const event *ended = driver_await(d, EVENT_ENDED);
    assert_string_equal(ended->end.outcome, "success");
    assert_string_equal(ended->reason, "that is all");
    assert_int_equal(driver_exit(d), 0);
    driver_free(d);
}

static void send_plan(driver *d, const char *actions)
{
    driver_await_where(d, EVENT_MODULE, "started");
    g_autofree char *line = g_strdup_printf("{\"command\":\"module_edit\",\"module\":\"plan\",\"output\":{\"reasoning\":"
                                            "\"r\",\"outcome\":\"continue\",\"actions\":[%s]}}",
                                            actions);
    driver_send(d, line);
}

static void approve_with_effect(driver *d, const char *effect)
{
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await_where(d, EVENT_FIRED, "done")->effect, effect);
}

/* A wait shows nothing, and the plan goes on after it; what ends a plan is told with what is not done. */
static void plan__that_ends_early__is_told__and_a_wait_does_not_end_it(void **state)
{
    (void)state;
    driver_configure("direct", "[eye]\nsettle_ms=60\n[run]\nmax_actions=9\n");
    driver *d = start("human", TASK);
    send_plan(d,
              PRESS("7") ", {\"skill\":\"wait_seconds\",\"args\":{\"seconds\":0.1},\"expectation\":\"\",\"reason\":\"\"}, " PRESS(
                  "8") ", {\"skill\":\"press_key\",\"args\":{\"key\":\"F9\",\"duration\":0.02},\"expectation\":\"\","
                       "\"reason\":\"\"}, " PRESS("9") ", " PRESS("5"));
    approve_with_effect(d, "changed");
    approve_with_effect(d, "no_effect");
    assert_string_equal(label_of(approve_next(d)), "8");
    assert_int_equal(driver_notices(d, "not done"), 0);
    approve_with_effect(d, "no_effect");
    send_plan(d, PRESS("9") ", " PRESS("5"));
    assert_int_equal(driver_notices(d, "the action had no visible effect: 2 planned actions after it are not done"), 1);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->fire.place, 1);
    assert_int_equal(p->fire.of, 2);
    assert_string_equal(p->fire.rest[0], "press_button(label = \"5\")");
    assert_null(p->fire.rest[1]);
    driver_reject(d, p, "no");
    driver_await_where(d, EVENT_MODULE, "started");
    assert_int_equal(driver_notices(d, "the action was rejected: 1 planned action after it is not done"), 1);
    stop(d);
    driver_configure("direct", "[eye]\nsettle_ms=60\n");
}

/* A key that outlives its action is let go of by a pause; kept, it is pressed again, by an action that is approved. */
static void hold__lost_and_kept__is_pressed_again(void **state)
{
    (void)state;
    driver *d = start("direct", "hold");
    assert_string_equal(approve_next(d)->fire.action->skill, "hold_key");
    assert_string_equal(approve_next(d)->fire.action->skill, "wait_seconds");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"resume\"}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "hold_key");
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.action->skill, "wait_seconds"); /* and it is asked anew, with the key down */
    stop(d);
}

static void mousepad__a_haiku__is_typed_and_saved(void **state)
{
    (void)state;
    g_autofree char *file = g_build_filename(g_get_home_dir(), "haiku.txt", NULL), *text = NULL;
    g_autofree char *task = g_strdup_printf("save a haiku as %s", file);
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--agent", "direct", "--sandbox", "900x600", "--profile",
                                         "mousepad", "--app", "env -u G_DEBUG GSETTINGS_BACKEND=memory mousepad --disable-server",
                                         "--brain", "direct", task));
    end_well(d);
    assert_true(g_file_get_contents(file, &text, NULL, NULL));
    assert_string_equal(text, "an old silent pond\na frog jumps into the pond\nsplash silence again");
    assert_verified();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xcalc__edited_rejected_paused_and_killed__ends_in_408),
        cmocka_unit_test(memory__of_the_run__has_what_was_said),
        cmocka_unit_test(fork__before_an_edit__replayed__goes_its_own_way),
        cmocka_unit_test(replay__of_a_run__the_same_without_departure),
        cmocka_unit_test(export__in_each_format__has_the_run),
        cmocka_unit_test(human__fills_in_the_form),
        cmocka_unit_test(plan__that_ends_early__is_told__and_a_wait_does_not_end_it),
        cmocka_unit_test(hold__lost_and_kept__is_pressed_again),
        cmocka_unit_test(mousepad__a_haiku__is_typed_and_saved),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
