#ifndef ENGINE_STEP_LOOP_RUN_H
#define ENGINE_STEP_LOOP_RUN_H

/* Loop run: fires the closed loop at the end of a timeline. In each turn the eye looks, the skill's worker decides (and may ask
 * the eye), and the hand fires the result within the approved budget. This code only passes messages and decides nothing; on
 * any fault it tells the hand to end the loop. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>
#include <poll.h>

struct run;
typedef struct config config;
typedef struct proposal proposal;
typedef struct timeline timeline;

typedef struct loop_run loop_run;

/* The reason to refuse a loop: its budget exceeds [gate] loop_s or loop_events, or it has no skill. NULL = accepted, or no
 * loop. Caller frees. */
char *loop_run_refused(const config *cfg, const timeline *t, bool has_skill);
/* Starts the worker and checks that it computes exactly the approved timeline. *ret_turns NULL: no loop. Error: it does not, or
 * the wait was ended; nothing was fired. */
bool loop_run_begin(struct run *run, const proposal *p, loop_run **ret_turns, GError **error);
/* Advances the loop as far as possible, between two blocks of the wait. NULL is allowed. */
void loop_run_go(loop_run *t);
/* When loop_run_go() must be called without a message: an eye that hangs sends none. G_MAXINT64 = never. */
gint64 loop_run_deadline(const loop_run *t);
/* The loop has ended, or the hand died: stores the events that were fired in it, before the hand's last answer is handled. */
void loop_run_end(loop_run *t);
void loop_run_free(loop_run *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(loop_run, loop_run_free)

#endif
