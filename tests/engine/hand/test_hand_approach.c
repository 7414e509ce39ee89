/* While the pointer is on its way to the target, the target is compared on; what the pointer itself changes is no change. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/steady.h"
#include "tests/engine/hand/approach_scene.h"

#define FROM_X 750
#define FROM_Y 550
#define STRIKES_X 200 /* in the window: beyond the patch */
#define TELLS_Y 220   /* in the window: far from both places */
#define TELLS_FROM_X 380
#define ENTRY_Y 85 /* in a menu, whose entries are 26 px high */

static bool on_its_way(void *data)
{
    (void)data;
    int px, py;
    observer_buttons(x.display, &px, &py);
    return px != FROM_X || py != FROM_Y;
}

static void not_pressed(const char *says)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DIVERTED || !strstr(a->reason, says))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    no_button_was_pressed(window);
}

static void approach__label_changes__is_not_pressed(void **state)
{
    (void)state;
    pointer_to(FROM_X, FROM_Y);
    request_send(&hand, slow_click(70, 3000));
    assert_true(helper_await(on_its_way, NULL, SPAWN_WAIT_MS));
    sink_text(window, 85, 100, 0xffffff, "NO");
    not_pressed("while the pointer was on its way, the target has changed at 18"); /* of the screen, not of the patch */
}

/* The hand asks whose grab it is by a pixel to the left of the target; it comes there from the right. */
static bool grab_is_asked_about(void *data)
{
    XEvent e;
    (void)data;
    while (XCheckTypedEvent(dpy, MotionNotify, &e))
        if (e.xmotion.x_root < POINT_X)
            return true;
    return false;
}

/* At the target the press waits for another program's grab, and the server is free: what is drawn there meanwhile counts. (Where
 * this test is slow, it is the grab that was waited for too long.) */
static void approach__label_changes_while_press_waits__is_not_pressed(void **state)
{
    (void)state;
    pointer_to(FROM_X, FROM_Y);
    request_send(&hand, slow_click(76, 3000));
    assert_true(helper_await(on_its_way, NULL, SPAWN_WAIT_MS));
    assert_int_equal(XGrabPointer(dpy, DefaultRootWindow(dpy), False, PointerMotionMask, GrabModeAsync, GrabModeAsync, None, None,
                                  CurrentTime),
                     GrabSuccess);
    assert_true(helper_await(grab_is_asked_about, NULL, SPAWN_WAIT_MS));
    sink_text(window, 85, 100, 0xffffff, "NO");
    XUngrabPointer(dpy, CurrentTime);
    XSync(dpy, True);
    not_pressed("");
}

static void approach__window_is_resized__is_not_pressed(void **state)
{
    (void)state;
    pointer_to(FROM_X, FROM_Y);
    request_send(&hand, slow_click(75, 3000));
    assert_true(helper_await(on_its_way, NULL, SPAWN_WAIT_MS));
    sink_move(window, 100, 100, 390, 310);
    not_pressed("the target's window was moved, resized or closed");
}

static void approach__label_changes_and_back__is_pressed(void **state)
{
    (void)state;
    pointer_to(FROM_X, FROM_Y);
    request_send(&hand, slow_click(71, 1000));
    assert_true(helper_await(on_its_way, NULL, SPAWN_WAIT_MS));
    sink_fill(window, 80, 90, 2, 14, 0xffffff);
    sink_fill(window, 80, 90, 2, 14, 0x336699);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
}

static void draw_label(bool other)
{
    sink_fill(window, 80, 85, 40, 20, 0x336699);
    sink_text(window, 85, 100, 0xffffff, other ? "NO" : "OK");
}

/* Whether that was known before or not. */
static void approach__label_alternates__is_not_pressed(void **state)
{
    (void)state;
    gint64 rounds = g_getenv("ALTERNATE") ? g_ascii_strtoll(g_getenv("ALTERNATE"), NULL, 10) : 2;
    int pressed = 0, slow = 0;
    for (int i = 0; i < rounds; i++) {
        g_autoptr(hand_answer) a = NULL;
        pointer_to(FROM_X, FROM_Y);
        draw_label(false);
        hand_request *r = slow_click(400 + i, 120);
        r->fire.guard.rules.unsteady = i % 2 == 0;
        bool kept_waiting = alternate(r, draw_label, &a) >= STEADY_LEAST_US;
        slow += kept_waiting;
        pressed += a->status == HAND_DONE && !kept_waiting;
    }
    if (g_getenv("ALTERNATE"))
        print_message("%d rounds, %d pressed, %d do not count\n", (int)rounds, pressed, slow);
    assert_int_equal(pressed, 0);
}

