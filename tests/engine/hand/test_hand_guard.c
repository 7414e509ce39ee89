/* The last look before anything is fired: what must be as it was, or nothing is pressed. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/hand/steady.h"
#include "tests/engine/hand/guard_scene.h"

static void guard__unchanged__fires(void **state)
{
    (void)state;
    request_send(&hand, click_request(1));
    g_autoptr(hand_answer) started = spawned_await(&hand, HAND_STARTED);
    assert_true(started->match == 1.0);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != HAND_DONE)
        fail_msg("%s", a->reason);
    assert_true(a->match == 1.0);
}

static void guard__label__one_letter_changed(void **state)
{
    (void)state;
    hand_request *r = click_request(2);
    sink_fill(window, 91, 85, 6, 20, 0x336699); /* the K of OK */
    sink_text(window, 91, 100, 0xffffff, "X");
    refused(r, HAND_STALE, "the target has changed");
    no_button_was_pressed(window);
}

static void guard__target__moved_by_three_pixels(void **state)
{
    (void)state;
    hand_request *r = click_request(2);
    sink_fill(window, 80, 80, 40, 40, 0x336699);
    sink_text(window, 88, 100, 0xffffff, "OK");
    refused(r, HAND_STALE, "the target has changed");
    r = click_request(3);
    sink_move(window, 103, 100, 400, 300);
    refused(r, HAND_STALE, "moved");
    no_button_was_pressed(window);
}

/* The target is a plain button; what it stands under has changed. */
static void guard__page__scrolled(void **state)
{
    (void)state;
    for (int i = 0; i < 9; i++)
        sink_text(window, 200, 20 + 30 * i, 0xffffff, "each of these lines says something else");
    hand_request *r = click_request(2);
    sink_fill(window, 190, 0, 210, 300, 0x336699);
    for (int i = 0; i < 9; i++)
        sink_text(window, 200, 31 + 30 * i, 0xffffff, "what was up there is here now, and more");
    refused(r, HAND_STALE, "the target's window has changed");
    no_button_was_pressed(window);
}

static void guard__screen__changed(void **state)
{
    (void)state;
    sink *desk = sink_start(x.display, "desk", 520, 0, 280, 600, 0x111111);
    sink_focus(window);
    hand_request *r = click_request(2);
    sink_fill(desk, 0, 0, 280, 600, 0xeeeeee);
    refused(r, HAND_STALE, "the screen has changed");
    sink_stop(desk);
}

/* The same place, size, title, class and picture, and (seen in test_windows) the same XID. */
static void guard__window__closed_and_another_in_its_place(void **state)
{
    (void)state;
    hand_request *r = click_request(2), *keys = keys_request(3);
    gint64 id = sink_window(window);
    sink_stop(window);
    window = sink_start(x.display, "target", 100, 100, 400, 300, 0x336699);
    sink_focus(window);
    sink_text(window, 85, 100, 0xffffff, "OK");
    assert_int_equal(sink_window(window), id);
    refused(r, HAND_STALE, "was closed and another one is in its place");
    refused(keys, HAND_STALE, "was closed and another one is in its place");
    no_button_was_pressed(window);
}

static void guard__keys__a_label_in_the_window_changed(void **state)
{
    (void)state;
    sink_text(window, 20, 250, 0xffffff, "Delete file 1?");
    hand_request *r = keys_request(2);
    sink_fill(window, 20, 235, 100, 20, 0x336699);
    sink_text(window, 20, 250, 0xffffff, "Delete file 7?");
    refused(r, HAND_STALE, "the target has changed");
    no_button_was_pressed(window);
}

static void guard__pointer__moved__and_the_click_starts_from_it(void **state)
{
    (void)state;
    XTestFakeMotionEvent(dpy, 0, POINT_X, POINT_Y, CurrentTime);
    XSync(dpy, False);
    for (int by = 0; by <= 3; by += 3) {
        hand_request *r = request_new(
            4 + by, EVENTS({.type = TIMELINE_BUTTON_DOWN, .button = 1}, {.type = TIMELINE_BUTTON_UP, .at_ms = 20, .button = 1}));
        r->fire.guard = guard_now(true);
        r->fire.guard.pointer_bound = true;
        r->fire.guard.pointer_x = POINT_X;
        r->fire.guard.pointer_y = POINT_Y - by;
        if (by == 0)
            fires(r);
        else
            refused(r, HAND_STALE, "the pointer was moved");
    }
}

