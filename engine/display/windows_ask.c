/* What windows and their manager are asked for: see windows.h. */
#include "engine/display/windows.h"

#include <X11/Xutil.h>

#define STATE "_NET_WM_STATE"

static int times_told(const GArray *told, gint64 window)
{
    int n = 0;
    for (guint i = 0; i < told->len; i++)
        n += g_array_index(told, gint64, i) == window;
    return n;
}

/* As a pager asks (EWMH). */
static void ask_state(Display *dpy, gint64 window, bool on, const char *one, const char *other)
{
    XClientMessageEvent m = {.type = ClientMessage, .window = (Window)window, .format = 32};
    m.message_type = XInternAtom(dpy, STATE, False);
    m.data.l[0] = on;
    m.data.l[1] = (long)XInternAtom(dpy, one, False);
    m.data.l[2] = other ? (long)XInternAtom(dpy, other, False) : 0;
    m.data.l[3] = 2;
    XSendEvent(dpy, DefaultRootWindow(dpy), False, SubstructureNotifyMask | SubstructureRedirectMask, (XEvent *)&m);
}

static bool is_maximized(Display *dpy, const struct eye_window *w)
{
    return windows_lists_atom(dpy, w->id, STATE, STATE "_MAXIMIZED_VERT") &&
           windows_lists_atom(dpy, w->id, STATE, STATE "_MAXIMIZED_HORZ");
}

static bool is_normal(Display *dpy, const struct eye_window *w)
{
    return windows_lists_atom(dpy, w->id, "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_NORMAL") &&
           !windows_lists_atom(dpy, w->id, "_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DIALOG");
}

/* A window that is transient for another. The size that it had before it was maximized is its own; it has it the next time. */
static bool fit_toolbox(Display *dpy, const struct eye_window *w, int times, int width, int height)
{
    const bool whole = is_maximized(dpy, w);
    if (times > 1 || (times == 0 && !whole) || !is_normal(dpy, w))
        return false;
    const struct area outer = eye_window_outer(w);
    if (whole) { /* with its title bar first: once it is smaller, its size is the one that it keeps */
        ask_state(dpy, w->id, false, "_OB_WM_STATE_UNDECORATED", NULL);
        ask_state(dpy, w->id, false, STATE "_MAXIMIZED_VERT", STATE "_MAXIMIZED_HORZ");
    } else if (outer.width >= width && outer.height >= height) { /* its state says so already, its size not yet */
        return false;
    } else {
        XMoveWindow(dpy, (Window)w->id, MAX(0, (width - outer.width) / 2), MAX(0, (height - outer.height) / 2));
    }
    return true;
}

static bool fit(Display *dpy, const struct eye_window *w, int times, int width, int height)
{
    const int frame_x = MAX(0, w->outer.width - w->width), frame_y = MAX(0, w->outer.height - w->height);
    const bool large = w->width + frame_x > width || w->height + frame_y > height;
    if (w->dialog && !large)
        return fit_toolbox(dpy, w, times, width, height);
    if (times > 0)
        return false;
    if (w->dialog)
        XMoveResizeWindow(dpy, (Window)w->id, 0, 0, (unsigned)MAX(1, MIN(w->width, width - frame_x)),
                          (unsigned)MAX(1, MIN(w->height, height - frame_y)));
    else if ((w->width != width || w->height != height) && is_normal(dpy, w) && !is_maximized(dpy, w) &&
             windows_lists_atom(dpy, w->id, "_NET_WM_ALLOWED_ACTIONS", "_NET_WM_ACTION_MAXIMIZE_VERT"))
        ask_state(dpy, w->id, true, STATE "_MAXIMIZED_VERT", STATE "_MAXIMIZED_HORZ");
    else
        return false;
    return true;
}

bool windows_fit(Display *dpy, const GPtrArray *windows, GArray *told)
{
    int width = DisplayWidth(dpy, DefaultScreen(dpy)), height = DisplayHeight(dpy, DefaultScreen(dpy));
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (w->popup || !fit(dpy, w, times_told(told, w->id), width, height))
            continue;
        g_array_append_val(told, w->id);
        XSync(dpy, False);
        return windows_error(dpy) == 0;
    }
    return false;
}

int windows_close_all(Display *dpy)
{
    g_autoptr(GPtrArray) list = windows_list_untitled(dpy);
    Atom protocols = XInternAtom(dpy, "WM_PROTOCOLS", False), closes = XInternAtom(dpy, "WM_DELETE_WINDOW", False);
    int asked = 0;
    for (guint i = 0; i < list->len; i++) {
        const struct eye_window *w = g_ptr_array_index(list, i);
        XClientMessageEvent m = {.type = ClientMessage, .window = (Window)w->id, .message_type = protocols, .format = 32};
        Atom *known = NULL;
        int n = 0;
        bool can = false;
        if (w->popup || !XGetWMProtocols(dpy, (Window)w->id, &known, &n))
            continue;
        for (int k = 0; k < n; k++)
            can = can || known[k] == closes;
        XFree(known);
        m.data.l[0] = (long)closes;
        asked += can && XSendEvent(dpy, (Window)w->id, False, NoEventMask, (XEvent *)&m);
    }
    XSync(dpy, False);
    windows_error(dpy);
    return asked;
}
