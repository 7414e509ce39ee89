#ifndef ENGINE_MODULES_REPAIR_H
#define ENGINE_MODULES_REPAIR_H

/* Finds the JSON in a model's reply, and repairs two faults. Pure text. */

#include <glib.h>
#include <stdbool.h>

struct cJSON;

#define REPAIR_MAX (1024 * 1024) /* bytes of a reply */

struct repair_span {
    gsize start, length;
    bool whole; /* content of a fence, or an object that begins outside of any other */
};

/* Candidates in the order to try: the whole trimmed text; the content of the one fence around it, or of a fence labelled json;
 * then balanced objects, last first; lists: then balanced lists, last first, that are in no object. Array of struct repair_span.
 * Caller unrefs. */
GArray *repair_candidates(const char *text, gsize length, bool lists);
/* True when an object or a list begins in the text that has no end. */
bool repair_is_cut(const char *text, gsize length);
/* Escapes raw control characters inside strings and drops trailing commas, nothing more. Caller frees. */
char *repair_mend(const char *text, gsize length, gsize *ret_length);
/* The JSON of a candidate: as it is, else mended. Caller deletes. NULL: neither can be read; the error is of the text as it is.
 * (repair_json.c) */
struct cJSON *repair_read(const char *text, const struct repair_span *span, GError **error);

#endif
