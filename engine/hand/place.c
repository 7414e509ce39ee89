#include "engine/hand/place.h"

#include "engine/display/windows.h"
#include "engine/hand/xtest.h"

void place_note(struct place *p, Display *dpy, own_windows *own)
{
    bool pointer_root;
    if (p->noted)
        return;
    *p = (struct place){.noted = true, .focus_own = own_windows_focused(own)};
    XGetInputFocus(dpy, &p->focus, &p->revert);
    p->client = windows_focus(dpy, &pointer_root);
    if (pointer_root)
        p->client = 0;
    xtest_buttons_down(dpy, &p->x, &p->y);
    p->under = windows_at(dpy, p->x, p->y);
}

void place_forget(struct place *p)
{
    *p = (struct place){0};
}

void place_return(struct place *p, Display *dpy)
{
    bool pointer_root;
    int x, y;
    if (!p->noted)
        return;
    gint64 focus = windows_focus(dpy, &pointer_root);
    if ((p->focus_moved || p->focus_own) && (pointer_root ? 0 : focus) != p->client) {
        if (p->client)
            windows_set_focus(dpy, p->client);
        else
            XSetInputFocus(dpy, p->focus, p->revert, CurrentTime);
    }
    xtest_buttons_down(dpy, &x, &y);
    if (!p->stays && (x != p->x || y != p->y) && windows_at(dpy, x, y) != p->under)
        xtest_move_to(dpy, p->x, p->y);
    windows_error(dpy); /* a window that is gone by now needs nothing back */
    place_forget(p);
}
