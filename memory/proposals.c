/* Proposals and what was decided about them. Nothing is overwritten: an edit is a new proposal, a second decision a new row. */

#include "memory/journal.h"
#include "memory/search.h"

void memory_proposal_free(struct memory_proposal *p)
{
    if (!p)
        return;
    g_free(p->action);
    g_free(p->timeline);
    g_free(p->digest);
    g_free(p->rule);
    g_free(p->target);
    g_free(p->by);
    g_free(p->verdict);
    g_free(p->decided_by);
    g_free(p->reason);
    g_free(p->stage);
    g_free(p);
}

bool memory_proposal_add(memory *m, const struct memory_proposal *given, GError **error)
{
    static const char doing[] = "write the proposal";
    struct memory_proposal p = *given;
    if (p.at_us == 0)
        p.at_us = store_now(m);
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_run(m, doing, error,
                  "INSERT INTO proposals(run, id, step, at_us, tier, edited_from, author, digest, rule, target, action, timeline)"
                  " VALUES (?,?,?,?,?,?,?,?,?,?,?,?)",
                  "iiiiiitttttt", p.run, p.id, p.step, p.at_us, (gint64)p.tier, p.edited_from, p.by, p.digest, p.rule, p.target,
                  p.action, p.timeline);
    if (ok) {
        gint64 row = sqlite3_last_insert_rowid(m->db);
        g_autofree char *hash = journal_proposal_hash(&p);
        ok = journal_bind(m, p.run, p.step, p.id, "proposed", p.by, p.digest, hash, 0, p.at_us, error) &&
             search_put(m, "proposal", "action", row, p.run, p.step, p.action, error);
    }
    return store_end(m, ok, doing, error);
}

/* Step and digest of a proposal, for its decision's journal row. */
static bool proposal_place(memory *m, gint64 run, gint64 proposal, gint64 *ret_step, char **ret_digest, const char *doing,
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

bool memory_decision_add(memory *m, gint64 run, gint64 proposal, const char *verdict, const char *by, const char *reason,
                         GError **error)
{
    static const char doing[] = "write the decision";
    g_return_val_if_fail(verdict, false);
    gint64 now = store_now(m), step = 0;
    g_autofree char *digest = NULL;
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        proposal_place(m, run, proposal, &step, &digest, doing, error) &&
        store_run(m, doing, error, "INSERT INTO decisions(run, proposal, at_us, verdict, author, reason) VALUES (?,?,?,?,?,?)",
                  "iiittt", run, proposal, now, verdict, by, reason);
    if (ok) {
        gint64 row = sqlite3_last_insert_rowid(m->db);
        g_autofree char *hash = journal_decision_hash(row, run, proposal, verdict, by, reason, now);
        ok = journal_bind(m, run, step, proposal, "decided", by, digest, hash, row, now, error) &&
             search_put(m, "decision", "reason", row, run, step, reason, error);
    }
    return store_end(m, ok, doing, error);
}

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
    return p;
}

#define PROPOSAL_COLUMNS                                                                                                         \
    "SELECT p.run, p.step, p.id, p.action, p.timeline, p.digest, p.rule, p.target, p.tier, p.edited_from, p.author, p.at_us,"    \
    " d.verdict, d.author, d.reason, d.at_us, (SELECT j.stage FROM journal j WHERE j.run = p.run AND j.proposal = p.id AND "     \
    "j.stage"                                                                                                                    \
    "  NOT IN ('proposed', 'decided', 'events', 'held', 'note') ORDER BY j.seq DESC LIMIT 1)"                                    \
    " FROM proposals p LEFT JOIN decisions d ON d.row = (SELECT max(row) FROM decisions x WHERE x.run = p.run AND x.proposal = " \
    "p.id) "

GPtrArray *memory_proposals(memory *m, gint64 run, gint64 step, GError **error)
{
    static const char doing[] = "list the proposals";
    g_autoptr(store_query) query =
        step ? store_prepare(m, doing, error, PROPOSAL_COLUMNS "WHERE p.run = ? AND p.step = ? ORDER BY p.id", "ii", run, step)
             : store_prepare(m, doing, error, PROPOSAL_COLUMNS "WHERE p.run = ? ORDER BY p.id", "i", run);
    return store_list(m, query, doing, read_proposal, (GDestroyNotify)memory_proposal_free, error);
}
