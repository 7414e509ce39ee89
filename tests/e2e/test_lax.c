/* What fires without a person's yes at this moment: what brings the asking back. A run that was resumed, a console at which
 * nobody sits, a screen that is never as it was, a yes that was taken back before the hand had it. */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <X11/Xlib.h>
#include <cmocka.h>

static void configure(const char *more)
{
    g_autofree char *ini = g_strconcat("[eye]\nsettle_ms=100\n", more, NULL);
    driver_configure("gate", ini);
}

static driver *start(const char *mode, const char *task)
{
    return driver_start(
        NULL, WORDS("run", "--headless", "--sandbox", "240x400", "--app", "xcalc", "--brain", "gate", "--mode", mode, task));
}

static const event *decided(driver *d, const char *verdict, const char *by)
{
    const event *e = driver_await(d, EVENT_DECISION);
    if (g_strcmp0(e->decided.verdict, verdict) != 0 || g_strcmp0(e->decided.by, by) != 0)
        fail_msg("decision %s by %s (%s), not %s by %s", e->decided.verdict, e->decided.by, e->reason, verdict, by);
    return e;
}

static const event *proposed(driver *d, int fuse_ms)
{
    const event *e = driver_await(d, EVENT_PROPOSAL);
    if (e->judged.fuse_ms != fuse_ms)
        fail_msg("proposal of tier %d by %s (%s), fuse %d", e->judged.tier, e->judged.rule, e->judged.evidence,
                 e->judged.fuse_ms);
    return e;
}

static int fired(const driver *d)
{
    int n = 0;
    for (guint i = 0; i < d->heard->len; i++)
        n += ((const event *)g_ptr_array_index(d->heard, i))->kind == EVENT_FIRED;
    return n;
}

static void assert_in(const char *text, const char *what)
{
    if (!text || !strstr(text, what))
        fail_msg("\"%s\" is not in: %s", what, text ? text : "(nothing)");
}

static void stop(driver *d)
{
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    driver_exit(d);
    driver_free(d);
    assert_verified();
}

static driver *killed_and_resumed(driver *d, const char *mode)
{
    g_autofree char *run = g_strdup(d->run);
    kill(d->pid, SIGKILL);
    driver_exit(d);
    driver_free(d);
    return driver_start(NULL, WORDS("resume", "--headless", run, mode ? "--mode" : NULL, mode));
}

/* Nobody has said again that it may go on by itself: it asks. Dry stays dry, also when it was said after the last step. */
static void resume__of_mode_watch__asks(void **state)
{
    (void)state;
    configure("[gate]\nfuse_ms=1000\n");
    driver *d = start("watch", "b1 b2 b3 b4 b5");
    proposed(d, 1000);
    decided(d, "auto", "fuse");
    proposed(d, 1000);
    d = killed_and_resumed(d, NULL);
    assert_string_equal(driver_await(d, EVENT_MODE)->mode.name, "step");
    assert_in(driver_await_where(d, EVENT_NOTICE, "warning")->text, "was in mode watch");
    proposed(d, 0);
    d = killed_and_resumed(d, "watch");
    assert_string_equal(driver_await(d, EVENT_MODE)->mode.name, "watch");
    proposed(d, 1000);
    driver_send(d, "{\"command\":\"mode\",\"mode\":\"dry\"}");
    assert_string_equal(driver_await(d, EVENT_MODE)->mode.name, "dry");
    d = killed_and_resumed(d, NULL);
    assert_string_equal(driver_await(d, EVENT_MODE)->mode.name, "dry");
    stop(d);
}

/* The fuse alone lasts longer than idle_s: nobody has given a sign when the second one comes. */
static void watch__nobody_there__asks(void **state)
{
    (void)state;
    configure("[gate]\nfuse_ms=1500\nidle_s=1\n");
    driver *d = start("watch", "b1 b2 b3");
    const event *p = driver_await(d, EVENT_PROPOSAL); /* its start was the last sign: a fuse, where it took less than a second */
    driver_approve(d, p);
    bool asked = false;
    for (int i = 0; i < 2 && !asked; i++) {
        p = driver_await(d, EVENT_PROPOSAL);
        asked = p->judged.fuse_ms == 0;
    }
    assert_true(asked);
    assert_in(p->judged.explain, "no sign of a person");
    driver_send(d, "{\"command\":\"grant\",\"until\":\"count\",\"value\":3,\"tier\":1}"); /* decides nothing that waits */
    driver_await_where(d, EVENT_GRANT, "active");
    driver_send(d, "{\"command\":\"present\"}");
    driver_approve(d, p);
    stop(d);
}

