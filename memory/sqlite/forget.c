/* Rows that lose their words and pictures, rows that go. */

#include "memory/port/upkeep.h"
#include "memory/sqlite/store.h"

/* ?1 = run, ?2 = step (0 = all). */
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
    /* later versions were merged from what it said */
    "UPDATE docs SET text = '', name = NULL, contradiction = NULL, reason = 'forgotten', withdrawn_us = max(withdrawn_us, 1)"
    " WHERE id IN (SELECT later.id FROM docs old JOIN docs later ON later.doc = old.doc AND later.version >= old.version"
    " WHERE old.run = ?1 AND (?2 = 0 OR old.step = ?2))",
    /* also the references that were made of them, of those again, and what people made of these */
    "WITH RECURSIVE gone(plan, version) AS (SELECT plan, version FROM plans WHERE run = ?1 AND (?2 = 0 OR step = ?2)"
    " UNION SELECT p.folded, 1 FROM gone JOIN plans p ON p.plan = gone.plan WHERE p.folded > 0)"
    " UPDATE plans SET text = '', task = NULL, situation = NULL, picture = NULL, print = 0, state = NULL, cause = NULL,"
    " reason = 'forgotten', withdrawn_us = max(withdrawn_us, 1)"
    " WHERE id IN (SELECT p.id FROM gone JOIN plans p ON p.plan = gone.plan AND p.version >= gone.version)",
    /* the others that such a reference was made of are told again */
    "WITH RECURSIVE gone(plan) AS (SELECT plan FROM plans WHERE run = ?1 AND (?2 = 0 OR step = ?2)"
    " UNION SELECT p.folded FROM gone JOIN plans p ON p.plan = gone.plan WHERE p.folded > 0)"
    " UPDATE plans SET folded = 0 WHERE id IN (SELECT p.id FROM gone JOIN plans p ON p.folded = gone.plan"
    " WHERE p.folded > 0 AND p.withdrawn_us = 0)",
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

static bool empty_rows(memory *m, const char *const *table, guint n, gint64 run, gint64 step, gint64 *texts, const char *doing,
                       GError **error)
{
    for (guint i = 0; i < n; i++) {
        if (!store_run(m, doing, error, table[i], "ii", run, step))
            return false;
        *texts += sqlite3_changes(m->db);
    }
    return true;
}

bool upkeep_empty(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error)
{
    return empty_rows(m, of_step, G_N_ELEMENTS(of_step), run, step, texts, doing, error) &&
           empty_rows(m, of_run, G_N_ELEMENTS(of_run), run, step, texts, doing, error);
}

bool upkeep_empty_later(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error)
{
    return empty_rows(m, of_later, G_N_ELEMENTS(of_later), run, step, texts, doing, error);
}

bool upkeep_empty_plans(memory *m, gint64 run, gint64 step, gint64 *texts, const char *doing, GError **error)
{
    static const char *const of_plan[] = {
        "UPDATE calls SET prompt = NULL WHERE run = ?1 AND step = ?2 AND json_extract(says, '$.actions') IS NOT NULL",
    };
    return empty_rows(m, of_plan, G_N_ELEMENTS(of_plan), run, step, texts, doing, error);
}

/* The rows of the chain that are about to lose their words: verify must know which. */
char *upkeep_journal_to_empty(memory *m, gint64 run, gint64 step, const char *doing, GError **error)
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

static void *read_hash(G_GNUC_UNUSED memory *m, store_query *query)
{
    return store_text(query, 0);
}

GPtrArray *upkeep_frames_of(memory *m, gint64 run, gint64 step, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT DISTINCT hash FROM frames WHERE run = ?1 AND (?2 = 0 OR step = ?2) ORDER BY hash",
                      "ii", run, step);
    return store_list(m, query, doing, read_hash, g_free, error);
}

bool upkeep_frames_gone(memory *m, gint64 run, gint64 step, gint64 at_us, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE frames SET gone_us = ?3 WHERE run = ?1 AND (?2 = 0 OR step = ?2) AND gone_us = 0",
                     "iii", run, step, at_us);
}

bool upkeep_frame_gone(memory *m, const char *hash, gint64 at_us, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE frames SET gone_us = ? WHERE hash = ? AND gone_us = 0", "it", at_us, hash);
}

GArray *upkeep_runs_that_lost(memory *m, gint64 at_us, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT DISTINCT run FROM frames WHERE gone_us = ? ORDER BY run", "i", at_us);
    return store_integers(m, query, doing, error);
}

