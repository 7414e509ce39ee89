#ifndef ENGINE_STEP_STEP_H
#define ENGINE_STEP_STEP_H

/* The operations of an agent in a step: observe, ask, propose, fire, remember, and what all agents do between them.
 * Straight-line code calls them in order. Each commits to the store before it returns true, and fails with RUN_ERROR_STOPPED,
 * _INTERRUPTED or _REDO when a person demands it. A module is given by its index in the agent's table. */

#include "engine/brain/brain.h"
#include "engine/brain/coordinates.h"
#include "engine/run/run.h"

struct eye_frame;
typedef struct action action;
typedef struct brain_request brain_request;
typedef struct command command;
typedef struct eye_observation eye_observation;
typedef struct form_output form_output;
typedef struct proposal proposal;

/* Begins the next step in the store and clears the state of the one before. (observe.c) */
bool step_begin(struct run *run, GError **error);

/* ---- observe (observe.c) ---- */

/* Observes the screen, unless the look after the last action is still valid: stores the frames, sends them to the client, and
 * sets run->look->observation. If the last action had no effect, looks for a late one: step_late_effect(). */
bool step_observe(struct run *run, GError **error);
/* Same, without waiting for the screen to settle. For looks that are not planned on. */
bool step_look(struct run *run, GError **error);
/* Same, and only where the screen does not equal the observation any more: *ret_replaced as below. */
bool step_look_changed(struct run *run, eye_observation **ret_replaced, GError **error);
/* Checks whether the screen still equals the observation, except for parts that always change. If not, waits until it has
 * settled (a late reaction to our last action does), at most settle_timeout_ms of the profile, and observes again.
 * *ret_replaced is then the old observation, which the caller frees, else NULL. */
bool step_look_again(struct run *run, eye_observation **ret_replaced, GError **error);

/* Same, and also waits as long as a late reaction to our last action is possible (engine/eye/late.h). */
bool step_look_late(struct run *run, eye_observation **ret_replaced, GError **error);

/* Only the picture as it is now, while the eye may be busy. NULL: none within timeout_ms. */
#define GLANCE_TIMEOUT_MS 2000
const struct eye_frame *step_glance(struct run *run, int timeout_ms);
/* Stores a picture with this step, as memory_frame.role. */
bool step_store_frame(struct run *run, const struct eye_frame *f, const char *role, GError **error);
/* The last look of a run, for the store and the client. When a person stops the run and a look takes too long, only the
 * picture. */
bool step_look_last(struct run *run, GError **error);

/* ---- ask (ask.c) ---- */

/* One question to a module. */
struct ask {
    guint module;        /* index of the module */
    const char *aside;   /* path of an earlier frame to ask about; NULL = the last one. Borrowed */
    form_output *output; /* the answer: owned; filled by step_ask() */
    bool skipped;        /* its inputs had not changed: the answer is the earlier one */
    /* while the call runs */
    brain_request *request;
    char *brain, *digest;
    struct coordinates space; /* of that brain; of zeros: pixels of the screen */
    char *points;             /* what the points of its reply were brought to; NULL = they stand as they came */
    guint call;
    struct brain_reply about; /* what the call sends, by estimate */
    gint64 call_id;           /* id in memory */
    bool open;                /* its row in memory has no end yet */
    struct brain_reply spent; /* of all calls so far: only ms, tokens, pictures and cost */
    int attempt;
    bool done, failed;
    bool no_reply, refused; /* of a failed one: the call itself failed, and `defect` says how; its key was refused */
    brain_request *merged;  /* what is sent instead of `request`: several modules in one call (merge.h); NULL = alone */
    guint with;             /* those other modules, a bit each */
    struct ask *leader;     /* its answer comes in that one's reply; NULL = it has its own call */
    char *defect, *reply;   /* of an unusable reply */
    char *instead;          /* which brain failed and why, once its fallback is asked; NULL = the first one answers */
    gsize told;             /* bytes of the streamed reply that the console has */
    int told_attempt;       /* the attempt that these bytes belong to */
    int told_retry;         /* the attempt that it was told to wait for; 0 = none */
    gint64 told_us;
    gint64 answered_us; /* monotonic: a person has answered it; 0 = no person has */
};
/* Asks all modules at the same time and waits for all. Each gets the state at the time of its question (brief.h). After an
 * unusable reply it is asked once more with the exact fault; then a person may enter an output (module_edit) or repeat the
 * question (module_retry). Of a module that can be spared it fails at once instead (RUN_ERROR_FAILED). The answers are those of
 * this step: step_said(). */
bool step_ask(struct run *run, struct ask *asks, gsize n, GError **error);
void ask_clear(struct ask *a);
/* Same for one module; its answer is step_said(). */
bool step_ask_one(struct run *run, guint module, GError **error);
/* The module's output in this step on the last frame; NULL = none. Borrowed until its next output. */
const form_output *step_said(const struct run *run, guint module);
/* Same on an earlier frame, by path. */
const form_output *step_said_aside(const struct run *run, guint module, const char *frame);
/* True when a person wrote the module's output of this step: it counts, whether the module would be asked or not. */
bool step_is_fixed(const struct run *run, guint module);
/* Reports that a module was skipped, and why. stands: its earlier output that remains valid, NULL = none. */
void step_skip(struct run *run, guint module, const char *why, const form_output *stands);
/* Sends the event meter: tokens and cost so far, and the step's own time (without model and person). */
void step_tell_meter(struct run *run);
/* Handles the commands module_edit and module_retry. */
void step_correct(struct run *run, const command *c);
/* Goes back to the last phase with a person's output (taken; NULL = its module is asked again); the step under way ends. Only
 * where phase_is_open(). (phase.c) */
