/* Rows of how skills came out. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

/* The versions that are the one named ?1 with the content ?2, itself first. */
#define ONES                                                                                                                     \
    "(SELECT ?1 AS name, ?2 AS sha256 UNION SELECT w.name, w.sha256 FROM skill_versions v "                                      \
    "JOIN skill_versions w ON w.same = v.same WHERE v.name = ?1 AND v.sha256 = ?2 AND v.same > 0)"

static void *read_outcome(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_outcome *o = g_new0(struct memory_outcome, 1);
    o->what = store_text(query, 0);
    o->run = sqlite3_column_int64(query, 1);
    o->step = sqlite3_column_int64(query, 2);
    o->at_us = sqlite3_column_int64(query, 3);
    return o;
}

GPtrArray *memory_outcomes(memory *m, const char *skill, const char *sha256, gint64 since_us, gint64 limit, GError **error)
{
    static const char doing[] = "list the skill's outcomes";
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT what, run, step, at_us FROM " ONES
                                                 " o JOIN outcomes ON skill = o.name AND outcomes.sha256 = o.sha256 "
                                                 "AND at_us >= ?3 ORDER BY outcomes.id DESC LIMIT ?4",
                                                 "ttii", skill, sha256, since_us, limit ? limit : G_MAXINT64);
    return store_list(m, query, doing, read_outcome, (GDestroyNotify)memory_outcome_free, error);
}

#define COUNT(what, as) " sum(iif(what = '" what "', n, 0)) AS " as
#define COUNTED(from)                                                                                                            \
    "(SELECT skill, sha256," COUNT("proposed", "n1") "," COUNT("edited", "n2") "," COUNT("rejected", "n3") "," COUNT(            \
        "fired",                                                                                                                 \
        "n4") "," COUNT("verified",                                                                                              \
                        "n5") "," COUNT("no_effect",                                                                             \
                                        "n6") "," COUNT("unexpected",                                                            \
                                                        "n7") ", max(last_us) AS last, max(iif(what = 'verified', last_us, 0)) " \
                                                              "AS verified FROM " from " GROUP BY skill, sha256)"
/* by the name and text that a version has now */
#define COUNTED_NOW(from)                                                                                                        \
    "SELECT coalesce(w.name, o.skill) AS k1, coalesce(w.sha256, o.sha256) AS k2, sum(n1), sum(n2), sum(n3), sum(n4), sum(n5), "  \
    "sum(n6), sum(n7), max(last), max(verified) FROM " COUNTED(                                                                  \
        from) " o "                                                                                                              \
              "LEFT JOIN skill_versions v ON v.name = o.skill AND v.sha256 = o.sha256 AND v.same > 0 "                           \
              "LEFT JOIN skill_versions w ON w.same = v.same "

static void *read_counts(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_counts *c = g_new0(struct memory_counts, 1);
    gint64 *const numbers[] = {&c->proposed,  &c->edited,     &c->rejected, &c->fired,      &c->verified,
                               &c->no_effect, &c->unexpected, &c->last_us,  &c->verified_us};
    c->name = store_text(query, 0);
    c->sha256 = store_text(query, 1);
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        *numbers[i] = sqlite3_column_int64(query, (int)i + 2);
    return c;
}

GPtrArray *memory_outcome_counts(memory *m, const char *name, GError **error)
{
    static const char doing[] = "count the skills' outcomes";
    g_autoptr(store_query) query = /* kept by triggers: nobody counts a million outcomes */
        store_prepare(m, doing, error,
                      COUNTED_NOW("outcome_totals") "WHERE ?1 IS NULL OR coalesce(w.name, o.skill) = ?1 "
                                                    "GROUP BY k1, k2 ORDER BY k1, k2",
                      "t", name);
    return store_list(m, query, doing, read_counts, (GDestroyNotify)memory_counts_free, error);
}

GPtrArray *memory_outcome_counts_in(memory *m, const GArray *runs, GError **error)
{
    static const char doing[] = "count the skills' outcomes in some runs";
    g_autoptr(GString) ids = g_string_new("[");
    for (guint i = 0; i < runs->len; i++)
        g_string_append_printf(ids, "%s%" G_GINT64_FORMAT, i ? "," : "", g_array_index(runs, gint64, i));
    g_string_append_c(ids, ']');
    g_autoptr(store_query)
        query = store_prepare(m, doing, error,
                              COUNTED_NOW("(SELECT skill, sha256, what, count(*) AS n, max(at_us) AS last_us FROM outcomes "
                                          "WHERE run > 0 AND run IN (SELECT value FROM json_each(?1)) GROUP BY skill, sha256, "
                                          "what)") "GROUP BY k1, k2 ORDER BY k1, k2",
                              "t", ids->str);
    return store_list(m, query, doing, read_counts, (GDestroyNotify)memory_counts_free, error);
}

bool memory_outcomes_add(memory *m, const char *skill, const char *sha256, const GPtrArray *outcomes, GError **error)
{
    static const char doing[] = "write the skill's outcomes";
    gint64 now = g_get_real_time();
    bool ok = store_begin(m, doing, error);
    if (!ok)
        return false;
    for (guint i = outcomes->len; ok && i-- > 0;) {
        const struct memory_outcome *o = g_ptr_array_index(outcomes, i);
        ok = store_run(m, doing, error, "INSERT INTO outcomes(skill, sha256, what, run, step, at_us) VALUES (?,?,?,0,0,?)",
                       "ttti", skill, sha256, o->what, MIN(o->at_us, now));
    }
    return store_end(m, ok, doing, error);
}

bool rows_outcome_add(memory *m, const struct rows_outcome *row, gint64 *ret_id, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error, "INSERT INTO outcomes(skill, sha256, what, run, step, at_us) VALUES (?,?,?,?,?,?)",
                        "tttiii", row->skill, row->sha256, row->what, row->run, row->step, row->at_us);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}

/* It goes and comes again under its number: by that the triggers keep outcome_totals. */
bool rows_outcome_change(memory *m, const struct rows_outcome *row, const char *what, gint64 *ret_id, const char *doing,
                         GError **error)
{
    return store_integer(m, doing, 0, ret_id, error,
                         "SELECT max(id) FROM outcomes WHERE skill = ? AND run = ? AND step = ? AND what = ?", "tiit", row->skill,
                         row->run, row->step, row->what) &&
           store_run(m, doing, error,
                     "INSERT INTO outcomes(id, skill, sha256, what, run, step, at_us)"
                     " SELECT -id, skill, sha256, ?, run, step, at_us FROM outcomes WHERE id = ?",
                     "ti", what, *ret_id) &&
           store_run(m, doing, error, "DELETE FROM outcomes WHERE id = ?", "i", *ret_id) &&
           store_run(m, doing, error, "UPDATE outcomes SET id = -id WHERE id = -?", "i", *ret_id);
}
