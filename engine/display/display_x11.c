#include "engine/display/display_x11.h"

#include "engine/display/monitors.h"
#include "engine/display/key_aliases.h"
#include "engine/display/windows.h"

#include <X11/extensions/shape.h>

static Window window_of(Display *dpy, gint64 window)
{
    return window ? (Window)window : DefaultRootWindow(dpy);
}

static void port_size(void *data, int *ret_width, int *ret_height)
{
    Display *dpy = data;
    Window root;
    int x, y;
    unsigned width = 0, height = 0, border, depth;
    if (!XGetGeometry(dpy, DefaultRootWindow(dpy), &root, &x, &y, &width, &height, &border, &depth)) {
        width = (unsigned)DisplayWidth(dpy, DefaultScreen(dpy));
        height = (unsigned)DisplayHeight(dpy, DefaultScreen(dpy));
    }
    *ret_width = (int)width;
    *ret_height = (int)height;
}

guint display_x11_pointer(Display *dpy, int *ret_x, int *ret_y)
{
    Window root, child;
    int x = 0, y = 0, window_x, window_y;
    unsigned mask = 0;
    XQueryPointer(dpy, DefaultRootWindow(dpy), &root, &child, &x, &y, &window_x, &window_y, &mask);
    if (ret_x)
        *ret_x = x;
    if (ret_y)
        *ret_y = y;
    guint down = 0;
    for (int button = 1; button <= 5; button++) {
        if (mask & (unsigned)(Button1Mask << (button - 1)))
            down |= 1u << button;
    }
    return down;
}

static guint port_pointer(void *data, int *ret_x, int *ret_y)
{
    return display_x11_pointer(data, ret_x, ret_y);
}

static GPtrArray *port_windows(void *data, bool titles)
{
    return titles ? windows_list(data) : windows_list_untitled(data);
}

static gint64 port_focus_in(void *data, const GPtrArray *list, bool *ret_follows)
{
    return windows_list_focus(data, list, ret_follows);
}

static gint64 port_focus(void *data, bool *ret_follows)
{
    return windows_focus(data, ret_follows);
}

static gint64 port_at(void *data, int x, int y)
{
    return windows_at(data, x, y);
}

static bool port_rectangle(void *data, gint64 window, struct area *ret_area)
{
    return windows_rectangle(data, window, &ret_area->x, &ret_area->y, &ret_area->width, &ret_area->height);
}

static void port_set_focus(void *data, gint64 window)
{
    windows_set_focus(data, window);
}

static bool port_is_splash(void *data, gint64 window)
{
    return windows_is_splash(data, window);
}

static bool port_is_modal(void *data, gint64 window)
{
    return windows_lists_atom(data, window, "_NET_WM_STATE", "_NET_WM_STATE_MODAL");
}

static bool port_fit(void *data, const GPtrArray *list, GArray *told)
{
    return windows_fit(data, list, told);
}

static void port_add_monitors(void *data, screen *s)
{
    monitors_add(data, s);
}

static char **port_twins(void *data)
{
    return key_aliases_read(data);
}

static char *port_accessibility_bus(void *data)
{
    return windows_root_text(data, ACCESSIBILITY_BUS);
}

static bool port_owners_told(void *data)
{
    return windows_owners_told(data);
}

static gint64 port_owner(void *data, gint64 window)
{
    return windows_owner(data, window);
}

static bool port_same_client(void *data, gint64 one, gint64 other)
{
    return windows_same_client(data, one, other);
}

static gint64 port_focused(void *data, bool *ret_follows)
{
    Display *dpy = data;
    Window focus = None;
    int revert;
    XGetInputFocus(dpy, &focus, &revert);
    if (ret_follows)
        *ret_follows = focus == PointerRoot || focus == DefaultRootWindow(dpy);
    return (gint64)focus;
}

static void port_focus_note(void *data, gint64 *ret_focus, int *ret_revert)
{
    Window focus = None;
    XGetInputFocus(data, &focus, ret_revert);
    *ret_focus = (gint64)focus;
}

static void port_focus_return(void *data, gint64 focus, int revert)
{
    XSetInputFocus(data, (Window)focus, revert, CurrentTime);
}