void step_go_back(struct run *run, form_output *output);

/* ---- what every agent does between the questions (act.c, brief.c) ---- */

/* Sets the purpose of the next actions, for the step's row, prompts, retrieval and recall. NULL or "" = the task itself. */
void step_set_subtask(struct run *run, const char *subtask);
/* Retrieves the skills for the next request, by task and subtask. kind: of the screen, one or two words, NULL = unknown
 * (retrieve.h). */
bool step_retrieve(struct run *run, const char *kind, GError **error);
/* Recalls past steps and lessons for the next request. saw: description of the screen; NULL = unknown. */
bool step_recall(struct run *run, const char *saw, GError **error);
/* The agent's judgement of the last action: success (yes | no | unknown), and the cause of a failure, which becomes a lesson. */
bool step_set_success(struct run *run, const char *success, const char *cause, GError **error);
/* Checks and stores skills that a model drafted (FIELD_SKILLS). The next request is told their faults. */
bool step_draft(struct run *run, const GPtrArray *texts, const char *note, GError **error);
/* Sets the long-term summary. */
bool step_summarize(struct run *run, const char *summary, GError **error);
/* True: a person's text is calls of skills that are there, with arguments that fit. (reply_actions.c) */
bool step_check_calls(struct run *run, const char *text, GError **error);
/* Releases everything that is held, because it must not go on. Waits briefly for it. */
bool step_release(struct run *run, GError **error);
/* Presses again what an interruption released, with one proposal each. keep false: forgets it instead. *ret_acted true: this
 * was the step. */
bool step_press_again(struct run *run, bool keep, bool *ret_acted, GError **error);
/* Proposes and fires the actions in order, at most [run] max_actions, until one has another effect than a change; one that only
 * waits needs none. A notice says how many are not done after it. Remembers each as a step. An empty list is remembered as a
 * step, too. The run fails after several empty lists, or several actions that could not be fired, in a row. */
bool step_act(struct run *run, const GPtrArray *actions, GError **error);
/* What ends a batch before its last action: one that was not fired, and … */
enum step_batch {
    BATCH_UNTIL_OTHERWISE, /* one with another effect than a change */
    BATCH_UNTIL_EDITED,    /* that, and one that a person changed: what was planned after it was planned for another */
    BATCH_WHOLE,           /* nothing else */
};
/* Same, with a limit of the agent's own, and its own end. */
bool step_act_batch(struct run *run, const GPtrArray *actions, guint most, enum step_batch batch, GError **error);
/* Remembers a step without an action; the next request is told `trouble`. */
bool step_idle(struct run *run, const char *trouble, GError **error);
/* Asks the person and waits: `choices` (char*, may be empty, the first nine count) or free text. An answer can approve nothing.
 * Ends the step, which remembers question and answer for the next requests. With [run] expires_s it is unanswered after that
 * time, and the run continues. An empty question is step_idle(). (question_step.c) */
bool step_question(struct run *run, const char *question, const GPtrArray *choices, GError **error);
/* Same for an agent that does not get on: asks what is to be done. why: what stopped it. *ret_answered: somebody did answer. */
bool step_ask_help(struct run *run, const char *why, bool *ret_answered, GError **error);
/* Same; details (char*, one for each choice): material that the card shows below its choice. It is not among the person's words,
 * which later prompts repeat. */
bool step_question_of(struct run *run, const char *question, const GPtrArray *choices, const GPtrArray *details, GError **error);

/* ---- propose, fire, remember (propose.c, fire.c, remember.c) ---- */

/* Dry-runs, judges and shows an action, and waits for the decision. Edits are new proposals. True with *ret_proposal when it is
 * decided (also refused, rejected or stale); caller frees. by: model, human or engine (pressing again what a pause released). */
bool step_propose(struct run *run, const action *a, const char *by, proposal **ret_proposal, GError **error);
/* Proposes the same action on the present screen. An edited action keeps its edit; an edit that came too late replaces the
 * action. */
bool step_propose_again(struct run *run, const proposal *stale, const char *by, proposal **ret_proposal, GError **error);
/* Fires an approved proposal and looks at the effect: sets p->fired, status, effect. */
bool step_fire(struct run *run, proposal *p, GError **error);
/* Looks again for the effect of a step that had none, when nobody has touched the display since. A late effect corrects the
 * verdict in the store, in working memory and in the skill's outcomes, with a notice. *ret_effect: the effect now; static. */
bool step_late_effect(struct run *run, gint64 step, const char **ret_effect, GError **error);

/* Ends the step: writes short-term memory, the step's row, working memory, and the agent's mind. p may be NULL (nothing was
 * proposed). */
bool step_remember(struct run *run, const proposal *p, GError **error);
/* Keeps the agent's mind in the middle of a step: a repeated step, also of another engine, begins from it. */
bool step_keep(struct run *run, GError **error);
/* Same for a question that has ended. */
bool step_remember_question(struct run *run, GError **error);

#endif
