/* The sink: a window in a process of its own (a blinking client must go on while the test is busy). Commands come as one text
 * line, each answered by a line "."; events go out as lines between them. The picture is the window's background pixmap, so that
 * the server itself repairs what was covered. */
#include "tests/helper/xvfb.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_MS 30000

struct sink {
    pid_t pid;
    int fd;
    int owed; /* answers still to come; between two calls: it has gone, or its server does not answer */
    gint64 window;
    GString *in;
    GQueue events; /* struct sink_event* */
};

/* ---- child ---- */
struct child {
    Display *dpy;
    Window window, tooltip;
    Pixmap picture;
    GC gc;
    XIC ic;
    int fd, width, height;
    int blink_x, blink_y, blink_width, blink_height, period_ms;
    gint64 next_blink;
};

static void child_send(struct child *c, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void child_send(struct child *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    for (gsize done = 0, all = strlen(line); done < all;) {
        ssize_t n = write(c->fd, line + done, all - done);
        if (n < 0 && errno != EINTR)
            _exit(0);
        done += n > 0 ? (gsize)n : 0;
    }
}

static void child_show(struct child *c)
{
    XSetWindowBackgroundPixmap(c->dpy, c->window, c->picture);
    XClearWindow(c->dpy, c->window);
    XSync(c->dpy, False);
}

static void child_picture(struct child *c, int width, int height, unsigned long colour)
{
    Pixmap picture = XCreatePixmap(c->dpy, c->window, (unsigned)width, (unsigned)height, (unsigned)DefaultDepth(c->dpy, 0));
    if (!c->gc)
        c->gc = XCreateGC(c->dpy, picture, 0, NULL);
    XSetForeground(c->dpy, c->gc, colour);
    XFillRectangle(c->dpy, picture, c->gc, 0, 0, (unsigned)width, (unsigned)height);
    if (c->picture) {
        XCopyArea(c->dpy, c->picture, picture, c->gc, 0, 0, (unsigned)c->width, (unsigned)c->height, 0, 0);
        XFreePixmap(c->dpy, c->picture);
    }
    c->picture = picture;
    c->width = width;
    c->height = height;
}

static void child_blink(struct child *c)
{
    XSetFunction(c->dpy, c->gc, GXinvert);
    XFillRectangle(c->dpy, c->picture, c->gc, c->blink_x, c->blink_y, (unsigned)c->blink_width, (unsigned)c->blink_height);
    XSetFunction(c->dpy, c->gc, GXcopy);
    child_show(c);
    c->next_blink = g_get_monotonic_time() + (gint64)c->period_ms * 1000;
}

/* Waits for its turn, as a thief does. */
static void child_grab(struct child *c, bool keyboard, bool pointer)
{
    const unsigned mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask;
    XUngrabKeyboard(c->dpy, CurrentTime);
    XUngrabPointer(c->dpy, CurrentTime);
    int answer = keyboard ? AlreadyGrabbed : GrabSuccess;
    while (answer == AlreadyGrabbed)
        answer = XGrabKeyboard(c->dpy, c->window, False, GrabModeAsync, GrabModeAsync, CurrentTime);
    answer = pointer ? AlreadyGrabbed : GrabSuccess;
    while (answer == AlreadyGrabbed)
        answer = XGrabPointer(c->dpy, c->window, False, mask, GrabModeAsync, GrabModeAsync, None, None, CurrentTime);
}

/* A dialog with that title; NULL = a menu. */
static void child_window(struct child *c, int x, int y, int width, int height, unsigned long colour, const char *title,
                         bool focus)
{
    XSetWindowAttributes a = {.override_redirect = !title, .background_pixel = colour};
    Window w = XCreateWindow(c->dpy, DefaultRootWindow(c->dpy), x, y, (unsigned)width, (unsigned)height, 0, CopyFromParent,
                             InputOutput, CopyFromParent, CWOverrideRedirect | CWBackPixel, &a);
    if (title) {
        XStoreName(c->dpy, w, title);
        XSetTransientForHint(c->dpy, w, c->window);
    }
    XMapRaised(c->dpy, w);
    if (focus)
        XSetInputFocus(c->dpy, w, RevertToPointerRoot, CurrentTime);
}

/* Of that width; 0 = it goes. */
static void child_tooltip(struct child *c, int x, int y, int width, int height, unsigned long colour)
{
    XSetWindowAttributes a = {.override_redirect = True, .background_pixel = colour};
    Atom type = XInternAtom(c->dpy, "_NET_WM_WINDOW_TYPE_TOOLTIP", False);
    if (c->tooltip)
        XDestroyWindow(c->dpy, c->tooltip);
    c->tooltip = width ? XCreateWindow(c->dpy, DefaultRootWindow(c->dpy), x, y, (unsigned)width, (unsigned)height, 0,
                                       CopyFromParent, InputOutput, CopyFromParent, CWOverrideRedirect | CWBackPixel, &a)
                       : None;
    if (!width)
        return;
    XChangeProperty(c->dpy, c->tooltip, XInternAtom(c->dpy, "_NET_WM_WINDOW_TYPE", False), XA_ATOM, 32, PropModeReplace,
                    (unsigned char *)&type, 1);
    XMapRaised(c->dpy, c->tooltip);
}

static void child_events(struct child *c);

/* The answer comes behind the events that the server had for it until then. */
static void child_command(struct child *c, char *line)
{
    int x = 0, y = 0, width = 0, height = 0, period = 0, at = 0, focus = 0;
    unsigned colour = 0;
    if (sscanf(line, "fill %d %d %d %d %x", &x, &y, &width, &height, &colour) == 5) {
        XSetForeground(c->dpy, c->gc, colour);
        XFillRectangle(c->dpy, c->picture, c->gc, x, y, (unsigned)width, (unsigned)height);
        child_show(c);
    } else if (sscanf(line, "text %d %d %x %n", &x, &y, &colour, &at) == 3) {
        XSetForeground(c->dpy, c->gc, colour);
        XDrawString(c->dpy, c->picture, c->gc, x, y, line + at, (int)strlen(line + at));
        child_show(c);
    } else if (sscanf(line, "move %d %d %d %d", &x, &y, &width, &height) == 4) {
        child_picture(c, width, height, 0);
        XMoveResizeWindow(c->dpy, c->window, x, y, (unsigned)width, (unsigned)height);
        child_show(c);
    } else if (sscanf(line, "popup %d %d %d %d %x", &x, &y, &width, &height, &colour) == 5) {
        child_window(c, x, y, width, height, colour, NULL, false);
    } else if (sscanf(line, "tooltip %d %d %d %d %x", &x, &y, &width, &height, &colour) == 5) {
        child_tooltip(c, x, y, width, height, colour);
    } else if (sscanf(line, "dialog %d %d %d %d %x %d %n", &x, &y, &width, &height, &colour, &focus, &at) == 6) {
        child_window(c, x, y, width, height, colour, line + at, focus);
    } else if (sscanf(line, "blink %d %d %d %d %d", &x, &y, &width, &height, &period) == 5) {
        c->blink_x = x, c->blink_y = y, c->blink_width = width, c->blink_height = height, c->period_ms = period;
        c->next_blink = g_get_monotonic_time() + (gint64)period * 1000;
    } else if (sscanf(line, "grab %d %d", &x, &y) == 2) {
        child_grab(c, x, y);
    } else if (g_str_has_prefix(line, "title ")) {
        XStoreName(c->dpy, c->window, line + strlen("title "));
    } else if (g_str_equal(line, "raise")) {
        XRaiseWindow(c->dpy, c->window);
    } else if (g_str_equal(line, "focus")) {
        XSetInputFocus(c->dpy, c->window, RevertToPointerRoot, CurrentTime);
    } else if (g_str_equal(line, "unmap")) {
        XUnmapWindow(c->dpy, c->window);
    }
    XSync(c->dpy, False);
    child_events(c);
    child_send(c, ".\n");
}

static void child_key(struct child *c, XKeyEvent *e)
{
    char text[32] = "";
    KeySym sym = NoSymbol;
    if (e->type == KeyPress && c->ic) {
        Status status;
        int n = Xutf8LookupString(c->ic, e, text, sizeof text - 1, &sym, &status);
        text[CLAMP(n, 0, (int)sizeof text - 1)] = '\0';
    } else {
        XLookupString(e, text, sizeof text - 1, &sym, NULL);
        text[0] = '\0';
    }
    g_autofree char *hex = g_strdup("");
    for (const char *p = text; *p; p++) {
        char *longer = g_strdup_printf("%s%02x", hex, (unsigned char)*p);
        g_free(hex);
        hex = longer;
    }
    child_send(c, "%c %lu %lu %u %d %d %u %s\n", e->type == KeyPress ? SINK_KEY_PRESS : SINK_KEY_RELEASE, e->time, sym,
               e->keycode, e->x_root, e->y_root, e->state, hex);
}

static void child_event(struct child *c, XEvent *e)
{
    if (XFilterEvent(e, None))
        return;
    if (e->type == KeyPress || e->type == KeyRelease)
        child_key(c, &e->xkey);
    else if (e->type == ButtonPress || e->type == ButtonRelease)
        child_send(c, "%c %lu 0 %u %d %d %u \n", e->type == ButtonPress ? SINK_BUTTON_PRESS : SINK_BUTTON_RELEASE,
                   e->xbutton.time, e->xbutton.button, e->xbutton.x_root, e->xbutton.y_root, e->xbutton.state);
    else if (e->type == MotionNotify)
        child_send(c, "%c %lu 0 0 %d %d %u \n", SINK_MOTION, e->xmotion.time, e->xmotion.x_root, e->xmotion.y_root,
                   e->xmotion.state);
    else if (e->type == FocusIn || e->type == FocusOut)
        child_send(c, "%c 0 0 %d 0 0 0 \n", e->type == FocusIn ? SINK_FOCUS_IN : SINK_FOCUS_OUT, e->xfocus.detail);
    else if (e->type == MappingNotify)
        XRefreshKeyboardMapping(&e->xmapping);
}

static void child_events(struct child *c)
{
    while (XPending(c->dpy)) {
        XEvent e;
        XNextEvent(c->dpy, &e);
        child_event(c, &e);
    }
}

static void child_loop(struct child *c)
{
    char line[4096];
    gsize length = 0;
    for (;;) {
        child_events(c);
        gint64 now = g_get_monotonic_time();
        if (c->period_ms > 0 && now >= c->next_blink)
            child_blink(c);
        int wait = c->period_ms > 0 ? (int)MAX(0, (c->next_blink - now + 999) / 1000) : -1;
        struct pollfd fds[2] = {{.fd = ConnectionNumber(c->dpy), .events = POLLIN}, {.fd = c->fd, .events = POLLIN}};
        if (XPending(c->dpy) || poll(fds, 2, wait) <= 0 || !fds[1].revents)
            continue;
        ssize_t n = read(c->fd, line + length, sizeof line - 1 - length);
        if (n <= 0)
            _exit(0);
        length += (gsize)n;
        line[length] = '\0';
        char *end;
        while ((end = strchr(line, '\n'))) {
            *end = '\0';
            child_command(c, line);
            length -= (gsize)(end + 1 - line);
            memmove(line, end + 1, length + 1);
        }
    }
}

static int sink_io_error(Display *dpy)
{
    (void)dpy;
    _exit(0);
}

static void child_main(struct child *c, const char *display, const char *title, int x, int y, int width, int height,
                       guint32 colour)
{
    c->dpy = XOpenDisplay(display);
    if (!c->dpy)
        _exit(99);
    XSetIOErrorHandler(sink_io_error);
    c->window = XCreateSimpleWindow(c->dpy, DefaultRootWindow(c->dpy), x, y, (unsigned)width, (unsigned)height, 0, 0, colour);
    XStoreName(c->dpy, c->window, title);
    XClassHint hint = {.res_name = (char *)"sink", .res_class = (char *)"Sink"};
    XSetClassHint(c->dpy, c->window, &hint);
    XSelectInput(c->dpy, c->window,
                 KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | FocusChangeMask |
                     StructureNotifyMask);
    XIM im = XOpenIM(c->dpy, NULL, NULL, NULL);
    if (im)
        c->ic = XCreateIC(im, XNInputStyle, XIMPreeditNothing | XIMStatusNothing, XNClientWindow, c->window, NULL);
    child_picture(c, width, height, colour);
    XMapWindow(c->dpy, c->window);
    XEvent e;
    do
        XWindowEvent(c->dpy, c->window, StructureNotifyMask, &e);
    while (e.type != MapNotify);
    child_show(c);
    child_send(c, "%lu\n", c->window);
    child_loop(c);
}

/* ---- parent ---- */
static void sink_parse(sink *s, char *line)
{
    unsigned time, keysym, state;
    int detail, x, y;
    char kind, hex[80] = "";
    if (sscanf(line, "%c %u %u %d %d %d %u %79s", &kind, &time, &keysym, &detail, &x, &y, &state, hex) < 7)
        return;
    struct sink_event *e = g_new0(struct sink_event, 1);
    *e = (struct sink_event){
        .kind = (enum sink_kind)kind, .time = time, .keysym = keysym, .detail = detail, .x = x, .y = y, .state = state};
    for (gsize i = 0; hex[2 * i] && hex[2 * i + 1] && i < sizeof e->text - 1; i++)
        e->text[i] = (char)(g_ascii_xdigit_value(hex[2 * i]) * 16 + g_ascii_xdigit_value(hex[2 * i + 1]));
    g_queue_push_tail(&s->events, e);
}

/* Reads what there is; true when a line other than an event came (it is in *ret_line). */
static bool sink_read(sink *s, int timeout_ms, char **ret_line)
{
    char *end;
    while (!(end = strchr(s->in->str, '\n'))) {
        struct pollfd p = {.fd = s->fd, .events = POLLIN};
        char chunk[4096];
        if (poll(&p, 1, timeout_ms) <= 0)
            return false;
        ssize_t n = read(s->fd, chunk, sizeof chunk);
        if (n <= 0)
            return false;
        g_string_append_len(s->in, chunk, n);
    }
    g_autofree char *line = g_strndup(s->in->str, (gsize)(end - s->in->str));
    g_string_erase(s->in, 0, end + 1 - s->in->str);
    if (line[0] == '.' || g_ascii_isdigit(line[0])) {
        s->owed -= line[0] == '.';
        *ret_line = g_steal_pointer(&line);
        return true;
    }
    sink_parse(s, line);
    *ret_line = NULL;
    return true;
}

static char *sink_answer(sink *s)
{
    char *line = NULL;
    do
        if (!sink_read(s, ANSWER_MS, &line)) {
            fprintf(stderr, "tests/helper: the sink does not answer\n");
            exit(99);
        }
    while (!line);
    return line;
}

static bool sink_ask(sink *s, const char *line)
{
    s->owed++;
    return send(s->fd, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line);
}

/* The answers come in the order of the commands: this one's is the last that is owed. */
static void sink_do(sink *s, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void sink_do(sink *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    if (!sink_ask(s, line)) {
        fprintf(stderr, "tests/helper: the sink has gone\n");
        exit(99);
    }
    while (s->owed)
        g_free(sink_answer(s));
}

sink *sink_start(const char *display, const char *title, int x, int y, int width, int height, guint32 colour)
{
    int fds[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
        exit(99);
    sink *s = g_new0(sink, 1);
    s->in = g_string_new(NULL);
    s->fd = fds[0];
    pid_t parent = getpid();
    s->pid = fork();
    if (s->pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(99);
        close(fds[0]);
        struct child c = {.fd = fds[1]};
        child_main(&c, display, title, x, y, width, height, colour);
        _exit(0);
    }
    close(fds[1]);
    g_autofree char *id = sink_answer(s);
    s->window = g_ascii_strtoll(id, NULL, 10);
    return s;
}

void sink_stop(sink *s)
{
    if (!s)
        return;
    close(s->fd);
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    g_queue_clear_full(&s->events, g_free);
    g_string_free(s->in, TRUE);
    g_free(s);
}

gint64 sink_window(const sink *s)
{
    return s->window;
}

void sink_fill(sink *s, int x, int y, int width, int height, guint32 colour)
{
    sink_do(s, "fill %d %d %d %d %x\n", x, y, width, height, colour);
}

void sink_text(sink *s, int x, int y, guint32 colour, const char *text)
{
    sink_do(s, "text %d %d %x %s\n", x, y, colour, text);
}

void sink_move(sink *s, int x, int y, int width, int height)
{
    sink_do(s, "move %d %d %d %d\n", x, y, width, height);
}

void sink_raise(sink *s)
{
    sink_do(s, "raise\n");
}

void sink_focus(sink *s)
{
    sink_do(s, "focus\n");
}

void sink_unmap(sink *s)
{
    sink_do(s, "unmap\n");
}

void sink_popup(sink *s, int x, int y, int width, int height, guint32 colour)
{
    sink_do(s, "popup %d %d %d %d %x\n", x, y, width, height, colour);
}

void sink_tooltip(sink *s, int x, int y, int width, int height, guint32 colour)
{
    sink_do(s, "tooltip %d %d %d %d %x\n", x, y, width, height, colour);
}

void sink_dialog(sink *s, int x, int y, int width, int height, guint32 colour, const char *title, bool focus)
{
    sink_do(s, "dialog %d %d %d %d %x %d %s\n", x, y, width, height, colour, focus, title);
}

void sink_title(sink *s, const char *title)
{
    sink_do(s, "title %s\n", title);
}

void sink_grab(sink *s, bool keyboard, bool pointer)
{
    sink_do(s, "grab %d %d\n", keyboard, pointer);
}

void sink_blink(sink *s, int x, int y, int width, int height, int period_ms)
{
    sink_do(s, "blink %d %d %d %d %d\n", x, y, width, height, period_ms);
}

/* On a busy machine the sink may not have read yet what the server has for it; one that owes an answer has had its time. */
static void sink_catch_up(sink *s)
{
    char *line = NULL;
    if (s->owed || !sink_ask(s, "sync\n"))
        return;
    while (s->owed && sink_read(s, ANSWER_MS, &line))
        g_free(line);
}

bool sink_next(sink *s, struct sink_event *ret_event, int timeout_ms)
{
    gint64 until = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    while (g_queue_is_empty(&s->events)) {
        char *line = NULL;
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        if (!sink_read(s, (int)MAX(left, 0), &line))
            break;
        g_free(line);
    }
    if (g_queue_is_empty(&s->events))
        sink_catch_up(s);
    if (g_queue_is_empty(&s->events))
        return false;
    g_autofree struct sink_event *e = g_queue_pop_head(&s->events);
    *ret_event = *e;
    return true;
}
