#ifndef ENGINE_SESSION_RESTORE_H
#define ENGINE_SESSION_RESTORE_H

/* Restores a run from the store: one that stopped in the middle, or a fork from its parent. Nothing is ever fired again
 * automatically. Inside engine/. */

#include "engine/run/run.h"
#include "memory/memory.h"

/* Restores a run that stopped in the middle: its lock, working memory (mind, boards, answers, the last clip), budgets, counts of
 * rules, mode, and the open proposal or question, which is closed. Actions that may have been fired in part are marked uncertain.
 * Error: it has ended. */
bool restore_run(struct run *run, GError **error);
/* Loads the working memory that run `of` had after that step. */
bool restore_state(struct run *run, gint64 of, gint64 step, GError **error);
/* Counts past decisions of rules, of this run and of the runs that it was forked from, toward the rules' limits. Call it once. */
bool restore_rules(struct run *run, GError **error);
/* Sets the mode after that: step, or dry if the run was dry, unless another mode was requested. */
void restore_mode(struct run *run);
/* True when the proposal was fired, or may have been in part. */
bool restore_was_fired(const struct memory_proposal *p);

#endif
