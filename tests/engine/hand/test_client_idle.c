/* Whether a program has worked off its input, seen from outside: programs that read, sleep, work, and what hides them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/client_idle.h"
#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/sync.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WAIT_MS 10000
#define LOOKS 200
#define TURN_MS 16
#define WORK_US 3000
#define WORK_NS 20000000 /* more than a start takes */

static struct xvfb x;
static Display *dpy;

/* READS: as Xlib programs do. DEAF: asleep, never reads. SPINS: has read all and computes. THREAD: reads, and another of its
 * threads computes. TURNS: sleeps, reads what is there, sleeps. HANDS_ON: works for a while on what it reads and sends it on to
 * another, HANDS times in all; writes down how many it has read. ASKS: reads an event, and waits for an answer of the server,
 * which is to wait for an alarm first, and leaves unread what comes behind that. */
enum way { READS, DEAF, SPINS, THREAD, TURNS, HANDS_ON, ASKS };
#define HANDS 3
#define UNREAD 20000 /* requests: more than the server reads at a time */

struct program {
    pid_t pid;
    Window window;
};

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 320, 200, NULL);
    dpy = XOpenDisplay(x.display);
    return dpy ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

static int spin(void *data)
{
    (void)data;
    for (volatile unsigned n = 0;; n++) {
    }
    return 0;
}

/* data.l: how often it is to be handed on; or with format 8, to whom. */
static void hand_on(Display *own, const XClientMessageEvent *event)
{
    static Window other;
    static long read;
    if (event->format == 8) {
        memcpy(&other, event->data.b, sizeof other);
        return;
    }
    for (gint64 end_us = g_get_monotonic_time() + WORK_US; g_get_monotonic_time() < end_us;) {
    }
    read++;
    XChangeProperty(own, event->window, XA_INTEGER, XA_INTEGER, 32, PropModeReplace, (unsigned char *)&read, 1);
    XEvent next = {.xclient = {.type = ClientMessage, .window = other, .message_type = XA_STRING, .format = 32}};
    next.xclient.data.l[0] = event->data.l[0] - 1;
    if (event->data.l[0] > 0)
        XSendEvent(own, other, False, NoEventMask, &next);
}

static void ask_in_vain(Display *own)
{
    int major, minor;
    XSyncValue zero, one;
    XSyncInitialize(own, &major, &minor);
    XSyncIntToValue(&zero, 0);
    XSyncIntToValue(&one, 1);
    XSyncWaitCondition never = {.trigger = {.counter = XSyncCreateCounter(own, zero),
                                            .value_type = XSyncAbsolute,
                                            .wait_value = one,
                                            .test_type = XSyncPositiveComparison}};
    XSyncAwait(own, &never, 1);
    for (int i = 0; i < UNREAD; i++)
        XNoOp(own);
    XSync(own, False);
}

static _Noreturn void live(Display *own, enum way way)
{
    static char stack[65536] __attribute__((aligned(16)));
    if (way == THREAD)
        clone(spin, stack + sizeof stack, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, NULL);
    if (way == SPINS)
        spin(NULL);
    for (struct pollfd p = {.fd = ConnectionNumber(own), .events = POLLIN};;) {
        if (way == DEAF)
            pause();
        poll(&p, way == TURNS ? 0 : 1, way == TURNS ? TURN_MS : -1);
        for (XEvent event; XPending(own);) {
            XNextEvent(own, &event);
            if (way == ASKS)
                ask_in_vain(own);
            if (way == HANDS_ON && event.type == ClientMessage)
                hand_on(own, &event.xclient);
        }
    }
}

static struct program start(enum way way)
{
    int fds[2];
    struct program p = {0};
    assert_int_equal(pipe(fds), 0);
    p.pid = fork();
    assert_true(p.pid >= 0);
    if (p.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (way == HANDS_ON)
            prctl(PR_SET_NAME, "hands_on"); /* a method is all that have its name */
        Display *own = XOpenDisplay(x.display);
        Window window = XCreateSimpleWindow(own, DefaultRootWindow(own), 0, 0, 100, 100, 0, 0, 0);
        XSync(own, False);
        if (write(fds[1], &window, sizeof window) != (ssize_t)sizeof window)
            _exit(1);
        live(own, way);
    }
    close(fds[1]);
    assert_int_equal(read(fds[0], &p.window, sizeof p.window), sizeof p.window);
    close(fds[0]);
    return p;
}

