#ifndef ENGINE_STEP_PLAN_MEMORY_H
#define ENGINE_STEP_PLAN_MEMORY_H

/* What agents that remember plans (memory/plans.h) share. Inside engine/ only. */

#include <glib.h>

struct memory_plan;
struct run;

/* By what name memory knows the run's program or world: "world:small". Caller frees. */
char *plan_memory_app(const struct run *run);
/* On a recorded display: leaves out the plans (struct memory_plan *) that its run did not know yet, its own and later ones. */
void plan_memory_then(const struct run *run, GPtrArray *plans);
/* A plan for a prompt, quoted, with what is known of it: "it worked here:", … Caller frees. */
char *plan_memory_told(const struct memory_plan *p);
/* At most that many bytes of a text, cut between two characters. Caller frees. */
char *plan_memory_cut(const char *text, gsize most);

#endif