static void guard__harmless__clock_and_small_things_elsewhere(void **state)
{
    (void)state;
    sink *desk = sink_start(x.display, "desk", 520, 0, 280, 600, 0x111111);
    sink_text(desk, 10, 30, 0xffffff, "12:59:59");
    sink_focus(window);
    hand_request *r = click_request(2);
    sink_fill(desk, 10, 15, 80, 20, 0x111111);
    sink_text(desk, 10, 30, 0xffffff, "13:00:00");
    sink_fill(desk, 50, 100, 100, 100, 0x00ff00);
    fires(r);
    sink_stop(desk);
}

/* What is asked about may stand anywhere in the window. */
static void guard__picture__elsewhere_in_the_window(void **state)
{
    (void)state;
    sink_text(window, 300, 290, 0xffffff, "line 3");
    hand_request *r = click_request(3);
    sink_fill(window, 300, 275, 60, 20, 0x336699);
    sink_text(window, 300, 290, 0xffffff, "line 4");
    refused(r, HAND_STALE, "the target's window has changed at 4");
    hand_request *faint = click_request(4);
    sink_fill(window, 20, 20, 200, 20, 0x36699c);
    refused(faint, HAND_STALE, "an area has another colour");
}

/* A caret that has stopped in the state that was not approved. */
static void guard__caret__in_its_other_state(void **state)
{
    (void)state;
    hand_request *known = keys_request(5), *unknown = keys_request(6);
    known->fire.guard.rules.caret.at = (struct area){200, 192, 2, 16};
    sink_fill(window, 100, 92, 2, 16, 0);
    fires(known);
    refused(unknown, HAND_STALE, "something has come");
}

/* That it changes by itself is said of the place that has changed, with the profile's line behind, and of none beside it. */
static void guard__unsettled__is_told_of_the_place_that_has_changed(void **state)
{
    (void)state;
    for (int beside = 0; beside <= 1; beside++) {
        struct area moves = {beside ? 204 : 200, 192, 8, 16};
        hand_request *r = keys_request(2 + beside);
        r->fire.guard.rules.unsettled = g_array_new(FALSE, FALSE, sizeof(struct area));
        g_array_append_val(r->fire.guard.rules.unsettled, moves);
        sink_fill(window, 100, 92, 3, 8, beside ? 0x990000 : 0x009900);
        request_send(&hand, r);
        g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
        assert_int_equal(a->status, HAND_STALE);
        bool told = strstr(a->reason, "changes by itself: A on the card leaves such places out, and so does [ignore NAME]");
        if (told == beside || !strstr(a->reason, beside ? "levels)" : "in the profile"))
            fail_msg("%s", a->reason);
        assert_null(strstr(a->reason, "levels), and"));
    }
}

/* In the very core: the click waits for the moment in which the picture is the one that was approved. */
static void guard__harmless__blinking_cursor(void **state)
{
    (void)state;
    sink_blink(window, 100, 92, 2, 16, 120);
    for (int i = 0; i < 8; i++) {
        fires(click_request(10 + i));
        fires(keys_request(30 + i));
        sink_fill(window, 0, 0, 1, 1, 0x336699 + (guint)i % 2); /* the server has had time to go on */
    }
}

/* The picture has a cursor's shorter half, and the longer one has just begun: 800 ms in GTK. */
static void guard__harmless__slow_cursor(void **state)
{
    (void)state;
    hand_request *r = click_request(2);
    sink_fill(window, 100, 92, 2, 16, 0x336699 ^ 0xffffff);
    sink_blink(window, 100, 92, 2, 16, 750);
    fires(r);
}

