#ifndef ENGINE_RUN_H
#define ENGINE_RUN_H

/* A run while its engine drives it: everything the straight-line code of an agent works on. Inside engine/ only. */

#include "config/profile.h"
#include "engine/answers.h"
#include "engine/brain/brain.h"
#include "engine/child.h"
#include "engine/curation/catalog.h"
#include "engine/display/display.h"
#include "engine/eye/eye.h"
#include "engine/gate.h"
#include "engine/grants.h"
#include "engine/hand/hand.h"
#include "engine/options.h"
#include "engine/protocol.h"
#include "engine/pulse.h"
#include "engine/recall.h"
#include "engine/replay.h"
#include "engine/retrieve.h"
#include "engine/rules.h"
#include "memory/memory.h"
#include "skills/worker.h"

#define RUN_ERROR (run_error_quark())
GQuark run_error_quark(void);
enum run_error {
    RUN_ERROR_STOPPED,     /* by a person or a signal: exit 4 */
    RUN_ERROR_BUDGET,      /* steps or money: exit 4 */
    RUN_ERROR_INTERRUPTED, /* paused, taken over, eye or hand lost: the step begins anew once the run goes on */
    RUN_ERROR_REDO,        /* a module's output was edited: the later modules run again on the same observation */
    RUN_ERROR_TIMEOUT,
    RUN_ERROR_ENVIRONMENT, /* exit 3 */
    RUN_ERROR_FAILED,      /* exit 1 */
};

/* One module call under way (step.c). */
struct ask;

struct run {
    config *cfg;                /* borrowed */
    const run_options *options; /* borrowed */
    profile *profile;
    memory *store;
    skill_library *library;
    skill_library *untried; /* that one as the files are, while `library` has a draft in it that is tried; NULL = it has none */
    char *trying;           /* that draft's name */
    GPtrArray *outdated;    /* libraries that the step may have borrowed skills of; NULL = none */
    catalog *catalog;       /* of that library and the store; NULL = none is needed (reins do with primitives) */
    retriever *retriever;   /* over that library; NULL until the first plan */
    char *retrieved;        /* what it gave last, as JSON: for the event of a module with actions */
    GPtrArray *offered;     /* skill*: the same, borrowed from that library; NULL = nothing yet */
    char *failures;         /* …and what failed with them before, for the prompt */
    recaller *recaller;     /* of past steps and lessons; NULL until the first plan */
    char *recalled;         /* what it gave last, as JSON: for the event of a module with actions */
    char *recalled_steps, *recalled_lessons; /* …and for the prompt */
    GPtrArray *to_curate;                    /* command*: skill_accept, skill_refuse, until the next step begins */
    brain_pool *brains;
    replay *replay; /* the recordings that a brain replay:RUN answers from */
    gint64 id;
    gint64 parent, parent_step; /* forked from there; 0 = from nowhere */
    bool fork_anew;             /* a person has had a module asked again in the step that is decided anew: all are asked */
    int lock;                   /* fd of the run's lock, -1 = none */

    /* client.c */
    line_stream *client; /* NULL = nobody is there */
    bool client_ended;   /* end-of-file on stdin: nothing more comes from it */
    bool console;        /* the client is a console (gets previews; may go and come back) */
    int listener;        /* unix socket for consoles, -1 = none */
    char *socket_path;
    line_stream *newcomer; /* a second console that is being told that it cannot have the run */
    int signals;           /* signalfd: INT, TERM, HUP */

    /* organs.c */
    char *display;    /* ":99" */
    sandbox *sandbox; /* NULL = a display of others */
    char *preview;    /* path of the live picture */
    child eye, hand;
    child clipboard;        /* while something is being pasted */
    gint64 lent;            /* its window; 0 = it has not answered, or cannot */
    char *lent_why;         /* why it cannot: then it is typed */
    bool lend_asked;        /* the last that was fired has something to paste */
    int eye_seq;            /* of the request that is waited for */
    int eye_observing;      /* of the observation that it is making; 0 = none */
    eye_answer *eye_answer; /* its answer */
    bool hand_ready;        /* it is connected, and takes requests */
    struct pulse pulse;     /* of the hand */
    bool hand_waits;        /* the person has been told that a new hand cannot connect to the display */
    char *terminal_title;   /* what the console has called its terminal; NULL = it has not said */
    char **terminal_env;    /* what its environment says of it; NULL = it has not said */
    struct hand_own own;    /* the terminals that reins is shown in, as the hand was told last */
    char *hand_trouble;     /* what it said last when it could not do something */
    char *recovered;        /* what a dead hand had left, as the one after it has said; NULL = nothing */
    hand_answer *finished;  /* of what was fired last */
    hand_answer *turned;    /* of the loop that is being fired: its next turn may come; NULL = not yet */
    bool firing;            /* between fire and finished */
    bool hand_lost;         /* it died while firing */
    bool display_lost;
    bool keep;              /* it was the store that failed: the run is paused, not ended, and may be resumed */
    bool released;          /* the hand has answered to the last release */
    char **keys, **buttons; /* held now; NULL = none */
    GPtrArray *down;        /* struct run_hold*: the same, with their ends (holds.c) */

