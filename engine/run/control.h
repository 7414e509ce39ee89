#ifndef ENGINE_RUN_CONTROL_H
#define ENGINE_RUN_CONTROL_H

/* A person's control of a run: paused, driven, stopped, and their hints. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct command;

#define CONTROL_TAKE_OVER "the person has taken over" /* the reason of that pause */

/* Who controls the display. All states but the first two are paused: only the person's own actions are fired. */
enum control_state {
    CONTROL_RUNNING,
    CONTROL_RESUMING, /* resumed; until the hand confirms that it has released everything, earlier input is ignored */
    CONTROL_PAUSED,
    CONTROL_YIELDED,      /* paused because a person used keyboard or mouse */
    CONTROL_TAKEN_OVER,   /* a person has taken over, and not handed back */
    CONTROL_DRIVING,      /* same, while an action that they asked for is fired (drive.h) */
    CONTROL_DRIVE_ENDING, /* a pause came during that action: the take-over has ended, the action has not */
    CONTROL_STATE_COUNT
};
/* What happens to a proposal. From the grant on, modules' outputs and boards do not change. */
enum activity {
    ACTIVITY_NONE,
    ACTIVITY_EDITING,   /* an edit of the waiting proposal is being dry-run */
    ACTIVITY_GRANTED,   /* it will fire; the hand does not have it yet */
    ACTIVITY_FIRING,    /* the hand has it and has not reported its end; once per grant */
    ACTIVITY_VERIFYING, /* until the verdict on its effect */
    ACTIVITY_COUNT
};

/* An action that a person asked for in a take-over. */
struct control_driven {
    struct action *action; /* owned */
    gint64 focus;          /* the window that had the focus as the person saw it (look.h); 0 = unknown */
    int burst;             /* 0 = of none */
};

struct run_control {
    enum control_state state; /* changed by control_change() */
    enum activity activity;   /* changed by activity_change() */
    bool stop;
    char *stop_reason;
    char *pause_reason;      /* reason of the last pause */
    bool interrupt;          /* the current wait must end: pause, takeover, a dead eye … */
    bool redo;               /* a module's output or a board changed, or a module must be asked again */
    GPtrArray *to_drive;     /* struct control_driven*, owned: requested actions that are still to be fired (drive.h) */
    int lost_burst;          /* something of this burst was not done: nothing more of it is; 0 = none */
    GPtrArray *by_hand;      /* struct action*, owned: what was done in this take-over, after what its plan had done */
    guint by_hand_before;    /* how many the plan had */
    gint64 by_hand_call;     /* the call in memory whose actions it took the place of; 0 = none */
    gint64 by_hand_step;     /* its step */
    char *keep;              /* what is kept of it on handing back: actions | text; NULL = nothing. Owned */
    struct command *to_obey; /* handback or resume that follows them; NULL = none. Owned */
    GString *hint;           /* the person's hint for the next step */
    gsize hint_consumed;     /* length of the hint that the last request contained */
    char *trouble;           /* a trouble to report to the next plan */
    gint64 sign_us;          /* last sign of a person (a command, a new console), CLOCK_MONOTONIC */
    bool started;            /* display, eye and hand run; the agent has begun */
    bool closing;            /* the run is ending: waits are no longer interrupted */
    bool store_failed;       /* the store failed: the run is paused, not ended, and can be resumed */
    GError *fatal;           /* ends the run at its next wait */
};
struct run_control *run_control_new(void);
void run_control_free(struct run_control *c);
/* Queues an action; takes it. */
void control_drive(struct run_control *c, struct action *take, gint64 focus, int burst);
/* Two texts typed one after the other become one: adds that of `then` to `text`. False: one of them is no key.type. */
bool control_join_text(struct action *text, const struct action *then);
/* The first of them, which the caller frees with control_driven_free(); NULL = none. */
struct control_driven *control_driven_next(struct run_control *c);
void control_driven_free(struct control_driven *d);
/* How many keys, clicks and turns of the wheel such an action is for who made them: each character is a key. */
int control_keys_of(const struct action *a);
/* Drops all that is queued: returns how many keys that were. Nothing more of their burst, or of this one, is done. */
int control_drop_driven(struct run_control *c, int burst);
/* Drops the part of the hint that the last request contained; newer text stays for the next one. */
void control_forget_hint(struct run_control *c);
/* Drops hint and trouble: who was to know them has been told, or has gone. */
void control_forget_told(struct run_control *c);

/* ---- control.c: allowed changes of state ---- */
/* Changes the state. False: the change is not allowed; it is logged as a bug, and the state stays. The same state again does
 * nothing. */
bool control_change(struct run_control *c, enum control_state to);
const char *control_state_name(enum control_state state);
/* Changes the state for a pause. */
void control_pause(struct run_control *c);
/* A person takes over, after a pause. */
void control_take_over(struct run_control *c);
/* The hand holds nothing any more. */
void control_released(struct run_control *c);
/* The requested actions have ended. */
void control_end_driving(struct run_control *c);
bool control_is_paused(const struct run_control *c);
bool control_is_taken_over(const struct run_control *c);
bool control_is_driving(const struct run_control *c);
/* Same as control_change(), for the activity. */
bool activity_change(struct run_control *c, enum activity to);
const char *activity_name(enum activity activity);
/* The hand has reported the end of a firing, or never will. True: a firing was in progress. */
bool control_end_firing(struct run_control *c);
/* True from the grant to the verdict on the effect. */
bool control_is_acting(const struct run_control *c);

#endif
