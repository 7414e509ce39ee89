/* Rows of frames: which belong to a step. */

#include "memory/pages.h"
#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

static void *read_frame(memory *m, store_query *query)
{
    struct memory_frame *frame = g_new0(struct memory_frame, 1);
    frame->run = sqlite3_column_int64(query, 0);
    frame->step = sqlite3_column_int64(query, 1);
    frame->hash = store_text(query, 2);
    frame->path = memory_frame_path(m, frame->hash);
    frame->role = store_text(query, 3);
    frame->width = sqlite3_column_int(query, 4);
    frame->height = sqlite3_column_int(query, 5);
    frame->at_us = sqlite3_column_int64(query, 6);
    frame->gone = sqlite3_column_int64(query, 7) != 0;
    frame->masked = store_text(query, 8);
    return frame;
}

#define FRAME_COLUMNS "SELECT run, step, hash, role, width, height, at_us, gone_us, masked FROM frames "

GPtrArray *memory_frames(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the frames";
    g_autoptr(store_query) query =
        step ? store_prepare(m, doing, error, FRAME_COLUMNS "WHERE run = ? AND step = ? ORDER BY id", "ii", run, step)
             : store_prepare(m, doing, error, FRAME_COLUMNS "WHERE run = ? ORDER BY step, id", "i", run);
    return store_list(m, query, doing, read_frame, (GDestroyNotify)memory_frame_free, error);
}

GArray *memory_frame_steps(memory *m, gint64 run, gint64 from, gint64 limit, bool forward, GError **error)
{
    static const char doing[] = "list the steps that have pictures";
    g_autoptr(store_query) query =
        forward
            ? store_prepare(m, doing, error,
                            "SELECT DISTINCT step FROM frames WHERE run = ? AND step >= ? AND gone_us = 0 ORDER BY step LIMIT ?",
                            "iii", run, from, limit)
            : store_prepare(m, doing, error,
                            "SELECT DISTINCT step FROM frames WHERE run = ? AND step <= ? AND gone_us = 0 ORDER BY step DESC"
                            " LIMIT ?",
                            "iii", run, from, limit);
    return store_integers(m, query, doing, error);
}

bool rows_frame_add(memory *m, const struct memory_frame *f, gint64 *ret_row, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error,
                        "INSERT INTO frames(run, step, hash, role, width, height, at_us, masked) VALUES (?,?,?,?,?,?,?,?)",
                        "iittiiit", f->run, f->step, f->hash, f->role, (gint64)f->width, (gint64)f->height, f->at_us, f->masked);
    *ret_row = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_frame_shown(memory *m, const char *hash, gint64 *ret_run, gint64 *ret_step, char **ret_role, const char *doing,
                      GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT run, step, role FROM frames WHERE hash = ? AND gone_us = 0 ORDER BY id DESC LIMIT 1", "t", hash);
    GError *local = NULL;
    bool found = query && store_next(m, query, doing, &local);
    *ret_run = found ? sqlite3_column_int64(query, 0) : 0;
    *ret_step = found ? sqlite3_column_int64(query, 1) : 0;
    if (ret_role)
        *ret_role = found ? store_text(query, 2) : NULL;
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}
