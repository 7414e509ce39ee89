/* A chain written anew: the same rows, in the same order, with other numbers. */

#include "memory/archive/renumber.h"

#include "memory/chain/bound.h"
#include "memory/port/watch.h"

#include <string.h>

/* ---- numbers ---- */

void renumber_init(struct numbers *n)
{
    n->tables = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_hash_table_unref);
}

void renumber_clear(struct numbers *n)
{
    g_hash_table_unref(n->tables);
}

void renumber_add(struct numbers *n, const char *table, gint64 before, gint64 now)
{
    GHashTable *rows = g_hash_table_lookup(n->tables, table);
    if (!rows) {
        rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        g_hash_table_insert(n->tables, (gpointer)table, rows);
    }
    g_hash_table_insert(rows, g_memdup2(&before, sizeof before), g_memdup2(&now, sizeof now));
}

gint64 renumber_find(const struct numbers *n, const char *table, gint64 before)
{
    GHashTable *rows = g_hash_table_lookup(n->tables, table);
    const gint64 *now = rows ? g_hash_table_lookup(rows, &before) : NULL;
    return now ? *now : 0;
}

/* ---- the chain ---- */

static const char *table_of(const char *stage)
{
    static const struct {
        const char *stage, *table;
    } of[] = {{"decided", "decisions"},   {"events", "fired"},      {"note_added", "notes"},  {"note_withdrawn", "notes"},
              {"forgotten", "forgotten"}, {"frame", "frames"},      {"summary", "summaries"}, {"call", "calls"},
              {"outcome", "outcomes"},    {"question", "questions"}};
    for (guint i = 0; i < G_N_ELEMENTS(of); i++)
        if (g_str_equal(of[i].stage, stage))
            return of[i].table;
    return NULL;
}

/* The row that it names has another number here. False with error: there is none. */
static bool renumber(struct memory_entry *entry, const struct numbers *numbers, GError **error)
{
    const char *table = table_of(entry->stage), *label = g_str_equal(entry->stage, "note_withdrawn") ? "\"note\":" : "\"row\":";
    const char *at = table && entry->data ? strstr(entry->data, label) : NULL;
    if (!at)
        return true;
    char *end = NULL;
    gint64 now = renumber_find(numbers, table, g_ascii_strtoll(at + strlen(label), &end, 10));
    if (!now) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                    "cannot import the run: journal row %" G_GINT64_FORMAT " names a row of %s that is not there", entry->seq,
                    table);
        return false;
    }
    char *data = g_strdup_printf("%.*s%s%" G_GINT64_FORMAT "%s", (int)(at - entry->data), entry->data, label, now, end);
    g_free(entry->data);
    entry->data = data;
    return true;
}

/* What the entry says of a row as it stands there; NULL with error unset: nothing, or the row is gone. An earlier way that it
 * came stays as it was said. */
static char *said_now(memory *m, const struct memory_entry *entry, GError **error)
{
    return g_str_equal(entry->stage, "imported") ? NULL : bound_now(m, entry, error);
}

static bool write_entry(struct memory_entry *entry, memory *from, memory *to, gint64 run, const struct numbers *numbers,
                        GError **error)
{
    GError *local = NULL;
    g_autofree char *was = said_now(from, entry, &local);
    bool true_still = was && g_strcmp0(was, entry->data) == 0;
    entry->run = run;
    if (local || !renumber(entry, numbers, &local)) {
        g_propagate_error(error, local);
        return false;
    }
    if (true_still) {
        char *now = said_now(to, entry, &local);
        if (!now) {
            g_propagate_error(error,
                              local ? local
                                    : g_error_new(MEMORY_ERROR, MEMORY_ERROR_DAMAGED,
                                                  "cannot import the run: a row of journal row %" G_GINT64_FORMAT " was lost",
                                                  entry->seq));
            return false;
        }
        g_free(entry->data);
        entry->data = now;
    }
    return journal_append(to, entry, error);
}

bool renumber_write_chain(memory *from, gint64 source, memory *to, gint64 run, const struct numbers *numbers,
                          const struct memory_watch *watch, GError **error)
{
    g_autoptr(GPtrArray) entries = memory_journal(from, source, error);
    bool ok = entries != NULL;
    for (guint i = 0; ok && i < entries->len; i++)
        ok = (i % 64 || watch_go_on(watch, i, entries->len, error)) &&
             write_entry(entries->pdata[i], from, to, run, numbers, error);
    return ok;
}