/* The picture that is decided on, and then a window of this program at the target that lights up when the pointer is in it. */
struct lit {
    Window top, button;
    bool follows; /* lights up whenever the pointer is not where it came from */
    bool tips;    /* shows a tooltip when the pointer comes */
    bool strikes; /* draws a line at its right end while the pointer is at its left one */
    bool tells;   /* writes at its lower end what the pointer is on */
    Window gone;  /* its own popup, which goes when the pointer moves; it has covered words */
    int words_x;
    const char *entry; /* of a menu: in other colours while the pointer is on it, and then it says that */
};

static struct lit lit_window(bool child)
{
    struct lit l = {.top = popup(150, 150, 300, 100, NULL)};
    l.button = l.top;
    if (child) {
        l.button = XCreateSimpleWindow(dpy, l.top, 30, 30, 40, 40, 0, 0, 0x808080);
        XMapWindow(dpy, l.button);
    }
    XSelectInput(dpy, l.button, EnterWindowMask | ButtonPressMask);
    XSync(dpy, True);
    return l;
}

static void paint(const struct lit *l, unsigned long colour)
{
    XSetWindowBackground(dpy, l->button, colour);
    XClearWindow(dpy, l->button);
    XSync(dpy, False);
}

static void strike(const struct lit *l, bool there)
{
    XClearArea(dpy, l->button, STRIKES_X - 1, 10, 3, 20, False);
    if (there)
        XDrawLine(dpy, l->button, DefaultGC(dpy, DefaultScreen(dpy)), STRIKES_X, 12, STRIKES_X, 26);
    XSync(dpy, False);
}

static void tell_place(const struct lit *l, bool there)
{
    const char *words = there ? "to: Otto Meyer" : "to: Anna Smith";
    XClearArea(dpy, l->button, 20, TELLS_Y - 12, 200, 16, False);
    XDrawString(dpy, l->button, DefaultGC(dpy, DefaultScreen(dpy)), 20, TELLS_Y, words, (int)strlen(words));
    XSync(dpy, False);
}

/* The row of a menu that has the target in its middle. */
static void draw_entry(const struct lit *l, bool lit, const char *says)
{
    GC gc = XCreateGC(dpy, l->button, 0, NULL);
    XSetForeground(dpy, gc, lit ? 0x3584e4 : 0xffffff);
    XFillRectangle(dpy, l->button, gc, 0, ENTRY_Y, 300, 26);
    XSetForeground(dpy, gc, lit ? 0xffffff : 0x2e3436);
    XDrawString(dpy, l->button, gc, 20, ENTRY_Y + 17, says, (int)strlen(says));
    XFreeGC(dpy, gc);
    XSync(dpy, False);
}

static Window take_away(const struct lit *l)
{
    XUnmapWindow(dpy, l->gone);
    XSync(dpy, False);
    XDrawString(dpy, l->top, DefaultGC(dpy, DefaultScreen(dpy)), l->words_x, 80, "50", 2);
    XSync(dpy, False);
    return l->gone;
}

/* Serves the window until the hand has finished: fills it whole when the pointer comes. */
static enum hand_status serve(const struct lit *l, bool *ret_pressed)
{
    gint64 until = g_get_monotonic_time() + SPAWN_WAIT_MS * 1000;
    Window tip = None;
    *ret_pressed = false;
    for (;;) {
        while (XPending(dpy)) {
            XEvent e;
            XNextEvent(dpy, &e);
            *ret_pressed = *ret_pressed || e.type == ButtonPress;
            if (e.type == EnterNotify && l->tips)
                tip = popup(POINT_X + 8, POINT_Y + 12, 90, 24, "_NET_WM_WINDOW_TYPE_TOOLTIP");
            else if (e.type == EnterNotify)
                paint(l, 0xff0000);
            else if (e.type == MotionNotify && l->gone)
                tip = tip ? tip : take_away(l);
            else if (e.type == MotionNotify && l->strikes)
                strike(l, e.xmotion.x < STRIKES_X / 2);
            else if (e.type == MotionNotify && l->tells)
                tell_place(l, e.xmotion.x_root < TELLS_FROM_X - 20);
            else if (e.type == MotionNotify && l->entry)
                draw_entry(l, e.xmotion.y >= ENTRY_Y, e.xmotion.y >= ENTRY_Y ? l->entry : "A heading of 2");
        }
        if (l->follows)
            paint(l, on_its_way(NULL) ? 0xff0000 : 0xffffcc);
        g_autoptr(hand_answer) a = spawned_any(&hand, 5);
        if (a && a->kind == HAND_FINISHED) {
            if (tip)
                XDestroyWindow(dpy, tip);
            XSync(dpy, False);
            while (XPending(dpy)) {
                XEvent e;
                XNextEvent(dpy, &e);
                *ret_pressed = *ret_pressed || e.type == ButtonPress;
            }
            return a->status;
        }
        assert_true(g_get_monotonic_time() < until);
    }
}

