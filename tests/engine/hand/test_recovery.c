/* What a killed hand had sent before, and the X server does late. */
#include "engine/hand/recovery.h"

#include "tests/helper/xvfb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>

static struct xvfb x;

static int setup(void **state)
{
    (void)state;
    xvfb_start(&x, 640, 480, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    xvfb_stop(&x);
    return 0;
}

/* Plays the connection of a dead hand that the server has not done with: once told, it presses this key and is gone. */
static pid_t late_presser(int code, int *ret_to, guint32 *ret_id)
{
    int told[2], says[2];
    assert_int_equal(pipe2(told, O_CLOEXEC) | pipe2(says, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        Display *dpy = XOpenDisplay(x.display);
        guint32 id = (guint32)XAllocID(dpy);
        char go;
        bool ok = write(says[1], &id, sizeof id) == sizeof id && read(told[0], &go, 1) == 1;
        XTestFakeKeyEvent(dpy, (unsigned)code, True, CurrentTime);
        XSync(dpy, False);
        _exit(ok ? 0 : 1);
    }
    assert_true(pid > 0);
    close(told[0]);
    close(says[1]);
    assert_int_equal(read(says[0], ret_id, sizeof *ret_id), sizeof *ret_id);
    close(says[0]);
    *ret_to = told[1];
    return pid;
}

static void recovery__releases_after_the_last_press(void **state)
{
    (void)state;
    Display *dpy = XOpenDisplay(x.display);
    int code = XKeysymToKeycode(dpy, XStringToKeysym("w")), to, status;
    g_autofree struct ledger_state *dead = g_new0(struct ledger_state, 1);
    dead->keys[code] = true;
    dead->pid = late_presser(code, &to, &dead->connection);
    GPtrArray *keys = g_ptr_array_new_with_free_func(g_free), *buttons = g_ptr_array_new();
    keymap *map = keymap_new(dpy, NULL);
    assert_int_equal(write(to, "", 1), 1);
    recovery_run(dpy, map, dead, keys, buttons);
    assert_int_equal(waitpid((pid_t)dead->pid, &status, 0), dead->pid);
    assert_int_equal(status, 0);
    assert_int_equal(observer_keys(x.display), 0);
    assert_int_equal(keys->len, 1);
    g_ptr_array_unref(keys);
    g_ptr_array_unref(buttons);
    keymap_free(map);
    close(to);
    XCloseDisplay(dpy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recovery__releases_after_the_last_press),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
