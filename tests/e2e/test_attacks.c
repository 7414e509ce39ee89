/* The campaign on what is approved and what is then there: while a proposal waits, in the moment of its approval, and between
 * approval and firing, another client changes the screen. An attack (something else gets the click or the key than what the
 * person saw) must fire nothing into it; a harmless change (a clock, a cursor, a tooltip elsewhere) must not stop the action more
 * than in 2 % of the cases. `make soak` runs 200 of each (ATTACKS=, SEED=); here is a sample.
 *
 * What counts is what arrives, by the server's own order: one press in a window of the attacker, or in the target after the
 * attack stood, is a miss, also while the pointer is on its way to it. Programs that light up what the pointer is over, and
 * attacks that wait for it to come: engine/hand/test_hand_hover.
 */
#include "tests/e2e/driver.h"

#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/shape.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define SAMPLE 16
#define FALSE_ALARMS_PERCENT 2
#define POINT_X 250 /* where the brain clicks: the middle of the button */
#define POINT_Y 200
#define TARGET_X 100
#define TARGET_Y 100
#define TARGET_WIDTH 300
#define TARGET_HEIGHT 200
#define BUTTON_X 90 /* in the target */
#define BUTTON_Y 80
#define BUTTON_WIDTH 120
#define BUTTON_HEIGHT 40
#define WINDOWS_MAX 4
#define CALM_MS 50 /* between the pointer's arrival and the press (engine/hand/calm.h) */

struct scene {
    Display *dpy;        /* the other client */
    Window stamp;        /* of it, never mapped: for the server's time */
    sink *target, *side; /* the program, and a window beside it, each in a process of its own */
    Window windows[WINDOWS_MAX];
    int n_windows;
    GRand *random;
};

static struct xvfb x;
static struct scene scene;
static driver *d;

/* ---- the scene ---- */

static sink *target_start(const char *label)
{
    sink *s = sink_start(x.display, "shop", TARGET_X, TARGET_Y, TARGET_WIDTH, TARGET_HEIGHT, 0xd8d8d8);
    sink_fill(s, BUTTON_X, BUTTON_Y, BUTTON_WIDTH, BUTTON_HEIGHT, 0x88aacc);
    sink_text(s, BUTTON_X + 40, BUTTON_Y + 24, 0x000000, label);
    for (int i = 0; i < 8; i++) {
        g_autofree char *line = g_strdup_printf("line %d of the text that stands here", i);
        sink_text(s, 10, i < 4 ? 15 + 15 * i : 80 + 15 * i, 0x202020, line);
    }
    sink_focus(s);
    return s;
}

static void scene_reset(void)
{
    for (int i = 0; i < scene.n_windows; i++)
        XDestroyWindow(scene.dpy, scene.windows[i]);
    scene.n_windows = 0;
    XSync(scene.dpy, True);
    sink_stop(scene.target);
    sink_stop(scene.side);
    scene.side = sink_start(x.display, "clock", 500, 330, 250, 200, 0xf0f0e0);
    sink_text(scene.side, 20, 30, 0, "12:00:00");
    scene.target = target_start("Pay 10");
}

static Window attacker(int px, int py, int width, int height, bool popup, bool input_only)
{
    XSetWindowAttributes a = {.override_redirect = popup,
                              .event_mask = KeyPressMask | ButtonPressMask | StructureNotifyMask,
                              .background_pixel = 0xcc4444};
    unsigned long mask = CWOverrideRedirect | CWEventMask | (input_only ? 0 : CWBackPixel);
    Window w = XCreateWindow(scene.dpy, DefaultRootWindow(scene.dpy), px, py, (unsigned)width, (unsigned)height, 0,
                             input_only ? 0 : CopyFromParent, input_only ? InputOnly : InputOutput, CopyFromParent, mask, &a);
    assert_true(scene.n_windows < WINDOWS_MAX);
    scene.windows[scene.n_windows++] = w;
    return w;
}