static void stop(struct program p)
{
    kill(p.pid, SIGKILL);
    waitpid(p.pid, NULL, 0);
}

/* An event that it is sent whatever it has selected. */
static void send_event(struct program p)
{
    XEvent event = {.xclient = {.type = ClientMessage, .window = p.window, .message_type = XA_STRING, .format = 32}};
    event.xclient.data.l[0] = 2 * HANDS - 1;
    XSendEvent(dpy, p.window, False, NoEventMask, &event);
}

static void tell_other(struct program p, Window other)
{
    XEvent event = {.xclient = {.type = ClientMessage, .window = p.window, .message_type = XA_STRING, .format = 8}};
    memcpy(event.xclient.data.b, &other, sizeof other);
    XSendEvent(dpy, p.window, False, NoEventMask, &event);
}

/* It reads the first, and with each that it is handed. */
static int times_read(struct program p)
{
    Atom type;
    int format;
    unsigned long n = 0, left;
    unsigned char *data = NULL;
    XGetWindowProperty(dpy, p.window, XA_INTEGER, 0, 1, False, XA_INTEGER, &type, &format, &n, &left, &data);
    int times = n == 1 ? (int)*(const long *)(void *)data : 0;
    if (data)
        XFree(data);
    return times;
}

static bool comes(client_idle *r, enum client_idle_doing doing)
{
    gint64 end_us = g_get_monotonic_time() + WAIT_MS * 1000;
    bool seen = false;
    while (!seen && g_get_monotonic_time() < end_us)
        seen = client_idle_look(r, 0) == doing;
    return seen;
}

static bool ever(client_idle *r, guint unread, enum client_idle_doing doing)
{
    bool seen = false;
    for (int i = 0; i < LOOKS; i++)
        seen |= client_idle_look(r, unread) == doing;
    return seen;
}

/* Aimed at it, and it has been seen through. */
static client_idle *aim(struct program p)
{
    client_idle *r = client_idle_new(dpy);
    client_idle_aim(r, p.window);
    assert_true(client_idle_look(r, 0) < CLIENT_IDLE_ASLEEP); /* nothing to compare with */
    assert_true(comes(r, CLIENT_IDLE_THROUGH));
    return r;
}

/* Also one that is asleep most of the time, with its events unread. */
static void rest__program_that_reads__is_through_after_each_event(void **state)
{
    (void)state;
    static const enum way ways[] = {READS, TURNS};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        struct program p = start(ways[i]);
        g_autoptr(client_idle) r = aim(p);
        for (int n = 0; n < 20; n++) {
            send_event(p);
            assert_true(client_idle_look(r, 0) < CLIENT_IDLE_ASLEEP); /* it has run since, or has not yet */
            assert_true(comes(r, CLIENT_IDLE_THROUGH));
        }
        stop(p);
    }
}

static void rest__unread_events__are_work_to_do(void **state)
{
    (void)state;
    struct program p = start(DEAF);
    g_autoptr(client_idle) r = aim(p);
    send_event(p);
    assert_false(ever(r, 0, CLIENT_IDLE_THROUGH));
    assert_true(ever(r, 1, CLIENT_IDLE_THROUGH)); /* a question of ours */
    send_event(p);
    assert_false(ever(r, 1, CLIENT_IDLE_THROUGH));
    stop(p);
}

/* Of all its threads. */
static guint64 ran_ns(struct program p)
{
    struct timespec t = {0};
    clockid_t clock;
    assert_int_equal(clock_getcpuclockid(p.pid, &clock), 0);
    assert_int_equal(clock_gettime(clock, &t), 0);
    return (guint64)t.tv_sec * 1000000000u + (guint64)t.tv_nsec;
}

