#ifndef TESTS_ENGINE_HAND_AT_THE_DISPLAY_H
#define TESTS_ENGINE_HAND_AT_THE_DISPLAY_H

/* A hand on a display that others use, too: a person (Xephyr inside Xvfb: XTEST on the outer display is the input of devices on
 * the inner one), another program, and a window that plays reins' own terminal. Static, as spawn_hand.h. */

#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

#define OWN_X 500 /* the terminal's left edge; the target's is 50 */

static struct xvfb outer, x;
static Display *person, *other; /* the outer display; the inner one, as another program has it */
static struct spawned hand;
static sink *target, *terminal;
static char *ledger;

static inline int open_displays(void **state)
{
    (void)state;
    xvfb_start(&outer, 800, 600, NULL);
    xephyr_start(&x, &outer);
    person = XOpenDisplay(outer.display);
    other = XOpenDisplay(x.display);
    assert_true(person && other);
    XTestFakeMotionEvent(person, 0, 400, 500, CurrentTime); /* into Xephyr: keys go where the pointer is */
    XSync(person, False);
    return 0;
}

static inline int close_displays(void **state)
{
    (void)state;
    XCloseDisplay(person);
    XCloseDisplay(other);
    xvfb_stop(&x);
    xvfb_stop(&outer);
    return 0;
}

static inline int start_as(const char *foreign)
{
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    target = sink_start(x.display, "target", 50, 100, 300, 300, 0x336699);
    terminal = sink_start(x.display, "terminal", OWN_X, 100, 250, 300, 0x101010);
    sink_focus(target);
    spawned_start_as(&hand, x.display, ledger, foreign);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static inline int start(void **state)
{
    (void)state;
    return start_as("yield");
}

static inline int start_ignoring(void **state)
{
    (void)state;
    return start_as("ignore");
}

static inline int stop(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    sink_stop(terminal);
    sink_stop(target);
    guint left = folder_files(ledger);
    g_clear_pointer(&ledger, g_free);
    return code != 0 || left != 0 || observer_keys(x.display) != 0 || observer_buttons(x.display, NULL, NULL) != 0;
}

/* ---- what a person does, what another program does ---- */

static inline void key(Display *dpy, const char *name, bool down)
{
    XTestFakeKeyEvent(dpy, XKeysymToKeycode(dpy, XStringToKeysym(name)), down, CurrentTime);
    XSync(dpy, False);
}

static inline void tap(Display *dpy, const char *name)
{
    key(dpy, name, true);
    key(dpy, name, false);
}

static inline void button(Display *dpy, unsigned number, bool down)
{
    XTestFakeButtonEvent(dpy, number, down, CurrentTime);
    XSync(dpy, False);
}

static inline void move(Display *dpy, int mx, int my)
{
    XTestFakeMotionEvent(dpy, 0, mx, my, CurrentTime);
    XSync(dpy, False);
}

static inline bool key_is_down(void *name)
{
    return observer_key(x.display, name);
}

static inline bool pointer_is_at(void *data)
{
    const int *at = data;
    int px, py;
    observer_buttons(x.display, &px, &py);
    return px == at[0] && py == at[1];
}

/* Xephyr takes the outer events in its own time: waits until the inner display has them. */
static inline void person_moves(int mx, int my)
{
    int at[] = {mx, my};
    move(person, mx, my);
    assert_true(helper_await(pointer_is_at, at, 5000));
}

static inline void person_presses(const char *name)
{
    key(person, name, true);
    assert_true(helper_await(key_is_down, (void *)name, 5000));
}

static inline bool key_is_up(void *name)
{
    return !observer_key(x.display, name);
}

static inline void person_lets_go(const char *name)
{
    key(person, name, false);
    assert_true(helper_await(key_is_up, (void *)name, 5000));
}

static inline void person_types(const char *name)
{
    person_presses(name);
    person_lets_go(name);
}

static inline bool button_is(void *down)
{
    return (observer_buttons(x.display, NULL, NULL) & 2) == (down ? 2u : 0u);
}

/* Where the pointer is; the display has both when it returns. */
static inline void person_clicks(void)
{
    button(person, 1, true);
    assert_true(helper_await(button_is, x.display, 5000));
    button(person, 1, false);
    assert_true(helper_await(button_is, NULL, 5000));
}

/* ---- what the hand says ---- */

static inline void says(const char *what)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_PERSON);
    if (!strstr(a->text, what))
        fail_msg("the hand says: %s", a->text);
}

/* Everything that has been said until the hand has let go: none of it may be `person`. */
static inline void says_nothing(void)
{
    spawned_request(&hand, HAND_RELEASE);
    for (;;) {
        g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
        assert_non_null(a);
        if (a->kind == HAND_PERSON)
            fail_msg("a false alarm: %s", a->text);
        if (a->kind == HAND_RELEASED)
            return;
    }
}

static inline void heard(void)
{
    spawned_request(&hand, HAND_RELEASE);
    spawned_skip(&hand, HAND_RELEASED);
}

static inline void own_terminal_is(gint64 window, const char *title)
{
    hand_request r = {.kind = HAND_OWN};
    r.own.n = 1;
    r.own.terminals[0].window = window;
    g_strlcpy(r.own.terminals[0].title, title, sizeof r.own.terminals[0].title);
    g_autofree char *json = hand_request_to_json(&r);
    spawned_line(&hand, json);
    heard(); /* it has been read */
}

static inline void own(gint64 window)
{
    own_terminal_is(window, "");
}

/* Presses of keys and buttons that a window has received. */
static inline int presses(sink *s)
{
    struct sink_event e;
    int n = 0;
    sink_fill(s, 0, 0, 1, 1, 0x336699);
    while (sink_next(s, &e, 100))
        n += e.kind == SINK_KEY_PRESS || e.kind == SINK_BUTTON_PRESS;
    return n;
}

#define KEY(when, t, name)                                                                                                       \
    {                                                                                                                            \
        .type = TIMELINE_KEY_##t, .at_ms = (when), .key = (name)                                                                 \
    }
#define BUTTON(when, t, number)                                                                                                  \
    {                                                                                                                            \
        .type = TIMELINE_BUTTON_##t, .at_ms = (when), .button = (number)                                                         \
    }
#define MOVE(when, ms, mx, my)                                                                                                   \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = (when), .x = (mx), .y = (my), .duration_ms = (ms)                                        \
    }
#define MOVE_BY(when, ms, mx, my)                                                                                                \
    {                                                                                                                            \
        .type = TIMELINE_MOVE, .at_ms = (when), .x = (mx), .y = (my), .duration_ms = (ms), .origin = ORIGIN_RELATIVE             \
    }
#define TEXT(when, what)                                                                                                         \
    {                                                                                                                            \
        .type = TIMELINE_TEXT, .at_ms = (when), .text = (char *)(what)                                                           \
    }
#define SCROLL(when, sx, sy)                                                                                                     \
    {                                                                                                                            \
        .type = TIMELINE_SCROLL, .at_ms = (when), .dx = (sx), .dy = (sy)                                                         \
    }
#define WAIT(when, ms)                                                                                                           \
    {                                                                                                                            \
        .type = TIMELINE_WAIT, .at_ms = (when), .duration_ms = (ms)                                                              \
    }

#endif
