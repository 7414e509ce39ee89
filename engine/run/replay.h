#ifndef ENGINE_RUN_REPLAY_H
#define ENGINE_RUN_REPLAY_H

/* A recorded run as a brain (--brain replay:RUN): a regression test of an application without a model. A question is answered
 * with what that run went on with at the same place: the reply of the same module in the same step, or what a person put in its
 * place. The steps that a fork has from its parent are answered by the parent's replies. */

#include "engine/brain/brain.h"
#include "memory/memory.h"

struct run;
typedef struct replay replay;
/* `store` is borrowed. Never NULL. */
replay *replay_new(memory *store);
void replay_free(replay *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(replay, replay_free)
/* False with error: the name is replay:RUN and there is no such run. Other names are not looked at; NULL is none. */
bool replay_check(const replay *r, const char *brain, GError **error);
/* A brain_recorded; data: the replay. Error: no such run; it has no reply there. */
char *replay_answer(void *data, const char *run, const brain_request *request, GError **error);
/* RUN of "replay:RUN"; 0 = another brain. */
gint64 replay_run_of(const char *brain);
/* In the step that is decided anew: the brain that says what the parent's module had said (replay:N), *ret_step in which step;
 * NULL = the run's own brain is asked. Caller frees. */
char *replay_brain(const struct run *run, const char *module, gint64 *ret_step);

#endif
