#include "engine/hand/saved_focus.h"

void saved_focus_note(struct saved_focus *p, const struct hand_ports *at)
{
    const struct display_port *d = &at->display;
    bool follows;
    if (p->noted)
        return;
    *p = (struct saved_focus){.noted = true, .focus_own = at->others.own_focused(at->others.data)};
    d->focus_note(d->data, &p->focus, &p->revert);
    p->client = d->focus(d->data, &follows);
    if (follows)
        p->client = 0;
    d->pointer(d->data, &p->x, &p->y);
    p->under = d->at(d->data, p->x, p->y);
}

void saved_focus_forget(struct saved_focus *p)
{
    *p = (struct saved_focus){0};
}

void saved_focus_return(struct saved_focus *p, const struct hand_ports *at)
{
    const struct display_port *d = &at->display;
    bool follows;
    int x, y;
    if (!p->noted)
        return;
    gint64 focus = d->focus(d->data, &follows);
    if ((p->focus_moved || p->focus_own) && (follows ? 0 : focus) != p->client) {
        if (p->client)
            d->set_focus(d->data, p->client);
        else
            d->focus_return(d->data, p->focus, p->revert);
    }
    d->pointer(d->data, &x, &y);
    if (!p->stays && (x != p->x || y != p->y) && d->at(d->data, x, y) != p->under)
        at->hand.move_to(at->hand.data, p->x, p->y);
    d->forget_errors(d->data); /* a window that is gone by now needs nothing back */
    saved_focus_forget(p);
}
