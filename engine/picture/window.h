#ifndef ENGINE_PICTURE_WINDOW_H
#define ENGINE_PICTURE_WINDOW_H

/* A window as the eye sees it: what it shows, what takes clicks. Pure. */

#include "engine/picture/screen_match.h"

#include <glib.h>
#include <stdbool.h>

struct eye_window {
    gint64 id; /* XID of the client window (the top-level child of root where there is no window manager) */
    char *title, *class;
    gint64 pid;              /* of the client that made it: the X server's own word, else _NET_WM_PID; 0 = unknown */
    int x, y, width, height; /* on the screen */
    struct area outer;       /* with its border and a window manager's frame; width 0 = no more than that */
    GArray *drawn;           /* struct area, on the screen: of `outer`, where it shows; NULL = everywhere. Owned */
    GArray *input;           /* the same: where it takes clicks; NULL = wherever it shows; else they go to what is below */
    bool ragged;             /* of more parts than are looked at: it counts as showing, or as taking clicks, everywhere */
    bool popup;              /* override-redirect: a menu, a list, a tooltip; no window manager has a say in it */
    bool tooltip;            /* a popup that says it is a tooltip or a notification: nothing is typed into it */
    bool dialog;             /* it says that it is one, or for another window: among its program's windows that counts */
    bool terminal;           /* observed only: its process, or one that it started, holds a terminal (engine/display/ptys.h) */
    bool program;            /* observed only: of the process that made the target window, or another that fits the profile */
};

void eye_window_free(struct eye_window *w);
struct eye_window *eye_window_copy(const struct eye_window *w);
/* The same window, not only the same XID: made by the same process, of the same class. */
bool eye_window_same(const struct eye_window *a, const struct eye_window *b);
/* All of the screen that it has, with its frame. */
struct area eye_window_outer(const struct eye_window *w);
/* Whether it shows something in that area where a click goes through to what is below it. */
bool eye_window_hides(const struct eye_window *w, struct area in);
/* Adds to struct area*s what of that area it covers for sure. */
void eye_window_add_covered(const struct eye_window *w, struct area in, GArray *areas);
/* The topmost that takes a click there, of windows top first; borrowed, NULL = none. */
const struct eye_window *eye_window_at(const GPtrArray *windows, int x, int y);
/* Hash over id, order and geometry of the list; caller frees. */
char *eye_window_stack_hash(const GPtrArray *windows);

#endif
