/* Paragraphs of knowledge: a row for each version; an edit takes the mark "newest" from the one before. */

#include "memory/knowledge.h"
#include "memory/sqlite/store.h"

static bool paragraph_put(memory *m, const struct memory_paragraph *p, const char *doing, GError **error)
{
    return store_run(m, doing, error,
                     "INSERT INTO knowledge(paragraph, version, at_us, author, app, subject, source, reason, text)"
                     " VALUES (?,?,?,?,?,?,?,?,?)",
                     "iiitttttt", p->paragraph, p->version, p->at_us ? p->at_us : g_get_real_time(), p->by, p->app, p->subject,
                     p->source, p->reason, p->text);
}

static bool put_first(memory *m, const struct memory_paragraph *paragraph, gint64 *ret_paragraph, const char *doing,
                      GError **error)
{
    struct memory_paragraph first = *paragraph;
    first.paragraph = 0;
    first.version = 1;
    if (!paragraph_put(m, &first, doing, error))
        return false;
    *ret_paragraph = sqlite3_last_insert_rowid(m->db);
    return store_run(m, doing, error, "UPDATE knowledge SET paragraph = id WHERE id = ?", "i", *ret_paragraph);
}

bool memory_paragraph_add(memory *m, const struct memory_paragraph *paragraph, gint64 *ret_paragraph, GError **error)
{
    static const char doing[] = "write the paragraph";
    g_return_val_if_fail(paragraph->by && paragraph->app && paragraph->subject && paragraph->text, false);
    gint64 number = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_integer(m, doing, 0, &number, error,
                            "SELECT paragraph FROM knowledge WHERE newest AND app = ? AND subject = ? AND text = ? AND"
                            " withdrawn_us = 0 LIMIT 1",
                            "ttt", paragraph->app, paragraph->subject, paragraph->text) &&
              (number || put_first(m, paragraph, &number, doing, error));
    if (!store_end(m, ok, doing, error))
        return false;
    if (ret_paragraph)
        *ret_paragraph = number;
    return true;
}

static void *read_paragraph(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_paragraph *p = g_new0(struct memory_paragraph, 1);
    char **const texts[] = {&p->by, &p->app, &p->subject, &p->source, &p->reason, &p->text};
    p->id = sqlite3_column_int64(query, 0);
    p->paragraph = sqlite3_column_int64(query, 1);
    p->version = sqlite3_column_int64(query, 2);
    p->at_us = sqlite3_column_int64(query, 3);
    p->newest = sqlite3_column_int64(query, 4) != 0;
    p->withdrawn = sqlite3_column_int64(query, 5) != 0;
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        *texts[i] = store_text(query, (int)i + 6);
    return p;
}

#define COLUMNS                                                                                                                  \
    "SELECT id, paragraph, version, at_us, newest, withdrawn_us, author, app, subject, source, reason, text FROM knowledge "

struct memory_paragraph *memory_paragraph_get(memory *m, gint64 paragraph, GError **error)
{
    static const char doing[] = "read the paragraph";
    g_autoptr(store_query) query = store_prepare(m, doing, error, COLUMNS "WHERE paragraph = ? AND newest", "i", paragraph);
    GError *local = NULL;
    if (!query)
        return NULL;
    if (store_next(m, query, doing, &local))
        return read_paragraph(m, query);
    if (!local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no paragraph %" G_GINT64_FORMAT " (`reins knowledge list` lists them)", paragraph);
    g_propagate_error(error, local);
    return NULL;
}

static struct memory_paragraph *standing(memory *m, gint64 paragraph, GError **error)
{
    struct memory_paragraph *p = memory_paragraph_get(m, paragraph, error);
    if (!p || !p->withdrawn)
        return p;
    memory_paragraph_free(p);
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "paragraph %" G_GINT64_FORMAT " was withdrawn already", paragraph);
    return NULL;
}

static bool change(memory *m, gint64 paragraph, const struct memory_paragraph *version, const char *doing, GError **error)
{
    struct memory_paragraph *old = standing(m, paragraph, error);
    if (!old)
        return false;
    struct memory_paragraph next = *old;
    next.version++;
    next.at_us = version->at_us;
    next.by = version->by;
    next.text = version->text;
    next.reason = version->reason;
    bool ok = store_run(m, doing, error, "UPDATE knowledge SET newest = 0 WHERE id = ?", "i", old->id) &&
              paragraph_put(m, &next, doing, error);
    memory_paragraph_free(old);
    return ok;
}

bool memory_paragraph_change(memory *m, gint64 paragraph, const struct memory_paragraph *version, GError **error)
{
    static const char doing[] = "change the paragraph";
    g_return_val_if_fail(version->by && version->text, false);
    return store_begin(m, doing, error) && store_end(m, change(m, paragraph, version, doing, error), doing, error);
}

static bool withdraw(memory *m, gint64 paragraph, const char *reason, const char *doing, GError **error)
{
    struct memory_paragraph *old = standing(m, paragraph, error);
    bool ok = old && store_run(m, doing, error, "UPDATE knowledge SET withdrawn_us = ?, reason = ? WHERE id = ?", "iti",
                               g_get_real_time(), reason, old->id);
    memory_paragraph_free(old);
    return ok;
}

