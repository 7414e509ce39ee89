#ifndef ENGINE_CONTROL_H
#define ENGINE_CONTROL_H

/* What a person wants of a run, and what is going on with it: paused, driven, stopped; what they said. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct command;

struct run_control {
    bool stop;
    char *stop_reason;
    bool paused;
    char *pause_reason;      /* of the last pause */
    bool going_on;           /* resumed, and the hand has not said yet that it has let go: input from before that is ignored */
    bool yielded;            /* …and it was to somebody who used keyboard or mouse themselves */
    bool interrupt;          /* the wait of now must end: pause, takeover, a dead eye … */
    bool redo;               /* a module's output or a board was changed, or a module is to be asked again */
    bool person_drives;      /* they have taken over, and not gone yet */
    bool driving;            /* an action of theirs is being done: the run is paused all the while */
    GPtrArray *to_drive;     /* action*, owned: what is still to be done of what they asked for (drive.h) */
    struct command *to_obey; /* handback or resume, once that is done; NULL = none. Owned */
    GString *hint;           /* what was said for the next step */
    gsize heard;             /* how much of it the module asked last has been told */
    char *trouble;           /* what went wrong, for the next plan */
    gint64 sign_us;          /* the last sign of a person (any command, a console that came), CLOCK_MONOTONIC */
    bool started;            /* display, eye and hand are there; the agent has begun */
    bool closing;            /* the run is being ended: nothing interrupts its waits any more */
    bool acting;             /* from the grant to the verdict on the effect: the modules' outputs are not changed any more */
    bool editing;            /* an edit of the waiting proposal is being dry-run */
    bool store_failed;       /* the run is paused, not ended, and may be resumed */
    GError *fatal;           /* ends the run as soon as it is seen by a wait */
};
struct run_control *run_control_new(void);
void run_control_free(struct run_control *c);

/* ---- run.c ---- */
/* Says the state to the client, once per change. */
void run_set_state(struct run *run, const char *state);
/* A remark in the journal of the step. */
void run_note(struct run *run, const char *by, const char *text);
/* Releases everything, voids what waits, pauses. Safe anywhere, also inside a wait. */
void run_pause(struct run *run, const char *by, const char *reason);
void run_go_on(struct run *run);
void run_stop(struct run *run, const char *by, const char *reason);
/* An error that no later step can mend (the store is full …): remembered, ends the next wait. Takes the error. */
void run_fail(struct run *run, GError *error);

/* ---- command.c ---- */
void command_obey(struct run *run, struct command *c);

/* ---- wait.c ---- */
typedef bool (*wait_ready)(struct run *run, void *data);
/* The one wait: serves client, eye, hand, brains, workers and signals until ready() says true. Errors: STOPPED, INTERRUPTED,
 * REDO, TIMEOUT at deadline_us (0 = none), or the run's fatal error. */
bool run_wait(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);
/* The same, but neither stop nor pause ends it: to see a hand let go, or the last frame. */
bool run_wait_anyway(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error);

#endif