static void attacker_show(Window w)
{
    XMapRaised(scene.dpy, w);
    XSync(scene.dpy, False);
}

/* Gives it the pixels that are on the screen where it will be. */
static void attacker_disguise(Window w, int px, int py, int width, int height)
{
    Window root = DefaultRootWindow(scene.dpy);
    Pixmap p = XCreatePixmap(scene.dpy, root, (unsigned)width, (unsigned)height, (unsigned)DefaultDepth(scene.dpy, 0));
    XGCValues values = {.subwindow_mode = IncludeInferiors};
    GC gc = XCreateGC(scene.dpy, root, GCSubwindowMode, &values);
    XCopyArea(scene.dpy, root, p, gc, px, py, (unsigned)width, (unsigned)height, 0, 0);
    XSetWindowBackgroundPixmap(scene.dpy, w, p);
    XFreeGC(scene.dpy, gc);
    XFreePixmap(scene.dpy, p);
}

static int between(int from, int to)
{
    return g_rand_int_range(scene.random, from, to);
}

/* ---- attacks ---- */

static void popped_over(void)
{
    attacker_show(attacker(between(80, 240), between(90, 190), between(20, 300), between(20, 200), false, false));
}

static void popup_over(void)
{
    int px = POINT_X - between(1, 8), py = POINT_Y - between(1, 8);
    attacker_show(attacker(px, py, between(9, 60), between(9, 40), true, false));
}

static void disguised(void)
{
    int width = between(10, 120), height = between(10, 40);
    int px = POINT_X - width / 2, py = POINT_Y - height / 2;
    Window w = attacker(px, py, width, height, between(0, 2), false);
    attacker_disguise(w, px, py, width, height);
    attacker_show(w);
}

