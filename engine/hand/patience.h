#ifndef ENGINE_HAND_PATIENCE_H
#define ENGINE_HAND_PATIENCE_H

/* Patience: tells how long a picture that differs from the approved one is waited for, and whether it is at rest. Pure. It may
 * return within SCREEN_MATCH_PATIENCE_MS, as a blinking cursor does. One that moves may be a fade, which ends within
 * PATIENCE_FADE_US. */

#include "engine/picture/frame.h"

#define PATIENCE_STILL_US 120000 /* a picture of a fade stands less long, on a busy machine, too */
#define PATIENCE_FADE_US 2000000

struct patience {
    frame *last;              /* owned: the picture at the last look; NULL = none */
    gint64 still_us;          /* `last` has been the same since then */
    gint64 until_us, fade_us; /* end of the wait, also of a picture that moves; 0 = it does not differ */
};

/* Looks; takes nothing. True when the picture has been the same for PATIENCE_STILL_US of a clock that stands while the program
 * cannot draw: a fade has not ended when two looks in its middle show the same. */
bool patience_rests(struct patience *p, const frame *now, gint64 clock_us);
/* It differs; `still`: and is at rest. False: it has been waited for. */
bool patience_waits(struct patience *p, bool still, gint64 now_us);
/* The wait ends within PATIENCE_STILL_US, or no wait runs. */
bool patience_ends(const struct patience *p, gint64 now_us);
/* The wait is over. */
void patience_end(struct patience *p);
/* The pointer goes away: forgets the picture, too. */
void patience_clear(struct patience *p);

#endif