    /* what a person wants */
    bool stop;
    char *stop_reason;
    bool paused;
    char *pause_reason;      /* of the last pause */
    bool going_on;           /* resumed, and the hand has not said yet that it has let go: what a person did before is no news */
    bool yielded;            /* …and it was to somebody who used keyboard or mouse themselves */
    bool interrupt;          /* the wait of now must end: pause, takeover, a dead eye … */
    bool redo;               /* a module's output was edited, or it is to be asked again */
    bool person_drives;      /* they have taken over, and not gone yet */
    bool driving;            /* an action of theirs is being done: the run is paused all the while */
    GPtrArray *to_drive;     /* action*, owned: what is still to be done of what they asked for (drive.h) */
    struct command *to_obey; /* handback or resume, once that is done; NULL = none. Owned */
    GString *hint;           /* what was said for the next step */
    gsize heard;             /* how much of it the module asked last has been told */
    char *trouble;           /* what went wrong, for the next plan */
    gint64 sign_us;          /* the last sign of a person (any command, a console that came), CLOCK_MONOTONIC */
    enum gate_mode mode;
    struct area
        follows; /* with what is around it, what followed the pointer when nothing was pressed for its sake; width 0 = nothing */
    GArray *left_out;               /* struct profile_ignore: places that the person leaves out in this run; NULL = none */
    enum profile_animated animated; /* of the profile, until the person says otherwise in this run */
    gint64 too_large;               /* dialog that the person was last told does not fit the screen */
    char *mode_told;                /* resumed in another mode than it was in: what the person is told; NULL = it is the same */
    bool started;                   /* display, eye and hand are there; the agent has begun */
    bool closing;                   /* the run is being ended: nothing interrupts its waits any more */
    action *edit;                   /* an edit of the waiting proposal… */
    char *edit_draft;               /* …by this draft of its skill (sha256); NULL = as it is loaded */
    bool acting;   /* from the grant to the verdict on the effect: the modules' outputs are not changed any more */
    bool editing;  /* that edit is being dry-run */
    GError *fatal; /* ends the run as soon as it is seen by a wait */

    /* `reins do`: decides in the person's place as soon as a proposal waits; NULL = the client does */
    void (*decide)(const event *proposal, void *data);
    void *decide_data;
    bool unasked;                   /* …without asking anybody: --yes */
    const GPtrArray *given;         /* const action*: what it is to do, one after the other; NULL = the proposal's action */
    const timeline *given_timeline; /* …or the timeline itself */

    /* the step */
    const char *state; /* as last told, static */
    gint64 step;
    gint64 remembered; /* the last step that step_remember() has ended */
    eye_observation *observation;
    bool fresh;      /* the observation was made after the last action: the next step starts from it */
    bool fired_last; /* the last step fired something (working memory, too) */
    struct gate gate;
    rules *rules;                      /* reins.ini's, the profile's, the command line's, with their counts */
    GPtrArray *session_rules;          /* struct rule*: of the command line */
    char *policy_name, *policy_source; /* the Lua policy; NULL = none */
    struct grants grants;
    struct repeats {
        char *action, *digest; /* of what was fired last without a visible effect; the action in words */
        int fired;             /* how often in a row */
        int rejected;          /* proposals that were rejected in a row */
        int stale;             /* that would have fired without a person, and went stale in a row */
    } repeats;
    int last_proposal;                /* id */
    gint64 focus_at_watch;            /* for the comparison while a proposal waits; 0 = not compared */
    bool focus_kept;                  /* a terminal of ours may have it meanwhile: it is given back before anything is fired */
    bool focus_away;                  /* it has it, or had, and the picture is not yet again as it was */
    gint64 window_at_watch;           /* the target's; 0 = none */
    struct likeness_caret caret_seen; /* the same of the caret */
    bool change_seen;          /* target or program have changed, also for a moment, since the picture that was decided on */
    GPtrArray *windows_seen;   /* struct eye_window*, as the eye said last while it waited; NULL = nothing yet */
    bool reacted;              /* the waiting one was voided because the screen reacted late to the last action */
    const struct agent *agent; /* NULL = none (reins do) */
    struct answers answers;    /* of its modules */
    void *mind;                /* of the agent's last remembered step (its table is agent->mind) */
    GHashTable *boards_told;   /* name of a board → its rows as JSON, as the client knows them; NULL = nothing was told */
    void *thinking;            /* …and the copy that the step under way works on; NULL = none is */
    GPtrArray *asks;           /* struct ask*, under way; borrowed */
    worker *worker;            /* a dry run under way; borrowed */

