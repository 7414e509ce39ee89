/* The eye waits for the window of a program. */
#include "tests/engine/eye/driver.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <signal.h>
#include <stdio.h>
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

/* A tooltip is there before it is drawn: the picture is of the windows that are told with it. */
static void observe__window_that_is_not_drawn_yet__is_waited_for(void **state)
{
    (void)state;
    sink *s = sink_start(x.display, "below", 0, 0, 200, 200, 0xffffff);
    struct driver *d = eye_begin(x.display, NULL);
    eye_observation_free(observe(d, 30, 3000));
    sink_fill(s, 0, 150, 50, 50, 0x00ff00);
    eye_observation_free(observe(d, 30, 3000));
    ask(d, (struct eye_request){.kind = EYE_OBSERVE, .settle_ms = 1000, .timeout_ms = 20000});
    g_autoptr(eye_answer) none = next_answer(d, 400), none_yet = NULL;
    Display *dpy = XOpenDisplay(x.display);
    XSetWindowAttributes bare = {.override_redirect = True, .background_pixmap = None};
    Window tip = XCreateWindow(dpy, DefaultRootWindow(dpy), 20, 20, 80, 40, 0, CopyFromParent, InputOutput, CopyFromParent,
                               CWOverrideRedirect | CWBackPixmap, &bare);
    XMapRaised(dpy, tip);
    XSync(dpy, False);
    none_yet = next_answer(d, 1000);
    assert_true(!none && !none_yet);
    GC gc = XCreateGC(dpy, tip, 0, NULL);
    XSetForeground(dpy, gc, 0xff0000);
    XFillRectangle(dpy, tip, gc, 0, 0, 80, 40);
    XFreeGC(dpy, gc);
    XSync(dpy, False);
    g_autoptr(eye_answer) a = expect(d, EYE_OBSERVED);
    g_autoptr(frame) f = frame_open(a->observation->frame.path, NULL, NULL);
    assert_int_equal(frame_pixel(f, 40, 40), 0xff0000);
    XCloseDisplay(dpy);
    sink_stop(s);
    assert_int_equal(eye_finish(d), 0);
}

/* A client in a session of its own, as a sandbox starts one; returns when its window is shown. */
static pid_t start_session(const char *script, const char *title)
{
    pid_t pid = helper_spawn(x.display, (const char *const[]){"setsid", "sh", "-c", script, NULL});
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .pattern = (char *)title, .timeout_ms = ANSWER_MS});
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_true(a->found);
    assert_int_equal(eye_finish(d), 0);
    return pid;
}

static gint64 window_titled(const eye_observation *o, const char *title)
{
    for (guint i = 0; i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        if (g_str_equal(w->title, title))
            return w->id;
    }
    return 0;
}

/* The tip's process has gone with it, and the program is another one that was started with it. */
static void await__process_that_ends__is_followed_by_its_session(void **state)
{
    (void)state;
    pid_t pid = start_session("xclock -title sheet & exec xclock -title tip", "^sheet$");
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){
               .kind = EYE_AWAIT_WINDOW, .pattern = (char *)"^tip$", .timeout_ms = 10000, .program = pid, .ready_ms = 1});
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_int_equal(a->window->pid, pid);
    sink *stranger = sink_start(x.display, "stranger", 300, 0, 50, 50, 0);
    helper_end(pid);
    g_autoptr(eye_observation) o = observe(d, 30, 3000);
    assert_int_equal(o->target, window_titled(o, "sheet"));
    assert_int_not_equal(o->target, 0);
    kill((pid_t)eye_observation_window(o, o->target)->pid, SIGTERM);
    while (o->target != EYE_TARGET_GONE) {
        eye_observation_free(o);
        o = observe(d, 30, 3000);
    }
    sink_stop(stranger);
    assert_int_equal(eye_finish(d), 0);
}

static gint64 target_of(const char *name, gint64 target, pid_t maker, pid_t program)
{
    g_autofree char *window = g_strdup_printf("%" G_GINT64_FORMAT, target), *made = g_strdup_printf("%d", maker),
                    *started = g_strdup_printf("%d", program);
    struct driver *d = eye_begin(x.display, (const char *const[]){"--target", window, "--maker", made, "--program", started,
                                                                  name ? "--profile" : NULL, name, NULL});
    g_autoptr(eye_observation) o = observe(d, 30, 300); /* our own process is the program's, and this eye is at work in it */
    assert_int_equal(eye_finish(d), 0);
    return o->target;
}

