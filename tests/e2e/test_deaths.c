/* What a death does: kill -9 of each process in the middle of an action. Nothing stays down, the keyboard
 * map is as it was, nothing is fired twice, the journal tells the truth. The random campaign, which also stops hand, engine and
 * X server without killing them (test_hung.c), runs whole in `make soak` (KILLS=50 SEED=…); here a sample of 4.
 */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <cmocka.h>

static bool nothing_down(void *display)
{
    return observer_keys(display) == 0 && observer_buttons(display, NULL, NULL) == 0;
}

struct same_map {
    const char *display, *map;
};

static bool map_is_same(void *data)
{
    const struct same_map *same = data;
    g_autofree char *now = observer_keymap(same->display);
    return g_str_equal(now, same->map);
}

static void assert_released(const char *display)
{
    if (!helper_await(nothing_down, (void *)display, 30000))
        fail_msg("%d keys are still down", observer_keys(display));
}

static driver *start_with(const struct xvfb *x, const char *task)
{
    const char *words[] = {"run", "--headless", "--display", x->display, "--app", "xcalc", "--brain", "holder", task, NULL};
    driver_configure("holder", "");
    return driver_start(NULL, words);
}

static driver *start_on(const struct xvfb *x)
{
    return start_with(x, "hold");
}

/* Nobody is asked to start a program there, and none is needed to hold a key. */
static driver *start_on_vnc(const char *screen, const char *task)
{
    driver_configure("holder", "");
    return driver_start(NULL, WORDS("run", "--headless", "--display", screen, "--brain", "holder", task));
}

static driver *start_in_sandbox(const char *size)
{
    const char *words[] = {"run", "--headless", "--sandbox", size, "--app", "xcalc", "--brain", "holder", "hold", NULL};
    driver_configure("holder", "");
    return driver_start(NULL, words);
}

/* Approves until the key is down on the display. */
static const event *hold(driver *d, const struct xvfb *x)
{
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    const event *held = driver_await(d, EVENT_HELD);
    assert_int_equal(g_strv_length(held->holds.keys), 1);
    assert_true(observer_key(x->display, "a"));
    return p;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    while ((text = strstr(text, word))) {
        n++;
        text += strlen(word);
    }
    return n;
}

static void death__hand__uncertain_paused_and_released(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = start_on(&x);
    const event *p = hold(d, &x);
    kill(child_named(d->pid, "hand"), SIGKILL);
    const event *fired = driver_await(d, EVENT_FIRED);
    assert_int_equal(fired->id, p->id);
    assert_string_equal(fired->status, "uncertain");
    assert_null(driver_await(d, EVENT_HELD)->holds.keys[0]);
    assert_int_equal(observer_keys(x.display), 0); /* told when it is true: by the hand that has let go of it */
    assert_released(x.display);
    driver_send(d, "{\"command\":\"resume\"}");
    const event *next = driver_await(d, EVENT_PROPOSAL);
    assert_int_not_equal(next->id, p->id);
    assert_released(x.display);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    g_autofree char *journal = run_shown(d->run);
    assert_non_null(strstr(journal, "uncertain"));
    assert_verified();
    driver_free(d);
    xvfb_stop(&x);
}

static void death__engine__released_and_resumed_as_uncertain(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = start_on(&x);
    const event *p = hold(d, &x);
    g_autofree char *run = g_strdup(d->run);
    int first = p->id;
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    assert_released(x.display);
    driver_free(d);
    const char *words[] = {"resume", run, "--headless", NULL};
    d = driver_start(NULL, words);
    driver_await(d, EVENT_HELLO);
    const event *next = driver_await(d, EVENT_PROPOSAL);
    assert_true(next->id > first);
    assert_released(x.display);
    g_autofree char *journal = run_shown(run);
    assert_int_equal(count(journal, "\"stage\":\"uncertain\"") > 0, 1);
    assert_int_equal(count(journal, "\"stage\":\"fired\""), 0);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    assert_verified();
    driver_free(d);
    xvfb_stop(&x);
}