bool upkeep_print_drop(memory *m, const char *hash, const char *doing, GError **error)
{
    return store_run(m, doing, error, "DELETE FROM pictures WHERE hash = ?", "t", hash);
}

GArray *upkeep_reminded(memory *m, gint64 run, gint64 step, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT DISTINCT run, step FROM recalls WHERE source_run = ?1 AND (?2 = 0 OR source_step = ?2) AND in_prompt"
        " AND run <> ?1 ORDER BY run, step",
        "ii", run, step);
    return store_pairs(m, query, doing, error);
}

bool upkeep_first_after(memory *m, gint64 run, gint64 step, bool reply, gint64 *ret_first, const char *doing, GError **error)
{
    return store_integer(m, doing, 0, ret_first, error,
                         "SELECT coalesce(min(step), 0) FROM calls WHERE run = ?1 AND step > ?2 AND CASE WHEN ?3 THEN reply ELSE "
                         "prompt END IS NOT NULL",
                         "iii", run, step, (gint64)reply);
}

bool upkeep_stone_add(memory *m, const struct upkeep_stone *s, gint64 *ret_id, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error,
                        "INSERT INTO forgotten(run, step, at_us, author, frames, bytes, reason, everywhere, emptied) VALUES "
                        "(?,?,?,?,?,?,?,?,?)",
                        "iiitiitit", s->run, s->step, s->at_us, s->by, s->frames, s->bytes, s->reason, (gint64)s->everywhere,
                        s->emptied);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}

/* ---- pruning ---- */

GArray *upkeep_runs_before(memory *m, gint64 before_us, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT id FROM runs WHERE status = 'ended' AND ended_us > 0 AND ended_us < ? ORDER BY id",
                      "i", before_us);
    return store_integers(m, query, doing, error);
}

/* Its rows go by the cascade. */
bool upkeep_run_drop(memory *m, gint64 run, const char *doing, GError **error)
{
    return store_run(
               m, doing, error,
               "INSERT INTO tombstones(run, started_us, ended_us, outcome, steps, journal_seq, journal_hash, pruned_us)"
               " SELECT id, started_us, ended_us, outcome, (SELECT count(*) FROM steps WHERE steps.run = runs.id), journal_seq,"
               " journal_hash, ? FROM runs WHERE id = ? AND status = 'ended'",
               "ii", g_get_real_time(), run) &&
           store_run(m, doing, error, "DELETE FROM runs WHERE id = ? AND status = 'ended'", "i", run);
}

bool upkeep_frame_is_named(memory *m, const char *hash, gint64 before_us, bool *ret_named, const char *doing, GError **error)
{
    gint64 named = 0;
    bool ok = store_integer(m, doing, 0, &named, error,
                            "SELECT 1 FROM frames JOIN runs ON runs.id = frames.run WHERE hash = ?1 AND gone_us = 0"
                            " AND NOT (status = 'ended' AND ended_us > 0 AND ended_us < ?2) LIMIT 1",
                            "ti", hash, before_us);
    *ret_named = ok && named;
    return ok;
}

/* Frames that may go: not those that show an action's before and after (the engine's observations), keyframes and a run's last
 * one; none of a step that a person touched, wrote beside or pinned; none of a pinned run. */
#define THINNED                                                                                                                  \
    "gone_us = 0 AND (role IS NULL OR role NOT IN ('before', 'after', 'observation', 'keyframe', 'last')) AND run IN"            \
    " (SELECT id FROM runs WHERE status = 'ended' AND ended_us > 0 AND ended_us < ?1) AND NOT EXISTS"                            \
    " (SELECT 1 FROM step_marks k WHERE k.run = frames.run AND k.step = frames.step AND k.what IN"                               \
    "  ('human', 'stale', 'note', 'pin', 'tag')) AND NOT EXISTS"                                                                 \
    " (SELECT 1 FROM notes n WHERE n.run = frames.run AND n.step = 0 AND n.kind = 'pin' AND n.withdrawn_us = 0)"

bool upkeep_thin(memory *m, gint64 before_us, gint64 at_us, gint64 *ret_runs, const char *doing, GError **error)
{
    return store_integer(m, doing, 0, ret_runs, error, "SELECT count(DISTINCT run) FROM frames WHERE " THINNED, "i", before_us) &&
           store_run(m, doing, error, "UPDATE frames SET gone_us = ?2 WHERE " THINNED, "ii", before_us, at_us);
}
