#include "engine/display/display.h"
#include "engine/display/opening.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <string.h>
#include <unistd.h>

void display_admit_user(const char *display, const char *xauthority)
{
    g_autofree char *before = g_strdup(g_getenv("XAUTHORITY"));
    g_autofree char *uid = g_strdup_printf("#%u", (unsigned)getuid());
    char type[] = "localuser";
    XServerInterpretedAddress address = {
        .typelength = (int)strlen(type), .valuelength = (int)strlen(uid), .type = type, .value = uid};
    XHostAddress host = {.family = FamilyServerInterpreted, .address = (char *)&address};
    g_setenv("XAUTHORITY", xauthority, TRUE);
    Display *dpy = display_open(display);
    if (before)
        g_setenv("XAUTHORITY", before, TRUE);
    else
        g_unsetenv("XAUTHORITY");
    if (!dpy)
        return;
    XAddHost(dpy, &host);
    XCloseDisplay(dpy);
}
