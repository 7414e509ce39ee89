#ifndef ENGINE_POLICY_H
#define ENGINE_POLICY_H

/* Policy: which tier a proposal has, and which rule says so (design section 5). Rules first; a model may raise, never lower.
 * Pure. */

#include "engine/eye/eye.h"
#include "skills/action.h"
#include "skills/timeline.h"

#include <glib.h>

struct policy_case {
    const action *action;
    const timeline *timeline;
    const eye_observation *observation; /* may be NULL */
    int x, y;                           /* target point, -1 = keyboard only */
    const struct eye_window *window;    /* the window that will get the input, NULL = none known */
    gint64 target_window;               /* the run's own target window, 0 = any window will do */
};

struct policy_verdict {
    int tier;         /* 0..3 */
    const char *rule; /* static name, e.g. "enter-key" */
    char word[32];    /* tier 3: what the person must type; "" below */
};

/* The highest tier that any rule gives; the first such rule in table order is named. */
struct policy_verdict policy_judge(const struct policy_case *c);

#endif
