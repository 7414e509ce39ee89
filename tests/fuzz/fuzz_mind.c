/* An agent's memory from JSON: what is taken must be written, read and copied the same; what is not has a defect. The table has
 * every type, and rows in rows. */

#include "engine/modules/mind.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct node {
    char *text;
    gint64 count;
    double share;
    bool done;
    GPtrArray *words, *rows; /* rows: of a node, struct leaf; of the mind, struct node */
    GHashTable *items;
};

struct leaf {
    GHashTable *items;
    bool done;
    char *text;
};

static const struct mind_field leaf_fields[] = {
    {"text", MIND_STRING, offsetof(struct leaf, text), .max = 8},
    {"done", MIND_BOOLEAN, offsetof(struct leaf, done)},
    {"items", MIND_COUNTS, offsetof(struct leaf, items), .max = 3},
    {0},
};
static const struct mind_table leaf_table = {sizeof(struct leaf), leaf_fields};

#define NODE_FIELDS(ROWS)                                                                                                        \
    {"text", MIND_STRING, offsetof(struct node, text)}, {"count", MIND_INTEGER, offsetof(struct node, count)},                   \
        {"share", MIND_REAL, offsetof(struct node, share)}, {"done", MIND_BOOLEAN, offsetof(struct node, done)},                 \
        {"words", MIND_STRINGS, offsetof(struct node, words), .max = 4}, {"items", MIND_COUNTS, offsetof(struct node, items)},   \
        {"rows", MIND_ROWS, offsetof(struct node, rows), &(ROWS), 4},                                                            \
    {                                                                                                                            \
        0                                                                                                                        \
    }

static const struct mind_field row_fields[] = {NODE_FIELDS(leaf_table)};
static const struct mind_table row_table = {sizeof(struct node), row_fields};
static const struct mind_field fields[] = {NODE_FIELDS(row_table)};
static const struct mind_table table = {sizeof(struct node), fields};

static void check_equal(const char *json, char *other_take)
{
    if (strcmp(json, other_take) != 0)
        abort();
    g_free(other_take);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    void *mind = mind_from_json(&table, (const char *)data, size, &error);
    if ((mind == NULL) == (error == NULL))
        abort();
    if (!mind) {
        if (!*error->message || !g_utf8_validate(error->message, -1, NULL) || error->domain != MIND_ERROR)
            abort();
        return 0;
    }
    g_autofree char *json = mind_to_json(&table, mind);
    void *again = mind_from_json(&table, json, strlen(json), NULL), *copy = mind_copy(&table, mind);
    if (!again)
        abort();
    check_equal(json, mind_to_json(&table, again));
    check_equal(json, mind_to_json(&table, copy));
    mind_free(&table, copy);
    mind_free(&table, again);
    mind_free(&table, mind);
    return 0;
}
