#ifndef ENGINE_STEP_PROPOSAL_H
#define ENGINE_STEP_PROPOSAL_H

/* A proposal, shared by propose.c (shown and decided), aim.c (target and guard) and fire.c (fired and verified). Inside engine/
 * only. */

#include "config/config.h"
#include "engine/gate/gate.h"
#include "engine/hand/hand.h"
#include "engine/gate/policy.h"

struct run;
struct run_control;
struct run_proposing;
struct run_judge;
struct run_options;
struct run_repeats;

/* Of what is pressed and typed into. Width 0 = none, or not known. */
struct target_areas {
    struct area unnamed; /* the first small drawing pressed that has no label */
    struct area caret;   /* the text cursor of the window that is typed into */
};

/* A proposal and its outcome. */
/* As it was shown before, unless a person has edited it since. */
struct proposal_before {
    char *label; /* the text at the target; NULL = not shown before, or not read. Owned */
    int tier;    /* with its word and evidence: what something lies over now has no lower one */
    char *evidence, word[32];
    bool late; /* its fuse was put out, because the program had reacted late to the action before */
};
typedef struct proposal {
    int id;             /* as in the protocol, of the last edit */
    int edited_from;    /* id of the proposal that a person edited; 0 = none */
    action *action;     /* as decided: the edited action if there was an edit. Owned */
    timeline *timeline; /* owned */
    char *digest;
    struct policy_verdict policy;
    screen *near; /* the observation's screen with the words around the pressed points (target_text.c); NULL = not read */
    struct target_areas areas;
    char *label;                                   /* the text at the target, for people; NULL = not read */
    frame *picture;                                /* of the observation, while it is judged; NULL = not needed. Owned */
    eye_observation seen;                          /* the observation with that screen, borrowed: the basis of the judgement */
    char *asked;                                   /* why a person is asked in every mode; NULL = no reason */
    char *denied_why;                              /* for people and the next plan */
    const char *denied_by, *asked_by, *allowed_by; /* rule:NAME or policy; valid as long as run->judge->rules */
    int allowed_tier;
    enum gate_way way; /* the gate's choice before a person */
    const char *way_by;
    int fuse_ms, grant; /* grant: id of the grant, 0 = none */
    enum gate_verdict verdict;
    char *decided_by;  /* human | rule:NAME | grant:ID | fuse | …; NULL = not decided */
    char *reason;      /* the person's, or why it went stale */
    char *person;      /* what the person did, as text for the next plan; NULL = nothing */
    bool again;        /* nothing was pressed, and only because the screen changed: it may be shown again on the new picture */
    action *edit;      /* a person's edit that came too late for it; NULL = none */
    char *shown_again; /* why it is shown again; NULL = it is shown the first time */
    struct proposal_before before;
    bool ahead;   /* judged before its turn, while another one waits: the eye watches for that one */
    bool refused; /* the dry run failed: never shown; `reason` says why */
    int x, y;     /* target point, -1 = keyboard only */
    struct hand_guard guard;
    gint64 window;        /* the window that will get the input */
    char *title;          /* of `window`, when it was aimed at; NULL = none. Owned */
    gint64 target_window; /* the window that window-relative moves refer to */
    bool fired;
    const char *status; /* done | aborted | uncertain; static */
    const char *effect; /* changed | no_effect | unexpected | unknown; static, NULL = not fired */
} proposal;
void proposal_free(proposal *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(proposal, proposal_free)

/* The seed of math.random for its skill. */
guint64 proposal_seed(const struct run_options *options, gint64 run, int id);
/* Dry-runs an action as proposal `id` on the run's last observation. *ret_timeline NULL with *ret_why set when the skill will not
 * have it. False: the wait was ended. Caller frees both. (propose.c) */
bool proposal_expand(struct run *run, const action *a, int id, timeline **ret_timeline, char **ret_why, GError **error);
/* The window of the target's program that keys would go to on that observation; NULL = nothing is known of a program. Borrowed.
 */
const struct eye_window *proposal_window_for_keys(const struct run *run, const eye_observation *o);
/* Why a person is asked in whatever mode; the first reason stays. */
void proposal_must_ask(proposal *p, const char *why);
/* Finds where the timeline acts on the run's last observation: sets x, y, window, guard. */
void proposal_aim(struct run *run, proposal *p);
/* Parts of the last observation that are not compared: the profile's ignored areas and our own terminals. Caller unrefs. */
GArray *proposal_left_out(const struct run *run);
/* The eye compares the target with the live screen while the person decides. Also gets the patch that the hand will compare. */
bool proposal_watch(struct run *run, proposal *p, GError **error);
/* Areas that change by themselves and are not compared: struct area, touching ones merged, a text cursor last. NULL = none.
 * Caller unrefs. */
GArray *proposal_moving(const proposal *p);
void proposal_unwatch(struct run *run);
/* The gate's decision before a person: policy, Lua policy, rules (sets tier, evidence, denied, asked, allowed). False only when
 * the wait was ended. edited: a person's edit, which always asks. */
bool proposal_judge(struct run *run, proposal *p, bool edited, GError **error);
/* The proposal may be shown on a later picture than the model saw: the screen has changed by itself, or by the earlier actions of
 * its plan. When another target is there, a person is asked in every mode. planned_on: compared at the target and the title of
 * its window alone, which may be all that a plan's earlier actions have left; NULL = nobody has planned it. thought_on: the last
 * observation, compared whole; NULL = the screen is as it was then. Call it after proposal_watch(). False: the wait for the words
 * that were there was ended. */
bool proposal_compare_thought(struct run *run, proposal *p, const eye_observation *planned_on, const eye_observation *thought_on,
                              GError **error);
/* Why a closed loop asks unless a grant of its own covers it. Caller frees; NULL = there is none. */
char *proposal_loop_asks(const proposal *p);
/* Sets p->way and fuse_ms for this mode and these grants. attended: a person is present who could veto. */
void proposal_choose(struct run_judge *j, const config *cfg, proposal *p, bool attended);
/* Acts on p->way after the gate is open and the proposal shown: denies, fires, lights the fuse, or asks. */
void proposal_pass(struct run *run, proposal *p);
/* Why it goes that way, as text (reins run --explain). Caller frees. */
char *proposal_explanation(const proposal *p);
/* Counts firings without an effect; repeated ones make the next proposal ask. */
void proposal_note_effect(struct run_repeats *r, const proposal *p);
/* The reason to pause after this proposal: several rejections in a row. NULL = none. */
const char *proposal_note_verdict(struct run_repeats *r, const proposal *p);
/* Same for proposals that would have fired automatically and went stale or could not be fired. Caller frees. */
char *proposal_note_stale(struct run_repeats *r, const proposal *p);
/* The text about a person's edit for the next plan. Caller frees. */
char *proposal_changed_words(const action *from, const action *to);
/* The same action as `stale`, or the edit of it, to be shown on the screen as it is now, with why, and whether a person must be
 * asked. The first time that a late reaction to the action before has put out a burning fuse, it is a new one. Caller frees. */
proposal *proposal_again(const struct run_proposing *proposing, const proposal *stale);
/* Went stale because the person left something out of its comparison: the same action is proposed again. */
bool proposal_compares_less(const proposal *p);
/* Reports and stores that a proposal lapsed, also an approved one. (propose.c) */
bool proposal_lapse(struct run *run, proposal *p, enum gate_verdict verdict, const char *by, const char *why, GError **error);
/* Why nothing was pressed, and how a profile leaves the place out that has changed. Caller frees. (propose.c) */
char *proposal_advised(const struct run *run, const proposal *p, const char *why);
/* The text about a rejection for the next plan. by: human, or a rule or policy, whose reason is complete. Caller frees. */
char *proposal_rejected_words(const char *by, const char *reason);
/* Why an approved proposal did not fire: an intervening pause, else `why`. */
const char *proposal_overtaken(const struct run_control *c, const char *why);

/* Reads the words around the points that the timeline presses, from the frame of the decision (target_text.c), so that tiers
 * and rules see labels outside the profile's regions. *ret_why (caller frees): they could not be read. False: the wait was
 * ended. */
bool proposal_read_near(struct run *run, proposal *p, const struct policy_case *c, char **ret_why, GError **error);
/* p->label with what the program calls the element at the target: "Save" (button); "Delete" (button, called "OK"); where nothing
 * can be read: "Save" (button, as its program says); of an empty field without a name: nothing readable, in the field beside
 * "Name". Caller frees; NULL = not read. */
char *proposal_label(const proposal *p, const screen *s);
/* Reads what p->label would be on the frame of another observation; *ret_label (caller frees) stays NULL when nothing is pressed
 * at a place, or it cannot be read. False: the wait was ended. */
bool proposal_read_then(struct run *run, const proposal *p, const eye_observation *then, char **ret_label, GError **error);

#endif
