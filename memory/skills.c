/* Versions of skills, their stages, their names, their outcomes. */

#include "memory/skills.h"

#include "memory/journal.h"
#include "memory/skill_chain.h"
#include "memory/store.h"

#include <string.h>

#define PREFIX_MIN 4

/* The newest stage of each; versions that are one under several names have one. */
#define VERSION_COLUMNS                                                                                                          \
    "v.id, v.name, v.sha256, v.at_us, v.run, v.step, v.author, v.parent, v.file, v.note, s.stage, s.author, s.reason, s.at_us, " \
    "iif(v.same > 0, v.same, v.id), s.version IS v.id"
#define VERSION_TABLES                                                                                                           \
    " FROM skill_versions v LEFT JOIN skill_stages s ON s.id = iif(v.same > 0, "                                                 \
    "(SELECT max(x.id) FROM skill_versions w JOIN skill_stages x ON x.version = w.id WHERE w.same = v.same), "                   \
    "(SELECT max(id) FROM skill_stages WHERE version = v.id)) "
/* The versions that are the one named ?1 with the content ?2, itself first. */
#define ONES                                                                                                                     \
    "(SELECT ?1 AS name, ?2 AS sha256 UNION SELECT w.name, w.sha256 FROM skill_versions v "                                      \
    "JOIN skill_versions w ON w.same = v.same WHERE v.name = ?1 AND v.sha256 = ?2 AND v.same > 0)"
/* The names that the skill ?1 had, each with the newest version that was its own. */
#define NAMES                                                                                                                    \
    "WITH RECURSIVE had(name, upto, before) AS (SELECT ?1, 9223372036854775807, 9223372036854775807 "                            \
    "UNION SELECT r.from_name, r.upto, r.id FROM had JOIN skill_renames r ON r.to_name = had.name AND r.id < had.before), "      \
    "names(name, upto) AS (SELECT name, max(upto) FROM had GROUP BY name) "

/* ---- versions ---- */

void memory_skill_free(memory_skill *v)
{
    if (!v)
        return;
    g_free(v->name);
    g_free(v->sha256);
    g_free(v->author);
    g_free(v->file);
    g_free(v->parent);
    g_free(v->note);
    g_free(v->code);
    g_free(v->stage);
    g_free(v->by);
    g_free(v->reason);
    g_free(v);
}

static bool add_stage(memory *m, gint64 version, const char *stage, const char *by, const char *reason, const char *doing,
                      GError **error)
{
    return store_run(m, doing, error, "INSERT INTO skill_stages(version, at_us, stage, author, reason) VALUES (?,?,?,?,?)",
                     "iittt", version, g_get_real_time(), stage, by, reason) &&
           skill_chain_add(m, "stage", sqlite3_last_insert_rowid(m->db), error);
}

static bool insert_version(memory *m, const memory_skill *v, const char *doing, gint64 *ret_id, GError **error)
{
    bool ok = store_run(m, doing, error,
                        "INSERT INTO skill_versions(name, sha256, at_us, run, step, author, parent, file, note, code) "
                        "VALUES (?,?,?,?,?,?,?,?,?,?)",
                        "ttiiittttt", v->name, v->sha256, v->at_us ? v->at_us : g_get_real_time(), v->run, v->step, v->author,
                        v->parent, v->file, v->note, v->code);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok && skill_chain_add(m, "version", *ret_id, error);
}

static bool add_version(memory *m, const memory_skill *v, const char *doing, gint64 *new_ones, GError **error)
{
    g_return_val_if_fail(v->name && v->sha256 && v->author && v->code && v->stage, false);
    gint64 known = 0;
    if (!store_integer(m, doing, 0, &known, error, "SELECT id FROM skill_versions WHERE name = ? AND sha256 = ?", "tt", v->name,
                       v->sha256))
        return false;
    if (known)
        return true;
    ++*new_ones;
    return insert_version(m, v, doing, &known, error) && add_stage(m, known, v->stage, v->by, v->reason, doing, error);
}

