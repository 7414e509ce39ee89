/* Forgetting. One transaction empties the rows and writes the tombstone; then the files go, and what the database kept of the old
 * bytes. A death in between leaves files that no row names, which the next forget or prune takes. */

#include "memory/forget.h"

#include "memory/chain/bound.h"
#include "memory/chain/gone.h"
#include "memory/port/rows.h"
#include "memory/port/upkeep.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

static const char doing[] = "forget";

struct forgetting {
    memory *m;        /* borrowed */
    gint64 run, step; /* step 0 = the whole run */
    const char *by, *reason;
    bool everywhere;
    memory_forgotten *told; /* borrowed */
};

static bool write_tombstone(const struct forgetting *f, gint64 run, gint64 step, const char *rows, bool everywhere,
                            const memory_forgotten *told, GError **error)
{
    const struct upkeep_stone stone = {.run = run,
                                       .step = step,
                                       .at_us = g_get_real_time(),
                                       .frames = told->frames,
                                       .bytes = told->bytes,
                                       .by = f->by,
                                       .reason = f->reason,
                                       .everywhere = everywhere,
                                       .emptied = rows};
    const struct memory_entry entry = {
        .run = run, .step = step, .at_us = stone.at_us, .stage = (char *)"forgotten", .by = (char *)f->by};
    gint64 id = 0;
    return upkeep_stone_add(f->m, &stone, &id, doing, error) && bound_append(f->m, &entry, id, error);
}

/* ---- pictures ---- */

/* Its file goes, or another step that stays shows it (*ret_stays). */
static bool part_with_frame(const struct forgetting *f, const char *hash, gint64 now, bool *ret_stays, GError **error)
{
    gint64 run = 0, step = 0;
    if ((f->everywhere && !upkeep_frame_gone(f->m, hash, now, doing, error)) ||
        !rows_frame_shown(f->m, hash, &run, &step, NULL, doing, error))
        return false;
    *ret_stays = run != 0;
    if (run) {
        g_ptr_array_add(f->told->kept,
                        g_strdup_printf("frame %.12s… stays: run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT " shows it, too",
                                        hash, run, step));
        return true;
    }
    g_autofree char *path = memory_frame_path(f->m, hash);
    struct stat info;
    if (!upkeep_print_drop(f->m, hash, doing, error))
        return false;
    if (path && lstat(path, &info) == 0) {
        f->told->frames++;
        f->told->bytes += info.st_size;
    }
    return true;
}

/* Marks the rows, and leaves in `hashes` those whose files go. */
static bool part_with_frames(const struct forgetting *f, GPtrArray *hashes, GError **error)
{
    gint64 now = g_get_real_time();
    if (!upkeep_frames_gone(f->m, f->run, f->step, now, doing, error))
        return false;
    for (guint i = 0; i < hashes->len;) {
        bool stays = false;
        if (!part_with_frame(f, hashes->pdata[i], now, &stays, error))
            return false;
        if (stays)
            g_ptr_array_remove_index(hashes, i);
        else
            i++;
    }
    return gone_bind(f->m, now, "forget", error);
}

static bool remove_files(memory *m, const GPtrArray *hashes, GError **error)
{
    for (guint i = 0; i < hashes->len; i++) {
        g_autofree char *path = memory_frame_path(m, hashes->pdata[i]);
        if (!path || unlink(path) == 0 || errno == ENOENT)
            continue;
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED, "cannot remove %s: %s (check the folder's permissions)", path,
                    g_strerror(errno));
        return false;
    }
    return true;
}

/* ---- what others were told ---- */

static bool may_be_forgotten(const struct forgetting *f, GError **error)
{
    bool there = false;
    if (!rows_step_is_there(f->m, f->run, f->step, &there, doing, error))
        return false;
    if (!there && f->step)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no run %" G_GINT64_FORMAT " with step %" G_GINT64_FORMAT " in memory", f->run, f->step);
    else if (!there)
        store_no_run(f->run, error);
    g_autofree char *status = there ? rows_run_status(f->m, f->run, doing, error) : NULL;
    bool ended = g_strcmp0(status, "ended") == 0;
    if (status && !ended)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "run %" G_GINT64_FORMAT
                    " has not ended and may still need its past (stop it first: reins resume %" G_GINT64_FORMAT ", then q)",
                    f->run, f->run);
    return ended;
}

