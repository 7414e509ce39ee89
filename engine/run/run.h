#ifndef ENGINE_RUN_RUN_H
#define ENGINE_RUN_RUN_H

/* A run while its engine drives it: what straight-line code of an agent works on, and its parts. A function that needs one part
 * is given that part. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

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

struct command;

struct run {
    struct config *cfg;                /* borrowed */
    const struct run_options *options; /* borrowed */
    struct profile *profile;
    struct memory *store;
    struct brain_pool *brains;
    struct replay *replay; /* the recordings that a brain replay:RUN answers from */

    /* its parts, each owned; a header and an owner each */
    struct run_client *client;       /* client.h */
    struct run_devices *devices;     /* devices.h */
    struct run_holds *holds;         /* holds.h */
    struct run_control *control;     /* control.h */
    struct run_judge *judge;         /* judge.h */
    struct run_proposing *proposing; /* proposing.h */
    struct run_question *question;   /* question.h */
    struct answers *answers;         /* answers.h */
    struct run_skills *skills;       /* procedural.h */
    struct run_recall *recall;       /* plan_context.h */
    struct run_look *look;           /* look.h */
    struct run_spent *spent;         /* budget.h */
    struct run_working *working;     /* working.h */
    struct run_oneshot *oneshot;     /* oneshot.h */

    /* What the wait does with a command of the client: command_obey(), which is above the wait, as the steps are. */
    void (*obey)(struct run *run, struct command *c);

    gint64 id;
    gint64 parent, parent_step; /* forked from there; 0 = from nowhere */
    gint64 fork_driven;         /* the last step that a person drove where a fork waited for its display; 0 = none */
    bool fork_anew; /* in the step that is decided anew a person has had a module asked again or changed a board: all are asked */
    int lock;       /* fd of the run's lock, -1 = none */
    const char *state; /* as last told, static */
    gint64 step;
    gint64 remembered;     /* the last step that step_remember() has ended */
    gint64 done;           /* steps that were remembered: what --max-steps counts */
    int settled_proposal;  /* id of the last proposal that was remembered; -1 = not known (an older state) */
    GPtrArray *asks;       /* struct ask*, under way; borrowed */
    struct worker *worker; /* a dry run under way; borrowed */
};
/* A remark in the journal of the step. */
void run_note(struct run *run, const char *by, const char *text);
/* An error that no later step can mend (the store is full …): remembered, ends the next wait. Takes the error. */
void run_fail(struct run *run, GError *error);

#endif
