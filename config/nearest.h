#ifndef CONFIG_NEAREST_H
#define CONFIG_NEAREST_H

/* "Did you mean …": the known name that is closest to a mistyped one. */

#include <glib.h>

/* The number of edits (insert, delete, change, swap; case is ignored) from one text to the other; G_MAXUINT: one is longer than
 * any name. */
guint nearest_distance(const char *a, const char *b);
/* Returns the name with the least edit distance (insert, delete, change, swap; case is ignored). Returns NULL when the distance
 * exceeds one edit per three characters; one edit is always allowed. `known` ends with NULL. The result is one of its pointers.
 */
const char *nearest_name(const char *name, const char *const *known);
/* Returns `: did you mean "x"?`, or `: there are a, b, c` when no name is near, or "" when `known` is empty. Caller frees. */
char *nearest_hint(const char *name, const char *const *known);

#endif
