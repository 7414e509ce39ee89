#ifndef ENGINE_HAND_SAVED_FOCUS_H
#define ENGINE_HAND_SAVED_FOCUS_H

/* Saved focus: where the person had focus and pointer before the hand fired, to give both back afterwards: the focus when the
 * hand moved it away (or a click of ours took it from a terminal of ours), the pointer when the hand moved it to another window.
 */

#include "engine/hand/hand_port.h"

#include <glib.h>
#include <stdbool.h>

struct saved_focus {
    bool noted;
    bool focus_moved; /* by the hand: set by whoever moves it */
    bool stays;       /* the pointer, so that what it does to the picture is seen: set by whoever leaves it there */
    bool focus_own;   /* a terminal of ours had it */
    gint64 focus;     /* to the letter, with where it goes when that window goes */
    int revert;
    gint64 client; /* the client window of it */
    int x, y;
    gint64 under; /* the client window under the pointer */
};

/* Once, until saved_focus_forget(): what is noted already stands. */
void saved_focus_note(struct saved_focus *p, const struct hand_ports *at);
/* Both back to where they were, and forgets. Does not wait for the focus to arrive. */
void saved_focus_return(struct saved_focus *p, const struct hand_ports *at);
void saved_focus_forget(struct saved_focus *p);

#endif
