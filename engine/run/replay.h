#ifndef ENGINE_RUN_REPLAY_H
#define ENGINE_RUN_REPLAY_H

/* A recorded run as a brain (--brain replay:RUN): a regression test of an application without a model. The answer to a question
 * is the recorded one: the reply of the same module in the same step of the agent, or the person's correction. What a person
 * drove is no step of it. Steps that a fork has from its parent are answered from the parent. */

#include "engine/brain/brain.h"
#include "memory/memory.h"

struct run;
typedef struct replay replay;
/* `store` is borrowed. Never NULL. Caller frees. */
replay *replay_new(memory *store);
void replay_free(replay *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(replay, replay_free)
/* False with an error when the name is replay:RUN and there is no such run. Other names and NULL pass. */
bool replay_check(const replay *r, const char *brain, GError **error);
/* The agent's step that a recorded step is (run_turn()): one that ended without a decision, and the next one, are the same; 0 = a
 * person drove it. *inout_done: the agent's steps before it; at first 0, or what the run had from its parent. */
gint64 replay_turn(memory *m, const struct memory_step *step, gint64 *inout_done);
/* A brain_recorded function; data: the replay. Caller frees. Errors: no such run; it has no reply there. */
char *replay_answer(void *data, const char *run, const brain_request *request, GError **error);
/* RUN of "replay:RUN"; 0 = another brain. */
gint64 replay_run_of(const char *brain);
/* The agent's mind as the run `of` kept it of the same step of the agent. NULL: it kept none. Caller frees with mind_free(). */
void *replay_mind(const struct run *run, gint64 of);
/* False: a recorded run answers, and it has no reply of this module in the agent's present step. */
bool replay_can_answer(const struct run *run, const char *module);
/* In a forked step that is decided again: the brain with the parent's answer of a module (replay:N), and its step; NULL = ask
 * the run's own brain. Caller frees. */
char *replay_brain(const struct run *run, const char *module, gint64 *ret_step);

#endif
