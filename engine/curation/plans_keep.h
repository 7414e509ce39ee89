#ifndef ENGINE_CURATION_PLANS_KEEP_H
#define ENGINE_CURATION_PLANS_KEEP_H

/* A memory of plans that stays small. */

#include "memory/memory.h"

/* Withdraws plans of a program or world until so many are left: first those that failed, then those that were used least, then
 * the older ones; references last. */
bool plans_keep(memory *m, const char *app, gint64 most, const char *reason, GError **error);

#endif
