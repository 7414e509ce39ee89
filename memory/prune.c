/* Keeping the store small: whole runs that ended long ago, frames of such runs that nobody needs, then the files that no row
 * names. */

#include "memory/bound.h"
#include "memory/store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PRUNE_FRAME_AGE_S 3600 /* the eye stores a frame before the engine names it */

static const char doing[] = "prune memory";

/* One run in one transaction; its rows go by the cascade. */
static bool prune_run(memory *m, gint64 run, GError **error)
{
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_run(
            m, doing, error,
            "INSERT INTO tombstones(run, started_us, ended_us, outcome, steps, journal_seq, journal_hash, pruned_us)"
            " SELECT id, started_us, ended_us, outcome, (SELECT count(*) FROM steps WHERE steps.run = runs.id), journal_seq,"
            " journal_hash, ? FROM runs WHERE id = ? AND status = 'ended'",
            "ii", g_get_real_time(), run) &&
        store_run(m, doing, error, "DELETE FROM runs WHERE id = ? AND status = 'ended'", "i", run);
    return store_end(m, ok, doing, error);
}

static GArray *old_runs(memory *m, gint64 before_us, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT id FROM runs WHERE status = 'ended' AND ended_us > 0 AND ended_us < ? ORDER BY id",
                      "i", before_us);
    return store_integers(m, query, doing, error);
}

/* Runs that name the frame and stay. With dry_run the old ones are still there and do not count. */
static bool frame_is_named(memory *m, const char *hash, gint64 before_us, bool *ret_named, GError **error)
{
    gint64 named = 0;
    if (!store_integer(m, doing, 0, &named, error,
                       "SELECT 1 FROM frames JOIN runs ON runs.id = frames.run WHERE hash = ?1 AND gone_us = 0"
                       " AND NOT (status = 'ended' AND ended_us > 0 AND ended_us < ?2) LIMIT 1",
                       "ti", hash, before_us))
        return false;
    *ret_named = named != 0;
    return true;
}

static bool prune_frame(memory *m, const char *name, gint64 before_us, bool dry_run, struct memory_pruned *pruned, GError **error)
{
    if (strlen(name) != 68 || !g_str_has_suffix(name, ".png"))
        return true;
    g_autofree char *hash = g_strndup(name, 64);
    g_autofree char *path = memory_frame_path(m, hash);
    struct stat info;
    bool named = false;
    if (!path || lstat(path, &info) != 0 || !S_ISREG(info.st_mode) ||
        info.st_mtim.tv_sec > g_get_real_time() / G_USEC_PER_SEC - PRUNE_FRAME_AGE_S)
        return true;
    if (!frame_is_named(m, hash, before_us, &named, error))
        return false;
    if (named)
        return true;
    if (!dry_run && unlink(path) != 0 && errno != ENOENT) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot remove %s: %s (check the folder's permissions)", path,
                    g_strerror(errno));
        return false;
    }
    pruned->frames++;
    pruned->bytes += info.st_size;
    return true;
}

/* Every file in the folder that nobody names. */
static bool prune_frames(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *pruned, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(m->frames, 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)))
        if (!prune_frame(m, name, before_us, dry_run, pruned, error))
            return false;
    return true;
}

bool memory_prune(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error)
{
    struct memory_pruned pruned = {0};
    g_autoptr(GArray) runs = old_runs(m, before_us, error);
    if (!runs)
        return false;
    for (guint i = 0; i < runs->len; i++) {
        gint64 run = g_array_index(runs, gint64, i);
        int lock = dry_run ? -1 : memory_run_lock(m, run, NULL); /* somebody may be taking it up again: leave it */
        if (!dry_run && lock < 0)
            continue;
        bool ok = dry_run || prune_run(m, run, error);
        if (lock >= 0)
            close(lock);
        if (!ok)
            return false;
        pruned.runs++;
    }
    if (!prune_frames(m, before_us, dry_run, &pruned, error) || (!dry_run && !store_scrub(m, error)))
        return false;
    *ret_pruned = pruned;
    return true;
}

/* ---- thinning ---- */

/* Frames that may go: not those that show an action's before and after (the engine's observations), keyframes and a run's last
 * one; none of a step that a person touched, wrote beside or pinned; none of a pinned run. */
#define THINNED                                                                                                                  \
    "gone_us = 0 AND (role IS NULL OR role NOT IN ('before', 'after', 'observation', 'keyframe', 'last')) AND run IN"            \
    " (SELECT id FROM runs WHERE status = 'ended' AND ended_us > 0 AND ended_us < ?1) AND NOT EXISTS"                            \
    " (SELECT 1 FROM step_marks k WHERE k.run = frames.run AND k.step = frames.step AND k.what IN"                               \
    "  ('human', 'stale', 'note', 'pin', 'tag')) AND NOT EXISTS"                                                                 \
    " (SELECT 1 FROM notes n WHERE n.run = frames.run AND n.step = 0 AND n.kind = 'pin' AND n.withdrawn_us = 0)"

bool memory_thin(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error)
{
    struct memory_pruned pruned = {0}, files = {0};
    if (!store_begin(m, doing, error))
        return false;
    gint64 now = g_get_real_time();
    bool ok = store_integer(m, doing, 0, &pruned.runs, error, "SELECT count(DISTINCT run) FROM frames WHERE " THINNED, "i",
                            before_us) &&
              store_run(m, doing, error, "UPDATE frames SET gone_us = ?2 WHERE " THINNED, "ii", before_us, now) &&
              bound_gone(m, now, "thin", error) &&
              (!dry_run || prune_frames(m, 0, true, &files, error)); /* counted while the rows say so */
    if (!dry_run || !ok)
        ok = store_end(m, ok, doing, error) && prune_frames(m, 0, false, &files, error);
    else if (!store_end(m, false, doing, NULL))
        g_debug("thin: nothing was written");
    pruned.frames = files.frames;
    pruned.bytes = files.bytes;
    *ret_pruned = pruned;
    return ok;
}