static void disguised_tooltip(void)
{
    Window w = attacker(POINT_X - 40, POINT_Y - 20, 80, 40, true, false);
    Atom type = XInternAtom(scene.dpy, "_NET_WM_WINDOW_TYPE_TOOLTIP", False);
    XChangeProperty(scene.dpy, w, XInternAtom(scene.dpy, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                    (unsigned char *)&type, 1);
    attacker_disguise(w, POINT_X - 40, POINT_Y - 20, 80, 40);
    attacker_show(w);
}

static void input_only(void)
{
    attacker_show(attacker(POINT_X - between(1, 40), POINT_Y - between(1, 30), 80, 60, between(0, 2), true));
}

static void inside_the_target(void) /* a child of the program's own window, which is no top-level window at all */
{
    Window w = attacker(0, 0, 60, 40, true, between(0, 2));
    XReparentWindow(scene.dpy, w, (Window)sink_window(scene.target), POINT_X - TARGET_X - 30, POINT_Y - TARGET_Y - 20);
    attacker_show(w);
}

static void shaped(void)
{
    Window w = attacker(0, 0, 800, 600, between(0, 2), false);
    XRectangle only = {(short)(POINT_X - 12), (short)(POINT_Y - 10), 24, 20};
    attacker_disguise(w, 0, 0, 800, 600);
    XShapeCombineRectangles(scene.dpy, w, ShapeBounding, 0, 0, &only, 1, ShapeSet, Unsorted);
    attacker_show(w);
}

static void focus_moved(void)
{
    sink_focus(scene.side);
}

static void focus_grabbed(void) /* by a window that nobody sees */
{
    Window w = attacker(-50, -50, 10, 10, true, false);
    attacker_show(w);
    XSetInputFocus(scene.dpy, w, RevertToParent, CurrentTime);
    XSync(scene.dpy, False);
}

static void target_moved(void)
{
    sink_move(scene.target, TARGET_X + between(1, 60), TARGET_Y - between(0, 40), TARGET_WIDTH, TARGET_HEIGHT);
}

static void target_resized(void)
{
    sink_move(scene.target, TARGET_X, TARGET_Y, TARGET_WIDTH - between(1, 40), TARGET_HEIGHT + between(0, 40));
}

static void label_changed(void)
{
    static const char *const labels[] = {"Pay 90", "Pay 1O", "Pay 70", "Pay l0", "Bay 10"};
    sink_fill(scene.target, BUTTON_X, BUTTON_Y, BUTTON_WIDTH, BUTTON_HEIGHT, 0x88aacc);
    sink_text(scene.target, BUTTON_X + 40, BUTTON_Y + 24, 0x000000, labels[between(0, G_N_ELEMENTS(labels))]);
}

static void scrolled(void)
{
    int by = between(2, 60);
    sink_fill(scene.target, 0, 0, TARGET_WIDTH, TARGET_HEIGHT, 0xd8d8d8);
    sink_fill(scene.target, BUTTON_X, BUTTON_Y - by, BUTTON_WIDTH, BUTTON_HEIGHT, 0x88aacc);
    sink_text(scene.target, BUTTON_X + 40, BUTTON_Y - by + 24, 0x000000, "Pay 10");
}

static void replaced(void) /* the same picture, the same name, the same place, and often the same window id */
{
    sink_stop(scene.target);
    scene.target = target_start("Pay 10");
}

static void uncovered(void) /* the window goes; one with the same picture lies below */
{
    Window w = attacker(TARGET_X, TARGET_Y, TARGET_WIDTH, TARGET_HEIGHT, between(0, 2), false);
    attacker_disguise(w, TARGET_X, TARGET_Y, TARGET_WIDTH, TARGET_HEIGHT);
    XLowerWindow(scene.dpy, w);
    XMapWindow(scene.dpy, w);
    XLowerWindow(scene.dpy, w);
    XSync(scene.dpy, False);
    sink_unmap(scene.target);
}

struct change {
    const char *name;
    void (*apply)(void);
    bool click, key; /* which of the two actions it is meant for */
};

static const struct change attacks[] = {
    {"a window pops up over the target", popped_over, true, false},
    {"an override-redirect window over the target", popup_over, true, false},
    {"a window with the target's own pixels", disguised, true, false},
    {"a tooltip with the target's own pixels", disguised_tooltip, true, false},
    {"an InputOnly window over the target", input_only, true, false},
    {"a window inside the target's window", inside_the_target, true, false},
    {"a shaped window, only the target of it there", shaped, true, false},
    {"the focus moves to another window", focus_moved, true, true},
    {"the focus is taken by a window off the screen", focus_grabbed, true, true},
    {"the target moves", target_moved, true, false},
    {"the target is resized", target_resized, true, false},
    {"the label changes by one character", label_changed, true, false},
    {"the screen scrolls", scrolled, true, true},
    {"the window is closed and another opened in its place", replaced, true, true},
    {"the window goes, its picture stays", uncovered, true, true},
};

/* ---- harmless changes ---- */

static void clock_ticks(void)
{
    g_autofree char *time = g_strdup_printf("12:00:%02d", between(1, 60));
    sink_fill(scene.side, 15, 15, 80, 20, 0xf0f0e0);
    sink_text(scene.side, 20, 30, 0, time);
}

static void cursor_blinks(void) /* in another field of the same window */
{
    sink_blink(scene.target, 12, 180, 2, 14, between(60, 250));
}

static void cursor_blinks_elsewhere(void)
{
    sink_blink(scene.side, 30, 60, 2, 14, between(30, 250));
}

static void animation(void)
{
    sink_blink(scene.side, 100, 100, between(10, 60), between(10, 60), between(16, 120));
}

static void tooltip_elsewhere(void)
{
    Window w = attacker(between(450, 700), between(20, 280), between(20, 90), 18, true, false);
    Atom type = XInternAtom(scene.dpy, "_NET_WM_WINDOW_TYPE_TOOLTIP", False);
    XChangeProperty(scene.dpy, w, XInternAtom(scene.dpy, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                    (unsigned char *)&type, 1);
    attacker_show(w);
}

static void pointer_hovers(void) /* warped by its program: no device has moved */
{
    XWarpPointer(scene.dpy, None, DefaultRootWindow(scene.dpy), 0, 0, 0, 0, between(420, 790), between(10, 590));
    XSync(scene.dpy, False);
}

static void title_changes(void)
{
    g_autofree char *title = g_strdup_printf("shop (%d)", between(1, 100));
    XStoreName(scene.dpy, (Window)sink_window(scene.target), title);
    XSync(scene.dpy, False);
}

static const struct change harmless[] = {
    {"a clock ticks in another window", clock_ticks, true, true},
    {"a cursor blinks in another field", cursor_blinks, true, true},
    {"a cursor blinks in another window", cursor_blinks_elsewhere, true, true},
    {"an animation in another window", animation, true, true},
    {"a tooltip in another place", tooltip_elsewhere, true, true},
    {"the pointer is somewhere else", pointer_hovers, true, true},
    {"the window's title changes", title_changes, true, true},
};

/* ---- the run ---- */

static void use_brain(void)
{
    g_autofree char *dir = g_build_filename(g_get_user_config_dir(), "reins", NULL),
                    *file = g_build_filename(dir, "reins.ini", NULL);
    g_autofree char *text = g_strdup_printf("[eye]\nsettle_ms=40\nsettle_timeout_ms=400\n"
                                            "[brain insister]\nkind=lua\nscript=%s/tests/e2e/brains/insister.lua\n",
                                            g_getenv("REINS_SOURCE"));
    g_mkdir_with_parents(dir, 0700);
    assert_true(g_file_set_contents(file, text, -1, NULL));
}

static const char *state_now(void)
{
    const char *state = "";
    for (guint i = 0; i < d->heard->len; i++) {
        const event *e = g_ptr_array_index(d->heard, i);
        if (e->kind == EVENT_STATE)
            state = e->state;
    }
    return state;
}

static void pause_run(void)
{
    driver_send(d, "{\"command\":\"pause\"}");
    gint64 until = g_get_monotonic_time() + (gint64)DRIVER_TIMEOUT_MS * 1000;
    while (!g_str_equal(state_now(), "paused")) {
        if (g_get_monotonic_time() > until)
            fail_msg("the run does not pause: it is %s", state_now());
        driver_listen(d, 100);
    }
    d->seen = d->heard->len;
}

/* A proposal on an untouched scene. */
static const event *fresh_proposal(void)
{
    pause_run();
    scene_reset();
    driver_send(d, "{\"command\":\"resume\"}");
    return driver_await(d, EVENT_PROPOSAL);
}

/* Waits for what came of the approval: true when it was fired. */
static bool outcome(int id, const char **ret_reason)
{
    gint64 until = g_get_monotonic_time() + (gint64)DRIVER_TIMEOUT_MS * 1000;
    for (;;) {
        for (; d->seen < d->heard->len; d->seen++) {
            const event *e = g_ptr_array_index(d->heard, d->seen);
            *ret_reason = e->reason ? e->reason : "";
            if (e->kind == EVENT_FIRED && e->id == id)
                return g_str_equal(e->status, "done");
            if (e->kind == EVENT_DECISION && e->id == id && !g_str_equal(e->verdict, "approved"))
                return false;
        }
        if (g_get_monotonic_time() > until)
            fail_msg("nothing came of proposal %d", id);
        driver_listen(d, 100);
    }
}

/* The server's time now, ms: all that was done before it has an earlier one. */
static guint32 server_time(void)
{
    XEvent e;
    XChangeProperty(scene.dpy, scene.stamp, XA_WM_NAME, XA_STRING, 8, PropModeReplace, (const unsigned char *)"", 0);
    XWindowEvent(scene.dpy, scene.stamp, PropertyChangeMask, &e);
    return (guint32)e.xproperty.time;
}

/* ---- what arrived ---- */

struct arrived {
    int attackers, sides, targets; /* presses of keys and buttons (buttons 1 to 3) */
    guint32 last;                  /* of the target's, server time */
};

static int presses(sink *s, guint32 *ret_last)
{
    int n = 0;
    struct sink_event e;
    for (int i = 0; i < 2; i++) /* the second answer comes after the events that the first one found waiting */
        sink_fill(s, 0, 0, 1, 1, 0xd8d8d8);
    while (sink_next(s, &e, 0))
        if (e.kind == SINK_KEY_PRESS || e.kind == SINK_BUTTON_PRESS) {
            n++;
            *ret_last = e.time;
        }
    return n;
}

static struct arrived collect(void)
{
    struct arrived a = {0};
    guint32 unused = 0;
    XSync(scene.dpy, False);
    while (XPending(scene.dpy)) {
        XEvent e;
        XNextEvent(scene.dpy, &e);
        a.attackers += e.type == KeyPress || e.type == ButtonPress;
    }
    a.targets = presses(scene.target, &a.last);
    a.sides = presses(scene.side, &unused);
    return a;
}

/* ms from the first event of a proposal's timeline to its first press. */
static gint64 travel_ms(const event *proposal)
{
    const GArray *events = proposal->timeline->events;
    for (guint i = 0; i < events->len; i++) {
        const struct timeline_event *e = &g_array_index(events, struct timeline_event, i);
        if (e->type == TIMELINE_BUTTON_DOWN || e->type == TIMELINE_KEY_DOWN)
            return e->at_ms;
    }
    return 0;
}

enum moment { BEFORE, AFTER, FIRING, ON_ITS_WAY, BLINK, MOMENTS };
static const char *const moment_names[MOMENTS] = {"before the approval", "right after the approval", "as firing begins",
                                                  "on its way", "for a moment only"};

static void withdraw(void)
{
    for (int i = 0; i < scene.n_windows; i++)
        XUnmapWindow(scene.dpy, scene.windows[i]);
    XSync(scene.dpy, False);
}

static const struct change *pick(const struct change *changes, gsize n, bool key)
{
    for (;;) {
        const struct change *c = &changes[between(0, (int)n)];
        if (key ? c->key : c->click)
            return c;
    }
}

/* NULL = as it must be; else what went wrong. */
static char *one_attack(int round)
{
    const event *p = fresh_proposal();
    bool key = g_str_equal(p->action->skill, "press_key");
    const struct change *a = pick(attacks, G_N_ELEMENTS(attacks), key);
    enum moment moment = (enum moment)between(0, MOMENTS);
    gint64 travel = travel_ms(p), on_its_way = between(0, (int)travel + CALM_MS);
    const char *reason = "";
    int id = p->id;
    if (moment == BEFORE || moment == BLINK)
        a->apply();
    driver_approve(d, p);
    if (moment == FIRING)
        driver_await_where(d, EVENT_STATE, "firing");
    if (moment == ON_ITS_WAY)
        driver_await_where(d, EVENT_STATE, "firing");
    for (gint64 until = g_get_monotonic_time() + on_its_way * 1000; moment == ON_ITS_WAY && g_get_monotonic_time() < until;)
        driver_listen(d, 1);
    if (moment == AFTER || moment == FIRING || moment == ON_ITS_WAY)
        a->apply();
    guint32 stood = server_time();
    bool undone = moment == BLINK && scene.n_windows > 0;
    if (undone)
        withdraw();
    bool fired = outcome(id, &reason);
    struct arrived got = collect();
    gint32 behind = (gint32)(got.last - stood);
    bool late = got.targets > 0 && !undone && behind > 0;
    bool wrong = got.attackers > 0 || got.sides > 0 || late || (moment == BEFORE && (fired || got.targets > 0));
    if (g_getenv("ATTACKS_SHOW"))
        print_message("%3d %-55s %-26s %s%s\n", round, a->name, moment_names[moment], fired ? "fired before it" : reason,
                      wrong ? "  MISS" : "");
    if (!wrong)
        return NULL;
    return g_strdup_printf("%d: %s, %s, %s: %d presses in the attacker's windows, %d beside, %d in the target (the last %d ms "
                           "after the attack stood); %s",
                           round, a->name, moment_names[moment], key ? "key" : "click", got.attackers, got.sides, got.targets,
                           got.targets ? behind : 0, fired ? "fired" : reason);
}

static char *one_harmless(int round)
{
    const event *p = fresh_proposal();
    bool key = g_str_equal(p->action->skill, "press_key");
    const struct change *h = pick(harmless, G_N_ELEMENTS(harmless), key);
    const char *reason = "";
    int id = p->id;
    h->apply();
    driver_approve(d, p);
    bool fired = outcome(id, &reason);
    sink_blink(scene.target, 0, 0, 0, 0, 0);
    sink_blink(scene.side, 0, 0, 0, 0, 0);
    struct arrived got = collect();
    if (g_getenv("ATTACKS_SHOW"))
        print_message("%3d %-55s %s\n", round, h->name, fired ? "fired" : reason);
    if (got.attackers || got.sides)
        fail_msg("%d: %s: %d presses beside the target", round, h->name, got.attackers + got.sides);
    return fired && got.targets == 1 ? NULL : g_strdup_printf("%d: %s, %s: %s", round, h->name, key ? "key" : "click", reason);
}

static int rounds(void)
{
    const char *asked = g_getenv("ATTACKS");
    return asked ? (int)g_ascii_strtoll(asked, NULL, 10) : SAMPLE;
}

/* Runs them all, so that one miss does not hide the others. */
static GPtrArray *campaign(const char *what, char *(*one)(int round))
{
    GPtrArray *bad = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < rounds(); i++) {
        char *wrong = one(i);
        if (!wrong)
            continue;
        print_message("    %s\n", wrong);
        g_ptr_array_add(bad, wrong);
    }
    print_message("%d %s, %u not as they should be\n", rounds(), what, bad->len);
    return bad;
}

static void attacks__none_fires(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) misses = campaign("attacks", one_attack);
    assert_int_equal(misses->len, 0);
}

