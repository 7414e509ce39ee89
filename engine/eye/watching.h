#ifndef ENGINE_EYE_WATCHING_H
#define ENGINE_EYE_WATCHING_H

/* Watching: compares the live screen with the picture of the decision while a person thinks. Uses no display. */

#include "engine/picture/caret.h"
#include "engine/eye/eye.h"
#include "engine/eye/recorder.h"
#include "engine/picture/volatile_areas.h"

struct watching {
    bool active;
    struct screen_match_rules rules; /* owned; includes areas that change by themselves */
    shot *before;                    /* the picture of the decision; owned */
    shot *compared;                  /* the picture that `likeness` and `changed` refer to; owned */
    struct screen_match likeness;
    char *changed;      /* NULL = unchanged */
    gint64 changed_us;  /* since when */
    gint64 patience_us; /* so long may that be a phase of something that blinks */
    gint64 next_us;     /* when to look again */
    gint64 turned_us;   /* the last look */
    bool told;          /* the values below and the rules' caret were sent */
    double match;
    bool windows_same, lasting, reacted, differs, bar;
    gint64 focus;
    char *stack_hash;
};

/* Areas that were volatile until now are left out; what begins to move while the person looks at the proposal is a change. */
void watching_begin(struct watching *w, const struct screen_match_rules *rules, shot *before, const volatile_areas *r,
                    const caret *c, gint64 now_us);
/* The screen shows this now. tips: struct area, what tooltips cover that the resting pointer has called; not compared. */
void watching_compare(struct watching *w, shot *live, const caret *c, const GArray *tips, gint64 now_us);
/* Fills in the result of the comparison; the windows and `reacted` are the caller's. False: everything was sent already. */
bool watching_says(struct watching *w, eye_answer *a, gint64 now_us);
void watching_end(struct watching *w);

#endif
