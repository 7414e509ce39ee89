/* Closed loops in a run: asked for in every mode, told while they fire, and ended by whatever may happen in the middle — with
 * nothing held, and the run goes on. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define RESUME "{\"command\":\"resume\"}"

static struct xvfb x;
static sink *window;

static const char skills[] =
    "--- Press w twice.\n"
    "function tap()\n"
    "  local n = 0\n"
    "  loop({seconds = 20, events = 40, keys = {'w'}}, function() n = n + 1 key.press('w', 0.15) return n == 2 end)\n"
    "end\n"
    "--- Type a seven.\n"
    "function seven()\n"
    "  loop({seconds = 20, events = 40, keys = {'7'}}, function() key.press('7', 0.05) return true end)\n"
    "end\n"
    "--- Hold w and the button, and move about.\n"
    "function hold_on()\n"
    "  local n = 0\n"
    "  loop({seconds = 50, events = 1900, keys = {'left mouse', 'w'}, rect = {50, 50, 200, 200}}, function()\n"
    "    if n == 0 then key.hold('w') mouse.hold() end\n"
    "    n = n + 1\n"
    "    mouse.move(100 + n % 2, 100, {duration = 0})\n"
    "    wait(0.05)\n"
    "  end)\n"
    "end\n";

static void write_file(const char *base, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(base, "reins", name, NULL), *dir = g_path_get_dirname(path);
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* A rule that allows everything: no loop goes by it. */
static int setup(void **state)
{
    (void)state;
    driver_configure(
        "skiller",
        "[eye]\nsettle_ms=40\n[gate]\nfuse_ms=200\n[skills]\ntrust_after=1\n[rule all]\nverdict=allow\nskill=*\ntier=3");
    write_file(g_get_user_data_dir(), "skills/loops.lua", skills);
    xvfb_start(&x, 640, 480, NULL);
    window = sink_start(x.display, "target", 0, 0, 640, 480, 0x336699);
    sink_focus(window);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    sink_stop(window);
    xvfb_stop(&x);
    return 0;
}

static driver *start(const char *display, const char *mode, const char *skill)
{
    return driver_start(NULL, WORDS("run", "--headless", "--display", display, "--brain", "skiller", "--mode", mode, skill));
}

static bool nothing_down(void *display)
{
    return observer_keys(display) == 0 && observer_buttons(display, NULL, NULL) == 0;
}

static void assert_released(void)
{
    if (!helper_await(nothing_down, x.display, 10000))
        fail_msg("%d keys, buttons %u are still down", observer_keys(x.display), observer_buttons(x.display, NULL, NULL));
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_released();
    assert_verified();
    driver_free(d);
}

static const event *loop_proposed(driver *d)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    if (p->judged.fuse_ms || p->judged.tier < 2 || !strstr(p->judged.explain, "\"closed-loop-asks\"") ||
        !timeline_loop_of(p->fire.timeline))
        fail_msg("tier %d, fuse %d ms: %s", p->judged.tier, p->judged.fuse_ms, p->judged.explain);
    return p;
}

static const event *fired(driver *d, const char *status, const char *reason)
{
    const event *f = driver_await(d, EVENT_FIRED);
    if (!g_str_equal(f->status, status) || !strstr(f->reason ? f->reason : "", reason))
        fail_msg("fired: %s (%s), not %s (%s)", f->status, f->reason ? f->reason : "", status, reason);
    return f;
}

/* No mode, fuse, grant or rule fires a loop: a person says yes to each. */
static void loop__in_every_mode__asks(void **state)
{
    (void)state;
    static const char *const modes[] = {"risk", "watch", "step"};
    driver *d = start(x.display, "step", "tap");
    for (gsize i = 0; i <= G_N_ELEMENTS(modes); i++) {
        const event *p = loop_proposed(d);
        driver_listen(d, 500); /* longer than a fuse */
        driver_approve(d, p);
        const event *e = driver_await(d, EVENT_DECISION);
        if (!g_str_equal(e->decided.verdict, "approved") || !g_str_equal(e->decided.by, "human"))
            fail_msg("%s by %s", e->decided.verdict, e->decided.by);
        if (i == 0)
            driver_send(d, "{\"command\":\"grant\",\"until\":\"count\",\"value\":50,\"tier\":2}");
        if (i < G_N_ELEMENTS(modes)) {
            g_autofree char *line = g_strdup_printf("{\"command\":\"mode\",\"mode\":\"%s\"}", modes[i]);
            driver_send(d, line);
        }
        fired(d, "done", "");
    }
    stop(d);
}

