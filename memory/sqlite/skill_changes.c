/* Changes of skill files and stages; vectors of texts. */

#include "memory/skills.h"

#include "memory/sqlite/store.h"

/* ---- changes of files and stages ---- */

bool memory_change_add(memory *m, const struct memory_change *change, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the change of a skill file";
    g_return_val_if_fail(change->what && change->path, false);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(
        m, doing, error, "INSERT INTO skill_changes(batch, at_us, what, path, before, after, sha256) VALUES (?,?,?,?,?,?,?)",
        "iittttt", change->batch, g_get_real_time(), change->what, change->path, change->before, change->after, change->sha256);
    gint64 id = sqlite3_last_insert_rowid(m->db);
    if (ok && !change->batch)
        ok = store_run(m, doing, error, "UPDATE skill_changes SET batch = id WHERE id = ?", "i", id);
    ok = store_end(m, ok, doing, error);
    if (ok && ret_id)
        *ret_id = id;
    return ok;
}

static void *read_change(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_change *c = g_new0(struct memory_change, 1);
    c->id = sqlite3_column_int64(query, 0);
    c->at_us = sqlite3_column_int64(query, 1);
    c->undone = sqlite3_column_int(query, 2) != 0;
    c->what = store_text(query, 3);
    c->path = store_text(query, 4);
    c->before = store_text(query, 5);
    c->after = store_text(query, 6);
    c->batch = sqlite3_column_int64(query, 7);
    c->sha256 = store_text(query, 8);
    return c;
}

GPtrArray *memory_changes(memory *m, gint64 limit, GError **error)
{
    static const char doing[] = "list the changes of skill files";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT id, at_us, undone, what, path, before, after, batch, sha256 FROM skill_changes ORDER BY id DESC LIMIT ?", "i",
        limit ? limit : G_MAXINT64);
    return store_list(m, query, doing, read_change, (GDestroyNotify)memory_change_free, error);
}

bool memory_change_set_undone(memory *m, gint64 batch, bool undone, GError **error)
{
    static const char doing[] = "mark the change of a skill file";
    return store_begin(m, doing, error) &&
           store_end(
               m, store_run(m, doing, error, "UPDATE skill_changes SET undone = ? WHERE batch = ?", "ii", (gint64)undone, batch),
               doing, error);
}

/* ---- vectors ---- */

bool memory_vectors_put(memory *m, const char *kind, const char *const *keys, const float *vectors, gsize n, GError **error)
{
    static const char doing[] = "write texts' vectors";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = true;
    for (gsize i = 0; ok && keys[i]; i++) {
        g_autoptr(GBytes) bytes = g_bytes_new_static(vectors + i * n, n * sizeof *vectors);
        ok = store_run(m, doing, error, "INSERT OR REPLACE INTO vectors(kind, key, vector) VALUES (?,?,?)", "ttb", kind, keys[i],
                       bytes);
    }
    return store_end(m, ok, doing, error);
}

GBytes *memory_vector_get(memory *m, const char *kind, const char *key, GError **error)
{
    static const char doing[] = "read a text's vector";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT vector FROM vectors WHERE kind = ? AND key = ?", "tt", kind, key);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    return g_bytes_new(sqlite3_column_blob(query, 0), (gsize)sqlite3_column_bytes(query, 0));
}
