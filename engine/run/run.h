#ifndef ENGINE_RUN_RUN_H
#define ENGINE_RUN_RUN_H

/* A run while its engine drives it, and its parts. A function that needs one part gets only that part. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

#define RUN_ERROR (run_error_quark())
GQuark run_error_quark(void);
enum run_error {
    RUN_ERROR_STOPPED,     /* by a person or a signal: exit 4 */
    RUN_ERROR_BUDGET,      /* steps or money: exit 4 */
    RUN_ERROR_INTERRUPTED, /* paused, taken over, eye or hand lost: the step begins again when the run continues */
    RUN_ERROR_REDO,        /* a module's output was edited: later modules run again on the same observation */
    RUN_ERROR_TIMEOUT,
    RUN_ERROR_ENVIRONMENT, /* exit 3 */
    RUN_ERROR_FAILED,      /* exit 1 */
};

struct command;

struct run {
    struct config *cfg;                /* borrowed */
    const struct run_options *options; /* borrowed */
    struct profile *profile;
    struct memory *store;
    struct brain_pool *brains;
    struct replay *replay; /* recordings for brains replay:RUN */

    /* parts, owned; each has its own header */
    struct run_client *client;       /* client.h */
    struct run_program *program;     /* program.h */
    struct run_devices *devices;     /* devices.h */
    struct run_holds *holds;         /* holds.h */
    struct run_control *control;     /* control.h */
    struct run_judge *judge;         /* deciding.h */
    struct run_proposing *proposing; /* proposing.h */
    struct run_question *question;   /* question.h */
    struct answers *answers;         /* answers.h */
    struct run_skills *skills;       /* procedural.h */
    struct run_recall *recall;       /* plan_context.h */
    struct run_look *look;           /* look.h */
    struct run_spent *spent;         /* budget.h */
    struct run_working *working;     /* working.h */
    struct run_oneshot *oneshot;     /* oneshot.h */

    /* Handles a command of the client during a wait: command_obey(), which is a layer above. */
    void (*obey)(struct run *run, struct command *c);

    gint64 id;
    gint64 parent, parent_step; /* the run and step that it was forked from; 0 = not a fork */
    gint64 fork_driven;         /* last step that a person drove while a fork waited for its display; 0 = none */
    bool fork_anew; /* in the step that is decided again, a person repeated a module or changed a board: all modules are asked */
    int lock;       /* fd of the run's lock, -1 = none */
    const char *state; /* as last sent, static */
    char *state_why;   /* and its reason; NULL = none. Owned */
    gint64 step;
    gint64 remembered;     /* the last step that step_remember() ended */
    gint64 begun_us;       /* CLOCK_MONOTONIC: when this engine began to drive it */
    gint64 done;           /* number of remembered steps but those that a person drove: the count for --max-steps */
    int settled_proposal;  /* id of the last remembered proposal; -1 = unknown (an older state) */
    GPtrArray *asks;       /* struct ask*: running questions; borrowed */
    struct worker *worker; /* the running dry run; borrowed */
};
/* Adds a note to the journal of the step. */
void run_note(struct run *run, const char *by, const char *text);
/* Records an error that no later step can repair (the store is full …); it ends the next wait. Takes the error. */
void run_fail(struct run *run, GError *error);

#endif
