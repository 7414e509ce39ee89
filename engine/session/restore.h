#ifndef ENGINE_SESSION_RESTORE_H
#define ENGINE_SESSION_RESTORE_H

/* A run that goes on from what the store has of it: one that stopped in the middle, or a fork from its parent. Nothing is ever
 * fired again by itself. Inside engine/. */

#include "engine/run/run.h"
#include "memory/memory.h"

/* All of it, of a run that stopped in the middle: its lock, working memory, budgets, mode. Actions that may have been half fired
 * are marked uncertain. Error: it has ended. */
bool restore_run(struct run *run, GError **error);
/* Working memory of run `of` as it was after that step, into this one. */
bool restore_state(struct run *run, gint64 of, gint64 step, GError **error);
/* What the rules have decided in this run and in those that it was forked from, up to there: their limits count it. Once. */
bool restore_rules(struct run *run, GError **error);
/* Once that is read: step, or dry where it was dry, unless another mode is asked for. */
void restore_mode(struct run *run);
/* Something of it was fired, or may have been. */
bool restore_was_fired(const struct memory_proposal *p);

#endif
