#ifndef ENGINE_EYE_LATE_H
#define ENGINE_EYE_LATE_H

/* Late reactions: parts of the screen that react to our own last action after it had settled, and come to rest: tool bars,
 * status lines, previews. Pure. This only decides how long to wait before a proposal is shown, and when to show it again; never
 * what fires. */

#include "engine/picture/volatile_areas.h"

#include <glib.h>
#include <stdbool.h>

#define LATE_FIRST_MS 1000 /* wait for a screen that an action has not changed at all: office programs repaint late */
#define LATE_MAX_MS 3000   /* latest time of a reaction after the action */

/* All times are monotonic, in µs. */
struct late {
    gint64 acted_us;   /* end of the last action; 0 = none yet */
    gint64 expects_us; /* until then a reaction may still come; 0 = not awaited */
    gint64 stirred_us; /* the last change larger than a caret, outside of areas that always change; 0 = none */
    gint64 reacted_us; /* the last of these within LATE_MAX_MS of the action; 0 = none */
    gint64 usual_us;   /* usual duration of reactions on this screen so far */
};

/* An action begins: the duration of the last reaction is now known. */
void late_begin(struct late *l);
/* The action has ended, and the look at its effect begins. waits: it is worth waiting for an effect. */
void late_acted(struct late *l, bool waits, gint64 now_us);
/* An effect may still come until LATE_MAX_MS after the action: wait for it. */
void late_await(struct late *l);
/* True while the action had no effect yet and may still have one: the picture equals the one before it. */
bool late_expects(const struct late *l, const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
                  gint64 now_us);
/* The screen changed from one picture to the next without us. windows: a window also came, went or moved. ignored: struct area
 * that do not count; NULL = none. */
void late_note(struct late *l, const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored,
               bool windows, gint64 now_us);
/* True when more than a caret's width differs outside of areas that always change. */
bool late_differs(const volatile_areas *r, const frame *before, const frame *after, const GArray *ignored, gint64 now_us);
/* When the screen will be at rest if nothing more comes: `settle_us` after the last change, and not before its usual reaction
 * time. */
gint64 late_rests_us(const struct late *l, gint64 settle_us);
/* True when the last change came so soon after the action that it counts as a reaction to it. */
bool late_reaction(const struct late *l);

#endif
