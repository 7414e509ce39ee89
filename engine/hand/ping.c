#include "engine/hand/ping.h"

#include <X11/Xatom.h>

#define DEPTH_MAX 32

struct ping {
    Display *dpy; /* borrowed */
    Atom protocols, net_wm_ping;
    Window root, window;         /* window: 0 = aimed at nothing */
    long root_mask, window_mask; /* before we listened */
    bool gone;                   /* the window was destroyed: nobody is left to misread anything */
    guint32 asked, answered;
    client_idle *rest; /* of the program that has the focus */
    gint64 key_us;     /* 0 = no key of which we do not know that it has had its effect */
};

ping *ping_new(Display *dpy)
{
    ping *p = g_new0(ping, 1);
    p->dpy = dpy;
    p->rest = client_idle_new(dpy);
    p->root = DefaultRootWindow(dpy);
    p->protocols = XInternAtom(dpy, "WM_PROTOCOLS", False);
    p->net_wm_ping = XInternAtom(dpy, "_NET_WM_PING", False);
    /* It stands where a timestamp would: two hands, or a hand and a window manager, hardly ever ask with the same one. */
    p->asked = p->answered = g_random_int() | 1;
    return p;
}

void ping_free(ping *p)
{
    if (p) {
        ping_rest(p);
        client_idle_free(p->rest);
        g_free(p);
    }
}

static bool answers(const ping *p, Window window)
{
    Atom type = None;
    int format = 0;
    unsigned long count = 0, left;
    unsigned char *data = NULL;
    bool found = false;
    if (XGetWindowProperty(p->dpy, window, p->protocols, 0, 64, False, XA_ATOM, &type, &format, &count, &left, &data) ==
            Success &&
        type == XA_ATOM && format == 32) {
        for (unsigned long i = 0; i < count; i++)
            found |= ((const Atom *)(const void *)data)[i] == p->net_wm_ping;
    }
    if (data)
        XFree(data);
    return found;
}

static Window parent_of(const ping *p, Window window)
{
    Window root, parent = None, *children = NULL;
    unsigned n;
    if (!XQueryTree(p->dpy, window, &root, &parent, &children, &n))
        return None;
    if (children)
        XFree(children);
    return parent;
}

static Window under_pointer(const ping *p)
{
    Window window = p->root, child = p->root;
    for (int i = 0; i < DEPTH_MAX && child != None; i++) {
        Window root;
        int x, y, window_x, window_y;
        unsigned mask;
        window = child;
        if (!XQueryPointer(p->dpy, window, &root, &child, &x, &y, &window_x, &window_y, &mask))
            break;
    }
    return window;
}

static bool aim(ping *p, Window window)
{
    ping_rest(p);
    client_idle_aim(p->rest, window != p->root ? window : None);
    int depth = 0;
    while (window != None && window != p->root && depth++ < DEPTH_MAX && !answers(p, window))
        window = parent_of(p, window);
    XWindowAttributes root, own;
    if (window == None || window == p->root || depth >= DEPTH_MAX || !XGetWindowAttributes(p->dpy, p->root, &root) ||
        !XGetWindowAttributes(p->dpy, window, &own))
        return false;
    p->window = window;
    p->gone = false;
    p->root_mask = root.your_event_mask;
    p->window_mask = own.your_event_mask;
    /* where the standard says, and where Qt 5 sends it */
    XSelectInput(p->dpy, p->root, p->root_mask | SubstructureNotifyMask | StructureNotifyMask);
    XSelectInput(p->dpy, window, p->window_mask | StructureNotifyMask);
    return true;
}

bool ping_aim(ping *p)
{
    Window window = None;
    int revert;
    XGetInputFocus(p->dpy, &window, &revert);
    return aim(p, window == PointerRoot ? under_pointer(p) : window);
}

bool ping_aim_at(ping *p, Window window)
{
    return aim(p, window != None ? window : under_pointer(p));
}

void ping_rest(ping *p)
{
    if (p->window)
        XSelectInput(p->dpy, p->root, p->root_mask);
    if (p->window && !p->gone)
        XSelectInput(p->dpy, p->window, p->window_mask);
    p->window = None;
}

gint64 ping_program(const ping *p)
{
    return client_idle_program(p->rest);
}

guint32 ping_send(ping *p)
{
    if (!p->window || p->gone)
        return 0;
    if (++p->asked == 0) /* 0 is no question */
        p->asked = p->answered = 1;
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = p->window,
                                .message_type = p->protocols,
                                .format = 32,
                                .data.l = {(long)p->net_wm_ping, (long)p->asked, (long)p->window}}};
    XSendEvent(p->dpy, p->window, False, NoEventMask, &event);
    XFlush(p->dpy);
    return p->asked;
}

bool ping_answered(const ping *p, guint32 question)
{
    return p->gone || (gint32)(p->answered - question) >= 0;
}

enum client_idle_doing ping_look(ping *p)
{
    return client_idle_look(p->rest, p->asked - p->answered);
}

enum turn_says ping_turn(ping *p, struct turn_times *ret_times)
{
    return client_idle_turn(p->rest, p->asked - p->answered, ret_times);
}

/* Takes an event of the display; true when it changes what ping_answered() says. */
static bool ping_take(ping *p, const XEvent *event)
{
    if (event->type == DestroyNotify && p->window && event->xdestroywindow.window == p->window)
        return p->gone = true;
    if (event->type != ClientMessage || event->xclient.window != p->root || event->xclient.format != 32 ||
        (Atom)event->xclient.data.l[0] != p->net_wm_ping || (Window)event->xclient.data.l[2] != p->window || !p->window)
        return false;
    guint32 question = (guint32)event->xclient.data.l[1];
    if ((gint32)(question - p->answered) <= 0 || (gint32)(p->asked - question) < 0)
        return false;
    p->answered = question;
    return true;
}

void ping_take_event(const XEvent *event, void *data)
{
    ping_take(data, event);
}

void ping_key_sent(ping *p)
{
    p->key_us = g_get_monotonic_time();
}

void ping_keys_taken(ping *p)
{
    p->key_us = 0;
}

gint64 ping_key_us(const ping *p)
{
    return p->key_us;
}
