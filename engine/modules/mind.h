#ifndef ENGINE_MODULES_MIND_H
#define ENGINE_MODULES_MIND_H

/* Mind: what an agent remembers from step to step in addition to what every run has (the past, the task, the summary): one
 * struct of the agent, described by a table. The table copies and frees it, writes it into the store as JSON after each step,
 * and reads it for resume and fork. A repeated step begins with the mind after the last remembered step. Pure: no display, no
 * store. Members outside the table are neither copied nor written. All text is UTF-8. */

#include <glib.h>
#include <stdbool.h>

#define MIND_ERROR (mind_error_quark())
GQuark mind_error_quark(void);
enum mind_error { MIND_ERROR_FIELD };

enum mind_type {
    MIND_STRING,  /* char *, owned; NULL is "" */
    MIND_INTEGER, /* gint64 */
    MIND_REAL,    /* double; a value that is not finite is written as null */
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
    const struct mind_table *rows; /* for MIND_ROWS; a tree refers to itself by index, not by nesting */
    guint max;                     /* longest string in bytes, most items, largest absolute integer; 0 = 8192, 256, G_MAXINT64 */
};
struct mind_table {
    gsize size;                      /* of the struct */
    const struct mind_field *fields; /* ends with name NULL */
};

/* A struct with zeros, empty arrays and tables. Caller frees with mind_free(). A NULL table gives NULL. */
void *mind_new(const struct mind_table *table);
void *mind_copy(const struct mind_table *table, const void *mind);
void mind_free(const struct mind_table *table, void *mind);
/* Replaces a MIND_STRING by a copy of a text, which may be the old one itself. */
void mind_set_string(char **text, const char *by);
/* A row of a MIND_ROWS array must be made with mind_new(rows) or mind_copy(rows, …). The array owns it; mind_new() has set its
 * free function. */

/* One JSON object with the members in the order of the table. Caller frees. It contains everything, also beyond `max`: an agent
 * must keep its limits itself, or its memory cannot be read back. (mind_json.c) */
char *mind_to_json(const struct mind_table *table, const void *mind);
/* Reads it back. Error: names the field (`field "goals[3].count": expected integer, got string "x"`), also an unknown one;
 * returns nothing then. A missing or null field is as in mind_new(). Errors are also counts and lists beyond `max`, and an item
 * or a name over 8192 bytes. Limit of the whole: 16 MiB. A NULL table accepts {} and returns NULL. (mind_json.c) */
void *mind_from_json(const struct mind_table *table, const char *json, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
