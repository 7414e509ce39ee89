#ifndef ENGINE_CURATION_PLANS_KEEP_H
#define ENGINE_CURATION_PLANS_KEEP_H

/* A memory of plans that stays small. */

#include "memory/memory.h"

/* Withdraws plans of these runs (gint64 *: their numbers) in a program or world until so many of them are left: first those that
 * failed, then those that were used least, then the older ones; references last. What a person wrote, changed or imported, and
 * plans of other runs, are neither withdrawn nor counted. */
bool plans_keep(memory *m, const char *app, GHashTable *runs, gint64 most, const char *reason, GError **error);

#endif
