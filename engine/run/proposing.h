#ifndef ENGINE_RUN_PROPOSING_H
#define ENGINE_RUN_PROPOSING_H

/* The proposal that waits: a person's edit of it, what it is compared with, what is left out. Inside engine/ only. */

#include "config/profile.h"
#include "engine/picture/screen_match.h"

struct run_look;
typedef struct action action;

struct left_out {
    struct profile_ignore place;
    gint64 window; /* in which alone it holds; 0 = a place of the screen */
};
struct run_proposing {
    int last;         /* id of the last proposal */
    char *safety;     /* what the model's provider wants a person to acknowledge before the next one fires; NULL = nothing */
    action *edit;     /* an edit of the waiting one… */
    char *edit_draft; /* …by this draft of its skill (sha256); NULL = as it is loaded */
    gint64 focus;     /* for the comparison while it waits; 0 = not compared */
    bool focus_kept;  /* a terminal of ours may have it meanwhile: it is given back before anything is fired */
    bool focus_away;  /* it has it, or had, and the picture is not yet again as it was */
    gint64 window;    /* the target's; 0 = none */
    struct screen_match_caret caret;
    bool changed;                   /* target or program have changed, also for a moment, since the picture that was decided on */
    GPtrArray *windows;             /* struct eye_window*, as the eye said last while it waited; NULL = nothing yet */
    bool reacted;                   /* it was voided because the screen reacted late to the last action */
    struct area follows;            /* what followed the pointer when nothing was pressed for its sake; width 0 = nothing */
    GArray *left_out;               /* struct left_out: places that the person leaves out in this run; NULL = none */
    enum profile_animated animated; /* of the profile, until the person says otherwise in this run */
    gint64 too_large;               /* dialog that the person was last told does not fit the screen */
};
struct run_proposing *run_proposing_new(void);
void run_proposing_free(struct run_proposing *p);

/* struct area, of the screen: where the places are now that the person leaves out in this run, but for those in which x, y is:
 * where it presses all is compared. Caller unrefs; NULL = none. */
GArray *proposing_left_out(const struct run_proposing *p, const struct run_look *look, int x, int y);

#endif
