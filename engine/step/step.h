#ifndef ENGINE_STEP_STEP_H
#define ENGINE_STEP_STEP_H

/* What an agent does in a step: observe, ask, propose, fire, remember, and what every agent does around these. Straight-line code
 * calls these in order; each commits to the store before it returns true, and each fails with RUN_ERROR_STOPPED, _INTERRUPTED or
 * _REDO when a person wants so. A module is told by its place in the agent's table. */

#include "engine/brain/coordinates.h"
#include "engine/run/run.h"

struct eye_frame;
typedef struct action action;
typedef struct brain_request brain_request;
typedef struct command command;
typedef struct eye_observation eye_observation;
typedef struct form_output form_output;
typedef struct proposal proposal;

/* The next step begins in the store; nothing is left of the one before. (observe.c) */
bool step_begin(struct run *run, GError **error);

/* ---- observe (observe.c) ---- */

/* Looks, unless the look after the last action still holds: frames to the store and to the client, *run->look->observation set.
 * An action that had no effect then is looked at once more: step_late_effect(). */
bool step_observe(struct run *run, GError **error);
/* The same, at once: the screen as it is, whether it has come to rest or not. For what nobody has to plan on. */
bool step_look(struct run *run, GError **error);
/* Whether the screen is still the one of the observation, what changes all the time left out. If it is not, it is waited until it
 * has come to rest (what reacts late to our last action does), but no longer than the profile's settle_timeout_ms, and observed
 * anew: *ret_replaced is the former observation, which the caller frees, else NULL. */
bool step_look_again(struct run *run, eye_observation **ret_replaced, GError **error);

/* The same, and it is waited for as long as something may still come of our last action (engine/eye/late.h). */
bool step_look_late(struct run *run, eye_observation **ret_replaced, GError **error);

/* The picture alone, as it is now, while the eye may be busy with another look. NULL: there is none in that time. */
#define GLANCE_TIMEOUT_MS 2000
const struct eye_frame *step_glance(struct run *run, int timeout_ms);
/* The last look of a run, into the store and to the client; in one that a person stops, where that takes too long, the picture
 * alone. */
bool step_look_last(struct run *run, GError **error);

/* ---- ask (ask.c) ---- */

/* One question to a module. */
struct ask {
    guint module;        /* its place */
    const char *aside;   /* of a module that may be asked aside: on this frame of the video; NULL = on the last one. Borrowed */
    form_output *output; /* the answer: owned; filled by step_ask() */
    bool skipped;        /* its inputs had not changed: the answer is the earlier one */
    /* under way */
    brain_request *request;
    char *brain, *digest;
    struct coordinates space; /* of that brain; of zeros: pixels of the screen */
    char *points;             /* what the points of its reply were brought to; NULL = they stand as they came */
    guint call;
    gint64 call_id; /* memory's */
    int attempt;
    bool done, failed;
    char *defect, *reply; /* of a reply that cannot be used */
    gsize told;           /* bytes of the call's stream that the console has */
    int told_attempt;     /* …and of which of its attempts */
    gint64 told_us;
};
/* Asks all at the same time and waits for all. Each is told what holds when it is asked (brief.h). A bad reply is asked for once
 * more with the exact defect, then shown to the person, who may put an output in its place (module_edit) or have it asked again
 * (module_retry). The answers are this step's: step_said(). */
bool step_ask(struct run *run, struct ask *asks, gsize n, GError **error);
void ask_clear(struct ask *a);
/* The same for one module; its answer is step_said(). */
bool step_ask_one(struct run *run, guint module, GError **error);
/* What the module has said in this step, on the last frame; NULL = nothing. Borrowed until it says something else. */
const form_output *step_said(const struct run *run, guint module);
/* The same on an earlier frame, by its path. */
const form_output *step_said_aside(const struct run *run, guint module, const char *frame);
/* A person has written what the module says in this step: it counts, whether it would be asked or not. */
bool step_is_fixed(const struct run *run, guint module);
/* Says that a module was left out, and why; `stands`: what it said before and would say again, NULL = nothing. */
void step_skip(struct run *run, guint module, const char *why, const form_output *stands);
/* The event meter: tokens and cost so far, and the step's own cost so far (all but model and person). */
void step_tell_meter(struct run *run);
/* The commands module_edit and module_retry. */
void step_correct(struct run *run, const command *c);

