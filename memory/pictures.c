/* Perceptual hashes: kept, and compared with all of them. */

#include "memory/pictures.h"
#include "memory/store.h"

static const char writing[] = "write a frame's print";

bool store_print(memory *m, const char *hash, guint64 print, gint64 bytes, GError **error)
{
    return store_run(m, writing, error, "INSERT INTO pictures(hash, print, bytes) VALUES (?,?,?) ON CONFLICT DO NOTHING", "tii",
                     hash, (gint64)print, bytes);
}

bool memory_picture_add(memory *m, const char *hash, guint64 print, gint64 bytes, GError **error)
{
    return store_begin(m, writing, error) && store_end(m, store_print(m, hash, print, bytes, error), writing, error);
}

bool memory_picture_get(memory *m, const char *hash, guint64 *ret_print, GError **error)
{
    static const char doing[] = "read a frame's print";
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT print FROM pictures WHERE hash = ?", "t", hash);
    if (!query || !store_next(m, query, doing, error))
        return false;
    *ret_print = (guint64)sqlite3_column_int64(query, 0);
    return true;
}

void memory_like_free(struct memory_like *like)
{
    if (!like)
        return;
    g_free(like->hash);
    g_free(like->role);
    g_free(like);
}

/* Up to `limit` rows with the least distance, in order; of equal ones the first found stays before. */
static void keep_nearest(GPtrArray *nearest, const char *hash, int distance, gint64 limit)
{
    guint at = nearest->len;
    while (at > 0 && ((struct memory_like *)nearest->pdata[at - 1])->distance > distance)
        at--;
    if (limit > 0 && at >= limit)
        return;
    struct memory_like *like = g_new0(struct memory_like, 1);
    like->hash = g_strdup(hash);
    like->distance = distance;
    g_ptr_array_insert(nearest, (gint)at, like);
    if (limit > 0 && nearest->len > limit)
        g_ptr_array_set_size(nearest, (gint)limit);
}

/* Where the picture was seen last. False with error unset: nowhere any more. */
static bool find_place(memory *m, struct memory_like *like, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT run, step, role FROM frames WHERE hash = ? AND gone_us = 0 ORDER BY id DESC LIMIT 1", "t",
        like->hash);
    if (!query || !store_next(m, query, doing, error))
        return false;
    like->run = sqlite3_column_int64(query, 0);
    like->step = sqlite3_column_int64(query, 1);
    like->role = store_text(query, 2);
    return true;
}

GPtrArray *memory_pictures_like(memory *m, guint64 print, int most, gint64 limit, GError **error)
{
    static const char doing[] = "look for frames like this one";
    g_autoptr(GPtrArray) nearest = g_ptr_array_new_with_free_func((GDestroyNotify)memory_like_free);
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT hash, print FROM pictures", "");
    GError *local = NULL;
    if (!query)
        return NULL;
    while (store_next(m, query, doing, &local)) {
        int distance = __builtin_popcountll((guint64)sqlite3_column_int64(query, 1) ^ print);
        if (distance <= most)
            keep_nearest(nearest, (const char *)sqlite3_column_text(query, 0), distance, limit);
    }
    for (guint i = 0; !local && i < nearest->len;) {
        if (find_place(m, nearest->pdata[i], doing, &local))
            i++;
        else if (!local)
            g_ptr_array_remove_index(nearest, i);
    }
    if (local) {
        g_propagate_error(error, local);
        return NULL;
    }
    return g_steal_pointer(&nearest);
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