/* The line to the console is dead: it cannot say so, and the fuse does not burn down. */
static void watch__terminal_falls_silent__asks(void **state)
{
    (void)state;
    configure("[gate]\nfuse_ms=4000\n");
    driver *d = start("watch", "b1 b2 b3");
    driver_send(d, "{\"command\":\"watched\"}");
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_int_equal(p->judged.fuse_ms, 4000);
    int id = p->id;
    const char *said = driver_await_where(d, EVENT_NOTICE, "warning")->text;
    assert_in(said, "the terminal did not answer (a dead line, or detached)"); /* it has not said that it is in a tmux */
    assert_in(said, "nobody could see it");
    driver_send(d, "{\"command\":\"watched\"}"); /* it is back: the proposal asks */
    g_autofree char *hold = g_strdup_printf("{\"command\":\"hold\",\"id\":%d}", id);
    driver_send(d, hold);
    assert_in(driver_await_where(d, EVENT_NOTICE, "error")->text, "no fuse burns");
    stop(d);
}

static sink *shop(const struct xvfb *x)
{
    sink *window = sink_start(x->display, "shop", 20, 20, 200, 150, 0x336699);
    sink_focus(window);
    return window;
}

/* Its window is another picture each time: what would fire by itself is not planned and dropped for ever. */
static void watch__stale_again_and_again__pauses(void **state)
{
    (void)state;
    struct xvfb x;
    configure("[gate]\nfuse_ms=5000\n");
    xvfb_start(&x, 320, 240, NULL);
    sink *window = shop(&x);
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "--mode", "watch", "kF5 kF6 kF7 kF8"));
    for (int i = 0; i < 3; i++) {
        proposed(d, 5000);
        sink_fill(window, 0, 0, 200, 150, i % 2 ? 0x336699 : 0xcc4444);
        const event *e = driver_await(d, EVENT_DECISION);
        assert_string_equal(e->decided.verdict, "stale");
    }
    assert_in(driver_await_where(d, EVENT_STATE, "paused")->reason, "three actions in a row went stale");
    driver_send(d, "{\"command\":\"resume\"}");
    proposed(d, 5000);
    assert_int_equal(fired(d), 0);
    stop(d);
    sink_stop(window);
    xvfb_stop(&x);
}

/* Not the proposal that waited under the other rule; and only the picture of the window is left out. */
static void animated__the_window_may_change__after_the_person_has_said_so(void **state)
{
    (void)state;
    struct xvfb x;
    configure("");
    xvfb_start(&x, 320, 240, NULL);
    sink *window = shop(&x);
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "--mode", "step", "kF5 kF6 kF7 kF8"));
    const event *p = driver_await(d, EVENT_PROPOSAL);
    assert_null(p->fire.target->animated);
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"everything\"}");
    assert_in(driver_await_where(d, EVENT_NOTICE, "error")->text, "none, areas and window");
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"window\"}");
    decided(d, "stale", "human");
    p = driver_await(d, EVENT_PROPOSAL);
    assert_string_equal(p->fire.target->animated, "window");
    sink_fill(window, 0, 0, 200, 150, 0xcc4444);
    driver_approve(d, p);
    assert_string_equal(driver_await(d, EVENT_FIRED)->status, "done");
    p = driver_await(d, EVENT_PROPOSAL);
    sink_move(window, 40, 20, 200, 150);
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "eye"); /* stale, or a late reaction to the key */
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"none\"}");
    p = driver_await(d, EVENT_PROPOSAL);
    while (p->fire.target->animated) /* shown before the word came, and not any more */
        p = driver_await(d, EVENT_PROPOSAL);
    sink_fill(window, 0, 0, 200, 150, 0x336699);
    assert_string_equal(driver_await(d, EVENT_DECISION)->decided.by, "eye");
    stop(d);
    sink_stop(window);
    xvfb_stop(&x);
}

