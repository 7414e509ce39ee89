#include "engine/eye/awaiting.h"

#define DIALOG_US (2 * G_USEC_PER_SEC)
#define SPLASH_US (2 * G_USEC_PER_SEC) /* a small window in the middle that stays so long is no splash */
#define DRAWN_US (3 * G_USEC_PER_SEC)  /* it has drawn by then, perhaps before the first look */
#define REST_US (300 * 1000)
#define MIDDLE 8 /* px that the window may be away from it */

void awaiting_begin(struct awaiting *a, struct eye_request *r, gint64 now)
{
    *a = (struct awaiting){.active = true, .seq = r->seq, .pattern = g_steal_pointer(&r->pattern), .dialogs = r->dialogs};
    a->among_others = !r->dialogs && r->program > 0;
    a->begun_us = now;
    a->until = now + (gint64)r->timeout_ms * 1000;
    a->nameless_until = now + (gint64)r->timeout_ms * 1000 / 3;
    a->ready_us = (gint64)r->ready_ms * 1000;
}

/* A program that asks something first (a document to recover) shows its main window only once it has the answer. */
static bool asks(struct awaiting *a, const struct display_port *d, const GPtrArray *windows, gint64 now)
{
    const struct eye_window *first = live_windows_first(windows);
    gint64 id = a->dialogs && first && first->dialog && !d->is_splash(d->data, first->id) ? first->id : 0;
    if (id != a->dialog)
        a->dialog_since = now;
    a->dialog = id;
    return id && now >= a->dialog_since + DIALOG_US;
}

/* Some splashes do not say that they are one. */
static bool may_vanish(struct awaiting *a, const struct display_port *d, const struct eye_window *w, gint64 now)
{
    int width = 0, height = 0;
    d->size(d->data, &width, &height);
    bool small = a->dialogs && 2 * w->width < width && 2 * w->height < height && ABS(2 * w->x + w->width - width) <= 2 * MIDDLE &&
                 ABS(2 * w->y + w->height - height) <= 2 * MIDDLE;
    if (w->id != a->small)
        a->small_since = now;
    a->small = w->id;
    return small && now < MIN(a->small_since + SPLASH_US, a->until);
}

/* What it shows may be a splash that does not say so, or half of its window. */
static bool may_change(struct awaiting *a, const struct eye_window *w, bool ready, gint64 now)
{
    if (w->id != a->shown)
        a->shown_since = now;
    a->shown = w->id;
    return !ready && now < MIN(a->shown_since, a->until) + a->ready_us;
}

static bool has_drawn(const struct awaiting *a, const live *l, bool ready, gint64 now)
{
    gint64 drawn_us = live_shot(l)->at_us;
    bool drawn = drawn_us > a->begun_us || now >= a->begun_us + DRAWN_US;
    return (drawn && ready && now >= drawn_us + REST_US) || now >= a->until + a->ready_us;
}

bool awaiting_look(struct awaiting *a, const live *l, const GPtrArray *windows, bool ready, gint64 now,
                   const struct eye_window **ret_found, GError **error)
{
    GError *bad = NULL;
    const struct display_port *d = live_display(l);
    *ret_found = NULL;
    if ((a->untold = !d->windows_told(d->data)))
        return has_drawn(a, l, ready, now);
    bool own = !a->pattern && a->among_others && d->owners_told(d->data);
    const struct eye_window *w = own          ? live_program_window(l, windows)
                                 : a->pattern ? live_windows_match(windows, a->pattern, &bad)
                                              : live_windows_main(l, windows);
    *ret_found = w;
    if (bad) {
        g_propagate_error(error, bad);
        return true;
    }
    if (w && ((now < a->until && d->is_splash(d->data, w->id)) || (!*w->class && now < a->nameless_until)))
        return false;
    if (w && (may_vanish(a, d, w, now) || may_change(a, w, ready, now)))
        return false;
    bool over = now >= a->until + (ready ? 0 : a->ready_us); /* after its splash it may have no window for a while */
    return w || over || (asks(a, d, windows, now) && ready);
}

void awaiting_end(struct awaiting *a)
{
    g_free(a->pattern);
    *a = (struct awaiting){0};
}
