/* A painter whose status line says where the pointer is on its canvas, beside a panel: what it says of the pointer is no change,
 * and what it says by itself is one. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"

#define LEFT 60 /* of the window on the screen */
#define TOP 160
#define WIDTH 640
#define HEIGHT 400
#define TOOLS 120 /* px: of the row of tools, which the target is in */
#define PANEL 80
#define STATUS 20
#define FROM_X 500 /* on the canvas */
#define FROM_Y 350
#define WAY_MS 120

enum painter {
    PROMPT, /* says each place */
    LAZY,   /* takes no notice of the first motion after the pointer has come */
    STALE,  /* had said an older place when the picture was taken */
    TELLS   /* says another name once the pointer moves, and that stays */
};

struct program {
    Window w;
    enum painter painter;
    bool comes, pressed, told;
};

static void fill(const struct program *p, int px, int py, int width, int height, unsigned long colour)
{
    GC gc = XCreateGC(dpy, p->w, 0, NULL);
    XSetForeground(dpy, gc, colour);
    XFillRectangle(dpy, p->w, gc, px, py, (unsigned)width, (unsigned)height);
    XFreeGC(dpy, gc);
}

static void say(const struct program *p, const char *text)
{
    fill(p, PANEL, HEIGHT - STATUS, WIDTH - PANEL, STATUS, 0xdddddd);
    fill(p, PANEL, HEIGHT - STATUS - 2, WIDTH - PANEL, 2, 0xffffff);
    XDrawString(dpy, p->w, DefaultGC(dpy, DefaultScreen(dpy)), PANEL + 12, HEIGHT - 6, text, (int)strlen(text));
}

static void say_place(const struct program *p, int px, int py)
{
    g_autofree char *text = py < TOOLS ? g_strdup("") : g_strdup_printf("%d,%d", px, py);
    say(p, text);
}

static void draw(const struct program *p)
{
    fill(p, 0, 0, WIDTH, HEIGHT, 0xdddddd);
    for (int y = TOOLS; y < HEIGHT; y += 16)
        fill(p, 0, y, PANEL - 2, 14, y % 32 ? 0x990000 : 0x009900);
    fill(p, PANEL, TOOLS, WIDTH - PANEL, HEIGHT - TOOLS - STATUS, 0x808080);
    fill(p, POINT_X - LEFT - 20, POINT_Y - TOP - 12, 40, 24, 0x336699);
    if (p->painter == STALE)
        say_place(p, 300, 180);
    else if (p->painter == TELLS)
        say(p, "to: Anna Smith");
    else
        say_place(p, FROM_X - LEFT, FROM_Y - TOP);
    XSync(dpy, False);
}

static void take(struct program *p, const XEvent *e)
{
    p->pressed |= e->type == ButtonPress;
    if (e->type != MotionNotify)
        return;
    const bool tools = e->xmotion.y < TOOLS, first = !tools && p->comes;
    p->comes = tools;
    if (p->painter == TELLS && !p->told)
        say(p, "to: Otto Meyer");
    else if (p->painter != TELLS && (p->painter != LAZY || !first))
        say_place(p, e->xmotion.x, e->xmotion.y);
    p->told = true;
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

static char *click(int id, enum painter painter, bool tips)
{
    struct program p = {.painter = painter};
    const struct area at = {LEFT, TOP, WIDTH, HEIGHT};
    g_autoptr(hand_answer) a = NULL;
    p.w = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), LEFT, TOP, WIDTH, HEIGHT, 0, 0, 0xdddddd);
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, FROM_X, FROM_Y);
    XMapRaised(dpy, p.w);
    XSync(dpy, False);
    draw(&p);
    XSelectInput(dpy, p.w, PointerMotionMask | ButtonPressMask);
    XSync(dpy, True);
    hand_request *r = request_new(id, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y, .duration_ms = WAY_MS},
                                             {.type = TIMELINE_BUTTON_DOWN, .at_ms = WAY_MS, .button = 1},
                                             {.type = TIMELINE_BUTTON_UP, .at_ms = WAY_MS + 20, .button = 1}));
    r->fire.guard = guard_now(true);
    r->fire.guard.window = (gint64)p.w;
    r->fire.guard.focus = 0;
    r->fire.guard.tips = tips;
    r->fire.guard.rules.window = at;
    request_send(&hand, r);
    gint64 until_us = g_get_monotonic_time() + SPAWN_WAIT_MS * 1000;
    while (!a || a->kind != HAND_FINISHED) {
        assert_true(g_get_monotonic_time() < until_us);
        serve(&p);
        g_clear_pointer(&a, hand_answer_free);
        a = spawned_any(&hand, 5);
    }
    serve(&p);
    XDestroyWindow(dpy, p.w);
    XSync(dpy, False);
    assert_int_equal(p.pressed, a->status == HAND_DONE);
    return p.pressed ? NULL : g_strdup(a->reason);
}

static void place_of_the_pointer__is_pressed(void **state)
{
    (void)state;
    for (enum painter painter = PROMPT; painter <= STALE; painter++) {
        g_autofree char *why = click(20 + (int)painter, painter, true);
        if (why)
            fail_msg("%d: %s", (int)painter, why);
    }
}

static void another_name__is_not_pressed(void **state)
{
    (void)state;
    g_autofree char *why = click(30, TELLS, true);
    assert_non_null(why);
    assert_non_null(strstr(why, "has changed at "));
}

static void at_tier_3__is_not_pressed(void **state)
{
    (void)state;
    g_autofree char *why = click(31, PROMPT, false), *stale = click(32, STALE, false);
    assert_non_null(why);
    assert_non_null(stale);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(place_of_the_pointer__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(another_name__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(at_tier_3__is_not_pressed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