bool memory_skills_add(memory *m, const GPtrArray *versions, gint64 *ret_new, GError **error)
{
    static const char doing[] = "write the skills' versions";
    gint64 new_ones = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = true;
    for (guint i = 0; ok && i < versions->len; i++)
        ok = add_version(m, g_ptr_array_index(versions, i), doing, &new_ones, error);
    ok = store_end(m, ok, doing, error);
    if (ok && ret_new)
        *ret_new = new_ones;
    return ok;
}

bool memory_skill_set_stage(memory *m, const char *name, const char *sha256, const char *stage, const char *by,
                            const char *reason, GError **error)
{
    static const char doing[] = "write the skill's stage";
    g_return_val_if_fail(name && sha256 && stage, false);
    gint64 version = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_integer(m, doing, 0, &version, error, "SELECT id FROM skill_versions WHERE name = ? AND sha256 = ?", "tt",
                            name, sha256);
    if (ok && !version) {
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "the store knows no version %.12s of %s", sha256, name);
        ok = false;
    }
    ok = ok && add_stage(m, version, stage, by, reason, doing, error);
    return store_end(m, ok, doing, error);
}

bool memory_skill_move_stage(memory *m, const memory_skill *v, const char *stage, const char *by, const char *reason,
                             memory_still still, const void *data, bool *ret_moved, GError **error)
{
    static const char doing[] = "write the skill's stage";
    gint64 same = 0;
    if (!store_begin(m, doing, error))
        return false;
    bool ok =
        store_integer(m, doing, 0, &same, error, "SELECT s.stage IS ?" VERSION_TABLES "WHERE v.id = ?", "ti", v->stage, v->id);
    bool move = ok && same && (!still || still(data));
    if (move)
        ok = add_stage(m, v->id, stage, by, reason, doing, error);
    ok = store_end(m, ok, doing, error);
    if (ret_moved)
        *ret_moved = ok && move;
    return ok;
}

static void *read_version(G_GNUC_UNUSED memory *m, store_query *query)
{
    memory_skill *v = g_new0(memory_skill, 1);
    *v = (memory_skill){.id = sqlite3_column_int64(query, 0),
                        .name = store_text(query, 1),
                        .sha256 = store_text(query, 2),
                        .at_us = sqlite3_column_int64(query, 3),
                        .run = sqlite3_column_int64(query, 4),
                        .step = sqlite3_column_int64(query, 5),
                        .author = store_text(query, 6),
                        .parent = store_text(query, 7),
                        .file = store_text(query, 8),
                        .note = store_text(query, 9),
                        .stage = store_text(query, 10),
                        .by = store_text(query, 11),
                        .reason = store_text(query, 12),
                        .stage_us = sqlite3_column_int64(query, 13),
                        .same = sqlite3_column_int64(query, 14),
                        .staged = sqlite3_column_int(query, 15) != 0};
    v->code = sqlite3_column_count(query) > 16 ? store_text(query, 16) : NULL;
    return v;
}

memory_skill *memory_skill_get(memory *m, const char *name, const char *sha256, GError **error)
{
    static const char doing[] = "read the skill's version";
    if (strlen(sha256) < PREFIX_MIN || strspn(sha256, "0123456789abcdef") != strlen(sha256))
        return NULL;
    g_autofree char *pattern = g_strconcat(sha256, "*", NULL);
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 NAMES "SELECT " VERSION_COLUMNS ", v.code" VERSION_TABLES
                                                       "JOIN names n ON v.name = n.name AND v.id <= n.upto "
                                                       "WHERE v.sha256 GLOB ?2 ORDER BY v.name = ?1 DESC, v.id DESC LIMIT 1",
                                                 "tt", name, pattern);
    return query && store_next(m, query, doing, error) ? read_version(m, query) : NULL;
}

GPtrArray *memory_skill_versions(memory *m, const char *name, GError **error)
{
    static const char doing[] = "list the skills' versions";
    g_autoptr(store_query) query =
        name ? store_prepare(m, doing, error,
                             NAMES "SELECT " VERSION_COLUMNS ", v.code" VERSION_TABLES
                                   "JOIN names n ON v.name = n.name AND v.id <= n.upto ORDER BY v.id DESC",
                             "t", name)
             : store_prepare(m, doing, error, "SELECT " VERSION_COLUMNS VERSION_TABLES "ORDER BY v.id DESC", "");
    return store_list(m, query, doing, read_version, (GDestroyNotify)memory_skill_free, error);
}