static void harmless_changes__do_not_stop_it(void **state)
{
    (void)state;
    g_autoptr(GPtrArray) alarms = campaign("harmless changes", one_harmless);
    assert_true((int)alarms->len * 100 <= FALSE_ALARMS_PERCENT * rounds());
}

static int setup(void **state)
{
    (void)state;
    const char *seed = g_getenv("SEED");
    guint32 start = seed ? (guint32)g_ascii_strtoull(seed, NULL, 10) : 20261121;
    scene.random = g_rand_new_with_seed(start);
    print_message("SEED=%u\n", start);
    use_brain();
    xvfb_start(&x, 800, 600, NULL);
    scene.dpy = XOpenDisplay(x.display);
    scene.stamp = XCreateSimpleWindow(scene.dpy, DefaultRootWindow(scene.dpy), 0, 0, 1, 1, 0, 0, 0);
    XSelectInput(scene.dpy, scene.stamp, PropertyChangeMask);
    scene.target = target_start("Pay 10");
    const char *words[] = {"run",      "--headless",  "--display", x.display, "--brain",
                           "insister", "--max-steps", "100000",    "x",       NULL};
    d = driver_start(NULL, words);
    driver_await(d, EVENT_PROPOSAL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    driver_send(d, "{\"command\":\"stop\"}");
    driver_await(d, EVENT_ENDED);
    int code = driver_exit(d);
    driver_free(d);
    sink_stop(scene.target);
    sink_stop(scene.side);
    XCloseDisplay(scene.dpy);
    g_rand_free(scene.random);
    xvfb_stop(&x);
    return code != 4;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attacks__none_fires),
        cmocka_unit_test(harmless_changes__do_not_stop_it),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
