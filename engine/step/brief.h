#ifndef ENGINE_STEP_BRIEF_H
#define ENGINE_STEP_BRIEF_H

/* Brief: the input of a module's question, made from the run and the agent's mind (modules/situation.h). Inside engine/ only. */

#include "engine/run/run.h"
#include "engine/modules/prompt.h"
#include "engine/modules/situation.h"

struct ask;

typedef struct brief {
    situation s;
    GPtrArray *held, *lost; /* char* */
    struct prompt_values own;
} brief;
/* Fills the brief with the present state: a person's hints, troubles and holds change while a model thinks. aside: path of an
 * earlier frame, NULL = the last one. Hints for this step count as delivered. */
void brief_fill(brief *b, struct run *run, const char *aside);
void brief_clear(brief *b);
/* Sets the ask's brain (taken), its space and its request: the question as that brain is asked it. Keeps what a plan is made on
 * (proposing_plan()). */
bool brief_request(struct run *run, const brief *told, struct ask *a, char *brain, GError **error);
/* Drops what was retrieved and recalled for an earlier request: its skills may no longer exist. */
void brief_forget(struct run *run);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(brief, brief_clear)

#endif
