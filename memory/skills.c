/* Versions of skills, their stages, their outcomes, changes of their files, vectors. */

#include "memory/skills.h"

#include "memory/store.h"

#include <string.h>

#define PREFIX_MIN 4

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
                     "iittt", version, g_get_real_time(), stage, by, reason);
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
    return store_run(m, doing, error,
                     "INSERT INTO skill_versions(name, sha256, at_us, run, step, author, parent, file, note, code) "
                     "VALUES (?,?,?,?,?,?,?,?,?,?)",
                     "ttiiittttt", v->name, v->sha256, v->at_us ? v->at_us : g_get_real_time(), v->run, v->step, v->author,
                     v->parent, v->file, v->note, v->code) &&
           add_stage(m, sqlite3_last_insert_rowid(m->db), v->stage, v->by, v->reason, doing, error);
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
    bool ok = store_integer(m, doing, 0, &same, error,
                            "SELECT stage IS ? FROM skill_stages WHERE version = ? ORDER BY id DESC LIMIT 1", "ti", v->stage,
                            v->id);
    bool move = ok && same && (!still || still(data));
    if (move)
        ok = add_stage(m, v->id, stage, by, reason, doing, error);
    ok = store_end(m, ok, doing, error);
    if (ret_moved)
        *ret_moved = ok && move;
    return ok;
}

/* The newest stage of each. */
#define VERSION_COLUMNS                                                                                                          \
    "v.id, v.name, v.sha256, v.at_us, v.run, v.step, v.author, v.parent, v.file, v.note, s.stage, s.author, s.reason, s.at_us"
#define VERSION_TABLES                                                                                                           \
    " FROM skill_versions v LEFT JOIN skill_stages s ON s.id = (SELECT max(id) FROM skill_stages WHERE version = v.id) "

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
                        .stage_us = sqlite3_column_int64(query, 13)};
    v->code = sqlite3_column_count(query) > 14 ? store_text(query, 14) : NULL;
    return v;
}

memory_skill *memory_skill_get(memory *m, const char *name, const char *sha256, GError **error)
{
    static const char doing[] = "read the skill's version";
    if (strlen(sha256) < PREFIX_MIN || strspn(sha256, "0123456789abcdef") != strlen(sha256))
        return NULL;
    g_autofree char *pattern = g_strconcat(sha256, "*", NULL);
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 "SELECT " VERSION_COLUMNS ", v.code" VERSION_TABLES
                                                 "WHERE v.name = ? AND v.sha256 GLOB ? ORDER BY v.id DESC LIMIT 1",
                                                 "tt", name, pattern);
    return query && store_next(m, query, doing, error) ? read_version(m, query) : NULL;
}

GPtrArray *memory_skill_versions(memory *m, const char *name, GError **error)
{
    static const char doing[] = "list the skills' versions";
    g_autoptr(store_query) query =
        name ? store_prepare(m, doing, error,
                             "SELECT " VERSION_COLUMNS ", v.code" VERSION_TABLES "WHERE v.name = ? ORDER BY v.id DESC", "t", name)
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
    g_autoptr(store_query) query =
        store_prepare(m, doing, error,
                      "SELECT v.name, v.sha256, s.stage, s.author, s.reason, s.at_us FROM skill_stages s "
                      "JOIN skill_versions v ON v.id = s.version WHERE v.name = ? AND v.sha256 = ? ORDER BY s.id",
                      "tt", name, sha256);
    return store_list(m, query, doing, read_stage, (GDestroyNotify)memory_skill_free, error);
}

/* ---- outcomes ---- */

bool memory_outcome_add(memory *m, const char *skill, const char *sha256, const char *what, gint64 run, gint64 step,
                        GError **error)
{
    static const char doing[] = "write the skill's outcome";
    g_return_val_if_fail(skill && what, false);
    return store_begin(m, doing, error) &&
           store_end(m,
                     store_run(m, doing, error,
                               "INSERT INTO outcomes(skill, sha256, what, run, step, at_us) VALUES (?,?,?,?,?,?)", "tttiii",
                               skill, sha256 ? sha256 : "", what, run, step, g_get_real_time()),
                     doing, error);
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
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT what, run, step, at_us FROM outcomes WHERE skill = ? AND sha256 = ? AND at_us >= ? ORDER BY id DESC LIMIT ?",
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

#define COUNT(word) "sum(what = '" word "')"

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
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT skill, sha256, " COUNT("proposed") "," COUNT("edited") "," COUNT("rejected") "," COUNT("fired") "," COUNT(
            "verified") "," COUNT("no_effect") "," COUNT("unexpected") ", max(at_us), max(iif(what = 'verified', at_us, 0)) "
                                                                       "FROM outcomes WHERE ?1 IS NULL OR skill = ?1 GROUP BY "
                                                                       "skill, sha256 ORDER BY skill, sha256",
        "t", name);
    return store_list(m, query, doing, read_counts, (GDestroyNotify)memory_counts_free, error);
}

