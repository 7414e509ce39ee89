/* A program whose ruler has a marker that goes along with the pointer. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/approach_scene.h"

#define TELLS_Y 220 /* in the window: far from both places */

struct ruled {
    Window top;
    int sheet_x; /* the marker goes along from there on only, and stays where the pointer has left that */
    bool tells;  /* words change, too, when it has moved */
    bool pressed;
};

static void draw_marker(const struct ruled *w, int px)
{
    XClearArea(dpy, w->top, 0, 0, 0, 12, False);
    for (int i = 0; i < 5; i++)
        XDrawLine(dpy, w->top, DefaultGC(dpy, DefaultScreen(dpy)), px - 4 + i, 4 + i, px + 4 - i, 4 + i);
    XSync(dpy, False);
}

static void tell(const struct ruled *w, const char *words)
{
    XClearArea(dpy, w->top, 20, TELLS_Y - 12, 200, 16, False);
    XDrawString(dpy, w->top, DefaultGC(dpy, DefaultScreen(dpy)), 20, TELLS_Y, words, (int)strlen(words));
    XSync(dpy, False);
}

static void serve(struct ruled *w)
{
    while (XPending(dpy)) {
        XEvent e;
        XNextEvent(dpy, &e);
        w->pressed = w->pressed || e.type == ButtonPress;
        if (e.type != MotionNotify || e.xmotion.x < w->sheet_x)
            continue;
        draw_marker(w, e.xmotion.x);
        if (w->tells)
            tell(w, "to: Otto Meyer");
    }
}

static hand_answer *click(struct ruled *w, int from_x, int marker_x)
{
    gint64 until = g_get_monotonic_time() + SPAWN_WAIT_MS * 1000;
    w->top = popup(110, 100, 330, 240, NULL);
    pointer_to(from_x, 260);
    XSelectInput(dpy, w->top, PointerMotionMask | ButtonPressMask);
    XSync(dpy, True);
    if (marker_x)
        draw_marker(w, marker_x);
    if (w->tells)
        tell(w, "to: Anna Smith");
    hand_request *r = slow_click(78, 300);
    r->fire.guard.window = w->top;
    request_send(&hand, r);
    for (;;) {
        g_autoptr(hand_answer) a = spawned_any(&hand, 5);
        serve(w);
        assert_true(g_get_monotonic_time() < until);
        if (!a || a->kind != HAND_FINISHED)
            continue;
        XSync(dpy, False);
        serve(w);
        XDestroyWindow(dpy, w->top);
        XSync(dpy, False);
        return g_steal_pointer(&a);
    }
}

/* The first picture is of before the pointer has ever moved: gone back, it has a marker there, too, that was never there. */
static void ruler__marker_goes_along__is_pressed(void **state)
{
    (void)state;
    struct ruled w = {0};
    g_autoptr(hand_answer) a = click(&w, 380, 0);
    assert_int_equal(a->status, HAND_DONE);
    assert_true(w.pressed);
}

/* A person may leave that ruler out, if nothing else changes. */
static void ruler__marker_stays_where_the_pointer_left_the_sheet__may_be_left_out(void **state)
{
    (void)state;
    static const struct {
        int from_x, sheet_x;
        bool tells;
    } ways[] = {
        {400, POINT_X - 110 + 20, false}, /* off the sheet, to a button beside it */
        {125, 30, false},                 /* from beside it on to the sheet */
        {125, 30, true},                  /* and words change, too */
    };
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        struct ruled w = {.sheet_x = ways[i].sheet_x, .tells = ways[i].tells};
        g_autoptr(hand_answer) a = click(&w, ways[i].from_x, 290);
        const struct area f = a->follows;
        bool strip = f.y >= 100 && f.height >= 5 && f.y + f.height <= 112 && f.width >= 200 && f.width <= 330;
        if (a->status != HAND_DIVERTED || w.pressed || (strstr(a->reason, "it follows the pointer") != NULL) == w.tells ||
            (w.tells ? f.width != 0 : !strip))
            fail_msg("way %d, status %d, %d×%d at %d,%d: %s", (int)i, (int)a->status, f.width, f.height, f.x, f.y, a->reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ruler__marker_goes_along__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(ruler__marker_stays_where_the_pointer_left_the_sheet__may_be_left_out, setup, teardown),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
