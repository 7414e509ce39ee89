/* One hand after the other presses widgets that stand beside each other on a VNC screen. The server tells none of them where the
 * pointer was: it is drawn into the picture, over a widget that it lights up. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/hand/vnc_screen.h"
#include "tests/helper/toolkit.h"

#include <X11/cursorfont.h>
#include <stdio.h>

#define STILL_US 300000 /* longer than the last two pictures of a fade are apart on a busy machine */
#define LOOK_US 25000
#define WAY_MS 120
#define ANSWER_MS 50
#define MIDDLE 2 /* button, of which nothing opens or is ticked */

static toolkit *program;

/* A window manager gives the screen a pointer: an X server's own is invisible. */
static int start_program(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XDefineCursor(dpy, DefaultRootWindow(dpy), XCreateFontCursor(dpy, XC_left_ptr));
    XCloseDisplay(dpy);
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    program = toolkit_start(x.display, "hover_gtk");
    return 0;
}

static int stop_program(void **state)
{
    (void)state;
    toolkit_stop(program);
    guint left = folder_files(ledger);
    g_free(ledger);
    return left != 0;
}

/* The middle of a widget. */
static void middle(const char *widget, int *ret_x, int *ret_y)
{
    g_autofree char *text = toolkit_text(program, 100000, ANSWER_MS);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        char one[32];
        int left, top, width, height;
        if (sscanf(*line, "%31s %d %d %d %d", one, &left, &top, &width, &height) != 5 || !g_str_equal(one, widget))
            continue;
        *ret_x = left + width / 2;
        *ret_y = top + height / 2;
        return;
    }
    fail_msg("there is no %s", widget);
}

struct still {
    const struct eye_port *eye;
    frame *last; /* owned */
    gint64 since_us, looked_us;
};

static bool is_still(void *data)
{
    struct still *s = data;
    g_autoptr(GError) error = NULL;
    if (g_get_monotonic_time() - s->looked_us < LOOK_US)
        return false;
    s->looked_us = g_get_monotonic_time();
    frame *now = s->eye->grab(s->eye->data, NULL, 0, s->last, &error);
    if (error)
        fail_msg("%s", error->message);
    if (now) {
        frame_free(s->last);
        s->last = now;
        s->since_us = g_get_monotonic_time();
    }
    return g_get_monotonic_time() - s->since_us > STILL_US;
}

/* By one connection: between those that come and go nobody draws the pointer, and TigerVNC takes no note of what changes under
 * it. It would then draw it over the middle of a fade until something there changes again. */
static void await_still(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_source) source = eye_source_open(name, &error);
    if (!source)
        fail_msg("%s", error->message);
    struct still s = {.eye = eye_source_eye(source), .since_us = g_get_monotonic_time()};
    assert_true(helper_await(is_still, &s, SPAWN_WAIT_MS));
    frame_free(s.last);
}

/* A hand of its own moves the pointer there, and ends. */
static void leave_pointer_on(const char *widget)
{
    int px, py;
    middle(widget, &px, &py);
    begin(name);
    fire(&hand, HAND_DONE, EVENTS(MOVE(0, px, py)));
    assert_int_equal(spawned_stop(&hand), 0);
    await_still();
}

/* Another hand presses it. Caller frees; *ret_pressed, too: all that has been pressed. */
static hand_answer *press(const char *widget, char **ret_pressed)
{
    int px, py;
    middle(widget, &px, &py);
    struct timeline_event way = MOVE(0, px, py);
    way.duration_ms = WAY_MS;
    hand_request *r = request_new(1, EVENTS(way, BUTTON(WAY_MS, DOWN, MIDDLE), BUTTON(WAY_MS + 20, UP, MIDDLE)));
    guard(r, (struct area){px - 48, py - 48, 96, 96}, (struct area){px - 24, py - 24, 48, 48});
    toolkit_clear(program);
    begin(name);
    request_send(&hand, r);
    hand_answer *a = spawned_await(&hand, HAND_FINISHED);
    assert_int_equal(spawned_stop(&hand), 0);
    g_autofree char *text = toolkit_text(program, 100000, ANSWER_MS);
    const char *pressed = strstr(text, "pressed ");
    *ret_pressed = g_strdup(pressed ? pressed : "");
    return a;
}

/* The pointer has lit up the one beside it, and goes; over an entry it has another shape. */
static void hand_vnc__widget_beside_the_pointers_last_place__is_pressed(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"check", "combo"}, {"entry", "suggested"}, {"suggested", "entry"}, {"tool", "tool"}};
    for (gsize i = 0; i < G_N_ELEMENTS(pairs); i++) {
        leave_pointer_on(pairs[i][0]);
        g_autofree char *got = NULL, *all = g_strdup_printf("pressed %s\n", pairs[i][1]);
        g_autoptr(hand_answer) a = press(pairs[i][1], &got);
        if (a->status != HAND_DONE)
            fail_msg("from %s to %s: status %d: %s", pairs[i][0], pairs[i][1], (int)a->status, a->reason);
        assert_string_equal(got, all);
    }
}

/* It is another one once the pointer is over it: what is drawn where the pointer was does not excuse that. */
static void hand_vnc__widget_that_changes_for_the_pointer__is_not_pressed(void **state)
{
    (void)state;
    static const char *const traitors[] = {"!label", "!less"};
    for (gsize i = 0; i < G_N_ELEMENTS(traitors); i++) {
        leave_pointer_on(i == 0 ? "entry" : "tool");
        g_autofree char *got = NULL;
        g_autoptr(hand_answer) a = press(traitors[i], &got);
        assert_int_equal(a->status, HAND_DIVERTED);
        assert_true(a->untouched);
        assert_string_equal(got, "");
    }
}

/* No pointer is to be seen, so nobody finds where it was: the refusal says that it may be the pointer's doing. */
static void hand_vnc__pointer_that_is_not_shown__is_told_as_perhaps_the_reason(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    XColor black = {0};
    Pixmap empty = XCreateBitmapFromData(dpy, DefaultRootWindow(dpy), "", 1, 1);
    XDefineCursor(dpy, DefaultRootWindow(dpy), XCreatePixmapCursor(dpy, empty, empty, &black, &black, 0, 0));
    XSync(dpy, False);
    leave_pointer_on("check");
    g_autofree char *got = NULL;
    g_autoptr(hand_answer) a = press("combo", &got);
    XCloseDisplay(dpy);
    assert_int_equal(a->status, HAND_DIVERTED);
    assert_string_equal(got, "");
    if (!strstr(a->reason, "perhaps only the pointer has gone, or what it had lit up: try again"))
        fail_msg("%s", a->reason);
    assert_null(strstr(a->reason, "[ignore"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(hand_vnc__widget_beside_the_pointers_last_place__is_pressed, start_program, stop_program),
        cmocka_unit_test_setup_teardown(hand_vnc__widget_that_changes_for_the_pointer__is_not_pressed, start_program,
                                        stop_program),
        cmocka_unit_test_setup_teardown(hand_vnc__pointer_that_is_not_shown__is_told_as_perhaps_the_reason, start_program,
                                        stop_program),
    };
    return cmocka_run_group_tests(tests, open_screen, close_screen);
}