/* ---- changes of files and stages ---- */

void memory_change_free(struct memory_change *change)
{
    if (!change)
        return;
    g_free(change->what);
    g_free(change->sha256);
    g_free(change->path);
    g_free(change->before);
    g_free(change->after);
    g_free(change);
}

bool memory_change_add(memory *m, const struct memory_change *change, gint64 *ret_id, GError **error)
{
    static const char doing[] = "write the change of a skill file";
    g_return_val_if_fail(change->what && change->path, false);
    if (!store_begin(m, doing, error))
        return false;
    bool ok = store_run(
        m, doing, error, "INSERT INTO skill_changes(batch, at_us, what, path, before, after, sha256) VALUES (?,?,?,?,?,?,?)",
        "iittttt", change->batch, g_get_real_time(), change->what, change->path, change->before, change->after, change->sha256);
    gint64 id = sqlite3_last_insert_rowid(m->db);
    if (ok && !change->batch)
        ok = store_run(m, doing, error, "UPDATE skill_changes SET batch = id WHERE id = ?", "i", id);
    ok = store_end(m, ok, doing, error);
    if (ok && ret_id)
        *ret_id = id;
    return ok;
}

static void *read_change(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_change *c = g_new0(struct memory_change, 1);
    c->id = sqlite3_column_int64(query, 0);
    c->at_us = sqlite3_column_int64(query, 1);
    c->undone = sqlite3_column_int(query, 2) != 0;
    c->what = store_text(query, 3);
    c->path = store_text(query, 4);
    c->before = store_text(query, 5);
    c->after = store_text(query, 6);
    c->batch = sqlite3_column_int64(query, 7);
    c->sha256 = store_text(query, 8);
    return c;
}

GPtrArray *memory_changes(memory *m, gint64 limit, GError **error)
{
    static const char doing[] = "list the changes of skill files";
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        "SELECT id, at_us, undone, what, path, before, after, batch, sha256 FROM skill_changes ORDER BY id DESC LIMIT ?", "i",
        limit ? limit : G_MAXINT64);
    return store_list(m, query, doing, read_change, (GDestroyNotify)memory_change_free, error);
}

bool memory_change_set_undone(memory *m, gint64 batch, bool undone, GError **error)
{
    static const char doing[] = "mark the change of a skill file";
    return store_begin(m, doing, error) &&
           store_end(
               m, store_run(m, doing, error, "UPDATE skill_changes SET undone = ? WHERE batch = ?", "ii", (gint64)undone, batch),
               doing, error);
}

/* ---- vectors ---- */

bool memory_vectors_put(memory *m, const char *kind, const char *const *keys, const float *vectors, gsize n, GError **error)
{
    static const char doing[] = "write texts' vectors";
    if (!store_begin(m, doing, error))
        return false;
    bool ok = true;
    for (gsize i = 0; ok && keys[i]; i++) {
        g_autoptr(GBytes) bytes = g_bytes_new_static(vectors + i * n, n * sizeof *vectors);
        ok = store_run(m, doing, error, "INSERT OR REPLACE INTO vectors(kind, key, vector) VALUES (?,?,?)", "ttb", kind, keys[i],
                       bytes);
    }
    return store_end(m, ok, doing, error);
}

bool memory_vector_put(memory *m, const char *kind, const char *key, const float *vector, gsize n, GError **error)
{
    const char *const keys[] = {key, NULL};
    return memory_vectors_put(m, kind, keys, vector, n, error);
}

GBytes *memory_vector_get(memory *m, const char *kind, const char *key, GError **error)
{
    static const char doing[] = "read a text's vector";
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT vector FROM vectors WHERE kind = ? AND key = ?", "tt", kind, key);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    return g_bytes_new(sqlite3_column_blob(query, 0), (gsize)sqlite3_column_bytes(query, 0));
}
