/* Rows of skills: versions, stages, names, and the chain of their history. */

#include "memory/port/rows.h"
#include "memory/sqlite/store.h"

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
    /* no GLOB: SQLite would prepare the statement anew for each pattern */
    g_autofree char *beyond = g_strconcat(sha256, "g", NULL); /* the next after all digits */
    g_autoptr(store_query) query = store_prepare(m, doing, error,
                                                 NAMES "SELECT " VERSION_COLUMNS ", v.code" VERSION_TABLES
                                                       "JOIN names n ON v.name = n.name AND v.id <= n.upto "
                                                       "WHERE v.sha256 >= ?2 AND v.sha256 < ?3 "
                                                       "ORDER BY v.name = ?1 DESC, v.id DESC LIMIT 1",
                                                 "ttt", name, sha256, beyond);
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

/* ---- rows that are written ---- */

bool rows_skill_find(memory *m, const char *name, const char *sha256, gint64 *ret_id, const char *doing, GError **error)
{
    return store_integer(m, doing, 0, ret_id, error, "SELECT id FROM skill_versions WHERE name = ? AND sha256 = ?", "tt", name,
                         sha256);
}

memory_skill *rows_skill_exact(memory *m, const char *name, const char *sha256, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.name = ? AND v.sha256 = ?", "tt", name, sha256);
    return query && store_next(m, query, doing, error) ? read_version(m, query) : NULL;
}

bool rows_skill_add(memory *m, const memory_skill *v, gint64 *ret_id, const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error,
                        "INSERT INTO skill_versions(name, sha256, at_us, run, step, author, parent, file, note, code) "
                        "VALUES (?,?,?,?,?,?,?,?,?,?)",
                        "ttiiittttt", v->name, v->sha256, v->at_us ? v->at_us : g_get_real_time(), v->run, v->step, v->author,
                        v->parent, v->file, v->note, v->code);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_skill_has_stage(memory *m, gint64 version, const char *stage, bool *ret_same, const char *doing, GError **error)
{
    gint64 same = 0;
    bool ok =
        store_integer(m, doing, 0, &same, error, "SELECT s.stage IS ?" VERSION_TABLES "WHERE v.id = ?", "ti", stage, version);
    *ret_same = ok && same;
    return ok;
}

bool rows_skill_stage_time(memory *m, const char *name, const char *sha256, gint64 *ret_us, const char *doing, GError **error)
{
    return store_integer(
        m, doing, 0, ret_us, error,
        "SELECT s.at_us FROM skill_stages s JOIN skill_versions v ON v.id = s.version WHERE v.name = ? AND v.sha256 = ?"
        " ORDER BY s.id DESC LIMIT 1",
        "tt", name, sha256);
}

bool rows_skill_stage_add(memory *m, gint64 version, const char *stage, const char *by, const char *reason, gint64 *ret_id,
                          const char *doing, GError **error)
{
    bool ok = store_run(m, doing, error, "INSERT INTO skill_stages(version, at_us, stage, author, reason) VALUES (?,?,?,?,?)",
                        "iittt", version, g_get_real_time(), stage, by, reason);
    *ret_id = sqlite3_last_insert_rowid(m->db);
    return ok;
}

bool rows_skill_join(memory *m, const memory_skill *one, const memory_skill *other, const char *doing, GError **error)
{
    return store_run(m, doing, error, "UPDATE skill_versions SET same = ?1 WHERE id IN (?2, ?3) OR same IN (?2, ?3, ?4, ?5)",
                     "iiiii", MIN(one->same, other->same), one->id, other->id, one->same, other->same);
}

/* ---- the chain of their history ---- */

bool rows_skill_chain_end(memory *m, gint64 *ret_row, char **ret_hash, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT row, hash FROM skill_journal_end WHERE id = 1", "");
    GError *local = NULL;
    bool found = query && store_next(m, query, doing, &local);
    *ret_row = found ? sqlite3_column_int64(query, 0) : 0;
    *ret_hash = found ? store_text(query, 1) : NULL;
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

bool rows_skill_chain_add(memory *m, const struct rows_skill_link *link, const char *doing, GError **error)
{
    return store_run(m, doing, error, "INSERT INTO skill_journal(row, kind, ref, sha256, hash) VALUES (?,?,?,?,?)", "ititt",
                     link->row, link->kind, link->ref, link->sha256, link->hash) &&
           store_run(m, doing, error,
                     "INSERT INTO skill_journal_end(id, row, hash) VALUES (1, ?1, ?2) ON CONFLICT(id) DO UPDATE SET"
                     " row = ?1, hash = ?2",
                     "it", link->row, link->hash);
}

bool rows_skill_chain_each(memory *m, bool (*each)(void *data, const struct rows_skill_link *link, GError **error), void *data,
                           const char *doing, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT row, ref, kind, sha256, hash FROM skill_journal ORDER BY row", "");
    GError *local = NULL;
    while (query && !local && store_next(m, query, doing, &local)) {
        const struct rows_skill_link link = {
            sqlite3_column_int64(query, 0), sqlite3_column_int64(query, 1), (const char *)sqlite3_column_text(query, 2),
            (const char *)sqlite3_column_text(query, 3), (const char *)sqlite3_column_text(query, 4)};
        if (!each(data, &link, &local))
            break;
    }
    if (local)
        g_propagate_error(error, local);
    return query && !local;
}

GArray *rows_skill_unchained(memory *m, const char *kind, const char *doing, GError **error)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, error,
        g_str_equal(kind, "version")
            ? "SELECT id FROM skill_versions v WHERE NOT EXISTS (SELECT 1 FROM skill_journal j WHERE j.kind = 'version' AND"
              " j.ref = v.id)"
            : "SELECT id FROM skill_stages s WHERE NOT EXISTS (SELECT 1 FROM skill_journal j WHERE j.kind = 'stage' AND"
              " j.ref = s.id)",
        "");
    return store_integers(m, query, doing, error);
}

char *rows_skill_called(memory *m, const char *kind, gint64 ref, const char *doing)
{
    g_autoptr(store_query) query = store_prepare(
        m, doing, NULL,
        g_str_equal(kind, "version")
            ? "SELECT name, sha256 FROM skill_versions WHERE id = ?"
            : "SELECT v.name, v.sha256 FROM skill_stages s JOIN skill_versions v ON v.id = s.version WHERE s.id = ?",
        "i", ref);
    if (!query || !store_next(m, query, doing, NULL))
        return g_strdup("a skill");
    return g_strdup_printf("%s (%.12s)", (const char *)sqlite3_column_text(query, 0),
                           (const char *)sqlite3_column_text(query, 1));
}
