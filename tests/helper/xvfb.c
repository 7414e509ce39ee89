#include "tests/helper/xvfb.h"

#include <X11/XKBlib.h>
#include <X11/Xlib.h>
#include <X11/extensions/XInput2.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void die(const char *what)
{
    fprintf(stderr, "tests/helper: %s: %s\n", what, g_strerror(errno));
    exit(99);
}

/* In the child, between fork and exec: it must not outlive the test. */
static void die_with_parent(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(99);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* False: it ended without a number; servers that start at one moment take each other's socket. */
static bool read_display_number(struct xvfb *x, int fd)
{
    g_autoptr(GString) number = g_string_new(NULL);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    char c;
    while (poll(&p, 1, 20000) == 1 && read(fd, &c, 1) == 1 && c != '\n')
        g_string_append_c(number, c);
    if (number->len == 0)
        return false;
    x->display = g_strdup_printf(":%s", number->str);
    return true;
}

static bool try_server(struct xvfb *x, const char *const *fixed, gsize n_fixed, const char *const *extra, const char *outer)
{
    int pipe_fds[2];
    if (pipe2(pipe_fds, O_CLOEXEC) < 0)
        die("pipe");
    g_autofree char *fd = g_strdup_printf("%d", pipe_fds[1]);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    for (gsize i = 0; i < n_fixed; i++)
        g_ptr_array_add(argv, (char *)fixed[i]);
    const char *often[] = {"-displayfd", fd, "-nolisten", "tcp", "-noreset"};
    for (gsize i = 0; i < G_N_ELEMENTS(often); i++)
        g_ptr_array_add(argv, (char *)often[i]);
    for (gsize i = 0; extra && extra[i]; i++)
        g_ptr_array_add(argv, (char *)extra[i]);
    g_ptr_array_add(argv, NULL);
    pid_t parent = getpid();
    x->pid = fork();
    if (x->pid < 0)
        die("fork");
    if (x->pid == 0) {
        die_with_parent(parent);
        fcntl(pipe_fds[1], F_SETFD, 0);
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        if (outer)
            setenv("DISPLAY", outer, 1);
        execvp(fixed[0], (char **)argv->pdata);
        _exit(99);
    }
    close(pipe_fds[1]);
    bool ok = read_display_number(x, pipe_fds[0]);
    close(pipe_fds[0]);
    return ok;
}

/* `outer`: $DISPLAY of the server itself; NULL = ours. */
static void start_server(struct xvfb *x, const char *const *fixed, gsize n_fixed, const char *const *extra, const char *outer)
{
    for (int i = 0; i < 5; i++) {
        if (try_server(x, fixed, n_fixed, extra, outer))
            return;
        kill(x->pid, SIGKILL);
        waitpid(x->pid, NULL, 0);
    }
    errno = ETIMEDOUT;
    die("the X server gave no display number (are the packages xvfb and xserver-xephyr installed?)");
}

void xvfb_start(struct xvfb *x, int width, int height, const char *const *extra)
{
    g_autofree char *size = g_strdup_printf("%dx%dx24", width, height);
    const char *fixed[] = {"Xvfb", "-screen", "0", size};
    x->width = width;
    x->height = height;
    start_server(x, fixed, G_N_ELEMENTS(fixed), extra, NULL);
    setenv("DISPLAY", x->display, 1);
}

void xephyr_start(struct xvfb *x, const struct xvfb *outer)
{
    g_autofree char *size = g_strdup_printf("%dx%d", outer->width, outer->height);
    const char *fixed[] = {"Xephyr", "-screen", size};
    x->width = outer->width;
    x->height = outer->height;
    start_server(x, fixed, G_N_ELEMENTS(fixed), NULL, outer->display);
    setenv("DISPLAY", x->display, 1);
}

void xtigervnc_start(struct xvfb *x, int width, int height, const char *socket)
{
    xtigervnc_start_with(x, width, height, socket, NULL);
}

void xtigervnc_start_with(struct xvfb *x, int width, int height, const char *socket, const char *const *extra)
{
    g_autofree char *size = g_strdup_printf("%dx%d", width, height);
    const char *fixed[] = {"Xtigervnc", "-geometry",    size,   "-depth",   "24", "-SecurityTypes", "None", "-rfbunixpath",
                           socket,      "-rfbunixmode", "0600", "-rfbport", "-1"};
    x->width = width;
    x->height = height;
    start_server(x, fixed, G_N_ELEMENTS(fixed), extra, NULL);
    setenv("DISPLAY", x->display, 1);
}

void xvfb_kill(struct xvfb *x)
{
    if (x->pid > 0) {
        kill(x->pid, SIGKILL);
        waitpid(x->pid, NULL, 0);
        x->pid = 0;
        /* a killed server leaves these behind and the numbers would run out */
        g_autofree char *lock = g_strdup_printf("/tmp/.X%s-lock", x->display + 1);
        g_autofree char *socket = g_strdup_printf("/tmp/.X11-unix/X%s", x->display + 1);
        unlink(lock);
        unlink(socket);
    }
}

void xvfb_stop(struct xvfb *x)
{
    helper_end(x->pid);
    x->pid = 0;
    g_clear_pointer(&x->display, g_free);
    unsetenv("DISPLAY");
}

/* ---- programs ---- */
static pid_t spawn(const char *display, const char *const *argv, int out)
{
    pid_t parent = getpid();
    pid_t pid = fork();
    if (pid < 0)
        die("fork");
    if (pid == 0) {
        die_with_parent(parent);
        if (display)
            setenv("DISPLAY", display, 1);
        if (out >= 0)
            dup2(out, 1);
        execvp(argv[0], (char **)argv);
        fprintf(stderr, "tests/helper: %s: %s\n", argv[0], g_strerror(errno));
        _exit(127);
    }
    return pid;
}

pid_t helper_spawn(const char *display, const char *const *argv)
{
    return spawn(display, argv, -1);
}

void helper_end(pid_t pid)
{
    if (pid <= 0 || waitpid(pid, NULL, WNOHANG) != 0) /* whose end was seen before: the number may be another program's by now */
        return;
    kill(pid, SIGTERM);
    gint64 until = g_get_monotonic_time() + 5 * G_USEC_PER_SEC;
    while (waitpid(pid, NULL, WNOHANG) == 0) {
        if (g_get_monotonic_time() > until)
            kill(pid, SIGKILL);
        poll(NULL, 0, 2);
    }
}

int helper_run(const char *display, const char *const *argv, char **ret_output)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) < 0)
        die("pipe");
    pid_t pid = spawn(display, argv, fds[1]);
    close(fds[1]);
    g_autoptr(GString) all = g_string_new(NULL);
    char chunk[4096];
    ssize_t n;
    while ((n = read(fds[0], chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
        if (n > 0)
            g_string_append_len(all, chunk, n);
    close(fds[0]);
    int status = 0;
    waitpid(pid, &status, 0);
    if (ret_output)
        *ret_output = g_string_free(g_steal_pointer(&all), FALSE);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool is_halted(void *data)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)*(const pid_t *)data), *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return true;
    const char *state = strrchr(text, ')');
    return state && strlen(state) > 2 && state[2] == 'T';
}