static void rest__work__in_any_thread_is_seen(void **state)
{
    (void)state;
    static const enum way ways[] = {SPINS, THREAD};
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        struct program p = start(ways[i]);
        g_autoptr(client_idle) r = client_idle_new(dpy);
        client_idle_aim(r, p.window);
        while (ran_ns(p) < WORK_NS) { /* until it has begun */
        }
        for (int n = 0; n < LOOKS; n++)
            assert_int_equal(client_idle_look(r, 0), CLIENT_IDLE_WORKS);
        stop(p);
    }
}

static void rest__nothing_to_look_at__is_unknown(void **state)
{
    (void)state;
    g_autoptr(client_idle) r = client_idle_new(dpy);
    assert_int_equal(client_idle_look(r, 0), CLIENT_IDLE_UNKNOWN);
    client_idle_aim(r, None);
    assert_int_equal(client_idle_look(r, 0), CLIENT_IDLE_UNKNOWN);
    struct program p = start(READS);
    XTextProperty machine = {(unsigned char *)"elsewhere", XA_STRING, 8, 9};
    XSetWMClientMachine(dpy, p.window, &machine);
    client_idle_aim(r, p.window);
    assert_int_equal(client_idle_look(r, 0), CLIENT_IDLE_UNKNOWN);
    XDeleteProperty(dpy, p.window, XA_WM_CLIENT_MACHINE);
    client_idle_aim(r, p.window);
    assert_true(comes(r, CLIENT_IDLE_THROUGH));
    stop(p);
    assert_int_equal(client_idle_look(r, 0), CLIENT_IDLE_UNKNOWN);
}

/* What it was sent while it is stopped, and what it has begun to read and does not go on with: it is behind, for any time. */
static void rest__stopped_or_unread__is_behind(void **state)
{
    (void)state;
    struct program p = start(READS);
    g_autoptr(client_idle) r = aim(p);
    for (int n = 0; n < 20; n++) {
        assert_int_equal(kill(p.pid, SIGSTOP), 0);
        send_event(p);
        assert_true(comes(r, CLIENT_IDLE_BEHIND));
        assert_false(ever(r, 0, CLIENT_IDLE_THROUGH) || ever(r, 0, CLIENT_IDLE_WORKS));
        assert_int_equal(kill(p.pid, SIGCONT), 0);
        assert_true(comes(r, CLIENT_IDLE_THROUGH));
    }
    stop(p);
}

static bool turn_comes(client_idle *r, enum turn_says says)
{
    gint64 end_us = g_get_monotonic_time() + WAIT_MS * 1000;
    struct turn_times times;
    bool seen = false;
    while (!seen && g_get_monotonic_time() < end_us)
        seen = client_idle_turn(r, 0, &times) == says;
    return seen;
}

/* An event at each look: with one alone it may run between two looks of a test that waits for a core itself. */
static bool held_up_comes(client_idle *r, struct program p)
{
    gint64 end_us = g_get_monotonic_time() + WAIT_MS * 1000;
    struct turn_times times;
    bool seen = false;
    while (!seen && g_get_monotonic_time() < end_us) {
        send_event(p);
        seen = client_idle_turn(r, 0, &times) == TURN_HELD_UP;
    }
    return seen;
}

/* It gets the core of a process that takes all of it: next to nothing, although it always wants to run. */
static void turn__runnable_without_a_core__is_held_up(void **state)
{
    (void)state;
    struct program p = start(READS), thief = start(SPINS);
    cpu_set_t one;
    struct turn_times times;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    g_autoptr(client_idle) r = aim(p);
    assert_true(turn_comes(r, TURN_RESTS));
    assert_int_equal(sched_setaffinity(p.pid, sizeof one, &one), 0);
    assert_int_equal(sched_setaffinity(thief.pid, sizeof one, &one), 0);
    assert_int_equal(sched_setscheduler(p.pid, SCHED_IDLE, &(struct sched_param){0}), 0);
    assert_true(held_up_comes(r, p));
    stop(thief);
    assert_true(turn_comes(r, TURN_RESTS));
    client_idle_turn(r, 0, &times);
    assert_true(times.waited_us > 0);
    client_idle_aim(r, p.window);
    client_idle_turn(r, 0, &times);
    assert_int_equal(times.waited_us, 0); /* since the first look */
    assert_int_equal(kill(p.pid, SIGSTOP), 0);
    assert_true(turn_comes(r, TURN_HELD_UP));
    assert_int_equal(kill(p.pid, SIGCONT), 0);
    assert_true(turn_comes(r, TURN_RESTS));
    stop(p);
}