static void grant_loop(driver *d, const event *p, int runs)
{
    g_autofree char *line = g_strdup_printf("{\"command\":\"grant\",\"until\":\"loop\",\"value\":%d,\"id\":%d}", runs, p->id);
    driver_send(d, line);
}

/* On a display of reins' own: so many runs of that skill, and no more. A skill on trial asks all the same. */
static void loop__granted_in_a_sandbox__fires_so_often(void **state)
{
    (void)state;
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "320x240", "--app", "xcalc", "--brain", "skiller",
                                         "--mode", "step", "seven"));
    const event *p = loop_proposed(d);
    driver_approve(d, p);
    fired(d, "done", "");
    p = loop_proposed(d);
    grant_loop(d, p, 1);
    const event *g = driver_await(d, EVENT_GRANT);
    assert_string_equal(g->status, "active");
    assert_string_equal(g->grant.until, "loop");
    assert_non_null(strstr(g->reason, "seven: at most 40 events in 20 s"));
    driver_listen(d, 200); /* what waits still needs its yes */
    driver_approve(d, p);
    fired(d, "done", "");
    loop_proposed(d);
    driver_await_where(d, EVENT_GRANT, "spent");
    const event *e = driver_await(d, EVENT_DECISION);
    if (!g_str_equal(e->decided.verdict, "auto") || !g_str_equal(e->decided.by, "grant:1"))
        fail_msg("%s by %s", e->decided.verdict, e->decided.by);
    fired(d, "done", "");
    p = loop_proposed(d);
    driver_listen(d, 500);
    driver_approve(d, p);
    do
        e = driver_await(d, EVENT_DECISION);
    while (e->id != p->id);
    assert_string_equal(e->decided.by, "human");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    assert_verified();
    driver_free(d);
}

static void loop__granted_on_another_display__asks_all_the_same(void **state)
{
    (void)state;
    driver *d = start(x.display, "step", "tap");
    const event *p = loop_proposed(d);
    grant_loop(d, p, 5);
    const event *e = driver_await_where(d, EVENT_NOTICE, "error");
    assert_non_null(strstr(e->text, "only on a display of reins' own"));
    driver_approve(d, p);
    fired(d, "done", "");
    p = loop_proposed(d);
    driver_listen(d, 500);
    driver_approve(d, p);
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "human");
    stop(d);
}

static void loop__in_mode_dry__fires_nothing(void **state)
{
    (void)state;
    for (struct sink_event e; sink_next(window, &e, 20);)
        ;
    driver *d = start(x.display, "dry", "tap");
    driver_approve(d, loop_proposed(d));
    const event *e;
    do {
        e = driver_await_where(d, EVENT_NOTICE, "info");
    } while (!strstr(e->text, "is approved and not fired"));
    assert_int_equal(child_named(d->pid, "hand"), 0);
    assert_int_equal(child_named(d->pid, "worker loop"), 0);
    loop_proposed(d); /* the next step */
    stop(d);
    for (struct sink_event s; sink_next(window, &s, 50);)
        assert_true(s.kind != SINK_KEY_PRESS);
}

/* Approves the next loop and waits until its holds are down and it has said how far it is. */
static const event *under_way(driver *d)
{
    const event *p = loop_proposed(d), *e;
    driver_approve(d, p);
    do {
        e = driver_await(d, EVENT_HELD);
    } while (!e->holds.keys[0] || !e->holds.buttons[0]);
    do {
        e = driver_await(d, EVENT_LOOP);
        assert_int_equal(e->id, p->id);
        assert_int_equal(e->loop.max_events, 1900);
        assert_int_equal(e->loop.max_ms, 50000);
    } while (e->loop.events < 5);
    assert_true(e->loop.ms >= 0 && e->loop.ms <= e->loop.max_ms);
    assert_true(observer_key(x.display, "w"));
    return p;
}

/* How far it is comes again and again, and only grows. */
static void loop__while_it_fires__says_how_far_it_is(void **state)
{
    (void)state;
    driver *d = start(x.display, "step", "hold_on");
    under_way(d);
    const event *before = driver_await(d, EVENT_LOOP), *now = driver_await(d, EVENT_LOOP);
    assert_true(now->loop.events > before->loop.events);
    assert_true(now->loop.ms > before->loop.ms);
    stop(d); /* in the middle */
}

