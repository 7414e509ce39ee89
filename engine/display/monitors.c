#include "engine/display/monitors.h"

#include <X11/extensions/Xrandr.h>

#define MONITORS_MAX 64

static bool has_monitors(Display *dpy)
{
    int event, error, major = 0, minor = 0;
    return XRRQueryExtension(dpy, &event, &error) && XRRQueryVersion(dpy, &major, &minor) &&
           (major > 1 || (major == 1 && minor >= 5));
}

static void add(Display *dpy, screen *s, const XRRMonitorInfo *m)
{
    char *name = m->name ? XGetAtomName(dpy, m->name) : NULL;
    g_autofree char *valid = g_utf8_make_valid(name ? name : "", -1);
    if (name)
        XFree(name);
    if (m->width > 0 && m->height > 0)
        screen_add_monitor(s, &(struct screen_monitor){valid, m->x, m->y, m->width, m->height, m->primary});
}

void monitors_add(Display *dpy, screen *s)
{
    int n = 0;
    XRRMonitorInfo *list = has_monitors(dpy) ? XRRGetMonitors(dpy, DefaultRootWindow(dpy), True, &n) : NULL;
    n = MIN(n, MONITORS_MAX);
    for (int primary = 1; primary >= 0; primary--)
        for (int i = 0; list && i < n; i++)
            if (!list[i].primary == !primary)
                add(dpy, s, &list[i]);
    if (list)
        XRRFreeMonitors(list);
    if (s->monitors->len > 0)
        g_array_index(s->monitors, struct screen_monitor, 0).primary = true; /* where nobody has chosen one, as in Xvfb */
    else
        screen_add_monitor(s, &(struct screen_monitor){(char *)"screen", 0, 0, s->width, s->height, true});
}
