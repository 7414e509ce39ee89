#ifndef ENGINE_PICTURE_WINDOW_H
#define ENGINE_PICTURE_WINDOW_H

/* A window as the eye sees it: the parts that it shows, and the parts that take clicks. Pure. */

#include "engine/picture/screen_match.h"

#include <glib.h>
#include <stdbool.h>

struct eye_window {
    gint64 id; /* XID of the client window (the top-level child of root where there is no window manager) */
    char *title, *class;
    gint64 pid;              /* of the client that made it: by the X server, else _NET_WM_PID; 0 = unknown */
    int x, y, width, height; /* on the screen */
    struct area outer;       /* with its border and the window manager's frame; width 0 = without */
    GArray *drawn;           /* struct area, on the screen: the visible parts of `outer`; NULL = all of it. Owned */
    GArray *input;           /* same, for parts that take clicks; NULL = all visible parts; other clicks go to what is below */
    bool ragged;             /* it has more parts than are read: it counts as visible, or as taking clicks, everywhere */
    bool popup;              /* override-redirect: a menu, a list, a tooltip; not under the window manager's control */
    bool tooltip;            /* a popup that declares itself a tooltip or a notification: nothing is typed into it */
    bool dialog;   /* it declares itself a dialog, or transient for another window; counts among its program's windows */
    bool terminal; /* observed only: its process, or one that it started, holds a terminal (engine/display/ptys.h) */
    bool program;  /* observed only: of the process that made the target window, or another that fits the profile */
};

void eye_window_free(struct eye_window *w);
struct eye_window *eye_window_copy(const struct eye_window *w);
/* True for the same window, not only the same XID: made by the same process, of the same class. */
bool eye_window_same(const struct eye_window *a, const struct eye_window *b);
/* Its area of the screen; empty for NULL. */
static inline struct area eye_window_inner(const struct eye_window *w)
{
    return w ? (struct area){w->x, w->y, w->width, w->height} : (struct area){0};
}
/* The same with its frame. */
struct area eye_window_outer(const struct eye_window *w);
/* True when it shows something in that area where a click goes through to what is below. */
bool eye_window_hides(const struct eye_window *w, struct area in);
/* Appends the parts of that area that it certainly covers, as struct area. */
void eye_window_add_covered(const struct eye_window *w, struct area in, GArray *areas);
/* True where the place of a tooltip that has gone hid nothing: in `spared`, `now` shows plain ground there, or lines all through
 * it, outside of `but` (struct area), and it did not cover x, y. */
bool eye_window_hid_nothing(const struct frame *now, struct area tip, struct area spared, int x, int y, const GArray *but);
/* Tooltips that have come since `before` (of what they were the windows then, top first), or lie elsewhere now: of the process of
 * the window at the target (r->core's middle), not over that, and within EYE_WINDOW_TIP_NEAR px of the pointer, which has called
 * them by its rest. Also those that have gone, as some do by themselves, if they hid nothing of r->close on the screen as it is
 * now (`shown`). Their places, struct area; none where the target is no point. Caller unrefs. */
#define EYE_WINDOW_TIP_NEAR 48
GArray *eye_window_tips(const GPtrArray *before, const GPtrArray *now, const struct frame *shown,
                        const struct screen_match_rules *r, int pointer_x, int pointer_y);
/* The topmost window that has come since `before` and is no popup, of the program that input is for: of the process of the window
 * `input` (NULL = unknown), or observed as the program's. NULL = none, or `input` has come, too. Borrowed of `now`. Windows top
 * first. */
const struct eye_window *eye_window_newcomer(const GPtrArray *before, const GPtrArray *now, const struct eye_window *input);
/* Title in quotes, or id. Caller frees. */
char *eye_window_name(const struct eye_window *w);
/* Whether `is`, which has the id of `was` now (NULL = none has), is the same window in the same place: in words what became of
 * it, NULL = it is. Caller frees. */
char *eye_window_change(const struct eye_window *was, const struct eye_window *is);
/* The first change of a list, but for tooltips that have come or gone; NULL = none. Caller frees. */
char *eye_window_list_change(const GPtrArray *before, const GPtrArray *now);
/* By id; borrowed, NULL = none. */
const struct eye_window *eye_window_find(const GPtrArray *windows, gint64 id);
/* The topmost window that takes a click there, of windows top first; borrowed, NULL = none. */
const struct eye_window *eye_window_at(const GPtrArray *windows, int x, int y);
/* Hash of ids, order and geometry of the list. Caller frees. */
char *eye_window_stack_hash(const GPtrArray *windows);

#endif
