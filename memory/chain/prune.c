/* Keeping the store small: whole runs that ended long ago, frames of such runs that nobody needs, then the files that no row
 * names. */

#include "memory/chain/gone.h"
#include "memory/port/upkeep.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PRUNE_FRAME_AGE_S 3600 /* the eye stores a frame before the engine names it */

static const char doing[] = "prune memory";

static bool prune_run(memory *m, gint64 run, GError **error)
{
    return store_begin(m, doing, error) && store_end(m, upkeep_run_drop(m, run, doing, error), doing, error);
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
    if (!upkeep_frame_is_named(m, hash, before_us, &named, doing, error))
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
    g_autoptr(GDir) dir = g_dir_open(memory_frames_dir(m), 0, NULL);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)))
        if (!prune_frame(m, name, before_us, dry_run, pruned, error))
            return false;
    return true;
}

bool memory_prune(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error)
{
    struct memory_pruned pruned = {0};
    g_autoptr(GArray) runs = upkeep_runs_before(m, before_us, doing, error);
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

bool memory_thin(memory *m, gint64 before_us, bool dry_run, struct memory_pruned *ret_pruned, GError **error)
{
    struct memory_pruned pruned = {0}, files = {0};
    if (!store_begin(m, doing, error))
        return false;
    gint64 now = g_get_real_time();
    bool ok = upkeep_thin(m, before_us, now, &pruned.runs, doing, error) && gone_bind(m, now, "thin", error) &&
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
