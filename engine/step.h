#ifndef ENGINE_STEP_H
#define ENGINE_STEP_H

/* The five things an agent does in a step: observe, ask, propose, fire, remember. Straight-line code calls these in order; each
 * commits to the store before it returns true, and each fails with RUN_ERROR_STOPPED, _INTERRUPTED or _REDO when a person wants
 * so. */

#include "engine/policy.h"
#include "engine/run.h"

/* Looks, unless the look after the last action still holds: frames to the store and to the client, *run->observation set. */
bool step_observe(struct run *run, GError **error);
/* The same, at once: the screen as it is, whether it has come to rest or not. For what nobody has to plan on. */
bool step_look(struct run *run, GError **error);
/* Whether the screen is still the one of the observation, what changes all the time left out. If it is not, it is waited until it
 * has come to rest (what reacts late to our last action does), but no longer than the profile's settle_timeout_ms, and observed
 * anew: *ret_replaced is the former observation, which the caller frees, else NULL. */
bool step_look_again(struct run *run, eye_observation **ret_replaced, GError **error);

/* One question to a module. */
struct ask {
    enum module module;
    const char *keyframe; /* gather: on this frame; NULL = the last one. Borrowed */
    form_output *output;  /* the answer: owned; filled by step_ask() */
    bool skipped;         /* its inputs had not changed: the answer is the earlier one */
    /* under way */
    brain_request *request;
    char *brain, *digest;
    guint call;
    gint64 call_id; /* memory's */
    int attempt;
    bool done, failed;
    char *defect, *reply; /* of a reply that cannot be used */
};
/* Asks all at the same time and waits for all. A bad reply is asked for once more with the exact defect, then shown to the
 * person, who may put an output in its place (module_edit) or have it asked again (module_retry). */
bool step_ask(struct run *run, const situation *s, struct ask *asks, gsize n, GError **error);
void ask_clear(struct ask *a);
/* The brain that a module asks. */
const char *step_brain(const struct run *run, enum module m);
/* The event meter: tokens and cost so far, and the step's own cost so far (all but model and person). */
void step_tell_meter(struct run *run);
/* Says that a module was left out, and why; `stands`: what it said before and would say again, NULL = nothing. */
void step_skip(struct run *run, enum module m, const char *why, const form_output *stands);
/* The commands module_edit and module_retry. */
void step_correct(struct run *run, const command *c);

/* What came of a proposal. */
typedef struct proposal {
    int id;             /* the protocol's, of the last edit */
    int edited_from;    /* …that it is a person's edit of; 0 = of none */
    action *action;     /* as decided: the edit where there was one. Owned */
    timeline *timeline; /* owned */
    char *digest;
    struct policy_verdict policy;
    screen *near;         /* the observation's, with the words around the points that are pressed (near.c); NULL = not read */
    char *label;          /* what is written there, for people; NULL = not read */
    eye_observation seen; /* the observation with that screen, borrowed: what is judged by */
    char *asked;          /* why a person is asked in whatever mode; NULL = no reason */
    char *denied_why;     /* for people and the next plan */
    const char *denied_by, *asked_by, *allowed_by; /* rule:NAME or policy; as long as run->rules */
    int allowed_tier;
    enum gate_way way; /* before any person */
    const char *way_by;
    int fuse_ms, grant; /* grant: its id, 0 = none */
    enum gate_verdict verdict;
    char *decided_by;  /* human | rule:NAME | grant:ID | fuse | …; NULL = not yet */
    char *reason;      /* the person's, or what was stale */
    char *person;      /* what the person did, in words, for the next plan; NULL = nothing */
    bool again;        /* nothing was pressed, only because the screen has changed: it may be shown again on the new picture */
    action *edit;      /* the person's edit of it that came too late for it; NULL = none */
    char *shown_again; /* why, when it was shown before; NULL = it was not */
    bool refused;      /* could not be dry-run: never shown; reason says why */
    int x, y;          /* target point, -1 = keyboard only */
    struct hand_guard guard;
    gint64 window;        /* that will get the input */
    gint64 target_window; /* that moves of the window origins are measured from */
    bool fired;
    const char *status; /* done | aborted | uncertain; static */
    const char *effect; /* changed | no_effect | unexpected | unknown; static, NULL = not fired */
} proposal;
void proposal_free(proposal *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(proposal, proposal_free)

/* Dry-runs, judges, shows and waits for the decision. Edits are new proposals. True with *ret_proposal once decided (also when it
 * was refused, rejected or stale). `by`: model, human or
 * engine (what a pause let go of, pressed again). */
bool step_propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **error);
/* The same action on the screen as it is now: an edit is that edit again, one that came too late is in the action's place. */
bool step_propose_again(struct run *run, const proposal *stale, const char *by, proposal **ret_proposal, GError **error);
/* Fires an approved proposal and looks at what came of it: p->fired, status, effect. */
bool step_fire(struct run *run, proposal *p, GError **error);

/* Ends the step: short-term memory, the step's row, working memory. p may be NULL (nothing was proposed). */
bool step_remember(struct run *run, const proposal *p, GError **error);

#endif
