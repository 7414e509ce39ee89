/* The eye waits for the window of a program. */
#include "tests/engine/eye/driver.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>

static void await__window__found_when_it_appears(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    int seq = ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^late [a-z]+$", .timeout_ms = 10000});
    sink *other = sink_start(x.display, "early", 0, 0, 50, 50, 0xff);
    sink *s = sink_start(x.display, "late comer", 60, 0, 50, 50, 0xff00);
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_int_equal(a->seq, seq);
    assert_true(a->found);
    assert_int_equal(a->window->id, sink_window(s));
    g_autoptr(eye_observation) o = observe(d, 30, 3000);
    assert_int_equal(o->target, sink_window(s)); /* no profile: what was awaited is the target */
    assert_int_equal(o->screen->window_x, 60);
    sink_stop(s);
    sink_stop(other);
    assert_int_equal(eye_finish(d), 0);
}

static gint64 show_window(Display *dpy, const char *title, int at_x)
{
    XClassHint class = {(char *)"calc", (char *)"Calc"};
    Window w = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), at_x, 0, 50, 50, 0, 0, 0xff);
    XStoreName(dpy, w, title);
    XSetClassHint(dpy, w, &class);
    XMapWindow(dpy, w);
    XSync(dpy, False);
    return (gint64)w;
}

/* A splash or a tip that was taken for the main window goes: the run has a target all the same, and others are outside of it. */
static void await__window_that_goes__is_followed_by_its_program(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    Display *dpy = XOpenDisplay(x.display);
    const gint64 tip = show_window(dpy, "tip", 0);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^tip$", .timeout_ms = 10000});
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_true(a->found);
    const gint64 below = show_window(dpy, "sheet", 60), next = show_window(dpy, "another sheet", 120);
    sink *stranger = sink_start(x.display, "stranger", 300, 0, 50, 50, 0);
    g_autoptr(eye_observation) before = observe(d, 30, 3000);
    assert_int_equal(before->target, tip);
    XDestroyWindow(dpy, (Window)tip);
    XSync(dpy, False);
    g_autoptr(eye_observation) after = observe(d, 30, 3000);
    assert_int_equal(after->target, next);
    assert_int_equal(after->screen->window_x, 120);
    XRaiseWindow(dpy, (Window)below); /* the target stays what it is, whatever lies over it */
    XSync(dpy, False);
    g_autoptr(eye_observation) raised = observe(d, 30, 3000);
    assert_int_equal(raised->target, next);
    assert_true(eye_observation_window(raised, below)->program);
    assert_false(eye_observation_window(raised, sink_window(stranger))->program);
    XCloseDisplay(dpy);
    g_autoptr(eye_observation) gone = observe(d, 30, 3000);
    assert_int_equal(gone->target, EYE_TARGET_GONE);
    sink_stop(stranger);
    assert_int_equal(eye_finish(d), 0);
}

static void set_type(const sink *s, const char *type)
{
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, sink_window(s));
    assert_int_equal(helper_run(x.display,
                                ((const char *const[]){"xprop", "-id", id, "-f", "_NET_WM_WINDOW_TYPE", "32a", "-set",
                                                       "_NET_WM_WINDOW_TYPE", type, NULL}),
                                NULL),
                     0);
}

static void await__splash__is_waited_out(void **state)
{
    (void)state;
    sink *splash = sink_start(x.display, "program starts", 0, 0, 50, 50, 0xff);
    set_type(splash, "_NET_WM_WINDOW_TYPE_SPLASH");
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^program", .timeout_ms = 150});
    g_autoptr(eye_answer) late = expect(d, EYE_WINDOW); /* it is all there is */
    assert_int_equal(late->window->id, sink_window(splash));
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .timeout_ms = 10000});
    g_autoptr(eye_answer) none = next_answer(d, 150);
    assert_null(none);
    sink *s = sink_start(x.display, "program", 60, 0, 50, 50, 0xff00);
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_int_equal(a->window->id, sink_window(s));
    sink_stop(s);
    sink_stop(splash);
    assert_int_equal(eye_finish(d), 0);
}

