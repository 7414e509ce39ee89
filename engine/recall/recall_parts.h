#ifndef ENGINE_RECALL_RECALL_PARTS_H
#define ENGINE_RECALL_RECALL_PARTS_H

/* Shared by recall.c and its neighbours. */

#include "engine/recall/recall.h"
#include "memory/gists.h"

/* Reads a step from the store, without score. NULL without an error: nothing to recall (forgotten meanwhile, or not carried out
 * for a momentary reason). (recall_step.c) */
struct recalled *recall_read_step(memory *m, const struct memory_gist *gist, GError **error);
/* What a proposal's target (JSON, NULL = none) says of its window's class, as recall_class(). NULL = nothing. Caller frees.
 * (recall_json.c) */
char *recall_target_class(const char *target);
/* Those of `words` (best first, ends with NULL) that occur in the text, at most 5. Caller frees with g_strfreev().
 * (recall_step.c) */
char **recall_common_words(char *const *words, const char *text);

#endif
