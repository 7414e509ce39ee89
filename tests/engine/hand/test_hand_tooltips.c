/* The pointer goes back to where it came from, in another window of the program, to see what it is that it does: the tooltip that
 * it brings there is no change; another popup is one, and so is what is written there. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"

#define FROM_X 600
#define FROM_Y 200
#define WAY_MS 120

/* What the main window does when the pointer comes back. */
enum brings { TOOLTIP, OTHER_POPUP, WORDS };

struct program {
    Window dialog, main, tip;
    enum brings brings;
    int comes; /* times that the pointer has come to the dialog */
    bool pressed;
};

static void fill(Window w, int px, int py, int width, int height, unsigned long colour)
{
    GC gc = XCreateGC(dpy, w, 0, NULL);
    XSetForeground(dpy, gc, colour);
    XFillRectangle(dpy, w, gc, px, py, (unsigned)width, (unsigned)height);
    XFreeGC(dpy, gc);
}

static void come_back(struct program *p)
{
    if (p->brings == WORDS)
        XDrawString(dpy, p->main, DefaultGC(dpy, DefaultScreen(dpy)), 20, 40, "to: Otto Meyer", 14);
    else if (p->tip == None)
        p->tip = popup(FROM_X + 8, FROM_Y + 12, 90, 24, p->brings == TOOLTIP ? "_NET_WM_WINDOW_TYPE_TOOLTIP" : NULL);
}

static void go(struct program *p)
{
    if (p->tip)
        XDestroyWindow(dpy, p->tip);
    p->tip = None;
}

/* The first time that the pointer comes, something shows itself in the dialog until it has left and the main window has done what
 * it does. */
static void take(struct program *p, const XEvent *e)
{
    p->pressed |= e->type == ButtonPress;
    if (e->type == EnterNotify && e->xcrossing.window == p->main) {
        come_back(p);
        fill(p->dialog, 220, 20, 40, 40, 0xffffcc);
    } else if (e->type == LeaveNotify && e->xcrossing.window == p->main) {
        go(p);
    } else if (e->type == EnterNotify && p->comes++ == 0) {
        fill(p->dialog, 220, 20, 40, 40, 0x808080);
    }
}

static void serve(struct program *p)
{
    while (XPending(dpy)) {
        XEvent e;
        XNextEvent(dpy, &e);
        take(p, &e);
    }
    XSync(dpy, False);
}

static char *click(int id, enum brings brings)
{
    struct program p = {.dialog = popup(150, 150, 300, 100, NULL), .main = popup(500, 120, 250, 300, NULL), .brings = brings};
    struct area at = {150, 150, 300, 100}, main_at = {500, 120, 250, 300};
    g_autoptr(hand_answer) a = NULL;
    XSetWindowBackground(dpy, p.main, 0xffffff);
    XClearWindow(dpy, p.main);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, FROM_X, FROM_Y);
    XSelectInput(dpy, p.dialog, EnterWindowMask | ButtonPressMask);
    XSelectInput(dpy, p.main, EnterWindowMask | LeaveWindowMask);
    XSync(dpy, True);
    hand_request *r = request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y, .duration_ms = WAY_MS},
                                             {.type = TIMELINE_BUTTON_DOWN, .at_ms = WAY_MS, .button = 1},
                                             {.type = TIMELINE_BUTTON_UP, .at_ms = WAY_MS + 20, .button = 1}));
    r->fire.guard = guard_now(true);
    r->fire.guard.window = (gint64)p.dialog;
    r->fire.guard.rules.window = at;
    r->fire.guard.rules.program = g_array_new(FALSE, FALSE, sizeof at);
    g_array_append_val(r->fire.guard.rules.program, at);
    g_array_append_val(r->fire.guard.rules.program, main_at);
    request_send(&hand, r);
    gint64 until_us = g_get_monotonic_time() + SPAWN_WAIT_MS * 1000;
    while (!a || a->kind != HAND_FINISHED) {
        assert_true(g_get_monotonic_time() < until_us);
        serve(&p);
        g_clear_pointer(&a, hand_answer_free);
        a = spawned_any(&hand, 5);
    }
    serve(&p);
    go(&p);
    XDestroyWindow(dpy, p.dialog);
    XDestroyWindow(dpy, p.main);
    XSync(dpy, False);
    assert_int_equal(p.pressed, a->status == HAND_DONE);
    assert_int_equal(p.comes, 2); /* it was tried */
    return p.pressed ? NULL : g_strdup(a->reason);
}

static void tooltip_where_the_pointer_came_from__is_pressed(void **state)
{
    (void)state;
    g_autofree char *why = click(20, TOOLTIP);
    if (why)
        fail_msg("%s", why);
}

static void something_else_where_the_pointer_came_from__is_not_pressed(void **state)
{
    (void)state;
    for (enum brings b = OTHER_POPUP; b <= WORDS; b++) {
        g_autofree char *why = click(21 + (int)b, b);
        assert_non_null(why);
        assert_non_null(strstr(why, "another window of the target's program has changed at"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(tooltip_where_the_pointer_came_from__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(something_else_where_the_pointer_came_from__is_not_pressed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
