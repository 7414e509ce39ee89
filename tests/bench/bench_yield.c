/* How fast the hand yields: from a person's key (XTEST on an Xvfb, inside which Xephyr makes a device's input of it) to the
 * release of a held key, by the server's clock, and to the word of it; idle and with every core busy. The same from another
 * program's XTEST. What Xephyr takes to pass the key on is in the first figures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/bench/measure.h"
#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <stdio.h>

#define ROUNDS 100

static bool next_of_key(sink *s, enum sink_kind kind, const char *key, struct sink_event *e)
{
    while (sink_next(s, e, 2000)) {
        if (e->kind == kind && g_strcmp0(XKeysymToString(e->keysym), key) == 0)
            return true;
    }
    return false;
}

static void tap(Display *dpy, bool down)
{
    XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XStringToKeysym("a")), down, CurrentTime);
    XSync(dpy, False);
}

static void series(const char *what, struct spawned *hand, sink *s, Display *by)
{
    g_autoptr(GArray) up = samples_new(), told = samples_new();
    for (int i = 0; i < ROUNDS; i++) {
        struct sink_event press, release;
        fire(hand, HAND_DONE, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "w", .hold_ms = 60000}));
        double begun = now_ms();
        tap(by, true);
        spawned_skip(hand, HAND_PERSON);
        samples_add(told, now_ms() - begun);
        tap(by, false);
        if (next_of_key(s, SINK_KEY_PRESS, "a", &press) && next_of_key(s, SINK_KEY_RELEASE, "w", &release))
            samples_add(up, (double)release.time - press.time);
        spawned_request(hand, HAND_RELEASE);
        spawned_skip(hand, HAND_RELEASED);
    }
    printf("  %-34s up after: median %5.1f ms, most %5.1f ms   told after: median %5.2f ms, most %5.1f ms   (%u of %d)\n", what,
           samples_median(up), samples_max(up), samples_median(told), samples_max(told), up->len, ROUNDS);
}

static pid_t busy_core(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (volatile unsigned n = 0;; n++)
            ;
    }
    return pid;
}

int main(void)
{
    struct xvfb outer, x;
    struct spawned hand;
    g_autofree char *ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    xvfb_start(&outer, 800, 600, NULL);
    xephyr_start(&x, &outer);
    Display *person = XOpenDisplay(outer.display), *other = XOpenDisplay(x.display);
    sink *s = sink_start(x.display, "yield", 0, 0, 800, 600, 0x336699);
    sink_focus(s);
    XTestFakeMotionEvent(person, 0, 400, 300, CurrentTime);
    XSync(person, False);
    g_usleep(200000); /* what Xephyr has still to say about that */
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    series("a person's key, idle", &hand, s, person);
    series("another program's key, idle", &hand, s, other);
    g_autoptr(GArray) cores = g_array_new(FALSE, FALSE, sizeof(pid_t));
    for (guint i = 0; i < g_get_num_processors(); i++) {
        pid_t pid = busy_core();
        g_array_append_val(cores, pid);
    }
    series("a person's key, every core busy", &hand, s, person);
    series("another program's, every core busy", &hand, s, other);
    for (guint i = 0; i < cores->len; i++)
        helper_end(g_array_index(cores, pid_t, i));
    spawned_stop(&hand);
    sink_stop(s);
    XCloseDisplay(other);
    XCloseDisplay(person);
    xvfb_stop(&x);
    xvfb_stop(&outer);
    return 0;
}
