#ifndef ENGINE_STEP_PROPOSAL_H
#define ENGINE_STEP_PROPOSAL_H

/* What propose.c (shown and decided), aim.c (target and guard) and fire.c (fired and verified) share; inside engine/ only. */

#include "config/config.h"
#include "engine/gate/gate.h"
#include "engine/hand/hand.h"
#include "engine/gate/policy.h"

struct run;
struct run_control;
struct run_judge;
struct run_options;
struct run_repeats;

/* What came of a proposal. */
typedef struct proposal {
    int id;             /* the protocol's, of the last edit */
    int edited_from;    /* …that it is a person's edit of; 0 = of none */
    action *action;     /* as decided: the edit where there was one. Owned */
    timeline *timeline; /* owned */
    char *digest;
    struct policy_verdict policy;
    screen *near; /* the observation's, with the words around the points that are pressed (target_text.c); NULL = not read */
    char *label;  /* what is written there, for people; NULL = not read */
    eye_observation seen;                          /* the observation with that screen, borrowed: what is judged by */
    char *asked;                                   /* why a person is asked in whatever mode; NULL = no reason */
    char *denied_why;                              /* for people and the next plan */
    const char *denied_by, *asked_by, *allowed_by; /* rule:NAME or policy; as long as run->judge->rules */
    int allowed_tier;
    enum gate_way way; /* before any person */
    const char *way_by;
    int fuse_ms, grant; /* grant: its id, 0 = none */
    enum gate_verdict verdict;
    char *decided_by;   /* human | rule:NAME | grant:ID | fuse | …; NULL = not yet */
    char *reason;       /* the person's, or what was stale */
    char *person;       /* what the person did, in words, for the next plan; NULL = nothing */
    bool again;         /* nothing was pressed, only because the screen has changed: it may be shown again on the new picture */
    action *edit;       /* the person's edit of it that came too late for it; NULL = none */
    char *shown_again;  /* why, when it was shown before; NULL = it was not */
    char *label_before; /* what was written there when it was shown before; NULL = it was not, or nobody has read it */
    bool refused;       /* could not be dry-run: never shown; reason says why */
    int x, y;           /* target point, -1 = keyboard only */
    struct hand_guard guard;
    gint64 window;        /* that will get the input */
    gint64 target_window; /* that moves of the window origins are measured from */
    bool fired;
    const char *status; /* done | aborted | uncertain; static */
    const char *effect; /* changed | no_effect | unexpected | unknown; static, NULL = not fired */
} proposal;
void proposal_free(proposal *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(proposal, proposal_free)

/* What math.random of its skill is seeded with. */
guint64 proposal_seed(const struct run_options *options, gint64 run, int id);
/* Where the timeline acts on the run's last observation: x, y, window, guard. */
void proposal_aim(struct run *run, proposal *p);
/* What of the last observation says nothing of the target: what the profile blinds, and our own terminals. Caller unrefs. */
GArray *proposal_left_out(const struct run *run);
/* The eye compares the target with the live screen while the person thinks, and gives the patch that the hand compares at the
 * end. */
bool proposal_watch(struct run *run, proposal *p, GError **error);
/* What was seen to change by itself and is not compared: struct area, those that touch as one, a text cursor last. NULL =
 * nothing; caller unrefs. */
GArray *proposal_moving(const proposal *p);
void proposal_unwatch(struct run *run);
/* The gate's own part, before a person: policy, Lua policy, rules (tier, evidence, denied, asked, allowed). False only when the
 * wait was ended. `edited`: a person's edit, which always asks. */
bool proposal_judge(struct run *run, proposal *p, bool edited, GError **error);
/* The picture that the model decided on is not the one that the proposal is shown on: where they differ at the target, a person
 * is asked in whatever mode, for nobody else has seen both. After proposal_watch(). */
void proposal_compare_thought(proposal *p, const eye_observation *thought_on, const eye_observation *now);
/* Which way it goes in this mode, with these grants: p->way, fuse_ms. `attended`: somebody is there who could veto. */
void proposal_choose(struct run_judge *j, const config *cfg, proposal *p, bool attended);
/* Takes that way, once the gate is open and the proposal shown: denied, fired, the fuse lit, or it asks. */
void proposal_pass(struct run *run, proposal *p);
/* Why it goes that way, in words (reins run --explain); caller frees. */
char *proposal_explanation(const proposal *p);
/* What makes the next one ask: the same without effect. */
void proposal_note_effect(struct run_repeats *r, const proposal *p);
/* Why the run is to pause after this one: rejections in a row, NULL = it is not. */
const char *proposal_note_verdict(struct run_repeats *r, const proposal *p);
/* The same of what would have fired by itself and went stale, or could not be fired. Caller frees. */
char *proposal_note_stale(struct run_repeats *r, const proposal *p);
/* Says and keeps that the proposal has lapsed, also when it had been approved already. (propose.c) */
bool proposal_lapse(struct run *run, proposal *p, enum gate_verdict verdict, const char *by, const char *why, GError **error);
/* What the next plan is told of a rejection; `by`: human, or a rule or policy, whose reason says all. Caller frees. */
char *proposal_rejected_words(const char *by, const char *reason);
/* Why an approved proposal did not fire: the pause that came in between, else `why`. */
const char *proposal_overtaken(const struct run_control *c, const char *why);

/* Reads the words around the places where the timeline presses, from the frame that is decided on (target_text.c): by them labels
 * count in tiers and rules that no region of a profile names. *ret_why (caller frees): they could not be read. False: the wait
 * was ended. */
bool proposal_read_near(struct run *run, proposal *p, const struct policy_case *c, char **ret_why, GError **error);

#endif
