#ifndef ENGINE_HAND_STEADY_H
#define ENGINE_HAND_STEADY_H

/* Steady: whether a target that was seen to change is held long enough by what was approved, that a press still meets it: the
 * program takes the press some milliseconds later. Pure. One that was never seen to change may be pressed at once.
 *
 * It must have been what was approved for STEADY_UNSEEN_US; where it was seen to become that, and to change again, for
 * STEADY_LEAST_US the next time, or for twice as long as it was the time before, where that was short. So what goes to and fro is
 * never pressed, or long before it changes again. */

#include <glib.h>
#include <stdbool.h>

#define STEADY_LEAST_US 100000
#define STEADY_UNSEEN_US 800000
#define STEADY_SHORT_US 200000
#define STEADY_LOOK_US 10000 /* between two looks, about: what is even must not go along with them, and it must get to draw */
#define STEADY_LOOKS 12      /* so many at least: they may take long */
#define STEADY_PATIENCE_US 1500000
#define STEADY_SENTENCE "the target changes faster than it can be checked: it was not as approved for long enough to be pressed"

struct steady {
    bool needed;      /* it was seen to change */
    bool begin_seen;  /* that it became what was approved, the last time */
    gint64 since_us;  /* it is what was approved; 0 = it is not */
    gint64 before_us; /* so long it was that, the time before; 0 = not known */
    int looks;        /* since then */
    gint64 until_us;  /* so long it is waited for; 0 = not yet */
};

/* What a look has shown. */
void steady_look(struct steady *s, bool as_approved, gint64 now_us);

enum steady_says { STEADY_GO, STEADY_WAIT, STEADY_STOP };
/* After a look that has shown what was approved. *ret_us: when to look again. */
enum steady_says steady_ask(struct steady *s, gint64 now_us, gint64 *ret_us);

#endif
