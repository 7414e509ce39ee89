#ifndef ENGINE_HAND_SAVED_FOCUS_H
#define ENGINE_HAND_SAVED_FOCUS_H

/* Saved focus: stores the person's focus and pointer before a firing and restores them after it: the focus if the hand moved it
 * (or a click of ours took it from a terminal of reins), the pointer if the hand moved it to another window. */

#include "engine/hand/hand_port.h"

#include <glib.h>
#include <stdbool.h>

struct saved_focus {
    bool noted;
    bool focus_moved; /* the hand has moved the focus; its mover sets this */
    bool stays;       /* the pointer stays, so that its effect on the picture is seen; set by whoever leaves it there */
    bool focus_own;   /* a terminal of reins had the focus */
    gint64 focus;     /* the exact X window, and where the focus reverts to when it goes */
    int revert;
    gint64 client; /* its client window */
    int x, y;
    gint64 under; /* the client window under the pointer */
};

/* Stores both once, until saved_focus_forget(). */
void saved_focus_note(struct saved_focus *p, const struct hand_ports *at);
/* Restores both, and forgets them. Does not wait for the focus to arrive. */
void saved_focus_return(struct saved_focus *p, const struct hand_ports *at);
void saved_focus_forget(struct saved_focus *p);

#endif
