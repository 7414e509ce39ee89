#ifndef CONFIG_NEAREST_H
#define CONFIG_NEAREST_H

/* "Did you mean …": the known name that a mistyped one is closest to. */

#include <glib.h>

/* The name with the least edit distance (insert, delete, change, swap; case does not count), or NULL when none is close enough to
 * be meant: at most one edit in three characters, never fewer than one allowed. `known` ends with NULL; the answer is one of its
 * pointers. */
const char *nearest_name(const char *name, const char *const *known);
/* `: did you mean "x"?` or, with nothing near, `: there are a, b, c`; "" when there are none at all. Caller frees. */
char *nearest_hint(const char *name, const char *const *known);

#endif
