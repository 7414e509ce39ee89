/* Forgetting. One transaction empties the rows and writes the tombstone; then the files go, and what SQLite kept of the old bytes
 * (FTS segments, the WAL). A death in between leaves files that no row names, which the next forget or prune takes. */

#include "memory/bound.h"
#include "memory/forget.h"
#include "memory/journal.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char doing[] = "forget";

void memory_forgotten_clear(memory_forgotten *forgotten)
{
    g_clear_pointer(&forgotten->kept, g_ptr_array_unref);
}

/* ---- words ---- */

/* ?1 = run, ?2 = step (0 = all). Columns that a list needs stay, as numbers do. */
static const char *const of_step[] = {
    "UPDATE calls SET prompt = NULL, reply = NULL, output = NULL, correction = NULL, error = NULL"
    " WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE proposals SET action = NULL, timeline = NULL, target = NULL WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE decisions SET reason = NULL WHERE run = ?1 AND proposal IN"
    " (SELECT id FROM proposals WHERE run = ?1 AND (?2 = 0 OR step = ?2))",
    "UPDATE fired SET events = '[]' WHERE run = ?1 AND proposal IN"
    " (SELECT id FROM proposals WHERE run = ?1 AND (?2 = 0 OR step = ?2))",
    "UPDATE steps SET task = NULL, action = NULL WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE summaries SET text = '' WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE questions SET question = '', choices = NULL, answer = NULL WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE notes SET text = '' WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE lessons SET text = '', task = NULL, reason = 'forgotten', withdrawn_us = max(withdrawn_us, 1)"
    " WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    "UPDATE recalls SET why = NULL WHERE (run = ?1 AND (?2 = 0 OR step = ?2)) OR (source_run = ?1 AND (?2 = 0 OR source_step = "
    "?2))",
    "DELETE FROM texts WHERE run = ?1 AND (?2 = 0 OR step = ?2)",
    /* working memory tells of the steps before it; nobody takes up an ended run in its middle without being told */
    "DELETE FROM states WHERE run = ?1 AND (?2 = 0 OR step >= ?2)",
    /* what a row of the chain says; those that only hold a hash are needed to verify the rest */
    "UPDATE journal SET data = NULL WHERE run = ?1 AND (?2 = 0 OR step = ?2) AND data IS NOT NULL"
    " AND substr(data, 1, 10) <> '{\"sha256\":' AND stage <> 'note_withdrawn'",
};

/* What later steps were told of it. */
static const char *const of_later[] = {
    "UPDATE calls SET prompt = NULL WHERE run = ?1 AND step > ?2",
    "UPDATE summaries SET text = '' WHERE run = ?1 AND step > ?2",
    "DELETE FROM texts WHERE run = ?1 AND step > ?2 AND kind = 'summary'",
};

static const char *const of_run[] = {
    "UPDATE runs SET task = '(forgotten)', app = NULL, options = NULL, sandbox = NULL, reason = NULL, origin ="
    " CASE WHEN json_extract(origin, '$.identity') IS NOT NULL THEN json_object('identity', json_extract(origin, '$.identity')) "
    "END"
    " WHERE id = ?1"
    " AND ?2 = 0",
};

static bool empty_rows(memory *m, const char *const *table, guint n, gint64 run, gint64 step, gint64 *texts, GError **error)
{
    for (guint i = 0; i < n; i++) {
        if (!store_run(m, doing, error, table[i], "ii", run, step))
            return false;
        *texts += sqlite3_changes(m->db);
    }
    return true;
}

/* The rows of the chain that are about to lose their words: verify must know which. */
static char *rows_to_empty(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT ',' || coalesce(group_concat(seq), '') || ',' FROM (SELECT seq FROM journal WHERE run = ?1 AND (?2 "
                      "= 0 OR step = ?2)"
                      " AND data IS NOT NULL AND substr(data, 1, 10) <> '{\"sha256\":' AND stage <> 'note_withdrawn'"
                      " ORDER BY seq)",
                      "ii", run, step);
    return query && store_next(m, query, doing, error) ? store_text(query, 0) : NULL;
}

static bool write_tombstone(memory *m, gint64 run, gint64 step, const char *by, const char *reason, const char *rows,
                            bool everywhere, const memory_forgotten *f, GError **error)
{
    struct tombstone stone = {.run = run,
                              .step = step,
                              .at_us = g_get_real_time(),
                              .frames = f->frames,
                              .bytes = f->bytes,
                              .by = by,
                              .reason = reason,
                              .everywhere = everywhere,
                              .emptied = rows};
    if (!store_run(m, doing, error,
                   "INSERT INTO forgotten(run, step, at_us, author, frames, bytes, reason, everywhere, emptied) VALUES "
                   "(?,?,?,?,?,?,?,?,?)",
                   "iiitiitit", run, step, stone.at_us, by, f->frames, f->bytes, reason, (gint64)everywhere, rows))
        return false;
    stone.row = sqlite3_last_insert_rowid(m->db);
    g_autofree char *hash = journal_tombstone_hash(&stone);
    return journal_bind(m, run, step, 0, "forgotten", by, NULL, hash, stone.row, stone.at_us, error);
}

/* ---- pictures ---- */

static void *read_hash(G_GNUC_UNUSED memory *m, store_query *query)
{
    return store_text(query, 0);
}

static GPtrArray *frames_of(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT DISTINCT hash FROM frames WHERE run = ?1 AND (?2 = 0 OR step = ?2) ORDER BY hash",
                      "ii", run, step);
    return store_list(m, query, doing, read_hash, g_free, error);
}

/* Another step that shows the picture; false with error unset: none. */
static bool shown_elsewhere(memory *m, const char *hash, gint64 *ret_run, gint64 *ret_step, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT run, step FROM frames WHERE hash = ? AND gone_us = 0 LIMIT 1", "t", hash);
    if (!query || !store_next(m, query, doing, error))
        return false;
    *ret_run = sqlite3_column_int64(query, 0);
    *ret_step = sqlite3_column_int64(query, 1);
    return true;
}

/* Marks the rows, and leaves in `hashes` those whose files go. */
static bool part_with_frames(memory *m, gint64 run, gint64 step, bool everywhere, GPtrArray *hashes, memory_forgotten *f,
                             GError **error)
{
    gint64 now = g_get_real_time();
    if (!store_run(m, doing, error, "UPDATE frames SET gone_us = ?3 WHERE run = ?1 AND (?2 = 0 OR step = ?2) AND gone_us = 0",
                   "iii", run, step, now))
        return false;
    for (guint i = 0; i < hashes->len;) {
        const char *hash = hashes->pdata[i];
        gint64 other_run = 0, other_step = 0;
        GError *local = NULL;
        if (everywhere &&
            !store_run(m, doing, error, "UPDATE frames SET gone_us = ? WHERE hash = ? AND gone_us = 0", "it", now, hash))
            return false;
        if (shown_elsewhere(m, hash, &other_run, &other_step, &local)) {
            g_ptr_array_add(f->kept, g_strdup_printf("frame %.12s… stays: run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT
                                                     " shows it, too",
                                                     hash, other_run, other_step));
            g_ptr_array_remove_index(hashes, i);
            continue;
        }
        g_autofree char *path = memory_frame_path(m, hash);
        struct stat info;
        if (local || !store_run(m, doing, &local, "DELETE FROM pictures WHERE hash = ?", "t", hash)) {
            g_propagate_error(error, local);
            return false;
        }
        if (path && lstat(path, &info) == 0) {
            f->frames++;
            f->bytes += info.st_size;
        }
        i++;
    }
    return bound_gone(m, now, "forget", error);
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

/* ---- what is left of the bytes ---- */

bool store_scrub(memory *m, GError **error)
{
    /* one segment without the deleted words in the place of all; freed pages are overwritten (secure_delete, open.c) */
    if (!store_run(m, doing, error, "INSERT INTO search(search) VALUES ('optimize')", "") ||
        !store_run(m, doing, error, "INSERT INTO gist_search(gist_search) VALUES ('optimize')", ""))
        return false;
    gint64 busy = 1;
    if (!store_integer(m, doing, 1, &busy, error, "PRAGMA wal_checkpoint(TRUNCATE)", ""))
        return false;
    if (!busy)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_BUSY,
                "it is forgotten, but the store's journal (memory.sqlite-wal) still has old bytes, because another process reads "
                "the store (close it, then run `reins memory prune`)");
    return false;
}

static bool may_be_forgotten(memory *m, gint64 run, gint64 step, GError **error)
{
    gint64 ended = 0, there = 0;
    if (!store_integer(
            m, doing, 0, &there, error,
            "SELECT 1 FROM runs WHERE id = ?1 AND (?2 = 0 OR EXISTS (SELECT 1 FROM steps WHERE run = ?1 AND step = ?2))", "ii",
            run, step) ||
        !store_integer(m, doing, 0, &ended, error, "SELECT status = 'ended' FROM runs WHERE id = ?", "i", run))
        return false;
    if (!there && step)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "there is no run %" G_GINT64_FORMAT " with step %" G_GINT64_FORMAT " in memory", run, step);
    else if (!there)
        store_no_run(run, error);
    else if (!ended)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "run %" G_GINT64_FORMAT
                    " has not ended and may still need its past (stop it first: reins resume %" G_GINT64_FORMAT ", then q)",
                    run, run);
    return there && ended;
}

