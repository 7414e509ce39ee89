#include "engine/hand/method_x11.h"

#include "engine/display/windows.h"

#include <X11/Xatom.h>

void method_x11_find(struct input_method *m, Display *dpy)
{
    Atom type = None, *servers = NULL;
    int format = 0;
    unsigned long n = 0, after;
    unsigned char *data = NULL;
    *m = (struct input_method){0};
    XGetWindowProperty(dpy, DefaultRootWindow(dpy), XInternAtom(dpy, "XIM_SERVERS", False), 0, 64, False, XA_ATOM, &type, &format,
                       &n, &after, &data);
    servers = type == XA_ATOM && format == 32 ? (Atom *)(void *)data : NULL;
    for (unsigned long i = 0; servers && i < n; i++) {
        Window owner = XGetSelectionOwner(dpy, servers[i]); /* the property outlives those that have written it */
        gint64 pid = owner == None ? 0 : windows_owner(dpy, (gint64)owner);
        if (pid > 0 && m->n < INPUT_METHOD_SERVERS_MAX)
            m->servers[m->n++] = (struct process_idle){.pid = pid, .scattered = true}; /* ibus's are not each other's */
        else
            m->unseen |= owner != None;
    }
    if (data)
        XFree(data);
}