/* The picture was seen to change, and must be held: a cursor alone does not begin that anew, and it comes back more than once. */
static void guard__harmless__cursor_of_a_target_that_changes(void **state)
{
    (void)state;
    hand_request *r = keys_request(2);
    r->fire.guard.rules.unsteady = true;
    sink_fill(window, 100, 92, 2, 16, 0x336699 ^ 0xffffff);
    sink_blink(window, 100, 92, 2, 16, 500);
    fires(r);
}

static void draw_block(bool other)
{
    sink_fill(window, 100, 92, 12, 16, other ? 0x336699 ^ 0xffffff : 0x336699);
}

/* A round in which this program was kept waiting does not count: the picture stood still. */
static void guard__changes_all_the_time__says_where(void **state)
{
    (void)state;
    bool counts = false;
    for (int i = 0; i < 10 && !counts; i++) {
        g_autoptr(hand_answer) a = NULL;
        draw_block(false);
        hand_request *r = keys_request(40 + i);
        r->fire.guard.rules.unsteady = true;
        counts = alternate(r, draw_block, &a) < STEADY_LEAST_US;
        if (counts && (a->status != HAND_STALE || !strstr(a->reason, "levels); it changes faster than it can be checked")))
            fail_msg("status %d: %s", (int)a->status, a->reason);
    }
    if (!counts)
        print_message("the machine was too busy in each of ten rounds: nothing was checked\n");
}

static void guard__picture__highlight(void **state)
{
    (void)state;
    hand_request *r = click_request(2);
    sink_fill(window, 70, 80, 60, 40, 0x4070a8);
    sink_text(window, 85, 100, 0xffffff, "OK");
    refused(r, HAND_STALE, "an area has another colour");
}

static Window plain(int px, int py)
{
    Window w = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), px, py, 100, 100, 0, 0, 0x202020);
    XMapWindow(dpy, w);
    XSync(dpy, False);
    return w;
}

/* A dialog of the target's own program is no change beside its windows; over them it is, and so is another program's, and one
 * that takes the keys. */
static void guard__new_window__of_the_targets_program(void **state)
{
    (void)state;
    const struct {
        int x, y;
        const char *says; /* NULL = no change */
        bool keys, focus, other, unseen;
    } rows[] = {
        {600, 300, NULL, .keys = false},       {600, 300, "has come", .unseen = true}, /* of a fuse's last moment */
        {600, 300, NULL, .keys = true},        {600, 300, "the focus has moved", .keys = true, .focus = true},
        {600, 300, "has come", .other = true}, {120, 330, "has come", .keys = false},
        {450, 120, "has come", .keys = false}, /* over another window of the program */
    };
    Window target = plain(150, 420), evidence = plain(520, 100);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        XSetInputFocus(dpy, target, RevertToPointerRoot, CurrentTime);
        XSync(dpy, False);
        hand_request *r = rows[i].keys ? keys_request(80 + (int)i) : click_request(80 + (int)i);
        struct hand_guard *g = &r->fire.guard;
        struct area w = {150, 420, 100, 100}, other = {520, 100, 100, 100};
        g->focus = (gint64)target;
        g->unseen = rows[i].unseen;
        g->rules.window = g->rules.close = w;
        g->rules.core = rows[i].keys ? (struct area){0} : (struct area){180, 450, 40, 40};
        g->rules.program = g_array_new(FALSE, FALSE, sizeof(struct area));
        g_array_append_val(g->rules.program, w);
        g_array_append_val(g->rules.program, other);
        if (!rows[i].keys) {
            g_array_index(r->fire.timeline->events, struct timeline_event, 0).y = 470;
            g_free(r->fire.digest);
            r->fire.digest = timeline_digest(r->fire.timeline);
            g->window = (gint64)target;
        }
        sink *stranger = rows[i].other ? sink_start(x.display, "stranger", rows[i].x, rows[i].y, 100, 100, 0x202020) : NULL;
        Window mine = stranger ? None : plain(rows[i].x, rows[i].y);
        if (rows[i].focus)
            XSetInputFocus(dpy, mine, RevertToPointerRoot, CurrentTime);
        XSync(dpy, False);
        if (rows[i].says)
            refused(r, HAND_STALE, rows[i].says);
        else
            fires(r);
        if (stranger)
            sink_stop(stranger);
        else
            XDestroyWindow(dpy, mine);
        XSync(dpy, False);
    }
    XDestroyWindow(dpy, target);
    XDestroyWindow(dpy, evidence);
    XSync(dpy, False);
}

