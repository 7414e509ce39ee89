/* The chain of the skills' history. */

#include "memory/chain/skill_chain.h"

#include "memory/chain/canonical.h"
#include "memory/chain/findings.h"
#include "memory/chain/journal.h"
#include "memory/port/rows.h"

static const char doing[] = "write the skills' history";

/* NULL with error unset: there is no such row. */
static char *row_hash(memory *m, const char *kind, gint64 ref, GError **error)
{
    g_autoptr(GPtrArray) fields = rows_bound(m, kind, 0, ref, doing, error);
    if (!fields || !fields->len)
        return NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    canonical_text(text, kind);
    canonical_fields(text, fields);
    return canonical_hash(text);
}

static char *chain_hash(const char *previous, const struct rows_skill_link *link)
{
    g_autoptr(GString) text = g_string_new(previous);
    canonical_text(text, "skill");
    canonical_int(text, link->row);
    canonical_text(text, link->kind);
    canonical_int(text, link->ref);
    canonical_text(text, link->sha256);
    return canonical_hash(text);
}

bool skill_chain_add(memory *m, const char *kind, gint64 ref, GError **error)
{
    g_autofree char *previous = NULL, *sha256 = row_hash(m, kind, ref, error);
    struct rows_skill_link link = {.kind = kind, .ref = ref, .sha256 = sha256};
    if (!sha256 || !rows_skill_chain_end(m, &link.row, &previous, doing, error))
        return false;
    link.row++;
    g_autofree char *hash = chain_hash(previous ? previous : JOURNAL_ZERO, &link);
    link.hash = hash;
    return rows_skill_chain_add(m, &link, doing, error);
}

/* ---- verify ---- */

struct checking {
    memory *m;           /* borrowed */
    GPtrArray *findings; /* borrowed */
    char *previous;      /* owned: hash of the row before */
    gint64 last;         /* its number */
};

static bool check_row(struct checking *c, const struct rows_skill_link *link, GError **error)
{
    GError *local = NULL;
    g_autofree char *now = row_hash(c->m, link->kind, link->ref, &local);
    if (local) {
        g_propagate_error(error, local);
        return false;
    }
    if (g_strcmp0(now, link->sha256) == 0)
        return true;
    g_autofree char *name = rows_skill_called(c->m, link->kind, link->ref, doing);
    findings_add(c->findings, "skills: a %s of %s %s (row %" G_GINT64_FORMAT " of the skills' history holds its hash)",
                 link->kind, name, now ? "was changed" : "is missing", link->row);
    return true;
}

static bool check_link(void *data, const struct rows_skill_link *link, GError **error)
{
    struct checking *c = data;
    g_autofree char *hash = chain_hash(c->previous, link);
    if (link->row != c->last + 1)
        findings_add(c->findings, "skills: row %" G_GINT64_FORMAT " of their history is missing", c->last + 1);
    else if (!g_str_equal(hash, link->hash))
        findings_add(c->findings,
                     "skills: row %" G_GINT64_FORMAT
                     " of their history does not fit its hash: it, or the one before it, was changed",
                     link->row);
    g_free(c->previous);
    c->previous = g_strdup(link->hash);
    c->last = link->row;
    return check_row(c, link, error);
}

/* Rows that the chain does not know. */
static bool check_unknown(memory *m, const char *kind, GPtrArray *findings, GError **error)
{
    g_autoptr(GArray) unknown = rows_skill_unchained(m, kind, doing, error);
    for (guint i = 0; unknown && i < unknown->len; i++) {
        g_autofree char *name = rows_skill_called(m, kind, g_array_index(unknown, gint64, i), doing);
        findings_add(findings, "skills: their history does not know a %s of %s", kind, name);
    }
    return unknown != NULL;
}

bool skill_chain_verify(memory *m, GPtrArray *findings, GError **error)
{
    g_autofree char *end = NULL;
    gint64 row = 0;
    if (!rows_skill_chain_end(m, &row, &end, doing, error))
        return false;
    struct checking c = {m, findings, g_strdup(JOURNAL_ZERO), 0};
    bool ok = rows_skill_chain_each(m, check_link, &c, doing, error);
    if (ok && (c.last != row || g_strcmp0(c.previous, end ? end : JOURNAL_ZERO) != 0))
        findings_add(findings, "skills: their history does not end as it should: rows were cut off, or put behind it");
    g_free(c.previous);
    return ok && check_unknown(m, "version", findings, error) && check_unknown(m, "stage", findings, error);
}
