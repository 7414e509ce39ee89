#ifndef ENGINE_EYE_WATCHING_H
#define ENGINE_EYE_WATCHING_H

/* Watching: the live screen beside the picture that is decided on, while a person thinks. Looks at no display. */

#include "engine/picture/caret.h"
#include "engine/eye/eye.h"
#include "engine/eye/recorder.h"
#include "engine/picture/volatile_areas.h"

struct watching {
    bool active;
    struct screen_match_rules rules; /* owned; with what is left out because it moves by itself */
    shot *before;                    /* the picture that is decided on; owned */
    shot *compared;                  /* what `likeness` and `changed` are of; owned */
    struct screen_match likeness;
    char *changed;     /* NULL = as it was */
    gint64 changed_us; /* since when */
    gint64 next_us;    /* for whoever turns: when to look again */
    bool told;         /* the values below have been said, and the rules' caret */
    double match;
    bool windows_same, lasting, reacted, differs, bar;
    gint64 focus;
    char *stack_hash;
};

/* What was restless until now is left out; what begins to move while the person looks at the proposal is a change. */
void watching_begin(struct watching *w, const struct screen_match_rules *rules, shot *before, const volatile_areas *r,
                    const caret *c, gint64 now_us);
/* The screen is this now. */
void watching_compare(struct watching *w, shot *live, const caret *c, gint64 now_us);
/* Fills in what the comparison says of the target; the windows are the caller's, and `reacted`. False: all of it has been said.
 */
bool watching_says(struct watching *w, eye_answer *a, gint64 now_us);
void watching_end(struct watching *w);

#endif
