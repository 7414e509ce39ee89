/* The hand on a VNC screen: what it compares with the approved picture before it presses. The server may draw the pointer into
 * either of them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/vnc_screen.h"

#include <X11/cursorfont.h>
#include <X11/extensions/Xfixes.h>

static hand_request *guarded_click(int way_ms)
{
    struct timeline_event way = MOVE(0, 200, 200);
    way.duration_ms = way_ms;
    hand_request *r = request_new(1, EVENTS(way, BUTTON(way_ms, DOWN, 1), BUTTON(way_ms + 20, UP, 1)));
    guard(r, (struct area){152, 152, 96, 96}, (struct area){176, 176, 48, 48});
    return r;
}

static hand_request *guarded_text(void)
{
    hand_request *r = request_new(1, EVENTS(TEXT(0, "hi")));
    guard(r, (struct area){0, 0, 800, 600}, (struct area){0});
    return r;
}

static void ends(hand_request *request_take, enum hand_status status, const char *with)
{
    request_send(&hand, request_take);
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    g_autofree char *got = received();
    if (a->status != status)
        fail_msg("status %d: %s", (int)a->status, a->reason);
    assert_string_equal(got, with);
}

static void hand_vnc__target__as_it_was_is_pressed(void **state)
{
    (void)state;
    sink_text(window, 85, 100, 0xffffff, "OK");
    begin(name);
    ends(guarded_click(0), HAND_DONE, "b1 at 200,200; B1 at 200,200; ");
    ends(guarded_text(), HAND_DONE, "kh \"h\" 0; K; ki \"i\" 0; K; ");
    assert_int_equal(spawned_stop(&hand), 0);
}

static bool shows_more(void *data)
{
    const char *before = data;
    g_autofree char *now = stored();
    return strcmp(now, before) != 0;
}

static void hand_vnc__target__that_has_changed_is_not_pressed(void **state)
{
    (void)state;
    sink_text(window, 85, 100, 0xffffff, "OK");
    begin(name);
    hand_request *click = guarded_click(0), *text = guarded_text();
    sink_fill(window, 80, 85, 30, 20, 0x336699);
    sink_text(window, 85, 100, 0xffffff, "NO");
    assert_true(helper_await(shows_more, click->fire.guard.frame, WAIT_MS));
    ends(click, HAND_STALE, "");
    ends(text, HAND_STALE, "");
    assert_int_equal(spawned_stop(&hand), 0);
}

/* The eye's picture shows the pointer where the hand has put it; the hand's does not. */
static void hand_vnc__drawn_pointer__hides_no_more_than_itself(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XDefineCursor(dpy, DefaultRootWindow(dpy), XCreateFontCursor(dpy, XC_X_cursor));
    XCloseDisplay(dpy);
    sink_text(window, 85, 100, 0xffffff, "OK");
    g_autofree char *before = stored();
    begin(name);
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, 206, 204)));
    assert_true(helper_await(shows_more, before, WAIT_MS));
    ends(guarded_click(0), HAND_DONE, "b1 at 200,200; B1 at 200,200; ");
    ends(guarded_click(0), HAND_DONE, "b1 at 200,200; B1 at 200,200; ");
    hand_request *click = guarded_click(0);
    sink_fill(window, 80, 85, 30, 20, 0x336699);
    sink_text(window, 85, 100, 0xffffff, "NO");
    assert_true(helper_await(shows_more, click->fire.guard.frame, WAIT_MS));
    ends(click, HAND_STALE, "");
    assert_int_equal(spawned_stop(&hand), 0);
}

static bool pointer_is_at(void *data)
{
    int place[2];
    observer_buttons(x.display, &place[0], &place[1]);
    return memcmp(place, data, sizeof place) == 0;
}

/* Another client has moved the pointer: the server draws it for this hand, too, and no more once it has moved it. */
static void moved_by_another(const int place[2])
{
    Display *dpy = XOpenDisplay(x.display);
    XDefineCursor(dpy, DefaultRootWindow(dpy), XCreateFontCursor(dpy, XC_xterm));
    XCloseDisplay(dpy);
    begin(name);
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, place[0], place[1])));
    assert_true(helper_await(pointer_is_at, (void *)place, WAIT_MS));
    assert_int_equal(spawned_stop(&hand), 0);
}

