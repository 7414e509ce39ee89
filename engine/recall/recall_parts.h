#ifndef ENGINE_RECALL_RECALL_PARTS_H
#define ENGINE_RECALL_RECALL_PARTS_H

/* What recall.c and its neighbours share. */

#include "engine/recall/recall.h"
#include "memory/gists.h"

/* What the store knows of a step: without score. NULL with error unset: it says nothing (forgotten meanwhile, or never carried
 * out for a reason of the moment). (recall_step.c) */
struct recalled *recall_read_step(memory *m, const struct memory_gist *gist, GError **error);
/* Those of `words` (strv, best first) that the text has, at most 5. Caller frees with g_strfreev. (recall_step.c) */
char **recall_common_words(char *const *words, const char *text);

#endif
