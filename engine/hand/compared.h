#ifndef ENGINE_HAND_COMPARED_H
#define ENGINE_HAND_COMPARED_H

/* Compared: the state of a firing's comparison between the approved picture and the screen. Pure: the guard looks. */

#include "engine/hand/steady.h"

#define COMPARED_US 100000 /* greatest age of the comparison at the first event */

struct compared {
    gint64 patience_us;   /* end of the wait for the picture to return; 0 = it has not differed */
    gint64 at_us;         /* time of the last look that matched */
    double match;         /* of the target's patch, -1 = not compared */
    bool refocused;       /* the focus was moved to the target */
    bool scene_seen;      /* picture and windows were compared before the focus moved */
    struct steady steady; /* of the target */
};

/* unsteady: the target is known to change. */
void compared_init(struct compared *c, bool unsteady);
/* Records a look of the guard: match (-1 = not compared), whether all is as approved, and whether a difference counts for
 * `steady`. */
void compared_look(struct compared *c, double match, bool as_was, bool counts, gint64 now_us);
/* After a look that differed: the time of the next look; 0 = it does not return. */
gint64 compared_again_us(struct compared *c, bool may_return, gint64 now_us);
/* The pause between two looks at a picture that may return. */
gint64 compared_pause_us(const struct compared *c);
/* Records that all is as approved. */
void compared_holds(struct compared *c, gint64 now_us);
/* True when the last matching look is older than COMPARED_US. */
bool compared_old(const struct compared *c, gint64 now_us);
/* The timeline begins: on the pointer's way the target is not watched all the time. */
void compared_begin(struct compared *c);

#endif
