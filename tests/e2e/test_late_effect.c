/* What an action has done is seen only after the verdict on it: the verdict is corrected before any module is asked, everywhere
 * where it stands, and nothing that came in between is taken for it. The program is the test: it paints when it is told. */
#include "tests/e2e/driver.h"

#include "config/config.h"
#include "memory/memory.h"
#include "memory/skills.h"
#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define OLD 0x336699
#define NEW 0xcc4444

static struct xvfb x;
static sink *office;
static driver *d;
static char *run;

static int start(void **state)
{
    (void)state;
    driver_configure("gate", "[eye]\nsettle_ms=100");
    xvfb_start(&x, 320, 240, NULL);
    office = sink_start(x.display, "office", 20, 20, 200, 150, OLD);
    sink_focus(office);
    d = driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "kF5 kF6 kF7"));
    driver_await(d, EVENT_HELLO);
    run = g_strdup(d->run);
    return 0;
}

static void end(void)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    g_clear_pointer(&d, driver_free);
    g_clear_pointer(&run, g_free);
}

static int stop(void **state)
{
    (void)state;
    if (d)
        end();
    assert_verified();
    sink_stop(office);
    xvfb_stop(&x);
    return 0;
}

/* F5, which nothing comes of as far as is seen. */
static void press_without_effect(void)
{
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    assert_string_equal(driver_await_where(d, EVENT_FIRED, "done")->effect, "no_effect");
}

static memory *store(void)
{
    g_autofree char *dir = config_data_dir(NULL);
    memory *m = memory_open(dir, false, NULL);
    assert_non_null(m);
    return m;
}

static void assert_step(const char *effect)
{
    g_autoptr(memory) m = store();
    g_autoptr(GPtrArray) steps = memory_steps(m, g_ascii_strtoll(run, NULL, 10), NULL);
    g_autoptr(GPtrArray) proposals = memory_proposals(m, g_ascii_strtoll(run, NULL, 10), 1, NULL);
    g_autoptr(GPtrArray) frames = memory_frames(m, g_ascii_strtoll(run, NULL, 10), 1, NULL);
    const struct memory_frame *first = frames->pdata[0], *last = frames->pdata[frames->len - 1];
    bool came = g_str_equal(effect, "changed");
    assert_string_equal(((const struct memory_step *)steps->pdata[0])->effect, effect);
    assert_string_equal(((const struct memory_proposal *)proposals->pdata[0])->stage, came ? "verified" : "no_effect");
    assert_string_equal(last->role, "observation");
    assert_int_equal(g_str_equal(first->hash, last->hash), !came); /* the picture after the action */
}

/* How the skill came out: as counted, and one by one. */
static void assert_counted(const char *what)
{
    g_autoptr(memory) m = store();
    g_autoptr(GPtrArray) rows = memory_outcome_counts(m, "press_key", NULL);
    assert_int_equal(rows->len, 1);
    const struct memory_counts *n = rows->pdata[0];
    g_autoptr(GPtrArray) outcomes = memory_outcomes(m, "press_key", n->sha256, 0, 0, NULL);
    int verified = 0, no_effect = 0;
    for (guint i = 0; i < outcomes->len; i++) {
        const struct memory_outcome *o = outcomes->pdata[i];
        bool judged =
            o->run == g_ascii_strtoll(run, NULL, 10) && !g_str_equal(o->what, "proposed") && !g_str_equal(o->what, "fired");
        verified += g_str_equal(o->what, "verified");
        no_effect += g_str_equal(o->what, "no_effect");
        if (judged)
            assert_string_equal(o->what, what);
    }
    assert_int_equal(n->verified, verified);
    assert_int_equal(n->no_effect, no_effect);
    assert_int_equal(n->fired, verified + no_effect);
}

/* What the plan of that step was told of the action before it. */
static void assert_told(gint64 step, const char *effect)
{
    g_autoptr(memory) m = store();
    g_autoptr(GPtrArray) calls = memory_calls(m, g_ascii_strtoll(run, NULL, 10), step, NULL);
    g_autofree char *words = g_strdup_printf("effect: %s", effect);
    int asked = 0;
    for (guint i = 0; i < calls->len; i++) {
        const struct memory_call *call = calls->pdata[i];
        bool last = g_str_equal(call->module, "plan") || g_str_equal(call->module, "reflect");
        asked += last;
        if (last && !strstr(call->prompt, words))
            fail_msg("%s was not told \"%s\": %s", call->module, words, call->prompt);
    }
    assert_true(asked > 0);
}