/* ---- what other runs were told ---- */

struct place {
    gint64 run, step;
};

/* The steps of other runs whose plan was reminded of it (recalls.h). */
static GArray *told_places(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT DISTINCT run, step FROM recalls WHERE source_run = ?1 AND (?2 = 0 OR source_step = ?2) AND in_prompt"
        " AND run <> ?1 ORDER BY run, step",
        "ii", run, step);
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct place));
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local)) {
        const struct place p = {sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1)};
        g_array_append_val(places, p);
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local ? g_steal_pointer(&places) : NULL;
}

/* Takes such a prompt; a tombstone in that run's chain says why it is not there. */
static bool empty_told(memory *m, const struct place *p, const char *by, const char *reason, memory_forgotten *f, GError **error)
{
    static const char *const of_plan[] = {
        "UPDATE calls SET prompt = NULL WHERE run = ?1 AND step = ?2 AND json_extract(says, '$.actions') IS NOT NULL",
    };
    const memory_forgotten nothing = {0};
    return empty_rows(m, of_plan, G_N_ELEMENTS(of_plan), p->run, p->step, &f->texts, error) &&
           write_tombstone(m, p->run, p->step, by, reason, ",", false, &nothing, error);
}

/* Why the prompt of another run was not emptied: somebody drives it, or it cannot be locked; takes the error. */
static char *why_kept(GError *error)
{
    bool driven = g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_BUSY);
    char *why = !error ? g_strdup("") : driven ? g_strdup(", and that run goes on") : g_strdup_printf(": %s", error->message);
    g_clear_error(&error);
    return why;
}

