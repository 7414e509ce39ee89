/* A modal dialog that the program opens while it is typed into: no key of the action goes there, unless it reckons with it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "engine/display/windows.h"
#include "tests/engine/hand/spawn_hand.h"
#include "tests/helper/toolkit.h"

#include <X11/Xlib.h>

#define TEXT_WAIT_MS 20000
#define DIALOG "\"File backup failed\", which is not what was approved"

static struct xvfb x;
static struct spawned hand;
static Display *dpy;
static char *ledger;
static pid_t manager; /* 0 = none */

static bool has_manager(void *data)
{
    XWindowAttributes root;
    (void)data;
    return XGetWindowAttributes(dpy, DefaultRootWindow(dpy), &root) && root.all_event_masks & SubstructureRedirectMask;
}

static int setup(void **state)
{
    const char *const argv[] = {"openbox", NULL};
    bool managed = *state;
    xvfb_start(&x, 800, 600, NULL);
    dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    ledger = g_dir_make_tmp("ledger-XXXXXX", NULL);
    manager = managed ? helper_spawn(x.display, argv) : 0;
    if (managed)
        assert_true(helper_await(has_manager, NULL, 10000));
    spawned_start(&hand, x.display, ledger);
    spawned_skip(&hand, HAND_READY);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    int code = spawned_stop(&hand);
    if (manager)
        helper_end(manager);
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    guint left = folder_files(ledger);
    g_free(ledger);
    return code != 0 || left != 0;
}

static hand_request *guarded(hand_request *r)
{
    r->fire.guard.windows = windows_list(dpy);
    r->fire.guard.focus = windows_focus(dpy, NULL);
    return r;
}

/* Ends as that, with nothing down; and the view and the dialog have got that. */
static void fires(toolkit *t, hand_request *request_take, const char *wrong, const char *got)
{
    request_send(&hand, guarded(request_take));
    g_autoptr(hand_answer) a = spawned_await(&hand, HAND_FINISHED);
    if (a->status != (wrong ? HAND_DIVERTED : HAND_DONE) || (wrong && !strstr(a->reason, wrong)))
        fail_msg("status %d: %s", (int)a->status, a->reason);
    assert_int_equal(observer_keys(x.display), 0);
    g_autofree char *text = toolkit_text(t, (guint)strlen(got), TEXT_WAIT_MS);
    assert_string_equal(text, got);
}

static void each_program(void (*test)(toolkit *t))
{
    static const char *const names[] = {"modal_gtk", "modal_qt"};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        toolkit *t = toolkit_start(x.display, names[i]);
        assert_non_null(t);
        test(t);
        toolkit_stop(t);
    }
}

static hand_request *text(const char *utf8)
{
    return request_new(1, EVENTS({.type = TIMELINE_TEXT, .text = (char *)utf8}));
}

static void stops_after_seven(toolkit *t)
{
    fires(t, text("Hello,#ello\nsome words here"), DIALOG "; 7 of the text's 27 characters had been typed", "Hello,#|");
}

static void modal__in_a_text__gets_no_character(void **state)
{
    (void)state;
    each_program(stops_after_seven);
}

static void stops_after_a_letter(toolkit *t)
{
    fires(t,
          request_new(2, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "numbersign"},
                                {.type = TIMELINE_KEY_UP, .key = "numbersign", .at_ms = 20},
                                {.type = TIMELINE_KEY_DOWN, .key = "Return", .at_ms = 1000},
                                {.type = TIMELINE_KEY_UP, .key = "Return", .at_ms = 1020})),
          DIALOG, "#|");
}

static void modal__after_a_letter__gets_no_key(void **state)
{
    (void)state;
    each_program(stops_after_a_letter);
}

/* A server repeats it 0.66 s after it has gone down. */
static void stops_a_hold(toolkit *t)
{
    fires(t,
          request_new(3, EVENTS({.type = TIMELINE_KEY_DOWN, .key = "numbersign"},
                                {.type = TIMELINE_KEY_UP, .key = "numbersign", .at_ms = 3000})),
          DIALOG, "#|");
}

static void modal__under_a_held_key__gets_no_repeat(void **state)
{
    (void)state;
    each_program(stops_a_hold);
}

/* As save_document_as of Mousepad: the skill waits for the dialog that its chord opens. */
static void goes_into_its_own(toolkit *t)
{
    fires(t,
          request_new(4,
                      EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Control_L"}, {.type = TIMELINE_KEY_DOWN, .key = "o", .at_ms = 5},
                             {.type = TIMELINE_KEY_UP, .key = "o", .at_ms = 20},
                             {.type = TIMELINE_KEY_UP, .key = "Control_L", .at_ms = 25},
                             {.type = TIMELINE_TEXT, .at_ms = 1500, .text = (char *)"name"},
                             {.type = TIMELINE_KEY_DOWN, .key = "Return", .at_ms = 1500},
                             {.type = TIMELINE_KEY_UP, .key = "Return", .at_ms = 1520})),
          NULL, "|name!");
}

static void modal__that_the_action_opens__gets_its_text(void **state)
{
    (void)state;
    each_program(goes_into_its_own);
}

/* The same without the wait: the text is meant for the window that the chord went to. */
static void stops_behind_a_chord(toolkit *t)
{
    fires(t,
          request_new(5,
                      EVENTS({.type = TIMELINE_KEY_DOWN, .key = "Control_L"}, {.type = TIMELINE_KEY_DOWN, .key = "o", .at_ms = 5},
                             {.type = TIMELINE_KEY_UP, .key = "o", .at_ms = 20},
                             {.type = TIMELINE_KEY_UP, .key = "Control_L", .at_ms = 25},
                             {.type = TIMELINE_TEXT, .at_ms = 30, .text = (char *)"name\n"})),
          DIALOG, "|");
}

static void modal__behind_a_chord__gets_no_text(void **state)
{
    (void)state;
    each_program(stops_behind_a_chord);
}

/* What completes a word takes no focus, and its program's keys do not go there. */
static void types_on(toolkit *t)
{
    fires(t, text("a word~ and on\nwith it"), NULL, "a word~ and on\nwith it|");
}

static void popup__in_a_text__does_not_stop_it(void **state)
{
    (void)state;
    each_program(types_on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modal__in_a_text__gets_no_character),     cmocka_unit_test(modal__after_a_letter__gets_no_key),
        cmocka_unit_test(modal__under_a_held_key__gets_no_repeat), cmocka_unit_test(modal__that_the_action_opens__gets_its_text),
        cmocka_unit_test(modal__behind_a_chord__gets_no_text),     cmocka_unit_test(popup__in_a_text__does_not_stop_it),
    };
    int failed = cmocka_run_group_tests_name("without a window manager", tests, setup, teardown);
    return failed + cmocka_run_group_tests_name("openbox", tests, setup, teardown);
}