static void death__eye__is_started_again(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = start_on(&x);
    hold(d, &x);
    kill(child_named(d->pid, "eye"), SIGKILL);
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "warning")->text, "eye"));
    driver_send(d, "{\"command\":\"pause\"}");
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "aborted");
    assert_released(x.display);
    driver_send(d, "{\"command\":\"resume\"}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    /* again and again: the run pauses */
    for (int i = 0; i < 3; i++) {
        (void)p;
        kill(child_named(d->pid, "eye"), SIGKILL);
        if (i < 2)
            p = driver_await(d, EVENT_PROPOSAL);
    }
    driver_await_where(d, EVENT_STATE, "paused");
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(d);
    xvfb_stop(&x);
}

static void death__all_at_once__next_reins_lets_go(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver *d = start_on(&x);
    hold(d, &x);
    pid_t hand = child_named(d->pid, "hand"), eye = child_named(d->pid, "eye");
    kill(hand, SIGKILL);
    kill(eye, SIGKILL);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    /* the engine may have had time to start a new hand, which released: either way the next reins finds nothing down when it is
     * done */
    const char *words[] = {"do", "--display", x.display, "--yes", "wait_seconds", "seconds=0.01", NULL};
    g_autofree char *err = NULL;
    int code = reins_run(NULL, words, NULL, &err);
    if (code != 0)
        fail_msg("do: %d: %s", code, err);
    assert_released(x.display);
    assert_verified();
    driver_free(d);
    xvfb_stop(&x);
}

static void death__x_server__paused_then_started_anew(void **state)
{
    (void)state;
    driver *d = start_in_sandbox("640x480");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    driver_await(d, EVENT_HELD);
    kill(child_named(d->pid, "Xvfb"), SIGKILL);
    guint before = d->seen;
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "uncertain");
    d->seen = before; /* the pause may be told before or after */
    driver_await_where(d, EVENT_STATE, "paused");
    driver_await_where(d, EVENT_NOTICE, "error");
    driver_send(d, "{\"command\":\"resume\"}");
    const event *next = driver_await(d, EVENT_PROPOSAL);
    assert_int_not_equal(next->id, p->id);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_verified();
    driver_free(d);
}

/* SIGKILL, and back when the process is gone: the next step looks for it only once. */
static void kill_and_await(pid_t pid)
{
    struct pollfd gone = {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN};
    assert_true(gone.fd >= 0);
    kill(pid, SIGKILL);
    assert_int_equal(poll(&gone, 1, 30000), 1);
    close(gone.fd);
}

/* During a pause, and while a proposal waits: the next step has one, under which the program's window has its focus again. */
static void death__window_manager__started_again(void **state)
{
    (void)state;
    driver_configure("holder", "");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--sandbox", "640x480", "--wm", "openbox", "--app", "xcalc",
                                         "--brain", "holder", "hold"));
    driver_await(d, EVENT_PROPOSAL);
    pid_t manager = child_named(d->pid, "openbox");
    assert_true(manager > 0);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    kill_and_await(manager);
    driver_send(d, "{\"command\":\"resume\"}");
    assert_non_null(strstr(driver_await_where(d, EVENT_NOTICE, "warning")->text, "window manager"));
    driver_await(d, EVENT_PROPOSAL);
    pid_t other = child_named(d->pid, "openbox");
    assert_true(other > 0 && other != manager);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    assert_true(kill(other, 0) != 0);
    driver_free(d);
}

/* The front end goes away in the middle of a held key: everything is released, the run is paused and waits for another one. */
static void death__client__released_paused_and_taken_up(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver_configure("holder", "");
    const char *words[] = {"run",   "--headless", "--detach", "--display", x.display, "--app",
                           "xcalc", "--brain",    "holder",   "hold",      NULL};
    driver *d = driver_start(NULL, words);
    const event *p = hold(d, &x);
    int first = p->id;
    driver_close(d);
    assert_released(x.display);
    driver *other = driver_attach(d->run);
    driver_await(other, EVENT_HELLO);
    driver_await_where(other, EVENT_STATE, "paused");
    driver_send(other, "{\"command\":\"resume\"}");
    assert_int_not_equal(driver_await(other, EVENT_PROPOSAL)->id, first);
    assert_released(x.display);
    driver_send(other, "{\"command\":\"stop\"}");
    assert_string_equal(driver_await(other, EVENT_ENDED)->end.outcome, "stopped");
    assert_int_equal(driver_exit(d), 4);
    g_autofree char *journal = run_shown(d->run);
    assert_non_null(strstr(journal, "\"stage\":\"aborted\""));
    assert_verified();
    driver_free(other);
    driver_free(d);
    xvfb_stop(&x);
}

