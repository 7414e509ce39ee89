#ifndef ENGINE_STEP_BRIEF_H
#define ENGINE_STEP_BRIEF_H

/* Brief: what a module is told when it is asked, put together from the run and the agent's mind (modules/situation.h). Inside
 * engine/ only. */

#include "engine/run/run.h"
#include "engine/modules/situation.h"

typedef struct brief {
    situation s;
    GPtrArray *held, *lost; /* char* */
    struct prompt_values own;
} brief;
/* As things are now: what a person says, what goes wrong and what is held changes while a model thinks. `aside`: of an earlier
 * frame, NULL = of the last. What was said for this step counts as told. */
void brief_fill(brief *b, struct run *run, const char *aside);
void brief_clear(brief *b);
/* What was retrieved and recalled for an earlier request is not told any more: its skills may be gone. */
void brief_forget(struct run *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(brief, brief_clear)

#endif
