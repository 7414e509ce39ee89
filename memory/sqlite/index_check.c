/* Words of texts against words of an index. FTS5's own check writes (it is an INSERT), which would stop a run that is under way
 * for as long as it takes; this one only reads. It takes the words of every text again, with FTS5's tokenizer, and compares their
 * sums with those of what the index holds (fts5vocab). Sums are compared in buckets first, so that a store of any size takes the
 * same memory; which texts it is, is looked up only where a bucket differs. */

#include "memory/port/upkeep.h"
#include "memory/sqlite/fit.h"

#include <string.h>

#define BUCKETS 65536
#define FTS5_LONGEST_WORD 32768 /* what FTS5 keeps of one */

const struct upkeep_index upkeep_indexes[] = {
    {"search", "texts"},
    {"gist_search", "descriptions of steps"},
    {NULL, NULL},
};

/* In the same order. */
static const struct indexed {
    const char *index, *table; /* an FTS5 table, and the one whose column `text` it is of */
    bool places;               /* it keeps at which place of a text a word is (detail=full) */
} indexed_tables[] = {{"search", "texts", true}, {"gist_search", "gists", false}};

struct checking {
    memory *m;
    const struct indexed *of;
    const char *doing;
    fts5_tokenizer tokenizer;
    Fts5Tokenizer *words;
    guint64 *sums;      /* BUCKETS of them; borrowed */
    GHashTable *texts;  /* NULL, or: number of a text in a bucket that differs → its sum (guint64 *) */
    gint64 text, place; /* of the word at hand */
    GHashTable *seen;   /* words of a text, where places are not kept */
};

/* ---- sums ---- */

static guint64 mix(guint64 x)
{
    x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
    x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
    return x ^ (x >> 33);
}

static guint64 hash_of(const char *word, int length, gint64 place)
{
    guint64 hash = 0xcbf29ce484222325u;
    for (int i = 0; i < length; i++)
        hash = (hash ^ (guint8)word[i]) * 0x100000001b3u;
    return mix(hash + mix((guint64)place + 1));
}

/* sign 1 = of a text, -1 = of the index. A sum does not care for the order. */
static void count(struct checking *c, gint64 text, const char *word, int length, gint64 place, int sign)
{
    guint64 hash = hash_of(word, MIN(length, FTS5_LONGEST_WORD), c->of->places ? place : 0);
    guint64 *sum = &c->sums[mix((guint64)text) % BUCKETS];
    if (c->texts) {
        if (*sum == 0)
            return; /* its bucket is right */
        sum = g_hash_table_lookup(c->texts, &text);
        if (!sum) {
            sum = g_new0(guint64, 1);
            g_hash_table_insert(c->texts, g_memdup2(&text, sizeof text), sum);
        }
    }
    *sum += sign > 0 ? mix(hash ^ (guint64)text) : -mix(hash ^ (guint64)text);
}

/* ---- of texts ---- */

static int take_word(void *data, int flags, const char *word, int length, G_GNUC_UNUSED int start, G_GNUC_UNUSED int end)
{
    struct checking *c = data;
    if (!(flags & FTS5_TOKEN_COLOCATED))
        c->place++;
    if (c->seen) {
        char *copy = g_strndup(word, (gsize)MIN(length, FTS5_LONGEST_WORD));
        if (!g_hash_table_add(c->seen, copy))
            return SQLITE_OK;
    }
    count(c, c->text, word, length, c->place, 1);
    return SQLITE_OK;
}

static bool fail_with(struct checking *c, int rc, GError **error)
{
    store_set_error(c->m->db, rc, c->doing, error);
    return false;
}

