/* Rows of proposals, of what was decided about them, of what was fired. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

#include <string.h>

static void *read_proposal(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_proposal *p = g_new0(struct memory_proposal, 1);
    p->run = sqlite3_column_int64(query, 0);
    p->step = sqlite3_column_int64(query, 1);
    p->id = sqlite3_column_int64(query, 2);
    p->action = store_text(query, 3);
    p->timeline = store_text(query, 4);
    p->digest = store_text(query, 5);
    p->rule = store_text(query, 6);
    p->target = store_text(query, 7);
    p->tier = sqlite3_column_int(query, 8);
    p->edited_from = sqlite3_column_int64(query, 9);
    p->by = store_text(query, 10);
    p->at_us = sqlite3_column_int64(query, 11);
    p->verdict = store_text(query, 12);
    p->decided_by = store_text(query, 13);
    p->reason = store_text(query, 14);
    p->decided_us = sqlite3_column_int64(query, 15);
    p->stage = store_text(query, 16);
    p->stage_data = store_text(query, 17);
    p->prepared = store_text(query, 18);
    return p;
}

#define PROPOSAL_FROM                                                                                                            \
    " FROM proposals p LEFT JOIN decisions d ON d.row = (SELECT max(row) FROM decisions x WHERE x.run = p.run AND x.proposal = " \
    "p.id) LEFT JOIN journal s ON s.run = p.run AND s.seq = (SELECT max(j.seq) FROM journal j WHERE j.run = p.run AND "          \
    "j.proposal = p.id AND j.stage NOT IN ('proposed', 'decided', 'events', 'held', 'note')) "
#define PROPOSAL_COLUMNS                                                                                                         \
    "SELECT p.run, p.step, p.id, p.action, p.timeline, p.digest, p.rule, p.target, p.tier, p.edited_from, p.author, p.at_us,"    \
    " d.verdict, d.author, d.reason, d.at_us, s.stage, s.data,"                                                                  \
    " (SELECT data FROM journal t WHERE t.run = p.run AND t.proposal = p.id AND t.stage = 'prepared' ORDER BY t.seq LIMIT "      \
    "1)" PROPOSAL_FROM
#define PROPOSAL_BRIEF                                                                                                           \
    "SELECT p.run, p.step, p.id, p.action, NULL, p.digest, p.rule, NULL, p.tier, p.edited_from, p.author, p.at_us,"              \
    " d.verdict, d.author, d.reason, d.at_us, s.stage, s.data, NULL" PROPOSAL_FROM

GPtrArray *memory_proposals(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the proposals";
    g_autoptr(store_query) query =
        step ? store_prepare(m, doing, error, PROPOSAL_COLUMNS "WHERE p.run = ? AND p.step = ? ORDER BY p.id", "ii", run, step)
             : store_prepare(m, doing, error, PROPOSAL_COLUMNS "WHERE p.run = ? ORDER BY p.id", "i", run);
    return store_list(m, query, doing, read_proposal, (GDestroyNotify)memory_proposal_free, error);
}

GPtrArray *memory_proposals_page(memory *m, gint64 run, gint64 first, gint64 limit, GError **error)
{
    static const char doing[] = "list the proposals";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, PROPOSAL_BRIEF "WHERE p.run = ? AND p.step >= ? AND p.step < ? ORDER BY p.step, p.id",
                      "iii", run, first, first + limit);
    return store_list(m, query, doing, read_proposal, (GDestroyNotify)memory_proposal_free, error);
}

char *memory_fired(memory *m, gint64 run, gint64 proposal, GError **error)
{
    static const char doing[] = "read the fired events";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT events FROM fired WHERE run = ? AND proposal = ? ORDER BY row", "ii", run, proposal);
    g_autoptr(GString) all = g_string_new(NULL);
    bool any = false;
    while (query && store_next(m, query, doing, error)) { /* of a closed loop there are several arrays: one after the other */
        g_autofree char *part = store_text(query, 0);
        gsize length = strlen(part);
        any = true;
        if (length <= 2)
            continue;
        g_string_append_c(all, all->len ? ',' : '[');
        g_string_append_len(all, part + 1, (gssize)length - 2);
    }
    if (any)
        g_string_append(all, all->len ? "]" : "[]");
    return any ? g_string_free(g_steal_pointer(&all), FALSE) : NULL;
}

bool rows_proposal_add(memory *m, const struct memory_proposal *p, gint64 *ret_row, const char *doing, GError **error)
{
    bool ok =
        store_run(m, doing, error,
                  "INSERT INTO proposals(run, id, step, at_us, tier, edited_from, author, digest, rule, target, action, timeline)"
                  " VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                  "iiiiiitttttt", p->run, p->id, p->step, p->at_us, (gint64)p->tier, p->edited_from, p->by, p->digest, p->rule,
                  p->target, p->action, p->timeline);
    *ret_row = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_proposal_place(memory *m, gint64 run, gint64 proposal, gint64 *ret_step, char **ret_digest, const char *doing,
                         GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT step, digest FROM proposals WHERE run = ? AND id = ?", "ii", run, proposal);
    if (!query)
        return false;
    GError *local = NULL;
    if (store_next(m, query, doing, &local)) {
        *ret_step = sqlite3_column_int64(query, 0);
        *ret_digest = store_text(query, 1);
        return true;
    }
    if (!local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "run %" G_GINT64_FORMAT " has no proposal %" G_GINT64_FORMAT " in memory", run, proposal);
    g_propagate_error(error, local);
    return false;
}

bool rows_decision_add(memory *m, gint64 run, gint64 proposal, gint64 at_us, const char *verdict, const char *by,
                       const char *reason, gint64 *ret_row, const char *doing, GError **error)
{
    bool ok =
        store_run(m, doing, error, "INSERT INTO decisions(run, proposal, at_us, verdict, author, reason) VALUES (?,?,?,?,?,?)",
                  "iiittt", run, proposal, at_us, verdict, by, reason);
    *ret_row = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_fired_add(memory *m, gint64 run, gint64 proposal, gint64 at_us, const char *events, gint64 *ret_row, const char *doing,
                    GError **error)
{
    bool ok = store_run(m, doing, error, "INSERT INTO fired(run, proposal, at_us, events) VALUES (?,?,?,?)", "iiit", run,
                        proposal, at_us, events);
    *ret_row = sqlite3_last_insert_rowid(m->db);
    return ok;
}