bool memory_paragraph_withdraw(memory *m, gint64 paragraph, const char *reason, GError **error)
{
    static const char doing[] = "withdraw the paragraph";
    return store_begin(m, doing, error) && store_end(m, withdraw(m, paragraph, reason, doing, error), doing, error);
}

/* ---- building ---- */

/* What the source said when a paragraph was added is its first version: by it the paragraph is known again, whatever a person
 * has made of it. */
static char *key_of(const struct memory_paragraph *p)
{
    return g_strconcat(p->subject, "\n", p->text, NULL);
}

static GHashTable *by_first_text(memory *m, const char *app, const char *source, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, COLUMNS "WHERE version = 1 AND app = ? AND source = ? ORDER BY subject, id", "tt", app, source);
    g_autoptr(GPtrArray) rows = store_list(m, query, doing, read_paragraph, (GDestroyNotify)memory_paragraph_free, error);
    GHashTable *known = rows ? g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free) : NULL;
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_paragraph *p = rows->pdata[i];
        g_hash_table_insert(known, key_of(p), g_memdup2(&p->paragraph, sizeof p->paragraph));
    }
    return known;
}

/* What an earlier build added and this source says no more, unless a person has written a version of it. A paragraph that comes
 * back is told again. */
static bool settle(memory *m, gint64 paragraph, bool there, struct memory_built *built, const char *doing, GError **error)
{
    struct memory_paragraph *p = memory_paragraph_get(m, paragraph, error);
    if (!p)
        return false;
    bool by_build = g_strcmp0(p->reason, "gone from its source") == 0, ok = true;
    if (there && p->withdrawn && by_build) {
        ok = store_run(m, doing, error, "UPDATE knowledge SET withdrawn_us = 0, reason = NULL WHERE id = ?", "i", p->id);
        built->added++;
    } else if (there) {
        built->kept++;
    } else if (!p->withdrawn && p->version == 1) {
        ok = withdraw(m, paragraph, "gone from its source", doing, error);
        built->gone++;
    }
    memory_paragraph_free(p);
    return ok;
}

static bool build(memory *m, const char *app, const char *source, const GPtrArray *paragraphs, struct memory_built *built,
                  const char *doing, GError **error)
{
    g_autoptr(GHashTable) known = by_first_text(m, app, source, doing, error);
    bool ok = known != NULL;
    for (guint i = 0; ok && i < paragraphs->len; i++) {
        struct memory_paragraph p = *(const struct memory_paragraph *)paragraphs->pdata[i];
        g_autofree char *key = key_of(&p);
        gint64 *number = g_hash_table_lookup(known, key), added = 0;
        p.app = (char *)app;
        p.source = (char *)source;
        ok = number ? *number < 0 || settle(m, *number, true, built, doing, error) : put_first(m, &p, &added, doing, error);
        built->added += !number;
        added = -1; /* seen; the source may say it twice */
        g_hash_table_insert(known, g_steal_pointer(&key), g_memdup2(&added, sizeof added));
    }
    GHashTableIter iter;
    gpointer number;
    if (ok)
        g_hash_table_iter_init(&iter, known);
    while (ok && g_hash_table_iter_next(&iter, NULL, &number))
        ok = *(gint64 *)number < 0 || settle(m, *(gint64 *)number, false, built, doing, error);
    return ok;
}

bool memory_knowledge_build(memory *m, const char *app, const char *source, const GPtrArray *paragraphs,
                            struct memory_built *ret_built, GError **error)
{
    static const char doing[] = "build the knowledge";
    *ret_built = (struct memory_built){0};
    return store_begin(m, doing, error) && store_end(m, build(m, app, source, paragraphs, ret_built, doing, error), doing, error);
}

/* ---- lists ---- */

GPtrArray *memory_paragraph_versions(memory *m, gint64 paragraph, GError **error)
{
    static const char doing[] = "list the paragraph's versions";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, COLUMNS "WHERE paragraph = ? ORDER BY version DESC", "i", paragraph);
    return store_list(m, query, doing, read_paragraph, (GDestroyNotify)memory_paragraph_free, error);
}

GPtrArray *memory_knowledge(memory *m, const char *app, bool all, GError **error)
{
    static const char doing[] = "list the knowledge";
    g_autoptr(store_query) query =
        app ? store_prepare(m, doing, error,
                            COLUMNS "WHERE newest AND app = ?1 AND (?2 OR withdrawn_us = 0) ORDER BY app, subject, paragraph",
                            "ti", app, (gint64)all)
            : store_prepare(m, doing, error,
                            COLUMNS "INDEXED BY knowledge_by_subject WHERE newest AND (?1 OR withdrawn_us = 0)"
                                    " ORDER BY app, subject, paragraph",
                            "i", (gint64)all);
    return store_list(m, query, doing, read_paragraph, (GDestroyNotify)memory_paragraph_free, error);
}
