#include "tests/helper/toolkit.h"

#include "tests/helper/xvfb.h"

#include <X11/Xlib.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define START_MS 30000
#define ANSWER_MS 20000

struct toolkit {
    char *name, *display; /* owned */
    pid_t pid;
    int fd;
    GString *in;
    GHashTable *before; /* windows that were there before it */
    Window window;      /* its own, once there */
};

static void die(const toolkit *t, const char *what)
{
    fprintf(stderr, "tests/helper: the %s sink %s\n", t->name, what);
    exit(99);
}

/* The next line; NULL = none within the time. */
static char *read_line(toolkit *t, int timeout_ms)
{
    gint64 end_us = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    char *end;
    while (!(end = strchr(t->in->str, '\n'))) {
        struct pollfd p = {.fd = t->fd, .events = POLLIN};
        char chunk[16384];
        gint64 left_ms = (end_us - g_get_monotonic_time()) / 1000;
        if (poll(&p, 1, (int)MAX(left_ms, 0)) <= 0)
            return NULL;
        ssize_t n = read(t->fd, chunk, sizeof chunk);
        if (n <= 0)
            return NULL;
        g_string_append_len(t->in, chunk, n);
    }
    char *line = g_strndup(t->in->str, (gsize)(end - t->in->str));
    g_string_erase(t->in, 0, end + 1 - t->in->str);
    return line;
}

static void tell(toolkit *t, const char *line)
{
    if (write(t->fd, line, strlen(line)) != (ssize_t)strlen(line))
        die(t, "is gone");
}

static int no_error(Display *dpy, XErrorEvent *event)
{
    (void)dpy, (void)event; /* windows come and go while we look */
    return 0;
}

/* Calls `function` for each child of the root, bottom first, until it says true. */
static void each_window(toolkit *t, bool (*function)(toolkit *t, Display *dpy, Window w))
{
    Display *dpy = XOpenDisplay(t->display);
    if (!dpy)
        die(t, "has lost its display");
    XErrorHandler before = XSetErrorHandler(no_error);
    Window root, parent, *children = NULL;
    unsigned n = 0;
    XQueryTree(dpy, DefaultRootWindow(dpy), &root, &parent, &children, &n);
    for (unsigned i = 0; i < n; i++) {
        if (function(t, dpy, children[i]))
            break;
    }
    if (children)
        XFree(children);
    XSync(dpy, False);
    XSetErrorHandler(before);
    XCloseDisplay(dpy);
}

static bool note_window(toolkit *t, Display *dpy, Window w)
{
    (void)dpy;
    g_hash_table_add(t->before, GSIZE_TO_POINTER(w));
    return false;
}

/* What a window manager has put into this frame; the window itself where there is none. */
static Window client_of(Display *dpy, Window w, int depth)
{
    Atom state = XInternAtom(dpy, "WM_STATE", False), type = None;
    int format;
    unsigned long n, rest;
    unsigned char *data = NULL;
    XGetWindowProperty(dpy, w, state, 0, 1, False, AnyPropertyType, &type, &format, &n, &rest, &data);
    if (data)
        XFree(data);
    Window root, parent, *children = NULL, found = type == None ? None : w;
    unsigned count = 0;
    if (found == None && depth > 0)
        XQueryTree(dpy, w, &root, &parent, &children, &count);
    for (unsigned i = 0; i < count && found == None; i++)
        found = client_of(dpy, children[i], depth - 1);
    if (children)
        XFree(children);
    return found;
}

static bool focus_window(toolkit *t, Display *dpy, Window w)
{
    XWindowAttributes a = {0};
    if (g_hash_table_contains(t->before, GSIZE_TO_POINTER(w)) || !XGetWindowAttributes(dpy, w, &a) || a.map_state != IsViewable ||
        a.width < 100 || a.override_redirect)
        return false;
    t->window = w;
    Window client = client_of(dpy, w, 3); /* a frame's focus is its window manager's own */
    XSetInputFocus(dpy, client == None ? w : client, RevertToPointerRoot, CurrentTime);
    return true;
}