/* ---- what every agent does between the questions (act.c, brief.c) ---- */

/* What the next actions serve: for the step's row, the prompts, retrieval and recall. NULL or "" = the task itself. */
void step_set_subtask(struct run *run, const char *subtask);
/* The skills that the next request offers, for the task and the subtask; `kind`: of the screen, in a word or two, NULL = not
 * known (retrieve.h). */
bool step_retrieve(struct run *run, const char *kind, GError **error);
/* The past steps and lessons that the next request is told; `saw`: what the screen shows, in words; NULL = not known. */
bool step_recall(struct run *run, const char *saw, GError **error);
/* The agent's word on the last action: success (yes | no | unknown) and the cause of a failure, which becomes a lesson. */
bool step_set_success(struct run *run, const char *success, const char *cause, GError **error);
/* Skills that a model drafted (FIELD_SKILLS) are checked and stored; what is wrong with them is told to the next request. */
bool step_draft(struct run *run, const GPtrArray *texts, const char *note, GError **error);
/* The new long-term summary. */
bool step_summarize(struct run *run, const char *summary, GError **error);
/* Lets go of all that is held: it must not go on. Waits a moment for it. */
bool step_release(struct run *run, GError **error);
/* What an interruption let go of is pressed again, each by an action that is proposed like any other; `keep` false: it is
 * forgotten. True in *ret_acted: that was the step. */
bool step_press_again(struct run *run, bool keep, bool *ret_acted, GError **error);
/* Proposes and fires the actions in their order, at most [run] max_actions, until one has another effect than a change; remembers
 * each as a step. None at all is remembered as a step, too: after a few of them, as after a few that could not be carried out,
 * the run fails. */
bool step_act(struct run *run, const GPtrArray *actions, GError **error);
/* Nothing was to be done in this step: remembered as one without an action; the next request is told `trouble`. */
bool step_idle(struct run *run, const char *trouble, GError **error);
/* Asks the person, and waits: `choices` (char*, may be empty, the first nine count) or a line of their own. It can approve
 * nothing. Ends the step, which is remembered with what was asked and answered: the next requests are told. With [run] expires_s
 * it is unanswered after that time, and the run goes on. An empty question is step_idle(). (question_step.c) */
bool step_question(struct run *run, const char *question, const GPtrArray *choices, GError **error);

/* ---- propose, fire, remember (propose.c, fire.c, remember.c) ---- */

/* Dry-runs, judges, shows and waits for the decision. Edits are new proposals. True with *ret_proposal once decided (also when it
 * was refused, rejected or stale). `by`: model, human or
 * engine (what a pause let go of, pressed again). */
bool step_propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **error);
/* The same action on the screen as it is now: an edit is that edit again, one that came too late is in the action's place. */
bool step_propose_again(struct run *run, const proposal *stale, const char *by, proposal **ret_proposal, GError **error);
/* Fires an approved proposal and looks at what came of it: p->fired, status, effect. */
bool step_fire(struct run *run, proposal *p, GError **error);
/* What was fired in that step had no effect when it was looked at, and nobody has touched the display since: looks again. Where
 * an effect has come late the verdict is corrected in the store, in working memory and in the skill's outcomes, and told.
 * *ret_effect: what it is now; static. */
bool step_late_effect(struct run *run, gint64 step, const char **ret_effect, GError **error);

/* Ends the step: short-term memory, the step's row, working memory, the agent's mind as it is now. p may be NULL (nothing was
 * proposed). */
bool step_remember(struct run *run, const proposal *p, GError **error);
/* In the middle of a step: from here on what begins anew, also with another engine, begins from the agent's mind as it is now. */
bool step_keep(struct run *run, GError **error);
/* The same, of a question that is over. */
bool step_remember_question(struct run *run, GError **error);

#endif