static void comes_after_the_verdict__corrected_before_a_module_is_asked(void **state)
{
    (void)state;
    press_without_effect();
    sink_fill(office, 0, 0, 200, 150, NEW);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, 2);
    assert_null(p->reason);
    assert_int_equal(driver_notices(d, "step 1: its effect came late (changed): the record is corrected, nothing to do"), 1);
    assert_step("changed");
    assert_counted("verified");
    assert_told(2, "changed");
}

static void comes_while_the_next_one_waits__is_told_with_its_place(void **state)
{
    (void)state;
    struct sink_event key;
    driver_approve(d, driver_await(d, EVENT_PROPOSAL));
    do
        assert_true(sink_next(office, &key, 30000));
    while (key.kind != SINK_KEY_PRESS);
    sink_fill(office, 0, 0, 50, 50, NEW);
    driver_await_where(d, EVENT_FIRED, "done");
    driver_await(d, EVENT_PROPOSAL);
    sink_fill(office, 0, 0, 200, 150, NEW);
    const event *e = driver_await(d, EVENT_DECISION);
    if (!strstr(e->reason, " has changed at ") || /* stale: more than three seconds later, on a busy machine */
        (g_str_equal(e->decided.verdict, "voided") && !strstr(e->reason, "; it came after the last key, click or move")))
        fail_msg("%s: %s", e->decided.verdict, e->reason);
}

static void came_late__killed_and_resumed__still_told_so(void **state)
{
    (void)state;
    press_without_effect();
    sink_fill(office, 0, 0, 200, 150, NEW);
    driver_await_where(d, EVENT_MODULE, "plan");
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_step("changed");
    assert_counted("verified");
    assert_told(p->step, "changed");
}

/* On an empty display a window opens late. */
static sink *window_comes_late(const char *const *words)
{
    d = driver_start(NULL, words);
    driver_await(d, EVENT_HELLO);
    run = g_strdup(d->run);
    press_without_effect();
    sink *s = sink_start(d->display, "office", 20, 20, 200, 150, OLD);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->step, 2);
    assert_int_equal(driver_notices(d, "step 1: its effect came late (changed): the record is corrected, nothing to do"), 1);
    assert_counted("verified");
    assert_told(2, "changed");
    return s;
}

/* Fired again by a fork it comes late again: the replay goes on. */
static void came_late__replayed__comes_late_again(void **state)
{
    (void)state;
    end();
    sink *first = window_comes_late(WORDS("run", "--headless", "--sandbox", "320x240", "--brain", "gate", "kF5 kF6"));
    g_autofree char *parent = g_strdup(run);
    end();
    sink_stop(first);
    sink *again = window_comes_late(WORDS("resume", parent, "--from", "1", "--replay", "--headless"));
    assert_int_equal(driver_notices(d, "the replay stopped"), 0);
    end();
    sink_stop(again);
}

/* Nothing but a text cursor has changed: that is no effect. */
static void caret_blinks__no_effect(void **state)
{
    (void)state;
    press_without_effect();
    sink_fill(office, 60, 60, 2, 16, NEW);
    driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(driver_notices(d, "came late"), 0);
    assert_step("no_effect");
    assert_counted("no_effect");
    assert_told(2, "no_effect");
}

/* While it is paused the display is the person's: what changes then may be theirs. */
static void changes_while_paused__no_effect(void **state)
{
    (void)state;
    press_without_effect();
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    sink_fill(office, 0, 0, 200, 150, NEW);
    driver_send(d, "{\"command\":\"resume\"}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(driver_notices(d, "came late"), 0);
    assert_counted("no_effect");
    assert_told(p->step, "no_effect");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(comes_after_the_verdict__corrected_before_a_module_is_asked),
        CASE(comes_while_the_next_one_waits__is_told_with_its_place),
        CASE(came_late__killed_and_resumed__still_told_so),
        CASE(came_late__replayed__comes_late_again),
        CASE(caret_blinks__no_effect),
        CASE(changes_while_paused__no_effect),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
