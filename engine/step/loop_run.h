#ifndef ENGINE_STEP_LOOP_RUN_H
#define ENGINE_STEP_LOOP_RUN_H

/* Loop run: the closed loop that a timeline ends in, while it is fired. Each turn: the eye looks, the skill's worker steps (and
 * may ask the eye more), the hand fires what it says, within the approved budget. This only carries what one says to the other:
 * it decides nothing, and when anything is wrong it tells the hand to end the loop. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>
#include <poll.h>

struct run;
typedef struct config config;
typedef struct proposal proposal;
typedef struct timeline timeline;

typedef struct loop_run loop_run;

/* Why a loop's budget is larger than [gate] loop_s and loop_events allow, or a loop has no skill; NULL = it fits, or there is no
 * loop. Caller frees. */
char *loop_run_refused(const config *cfg, const timeline *t, bool has_skill);
/* Starts the worker and sees that it comes to the very timeline that was approved. *ret_turns NULL: there is no loop. Error: it
 * does not, or the wait was ended; nothing was fired. */
bool loop_run_begin(struct run *run, const proposal *p, loop_run **ret_turns, GError **error);
/* Moves on what can be moved on, between two blocks of the wait. NULL is fine. */
void loop_run_go(loop_run *t);
/* When it is to be called again although nothing was heard: an eye that hangs wakes nobody. G_MAXINT64 = not. */
gint64 loop_run_deadline(const loop_run *t);
/* The loop is over, or the hand has died: what was fired in it and is not yet in the store comes before what the hand said last.
 */
void loop_run_end(loop_run *t);
void loop_run_free(loop_run *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(loop_run, loop_run_free)

#endif