/* Without a window manager nobody gives a new window the focus; xterm is ready before it has it. */
static bool give_focus(void *data)
{
    toolkit *t = data;
    struct pollfd p = {.fd = t->fd, .events = POLLIN};
    bool ready = strchr(t->in->str, '\n') || poll(&p, 1, 0) > 0;
    if (ready && t->window && observer_focus(t->display) > PointerRoot)
        return true;
    each_window(t, focus_window);
    return false;
}

toolkit *toolkit_start(const char *display, const char *name)
{
    int fds[2];
    const char *source = g_getenv("REINS_SOURCE");
    g_autofree char *script = g_strdup_printf("%s/tests/sinks/%s.py", source ? source : ".", name);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
        exit(99);
    toolkit *t = g_new0(toolkit, 1);
    t->name = g_strdup(name);
    t->display = g_strdup(display);
    t->in = g_string_new(NULL);
    t->fd = fds[0];
    t->before = g_hash_table_new(NULL, NULL);
    each_window(t, note_window);
    t->pid = fork();
    if (t->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        dup2(fds[1], STDIN_FILENO);
        dup2(fds[1], STDOUT_FILENO);
        setenv("DISPLAY", display, 1);
        setenv("NO_AT_BRIDGE", "1", 1);
        setenv("GTK_IM_MODULE", "gtk-im-context-simple", 1);
        setenv("QT_QPA_PLATFORM", "xcb", 1);
        /* Debian's Python: the one that has the bindings; by its path, for by a bare name it takes the modules of the first
         * python3 in PATH (pyenv's, conda's), and without what PYTHON… says */
        execl("/usr/bin/python3", "/usr/bin/python3", "-BEs", script, (char *)NULL);
        _exit(99);
    }
    close(fds[1]);
    helper_await(give_focus, t, START_MS);
    g_autofree char *ready = read_line(t, 0);
    if (g_strcmp0(ready, "ready") == 0)
        return t;
    toolkit_stop(t);
    return NULL;
}

void toolkit_stop(toolkit *t)
{
    if (!t)
        return;
    close(t->fd); /* it ends with its input */
    kill(t->pid, SIGTERM);
    waitpid(t->pid, NULL, 0);
    g_hash_table_unref(t->before);
    g_string_free(t->in, TRUE);
    g_free(t->name);
    g_free(t->display);
    g_free(t);
}

/* The answer to what was told; others ("ready" again) are passed over. NULL = not in time. */
static char *answer(toolkit *t, int timeout_ms)
{
    for (char *line; (line = read_line(t, timeout_ms)); g_free(line)) {
        if (!g_ascii_isdigit(*line))
            continue;
        char *hex = strchr(line, ' ');
        GString *text = g_string_new(NULL);
        for (hex++; hex[0] && hex[1]; hex += 2)
            g_string_append_c(text, (char)(g_ascii_xdigit_value(hex[0]) * 16 + g_ascii_xdigit_value(hex[1])));
        g_free(line);
        return g_string_free(text, FALSE);
    }
    return NULL;
}

gint64 toolkit_window(const toolkit *t)
{
    return (gint64)t->window;
}

void toolkit_clear(toolkit *t)
{
    tell(t, "clear\n");
    g_autofree char *empty = answer(t, ANSWER_MS);
    if (!empty)
        die(t, "does not answer");
}

char *toolkit_tell(toolkit *t, const char *line)
{
    g_autofree char *whole = g_strconcat(line, "\n", NULL);
    tell(t, whole);
    char *text = answer(t, ANSWER_MS);
    if (!text)
        die(t, "does not answer");
    return text;
}

char *toolkit_text(toolkit *t, guint n, int timeout_ms)
{
    g_autofree char *wait = g_strdup_printf("wait %u\n", n);
    tell(t, wait);
    char *text = answer(t, timeout_ms);
    if (text)
        return text;
    tell(t, "get\n");
    text = answer(t, ANSWER_MS);
    if (!text)
        die(t, "does not answer");
    return text;
}