void helper_halt(pid_t pid)
{
    kill(pid, SIGSTOP);
    if (!helper_await(is_halted, &pid, 30000))
        die("a process does not stop");
}

bool helper_await(bool (*done)(void *data), void *data, int timeout_ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    for (;;) {
        if (done(data))
            return true;
        if (g_get_monotonic_time() > until)
            return false;
        poll(NULL, 0, 5);
    }
}

/* ---- observer ---- */
static Display *observe(const char *display)
{
    Display *dpy = XOpenDisplay(display);
    if (!dpy) {
        errno = ECONNREFUSED;
        die(display);
    }
    return dpy;
}

int observer_keys(const char *display)
{
    Display *dpy = observe(display);
    char map[32];
    XQueryKeymap(dpy, map);
    XCloseDisplay(dpy);
    int n = 0;
    for (int i = 0; i < 256; i++)
        n += (map[i / 8] >> (i % 8)) & 1;
    return n;
}

bool observer_key(const char *display, const char *keysym)
{
    Display *dpy = observe(display);
    char map[32];
    XQueryKeymap(dpy, map);
    KeyCode code = XKeysymToKeycode(dpy, XStringToKeysym(keysym));
    XCloseDisplay(dpy);
    return code != 0 && ((map[code / 8] >> (code % 8)) & 1);
}

unsigned observer_buttons(const char *display, int *ret_x, int *ret_y)
{
    Display *dpy = observe(display);
    Window root, child;
    int x = 0, y = 0, wx, wy;
    unsigned mask = 0;
    XQueryPointer(dpy, DefaultRootWindow(dpy), &root, &child, &x, &y, &wx, &wy, &mask);
    XCloseDisplay(dpy);
    if (ret_x)
        *ret_x = x;
    if (ret_y)
        *ret_y = y;
    return ((mask >> 8) & 0x1f) << 1;
}

gint64 observer_focus(const char *display)
{
    Display *dpy = observe(display);
    Window focus = 0;
    int revert;
    XGetInputFocus(dpy, &focus, &revert);
    XCloseDisplay(dpy);
    return (gint64)focus;
}