static void approach__hover__is_pressed(bool child, int from_x, int from_y)
{
    bool pressed;
    struct lit l = lit_window(child);
    pointer_to(from_x, from_y);
    hand_request *r = slow_click(72, 300);
    r->fire.guard.window = l.top;
    request_send(&hand, r);
    assert_int_equal(serve(&l, &pressed), HAND_DONE);
    assert_true(pressed);
    XDestroyWindow(dpy, l.top);
    XSync(dpy, False);
}

static void approach__window_lights_up__is_pressed(void **state)
{
    (void)state;
    approach__hover__is_pressed(false, FROM_X, FROM_Y);
}

static void approach__button_in_the_same_window_lights_up__is_pressed(void **state)
{
    (void)state;
    approach__hover__is_pressed(true, 400, 200);
}

/* The window manager's part is played by this test, the frame's by another process's window: the tooltip is the client's. */
static void approach__tooltip_in_a_frame__is_pressed(void **state)
{
    (void)state;
    const unsigned long normal[] = {NormalState, None};
    bool pressed;
    Window client = XCreateSimpleWindow(dpy, (Window)sink_window(window), 30, 30, 300, 200, 0, 0, 0xdddddd);
    Atom wm_state = XInternAtom(dpy, "WM_STATE", False);
    XChangeProperty(dpy, client, wm_state, wm_state, 32, PropModeReplace, (const unsigned char *)normal, 2);
    XSelectInput(dpy, DefaultRootWindow(dpy), SubstructureRedirectMask);
    XSelectInput(dpy, client, EnterWindowMask | ButtonPressMask);
    XMapWindow(dpy, client);
    XSync(dpy, True);
    pointer_to(FROM_X, FROM_Y);
    hand_request *r = slow_click(77, 300);
    r->fire.guard.window = r->fire.guard.focus = (gint64)client;
    const struct lit l = {.top = client, .button = client, .tips = true};
    request_send(&hand, r);
    assert_int_equal(serve(&l, &pressed), HAND_DONE);
    assert_true(pressed);
    XSelectInput(dpy, DefaultRootWindow(dpy), NoEventMask);
    XDestroyWindow(dpy, client);
    XSync(dpy, False);
}

/* A tooltip of the target's program, from where the pointer was, goes when the pointer goes; what it had covered may be anything,
 * but for what is near the target. */
static enum hand_status after_a_tooltip(int id, int left, bool tip)
{
    bool pressed;
    struct lit l = lit_window(false);
    pointer_to(400, 230);
    l.gone = popup(left, 215, 40, 24, tip ? "_NET_WM_WINDOW_TYPE_TOOLTIP" : NULL);
    l.words_x = left - 150 + 2;
    XSelectInput(dpy, l.top, PointerMotionMask | ButtonPressMask);
    XSync(dpy, True);
    hand_request *r = slow_click(id, 300);
    r->fire.guard.window = l.top;
    r->fire.guard.tips = true;
    request_send(&hand, r);
    enum hand_status status = serve(&l, &pressed);
    XDestroyWindow(dpy, l.top);
    return status;
}

static void approach__tooltip_goes__is_pressed(void **state)
{
    (void)state;
    assert_int_equal(after_a_tooltip(83, 228, true), HAND_DONE);
}

static void approach__tooltip_at_the_target_goes__is_not_pressed(void **state)
{
    (void)state;
    assert_int_equal(after_a_tooltip(84, 212, true), HAND_DIVERTED);
    assert_int_equal(after_a_tooltip(85, 228, false), HAND_DIVERTED);
}