/* A splash that does not say that it is one: small, in the middle of the screen, and soon gone. What stays there is the window.
 */
static void await__small_window_in_the_middle__has_to_stay(void **state)
{
    (void)state;
    sink *splash = sink_start(x.display, "program starts", 220, 200, 200, 80, 0xff);
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .timeout_ms = 600 * 1000, .dialogs = true});
    g_autoptr(eye_answer) none = next_answer(d, 150);
    assert_null(none);
    sink_stop(splash);
    sink *s = sink_start(x.display, "program", 60, 0, 400, 400, 0xff00);
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_int_equal(a->window->id, sink_window(s));
    sink_stop(s);
    s = sink_start(x.display, "calculator", 220, 200, 200, 80, 0xff00);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .timeout_ms = 600 * 1000, .dialogs = true});
    g_autoptr(eye_answer) stays = expect(d, EYE_WINDOW);
    assert_int_equal(stays->window->id, sink_window(s));
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* It asks something first: its window comes only after the answer. */
static void await__dialog_that_rests__is_told_before_the_time(void **state)
{
    (void)state;
    sink *dialog = sink_start(x.display, "recover?", 0, 0, 50, 50, 0xff);
    set_type(dialog, "_NET_WM_WINDOW_TYPE_DIALOG");
    struct driver *d = eye_begin(x.display, NULL);
    ask(d,
        (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^program", .timeout_ms = 600 * 1000, .dialogs = true});
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_false(a->found);
    assert_int_equal(a->window->id, sink_window(dialog));
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^program", .timeout_ms = 10000});
    sink *s = sink_start(x.display, "program", 60, 0, 50, 50, 0xff00);
    g_autoptr(eye_answer) main = expect(d, EYE_WINDOW); /* not asked for dialogs: the window is waited for */
    assert_true(main->found);
    sink_stop(s);
    sink_stop(dialog);
    assert_int_equal(eye_finish(d), 0);
}

/* Its window is there, and it still works: more may come. When it rests, or when the time is up, it is told. */
static void await__program_that_works__is_waited_for(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "half drawn", 0, 0, 400, 400, 0xff00);
    struct driver *d = eye_begin(x.display, NULL);
    pid_t pid = fork();
    while (pid == 0) { /* it ends with us, or is killed */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    struct eye_request request = {.kind = EYE_AWAIT_WINDOW, .timeout_ms = 10000, .program = pid, .ready_ms = 600 * 1000};
    ask(d, request);
    g_autoptr(eye_answer) none = next_answer(d, 500);
    assert_null(none);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_int_equal(a->window->id, sink_window(s));
    pid = fork();
    while (pid == 0)
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    request.program = pid;
    request.ready_ms = 300;
    ask(d, request);
    g_autoptr(eye_answer) late = expect(d, EYE_WINDOW);
    assert_true(late->found);
    g_autoptr(eye_observation) o = observe(d, 30, 3000);
    assert_true(o->works);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

static void await__no_window__not_found_after_the_time(void **state)
{
    (void)state;
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .timeout_ms = 150});
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_false(a->found);
    assert_null(a->window);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)"(unclosed", .timeout_ms = 150});
    g_autoptr(eye_answer) bad = expect(d, EYE_FAILED);
    assert_non_null(strstr(bad->text, "(unclosed"));
    assert_int_equal(eye_finish(d), 0);
}

int main(int argc, char **argv)
{
    int code = child_run(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(await__window__found_when_it_appears),
        cmocka_unit_test(await__window_that_goes__is_followed_by_its_program),
        cmocka_unit_test(await__splash__is_waited_out),
        cmocka_unit_test(await__small_window_in_the_middle__has_to_stay),
        cmocka_unit_test(await__dialog_that_rests__is_told_before_the_time),
        cmocka_unit_test(await__program_that_works__is_waited_for),
        cmocka_unit_test(await__no_window__not_found_after_the_time),
    };
    return cmocka_run_group_tests(tests, start, end);
}