/* Its first step was broken off: what that had said stands on the panes, and its tasks on the board. */
static void death__client__the_next_one_is_shown_the_boards(void **state)
{
    (void)state;
    struct xvfb x;
    xvfb_start(&x, 640, 480, NULL);
    driver_configure("gate", "");
    driver *d = driver_start(NULL, WORDS("run", "--headless", "--detach", "--display", x.display, "--brain", "gate", "kF5"));
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    driver_close(d);
    driver *first = driver_attach(d->run); /* while the step is still being broken off */
    driver_await_where(first, EVENT_NOTICE, "info");
    driver_free(first);
    driver *other = driver_attach(d->run);
    assert_non_null(strstr(driver_await(other, EVENT_BOARD)->board.rows, "\"text\":\"x\""));
    driver_send(other, "{\"command\":\"stop\"}");
    driver_await(other, EVENT_ENDED);
    assert_int_equal(driver_exit(d), 4);
    driver_free(other);
    driver_free(d);
    xvfb_stop(&x);
}

/* ---- random moments ---- */

/* The moment: after that many lines of what follows the approval, or some ms later when fewer come. */
static void await_moment(driver *d, guint wait)
{
    gint64 until = g_get_monotonic_time() + wait * 2000;
    guint lines = d->seen + wait % 7;
    while (g_get_monotonic_time() < until && d->heard->len < lines)
        driver_listen(d, 2);
}

static void strike(driver *d, const char *victim, const struct xvfb *x)
{
    if (g_str_equal(victim, "engine"))
        kill(d->pid, SIGKILL);
    else if (g_str_equal(victim, "stopped hand"))
        helper_halt(child_named(d->pid, "hand"));
    else if (g_str_equal(victim, "frozen display"))
        helper_halt(x->pid);
    else if (!g_str_equal(victim, "stopped engine") && !g_str_equal(victim, "client"))
        kill(child_named(d->pid, victim), SIGKILL);
    if (!g_str_equal(victim, "stopped engine"))
        return;
    helper_halt(d->pid);
    assert_released(x->display); /* by the hand alone */
    kill(d->pid, SIGCONT);
}

/* The display of a server that is a victim is a sandbox: nothing can stay down on it, but nothing may be lost or fired twice
 * either. */
static const char *const victims[] = {"engine",       "hand",           "eye",           "server", "client",
                                      "stopped hand", "stopped engine", "frozen display"};

static void one_random_death(GRand *random, int round, bool vnc)
{
    const char *victim = victims[g_rand_int_range(random, 0, G_N_ELEMENTS(victims))];
    guint wait = (guint)g_rand_int_range(random, 0, 60);
    g_autofree char *task = g_strdup_printf("random %d", g_rand_int_range(random, 0, 1000));
    bool server = g_str_equal(victim, "server");
    struct xvfb x;
    g_autofree char *socket = g_strdup_printf("%s/rfb%d", g_get_home_dir(), round), *screen = g_strconcat("vnc:", socket, NULL);
    if (vnc)
        xtigervnc_start(&x, 640, 480, socket);
    else
        xvfb_start(&x, 640, 480, NULL);
    g_autofree char *map = observer_keymap(x.display);
    driver *d = server ? start_in_sandbox(vnc ? "vnc:640x480" : "640x480")
                : vnc  ? start_on_vnc(screen, task)
                       : start_with(&x, task);
    const event *p = driver_await(d, EVENT_PROPOSAL);
    driver_approve(d, p);
    await_moment(d, wait);
    bool frozen = g_str_equal(victim, "frozen display");
    strike(d, !server ? victim : vnc ? "Xtigervnc" : "Xvfb", &x);
    if (server) { /* the run goes on, paused: it is stopped by its person */
        driver_await_where(d, EVENT_STATE, "paused");
        driver_send(d, "{\"command\":\"stop\"}");
    }
    driver_close(d);
    int code = driver_exit(d);
    if (frozen)
        kill(x.pid, SIGCONT);
    if (!helper_await(nothing_down, x.display, 30000))
        fail_msg("round %d: %s killed after %u: %d keys down (exit %d)", round, victim, wait, observer_keys(x.display), code);
    struct same_map same = {x.display, map};
    if (!vnc && !helper_await(map_is_same, &same, 30000)) { /* TigerVNC itself gives keys to foreign characters, and keeps them */
        g_autofree char *now = observer_keymap(x.display), *changed = observer_keymap_difference(map, now);
        fail_msg("round %d: %s killed after %u, %s: the keyboard map: %s", round, victim, wait, task, changed);
    }
    g_autofree char *journal = d->run ? run_shown(d->run) : g_strdup("");
    const char *rows = strstr(journal, "\"journal\":"); /* a proposal that was not looked at afterwards has that stage, too */
    if (rows && count(rows, "\"stage\":\"fired\"") > 1)
        fail_msg("round %d: fired twice", round);
    assert_verified();
    driver_free(d);
    xvfb_stop(&x);
}

