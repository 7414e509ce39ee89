#ifndef TESTS_E2E_ATTACK_SCENE_H
#define TESTS_E2E_ATTACK_SCENE_H

/* The scene of test_attacks: the program that is worked in, a window beside it, and an attacker; each a process of its own, so
 * that no window of theirs passes for the terminal that reins is shown in (the test's own process is above reins). And all that
 * they do there. A header of static functions, because each test program here is linked from one file. Needs cmocka.h before it.
 */

#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/shape.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

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

struct scene {
    Display *dpy;        /* of the attacker; here it is only asked for the server's time */
    Window stamp;        /* of it, never mapped */
    sink *target, *side; /* the program, and a window beside it, each in a process of its own */
    Window target_window;
    Window windows[WINDOWS_MAX]; /* the attacker's */
    int n_windows;
    GRand *random;
};

static struct xvfb x;
static struct scene scene;
static pid_t attacker_pid;
static int attacker_fd = -1;

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

/* ---- the attacker: a client of its own, in a process that reins does not descend from ---- */

/* What the test asks of it; the answer is a number. */
enum order { ORDER_ATTACK, ORDER_HARMLESS, ORDER_WITHDRAW, ORDER_CLEAR, ORDER_PRESSES };

struct job {
    enum order order;
    guint32 change, seed;
    Window target;
};

static int attacker_does(const struct job *job);

static void attacker_main(int fd)
{
    struct job job;
    scene.dpy = XOpenDisplay(x.display);
    if (!scene.dpy)
        _exit(99);
    while (read(fd, &job, sizeof job) == sizeof job) {
        int answer = attacker_does(&job);
        if (write(fd, &answer, sizeof answer) != sizeof answer)
            break;
    }
    _exit(0);
}

