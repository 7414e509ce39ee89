/* The mouse on the run screen: it points, focuses and scrolls. It decides nothing: what it does is what keys that cannot approve
 * do, and what it changes disarms the card and stops its fuse as a key does. */

#include "tui/term/mouse.h"
#include "tui/console/state.h"

#define WHEEL_LINES 3 /* several keys at once: a burst, which approves nothing */

static bool inside(const struct rect *r, const struct mouse *m)
{
    return m->x >= r->x && m->y >= r->y && m->x < r->x + r->width && m->y < r->y + r->height;
}

/* The pixel of the display that the middle of the cell shows; false: it shows none. */
static bool mouse_point(const struct drawn *d, const struct mouse *m, int *ret_x, int *ret_y)
{
    for (guint i = d->n_pictures; i-- > 0;) {
        const struct rect *at = &d->pictures[i].at;
        const struct pixel_rect *part = &d->pictures[i].part;
        if (!inside(at, m))
            continue;
        *ret_x = part->x + (2 * (m->x - at->x) + 1) * part->width / (2 * at->width);
        *ret_y = part->y + (2 * (m->y - at->y) + 1) * part->height / (2 * at->height);
        return true;
    }
    return false;
}

static bool focus(console *c, const struct mouse *m)
{
    bool found = false;
    for (guint i = 0; inside(&c->layout.modules, m) && i < c->drawn.n_panes; i++)
        if (m->y >= c->drawn.pane_rows[i]) {
            c->view.pane = (int)i;
            c->view.pane_fixed = found = true;
        }
    return found;
}

static bool click(console *c, const struct mouse *m)
{
    int x, y;
    bool picks = console_picks(c);
    bool free = c->view.screen == SCREEN_RUN && (picks || !console_overlay(c)) && !c->prompt.kind;
    if (!free || c->layout.too_small)
        return false;
    if (!picks && !c->editing.edited)
        return focus(c, m);
    if (!mouse_point(&c->drawn, m, &x, &y))
        return false;
    (picks ? pick_to : edit_point_to)(c, x, y);
    return true;
}

void console_mouse(console *c, const struct mouse *m, gint64 now_us)
{
    bool scrolls = c->viewer.kind || c->picker.use || (c->view.screen != SCREEN_RUN && !console_overlay(c) && !c->prompt.kind);
    int x, y;
    c->now_us = now_us;
    if (c->drive.on) {
        if (mouse_point(&c->drawn, m, &x, &y))
            drive_mouse(c, m, x, y);
        console_update(c);
    } else if (m->button) {
        return;
    } else if (m->wheel && scrolls && !c->layout.too_small) {
        int keys[WHEEL_LINES];
        for (gsize i = 0; i < WHEEL_LINES; i++)
            keys[i] = m->wheel < 0 ? K_UP : K_DOWN;
        console_keys(c, keys, WHEEL_LINES, now_us);
    } else if (!m->wheel && click(c, m)) {
        console_hold(c);
        arming_key(&c->arming, now_us);
        console_update(c);
    }
}