/* A button that is a window: seen until the pointer comes to it, also when it starts beside it. */
static void approach__button_in_the_same_window_changes__is_not_pressed(void **state)
{
    (void)state;
    struct lit l = lit_window(true);
    XSetWindowAttributes mine = {.override_redirect = True};
    XChangeWindowAttributes(dpy, l.top, CWOverrideRedirect, &mine);
    pointer_to(400, 200);
    hand_request *r = slow_click(73, 3000);
    r->fire.guard.window = l.top;
    request_send(&hand, r);
    assert_true(helper_await(on_its_way, NULL, SPAWN_WAIT_MS));
    g_autoptr(hand_answer) started G_GNUC_UNUSED = spawned_await(&hand, HAND_STARTED);
    paint(&l, 0x00ff00);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DIVERTED || !strstr(a->reason, "on its way"))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    XDestroyWindow(dpy, l.top);
    XSync(dpy, False);
}

/* Eyes that look at the pointer are another picture at each of its steps; where it came from they are as they were. */
static void approach__follows_the_pointer__is_pressed(void **state)
{
    (void)state;
    bool pressed;
    struct lit l = lit_window(false);
    l.follows = true;
    pointer_to(FROM_X, FROM_Y);
    hand_request *r = slow_click(74, 200);
    r->fire.guard.window = l.top;
    request_send(&hand, r);
    assert_int_equal(serve(&l, &pressed), HAND_DONE);
    assert_true(pressed);
    XDestroyWindow(dpy, l.top);
    XSync(dpy, False);
}

/* A wide button: what hover draws on its other end is its words, as if it were drawn in the patch. */
static void approach__hover_strikes_a_wide_button_out__is_not_pressed(void **state)
{
    (void)state;
    bool pressed;
    struct lit l = {.top = popup(POINT_X - 40, POINT_Y - 20, 300, 40, NULL), .strikes = true};
    l.button = l.top;
    pointer_to(POINT_X + 240, POINT_Y);
    XSelectInput(dpy, l.top, PointerMotionMask | ButtonPressMask);
    XSync(dpy, True);
    hand_request *r = slow_click(79, 300);
    r->fire.guard.window = l.top;
    r->fire.guard.rules.window = (struct area){POINT_X - 40, POINT_Y - 20, 300, 40};
    request_send(&hand, r);
    assert_int_equal(serve(&l, &pressed), HAND_DIVERTED);
    assert_false(pressed);
    XDestroyWindow(dpy, l.top);
    XSync(dpy, False);
}

/* Right above the entry, in the colour that the entry has when it is lit: what it stands on is its own height away. */
static void draw_title(const struct lit *l)
{
    GC gc = XCreateGC(dpy, l->button, 0, NULL);
    XSetForeground(dpy, gc, 0x3584e4);
    XFillRectangle(dpy, l->button, gc, 0, ENTRY_Y - 22, 80, 22);
    XFreeGC(dpy, gc);
}

static enum hand_status click_entry(const char *says, int from_x, int from_y)
{
    bool pressed;
    struct lit l = {.top = popup(110, 100, 300, 240, NULL), .entry = says};
    l.button = l.top;
    pointer_to(from_x, from_y);
    XSelectInput(dpy, l.top, PointerMotionMask | ButtonPressMask);
    XSync(dpy, True);
    draw_title(&l);
    draw_entry(&l, false, "A heading of 2");
    hand_request *r = slow_click(91, 300);
    r->fire.guard.window = l.top;
    r->fire.guard.rules.window = (struct area){110, 100, 300, 240};
    request_send(&hand, r);
    enum hand_status status = serve(&l, &pressed);
    XDestroyWindow(dpy, l.top);
    return status;
}

/* The row is lit on both sides of the line that is as near to the pointer's old place as to the target. */
static void approach__menu_entry_lights_up_beside_where_the_pointer_was__is_pressed(void **state)
{
    (void)state;
    assert_int_equal(click_entry("A heading of 2", 205, 160), HAND_DONE);
    assert_int_equal(click_entry("A heading of 2", 165, 150), HAND_DONE);
    assert_int_equal(click_entry("A heading of 2", 380, 330), HAND_DONE);
}

static void approach__menu_entry_is_another_once_lit__is_not_pressed(void **state)
{
    (void)state;
    assert_int_equal(click_entry("A heading of 3", 205, 160), HAND_DIVERTED);
    assert_int_equal(click_entry("A heading of 3", 165, 150), HAND_DIVERTED);
    assert_int_equal(click_entry("B heading of 2", 165, 150), HAND_DIVERTED);
}

