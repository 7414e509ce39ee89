#ifndef ENGINE_STEP_MERGE_H
#define ENGINE_STEP_MERGE_H

/* Merge: several modules in one call ([modules] merge). The first of them that is asked leads the call; those that are asked at
 * the same time wait for it, and those whose turn comes later in the step have said their part ahead. Inside this folder. */

#include "engine/step/brief.h"
#include "engine/step/step.h"

/* Makes one request of those asks that are not done, where the run merges their modules: the leader's `merged`. A later module is
 * in it only if each module of a lower rank is in it, too, has answered, or is not asked in this step. */
bool merge_join(struct run *run, const brief *told, struct ask *asks, gsize n, GError **error);
/* Keeps the parts of the other modules in the reply to `a`: they are said ahead. Returns its own part; NULL = there is none.
 * Caller frees. */
char *merge_cut(struct run *run, const struct ask *a, const char *reply);
/* "merged: A+B+C", for its row and the pane. Caller frees. */
char *merge_told(const struct run *run, const struct ask *a);

#endif
