#include "engine/display/opening.h"

#include "engine/picture/frame.h"

#include <glib.h>
#include <string.h>
#include <unistd.h>

#define TRIES 10
#define PAUSE_US 50000

/* ":7", ":7.0": by its socket. */
static gboolean has_server(const char *name)
{
    if (name[0] != ':' || !g_ascii_isdigit(name[1]))
        return FALSE;
    g_autofree char *path = g_strdup_printf("/tmp/.X11-unix/X%" G_GUINT64_FORMAT, g_ascii_strtoull(name + 1, NULL, 10));
    return access(path, F_OK) == 0;
}

Display *display_open(const char *name)
{
    Display *dpy = XOpenDisplay(name);
    for (int i = 1; !dpy && i < TRIES && has_server(name); i++) {
        g_usleep(PAUSE_US);
        dpy = XOpenDisplay(name);
    }
    return dpy;
}

char *display_unfit(Display *dpy)
{
    int screen = DefaultScreen(dpy);
    if (screen == 0)
        return frame_too_large(DisplayWidth(dpy, screen), DisplayHeight(dpy, screen));
    g_autofree char *first = g_strndup(DisplayString(dpy), strcspn(DisplayString(dpy), "."));
    return g_strdup_printf("display %s is X screen %d of its server, and reins works on the first one only (give --display %s)",
                           DisplayString(dpy), screen, first);
}
