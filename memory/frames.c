/* Which frames belong to a step. The pictures are files; the eye has written them before they are named here. */

#include "memory/batch.h"
#include "memory/journal.h"
#include "memory/pages.h"

#include <sys/stat.h>
#include <unistd.h>

void memory_frame_free(struct memory_frame *frame)
{
    if (!frame)
        return;
    g_free(frame->hash);
    g_free(frame->path);
    g_free(frame->role);
    g_free(frame);
}

static bool add_print(memory *m, const struct memory_frame *frame, GError **error)
{
    g_autofree char *path = memory_frame_path(m, frame->hash);
    struct stat info;
    return store_print(m, frame->hash, frame->print, lstat(path, &info) == 0 ? info.st_size : 0, error);
}

bool memory_frame_add(memory *m, const struct memory_frame *frame, GError **error)
{
    static const char doing[] = "write the frame";
    if (!store_is_hash(frame->hash)) { /* it becomes a file's name */
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot %s: its name is not a SHA-256 of 64 hexadecimal digits",
                    doing);
        return false;
    }
    struct memory_frame bound = *frame;
    bound.at_us = frame->at_us ? frame->at_us : store_now(m);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error, "INSERT INTO frames(run, step, hash, role, width, height, at_us) VALUES (?,?,?,?,?,?,?)",
                        "iittiii", frame->run, frame->step, frame->hash, frame->role, (gint64)frame->width, (gint64)frame->height,
                        bound.at_us);
    if (ok) {
        gint64 row = sqlite3_last_insert_rowid(m->db);
        g_autofree char *hash = journal_frame_hash(row, &bound);
        ok = journal_bind(m, frame->run, frame->step, 0, "frame", NULL, NULL, hash, row, bound.at_us, error);
    }
    return store_end(m, ok && (!frame->printed || add_print(m, frame, error)), doing, error);
}

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
    return frame;
}

#define FRAME_COLUMNS "SELECT run, step, hash, role, width, height, at_us, gone_us FROM frames "

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

/* ---- pictures of a run that is not committed yet ---- */

gint64 store_file_ns(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 ? info.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) + info.st_mtim.tv_nsec : 0;
}

static void take_back(memory *m, const struct memory_placed *one, const char *doing)
{
    gint64 named = 1;
    g_autofree char *path = memory_frame_path(m, one->hash);
    if (store_integer(m, doing, 0, &named, NULL, "SELECT 1 FROM frames WHERE hash = ? AND gone_us = 0 LIMIT 1", "t", one->hash) &&
        !named && store_file_ns(path) == one->at_ns)
        unlink(path);
}

void memory_frames_take_back(memory *m, GArray *placed)
{
    static const char doing[] = "take back the pictures";
    if (!placed->len || !store_begin(m, doing, NULL)) /* nobody names one meanwhile */
        return;                                       /* prune takes what nobody names */
    for (guint i = 0; i < placed->len; i++)
        take_back(m, &g_array_index(placed, struct memory_placed, i), doing);
    if (store_end(m, false, doing, NULL))
        g_debug("nothing was written");
    g_array_set_size(placed, 0);
}
