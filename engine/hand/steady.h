#ifndef ENGINE_HAND_STEADY_H
#define ENGINE_HAND_STEADY_H

/* Steady: decides when a target that changes has shown the approved picture long enough for a press, because the program handles
 * the press some milliseconds later. Pure. A target that never changed may be pressed at once.
 *
 * The target must show the approved picture for STEADY_UNSEEN_US. If its last such phase was seen to begin and to end, this phase
 * must last STEADY_LEAST_US, or twice the last one if that was shorter than STEADY_SHORT_US. So an alternating target is pressed
 * long before it changes again, or never. */

#include <glib.h>
#include <stdbool.h>

#define STEADY_LEAST_US 100000
#define STEADY_UNSEEN_US 800000
#define STEADY_SHORT_US 200000
#define STEADY_LOOK_US 10000 /* mean pause between looks: random, not in step with changes; lets the program draw */
#define STEADY_LOOKS 12      /* fewest looks, because a look may take long */
#define STEADY_PATIENCE_US 1500000
/* Behind what has changed. */
#define STEADY_SENTENCE "; it changes faster than it can be checked: it was not as approved for long enough to be pressed"

struct steady {
    bool needed;      /* the target was seen to change */
    bool begin_seen;  /* the beginning of this phase was seen */
    gint64 since_us;  /* start of the phase in which it shows the approved picture; 0 = it does not */
    gint64 before_us; /* length of the phase before; 0 = unknown */
    int looks;        /* in this phase */
    gint64 until_us;  /* end of the wait; 0 = not waiting */
};

/* Records a look. */
void steady_look(struct steady *s, bool as_approved, gint64 now_us);

enum steady_says { STEADY_GO, STEADY_WAIT, STEADY_STOP };
/* Decides after a look that showed the approved picture. *ret_us: the time of the next look. */
enum steady_says steady_ask(struct steady *s, gint64 now_us, gint64 *ret_us);

#endif
