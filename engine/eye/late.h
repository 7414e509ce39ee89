#ifndef ENGINE_EYE_LATE_H
#define ENGINE_EYE_LATE_H

/* Late: what reacts to our own last action after the screen had settled, and comes to rest: tool bars, status lines, previews.
 * Pure. It decides only how long is waited before a proposal is shown, and when it is shown again; never what fires. */

#include "engine/picture/volatile_areas.h"

#include <glib.h>
#include <stdbool.h>

#define LATE_FIRST_MS 1000 /* so long a screen that an action has not changed at all is waited for: offices repaint late */
#define LATE_MAX_MS 3000   /* a reaction comes within this after the action */

/* All times are monotonic, in µs. */
struct late {
    gint64 acted_us;   /* the last action was over; 0 = none yet */
    gint64 expects_us; /* so long something may still come of it; 0 = nobody waits for that */
    gint64 stirred_us; /* the last change that is more than a caret, and not of what changes all the time; 0 = none */
    gint64 reacted_us; /* …of those, within LATE_MAX_MS of the action; 0 = none */
    gint64 usual_us;   /* so long after an action this screen goes on reacting, as seen so far */
};

/* An action begins: how late the screen has reacted to the one before is known now. */
void late_begin(struct late *l);
/* It is over: the look at what came of it begins. `waits`: it is worth a wait that something comes at all. */
void late_acted(struct late *l, bool waits, gint64 now_us);
/* Something may still come of the action, until LATE_MAX_MS after it: that is waited for. */
void late_await(struct late *l);
/* Nothing has come of the action yet, and may still: the picture is the one of before it. */
bool late_expects(const struct late *l, const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
                  gint64 now_us);
/* The screen went from one picture to the next without us. `windows`: a window has come, gone or moved as well.
 * `ignored`: struct area, what does not count; NULL = nothing. */
void late_note(struct late *l, const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
               bool windows, gint64 now_us);
/* More than a caret's width is different, in what does not change all the time. */
bool late_differs(const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored, gint64 now_us);
/* When the screen is at rest, unless more comes: `settle_us` after the last change, and not before it usually has reacted. */
gint64 late_rests_us(const struct late *l, gint64 settle_us);
/* What stirred last did so soon after the action that it is taken for a reaction to it. */
bool late_reaction(const struct late *l);

#endif
