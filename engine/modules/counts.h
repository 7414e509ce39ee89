#ifndef ENGINE_MODULES_COUNTS_H
#define ENGINE_MODULES_COUNTS_H

/* Counts: names with a number each (an inventory): a table char * → gint64 *, which owns both. Used by FIELD_COUNTS of a form
 * and MIND_COUNTS of a mind. Pure. */

#include <glib.h>
#include <stdbool.h>

struct cJSON;

GHashTable *counts_new(void);
GHashTable *counts_copy(GHashTable *counts);
void counts_set(GHashTable *counts, const char *name, gint64 n);
/* 0 = no such name. */
gint64 counts_get(GHashTable *counts, const char *name);
/* What `after` has more of than `before`, by how much. Caller unrefs. */
GHashTable *counts_gained(GHashTable *before, GHashTable *after);
/* The names of any table with text keys, sorted by byte; char *, borrowed. Caller unrefs the array. */
GPtrArray *counts_names(GHashTable *counts);
/* "log=3; plank=2"; caller frees. */
char *counts_text(GHashTable *counts);

/* An object with the members by name; and a whole number as JSON and back. A number that a double would round (2^53 and more)
 * is written as text of its digits; no other text is a number. (counts_json.c) */
struct cJSON *counts_json(GHashTable *counts);
struct cJSON *count_json(gint64 n);
bool count_from_json(const struct cJSON *item, gint64 *ret_n);

#endif
