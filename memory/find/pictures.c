/* Perceptual hashes: kept, and compared with all of them. */

#include "memory/pictures.h"

#include "memory/port/rows.h"

bool memory_picture_add(memory *m, const char *hash, guint64 print, gint64 bytes, GError **error)
{
    static const char doing[] = "write a frame's print";
    return store_begin(m, doing, error) && store_end(m, rows_print_add(m, hash, print, bytes, doing, error), doing, error);
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

struct looking {
    GPtrArray *nearest; /* struct memory_like *, owned */
    guint64 print;
    int most;
    gint64 limit;
};

static void look_at(void *data, const char *hash, guint64 print)
{
    const struct looking *l = data;
    int distance = __builtin_popcountll(print ^ l->print);
    if (distance <= l->most)
        keep_nearest(l->nearest, hash, distance, l->limit);
}

GPtrArray *memory_pictures_like(memory *m, guint64 print, int most, gint64 limit, GError **error)
{
    static const char doing[] = "look for frames like this one";
    g_autoptr(GPtrArray) nearest = g_ptr_array_new_with_free_func((GDestroyNotify)memory_like_free);
    struct looking l = {nearest, print, most, limit};
    if (!rows_prints_each(m, look_at, &l, doing, error))
        return NULL;
    for (guint i = 0; i < nearest->len;) {
        struct memory_like *like = nearest->pdata[i];
        if (!rows_frame_shown(m, like->hash, &like->run, &like->step, &like->role, doing, error))
            return NULL;
        if (like->run)
            i++;
        else /* nowhere any more */
            g_ptr_array_remove_index(nearest, i);
    }
    return g_steal_pointer(&nearest);
}
