/* The rows that the chain binds, field by field. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

#include <string.h>

/* ?1 = run, ?2 = the row's number, its step, or its proposal. */
static const struct {
    const char *stage, *sql;
} kinds[] = {
    {"begun", "SELECT id, task, agent, brain, profile, app, mode, options, started_us FROM runs WHERE id = ?1"},
    {"ended", "SELECT id, outcome, reason, ended_us FROM runs WHERE id = ?1"},
    {"display", "SELECT id, display, sandbox FROM runs WHERE id = ?1"},
    {"forked", "SELECT id, parent, parent_step FROM runs WHERE id = ?1"},
    {"step",
     "SELECT run, step, started_us, ended_us, task, action, verdict, effect, success FROM steps WHERE run = ?1 AND step = ?2"},
    {"state", "SELECT run, step, state FROM states WHERE run = ?1 AND step = ?2"},
    {"proposed", "SELECT run, step, id, action, timeline, digest, rule, target, tier, edited_from, author, at_us FROM proposals"
                 " WHERE run = ?1 AND id = ?2"},
    {"decided", "SELECT row, run, proposal, verdict, author, reason, at_us FROM decisions WHERE row = ?2 AND run = ?1"},
    {"events", "SELECT row, run, proposal, events, at_us FROM fired WHERE row = ?2 AND run = ?1"},
    {"call", "SELECT id, run, step, module, brain, status, attempt, ms, tokens_in, tokens_out, tokens_cached, pictures,"
             " prompt, reply, output, correction, error FROM calls WHERE id = ?2 AND run = ?1"},
    {"question", "SELECT row, run, step, id, question, choices, asked_us, verdict, answer, author, answered_us,"
                 " coalesce(useful, -1) FROM questions WHERE row = ?2 AND run = ?1"},
    {"frame", "SELECT id, run, step, hash, role, width, height, at_us, masked FROM frames WHERE id = ?2 AND run = ?1"},
    {"frames_gone", "SELECT step, hash, role FROM frames WHERE run = ?1 AND gone_us = ?2 ORDER BY step, id"},
    {"summary", "SELECT id, run, step, parent, first_step, text, at_us FROM summaries WHERE id = ?2 AND run = ?1"},
    {"note_added", "SELECT id, run, step, kind, author, text, at_us FROM notes WHERE id = ?2 AND run = ?1"},
    {"outcome", "SELECT id, run, step, skill, sha256, what, at_us FROM outcomes WHERE id = ?2 AND run = ?1"},
    {"forgotten",
     "SELECT id, run, step, author, reason, at_us, frames, bytes, everywhere, emptied FROM forgotten WHERE id = ?2 AND"
     " run = ?1"},
    /* of the skills' history (chain/skill_chain.h): of no run */
    {"version", "SELECT id, name, sha256, at_us, run, step, author, parent, file, note, code FROM skill_versions WHERE id ="
                " ?2"},
    {"stage", "SELECT id, version, at_us, stage, author, reason FROM skill_stages WHERE id = ?2"},
};

GPtrArray *rows_bound(memory *m, const char *stage, gint64 run, gint64 ref, const char *doing, GError **error)
{
    const char *sql = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(kinds) && !sql; i++)
        sql = g_str_equal(kinds[i].stage, stage) ? kinds[i].sql : NULL;
    g_return_val_if_fail(sql, NULL);
    g_autoptr(store_query) query = store_prepare(m, doing, error, sql, strstr(sql, "?2") ? "ii" : "i", run, ref);
    g_autoptr(GPtrArray) fields = g_ptr_array_new_with_free_func(g_free);
    GError *local = NULL;
    while (query && store_next(m, query, doing, &local))
        for (int i = 0; i < sqlite3_column_count(query); i++)
            g_ptr_array_add(fields, store_text(query, i));
    if (local)
        g_propagate_error(error, local);
    return query && !local ? g_steal_pointer(&fields) : NULL;
}

GArray *rows_to_bind(memory *m, const char *stage, gint64 run, const char *doing, GError **error)
{
    static const struct {
        const char *stage, *sql;
    } table[] = {
        {"step", "SELECT step, step FROM steps WHERE run = ? ORDER BY step"},
        {"call", "SELECT id, step FROM calls WHERE run = ? AND status <> 'started' ORDER BY run, step, id"},
        {"frame", "SELECT id, step FROM frames WHERE run = ? ORDER BY run, step, id"},
        {"summary", "SELECT id, step FROM summaries WHERE run = ? ORDER BY run, step, id"},
        {"question", "SELECT row, step FROM questions WHERE run = ? ORDER BY id"},
        {"outcome", "SELECT id, step FROM outcomes WHERE run = ? AND run > 0 ORDER BY id"},
        {"frames_gone", "SELECT gone_us, step FROM frames WHERE run = ? AND gone_us <> 0 ORDER BY run, step, id"},
        {"proposed", "SELECT id, step FROM proposals WHERE run = ? ORDER BY id"},
        {"decided", "SELECT row, proposal FROM decisions WHERE run = ? ORDER BY run, proposal, row"},
        {"events", "SELECT row, proposal FROM fired WHERE run = ? ORDER BY run, proposal, row"},
        {"forked", "SELECT parent, 0 FROM runs WHERE id = ? AND parent > 0"},
    };
    const char *sql = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(table) && !sql; i++)
        sql = g_str_equal(table[i].stage, stage) ? table[i].sql : NULL;
    g_return_val_if_fail(sql, NULL);
    g_autoptr(store_query) query = store_prepare(m, doing, error, sql, "i", run);
    return store_pairs(m, query, doing, error);
}

char *rows_origin_told(memory *m, gint64 run, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT json_object('sha256', json_extract(origin, '$.identity'), 'run', json_extract(origin, '$.run'),"
                      " 'seq', json_extract(origin, '$.rows'), 'end', json_extract(origin, '$.end'),"
                      " 'trusted', json(iif(json_extract(origin, '$.trusted'), 'true', 'false'))) FROM runs WHERE id = ?",
                      "i", run);
    return query && store_next(m, query, doing, error) ? store_text(query, 0) : NULL;
}
