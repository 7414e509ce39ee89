#ifndef SKILLS_DRYRUN_STEPPING_H
#define SKILLS_DRYRUN_STEPPING_H

/* Stepping: a closed loop turn by turn, in a worker (kind "loop"). It first does what the dry run did, and says the timeline that
 * came of it: whoever started it compares that with what was approved. Then, for each turn: told what the screen is, it may ask
 * more of it, and says what is to be fired in this turn. It reaches neither screen nor hand. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/sense.h"
#include "skills/timeline/timeline.h"
#include "skills/worker/worker.h"

#define STEPPING_TURN_MS 3000 /* of wall time, for one turn or one answer; its processor time is the sandbox's (1 s) */

typedef struct stepping stepping;

/* `loop_ms`: how long the loop may last. The others as in dryrun_start_all(), and the same as there. */
stepping *stepping_start(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                         gint64 loop_ms, GError **error);
void stepping_free(stepping *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(stepping, stepping_free)
/* To be polled; borrowed. */
worker *stepping_of(const stepping *s);

enum stepping_said {
    STEPPING_NOTHING, /* nothing yet */
    STEPPING_READY,   /* *ret_timeline: what the dry run gives, with its loop */
    STEPPING_ASKS,    /* *ret_question */
    STEPPING_TURN,    /* *ret_timeline: to be fired, from 0 ms; *ret_done: then the loop is over */
    STEPPING_FAILED,  /* error: the skill's, a limit's, or how the worker died */
};
/* What it has said since the last call, one thing at a time, after the worker was polled. Caller frees the timeline. */
enum stepping_said stepping_hear(stepping *s, timeline **ret_timeline, bool *ret_done, struct sense_question *ret_question,
                                 GError **error);
/* The next turn; `look` answers SENSE_LOOK. ms since the loop began; `wall_ms`: how long it may take. */
void stepping_turn(stepping *s, gint64 ms, int wall_ms, const sense_answer *look);
/* To its question. */
void stepping_answer(stepping *s, const sense_answer *answer);

/* Child side, for the worker_kind table in main.c. */
bool stepping_worker(const char *request, gsize length, GString *reply, GError **error);

#endif