static void *read_stage(G_GNUC_UNUSED memory *m, store_query *query)
{
    memory_skill *v = g_new0(memory_skill, 1);
    v->name = store_text(query, 0);
    v->sha256 = store_text(query, 1);
    v->stage = store_text(query, 2);
    v->by = store_text(query, 3);
    v->reason = store_text(query, 4);
    v->stage_us = sqlite3_column_int64(query, 5);
    return v;
}

GPtrArray *memory_skill_stages(memory *m, const char *name, const char *sha256, GError **error)
{
    static const char doing[] = "list the skill's stages";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT v.name, v.sha256, s.stage, s.author, s.reason, s.at_us FROM skill_stages s "
        "JOIN skill_versions v ON v.id = s.version JOIN " ONES " o ON v.name = o.name AND v.sha256 = o.sha256 ORDER BY s.id",
        "tt", name, sha256);
    return store_list(m, query, doing, read_stage, (GDestroyNotify)memory_skill_free, error);
}

/* ---- names ---- */

static memory_skill *exact(memory *m, const memory_skill *key, const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.name = ? AND v.sha256 = ?", "tt",
                      key->name, key->sha256);
    return query && store_next(m, query, doing, error) ? read_version(m, query) : NULL;
}

/* All of both are one, by the lowest number; with the stage that the old one had. */
static bool join(memory *m, const memory_skill *old, const memory_skill *v, const char *now, const char *by, GError **error)
{
    static const char doing[] = "write the skill's other name";
    if (old->same == v->same)
        return true;
    g_autofree char *why = g_strdup_printf("is %s %.8s under another name", old->name, old->sha256);
    return store_run(m, doing, error, "UPDATE skill_versions SET same = ?1 WHERE id IN (?2, ?3) OR same IN (?2, ?3, ?4, ?5)",
                     "iiiii", MIN(old->same, v->same), old->id, v->id, old->same, v->same) &&
           (g_strcmp0(now, old->stage) == 0 || add_stage(m, v->id, old->stage, by, why, doing, error));
}

bool memory_skill_same(memory *m, const memory_skill *old, const memory_skill *now, const char *by, GError **error)
{
    static const char doing[] = "write the skill's other name";
    g_return_val_if_fail(old->name && old->sha256 && now->name && now->sha256 && now->code && now->author, false);
    if (!store_begin(m, doing, error))
        return false;
    g_autoptr(GError) local = NULL;
    g_autoptr(memory_skill) was = exact(m, old, doing, &local), v = local ? NULL : exact(m, now, doing, &local);
    g_autofree char *stage = g_strdup(v ? v->stage : was ? was->stage : NULL);
    gint64 id;
    bool ok = was && !local;
    if (ok && !v && (ok = insert_version(m, now, doing, &id, &local)))
        ok = (v = exact(m, now, doing, &local)) != NULL;
    ok = ok && join(m, was, v, stage, by, &local);
    if (!was && !local)
        g_set_error(&local, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND, "the store knows no version %.12s of %s", old->sha256,
                    old->name);
    if (local)
        g_propagate_error(error, g_steal_pointer(&local));
    return store_end(m, ok, doing, error);
}

void memory_rename_free(struct memory_rename *r)
{
    if (!r)
        return;
    g_free(r->from);
    g_free(r->to);
    g_free(r);
}

bool memory_skill_rename_add(memory *m, const char *from, const char *to, gint64 batch, GError **error)
{
    static const char doing[] = "write the skill's other name";
    return store_begin(m, doing, error) &&
           store_end(m,
                     store_run(m, doing, error,
                               "INSERT INTO skill_renames(batch, at_us, upto, from_name, to_name) "
                               "VALUES (?, ?, (SELECT coalesce(max(id), 0) FROM skill_versions), ?, ?)",
                               "iitt", batch, g_get_real_time(), from, to),
                     doing, error);
}

