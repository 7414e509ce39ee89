/* The chain of the skills' history. */

#include "memory/skill_chain.h"
#include "memory/findings.h"
#include "memory/journal.h"

static const char doing[] = "write the skills' history";

/* ---- rows ---- */

#define VERSION_ROW "SELECT id, name, sha256, at_us, run, step, author, parent, file, note, code FROM skill_versions WHERE id = ?"
#define STAGE_ROW "SELECT id, version, at_us, stage, author, reason FROM skill_stages WHERE id = ?"

/* NULL with error unset: there is no such row. */
static char *row_hash(memory *m, const char *kind, gint64 ref, GError **error)
{
    g_autoptr(store_query) query = g_str_equal(kind, "version") ? store_prepare(m, doing, error, VERSION_ROW, "i", ref)
                                                                : store_prepare(m, doing, error, STAGE_ROW, "i", ref);
    if (!query || !store_next(m, query, doing, error))
        return NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    canonical_text(text, kind);
    for (int i = 0; i < sqlite3_column_count(query); i++)
        canonical_text(text, (const char *)sqlite3_column_text(query, i)); /* an integer is its digits */
    return canonical_hash(text);
}

static char *chain_hash(const char *previous, gint64 row, const char *kind, gint64 ref, const char *sha256)
{
    g_autoptr(GString) text = g_string_new(previous);
    canonical_text(text, "skill");
    canonical_int(text, row);
    canonical_text(text, kind);
    canonical_int(text, ref);
    canonical_text(text, sha256);
    return canonical_hash(text);
}

static bool read_end(memory *m, gint64 *ret_row, char **ret_hash, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, "SELECT row, hash FROM skill_journal_end WHERE id = 1", "");
    GError *local = NULL;
    *ret_row = 0;
    *ret_hash = NULL;
    if (query && store_next(m, query, doing, &local)) {
        *ret_row = sqlite3_column_int64(query, 0);
        *ret_hash = store_text(query, 1);
    }
    if (local)
        g_propagate_error(error, local);
    else if (!*ret_hash)
        *ret_hash = g_strdup(JOURNAL_ZERO);
    return query && !local;
}

/* ---- writing ---- */

bool skill_chain_add(memory *m, const char *kind, gint64 ref, GError **error)
{
    g_autofree char *previous = NULL, *sha256 = row_hash(m, kind, ref, error);
    gint64 row = 0;
    if (!sha256 || !read_end(m, &row, &previous, error))
        return false;
    g_autofree char *hash = chain_hash(previous, ++row, kind, ref, sha256);
    return store_run(m, doing, error, "INSERT INTO skill_journal(row, kind, ref, sha256, hash) VALUES (?,?,?,?,?)", "ititt", row,
                     kind, ref, sha256, hash) &&
           store_run(m, doing, error,
                     "INSERT INTO skill_journal_end(id, row, hash) VALUES (1, ?1, ?2) ON CONFLICT(id) DO UPDATE SET"
                     " row = ?1, hash = ?2",
                     "it", row, hash);
}

/* ---- verify ---- */

static char *name_of(memory *m, const char *kind, gint64 ref)
{
    g_autoptr(store_query) query =
        g_str_equal(kind, "version")
            ? store_prepare(m, doing, NULL, "SELECT name, sha256 FROM skill_versions WHERE id = ?", "i", ref)
            : store_prepare(
                  m, doing, NULL,
                  "SELECT v.name, v.sha256 FROM skill_stages s JOIN skill_versions v ON v.id = s.version WHERE s.id = ?", "i",
                  ref);
    if (!query || !store_next(m, query, doing, NULL))
        return g_strdup("a skill");
    return g_strdup_printf("%s (%.12s)", (const char *)sqlite3_column_text(query, 0),
                           (const char *)sqlite3_column_text(query, 1));
}

static bool check_row(memory *m, gint64 row, const char *kind, gint64 ref, const char *sha256, GPtrArray *findings,
                      GError **error)
{
    GError *local = NULL;
    g_autofree char *now = row_hash(m, kind, ref, &local);
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    if (g_strcmp0(now, sha256) == 0)
        return true;
    g_autofree char *name = name_of(m, kind, ref);
    findings_add(findings, "skills: a %s of %s %s (row %" G_GINT64_FORMAT " of the skills' history holds its hash)", kind, name,
                 now ? "was changed" : "is missing", row);
    return true;
}

static bool check_chain(memory *m, gint64 end_row, const char *end_hash, GPtrArray *findings, GError **error)
{
    g_autoptr(store_query) query =
        store_prepare(m, doing, error, "SELECT row, kind, ref, sha256, hash FROM skill_journal ORDER BY row", "");
    g_autofree char *previous = g_strdup(JOURNAL_ZERO);
    GError *local = NULL;
    gint64 last = 0;
    while (query && !local && store_next(m, query, doing, &local)) {
        gint64 row = sqlite3_column_int64(query, 0), ref = sqlite3_column_int64(query, 2);
        const char *kind = (const char *)sqlite3_column_text(query, 1), *sha256 = (const char *)sqlite3_column_text(query, 3);
        g_autofree char *hash = chain_hash(previous, row, kind, ref, sha256);
        g_free(previous);
        previous = store_text(query, 4);
        if (row != last + 1)
            findings_add(findings, "skills: row %" G_GINT64_FORMAT " of their history is missing", last + 1);
        else if (!g_str_equal(hash, previous))
            findings_add(findings,
                         "skills: row %" G_GINT64_FORMAT
                         " of their history does not fit its hash: it, or the one before it, was changed",
                         row);
        last = row;
        check_row(m, row, kind, ref, sha256, findings, &local);
    }
    if (local)
        g_propagate_error(error, local);
    if (query && !local && (last != end_row || !g_str_equal(previous, end_hash)))
        findings_add(findings, "skills: their history does not end as it should: rows were cut off, or put behind it");
    return query && !local;
}

/* Rows that the chain does not know. */
static bool check_unknown(memory *m, GPtrArray *findings, GError **error)
{
    static const struct {
        const char *kind, *sql;
    } table[] = {
        {"version", "SELECT id FROM skill_versions v WHERE NOT EXISTS (SELECT 1 FROM skill_journal j WHERE j.kind = 'version' AND"
                    " j.ref = v.id)"},
        {"stage", "SELECT id FROM skill_stages s WHERE NOT EXISTS (SELECT 1 FROM skill_journal j WHERE j.kind = 'stage' AND"
                  " j.ref = s.id)"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(table); i++) {
        g_autoptr(store_query) query = store_prepare(m, doing, error, table[i].sql, "");
        GError *local = NULL;
        while (query && store_next(m, query, doing, &local)) {
            g_autofree char *name = name_of(m, table[i].kind, sqlite3_column_int64(query, 0));
            findings_add(findings, "skills: their history does not know a %s of %s", table[i].kind, name);
        }
        if (local)
            g_propagate_error(error, local);
        if (!query || local)
            return false;
    }
    return true;
}

bool skill_chain_verify(memory *m, GPtrArray *findings, GError **error)
{
    g_autofree char *hash = NULL;
    gint64 row = 0;
    return read_end(m, &row, &hash, error) && check_chain(m, row, hash, findings, error) && check_unknown(m, findings, error);
}