static void guard__popups(void **state)
{
    (void)state;
    const struct {
        int x, y;
        const char *type, *says; /* NULL = harmless */
        bool keys;
    } rows[] = {
        {550, 400, NULL, NULL, false},                              /* elsewhere */
        {550, 400, "_NET_WM_WINDOW_TYPE_NOTIFICATION", NULL, true}, /* the same for keys */
        {300, 320, "_NET_WM_WINDOW_TYPE_TOOLTIP", NULL, false},     /* over the window, not over the target */
        {300, 320, NULL, "has come", false},                        /* a menu takes the click */
        {300, 320, "_NET_WM_WINDOW_TYPE_TOOLTIP", "the target has changed", true},
        {190, 190, "_NET_WM_WINDOW_TYPE_TOOLTIP", "another window is at", false},
        {150, 205, "_NET_WM_WINDOW_TYPE_TOOLTIP", "the target has changed", false},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        for (int goes = 0; goes < 2; goes++) { /* comes, and goes again */
            Window w = goes ? popup(rows[i].x, rows[i].y, 120, 40, rows[i].type) : None;
            hand_request *r = rows[i].keys ? keys_request(50 + (int)i) : click_request(50 + (int)i);
            if (goes) {
                r->fire.guard.window = rows[i].keys ? 0 : sink_window(window);
                XDestroyWindow(dpy, w);
                XSync(dpy, False);
            } else {
                w = popup(rows[i].x, rows[i].y, 120, 40, rows[i].type);
            }
            if (!rows[i].says)
                fires(r);
            else
                refused(r, HAND_STALE,
                        goes && g_str_equal(rows[i].says, "has come")               ? "has gone"
                        : goes && g_str_equal(rows[i].says, "another window is at") ? "the target has changed"
                                                                                    : rows[i].says);
            if (!goes)
                XDestroyWindow(dpy, w);
            XSync(dpy, False);
        }
}

/* Nothing has been done yet when the wait is over: all is compared again. */
static void guard__long_wait_first__compared_again(void **state)
{
    (void)state;
    hand_request *r = request_new(70, EVENTS({.type = TIMELINE_WAIT, .duration_ms = 400},
                                             {.type = TIMELINE_MOVE, .at_ms = 400, .x = POINT_X, .y = POINT_Y},
                                             {.type = TIMELINE_BUTTON_DOWN, .at_ms = 400, .button = 1},
                                             {.type = TIMELINE_BUTTON_UP, .at_ms = 420, .button = 1}));
    r->fire.guard = guard_now(true);
    request_send(&hand, r);
    spawned_skip(&hand, HAND_STARTED);
    sink_text(window, 85, 100, 0xffffff, "NO");
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_STALE);
    no_button_was_pressed(window);
}

static void guard__window__another_one_on_top(void **state)
{
    (void)state;
    hand_request *r = click_request(4);
    g_clear_pointer(&r->fire.guard.windows, g_ptr_array_unref);
    /* the same colours, so that the picture alone does not show it */
    sink *other = sink_start(x.display, "trap", 150, 150, 200, 100, 0x336699);
    sink_text(other, 35, 50, 0xffffff, "OK");
    refused(r, HAND_STALE, "another window is at 200,200");
    no_button_was_pressed(other);
    sink_stop(other);
}

