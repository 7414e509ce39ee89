#ifndef ENGINE_HAND_COMPARED_H
#define ENGINE_HAND_COMPARED_H

/* Compared: what a firing knows of the likeness between what was decided on and what is there. Pure: the guard looks. */

#include "engine/hand/steady.h"

#define COMPARED_US 100000 /* so old may the comparison be when the first thing is done */

struct compared {
    gint64 patience_us;   /* so long the picture may come back; 0 = it has not differed yet */
    gint64 at_us;         /* when all was as it was */
    double match;         /* of the target's patch, -1 = not compared */
    bool refocused;       /* the focus was moved to the target */
    bool scene_seen;      /* picture and windows were compared before the focus was moved */
    struct steady steady; /* of the target */
};

/* `unsteady`: the target is known to change. */
void compared_init(struct compared *c, bool unsteady);
/* What a look of the guard has shown: the likeness (-1 = not compared), whether it is as it was, and whether what differs counts
 * for how steady the target is. */
void compared_look(struct compared *c, double match, bool as_was, bool counts, gint64 now_us);
/* It is not as it was: when to look again; 0 = it does not come back. */
gint64 compared_again_us(struct compared *c, bool may_return, gint64 now_us);
/* Between two looks at a picture that may come back. */
gint64 compared_pause_us(const struct compared *c);
/* All was as it was. */
void compared_holds(struct compared *c, gint64 now_us);
bool compared_old(const struct compared *c, gint64 now_us);
/* The timeline begins: on the way the target is not looked at all the time. */
void compared_begin(struct compared *c);

#endif