/* One program with two windows: the one that has the focus, and a dialog over it that turns red with each byte it reads. */
static void two_windows(const char *display, int fd)
{
    Display *dpy = XOpenDisplay(display);
    Window root = DefaultRootWindow(dpy), page = XCreateSimpleWindow(dpy, root, 20, 20, 200, 150, 0, 0, 0x336699),
           dialog = XCreateSimpleWindow(dpy, root, 40, 40, 100, 60, 0, 0, 0xeeeeee);
    XMapWindow(dpy, page);
    XMapRaised(dpy, dialog);
    XSync(dpy, False);
    XSetInputFocus(dpy, page, RevertToParent, CurrentTime);
    XSync(dpy, False);
    for (char byte = 1; write(fd, &byte, 1) == 1 && read(fd, &byte, 1) == 1;) {
        XSetForeground(dpy, DefaultGC(dpy, DefaultScreen(dpy)), 0xcc0000);
        XFillRectangle(dpy, dialog, DefaultGC(dpy, DefaultScreen(dpy)), 10, 10, 8, 2);
        XSync(dpy, False);
    }
    _exit(0);
}

/* What a dialog over the window asks is compared, for keys too, and where the person leaves out the window's own picture. */
static void keys__a_dialog_of_the_same_program__is_compared(void **state)
{
    (void)state;
    struct xvfb x;
    int fds[2];
    char byte = 1;
    configure("");
    xvfb_start(&x, 320, 240, NULL);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    pid_t program = fork();
    if (program == 0) {
        close(fds[0]);
        two_windows(x.display, fds[1]);
    }
    close(fds[1]);
    assert_int_equal(read(fds[0], &byte, 1), 1); /* it is there */
    driver *d =
        driver_start(NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "--mode", "step", "kF5 kF6"));
    driver_await(d, EVENT_PROPOSAL);
    driver_send(d, "{\"command\":\"animated\",\"scope\":\"window\"}");
    decided(d, "stale", "human");
    assert_string_equal(driver_await(d, EVENT_PROPOSAL)->fire.target->animated, "window");
    assert_int_equal(write(fds[0], &byte, 1), 1);
    const event *e = decided(d, "stale", "eye");
    assert_in(e->reason, "has changed at 50,50, 8×2 px");
    stop(d);
    close(fds[0]);
    waitpid(program, NULL, 0);
    xvfb_stop(&x);
}

/* What the hand cannot do at all has not gone stale: it is void, by the hand, with the reason; and not tried for ever either. */
static void watch__hand_cannot_do_it__is_void_and_pauses(void **state)
{
    (void)state;
    configure("[gate]\nfuse_ms=200\n");
    driver *d = start("watch", "kHangul_Jamo kHangul_Jamo kHangul_Jamo kF5");
    for (int i = 0; i < 3; i++) {
        proposed(d, 200);
        assert_string_equal(driver_await(d, EVENT_DECISION)->decided.verdict, "auto");
        assert_in(driver_await_where(d, EVENT_NOTICE, "warning")->text, "was not fired: event 0: the key Hangul_Jamo is not on");
        const event *e = driver_await(d, EVENT_DECISION);
        assert_string_equal(e->decided.verdict, "voided");
        assert_string_equal(e->decided.by, "hand");
        assert_in(e->reason, "the key Hangul_Jamo is not on the display's keyboard map");
    }
    assert_in(driver_await_where(d, EVENT_STATE, "paused")->reason, "three actions in a row could not be fired");
    stop(d);
}

