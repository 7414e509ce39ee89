#ifndef ENGINE_RUN_CONTROL_H
#define ENGINE_RUN_CONTROL_H

/* What a person wants of a run, and what is going on with it: paused, driven, stopped; what they said. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct command;

#define CONTROL_TAKE_OVER "the person has taken over" /* the reason of that pause */

/* Whose turn it is. All but the first two are paused: nothing is fired but what the person does themselves. */
enum control_state {
    CONTROL_RUNNING,
    CONTROL_RESUMING, /* resumed; the hand has not said yet that it has let go: input from before that is ignored */
    CONTROL_PAUSED,
    CONTROL_YIELDED,      /* paused, since somebody used keyboard or mouse themselves */
    CONTROL_TAKEN_OVER,   /* the person has taken over, and not gone yet */
    CONTROL_DRIVING,      /* …and an action of theirs is being done (drive.h) */
    CONTROL_DRIVE_ENDING, /* a pause has come in the middle of that action: the take-over is over, the action not yet */
    CONTROL_STATE_COUNT
};
/* What is being done to a proposal: from the grant on, neither the modules' outputs nor the boards are changed. */
enum activity {
    ACTIVITY_NONE,
    ACTIVITY_EDITING,   /* an edit of the proposal that waits is being dry-run */
    ACTIVITY_GRANTED,   /* it is decided that it fires; the hand does not have it yet */
    ACTIVITY_FIRING,    /* the hand has it, and has not said how it ended; once a grant */
    ACTIVITY_VERIFYING, /* until the verdict on the effect */
    ACTIVITY_COUNT
};

struct run_control {
    enum control_state state; /* control_change() */
    enum activity activity;   /* activity_change() */
    bool stop;
    char *stop_reason;
    char *pause_reason;      /* of the last pause */
    bool interrupt;          /* the wait of now must end: pause, takeover, a dead eye … */
    bool redo;               /* a module's output or a board was changed, or a module is to be asked again */
    GPtrArray *to_drive;     /* action*, owned: what is still to be done of what they asked for (drive.h) */
    struct command *to_obey; /* handback or resume, once that is done; NULL = none. Owned */
    GString *hint;           /* what was said for the next step */
    gsize hint_consumed;     /* how much of it the module asked last has been told */
    char *trouble;           /* what went wrong, for the next plan */
    gint64 sign_us;          /* the last sign of a person (any command, a console that came), CLOCK_MONOTONIC */
    bool started;            /* display, eye and hand are there; the agent has begun */
    bool closing;            /* the run is being ended: nothing interrupts its waits any more */
    bool store_failed;       /* the run is paused, not ended, and may be resumed */
    GError *fatal;           /* ends the run as soon as it is seen by a wait */
};
struct run_control *run_control_new(void);
void run_control_free(struct run_control *c);
/* What the last request was told is done with; what was said since is for the next one. */
void control_forget_hint(struct run_control *c);

/* ---- control.c: what may follow what ---- */
/* False: such a change is a mistake of the engine's; it is logged, and the state stays. To the same state: nothing happens. */
bool control_change(struct run_control *c, enum control_state to);
const char *control_state_name(enum control_state state);
/* What a pause makes of the state that it is in. */
void control_pause(struct run_control *c);
/* The person takes over, after a pause. */
void control_take_over(struct run_control *c);
/* The hand holds nothing any more. */
void control_released(struct run_control *c);
/* What the person asked for is done. */
void control_end_driving(struct run_control *c);
bool control_is_paused(const struct run_control *c);
bool control_is_taken_over(const struct run_control *c);
bool control_is_driving(const struct run_control *c);
/* The same for the activity. */
bool activity_change(struct run_control *c, enum activity to);
const char *activity_name(enum activity activity);
/* The hand has said how it ended, or never will. True: something was being fired. */
bool control_end_firing(struct run_control *c);
/* From the grant to the verdict on the effect. */
bool control_is_acting(const struct run_control *c);

#endif