static gint64 port_pointed(void *data, gint64 window)
{
    return (gint64)windows_pointed(data, window_of(data, window));
}

static gint64 port_parent(void *data, gint64 window)
{
    return (gint64)windows_parent(data, (Window)window);
}

static const struct eye_window *port_listed(void *data, const GPtrArray *list, gint64 top)
{
    return windows_listed(data, list, (Window)top);
}

static bool port_inside(void *data, gint64 window, int x, int y, int *ret_x, int *ret_y, gint64 *ret_child)
{
    Display *dpy = data;
    Window child = None;
    bool there = XTranslateCoordinates(dpy, DefaultRootWindow(dpy), window_of(dpy, window), x, y, ret_x, ret_y, &child);
    *ret_child = (gint64)child;
    return there;
}

static bool port_windows_told(void *data)
{
    (void)data;
    return true;
}

static struct area port_place(void *data, gint64 window)
{
    Display *dpy = data;
    XWindowAttributes a = {0};
    Window child, w = (Window)window;
    int x = 0, y = 0;
    if (!XGetWindowAttributes(dpy, w, &a) || !XTranslateCoordinates(dpy, w, DefaultRootWindow(dpy), 0, 0, &x, &y, &child))
        return (struct area){0};
    return (struct area){x, y, a.width, a.height};
}

static GArray *port_children(void *data, gint64 window)
{
    Window root, above, *list = NULL;
    unsigned n = 0;
    if (!XQueryTree(data, window_of(data, window), &root, &above, &list, &n))
        return NULL;
    GArray *children = g_array_sized_new(FALSE, FALSE, sizeof(gint64), n);
    for (unsigned i = 0; i < n; i++) {
        gint64 child = (gint64)list[i];
        g_array_append_val(children, child);
    }
    if (list)
        XFree(list);
    return children;
}

static bool port_drawn(void *data, gint64 window, struct area *ret_area)
{
    XWindowAttributes a;
    if (!XGetWindowAttributes(data, (Window)window, &a) || a.map_state != IsViewable || a.class != InputOutput)
        return false;
    *ret_area = (struct area){a.x, a.y, a.width + 2 * a.border_width, a.height + 2 * a.border_width};
    return true;
}

static bool port_takes_input(void *data, gint64 window)
{
    int n = 1, order;
    XRectangle *parts = XShapeGetRectangles(data, (Window)window, ShapeInput, &n, &order);
    if (parts)
        XFree(parts);
    return n != 0;
}

static void port_forget_errors(void *data)
{
    windows_error(data);
}

static void port_hold(void *data, bool hold)
{
    static int depth; /* the server itself does not count */
    if (hold && depth++ == 0)
        XGrabServer(data);
    if (!hold && --depth == 0)
        XUngrabServer(data);
}

static void port_flush(void *data)
{
    XFlush(data);
}

struct display_port display_x11(Display *dpy)
{
    return (struct display_port){.size = port_size,
                                 .pointer = port_pointer,
                                 .windows = port_windows,
                                 .focus_in = port_focus_in,
                                 .focus = port_focus,
                                 .at = port_at,
                                 .rectangle = port_rectangle,
                                 .set_focus = port_set_focus,
                                 .is_splash = port_is_splash,
                                 .is_modal = port_is_modal,
                                 .fit = port_fit,
                                 .add_monitors = port_add_monitors,
                                 .twins = port_twins,
                                 .accessibility_bus = port_accessibility_bus,
                                 .owners_told = port_owners_told,
                                 .owner = port_owner,
                                 .same_client = port_same_client,
                                 .focused = port_focused,
                                 .focus_note = port_focus_note,
                                 .focus_return = port_focus_return,
                                 .pointed = port_pointed,
                                 .parent = port_parent,
                                 .listed = port_listed,
                                 .windows_told = port_windows_told,
                                 .inside = port_inside,
                                 .place = port_place,
                                 .children = port_children,
                                 .drawn = port_drawn,
                                 .takes_input = port_takes_input,
                                 .forget_errors = port_forget_errors,
                                 .hold = port_hold,
                                 .flush = port_flush,
                                 .data = dpy};
}
