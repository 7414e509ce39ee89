/* A chain written anew: the same rows, in the same order, with other numbers. */

#include "memory/archive_chain.h"
#include "memory/bound.h"

#include <string.h>

static const char doing[] = "import the run";

/* ---- numbers ---- */

void numbers_init(struct numbers *n)
{
    n->tables = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_hash_table_unref);
}

void numbers_clear(struct numbers *n)
{
    g_hash_table_unref(n->tables);
}

void numbers_add(struct numbers *n, const char *table, gint64 before, gint64 now)
{
    GHashTable *rows = g_hash_table_lookup(n->tables, table);
    if (!rows) {
        rows = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
        g_hash_table_insert(n->tables, (gpointer)table, rows);
    }
    g_hash_table_insert(rows, g_memdup2(&before, sizeof before), g_memdup2(&now, sizeof now));
}

gint64 numbers_find(const struct numbers *n, const char *table, gint64 before)
{
    GHashTable *rows = g_hash_table_lookup(n->tables, table);
    const gint64 *now = rows ? g_hash_table_lookup(rows, &before) : NULL;
    return now ? *now : 0;
}

/* ---- what a row binds ---- */

/* One run as it stands in one database; what is asked again and again is kept. */
struct side {
    memory *m;
    gint64 run;
    GHashTable *steps;   /* number → data of a "step" row */
    char *end, *display; /* data of an "ended" and a "display" row */
};

static void side_clear(struct side *side)
{
    g_clear_pointer(&side->steps, g_hash_table_unref);
    g_free(side->end);
    g_free(side->display);
}

static char *data_of(char *hash)
{
    char *data = bound_data(hash, 0);
    g_free(hash);
    return data;
}

static bool side_read(struct side *side, memory *m, gint64 run, GError **error)
{
    *side = (struct side){.m = m, .run = run, .steps = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free)};
    g_autoptr(GPtrArray) steps = step_rows(m, run, doing, error);
    struct memory_run *row = steps ? memory_run_get(m, run, error) : NULL;
    if (!row)
        return false;
    for (guint i = 0; i < steps->len; i++) {
        const struct memory_step *step = steps->pdata[i];
        g_hash_table_insert(side->steps, g_memdup2(&step->step, sizeof step->step), data_of(journal_step_hash(step)));
    }
    side->end = data_of(journal_end_hash(run, row->outcome, row->reason, row->ended_us));
    side->display = data_of(journal_display_hash(run, row->display, row->sandbox));
    memory_run_free(row);
    return true;
}

/* What an entry would say of its row as it stands; NULL with error unset: it binds none, or the row is gone. */
static char *said_now(const struct side *side, const struct memory_entry *entry, GError **error)
{
    const struct bound_kind *kind = bound_find(entry->stage);
    if (g_str_equal(entry->stage, "imported"))
        return NULL; /* an earlier way that it came stays as it was said */
    if (kind)
        return kind->now(side->m, entry, error);
    if (g_str_equal(entry->stage, "step"))
        return g_strdup(g_hash_table_lookup(side->steps, &entry->step));
    if (g_str_equal(entry->stage, "ended"))
        return g_strdup(side->end);
    return g_str_equal(entry->stage, "display") ? g_strdup(side->display) : NULL;
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
    gint64 now = numbers_find(numbers, table, g_ascii_strtoll(at + strlen(label), &end, 10));
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

static bool write_entry(struct memory_entry *entry, const struct side sides[2], const struct numbers *numbers, GError **error)
{
    GError *local = NULL;
    g_autofree char *was = said_now(&sides[0], entry, &local);
    bool true_still = was && g_strcmp0(was, entry->data) == 0;
    entry->run = sides[1].run;
    if (local || !renumber(entry, numbers, &local)) {
        g_propagate_error(error, local);
        return false;
    }
    if (true_still) {
        char *now = said_now(&sides[1], entry, &local);
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
    return journal_append(sides[1].m, entry, error);
}

bool chain_write(memory *from, gint64 source, memory *to, gint64 run, const struct numbers *numbers,
                 const struct memory_watch *watch, GError **error)
{
    struct side sides[2] = {{0}, {0}};
    g_autoptr(GPtrArray) entries = memory_journal(from, source, error);
    bool ok = entries && side_read(&sides[0], from, source, error) && side_read(&sides[1], to, run, error);
    for (guint i = 0; ok && i < entries->len; i++)
        ok = (i % 64 || archive_go_on(watch, i, entries->len, error)) && write_entry(entries->pdata[i], sides, numbers, error);
    side_clear(&sides[0]);
    side_clear(&sides[1]);
    return ok;
}