static void loop__stopped_by_a_person__lets_go_and_goes_on(void **state)
{
    (void)state;
    driver *d = start(x.display, "step", "hold_on");
    under_way(d);
    driver_send(d, "{\"command\":\"pause\"}");
    fired(d, "aborted", "");
    assert_released();
    driver_send(d, RESUME);
    under_way(d);
    driver_send(d, "{\"command\":\"takeover\"}");
    fired(d, "aborted", "");
    assert_released();
    driver_send(d, "{\"command\":\"handback\",\"note\":\"go on\"}");
    under_way(d);
    stop(d);
}

/* The eye dies, hangs; the worker dies: the hand lets go, and the next step comes by itself. */
static void loop__the_eye_or_the_worker_dies__lets_go_and_goes_on(void **state)
{
    (void)state;
    driver *d = start(x.display, "step", "hold_on");
    under_way(d);
    kill(child_named(d->pid, "eye"), SIGKILL);
    fired(d, "aborted", "the eye has died");
    assert_released();
    under_way(d);
    pid_t eye = child_named(d->pid, "eye");
    helper_halt(eye);
    fired(d, "aborted", "the eye does not answer");
    assert_released();
    kill(eye, SIGCONT);
    under_way(d);
    kill(child_named(d->pid, "worker loop"), SIGKILL);
    fired(d, "aborted", "the loop's step failed: the loop worker died of signal 9");
    assert_released();
    loop_proposed(d);
    stop(d);
}

static void loop__the_hand_dies__is_uncertain_and_paused(void **state)
{
    (void)state;
    driver *d = start(x.display, "step", "hold_on");
    under_way(d);
    kill(child_named(d->pid, "hand"), SIGKILL);
    driver_await_where(d, EVENT_STATE, "paused");
    fired(d, "uncertain", "the hand has died");
    assert_released();
    driver_send(d, RESUME);
    under_way(d);
    kill(d->pid, SIGKILL); /* the engine: nobody is left but the hand */
    assert_released();
    driver_exit(d);
    driver_free(d);
}

/* Neither dies: the hand is stopped, then the engine. */
static void loop__the_hand_or_the_engine_hangs__lets_go(void **state)
{
    (void)state;
    driver *d = start(x.display, "step", "hold_on");
    under_way(d);
    helper_halt(child_named(d->pid, "hand"));
    fired(d, "uncertain", "");
    assert_released();
    driver_send(d, RESUME);
    under_way(d);
    helper_halt(d->pid);
    assert_released();
    kill(d->pid, SIGCONT);
    fired(d, "aborted", "nothing had been heard of the engine");
    driver_send(d, RESUME);
    under_way(d);
    stop(d);
}

static void loop__the_display_dies__pauses(void **state)
{
    (void)state;
    struct xvfb other;
    g_autofree char *own = g_strdup(x.display);
    xvfb_start(&other, 640, 480, NULL);
    sink *target = sink_start(other.display, "target", 0, 0, 640, 480, 0x336699);
    sink_focus(target);
    driver *d = start(other.display, "step", "hold_on");
    driver_approve(d, loop_proposed(d));
    while (driver_await(d, EVENT_LOOP)->loop.events < 5)
        ;
    guint before = d->seen;
    xvfb_kill(&other);
    fired(d, "uncertain", "");
    d->seen = before; /* hand and eye see the loss each for itself: either may be the first to say so */
    driver_await_where(d, EVENT_STATE, "paused");
    stop(d);
    sink_stop(target);
    xvfb_stop(&other);
    g_setenv("DISPLAY", own, TRUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop__in_every_mode__asks),
        cmocka_unit_test(loop__granted_in_a_sandbox__fires_so_often),
        cmocka_unit_test(loop__granted_on_another_display__asks_all_the_same),
        cmocka_unit_test(loop__in_mode_dry__fires_nothing),
        cmocka_unit_test(loop__while_it_fires__says_how_far_it_is),
        cmocka_unit_test(loop__stopped_by_a_person__lets_go_and_goes_on),
        cmocka_unit_test(loop__the_eye_or_the_worker_dies__lets_go_and_goes_on),
        cmocka_unit_test(loop__the_hand_dies__is_uncertain_and_paused),
        cmocka_unit_test(loop__the_hand_or_the_engine_hangs__lets_go),
        cmocka_unit_test(loop__the_display_dies__pauses),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
