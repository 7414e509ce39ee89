#ifndef ENGINE_MODULES_REPAIR_H
#define ENGINE_MODULES_REPAIR_H

/* Where in a model's reply its JSON object may be, and the two faults that are mended (lmm-wire.md section 2). Pure text. */

#include <glib.h>
#include <stdbool.h>

#define REPAIR_MAX (1024 * 1024) /* bytes of a reply */

struct repair_span {
    gsize start, length;
    bool whole; /* a fence's inside, or an object that begins outside of any other */
};

/* Candidates in the order to be tried: the whole trimmed text; the inside of the one fence around it, or of a fence labelled
 * json; then balanced objects, the last first. Array of struct repair_span. Caller unrefs. */
GArray *repair_candidates(const char *text, gsize length);
/* Escapes raw control characters inside strings and drops trailing commas, nothing more; caller frees. */
char *repair_mend(const char *text, gsize length, gsize *ret_length);

#endif
