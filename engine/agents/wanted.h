#ifndef ENGINE_AGENTS_WANTED_H
#define ENGINE_AGENTS_WANTED_H

/* Wanted: a task that names things and their counts, as agents that plan by an inventory read it ("3 torch, bed"). Pure. */

#include <glib.h>
#include <stdbool.h>

#define WANTED_ERROR (wanted_error_quark())
GQuark wanted_error_quark(void);
enum wanted_error {
    WANTED_ERROR_COUNT, /* it is out of range */
};

struct wanted {
    char *name;   /* owned */
    gint64 count; /* as it is written; 1 where none is; a number that is too large for the type is the largest */
};
void wanted_free(struct wanted *w);

/* One thing: "3 torch", "torch 3" or "torch"; a name is anything without a blank. NULL: the text is of another form. Caller
 * frees. */
struct wanted *wanted_read(const char *text);
/* A whole task: things of which the names are [a-z][a-z0-9_:]*, with "," between them, in the order of the text (struct wanted
 * *). NULL without an error: the task is in other words. WANTED_ERROR_COUNT: a count is not 1 to `most`. Caller unrefs. */
GPtrArray *wanted_parse(const char *task, gint64 most, GError **error);

#endif
