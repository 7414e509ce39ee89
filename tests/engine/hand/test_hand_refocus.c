/* The hand gives the focus to its target itself, and waits until the window manager has done it. What changes in that time
 * counts; what the focus itself changes does not. This test plays the window manager, so that it is certain what comes when. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/guard_scene.h"
#include "tests/helper/toolkit.h"

#define FROM_X 750
#define FROM_Y 550

static sink *desk; /* has the focus: the person's console */
static Atom active;

static void set_atom(Window w, const char *name, Atom type, int format, const void *data)
{
    XChangeProperty(dpy, w, XInternAtom(dpy, name, False), type, format, PropModeReplace, data, 1);
}

/* From now on who wants to move the focus asks us, by a message to the root. */
static void manage(bool really)
{
    Window root = DefaultRootWindow(dpy), check = XCreateSimpleWindow(dpy, root, -10, -10, 1, 1, 0, 0, 0);
    active = XInternAtom(dpy, "_NET_ACTIVE_WINDOW", False);
    set_atom(root, "_NET_SUPPORTING_WM_CHECK", XA_WINDOW, 32, &check);
    set_atom(check, "_NET_SUPPORTING_WM_CHECK", XA_WINDOW, 32, &check);
    set_atom(root, "_NET_SUPPORTED", XA_ATOM, 32, &active);
    if (!really)
        XDeleteProperty(dpy, root, XInternAtom(dpy, "_NET_SUPPORTED", False));
    XSelectInput(dpy, root, really ? SubstructureNotifyMask : NoEventMask);
    XSync(dpy, False);
}

static int setup_manager(void **state)
{
    if (setup_display(state) != 0)
        return 1;
    manage(true);
    return 0;
}

static int setup_desk(void **state)
{
    if (setup(state) != 0)
        return 1;
    desk = sink_start(x.display, "desk", 550, 50, 200, 200, 0x222222);
    sink_focus(desk);
    return 0;
}

static int teardown_desk(void **state)
{
    sink_stop(desk);
    return teardown(state);
}

/* ---- what is asked for, and what comes in between ---- */

static hand_request *with_focus(hand_request *r)
{
    r->fire.guard.focus_window = r->fire.guard.focus;
    return r;
}

static bool is_asked(void *data)
{
    XEvent e;
    (void)data;
    while (XCheckTypedEvent(dpy, ClientMessage, &e))
        if (e.xclient.message_type == active)
            return true;
    return false;
}

static void change_label(void)
{
    sink_fill(window, 91, 85, 6, 20, 0x336699); /* the K of OK */
    sink_text(window, 91, 100, 0xffffff, "X");
}

static void move_window(void)
{
    sink_move(window, 103, 100, 400, 300);
}

static sink *newcomer;

static void another_comes(void)
{
    newcomer = sink_start(x.display, "newcomer", 300, 350, 150, 40, 0x336699);
}

static void replace_window(void)
{
    sink_stop(window);
    window = sink_start(x.display, "target", 100, 100, 400, 300, 0x336699);
    sink_text(window, 85, 100, 0xffffff, "OK");
}

/* As a text field that is given the focus: a frame, another ground. */
static void light_up(void)
{
    sink_fill(window, 0, 0, 400, 300, 0x3c70a2);
    sink_text(window, 85, 100, 0xffffff, "OK");
    sink_fill(window, 60, 70, 80, 1, 0xffffff);
    sink_fill(window, 60, 110, 80, 1, 0xffffff);
    sink_fill(window, 60, 70, 1, 41, 0xffffff);
    sink_fill(window, 139, 70, 1, 41, 0xffffff);
}

/* It may be a text cursor, and it may be an l: it is waited for, and this one stays. */
static void bar_comes(void)
{
    light_up();
    sink_fill(window, 120, 84, 2, 18, 0xffffff);
}

static void raise_window(void)
{
    sink_raise(window);
}

/* Sends it; when the focus is asked for, `change`, then the focus comes. */
static void hand_over(hand_request *request_take, void (*change)(void))
{
    request_send(&hand, request_take);
    assert_true(helper_await(is_asked, NULL, SPAWN_WAIT_MS));
    if (change)
        change();
    sink_focus(window);
}

static void not_fired(hand_request *request_take, void (*change)(void), const char *says)
{
    hand_over(request_take, change);
    g_autoptr(hand_answer) a = spawned_any(&hand, SPAWN_WAIT_MS);
    assert_non_null(a);
    if (a->kind != HAND_FINISHED || a->status != HAND_STALE || !strstr(a->reason, says))
        fail_msg("kind %d, status %d: %s", (int)a->kind, (int)a->status, a->reason);
    assert_string_equal(a->fired_json, "[]");
    no_button_was_pressed(window);
}

static void fired(void (*change)(void), hand_request *request_take)
{
    hand_over(request_take, change);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("status %d: %s", (int)a->status, a->reason);
}

/* ---- the tests ---- */

static void refocus__keys__not_into_what_has_changed(void **state)
{
    (void)state;
    not_fired(with_focus(keys_request(1)), change_label, "when the focus had been handed over, the target has changed at");
    sink_focus(desk);
    not_fired(with_focus(keys_request(2)), move_window, "moved or resized");
    sink_focus(desk);
    not_fired(with_focus(keys_request(3)), another_comes, "\"newcomer\" has come");
    sink_stop(newcomer);
    sink_focus(desk);
    not_fired(with_focus(keys_request(4)), replace_window, "");
}

static void refocus__click__not_onto_what_has_changed(void **state)
{
    (void)state;
    not_fired(with_focus(click_request(5)), change_label, "when the focus had been handed over, the target has changed at");
    sink_focus(desk);
    not_fired(with_focus(click_request(6)), move_window, "moved or resized");
    sink_focus(desk);
    not_fired(with_focus(click_request(7)), another_comes, "\"newcomer\" has come");
    sink_stop(newcomer);
}

