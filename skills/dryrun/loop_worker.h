#ifndef SKILLS_DRYRUN_LOOP_WORKER_H
#define SKILLS_DRYRUN_LOOP_WORKER_H

/* Loop worker: runs a closed loop turn by turn in a worker (kind "loop"). It first repeats the dry run and reports its
 * timeline; the caller compares it with the approved one. Then, in each turn, it gets the state of the screen, may ask
 * questions about it, and returns what to fire in this turn. It has no access to screen or hand. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/sense.h"
#include "skills/timeline/timeline.h"
#include "skills/worker/worker.h"

#define LOOP_WORKER_TURN_MS 3000 /* wall time limit of one turn or one answer; processor time is limited by the sandbox (1 s) */

typedef struct loop_worker loop_worker;

/* Starts a worker. loop_ms: longest duration of the loop. The other arguments must be those of dryrun_start_all(). Caller
 * frees. */
loop_worker *loop_worker_start(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed,
                               gint64 max_hold_ms, gint64 loop_ms, GError **error);
void loop_worker_free(loop_worker *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(loop_worker, loop_worker_free)
/* The worker to poll; borrowed. */
worker *loop_worker_of(const loop_worker *s);

enum loop_worker_said {
    LOOP_WORKER_NOTHING, /* nothing yet */
    LOOP_WORKER_READY,   /* *ret_timeline: that of the dry run, with its loop */
    LOOP_WORKER_ASKS,    /* *ret_question */
    LOOP_WORKER_TURN,    /* *ret_timeline: to be fired, from 0 ms; *ret_done: the loop ends after it */
    LOOP_WORKER_FAILED,  /* error: of the skill, a limit, or the worker's death */
};
/* The next message of the worker, after it was polled; one per call. Caller frees the timeline. */
enum loop_worker_said loop_worker_hear(loop_worker *s, timeline **ret_timeline, bool *ret_done,
                                       struct sense_question *ret_question, GError **error);
/* Starts the next turn. `look`: the answer to SENSE_LOOK. ms: time since the loop began. wall_ms: time limit of the turn. */
void loop_worker_turn(loop_worker *s, gint64 ms, int wall_ms, const sense_answer *look);
/* Answers the worker's question. */
void loop_worker_answer(loop_worker *s, const sense_answer *answer);

/* The child's function for the worker_kind table in main.c. */
bool loop_worker_worker(const char *request, gsize length, GString *reply, GError **error);

#endif
