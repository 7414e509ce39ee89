/* Rows of perceptual hashes. */

#include "memory/pictures.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

bool memory_picture_get(memory *m, const char *hash, guint64 *ret_print, GError **error)
{
    static const char doing[] = "read a frame's print";
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT print FROM pictures WHERE hash = ?", "t", hash);
    if (!query || !store_next(m, query, doing, error))
        return false;
    *ret_print = (guint64)sqlite3_column_int64(query, 0);
    return true;
}

static void *read_hash(G_GNUC_UNUSED memory *m, store_query *query)
{
    return store_text(query, 0);
}

GPtrArray *memory_pictures_missing(memory *m, gint64 limit, GError **error)
{
    static const char doing[] = "list the frames without a print";
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT DISTINCT hash FROM frames f WHERE gone_us = 0 AND NOT EXISTS"
                                                 " (SELECT 1 FROM pictures p WHERE p.hash = f.hash) LIMIT ?",
                                                 "i", limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_hash, g_free, error);
}

bool rows_print_add(memory *m, const char *hash, guint64 print, gint64 bytes, const char *doing, GError **error)
{
    return store_run(m, doing, error, "INSERT INTO pictures(hash, print, bytes) VALUES (?,?,?) ON CONFLICT DO NOTHING", "tii",
                     hash, (gint64)print, bytes);
}

bool rows_prints_each(memory *m, void (*each)(void *data, const char *hash, guint64 print), void *data, const char *doing,
                      GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT hash, print FROM pictures", "");
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local))
        each(data, (const char *)sqlite3_column_text(query, 0), (guint64)sqlite3_column_int64(query, 1));
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}
