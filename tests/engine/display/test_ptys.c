#include "engine/display/ptys.h"

#include "engine/display/windows.h"
#include "tests/helper/xvfb.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#include <cmocka.h>

static struct xvfb x;
static Display *dpy;

static int start(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    dpy = XOpenDisplay(x.display);
    windows_trap_errors();
    return 0;
}

static int end(void **state)
{
    (void)state;
    XCloseDisplay(dpy);
    xvfb_stop(&x);
    return 0;
}

struct wanted {
    const char *class;
    bool terminal, there, marked;
};

/* The window is there and is said to be (or not to be) a terminal: a program may map it before it has opened one. */
static bool is_so(void *data)
{
    struct wanted *w = data;
    g_autoptr(GPtrArray) list = windows_list(dpy);
    ptys_mark(list);
    w->there = false;
    for (guint i = 0; i < list->len; i++) {
        const struct eye_window *v = g_ptr_array_index(list, i);
        if (g_str_equal(v->class, w->class)) {
            w->there = true;
            w->marked = v->terminal;
        }
    }
    return w->there && w->marked == w->terminal;
}

static void expect(const char *what, const char *class, bool terminal)
{
    struct wanted w = {.class = class, .terminal = terminal};
    if (!helper_await(is_so, &w, 10000))
        fail_msg("%s: a window of class %s is %s", what, class, !w.there ? "not there" : w.marked ? "marked" : "not marked");
}

/* What the shell runs ($$: the program, which what it starts waits for), until its windows have been looked at. */
static pid_t shell(const char *command)
{
    return helper_spawn(x.display, (const char *const[]){"sh", "-c", command, NULL});
}

static void mark__terminal_of_another_class__known_by_what_it_holds(void **state)
{
    (void)state;
    pid_t terminal = shell("exec xterm -class Foo -e sleep 600"), other = shell("exec xcalc");
    expect("a terminal that says it is Foo", "Foo", true);
    expect("a calculator beside it", "XCalc", false);
    helper_end(terminal);
    helper_end(other);
}

static void mark__shell_in_a_child__is_the_programs(void **state)
{
    (void)state;
    pid_t program = shell("script -qc \"tail --pid=$$ -f /dev/null\" /dev/null >/dev/null </dev/null & exec xcalc");
    expect("a program whose helper holds a terminal", "XCalc", true);
    helper_end(program);
}

/* A terminal whose descriptors are not to be seen (setgid): its child leads a session on a pty. The master is this test's. */
static void mark__session_on_a_pty_in_a_child__is_the_programs(void **state)
{
    (void)state;
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    g_autofree char *command = g_strdup_printf("setsid sh -c 'exec sleep 600 <%s' & exec xcalc", ptsname(master));
    pid_t program = shell(command);
    expect("a program whose child leads a session", "XCalc", true);
    helper_end(program);
    close(master); /* hangs up: the session goes */
}

static void mark__launcher_of_a_terminal__is_none(void **state)
{
    (void)state;
    pid_t launcher = shell("xterm -e sleep 600 & exec xcalc");
    expect("the terminal that it started", "XTerm", true);
    expect("what started it", "XCalc", false);
    helper_end(launcher);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mark__terminal_of_another_class__known_by_what_it_holds),
        cmocka_unit_test(mark__shell_in_a_child__is_the_programs),
        cmocka_unit_test(mark__session_on_a_pty_in_a_child__is_the_programs),
        cmocka_unit_test(mark__launcher_of_a_terminal__is_none),
    };
    return cmocka_run_group_tests(tests, start, end);
}