static void approach__words_elsewhere__is_not_pressed(int from_x, int from_y)
{
    bool pressed;
    struct lit l = {.top = popup(110, 100, 330, 240, NULL), .tells = true};
    l.button = l.top;
    pointer_to(from_x, from_y);
    XSelectInput(dpy, l.top, PointerMotionMask | ButtonPressMask);
    XSync(dpy, True);
    tell_place(&l, false);
    hand_request *r = slow_click(90, 300);
    r->fire.guard.window = l.top;
    r->fire.guard.rules.window = (struct area){110, 100, 330, 240};
    r->fire.guard.focus = 0;
    request_send(&hand, r);
    enum hand_status status = serve(&l, &pressed);
    if (status != HAND_DIVERTED || pressed)
        fail_msg("status %d, %s", (int)status, pressed ? "pressed" : "not pressed");
    XDestroyWindow(dpy, l.top);
    XSync(dpy, False);
}

/* Words elsewhere in the window, each time that the pointer comes: to whom it goes, or only coordinates; nobody knows which. */
static void approach__hover_brings_words_elsewhere__is_not_pressed(void **state)
{
    (void)state;
    approach__words_elsewhere__is_not_pressed(TELLS_FROM_X, 160);
}

/* The focus comes with the pointer: that changes colours, not words. */
static void approach__focus_brings_words_elsewhere__is_not_pressed(void **state)
{
    (void)state;
    XSetInputFocus(dpy, PointerRoot, RevertToPointerRoot, CurrentTime);
    XSync(dpy, False);
    approach__words_elsewhere__is_not_pressed(FROM_X, FROM_Y);
}

static bool find_eyes(void *data)
{
    g_autoptr(GPtrArray) all = windows_list(dpy);
    for (guint i = 0; i < all->len; i++) {
        const struct eye_window *w = g_ptr_array_index(all, i);
        if (g_strcmp0(w->class, "XEyes") == 0)
            *(gint64 *)data = w->id;
    }
    return *(gint64 *)data != 0;
}

/* A click at them, from where the pointer is; again until they were drawn and at rest in what was decided on. */
struct eyes {
    gint64 window;
    int id;
    hand_answer *a;
};

static bool eyes_say(void *data)
{
    struct eyes *e = data;
    hand_request *r = slow_click(e->id++, 300);
    r->fire.guard.window = r->fire.target_window = e->window;
    request_send(&hand, r);
    g_clear_pointer(&e->a, hand_answer_free);
    e->a = spawned_await(&hand, HAND_FINISHED);
    return e->a->status == HAND_DONE || strstr(e->a->reason, "it follows the pointer");
}

/* Real eyes, as the target themselves: it is said what they do and how they are left out; and they are no more in the way once
 * the pointer is there. */
static void approach__eyes__with_the_pointer_there_it_is_pressed(void **state)
{
    (void)state;
    const char *argv[] = {"xeyes", "-geometry", "200x150+150+120", NULL}; /* between them is no window */
    struct eyes e = {.id = 80};
    pointer_to(FROM_X, FROM_Y);
    pid_t pid = helper_spawn(x.display, argv);
    assert_true(helper_await(find_eyes, &e.window, SPAWN_WAIT_MS));
    assert_true(helper_await(eyes_say, &e, SPAWN_WAIT_MS));
    if (e.a->status != HAND_DIVERTED || !strstr(e.a->reason, "it follows the pointer") ||
        !strstr(e.a->reason, "[ignore NAME] x=") || !strstr(e.a->reason, "from=window"))
        fail_msg("status %d: %s", (int)e.a->status, e.a->reason);
    assert_true(on_its_way(NULL)); /* it has been left at the target */
    assert_true(helper_await(eyes_say, &e, SPAWN_WAIT_MS));
    if (e.a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)e.a->status, e.a->reason);
    hand_answer_free(e.a);
    helper_end(pid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(approach__label_changes__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__label_changes_while_press_waits__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__label_changes_and_back__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__label_alternates__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__window_lights_up__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__window_is_resized__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__button_in_the_same_window_lights_up__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__button_in_the_same_window_changes__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__tooltip_goes__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__tooltip_at_the_target_goes__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__tooltip_in_a_frame__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__follows_the_pointer__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__hover_strikes_a_wide_button_out__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__menu_entry_lights_up_beside_where_the_pointer_was__is_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__menu_entry_is_another_once_lit__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__hover_brings_words_elsewhere__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__focus_brings_words_elsewhere__is_not_pressed, setup, teardown),
        cmocka_unit_test_setup_teardown(approach__eyes__with_the_pointer_there_it_is_pressed, setup, teardown),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