/* An eye that is started in the middle of a run goes on with the target of the one before. */
static void take_up__target__is_the_one_before(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    const gint64 below = show_window(dpy, "sheet", 60), above = show_window(dpy, "another sheet", 120);
    sink *stranger = sink_start(x.display, "stranger", 300, 0, 50, 50, 0);
    const gint64 other = sink_window(stranger), gone = (gint64)XAllocID(dpy);
    assert_int_equal(target_of(NULL, below, getpid(), 0), below);
    assert_int_equal(target_of(NULL, gone, getpid(), 0), above);
    assert_int_equal(target_of(NULL, other, getpid(), 0), above); /* the number of a window that has gone was given again */
    assert_int_equal(target_of(NULL, EYE_TARGET_GONE, 0, 0), EYE_TARGET_GONE);
    assert_int_equal(target_of(NULL, 0, 0, getpid()), EYE_TARGET_GONE); /* we began no session */
    assert_int_equal(target_of(NULL, 0, 0, 0), 0);
    assert_int_equal(target_of("mousepad", 0, 0, 0), 0); /* it has not come yet, and the run begins without it */
    assert_int_equal(target_of("mousepad", gone, 0, 0), EYE_TARGET_GONE);
    XCloseDisplay(dpy);
    pid_t pid = start_session("exec xclock -title clock", "^clock$");
    sink_raise(stranger);
    const gint64 clock = target_of(NULL, EYE_TARGET_GONE, 0, pid);
    assert_int_not_equal(clock, EYE_TARGET_GONE);
    assert_int_equal(target_of(NULL, 0, 0, pid), clock);
    assert_int_equal(target_of(NULL, other, pid, pid), clock);
    helper_end(pid);
    sink_stop(stranger);
}

/* The launcher has ended; its session has not. */
static void take_up__program_whose_launcher_has_ended__is_known(void **state)
{
    (void)state;
    pid_t pid = start_session("xclock -title clock & exit 0", "^clock$");
    sink *stranger = sink_start(x.display, "stranger", 300, 0, 50, 50, 0);
    waitpid(pid, NULL, 0);
    const gint64 clock = target_of(NULL, 0, 0, pid);
    assert_int_not_equal(clock, EYE_TARGET_GONE);
    assert_int_not_equal(clock, sink_window(stranger));
    sink_stop(stranger);
    kill(-pid, SIGTERM);
}

static bool let_go(const char *fifo)
{
    FILE *f = fopen(fifo, "w");
    return f && fputs("go\n", f) > 0 && fclose(f) == 0;
}

/* On a display of others: their windows are not the program's, however long it takes to show one. */
static void await__display_of_others__only_the_programs_window(void **state)
{
    (void)state;
    sink *stranger = sink_start(x.display, "stranger", 300, 0, 50, 50, 0);
    g_autofree char *dir = g_dir_make_tmp("await-XXXXXX", NULL), *fifo = g_build_filename(dir, "go", NULL),
                    *script = g_strdup_printf("read go < %s; exec xclock -title clock", fifo);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    pid_t pid = helper_spawn(x.display, (const char *const[]){"setsid", "sh", "-c", script, NULL});
    struct driver *d = eye_begin(x.display, NULL);
    ask(d, (struct eye_request){.kind = EYE_AWAIT_WINDOW, .timeout_ms = 600 * 1000, .program = pid, .ready_ms = 1});
    g_autoptr(eye_answer) none = next_answer(d, 500);
    assert_null(none);
    assert_true(let_go(fifo));
    g_autoptr(eye_answer) a = expect(d, EYE_WINDOW);
    assert_true(a->found);
    assert_string_equal(a->window->title, "clock");
    helper_end(pid);
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
    struct eye_request request = {
        .kind = EYE_AWAIT_WINDOW, .timeout_ms = 10000, .dialogs = true, .program = pid, .ready_ms = 600 * 1000};
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
        cmocka_unit_test(observe__window_that_is_not_drawn_yet__is_waited_for),
        cmocka_unit_test(await__process_that_ends__is_followed_by_its_session),
        cmocka_unit_test(take_up__target__is_the_one_before),
        cmocka_unit_test(take_up__program_whose_launcher_has_ended__is_known),
        cmocka_unit_test(await__display_of_others__only_the_programs_window),
        cmocka_unit_test(await__splash__is_waited_out),
        cmocka_unit_test(await__small_window_in_the_middle__has_to_stay),
        cmocka_unit_test(await__dialog_that_rests__is_told_before_the_time),
        cmocka_unit_test(await__program_that_works__is_waited_for),
        cmocka_unit_test(await__no_window__not_found_after_the_time),
    };
    return cmocka_run_group_tests(tests, start, end);
}