static void guard__stack__a_window_came(void **state)
{
    (void)state;
    hand_request *r = click_request(5);
    sink *other = sink_start(x.display, "elsewhere", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    refused(r, HAND_STALE, "the windows have changed");
    sink_stop(other);
}

static void guard__focus__moved(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(window);
    hand_request *r = click_request(6);
    sink_focus(other);
    refused(r, HAND_STALE, "the focus has moved");
    no_button_was_pressed(other);
    sink_stop(other);
}

static void guard__focus_window__gets_the_focus_first(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(other);
    hand_request *r = request_new(7, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(window);
    request_send(&hand, r);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
    assert_int_equal(observer_focus(x.display), sink_window(window));
    no_button_was_pressed(other);
    sink_stop(other);
}

static void guard__focus_window__does_not_come(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink *hidden = sink_start(x.display, "hidden", 600, 100, 100, 100, 0x0000ff);
    sink_unmap(hidden);
    sink_focus(other);
    hand_request *r = request_new(8, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(hidden); /* not viewable: X refuses it the focus */
    refused(r, HAND_STALE, "did not take the focus");
    no_button_was_pressed(other);
    sink_stop(hidden);
    sink_stop(other);
}

/* Somebody's own key is still down: the focus is not moved away from under it. */
static void guard__focus_window__waits_for_a_quiet_keyboard(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(other);
    KeyCode key = XKeysymToKeycode(dpy, XStringToKeysym("z"));
    XTestFakeKeyEvent(dpy, key, True, CurrentTime);
    XSync(dpy, False);
    hand_request *r = request_new(9, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(window);
    request_send(&hand, r);
    g_autoptr(hand_answer) early = spawned_any(&hand, 60);
    assert_null(early);
    assert_int_equal(observer_focus(x.display), sink_window(other));
    XTestFakeKeyEvent(dpy, key, False, CurrentTime);
    XSync(dpy, False);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(a->status, HAND_DONE);
    sink_stop(other);
}

static void guard__focus_window__a_key_stays_down(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    sink_focus(other);
    XTestFakeButtonEvent(dpy, 2, True, CurrentTime);
    XSync(dpy, False);
    hand_request *r = request_new(17, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(window);
    r->fire.approval_ms = 100;
    refused(r, HAND_EXPIRED, "somebody else holds down the middle button");
    assert_int_equal(observer_focus(x.display), sink_window(other));
    XTestFakeButtonEvent(dpy, 2, False, CurrentTime);
    XSync(dpy, False);
    sink_stop(other);
}

static void guard__window__gone(void **state)
{
    (void)state;
    sink *other = sink_start(x.display, "other", 600, 450, 100, 100, 0x00ff00);
    hand_request *r = request_new(10, EVENTS({.type = TIMELINE_TEXT, .text = (char *)"hi"}));
    r->fire.guard.focus_window = sink_window(other);
    sink_stop(other);
    refused(r, HAND_STALE, "did not take the focus"); /* BadWindow has not killed the hand */
}

static void guard__patch__off_the_screen(void **state)
{
    (void)state;
    hand_request *r = click_request(11);
    r->fire.guard.rules.close.x = 800;
    refused(r, HAND_REFUSED, "not in the picture");
}

static void guard__picture__gone_or_of_another_size(void **state)
{
    (void)state;
    hand_request *r = click_request(12);
    g_free(r->fire.guard.frame);
    r->fire.guard.frame = g_strdup("/nonexistent.png");
    refused(r, HAND_REFUSED, "cannot be read");
    r = click_request(13);
    g_autoptr(frame) f = frame_read(r->fire.guard.frame, NULL);
    g_autoptr(frame) part = frame_crop(f, 0, 0, 700, 500);
    g_autofree char *hash = NULL;
    g_free(r->fire.guard.frame);
    assert_true(frame_store(part, frames, &hash, &r->fire.guard.frame, NULL));
    refused(r, HAND_STALE, "another size");
}

static void fire__digest__of_another_timeline(void **state)
{
    (void)state;
    hand_request *r = click_request(14);
    r->fire.digest[0] = r->fire.digest[0] == '0' ? '1' : '0';
    refused(r, HAND_REFUSED, "digest");
}

static void fire__approval__is_over(void **state)
{
    (void)state;
    hand_request *r = click_request(15);
    r->fire.approval_ms = 0;
    refused(r, HAND_EXPIRED, "approval of 0 ms");
}

static void fire__timeline__does_not_fit_the_display(void **state)
{
    (void)state;
    const struct {
        struct timeline_event event;
        const char *says;
    } cases[] = {
        {{.type = TIMELINE_MOVE, .x = 800, .y = 10}, "off the screen"},
        {{.type = TIMELINE_MOVE, .x = 10, .y = -1}, "off the screen"},
        {{.type = TIMELINE_MOVE, .origin = ORIGIN_CENTER, .x = 401, .y = 0}, "off the screen"},
        {{.type = TIMELINE_MOVE, .origin = ORIGIN_NORMALIZED, .x = 1100000, .y = 0}, "off the screen"},
        {{.type = TIMELINE_KEY_DOWN, .key = "Hangul_Jamo"}, "keyboard map"},
        {{.type = TIMELINE_TEXT, .text = (char *)"\x1b[A"}, "U+001B"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        hand_request *r = request_new(20 + (int)i, &cases[i].event, 1);
        refused(r, HAND_REFUSED, cases[i].says);
    }
    refused(request_new(30, NULL, 0), HAND_REFUSED, "empty");
}

static void fire__second_one__while_the_first_runs(void **state)
{
    (void)state;
    request_send(&hand, request_new(40, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "a"},
                                               {.type = TIMELINE_KEY_UP, .at_ms = 60000, .key = "a"})));
    spawned_skip(&hand, HAND_HELD);
    request_send(&hand, request_new(41, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "b"})));
    g_autoptr(hand_answer) busy = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(busy->id, 41);
    assert_int_equal(busy->status, HAND_REFUSED);
    assert_true(observer_key(x.display, "a"));
    spawned_request(&hand, HAND_ABORT);
    g_autoptr(hand_answer) aborted = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(aborted->id, 40);
    assert_int_equal(aborted->status, HAND_ABORTED);
    assert_non_null(strstr(aborted->fired_json, "\"index\":0"));
    assert_null(strstr(aborted->fired_json, "\"index\":1"));
    assert_int_equal(observer_keys(x.display), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(guard__unchanged__fires),
        TEST(guard__label__one_letter_changed),
        TEST(guard__target__moved_by_three_pixels),
        TEST(guard__page__scrolled),
        TEST(guard__screen__changed),
        TEST(guard__window__closed_and_another_in_its_place),
        TEST(guard__keys__a_label_in_the_window_changed),
        TEST(guard__pointer__moved__and_the_click_starts_from_it),
        TEST(guard__harmless__clock_and_small_things_elsewhere),
        TEST(guard__unsettled__is_told_of_the_place_that_has_changed),
        TEST(guard__harmless__blinking_cursor),
        TEST(guard__harmless__slow_cursor),
        TEST(guard__harmless__cursor_of_a_target_that_changes),
        TEST(guard__changes_all_the_time__says_where),
        TEST(guard__picture__highlight),
        TEST(guard__picture__elsewhere_in_the_window),
        TEST(guard__caret__in_its_other_state),
        TEST(guard__new_window__of_the_targets_program),
        TEST(guard__popups),
        TEST(guard__long_wait_first__compared_again),
        TEST(guard__window__another_one_on_top),
        TEST(guard__stack__a_window_came),
        TEST(guard__focus__moved),
        TEST(guard__focus_window__gets_the_focus_first),
        TEST(guard__focus_window__does_not_come),
        TEST(guard__focus_window__waits_for_a_quiet_keyboard),
        TEST(guard__focus_window__a_key_stays_down),
        TEST(guard__window__gone),
        TEST(guard__patch__off_the_screen),
        TEST(guard__picture__gone_or_of_another_size),
        TEST(fire__digest__of_another_timeline),
        TEST(fire__approval__is_over),
        TEST(fire__timeline__does_not_fit_the_display),
        TEST(fire__second_one__while_the_first_runs),
    };
    return cmocka_run_group_tests(tests, setup_display, teardown_display);
}
