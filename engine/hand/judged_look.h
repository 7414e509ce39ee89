#ifndef ENGINE_HAND_JUDGED_LOOK_H
#define ENGINE_HAND_JUDGED_LOOK_H

/* Judged look: keeps why a look at the target found it changed, so that the same picture is not compared anew at each look while
 * its return is waited for. It keeps refusals only: that nothing has changed is found out anew before each press. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

/* What the verdict depends on, besides what stays during one approach. */
struct judged_look_at {
    const frame *taken; /* borrowed: the whole screen */
    bool still;         /* nothing moved any more */
    gint64 focus;       /* window, 0 = none */
    const GArray *over; /* struct area, borrowed: what tooltips and submenus cover */
};

struct judged_look {
    frame *taken; /* owned; NULL = none is kept */
    bool still;
    gint64 focus;
    GArray *over; /* struct area, owned */
    char *what;   /* owned: how the target differs */
};

/* True when `at` is what was judged: `what` holds for it. */
bool judged_look_is(const struct judged_look *j, const struct judged_look_at *at);
/* Copies all. what NULL: nothing has changed, and nothing is kept. */
void judged_look_keep(struct judged_look *j, const struct judged_look_at *at, const char *what);
void judged_look_clear(struct judged_look *j);

#endif
