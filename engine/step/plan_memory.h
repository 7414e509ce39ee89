#ifndef ENGINE_STEP_PLAN_MEMORY_H
#define ENGINE_STEP_PLAN_MEMORY_H

/* What agents that remember plans (memory/plans.h) share. Inside engine/ only. */

#include <glib.h>

struct memory_plan;
struct run;

/* By what name memory knows the run's program or world: "world:small". Caller frees. */
char *plan_memory_app(const struct run *run);
/* The run that this one repeats: of --brain replay:RUN, or of a recorded display; 0 = none. It was remembered then: this run
 * writes no plan, and counts none. */
gint64 plan_memory_repeats(const struct run *run);
/* The agent's mind at the end of the same step in that run, which has what memory told it then; what was remembered since is not
 * to lead another way. NULL: nothing is repeated, or it has no such step. Caller frees with mind_free(). */
void *plan_memory_mind(const struct run *run);
/* Where a run is repeated: leaves out the plans (struct memory_plan *) that it did not know yet, its own and later ones. */
void plan_memory_then(const struct run *run, GPtrArray *plans);
/* A plan for a prompt, quoted, with what is known of it: "it worked here:", … Caller frees. */
char *plan_memory_told(const struct memory_plan *p);
/* Any text of memory for a prompt: one line behind ">". Caller frees. */
char *plan_memory_quoted(const char *text);
/* A plan that was copied from what plan_memory_told() says: its lines without the ">" before them. Caller frees. */
char *plan_memory_unquoted(const char *text);
/* At most that many bytes of a text, cut between two characters. Caller frees. */
char *plan_memory_cut(const char *text, gsize most);

#endif