/* Paused before anything was proposed: its sandbox is as a new one, and does not stay for a resume that may never come. */
static void death__engine_paused_at_its_start__leaves_no_sandbox(void **state)
{
    (void)state;
    driver_configure("holder", "[brain me]\nkind=human\n");
    const char *const words[] = {"run", "--headless", "--sandbox", "640x480", "--app", "xcalc", "--brain", "me", "x", NULL};
    driver *d = driver_start(NULL, words);
    driver_await_where(d, EVENT_STATE, "waiting");
    driver_send(d, "{\"command\":\"pause\"}");
    driver_await_where(d, EVENT_STATE, "paused");
    struct pollfd left[] = {{.fd = (int)syscall(SYS_pidfd_open, child_named(d->pid, "Xvfb"), 0), .events = POLLIN},
                            {.fd = (int)syscall(SYS_pidfd_open, child_named(d->pid, "dbus-daemon"), 0), .events = POLLIN}};
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    assert_int_equal(driver_exit(d), 128 + SIGKILL);
    driver_free(d);
    d = driver_start(NULL, words);
    driver_await_where(d, EVENT_STATE, "waiting");
    for (gsize i = 0; i < G_N_ELEMENTS(left); i++) {
        assert_true(left[i].fd >= 0);
        assert_int_equal(poll(&left[i], 1, 0), 1); /* ended */
        close(left[i].fd);
    }
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    d = driver_start(NULL, WORDS("resume", run, "--headless"));
    driver_await_where(d, EVENT_STATE, "waiting");
    assert_true(child_named(d->pid, "Xvfb") > 0);
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
}

static void random_deaths(bool vnc)
{
    const char *kills = g_getenv("KILLS"), *seed = g_getenv("SEED");
    int rounds = kills ? (int)g_ascii_strtoll(kills, NULL, 10) : 4;
    guint32 start = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 20261121;
    g_autoptr(GRand) random = g_rand_new_with_seed(start);
    print_message("%d random moments%s, SEED=%u\n", rounds, vnc ? " on a VNC screen" : "", start);
    for (int i = 0; i < rounds; i++)
        one_random_death(random, i, vnc);
}

static void death__random_moments__nothing_held_nothing_twice(void **state)
{
    (void)state;
    random_deaths(false);
}

static void death__random_moments_on_vnc__nothing_held_nothing_twice(void **state)
{
    (void)state;
    random_deaths(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(death__hand__uncertain_paused_and_released),
        cmocka_unit_test(death__engine__released_and_resumed_as_uncertain),
        cmocka_unit_test(death__eye__is_started_again),
        cmocka_unit_test(death__all_at_once__next_reins_lets_go),
        cmocka_unit_test(death__x_server__paused_then_started_anew),
        cmocka_unit_test(death__window_manager__started_again),
        cmocka_unit_test(death__client__released_paused_and_taken_up),
        cmocka_unit_test(death__client__the_next_one_is_shown_the_boards),
        cmocka_unit_test(death__engine_paused_at_its_start__leaves_no_sandbox),
        cmocka_unit_test(death__random_moments__nothing_held_nothing_twice),
        cmocka_unit_test(death__random_moments_on_vnc__nothing_held_nothing_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
