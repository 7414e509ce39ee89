#include "engine/display/opening.h"

#include <glib.h>
#include <unistd.h>

#define TRIES 10
#define PAUSE_US 50000

/* ":7", ":7.0": by its socket. */
static gboolean has_server(const char *name)
{
    if (!name || name[0] != ':' || !g_ascii_isdigit(name[1]))
        return FALSE;
    g_autofree char *path = g_strdup_printf("/tmp/.X11-unix/X%" G_GUINT64_FORMAT, g_ascii_strtoull(name + 1, NULL, 10));
    return access(path, F_OK) == 0;
}

Display *display_open(const char *name)
{
    const char *display = name && name[0] ? name : g_getenv("DISPLAY");
    Display *dpy = XOpenDisplay(name);
    for (int i = 1; !dpy && i < TRIES && has_server(display); i++) {
        g_usleep(PAUSE_US);
        dpy = XOpenDisplay(name);
    }
    return dpy;
}