    /* working memory: kept in the store, read by resume (state_json.c) */
    char *subtask;                    /* what the agent works on now, in its own words; NULL = it has not said */
    gint64 done;                      /* steps that were remembered: what --max-steps counts */
    int settled_proposal;             /* id of the last that was remembered; -1 = not known (an older state) */
    GArray *clip_keys, *clip_samples; /* struct eye_frame: of the last action, until the first look; NULL = none (restore.c) */
    struct {
        gint64 tokens_in, tokens_out;
        double cost;
    } beside;        /* of the sums below what is in no call of this run's own: embeddings, what a fork's past had cost */
    GPtrArray *past; /* struct situation_past*, the last k */
    char *summary;
    GPtrArray *lost; /* struct run_hold*: held by the agent when a pause or a death let go of them */
    gint64 tokens_in, tokens_out;
    double cost;
    bool estimated_told;
    int refused;   /* proposals in a row that could not be dry-run */
    gint64 own_us; /* of the step: everything but model and person */
};

struct situation_past *situation_past_new(gint64 step);
void situation_past_free(struct situation_past *p);
/* A person changed or rejected what was proposed: what came of it teaches nothing of the model's. */
bool situation_past_by_person(const struct situation_past *p);

/* ---- what the agent holds down beyond an action (holds.c) ---- */
struct run_hold {
    bool button;
    char *name;      /* owned: of the key or button */
    gint64 until_us; /* CLOCK_MONOTONIC; 0 = not down */
    gint64 left_ms;  /* when it is not down: what was left when it was let go of */
    bool standing;   /* outlives its action */
};
struct run_hold *run_hold_new(bool button, const char *name, gint64 left_ms);
void run_hold_free(struct run_hold *h);
gint64 run_hold_left_ms(const struct run_hold *h);
/* "w (3.2 s were left)"; caller frees. */
char *run_hold_describe(const struct run_hold *h);
/* The action that presses it again for what is left; caller frees. */
action *run_hold_action(const struct run_hold *h);
/* The hand has said what is down now. */
void holds_follow(struct run *run, char **keys, char **buttons, const GArray *left_ms);
/* An action has ended: what is down now outlives it. */
void holds_settle(struct run *run);
/* Everything is being let go of and the run will go on later: what stands is remembered in run->lost. */
void holds_lose(struct run *run);
/* The agent wants none of it any more; the journal says why. */
void holds_forget(struct run *run, const char *why);

/* Where working memory becomes JSON and back, and small texts for the store: {"text":…}, and a prompt as sent (state_json.c). */
char *run_note_json(const char *text);
/* {"w":1500}: what is down and for how long; NULL = nothing. */
char *run_down_json(const struct run *run);
char *run_prompt_json(const brain_request *r);
char *run_state_to_json(const struct run *run);
bool run_state_from_json(struct run *run, const char *text, gsize length, GError **error);

/* ---- what happens to a run (run.c) ---- */
/* Says the state to the client, once per change. */
void run_set_state(struct run *run, const char *state);
/* A remark in the journal of the step. */
void run_note(struct run *run, const char *by, const char *text);
/* struct area, of the screen: where the places are now that the person leaves out in this run, but for those in which x, y is:
 * where it presses all is compared. Caller unrefs; NULL = none. */
GArray *run_left_out(const struct run *run, int x, int y);
/* That step is over: what it has left in working memory is what the next one begins from. `fired`: something was. */
void run_settle(struct run *run, gint64 step, bool fired);
/* Working memory into the store, in the middle of a step: what a resume must know of it. */
bool run_keep(struct run *run, GError **error);
/* Releases everything, voids what waits, pauses. Safe anywhere, also inside a wait. */
void run_pause(struct run *run, const char *by, const char *reason);
void run_go_on(struct run *run);
void run_stop(struct run *run, const char *by, const char *reason);
/* An error that no later step can mend (the store is full …): remembered, ends the next wait. Takes the error. */
void run_fail(struct run *run, GError *error);

/* ---- client.c ---- */
void client_send(struct run *run, const event *e);
/* The event hello. */
void client_greet(struct run *run);
void client_notice(struct run *run, const char *level, const char *format, ...) G_GNUC_PRINTF(3, 4);
bool client_listen(struct run *run, GError **error);
void client_accept(struct run *run);
/* Reads and obeys commands; notices that the client has gone. */
void client_pump(struct run *run);
void client_close(struct run *run);
/* The process in whose terminal the run is shown: the console's, or our own when headless; 0 = nobody is there. */
pid_t client_terminal(const struct run *run);

