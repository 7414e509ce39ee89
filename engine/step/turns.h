#ifndef ENGINE_STEP_TURNS_H
#define ENGINE_STEP_TURNS_H

/* Turns: the closed loop that a timeline ends in, while it is fired. Each turn: the eye looks, the skill's worker steps (and may
 * ask the eye more), the hand fires what it says, within the approved budget. This only carries what one says to the other: it
 * decides nothing, and when anything is wrong it tells the hand to end the loop. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>
#include <poll.h>

struct run;
typedef struct config config;
typedef struct proposal proposal;
typedef struct timeline timeline;

typedef struct turns turns;

/* Why a loop's budget is larger than [gate] loop_s and loop_events allow, or a loop has no skill; NULL = it fits, or there is no
 * loop. Caller frees. */
char *turns_refused(const config *cfg, const timeline *t, bool has_skill);
/* Starts the worker and sees that it comes to the very timeline that was approved. *ret_turns NULL: there is no loop. Error: it
 * does not, or the wait was ended; nothing was fired. */
bool turns_begin(struct run *run, const proposal *p, turns **ret_turns, GError **error);
/* Moves on what can be moved on, between two blocks of the wait. NULL is fine. */
void turns_go(turns *t);
/* When it is to be called again although nothing was heard: an eye that hangs wakes nobody. G_MAXINT64 = not. */
gint64 turns_deadline(const turns *t);
/* The loop is over, or the hand has died: what was fired in it and is not yet in the store comes before what the hand said last.
 */
void turns_end(turns *t);
void turns_free(turns *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(turns, turns_free)

#endif
