/* Whole runs: the scripted demo brain on the real xcalc in a sandbox of our own, supervised through the protocol. */
#include "tests/e2e/driver.h"

#include "engine/picture/frame.h"
#include "engine/recall/retrieve.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

static const char *const demo[] = {"run",   "--headless", "--sandbox", "640x480",         "--app",
                                   "xcalc", "--brain",    "demo",      "compute 12 × 34", NULL};

/* The digits of xcalc's display at its default geometry, without window manager at 0,0. */
#define DIGITS_X 31
#define DIGITS_Y 9
#define DIGITS_WIDTH 186
#define DIGITS_HEIGHT 17

static frame *digits_of(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(frame) whole = frame_read(path, &error);
    if (!whole)
        fail_msg("%s: %s", path, error->message);
    return frame_crop(whole, DIGITS_X, DIGITS_Y, DIGITS_WIDTH, DIGITS_HEIGHT);
}

/* What xcalc shows when another tool types the same calculation: looked at by `reins see`. */
static frame *digits_by_xdotool(void)
{
    struct xvfb x;
    g_autofree char *out = NULL, *picture = g_build_filename(g_get_home_dir(), "other.png", NULL);
    xvfb_start(&x, 640, 480, NULL);
    pid_t pid = xcalc_start(x.display);
    const char *type[] = {"xdotool", "mousemove", "100",      "200", "key", "--delay", "50",
                          "1",       "2",         "asterisk", "3",   "4",   "equal",   NULL};
    assert_int_equal(helper_run(x.display, type, NULL), 0);
    const char *see[] = {"see", "--display", x.display, "--out", picture, NULL};
    assert_int_equal(reins_run(NULL, see, &out, NULL), 0);
    frame *digits = digits_of(picture);
    helper_end(pid);
    xvfb_stop(&x);
    return digits;
}

static const event *last_frame(driver *d)
{
    for (guint i = d->heard->len; i > 0; i--) {
        const event *e = g_ptr_array_index(d->heard, i - 1);
        if (e->kind == EVENT_FRAME)
            return e;
    }
    fail_msg("no frame event");
    abort();
}

/* From the end of the first step on each meter says what the last whole step took, and of what that consists. */
static void assert_own_cost(const driver *d)
{
    guint whole = 0, fired = 0;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        const struct event_spent *s = &e->spent;
        fired += e->kind == EVENT_FIRED;
        if (e->kind != EVENT_METER || s->ms == 0)
            continue;
        whole++;
        assert_true(fired > 0);
        assert_int_equal(s->ms, s->look_ms + s->ask_ms + s->propose_ms + s->fire_ms);
    }
    assert_true(whole >= fired && fired > 0);
}

/* The general skills were in front of each plan's list, with a profile of its own, too. */
static void assert_general_first(const driver *d)
{
    guint plans = 0;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind != EVENT_MODULE || !e->module.skills || !*e->module.skills)
            continue;
        plans++;
        g_autofree char *lines = retrieved_lines(e->module.skills);
        const char *first = strstr(lines, "move_mouse_to_position("), *second = strstr(lines, "\nclick_at_position(");
        if (first != lines || !second || !strstr(lines, " press_button("))
            fail_msg("%s", lines);
    }
    assert_true(plans > 0);
}

static void run__demo_approved__ends_in_408(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, demo);
    const event *hello = driver_await(d, EVENT_HELLO);
    assert_int_equal(hello->about.protocol, PROTOCOL_VERSION);
    assert_true(*hello->about.run && *hello->about.display == ':');
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    assert_general_first(d);
    assert_own_cost(d);
    g_autoptr(frame) ours = digits_of(last_frame(d)->picture.path), theirs = digits_by_xdotool();
    assert_true(frame_similarity(ours, theirs, 0) == 1.0);
    assert_verified();
    driver_free(d);
}

static action *press(const char *label)
{
    action *a = action_new("press_button");
    action_set_string(a, "label", label);
    return a;
}

static void run__edit__changes_what_happens_next(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, demo);
    const event *first = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(action_get(first->fire.action, "label")->string, "1");
    g_autoptr(action) other = press("5");
    driver_edit(d, first, other);
    const event *decision = driver_await(d, EVENT_DECISION);
    assert_int_equal(decision->id, first->id);
    assert_string_equal(decision->decided.verdict, "edited");
    const event *second = driver_await(d, EVENT_PROPOSAL);
    assert_int_not_equal(second->id, first->id);
    assert_int_equal(second->fire.edited_from, first->id);
    assert_string_not_equal(second->fire.digest, first->fire.digest);
    assert_string_equal(action_get(second->fire.action, "label")->string, "5");
    /* the old digest approves nothing */
    driver_approve(d, first);
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "error")->text, "no longer waits"));
    driver_approve(d, second);
    assert_string_equal(driver_await_where(d, EVENT_DECISION, "approved")->decided.by, "human");
    driver_await_where(d, EVENT_FIRED, "done");
    /* the display shows 5 where 1 was wanted: the next plan is not the 2 that would have come */
    const event *third = driver_await(d, EVENT_PROPOSAL);
    const struct value *label = action_get(third->fire.action, "label");
    assert_true(!label || !g_str_equal(label->string, "2"));
    driver_approve(d, third);
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    g_autofree char *out = NULL;
    const char *steps[] = {"memory", "steps", d->run, "--json", NULL};
    assert_int_equal(reins_run(NULL, steps, &out, NULL), 0);
    assert_non_null(strstr(out, "edited"));
    driver_free(d);
}