static void hand_vnc__pointer_of_another_client__is_no_change(void **state)
{
    (void)state;
    static const int beside[][2] = {{200, 200}, {220, 200}, {200, 180}, {189, 192}, {300, 300}};
    sink_text(window, 85, 100, 0xffffff, "OK");
    for (gsize i = 0; i < G_N_ELEMENTS(beside); i++) {
        moved_by_another(beside[i]);
        for (int again = 0; again < 2; again++) {
            begin(name);
            ends(guarded_click(0), HAND_DONE, "b1 at 200,200; B1 at 200,200; ");
            assert_int_equal(spawned_stop(&hand), 0);
        }
    }
}

static void diverted(void)
{
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    g_autofree char *got = received();
    assert_int_equal(a->status, HAND_DIVERTED);
    assert_true(a->untouched);
    assert_string_equal(got, "");
    assert_int_equal(spawned_stop(&hand), 0);
}

static void hand_vnc__pointer_of_another_client__hides_no_change(void **state)
{
    (void)state;
    sink_text(window, 85, 100, 0xffffff, "OK");
    moved_by_another((const int[]){196, 196});
    begin(name);
    request_send(&hand, guarded_click(600));
    spawned_skip(&hand, HAND_STARTED);
    sink_fill(window, 80, 85, 30, 20, 0x336699);
    sink_text(window, 85, 100, 0xffffff, "NO");
    diverted();
}

/* Paints the pointer's image into the window, as the server would. */
static void paint_pointer(int left, int top)
{
    Display *dpy = XOpenDisplay(x.display);
    XFixesCursorImage *image = XFixesGetCursorImage(dpy);
    for (int i = 0; i < image->width * image->height; i++) {
        guint32 over = (guint32)image->pixels[i], colour = 0;
        for (int shift = 0; shift < 24; shift += 8)
            colour |= ((over >> shift & 0xff) + (0x336699u >> shift & 0xff) * (0xff - (over >> 24)) / 0xff) << shift;
        if (over >> 24)
            sink_fill(window, left + i % image->width, top + i / image->width, 1, 1, colour);
    }
    XFree(image);
    XCloseDisplay(dpy);
}

/* Which of the two was the pointer, nobody can say. */
static void hand_vnc__pointer_of_another_client__drawn_by_a_program_is_a_change(void **state)
{
    (void)state;
    static const int places[][2] = {{320, 320}, {140, 140}};
    for (gsize n = 0; n < G_N_ELEMENTS(places); n++) {
        moved_by_another(places[n]);
        g_autofree char *before = stored();
        paint_pointer(85, 90);
        assert_true(helper_await(shows_more, before, WAIT_MS));
        begin(name);
        request_send(&hand, guarded_click(600));
        spawned_skip(&hand, HAND_STARTED);
        sink_fill(window, 85, 90, 40, 40, 0x336699);
        diverted();
    }
}

/* The change comes when the pointer is on its way. */
static void hand_vnc__target__that_changes_on_the_way_is_not_pressed(void **state)
{
    (void)state;
    sink_text(window, 85, 100, 0xffffff, "OK");
    begin(name);
    request_send(&hand, guarded_click(600));
    spawned_skip(&hand, HAND_STARTED);
    sink_fill(window, 80, 85, 30, 20, 0x336699);
    sink_text(window, 85, 100, 0xffffff, "NO");
    diverted();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hand_vnc__target__as_it_was_is_pressed, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__target__that_has_changed_is_not_pressed, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__drawn_pointer__hides_no_more_than_itself, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__pointer_of_another_client__is_no_change, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__pointer_of_another_client__hides_no_change, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__pointer_of_another_client__drawn_by_a_program_is_a_change, start, stop),
        cmocka_unit_test_setup_teardown(hand_vnc__target__that_changes_on_the_way_is_not_pressed, start, stop),
    };
    return cmocka_run_group_tests(tests, open_screen, close_screen);
}