/* X gives the next client the ids of the one that has gone: another program's window is not the one of the grant. */
static void grant__until_the_window_changes__not_for_another_of_the_same_id(void **state)
{
    (void)state;
    struct xvfb x;
    configure("");
    xvfb_start(&x, 320, 240, NULL);
    sink *window = shop(&x);
    driver *d = driver_start(
        NULL, WORDS("run", "--headless", "--display", x.display, "--brain", "gate", "--mode", "step", "kF5 kF6 kF7 kF8"));
    const event *p = proposed(d, 0);
    gint64 id = p->fire.target->window_id;
    driver_send(d, "{\"command\":\"grant\",\"until\":\"window\",\"tier\":1}");
    driver_await_where(d, EVENT_GRANT, "active");
    pid_t eye = child_named(d->pid, "eye");
    helper_halt(eye); /* it is to see the other one, not the moment without any */
    sink_stop(window);
    window = shop(&x);
    kill(eye, SIGCONT);
    assert_in(decided(d, "stale", "eye")->reason, "another one has been opened in its place");
    p = proposed(d, 0);
    assert_int_equal(p->fire.target->window_id, id);
    const event *ended = NULL;
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        ended = e->kind == EVENT_GRANT ? e : ended;
    }
    assert_true(ended && g_str_equal(ended->status, "window"));
    stop(d);
    sink_stop(window);
    xvfb_stop(&x);
}

/* The fuse has run out, and the eye, which is asked before the hand is, does not answer yet: what a person then says holds. */
static void yes__taken_back_before_the_hand_has_it__is_not_fired(void **state)
{
    (void)state;
    static const struct {
        const char *command, *verdict;
    } cases[] = {{"\"reject\",\"reason\":\"no\"", "rejected"},
                 {"\"hold\"", "voided"},
                 {"\"mode\",\"mode\":\"watch\"", "voided"},
                 {"\"mode\",\"mode\":\"dry\"", "voided"}};
    configure("[gate]\nfuse_ms=1000\n");
    driver *d = start("watch", "b1 b2 b3 b4 b5");
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        const event *p = proposed(d, 1000);
        g_autofree char *line = g_strdup_printf("{\"command\":%s,\"id\":%d}", cases[i].command, p->id);
        pid_t eye = child_named(d->pid, "eye");
        assert_true(eye > 0);
        kill(eye, SIGSTOP);
        decided(d, "auto", "fuse");
        driver_send(d, line);
        driver_send(d, "{\"command\":\"say\",\"text\":\"x\"}");
        const event *said = driver_await_where(d, EVENT_NOTICE, "info");
        while (!strstr(said->text, "noted"))
            said = driver_await_where(d, EVENT_NOTICE, "info");
        kill(eye, SIGCONT);
        decided(d, cases[i].verdict, "human");
    }
    assert_int_equal(fired(d), 0);
    stop(d);
}

/* Both in one line's breath: the no wins, and what is dry is not fired. */
static void approve__and_at_once_reject_or_dry__is_not_fired(void **state)
{
    (void)state;
    configure("");
    driver *d = start("step", "b1 b2 b3");
    const event *p = proposed(d, 0);
    g_autofree char *both = g_strdup_printf("{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\"}\n"
                                            "{\"command\":\"reject\",\"id\":%d,\"reason\":\"no\"}",
                                            p->id, p->fire.digest, p->id);
    driver_send(d, both);
    decided(d, "rejected", "human");
    p = proposed(d, 0);
    g_free(both);
    both = g_strdup_printf("{\"command\":\"approve\",\"id\":%d,\"digest\":\"%s\"}\n{\"command\":\"mode\",\"mode\":\"dry\"}",
                           p->id, p->fire.digest);
    driver_send(d, both);
    decided(d, "voided", "human");
    proposed(d, 0);
    assert_int_equal(fired(d), 0);
    stop(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resume__of_mode_watch__asks),
        cmocka_unit_test(watch__nobody_there__asks),
        cmocka_unit_test(watch__terminal_falls_silent__asks),
        cmocka_unit_test(watch__stale_again_and_again__pauses),
        cmocka_unit_test(animated__the_window_may_change__after_the_person_has_said_so),
        cmocka_unit_test(keys__a_dialog_of_the_same_program__is_compared),
        cmocka_unit_test(watch__hand_cannot_do_it__is_void_and_pauses),
        cmocka_unit_test(grant__until_the_window_changes__not_for_another_of_the_same_id),
        cmocka_unit_test(yes__taken_back_before_the_hand_has_it__is_not_fired),
        cmocka_unit_test(approve__and_at_once_reject_or_dry__is_not_fired),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
