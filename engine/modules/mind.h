#ifndef ENGINE_MODULES_MIND_H
#define ENGINE_MODULES_MIND_H

/* Mind: what an agent knows from step to step beside what every run has (the past, the task, the summary): one struct of the
 * agent's own, described by a table. The table copies and frees it, writes it into the store as JSON after each step and reads it
 * back for resume and fork. A step that begins anew begins from the mind of the last remembered step. Pure: no display, no store.
 * What the table does not name is neither copied nor written. All text is UTF-8. */

#include <glib.h>
#include <stdbool.h>

#define MIND_ERROR (mind_error_quark())
GQuark mind_error_quark(void);
enum mind_error { MIND_ERROR_FIELD };

enum mind_type {
    MIND_STRING,  /* char *, owned; NULL is "" */
    MIND_INTEGER, /* gint64 */
    MIND_REAL,    /* double; what is not finite is written as null */
    MIND_BOOLEAN, /* bool */
    MIND_STRINGS, /* GPtrArray *: char *, owned; never NULL */
    MIND_COUNTS,  /* GHashTable *: char * → gint64 * (an inventory, counts.h); never NULL */
    MIND_ROWS,    /* GPtrArray *: structs of the table `rows`; never NULL */
    MIND_TYPE_COUNT
};

struct mind_table;
struct mind_field {
    const char *name;
    enum mind_type type;
    gsize offset;                  /* offsetof() in the agent's struct */
    const struct mind_table *rows; /* of MIND_ROWS; may be the table itself (a tree) only through an index, not by nesting */
    guint max; /* longest string in bytes, most items, largest integer (either sign); 0 = 8192, 256, G_MAXINT64 */
};
struct mind_table {
    gsize size;                      /* of the struct */
    const struct mind_field *fields; /* ends with name NULL */
};

/* A struct with zeros, empty arrays and tables. Caller frees with mind_free(). A table of NULL is a struct of nothing: NULL. */
void *mind_new(const struct mind_table *table);
void *mind_copy(const struct mind_table *table, const void *mind);
void mind_free(const struct mind_table *table, void *mind);
/* One row of a MIND_ROWS array is made with mind_new(rows), or mind_copy(rows, …), in no other way, and owned by the array, which
 * mind_new() has given its free function. */

/* One JSON object, members in the order of the table; caller frees. It holds what there is, also over `max`: an agent holds to
 * its limits itself, or its memory is not read back. (mind_json.c) */
char *mind_to_json(const struct mind_table *table, const void *mind);
/* Error: names the field (`field "goals[3].count": expected integer, got string "x"`), also an unknown one; nothing is returned
 * then. A field that is missing or null is as mind_new() makes it. Counts and lists over `max` are errors, and an item or a name
 * of more than 8192 bytes; the whole may have 16 MiB. A table of NULL takes {} and returns NULL. (mind_json.c) */
void *mind_from_json(const struct mind_table *table, const char *json, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
