#ifndef SKILLS_DRYRUN_LOOP_WORKER_H
#define SKILLS_DRYRUN_LOOP_WORKER_H

/* Loop worker: a closed loop turn by turn, in a worker (kind "loop"). It first does what the dry run did, and says the timeline
 * that came of it: whoever started it compares that with what was approved. Then, for each turn: told what the screen is, it may
 * ask more of it, and says what is to be fired in this turn. It reaches neither screen nor hand. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/sense.h"
#include "skills/timeline/timeline.h"
#include "skills/worker/worker.h"

#define LOOP_WORKER_TURN_MS 3000 /* of wall time, for one turn or one answer; its processor time is the sandbox's (1 s) */

typedef struct loop_worker loop_worker;

/* `loop_ms`: how long the loop may last. The others as in dryrun_start_all(), and the same as there. */
loop_worker *loop_worker_start(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed,
                               gint64 max_hold_ms, gint64 loop_ms, GError **error);
void loop_worker_free(loop_worker *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(loop_worker, loop_worker_free)
/* To be polled; borrowed. */
worker *loop_worker_of(const loop_worker *s);

enum loop_worker_said {
    LOOP_WORKER_NOTHING, /* nothing yet */
    LOOP_WORKER_READY,   /* *ret_timeline: what the dry run gives, with its loop */
    LOOP_WORKER_ASKS,    /* *ret_question */
    LOOP_WORKER_TURN,    /* *ret_timeline: to be fired, from 0 ms; *ret_done: then the loop is over */
    LOOP_WORKER_FAILED,  /* error: the skill's, a limit's, or how the worker died */
};
/* What it has said since the last call, one thing at a time, after the worker was polled. Caller frees the timeline. */
enum loop_worker_said loop_worker_hear(loop_worker *s, timeline **ret_timeline, bool *ret_done,
                                       struct sense_question *ret_question, GError **error);
/* The next turn; `look` answers SENSE_LOOK. ms since the loop began; `wall_ms`: how long it may take. */
void loop_worker_turn(loop_worker *s, gint64 ms, int wall_ms, const sense_answer *look);
/* To its question. */
void loop_worker_answer(loop_worker *s, const sense_answer *answer);

/* Child side, for the worker_kind table in main.c. */
bool loop_worker_worker(const char *request, gsize length, GString *reply, GError **error);

#endif