/* The prompts of other runs: emptied when everything is to go and nobody drives the run, else said to stay. */
static bool part_with_prompts(memory *m, gint64 run, gint64 step, const char *by, const char *reason, bool everywhere,
                              memory_forgotten *f, GError **error)
{
    g_autoptr(GArray) places = told_places(m, run, step, error);
    for (guint i = 0; places && i < places->len; i++) {
        const struct place *p = &g_array_index(places, struct place, i);
        GError *local = NULL;
        int lock = everywhere ? memory_run_lock(m, p->run, &local) : -1;
        bool ok = lock < 0 || empty_told(m, p, by, reason, f, error);
        if (lock >= 0) {
            close(lock);
        } else {
            g_autofree char *why = why_kept(local);
            g_ptr_array_add(f->kept, g_strdup_printf("the prompt of run %" G_GINT64_FORMAT ", step %" G_GINT64_FORMAT
                                                     " stays: it was reminded of this%s",
                                                     p->run, p->step, why));
        }
        if (!ok)
            return false;
    }
    return places != NULL;
}

/* The steps after a forgotten one quote it: in what they were told, which stays unless everything is to go, and in what was
 * answered then, which is theirs. Whoever forgets a word has to know. */
static bool say_what_later_ones_keep(memory *m, gint64 run, gint64 step, bool everywhere, memory_forgotten *f, GError **error)
{
    gint64 first = 0;
    if (!step)
        return true;
    if (!store_integer(m, doing, 0, &first, error,
                       "SELECT coalesce(min(step), 0) FROM calls WHERE run = ?1 AND step > ?2 AND CASE WHEN ?3 THEN reply ELSE "
                       "prompt END IS NOT NULL",
                       "iii", run, step, (gint64)everywhere))
        return false;
    if (first && everywhere)
        g_ptr_array_add(f->kept, g_strdup_printf("what run %" G_GINT64_FORMAT " from step %" G_GINT64_FORMAT
                                                 " on answered stays and may quote it (those steps are forgotten by themselves)",
                                                 run, first));
    else if (first)
        g_ptr_array_add(f->kept, g_strdup_printf("run %" G_GINT64_FORMAT ": prompts from step %" G_GINT64_FORMAT
                                                 " on were told of the steps before them and stay",
                                                 run, first));
    return true;
}

bool memory_forget(memory *m, gint64 run, gint64 step, const char *by, const char *reason, bool everywhere, bool dry_run,
                   memory_forgotten *ret_forgotten, GError **error)
{
    g_return_val_if_fail(by && reason && *reason, false);
    *ret_forgotten = (memory_forgotten){.kept = g_ptr_array_new_with_free_func(g_free)};
    int lock = memory_run_lock(m, run, error);
    if (lock < 0)
        return false;
    g_autoptr(GPtrArray) hashes = NULL;
    g_autofree char *rows = NULL;
    bool ok = store_begin_sure(m, doing, error);
    if (ok) {
        ok = may_be_forgotten(m, run, step, error) && (hashes = frames_of(m, run, step, error)) &&
             part_with_frames(m, run, step, everywhere, hashes, ret_forgotten, error) &&
             say_what_later_ones_keep(m, run, step, everywhere, ret_forgotten, error) &&
             part_with_prompts(m, run, step, by, reason, everywhere, ret_forgotten, error) &&
             (rows = rows_to_empty(m, run, step, error)) &&
             empty_rows(m, of_step, G_N_ELEMENTS(of_step), run, step, &ret_forgotten->texts, error) &&
             empty_rows(m, of_run, G_N_ELEMENTS(of_run), run, step, &ret_forgotten->texts, error) &&
             (!everywhere || !step || empty_rows(m, of_later, G_N_ELEMENTS(of_later), run, step, &ret_forgotten->texts, error)) &&
             write_tombstone(m, run, step, by, reason, rows, everywhere, ret_forgotten, error);
        ok = store_end(m, ok && !dry_run, doing, error) || (ok && dry_run);
    }
    ok = ok && (dry_run || (remove_files(m, hashes, error) && store_scrub(m, error)));
    close(lock);
    return ok;
}