static void *read_rename(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_rename *r = g_new0(struct memory_rename, 1);
    r->from = store_text(query, 0);
    r->to = store_text(query, 1);
    r->at_us = sqlite3_column_int64(query, 2);
    r->upto = sqlite3_column_int64(query, 3);
    return r;
}

GPtrArray *memory_skill_renames(memory *m, gint64 batch, GError **error)
{
    static const char doing[] = "list the skills' other names";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT from_name, to_name, at_us, upto FROM skill_renames WHERE ?1 IN (0, batch) ORDER BY id", "i", batch);
    return store_list(m, query, doing, read_rename, (GDestroyNotify)memory_rename_free, error);
}

/* ---- outcomes ---- */

/* A run that is there holds it in its chain. */
static bool bind_outcome(memory *m, const struct outcome_row *row, const char *doing, GError **error)
{
    gint64 there = 0;
    if (!store_integer(m, doing, 0, &there, error, "SELECT 1 FROM runs WHERE id = ?", "i", row->run))
        return false;
    g_autofree char *hash = journal_outcome_hash(row);
    return !there || journal_bind(m, row->run, row->step, 0, "outcome", NULL, NULL, hash, row->id, row->at_us, error);
}

bool memory_outcome_add(memory *m, const char *skill, const char *sha256, const char *what, gint64 run, gint64 step,
                        GError **error)
{
    static const char doing[] = "write the skill's outcome";
    g_return_val_if_fail(skill && what, false);
    struct outcome_row row = {
        .skill = skill, .sha256 = sha256 ? sha256 : "", .what = what, .run = run, .step = step, .at_us = g_get_real_time()};
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(m, doing, error, "INSERT INTO outcomes(skill, sha256, what, run, step, at_us) VALUES (?,?,?,?,?,?)",
                        "tttiii", row.skill, row.sha256, row.what, row.run, row.step, row.at_us);
    row.id = sqlite3_last_insert_rowid(m->db);
    return store_end(m, ok && bind_outcome(m, &row, doing, error), doing, error);
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

void memory_outcome_free(struct memory_outcome *outcome)
{
    if (!outcome)
        return;
    g_free(outcome->what);
    g_free(outcome);
}

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

void memory_counts_free(struct memory_counts *counts)
{
    if (!counts)
        return;
    g_free(counts->name);
    g_free(counts->sha256);
    g_free(counts);
}

#define COUNT(what, as) " sum(iif(what = '" what "', n, 0)) AS " as
/* kept by triggers: nobody counts a million outcomes */
#define COUNTED                                                                                                                  \
    "(SELECT skill, sha256," COUNT("proposed", "n1") "," COUNT("edited", "n2") "," COUNT("rejected", "n3") "," COUNT(            \
        "fired",                                                                                                                 \
        "n4") "," COUNT("verified",                                                                                              \
                        "n5") "," COUNT("no_effect",                                                                             \
                                        "n6") "," COUNT("unexpected",                                                            \
                                                        "n7") ", max(last_us) AS last, max(iif(what = 'verified', last_us, 0)) " \
                                                              "AS verified FROM outcome_totals GROUP BY skill, sha256)"

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
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT coalesce(w.name, o.skill) AS k1, coalesce(w.sha256, o.sha256) AS k2, sum(n1), sum(n2), sum(n3), "
                      "sum(n4), sum(n5), "
                      "sum(n6), sum(n7), max(last), max(verified) FROM " COUNTED " o "
                      "LEFT JOIN skill_versions v ON v.name = o.skill AND v.sha256 = o.sha256 AND v.same > 0 "
                      "LEFT JOIN skill_versions w ON w.same = v.same WHERE ?1 IS NULL OR coalesce(w.name, o.skill) = ?1 "
                      "GROUP BY k1, k2 ORDER BY k1, k2",
                      "t", name);
    return store_list(m, query, doing, read_counts, (GDestroyNotify)memory_counts_free, error);
}
