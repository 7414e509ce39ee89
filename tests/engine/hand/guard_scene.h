#ifndef TESTS_ENGINE_HAND_GUARD_SCENE_H
#define TESTS_ENGINE_HAND_GUARD_SCENE_H

/* A display with one target window, a hand, and what the engine would ask it to fire there. A header of static functions, because
 * each test program here is linked from one file. Needs cmocka.h before it. */

#include "engine/display/windows.h"
#include "engine/eye/capture.h"
#include "engine/picture/frame.h"
#include "tests/engine/hand/spawn_hand.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>

#define POINT_X 200
#define POINT_Y 200
#define PATCH 96

static struct xvfb x;
static struct spawned hand;
static sink *window;
static char *ledger, *frames;
static Display *dpy;
static capture *looker;

static inline int setup(void **state)
{
    (void)state;
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    frames = g_dir_make_tmp("frames-XXXXXX", NULL);
    window = sink_start(x.display, "target", 100, 100, 400, 300, 0x336699);
    sink_focus(window);
    sink_text(window, 85, 100, 0xffffff, "OK");
    spawned_start_as(&hand, x.display, ledger, "ignore"); /* this test's own XTEST presses play the person's keys */
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    sink_stop(window);
    guint left = folder_files(ledger);
    g_free(ledger);
    g_free(frames);
    return code != 0 || left != 0;
}

static inline int display_start(int width, int height)
{
    xvfb_start(&x, width, height, NULL);
    dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    looker = dpy ? capture_connect(x.display, true, NULL) : NULL;
    return looker == NULL;
}

static inline int setup_display(void **state)
{
    (void)state;
    return display_start(800, 600);
}

static inline int teardown_display(void **state)
{
    (void)state;
    g_clear_pointer(&looker, capture_close);
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

/* The screen; caller frees. */
static inline frame *look_now(void)
{
    g_autoptr(GError) error = NULL;
    frame *f = looker ? capture_grab(looker, NULL, 0, NULL, &error) : NULL;
    if (!f)
        fail_msg("no picture: %s", error ? error->message : "no display");
    return f;
}

/* As the eye would have stored it; caller frees the path. */
static inline char *store_look(const frame *f)
{
    g_autofree char *hash = NULL;
    char *path = NULL;
    assert_true(frame_store(f, frames, &hash, &path, NULL));
    return path;
}

static inline char *frame_now(void)
{
    g_autoptr(frame) f = look_now();
    return store_look(f);
}

/* What the engine asks for a target in the sink: a point, or (keys alone) its window. */
static inline struct hand_guard guard_now(bool point)
{
    struct area w = {100, 100, 400, 300};
    struct hand_guard g = {.frame = frame_now(), .windows = windows_list(dpy), .focus = sink_window(window)};
    g.rules = (struct screen_match_rules){.window = w, .tolerance = 24, .min_target = 0.98, .min_frame = 0.95};
    g.rules.close = point ? (struct area){POINT_X - PATCH / 2, POINT_Y - PATCH / 2, PATCH, PATCH} : w;
    g.rules.core = point ? (struct area){POINT_X - PATCH / 4, POINT_Y - PATCH / 4, PATCH / 2, PATCH / 2} : (struct area){0};
    g.window = point ? sink_window(window) : 0;
    return g;
}

static inline hand_request *click_request(int id)
{
    hand_request *r =
        request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y}, {.type = TIMELINE_BUTTON_DOWN, .button = 1},
                               {.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 1}));
    r->fire.guard = guard_now(true);
    return r;
}

static inline hand_request *keys_request(int id)
{
    hand_request *r = request_new(id, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard = guard_now(false);
    return r;
}

static inline void fires(hand_request *request_take)
{
    request_send(&hand, request_take);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)a->status, a->reason);
}

/* Sends it and expects that nothing at all is pressed or moved; `says` is in the reason. */
static inline void refused(hand_request *request_take, enum hand_status status, const char *says)
{
    int id = request_take->fire.id;
    int px, py, qx, qy;
    observer_buttons(x.display, &px, &py);
    request_send(&hand, request_take);
    g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS); /* the very next answer: nothing started, nothing was held */
    assert_non_null(a);
    assert_int_equal(a->kind, HAND_FINISHED);
    assert_int_equal(a->id, id);
    if (a->status != status || !strstr(a->reason, says))
        fail_msg("status %d, reason: %s", (int)a->status, a->reason);
    assert_string_equal(a->fired_json, "[]");
    observer_buttons(x.display, &qx, &qy);
    assert_int_equal(px, qx);
    assert_int_equal(py, qy);
}

/* Sends it; until the hand has finished, draw() shows another picture each 20 ms. Returns the longest time (µs) that one of them
 * was there: this program may have been kept waiting, and from STEADY_LEAST_US on the hand may press. Caller frees *ret_answer.
 */
static inline gint64 alternate(hand_request *request_take, void (*draw)(bool other), hand_answer **ret_answer)
{
    gint64 at_us = g_get_monotonic_time(), longest_us = 0, until_us = at_us + SPAWN_WAIT_MS * 1000;
    bool other = false;
    request_send(&hand, request_take);
    while (g_get_monotonic_time() < until_us) {
        if (g_get_monotonic_time() >= at_us + 20000) {
            draw(other = !other);
            longest_us = MAX(longest_us, g_get_monotonic_time() - at_us);
            at_us = g_get_monotonic_time();
        }
        g_autoptr(hand_answer) a = spawned_any(&hand, 2);
        if (a && a->kind == HAND_FINISHED) {
            *ret_answer = g_steal_pointer(&a);
            return MAX(longest_us, g_get_monotonic_time() - at_us);
        }
    }
    fail_msg("the hand has not finished");
    return 0;
}

/* Until the window has got that. */
static inline void await_event(sink *s, enum sink_kind kind)
{
    struct sink_event e;
    do
        assert_true(sink_next(s, &e, SPAWN_WAIT_MS));
    while (e.kind != kind);
}

static inline void no_button_was_pressed(sink *s)
{
    struct sink_event e;
    sink_fill(s, 0, 0, 1, 1, 0x336699);
    while (sink_next(s, &e, 50))
        assert_true(e.kind != SINK_BUTTON_PRESS && e.kind != SINK_KEY_PRESS);
}

/* A window of this program's own that no manager has a say in. */
static inline Window popup(int px, int py, int width, int height, const char *type)
{
    XSetWindowAttributes direct = {.override_redirect = True, .background_pixel = 0xffffcc};
    Window w = XCreateWindow(dpy, DefaultRootWindow(dpy), px, py, (unsigned)width, (unsigned)height, 0, CopyFromParent,
                             InputOutput, CopyFromParent, CWOverrideRedirect | CWBackPixel, &direct);
    if (type) {
        Atom value = XInternAtom(dpy, type, False);
        XChangeProperty(dpy, w, XInternAtom(dpy, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                        (unsigned char *)&value, 1);
    }
    XMapRaised(dpy, w);
    XSync(dpy, False);
    return w;
}

#endif