/* Takes such a prompt; a tombstone in that run's chain says why it is not there. */
static bool empty_reminded(const struct forgetting *f, gint64 run, gint64 step, GError **error)
{
    const memory_forgotten nothing = {0};
    return upkeep_empty_plans(f->m, run, step, &f->told->texts, doing, error) &&
           write_tombstone(f, run, step, ",", false, &nothing, error);
}

/* Why the prompt of another run was not emptied: somebody drives it, or it cannot be locked; takes the error. */
static char *why_kept(GError *error)
{
    bool driven = g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_BUSY);
    char *why = !error   ? g_strdup("")
                : driven ? g_strdup(", and that run has not ended")
                         : g_strdup_printf(": %s", error->message);
    g_clear_error(&error);
    return why;
}

/* The prompts of other runs: emptied when everything is to go and nobody drives the run, else said to stay. */
static bool part_with_prompts(const struct forgetting *f, GError **error)
{
    g_autoptr(GArray) places = upkeep_reminded(f->m, f->run, f->step, doing, error);
    for (guint i = 0; places && i < places->len; i += 2) {
        gint64 run = g_array_index(places, gint64, i), step = g_array_index(places, gint64, i + 1);
        GError *local = NULL;
        int lock = f->everywhere ? memory_run_lock(f->m, run, &local) : -1;
        bool ok = lock < 0 || empty_reminded(f, run, step, error);
        if (lock >= 0) {
            close(lock);
        } else {
            g_autofree char *why = why_kept(local);
            g_ptr_array_add(f->told->kept, g_strdup_printf("the prompt of run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT
                                                           " stays: it recalled this%s",
                                                           run, step, why));
        }
        if (!ok)
            return false;
    }
    return places != NULL;
}

/* The steps after a forgotten one quote it: in what they were told, which stays unless everything is to go, and in what was
 * answered then, which is theirs. Whoever forgets a word has to know. */
static bool say_what_later_ones_keep(const struct forgetting *f, GError **error)
{
    gint64 first = 0;
    if (!f->step)
        return true;
    if (!upkeep_first_after(f->m, f->run, f->step, f->everywhere, &first, doing, error))
        return false;
    if (first && f->everywhere)
        g_ptr_array_add(f->told->kept, g_strdup_printf("answers of run %" G_GINT64_FORMAT " from step %" G_GINT64_FORMAT
                                                       " on stay and may quote it (forget those steps separately)",
                                                       f->run, first));
    else if (first)
        g_ptr_array_add(f->told->kept, g_strdup_printf("run %" G_GINT64_FORMAT ": prompts from step %" G_GINT64_FORMAT
                                                       " on quote earlier steps and stay",
                                                       f->run, first));
    return true;
}

static bool part_with_words(const struct forgetting *f, GError **error)
{
    g_autofree char *rows = upkeep_journal_to_empty(f->m, f->run, f->step, doing, error);
    return rows && upkeep_empty(f->m, f->run, f->step, &f->told->texts, doing, error) &&
           (!f->everywhere || !f->step || upkeep_empty_later(f->m, f->run, f->step, &f->told->texts, doing, error)) &&
           write_tombstone(f, f->run, f->step, rows, f->everywhere, f->told, error);
}

bool memory_forget(memory *m, gint64 run, gint64 step, const char *by, const char *reason, bool everywhere, bool dry_run,
                   memory_forgotten *ret_forgotten, GError **error)
{
    g_return_val_if_fail(by && reason && *reason, false);
    *ret_forgotten = (memory_forgotten){.kept = g_ptr_array_new_with_free_func(g_free)};
    const struct forgetting f = {m, run, step, by, reason, everywhere, ret_forgotten};
    int lock = memory_run_lock(m, run, error);
    if (lock < 0)
        return false;
    g_autoptr(GPtrArray) hashes = NULL;
    bool ok = store_begin_sure(m, doing, error);
    if (ok) {
        ok = may_be_forgotten(&f, error) && (hashes = upkeep_frames_of(m, run, step, doing, error)) &&
             part_with_frames(&f, hashes, error) && say_what_later_ones_keep(&f, error) && part_with_prompts(&f, error) &&
             part_with_words(&f, error);
        ok = store_end(m, ok && !dry_run, doing, error) || (ok && dry_run);
    }
    ok = ok && (dry_run || (remove_files(m, hashes, error) && store_scrub(m, error)));
    close(lock);
    return ok;
}
