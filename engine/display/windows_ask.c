/* What windows and their manager are asked for: see windows.h. */
#include "engine/display/windows.h"

#include <X11/Xutil.h>

bool windows_fit(Display *dpy, const GPtrArray *windows, gint64 *told)
{
    int width = DisplayWidth(dpy, DefaultScreen(dpy)), height = DisplayHeight(dpy, DefaultScreen(dpy));
    for (guint i = 0; i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        int frame_x = MAX(0, w->outer.width - w->width), frame_y = MAX(0, w->outer.height - w->height);
        if (!w->dialog || w->popup || (w->width + frame_x <= width && w->height + frame_y <= height))
            continue;
        if (w->id == *told)
            return false;
        *told = w->id;
        XMoveResizeWindow(dpy, (Window)w->id, 0, 0, (unsigned)MAX(1, MIN(w->width, width - frame_x)),
                          (unsigned)MAX(1, MIN(w->height, height - frame_y)));
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