static void attacker_start(void)
{
    int fds[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    attacker_pid = fork();
    assert_true(attacker_pid >= 0);
    if (attacker_pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(fds[0]);
        attacker_main(fds[1]);
    }
    close(fds[1]);
    attacker_fd = fds[0];
}

static int attacker_do(enum order order, guint32 change)
{
    struct job job = {.order = order, .change = change, .target = (Window)sink_window(scene.target)};
    int answer = 0;
    job.seed = order == ORDER_ATTACK || order == ORDER_HARMLESS ? g_rand_int(scene.random) : 0;
    assert_int_equal(write(attacker_fd, &job, sizeof job), sizeof job);
    assert_int_equal(read(attacker_fd, &answer, sizeof answer), sizeof answer);
    return answer;
}

static void scene_reset(void)
{
    attacker_do(ORDER_CLEAR, 0);
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
    XReparentWindow(scene.dpy, w, scene.target_window, POINT_X - TARGET_X - 30, POINT_Y - TARGET_Y - 20);
    attacker_show(w);
}

static void disguised_inside(void) /* with the pixels that the program shows there */
{
    int width = between(10, 120), height = between(10, 40);
    int px = POINT_X - width / 2, py = POINT_Y - height / 2;
    Window w = attacker(px, py, width, height, true, false);
    attacker_disguise(w, px, py, width, height);
    XReparentWindow(scene.dpy, w, scene.target_window, px - TARGET_X, py - TARGET_Y);
    attacker_show(w);
}

static void keys_inside(void) /* keys go to what the pointer is in, inside the window that has the focus */
{
    Window w = attacker(0, 0, TARGET_WIDTH, TARGET_HEIGHT, true, true);
    XReparentWindow(scene.dpy, w, scene.target_window, 0, 0);
    attacker_show(w);
    XWarpPointer(scene.dpy, None, w, 0, 0, 0, 0, between(1, TARGET_WIDTH), between(1, TARGET_HEIGHT));
    XSync(scene.dpy, False);
}

static void focus_inside(void)
{
    Window w = attacker(0, 0, 10, 10, true, true);
    XReparentWindow(scene.dpy, w, scene.target_window, 0, 0);
    attacker_show(w);
    XSetInputFocus(scene.dpy, w, RevertToParent, CurrentTime);
    XSync(scene.dpy, False);
}

static void click_through(void) /* what is seen is another's, what is pressed the program's */
{
    Window w = attacker(POINT_X - 40, POINT_Y - 20, 80, 40, true, false);
    XShapeCombineRectangles(scene.dpy, w, ShapeInput, 0, 0, NULL, 0, ShapeSet, Unsorted);
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
}

static void target_unmapped(void)
{
    sink_unmap(scene.target);
}

struct change {
    const char *name;
    bool click, key;        /* which of the two actions it is meant for */
    void (*attacker)(void); /* what another client does; NULL = nothing */
    void (*program)(void);  /* then, what the programs themselves do; NULL = nothing */
    bool shown;             /* the picture shows it */
};

static const struct change attacks[] = {
    {"a window pops up over the target", true, false, popped_over, NULL},
    {"an override-redirect window over the target", true, false, popup_over, NULL, true},
    {"a window with the target's own pixels", true, false, disguised, NULL},
    {"a tooltip with the target's own pixels", true, false, disguised_tooltip, NULL},
    {"an InputOnly window over the target", true, false, input_only, NULL},
    {"a window inside the target's window", true, false, inside_the_target, NULL},
    {"a window inside it with its own pixels", true, false, disguised_inside, NULL},
    {"a window inside it under the pointer, for keys", false, true, keys_inside, NULL},
    {"a window inside it takes the focus", false, true, focus_inside, NULL},
    {"a window that lets clicks through over the target", true, false, click_through, NULL, true},
    {"a shaped window, only the target of it there", true, false, shaped, NULL},
    {"the focus moves to another window", true, true, NULL, focus_moved},
    {"the focus is taken by a window off the screen", true, true, focus_grabbed, NULL},
    {"the target moves", true, false, NULL, target_moved, true},
    {"the target is resized", true, false, NULL, target_resized},
    {"the label changes by one character", true, false, NULL, label_changed, true},
    {"the screen scrolls", true, true, NULL, scrolled, true},
    {"the window is closed and another opened in its place", true, true, NULL, replaced},
    {"the window goes, its picture stays", true, true, uncovered, target_unmapped},
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
    XStoreName(scene.dpy, scene.target_window, title);
    XSync(scene.dpy, False);
}

static const struct change harmless[] = {
    {"a clock ticks in another window", true, true, NULL, clock_ticks},
    {"a cursor blinks in another field", true, true, NULL, cursor_blinks},
    {"a cursor blinks in another window", true, true, NULL, cursor_blinks_elsewhere},
    {"an animation in another window", true, true, NULL, animation},
    {"a tooltip in another place", true, true, tooltip_elsewhere, NULL},
    {"the pointer is somewhere else", true, true, pointer_hovers, NULL},
    {"the window's title changes", true, true, title_changes, NULL},
};

/* ---- who does what ---- */

static int attacker_presses(void)
{
    int n = 0;
    while (XPending(scene.dpy)) {
        XEvent e;
        XNextEvent(scene.dpy, &e);
        n += e.type == KeyPress || e.type == ButtonPress;
    }
    return n;
}

/* In the attacker's process. Returns how many windows it has, or presses it got. */
static int attacker_does(const struct job *job)
{
    g_rand_set_seed(scene.random, job->seed);
    scene.target_window = job->target;
    if (job->order == ORDER_ATTACK || job->order == ORDER_HARMLESS)
        (job->order == ORDER_ATTACK ? attacks : harmless)[job->change].attacker();
    for (int i = 0; i < scene.n_windows && job->order == ORDER_WITHDRAW; i++)
        XUnmapWindow(scene.dpy, scene.windows[i]);
    for (; scene.n_windows > 0 && job->order == ORDER_CLEAR; scene.n_windows--)
        XDestroyWindow(scene.dpy, scene.windows[scene.n_windows - 1]);
    XSync(scene.dpy, job->order == ORDER_CLEAR);
    return job->order == ORDER_PRESSES ? attacker_presses() : scene.n_windows;
}

/* Returns how many windows the attacker has there. */
static int apply(const struct change *c)
{
    bool attack = c >= attacks && c < attacks + G_N_ELEMENTS(attacks);
    int windows = 0;
    if (c->attacker)
        windows = attacker_do(attack ? ORDER_ATTACK : ORDER_HARMLESS, (guint32)(c - (attack ? attacks : harmless)));
    if (c->program)
        c->program();
    return windows;
}

#endif