static void run__reject_with_reason__reaches_the_next_plan(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, demo);
    const event *first = driver_await(d, EVENT_PROPOSAL);
    driver_reject(d, first, "use the keyboard instead");
    const event *decision = driver_await(d, EVENT_DECISION);
    assert_string_equal(decision->decided.verdict, "rejected");
    assert_string_equal(decision->reason, "use the keyboard instead");
    const event *second = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *a = action_describe(first->fire.action), *b = action_describe(second->fire.action);
    assert_string_not_equal(a, b);
    driver_approve(d, second);
    const event *ended = driver_approve_all(d);
    assert_string_equal(ended->end.outcome, "success");
    assert_int_equal(driver_exit(d), 0);
    g_autofree char *out = run_shown(d->run);
    /* in the decision, and in the prompt of the next plan */
    const char *where = strstr(out, "use the keyboard instead");
    assert_non_null(where);
    assert_non_null(strstr(where + 1, "use the keyboard instead"));
    driver_free(d);
}

static void run__pause__voids_and_resume_plans_again(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, demo);
    const event *first = driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    const event *voided = driver_await_where(d, EVENT_DECISION, "voided");
    assert_int_equal(voided->id, first->id);
    driver_approve(d, first);
    driver_await_where(d, EVENT_NOTICE, "error");
    driver_send(d, "{\"command\":\"resume\"}");
    const event *second = driver_await(d, EVENT_PROPOSAL);
    assert_int_not_equal(second->id, first->id);
    driver_send(d, "{\"command\":\"takeover\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"handback\",\"note\":\"I looked\"}");
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"stop\"}");
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

static void run__end_of_file_and_signals__stop_with_4(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, demo);
    driver_await(d, EVENT_PROPOSAL);
    driver_close(d);
    assert_string_equal(driver_await_where(d, EVENT_DECISION, "voided")->decided.by, "engine"); /* nobody has decided */
    assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
    const int signals[] = {SIGTERM, SIGINT};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
        d = driver_start(NULL, demo);
        driver_await(d, EVENT_PROPOSAL);
        kill(d->pid, signals[i]);
        assert_string_equal(driver_await(d, EVENT_ENDED)->end.outcome, "stopped");
        assert_int_equal(driver_exit(d), 4);
        driver_free(d);
    }
}

static void run__unfit_commands__notice_and_go_on(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, demo);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    g_autofree char *big = g_strnfill(2 * 1024 * 1024, 'x'), *deep = g_strnfill(3000, '[');
    const char *lines[] = {
        "hello",
        "{\"command\":\"fire\"}",
        deep,
        big,
        "{\"command\":\"approve\",\"id\":99,\"digest\":\"x\"}",
        "{\"command\":\"approve\",\"id\":1,\"digest\":\"0000\"}",
        "{\"command\":\"resume\"}",
        "{\"command\":\"edit\",\"id\":1,\"action\":{\"skill\":\"no_such_skill\",\"args\":{}}}",
        "{\"command\":\"edit\",\"id\":1,\"action\":{\"skill\":\"click_at_position\",\"args\":{\"x\":99999,\"y\":5}}}"};
    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        driver_send(d, lines[i]);
        driver_await_where(d, EVENT_NOTICE, "error");
    }
    driver_approve(d, p);
    driver_await_where(d, EVENT_FIRED, "done");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

static void run__max_steps__budget(void **state)
{
    (void)state;
    const char *words[] = {"run",         "--headless", "--sandbox", "640x480", "--app",           "xcalc",
                           "--max-steps", "2",          "--brain",   "demo",    "compute 12 × 34", NULL};
    driver *d = driver_start(NULL, words);
    assert_string_equal(driver_approve_all(d)->end.outcome, "budget");
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run__demo_approved__ends_in_408),
        cmocka_unit_test(run__edit__changes_what_happens_next),
        cmocka_unit_test(run__reject_with_reason__reaches_the_next_plan),
        cmocka_unit_test(run__pause__voids_and_resume_plans_again),
        cmocka_unit_test(run__end_of_file_and_signals__stop_with_4),
        cmocka_unit_test(run__unfit_commands__notice_and_go_on),
        cmocka_unit_test(run__max_steps__budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