static bool on_its_way(void *data)
{
    (void)data;
    int px, py;
    observer_buttons(x.display, &px, &py);
    return px != FROM_X || py != FROM_Y;
}

static void refocus__click__changes_on_the_way(void (*change)(void), const char *says)
{
    XWarpPointer(dpy, None, DefaultRootWindow(dpy), 0, 0, 0, 0, FROM_X, FROM_Y);
    XSync(dpy, False);
    hand_request *r = request_new(8, EVENTS({.type = TIMELINE_MOVE, .x = POINT_X, .y = POINT_Y, .duration_ms = 1500},
                                            {.type = TIMELINE_BUTTON_DOWN, .at_ms = 1500, .button = 1},
                                            {.type = TIMELINE_BUTTON_UP, .at_ms = 1520, .button = 1}));
    r->fire.guard = guard_now(true);
    hand_over(with_focus(r), NULL);
    assert_true(helper_await(on_its_way, NULL, SPAWN_WAIT_MS));
    change();
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DIVERTED || !strstr(a->reason, says))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    no_button_was_pressed(window);
}

static void refocus__click__label_changes_on_the_way(void **state)
{
    (void)state;
    refocus__click__changes_on_the_way(change_label, "the target has changed at");
}

static void refocus__click__window_moves_on_the_way(void **state)
{
    (void)state;
    refocus__click__changes_on_the_way(move_window, "was moved, resized or closed");
}

static void refocus__what_the_focus_does__is_no_change(void **state)
{
    (void)state;
    fired(NULL, with_focus(keys_request(9)));
    sink_focus(desk);
    fired(light_up, with_focus(keys_request(10)));
    sink_focus(desk);
    fired(light_up, with_focus(click_request(11)));
}

static void refocus__bar_that_stays__not_fired(void **state)
{
    (void)state;
    not_fired(with_focus(keys_request(14)), bar_comes, "219,183, 4×20 px: text or lines came");
}

/* It was partly below another window, and is raised as window managers do. */
static void refocus__raised__is_no_change(void **state)
{
    (void)state;
    sink_text(window, 250, 250, 0xffffff, "not to be seen at first");
    sink *over = sink_start(x.display, "over", 320, 320, 200, 100, 0x00aa00);
    sink_text(over, 10, 20, 0, "this lies over it");
    fired(raise_window, with_focus(keys_request(12)));
    sink_focus(desk);
    sink_raise(over);
    hand_request *r = with_focus(click_request(13));
    const struct area visible[] = {{100, 100, 400, 220}, {100, 320, 220, 80}};
    r->fire.guard.rules.program = g_array_new(FALSE, FALSE, sizeof(struct area));
    g_array_append_vals(r->fire.guard.rules.program, visible, G_N_ELEMENTS(visible));
    fired(raise_window, r);
    sink_stop(over);
}

#define CALM_LOOKS 25

struct hover_settle {
    char *path;
    int same;
};

/* The screen was the same so many times in a row: what faded out has. */
static bool is_calm(void *data)
{
    struct hover_settle *c = data;
    char *path = frame_now();
    c->same = g_strcmp0(path, c->path) == 0 ? c->same + 1 : 0;
    g_free(c->path);
    c->path = path;
    return c->same >= CALM_LOOKS;
}

static void let_it_fade(void)
{
    struct hover_settle c = {0};
    assert_true(helper_await(is_calm, &c, SPAWN_WAIT_MS));
    g_free(c.path);
}

/* Real programs, as their toolkits draw them without the focus and with it. */
static void refocus__toolkits__keys_arrive(void **state)
{
    (void)state;
    static const char *const names[] = {"xterm", "gtk", "qt"};
    manage(false);
    sink_unmap(window);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        toolkit *t = toolkit_start(x.display, names[i]);
        assert_non_null(t);
        sink_focus(desk);
        g_autofree char *all = g_strdup("");
        struct area w = {0};
        for (int n = 0; n < 3; n++) {
            hand_request *r = request_new(20 + (int)i * 3 + n, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
            let_it_fade();
            assert_true(windows_rectangle(dpy, toolkit_window(t), &w.x, &w.y, &w.width, &w.height));
            r->fire.guard = guard_now(false);
            r->fire.guard.focus = r->fire.guard.focus_window = toolkit_window(t);
            r->fire.guard.rules.close = r->fire.guard.rules.window = w;
            request_send(&hand, r);
            g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
            if (a->status != HAND_DONE)
                fail_msg("%s, %d: status %d: %s", names[i], n, (int)a->status, a->reason);
            char *more = g_strconcat(all, "hi", NULL);
            g_free(all);
            all = more;
            g_autofree char *got = toolkit_text(t, (guint)strlen(all), SPAWN_WAIT_MS);
            assert_string_equal(got, all);
            sink_focus(desk);
        }
        toolkit_stop(t);
    }
    manage(true);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_desk, teardown_desk)
    const struct CMUnitTest tests[] = {
        TEST(refocus__keys__not_into_what_has_changed),
        TEST(refocus__click__not_onto_what_has_changed),
        TEST(refocus__click__label_changes_on_the_way),
        TEST(refocus__click__window_moves_on_the_way),
        TEST(refocus__what_the_focus_does__is_no_change),
        TEST(refocus__bar_that_stays__not_fired),
        TEST(refocus__raised__is_no_change),
        TEST(refocus__toolkits__keys_arrive),
    };
    return cmocka_run_group_tests(tests, setup_manager, teardown_display);
}