/* What XkbGetMap gives for one key, as one line. What lies beyond its groups and levels means nothing and is left out. */
static void add_key(GString *out, XkbDescPtr xkb, int code)
{
    const XkbSymMapRec *map = &xkb->map->key_sym_map[code];
    int groups = XkbNumGroups(map->group_info);
    g_string_append_printf(out, "key %d: groups %x explicit %x modmap %x vmodmap %x behavior %x", code, map->group_info,
                           xkb->server->explicit[code], xkb -> map -> modmap[code], xkb -> server -> vmodmap[code],
                           xkb -> server -> behaviors[code].type);
    for (int g = 0; g < groups; g++) {
        g_string_append_printf(out, " type %d", map->kt_index[g]);
        for (int level = 0; level < XkbKeyGroupWidth(xkb, code, g); level++) {
            g_string_append_printf(out, " %lx", XkbKeySymEntry(xkb, code, level, g));
            const XkbAction *a = XkbKeyHasActions(xkb, code) ? XkbKeyActionEntry(xkb, code, level, g) : NULL;
            for (gsize i = 0; a && i < sizeof a->any.data; i++)
                g_string_append_printf(out, "%s%x", i ? "." : " action ", a->any.data[i]);
        }
    }
    g_string_append_c(out, '\n');
}

static void add_types(GString *out, const XkbClientMapRec *map)
{
    for (int t = 0; t < map->num_types; t++) {
        const XkbKeyTypeRec *type = &map->types[t];
        g_string_append_printf(out, "type %d: mods %x levels %d:", t, type->mods.mask, type->num_levels);
        for (int i = 0; i < type->map_count; i++)
            g_string_append_printf(out, " %d/%d/%x", type->map[i].active, type->map[i].level, type->map[i].mods.mask);
        g_string_append_c(out, '\n');
    }
}

static void add_core_map(GString *out, Display *dpy, int first, int last)
{
    int per_code;
    KeySym *syms = XGetKeyboardMapping(dpy, (KeyCode)first, last - first + 1, &per_code);
    XModifierKeymap *mods = XGetModifierMapping(dpy);
    XKeyboardState control;
    XGetKeyboardControl(dpy, &control);
    for (int code = first; code <= last; code++) {
        g_string_append_printf(out, "core %d: repeats %d", code, (control.auto_repeats[code / 8] >> code % 8) & 1);
        for (int i = 0; i < per_code; i++)
            if (syms[(code - first) * per_code + i])
                g_string_append_printf(out, " %d=%lx", i, syms[(code - first) * per_code + i]);
        g_string_append_c(out, '\n');
    }
    for (int i = 0; i < 8 * mods->max_keypermod; i++)
        if (mods->modifiermap[i])
            g_string_append_printf(out, "modifier %d: %d\n", i / mods->max_keypermod, mods->modifiermap[i]);
    XFree(syms);
    XFreeModifiermap(mods);
}

static void add_device(GString *out, Display *dpy, const XIDeviceInfo *device)
{
    XkbDescPtr xkb = XkbGetMap(dpy, XkbAllMapComponentsMask, (unsigned)device->deviceid);
    if (!xkb)
        die("XkbGetMap");
    g_string_append_printf(out, "device %d: %s\n", device->deviceid, device->name);
    add_types(out, xkb->map);
    for (int code = xkb->min_key_code; code <= xkb->max_key_code; code++)
        add_key(out, xkb, code);
    if (device->use == XIMasterKeyboard)
        add_core_map(out, dpy, xkb->min_key_code, xkb->max_key_code);
    XkbFreeKeyboard(xkb, 0, True);
}

char *observer_keymap(const char *display)
{
    Display *dpy = observe(display);
    XkbStateRec s;
    XKeyboardState repeat;
    if (XkbGetState(dpy, XkbUseCoreKbd, &s) != Success || !XGetKeyboardControl(dpy, &repeat))
        die("XkbGetState");
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "locked %x latched %x group %d + %d\nrepeat ", s.locked_mods, s.latched_mods, s.locked_group,
                           s.latched_group);
    for (gsize i = 0; i < sizeof repeat.auto_repeats; i++)
        g_string_append_printf(out, "%02x", (unsigned char)repeat.auto_repeats[i]);
    g_string_append_c(out, '\n');
    int n = 0;
    XIDeviceInfo *devices = XIQueryDevice(dpy, XIAllDevices, &n);
    for (int i = 0; i < n; i++) {
        if (devices[i].use == XIMasterKeyboard || devices[i].use == XISlaveKeyboard)
            add_device(out, dpy, &devices[i]);
    }
    XIFreeDeviceInfo(devices);
    XCloseDisplay(dpy);
    return g_string_free(out, FALSE);
}

char *observer_keymap_hash(const char *display)
{
    g_autofree char *map = observer_keymap(display);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, map, -1);
}

char *observer_keymap_difference(const char *before, const char *now)
{
    g_auto(GStrv) was = g_strsplit(before, "\n", -1), is = g_strsplit(now, "\n", -1);
    for (gsize i = 0; was[i] || is[i]; i++)
        if (!was[i] || !is[i] || !g_str_equal(was[i], is[i]))
            return g_strdup_printf("%s, was %s", is[i] ? is[i] : "(nothing)", was[i] ? was[i] : "(nothing)");
    return NULL;
}