/* ---- budget.c ---- */
/* Pauses when [run] max_cost is set and a brain that will be asked has no price: a limit of money cannot be kept then. */
void budget_start(struct run *run);
/* What a call of a module took; says it, once a run, where that is an estimate. */
void budget_spend(struct run *run, const struct brain_reply *reply);
/* The same of what is in no call of this run's modules (embeddings). */
void budget_beside(struct run *run, const struct brain_spent *spent);
/* With what calls took that were broken off. RUN_ERROR_BUDGET when the run has cost too much. */
bool budget_kept(struct run *run, GError **error);

/* ---- command.c ---- */
void command_obey(struct run *run, command *c);

/* The event mode. */
void client_tell_mode(struct run *run);

/* ---- judge.c ---- */
/* Reads the Lua policy that [gate] policy names. */
bool policy_load(struct run *run, GError **error);
/* Asks it where there is no run (`reins do --dry-run` on a blank screen), and blocks for it: narrows `v`; *ret_denied (caller
 * frees) is set where it denies, or fails. False: [gate] policy names no file. */
bool policy_ask_now(const config *cfg, const struct policy_case *c, struct policy_verdict *v, char **ret_denied, GError **error);
/* Into the journal: by which mode, rules and policy this run is judged from here on. */
void gate_tell_start(struct run *run);

/* ---- granting.c: the commands grant and revoke, and what ends a grant ---- */
void granting_give(struct run *run, const command *c);
void granting_revoke(struct run *run, const command *c);
/* All of them: status paused. */
void granting_end(struct run *run, const char *status, const char *by, const char *reason);
void granting_use(struct run *run, int id, int proposal);
/* Ends what is over by time; when to call again, 0 = never. */
gint64 granting_turn(struct run *run, gint64 now_us);
/* A new observation; a proposal that goes into that window: a grant until window may end. */
void granting_look(struct run *run);
void granting_depart(struct run *run, gint64 window);

/* ---- organs.c: eye and hand ---- */
bool organs_start(struct run *run, GError **error);
void organs_pump(struct run *run);
/* Before each wait: sends what must go out now; when to call again, G_MAXINT64 = never. */
gint64 organs_turn(struct run *run, gint64 now_us);
/* Ends both. A hand that cannot connect yet is not ended: it lets go of what an earlier one left down, and ends, once its display
 * answers. */
void organs_stop(struct run *run);
/* For memory_on_wait(); data: the run. */
void organs_store_waits(void *data);
bool eye_ask(struct run *run, struct eye_request *request, int timeout_ms, GError **error);
void hand_send(struct run *run, const hand_request *request);
/* Tells the hand which terminals are ours now: at its start, and before it fires (a console comes and goes; so do clients of
 * tmux). */
void hand_send_own(struct run *run);
/* The windows of the terminals that reins is shown in, of a list; borrowed struct eye_window*, caller unrefs the array. */
GPtrArray *run_own_windows(const struct run *run, const GPtrArray *windows);
bool run_is_own_window(const struct run *run, const GPtrArray *windows, gint64 id);
/* Lets go of everything and aborts what is being fired; does not wait. */
void hand_let_go(struct run *run);

/* The environment of a process that uses the run's display; caller frees with g_strfreev. */
char **organ_env(const struct run *run);

/* ---- venue.c ---- */
/* Starts the display (sandbox or other), window manager, program, and waits for its window. `again`: after the display was lost.
 */
bool venue_open(struct run *run, bool again, GError **error);
/* Starts a sandbox's window manager again that has ended, and says so. False: the store failed. */
bool venue_mend(struct run *run, GError **error);
/* A sandbox whose window manager, ours or none, has no keys, menus and title bars: skills that need them are not offered. */
bool venue_is_bare(const struct run *run);

/* ---- lend.c: the clipboard, for what is pasted ---- */
/* Fills fire->clipboard and paste_keys; typed instead (and said) where it cannot be had. False only when the wait was ended. */
bool lend_texts(struct run *run, const timeline *t, struct hand_fire *fire, GError **error);
/* It gives back by itself. */
void lend_end(struct run *run);
void lend_pump(struct run *run);

/* ---- wait.c ---- */
typedef bool (*wait_ready)(struct run *run, void *data);
/* The one wait: serves client, eye, hand, brains, workers and signals until ready() says true. Errors: STOPPED, INTERRUPTED,
 * REDO, TIMEOUT at deadline_us (0 = none), or the run's fatal error. */
bool run_wait(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);
/* The same, but neither stop nor pause ends it: to see a hand let go, or the last frame. */
bool run_wait_anyway(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);

#endif
