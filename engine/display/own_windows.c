#include "engine/display/own_windows.h"

#include "engine/display/windows.h"

#include <X11/Xutil.h>
#include <string.h>
#include <unistd.h>

#define DEPTH_MAX 16 /* windows inside windows */

struct own_windows {
    Display *dpy; /* borrowed */
    struct own_terminal terminals[OWN_TERMINALS_MAX];
    int n_terminals;
    GArray *clients; /* Window */
    GArray *tops;    /* Window: the children of the root that hold them */
    GArray *titled;  /* Window: of those, the ones known by their title */
    bool dirty;      /* windows have come or gone since they were looked for */
    bool entered;    /* the focus has come to one of them */
    Window stranger; /* the focus when last asked: none of ours */
};

own_windows *own_windows_new(Display *dpy)
{
    own_windows *o = g_new0(own_windows, 1);
    o->dpy = dpy;
    o->clients = g_array_new(FALSE, FALSE, sizeof(Window));
    o->tops = g_array_new(FALSE, FALSE, sizeof(Window));
    o->titled = g_array_new(FALSE, FALSE, sizeof(Window));
    return o;
}

void own_windows_free(own_windows *o)
{
    if (!o)
        return;
    g_array_unref(o->clients);
    g_array_unref(o->tops);
    g_array_unref(o->titled);
    g_free(o);
}

static bool has(const GArray *list, Window w)
{
    for (guint i = 0; i < list->len; i++) {
        if (g_array_index(list, Window, i) == w)
            return true;
    }
    return false;
}

/* The window and the one at the top that holds it; a window that is gone adds nothing. */
static void add(own_windows *o, Window w)
{
    Window root = DefaultRootWindow(o->dpy), top = w, parent = windows_parent(o->dpy, w);
    if (parent == None || has(o->clients, w))
        return;
    for (int depth = 0; parent != None && parent != root && depth < DEPTH_MAX; depth++) {
        top = parent;
        parent = windows_parent(o->dpy, top);
    }
    g_array_append_val(o->clients, w);
    if (!has(o->tops, top))
        g_array_append_val(o->tops, top);
    /* a focus that comes to it while a key repeats is to be known at once, not at the next press */
    XSelectInput(o->dpy, w, FocusChangeMask);
}

/* A pid says nothing about a program on another host. */
static bool of_this_host(Display *dpy, Window w)
{
    XTextProperty machine = {0};
    char host[256] = "";
    if (!XGetWMClientMachine(dpy, w, &machine) || !machine.value)
        return true;
    gethostname(host, sizeof host - 1);
    bool same = g_ascii_strcasecmp((const char *)machine.value, host) == 0 ||
                g_ascii_strcasecmp((const char *)machine.value, "localhost") == 0;
    XFree(machine.value);
    return same;
}

static void add_of_process(own_windows *o, const GPtrArray *windows, const struct own_terminal *t)
{
    bool found = false;
    for (int i = 0; i < t->n_pids && !found; i++) {
        for (guint j = 0; j < windows->len; j++) {
            const struct eye_window *w = g_ptr_array_index(windows, j);
            if (w->pid != t->pids[i] || !of_this_host(o->dpy, (Window)w->id))
                continue;
            add(o, (Window)w->id);
            found = true;
        }
    }
}

/* Titles change, and anybody can take any: a window is believed once, and stays ours while it is there. */
static void add_titled(own_windows *o, const GPtrArray *windows)
{
    for (guint i = o->titled->len; i-- > 0;) {
        if (windows_parent(o->dpy, g_array_index(o->titled, Window, i)) == None)
            g_array_remove_index_fast(o->titled, i);
    }
    bool search = o->titled->len == 0;
    for (guint i = 0; search && i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        Window id = (Window)w->id;
        for (int t = 0; t < o->n_terminals; t++) {
            if (own_titled(&o->terminals[t], w->title) && !has(o->titled, id))
                g_array_append_val(o->titled, id);
        }
    }
    for (guint i = 0; i < o->titled->len; i++)
        add(o, g_array_index(o->titled, Window, i));
}

static void look(own_windows *o)
{
    if (!o->dirty)
        return;
    o->dirty = false;
    o->stranger = None;
    g_array_set_size(o->clients, 0);
    g_array_set_size(o->tops, 0);
    g_autoptr(GPtrArray) windows = windows_list(o->dpy);
    for (int i = 0; i < o->n_terminals; i++) {
        if (o->terminals[i].window)
            add(o, (Window)o->terminals[i].window);
        add_of_process(o, windows, &o->terminals[i]);
    }
    add_titled(o, windows);
    windows_error(o->dpy);
}

void own_windows_set(own_windows *o, const struct own_terminal *terminals, int n)
{
    o->n_terminals = MIN(n, OWN_TERMINALS_MAX);
    g_array_set_size(o->titled, 0);
    for (int i = 0; i < o->n_terminals; i++)
        o->terminals[i] = terminals[i];
    o->dirty = true;
    XSelectInput(o->dpy, DefaultRootWindow(o->dpy), o->n_terminals ? SubstructureNotifyMask : NoEventMask);
    look(o);
}

bool own_windows_take(own_windows *o, const XEvent *event)
{
    switch (event->type) {
    case MapNotify:
    case UnmapNotify:
    case ReparentNotify:
    case DestroyNotify:
        o->dirty = true;
        return true;
    case FocusIn:
        o->entered = o->entered || (event->xfocus.detail != NotifyPointer && event->xfocus.mode != NotifyGrab);
        return true;
    case FocusOut:
    case CreateNotify:
    case ConfigureNotify:
    case CirculateNotify:
    case GravityNotify:
        return true;
    default:
        return false;
    }
}

bool own_windows_entered(own_windows *o)
{
    bool entered = o->entered;
    o->entered = false;
    return entered;
}

bool own_windows_any(own_windows *o)
{
    if (o->n_terminals == 0)
        return false;
    look(o);
    return o->clients->len > 0;
}

bool own_windows_pointed(own_windows *o)
{
    Window root, child = None;
    int x, y, wx, wy;
    unsigned mask;
    return own_windows_any(o) && XQueryPointer(o->dpy, DefaultRootWindow(o->dpy), &root, &child, &x, &y, &wx, &wy, &mask) &&
           child != None && has(o->tops, child);
}

bool own_windows_at(own_windows *o, int x, int y)
{
    Window root = DefaultRootWindow(o->dpy), child = None;
    int rx, ry;
    return own_windows_any(o) && XTranslateCoordinates(o->dpy, root, root, x, y, &rx, &ry, &child) && child != None &&
           has(o->tops, child);
}

bool own_windows_focused(own_windows *o)
{
    Window root = DefaultRootWindow(o->dpy), focus = None;
    int revert;
    if (!own_windows_any(o))
        return false;
    XGetInputFocus(o->dpy, &focus, &revert);
    if (focus == PointerRoot || focus == root)
        return own_windows_pointed(o);
    if (focus == None || focus == o->stranger)
        return false;
    Window w = focus;
    for (int depth = 0; w != None && w != root && depth < DEPTH_MAX; depth++, w = windows_parent(o->dpy, w)) {
        if (has(o->clients, w) || has(o->tops, w))
            return true;
    }
    o->stranger = focus;
    return false;
}