static void turn__works_or_is_not_visible(void **state)
{
    (void)state;
    struct program p = start(SPINS);
    struct turn_times times;
    g_autoptr(client_idle) r = client_idle_new(dpy);
    client_idle_aim(r, p.window);
    assert_true(turn_comes(r, TURN_WORKS));
    do /* the kernel adds up at its ticks */
        assert_int_not_equal(client_idle_turn(r, 0, &times), TURN_RESTS);
    while (times.ran_us == 0);
    client_idle_aim(r, None);
    assert_int_equal(client_idle_turn(r, 0, &times), TURN_UNKNOWN);
    stop(p);
}

/* It sleeps, has nothing to read, and what it has drawn is not on the screen. */
static void turn__unread_by_the_server__is_no_rest(void **state)
{
    (void)state;
    struct program p = start(ASKS);
    struct turn_times times;
    g_autoptr(client_idle) r = aim(p);
    assert_true(turn_comes(r, TURN_RESTS));
    send_event(p);
    assert_true(turn_comes(r, TURN_WORKS));
    for (guint64 before = 0; before != ran_ns(p);) { /* until it sleeps for good */
        before = ran_ns(p);
        for (int i = 0; i < LOOKS; i++)
            client_idle_turn(r, 0, &times);
    }
    for (int i = 0; i < LOOKS; i++)
        assert_true(client_idle_turn(r, 0, &times) <= TURN_WORKS);
    stop(p);
}

#define METHOD "@server=test"

static Atom server_of_method(void)
{
    Atom server = XInternAtom(dpy, METHOD, False);
    XChangeProperty(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, "XIM_SERVERS", False), XA_ATOM, 32, PropModeReplace,
                    (unsigned char *)&server, 1);
    return server;
}

/* An input method has the keys of a program that sleeps. It hands each of these on, twice to and fro, and works on it in between.
 */
static void rest__input_method__is_waited_for(void **state)
{
    (void)state;
    Atom server = server_of_method();
    struct program p = start(HANDS_ON), method = start(HANDS_ON);
    tell_other(p, method.window);
    tell_other(method, p.window);
    XSetSelectionOwner(dpy, server, method.window, CurrentTime);
    g_autoptr(client_idle) r = aim(p);
    for (int n = 0; n < 20; n++) {
        int before = times_read(method);
        send_event(p);
        assert_true(comes(r, CLIENT_IDLE_THROUGH));
        assert_int_equal(times_read(method) - before, HANDS);
    }
    stop(p);
    stop(method);
}

static void rest__input_method__that_works_or_has_gone(void **state)
{
    (void)state;
    Atom server = server_of_method();
    Window own = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 1, 1, 0, 0, 0);
    struct program p = start(READS);
    XSetSelectionOwner(dpy, server, own, CurrentTime); /* this process, which runs while it looks */
    g_autoptr(client_idle) r = client_idle_new(dpy);
    client_idle_aim(r, p.window);
    assert_false(ever(r, 0, CLIENT_IDLE_THROUGH));
    XSetSelectionOwner(dpy, server, None, CurrentTime); /* it has gone, its name is left */
    client_idle_aim(r, p.window);
    assert_true(comes(r, CLIENT_IDLE_THROUGH));
    XDeleteProperty(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, "XIM_SERVERS", False));
    XDestroyWindow(dpy, own);
    stop(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rest__program_that_reads__is_through_after_each_event),
        cmocka_unit_test(rest__unread_events__are_work_to_do),
        cmocka_unit_test(rest__work__in_any_thread_is_seen),
        cmocka_unit_test(rest__nothing_to_look_at__is_unknown),
        cmocka_unit_test(rest__stopped_or_unread__is_behind),
        cmocka_unit_test(turn__runnable_without_a_core__is_held_up),
        cmocka_unit_test(turn__unread_by_the_server__is_no_rest),
        cmocka_unit_test(turn__works_or_is_not_visible),
        cmocka_unit_test(rest__input_method__is_waited_for),
        cmocka_unit_test(rest__input_method__that_works_or_has_gone),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
