/* What may follow what in a run, pair by pair. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/run/control.h"

#include <string.h>

static int complaints;

static void complain(const char *domain, GLogLevelFlags level, const char *text, void *data)
{
    (void)domain;
    (void)data;
    assert_true(level & G_LOG_LEVEL_CRITICAL);
    assert_non_null(strstr(text, "cannot be"));
    complaints++;
}

/* Y: the state of the row may be followed by that of the column, both in the order of the enum. */
static const char *const state_rows[CONTROL_STATE_COUNT] = {
    "Y-Y----", /* running */
    "YYY----", /* resuming */
    "YYYYY--", /* paused */
    "YY-YY--", /* yielded */
    "YYY-YY-", /* taken over */
    "----YYY", /* driving */
    "--Y--YY", /* drive ending */
};
static const char *const activity_rows[ACTIVITY_COUNT] = {
    "YYY--", /* nothing */
    "YY---", /* editing */
    "Y-YY-", /* granted */
    "---YY", /* firing */
    "Y---Y", /* verifying */
};

static void control__every_change__as_the_table_has_it(void **state)
{
    (void)state;
    struct run_control *c = run_control_new();
    GLogFunc before = g_log_set_default_handler(complain, NULL);
    GLogLevelFlags fatal = g_log_set_always_fatal(G_LOG_FATAL_MASK); /* a mistake of the engine's ends a test */
    for (int from = 0; from < CONTROL_STATE_COUNT; from++)
        for (int to = 0; to < CONTROL_STATE_COUNT; to++) {
            bool legal = state_rows[from][to] == 'Y';
            int told = complaints;
            c->state = (enum control_state)from;
            if (control_change(c, (enum control_state)to) != legal)
                fail_msg("%s to %s", control_state_name((enum control_state)from), control_state_name((enum control_state)to));
            assert_int_equal(c->state, legal ? to : from);
            assert_int_equal(complaints, legal ? told : told + 1);
        }
    for (int from = 0; from < ACTIVITY_COUNT; from++)
        for (int to = 0; to < ACTIVITY_COUNT; to++) {
            bool legal = activity_rows[from][to] == 'Y';
            int told = complaints;
            c->activity = (enum activity)from;
            if (activity_change(c, (enum activity)to) != legal)
                fail_msg("%s to %s", activity_name((enum activity)from), activity_name((enum activity)to));
            assert_int_equal(c->activity, legal ? to : from);
            assert_int_equal(complaints, legal ? told : told + 1);
        }
    g_log_set_default_handler(before, NULL);
    g_log_set_always_fatal(fatal);
    run_control_free(c);
}

static void control__pause__from_every_state__is_legal(void **state)
{
    (void)state;
    static const enum control_state after[CONTROL_STATE_COUNT] = {
        [CONTROL_RUNNING] = CONTROL_PAUSED,
        [CONTROL_RESUMING] = CONTROL_PAUSED,
        [CONTROL_PAUSED] = CONTROL_PAUSED,
        [CONTROL_YIELDED] = CONTROL_YIELDED,
        [CONTROL_TAKEN_OVER] = CONTROL_PAUSED,
        [CONTROL_DRIVING] = CONTROL_DRIVE_ENDING,
        [CONTROL_DRIVE_ENDING] = CONTROL_DRIVE_ENDING,
    };
    struct run_control *c = run_control_new();
    for (int from = 0; from < CONTROL_STATE_COUNT; from++) {
        c->state = (enum control_state)from;
        control_pause(c);
        assert_int_equal(c->state, after[from]);
        assert_true(control_is_paused(c));
        assert_false(control_is_taken_over(c));
        bool driving = control_is_driving(c);
        control_take_over(c); /* the person may, after any pause */
        assert_true(control_is_taken_over(c));
        assert_true(control_is_paused(c));
        assert_int_equal(control_is_driving(c), driving);
    }
    run_control_free(c);
}

/* The whole of a take-over with a pause in the middle of an action: what is typed goes on being the person's. */
static void control__driving__ends_where_it_came_from(void **state)
{
    (void)state;
    struct run_control *c = run_control_new();
    control_pause(c);
    control_take_over(c);
    assert_true(control_change(c, CONTROL_DRIVING));
    control_end_driving(c);
    assert_int_equal(c->state, CONTROL_TAKEN_OVER);
    assert_true(control_change(c, CONTROL_DRIVING));
    control_pause(c);
    control_end_driving(c);
    assert_int_equal(c->state, CONTROL_PAUSED);
    assert_true(control_change(c, CONTROL_RESUMING));
    assert_false(control_is_paused(c));
    control_released(c);
    assert_int_equal(c->state, CONTROL_RUNNING);
    control_pause(c);
    control_released(c); /* the answer to the release of a pause resumes nothing */
    assert_int_equal(c->state, CONTROL_PAUSED);
    run_control_free(c);
}

static void control__firing__ends_once(void **state)
{
    (void)state;
    struct run_control *c = run_control_new();
    assert_false(control_end_firing(c));
    assert_false(control_is_acting(c));
    activity_change(c, ACTIVITY_GRANTED);
    assert_true(control_is_acting(c));
    assert_false(control_end_firing(c));
    activity_change(c, ACTIVITY_FIRING);
    assert_true(control_is_acting(c));
    assert_true(control_end_firing(c));
    assert_true(control_is_acting(c));
    assert_false(control_end_firing(c)); /* a second answer, or a death after it, is none of that grant */
    activity_change(c, ACTIVITY_NONE);
    assert_false(control_is_acting(c));
    activity_change(c, ACTIVITY_EDITING);
    assert_false(control_is_acting(c));
    run_control_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control__every_change__as_the_table_has_it),
        cmocka_unit_test(control__pause__from_every_state__is_legal),
        cmocka_unit_test(control__driving__ends_where_it_came_from),
        cmocka_unit_test(control__firing__ends_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