static bool count_texts(struct checking *c, GError **error)
{
    g_autofree char *sql = g_strdup_printf("SELECT id, text FROM %s", c->of->table);
    sqlite3_stmt *query = NULL;
    int rc = sqlite3_prepare_v2(c->m->db, sql, -1, &query, NULL), words = SQLITE_OK;
    while (rc == SQLITE_OK && words == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW) {
        c->text = sqlite3_column_int64(query, 0);
        c->place = -1;
        if (c->seen)
            g_hash_table_remove_all(c->seen);
        const char *text = (const char *)sqlite3_column_text(query, 1);
        words = c->tokenizer.xTokenize(c->words, c, FTS5_TOKENIZE_DOCUMENT, text ? text : "", sqlite3_column_bytes(query, 1),
                                       take_word);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(query);
    if (words != SQLITE_OK)
        rc = words;
    return rc == SQLITE_DONE || fail_with(c, rc, error);
}

/* ---- of the index ---- */

static bool count_index(struct checking *c, bool *ret_unreadable, GError **error)
{
    g_autofree char *make = g_strdup_printf(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.%s_words USING fts5vocab(main, %s, instance)", c->of->index, c->of->index);
    g_autofree char *sql = g_strdup_printf("SELECT term, doc, \"offset\" FROM temp.%s_words", c->of->index);
    sqlite3_stmt *query = NULL;
    int rc = sqlite3_exec(c->m->db, make, NULL, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_prepare_v2(c->m->db, sql, -1, &query, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(query)) == SQLITE_ROW) {
        const char *word = (const char *)sqlite3_column_text(query, 0);
        count(c, sqlite3_column_int64(query, 1), word ? word : "", sqlite3_column_bytes(query, 0), sqlite3_column_int64(query, 2),
              -1);
        rc = SQLITE_OK;
    }
    sqlite3_finalize(query);
    *ret_unreadable = rc == SQLITE_CORRUPT_VTAB; /* what FTS5 says; pages that are damaged are SQLITE_CORRUPT */
    return rc == SQLITE_DONE || *ret_unreadable || fail_with(c, rc, error);
}

/* ---- FTS5's tokenizer ---- */

static bool find_words(struct checking *c, GError **error)
{
    static const char *options[] = {"remove_diacritics", "2"}; /* as the schema says */
    fts5_api *api = fit_api(c->m->db);
    void *context = NULL;
    int rc = api ? api->xFindTokenizer(api, "unicode61", &context, &c->tokenizer) : SQLITE_ERROR;
    if (rc == SQLITE_OK)
        rc = c->tokenizer.xCreate(context, options, 2, &c->words);
    return rc == SQLITE_OK || fail_with(c, rc, error);
}

static void checking_clear(struct checking *c)
{
    if (c->words)
        c->tokenizer.xDelete(c->words);
    g_clear_pointer(&c->texts, g_hash_table_unref);
    g_clear_pointer(&c->seen, g_hash_table_unref);
}

/* Of the texts in buckets that differ: is it there? */
static bool count_wrong(struct checking *c, gint64 *ret_wrong, gint64 *ret_left, GError **error)
{
    g_autofree char *sql = g_strdup_printf("SELECT 1 FROM %s WHERE id = ?", c->of->table);
    sqlite3_stmt *query = NULL;
    GHashTableIter iter;
    gpointer text, sum;
    int rc = sqlite3_prepare_v2(c->m->db, sql, -1, &query, NULL);
    g_hash_table_iter_init(&iter, c->texts);
    while (rc == SQLITE_OK && g_hash_table_iter_next(&iter, &text, &sum)) {
        if (*(guint64 *)sum == 0)
            continue;
        sqlite3_bind_int64(query, 1, *(gint64 *)text);
        rc = sqlite3_step(query);
        *(rc == SQLITE_ROW ? ret_wrong : ret_left) += 1;
        rc = rc == SQLITE_ROW || rc == SQLITE_DONE ? sqlite3_reset(query) : rc;
    }
    sqlite3_finalize(query);
    return rc == SQLITE_OK || fail_with(c, rc, error);
}

bool upkeep_index_check(memory *m, const struct upkeep_index *index, gint64 *ret_wrong, gint64 *ret_left, const char *doing,
                        GError **error)
{
    const struct indexed *of = &indexed_tables[index - upkeep_indexes];
    g_autofree guint64 *sums = g_new0(guint64, BUCKETS);
    __attribute__((cleanup(checking_clear))) struct checking c = {.m = m, .of = of, .doing = doing, .sums = sums};
    *ret_wrong = *ret_left = 0;
    if (!of->places)
        c.seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    bool same = true, unreadable = false;
    if (!find_words(&c, error) || !count_texts(&c, error) || !count_index(&c, &unreadable, error))
        return false;
    if (unreadable)
        *ret_wrong = -1;
    for (guint i = 0; i < BUCKETS; i++)
        same = same && sums[i] == 0;
    if (same || unreadable)
        return true;
    c.texts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    return count_texts(&c, error) && count_index(&c, &unreadable, error) && count_wrong(&c, ret_wrong, ret_left, error);
}

bool upkeep_index_make(memory *m, const struct upkeep_index *index, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     g_str_equal(index->name, "search") ? "INSERT INTO search(search) VALUES ('rebuild')"
                                                        : "INSERT INTO gist_search(gist_search) VALUES ('rebuild')",
                     "");
}
