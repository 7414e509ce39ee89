/* Why a skill was retrieved, in words. */

#include "engine/recall/retrieve.h"

#include <math.h>

#define SHOWN 0.005 /* what would be +0.00 is not told */

const char *retrieve_part_name(enum retrieve_part_kind kind)
{
    static const char *const names[] = {[RETRIEVE_COSINE] = "cosine",
                                        [RETRIEVE_LEARNED] = "learned",
                                        [RETRIEVE_USED] = "used",
                                        [RETRIEVE_OUTCOMES] = "outcomes",
                                        [RETRIEVE_REJECTED] = "rejected"};
    G_STATIC_ASSERT(G_N_ELEMENTS(names) == RETRIEVE_PART_COUNT);
    return names[kind];
}

const char *retrieve_why_name(enum retrieve_why why)
{
    static const char *const names[] = {
        [RETRIEVED_GENERAL] = "general", [RETRIEVED_NEW] = "new", [RETRIEVED_NEAR] = "near", [RETRIEVED_SET] = "set"};
    return names[why];
}

/* "2 days ago"; caller frees. */
static char *ago(gint64 at_us, gint64 now_us)
{
    static const struct {
        gint64 seconds;
        const char *name;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}};
    gint64 seconds = MAX(now_us - at_us, 0) / G_USEC_PER_SEC;
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
        gint64 n = seconds / units[i].seconds;
        if (n > 0)
            return g_strdup_printf("%" G_GINT64_FORMAT " %s%s ago", n, units[i].name, n == 1 ? "" : "s");
    }
    return g_strdup("just now");
}

static void add_part(GString *out, const struct retrieved *r, enum retrieve_part_kind kind, const char *words)
{
    if (fabs(r->part[kind]) >= SHOWN)
        g_string_append_printf(out, ", %s %+.2f", words, r->part[kind]);
}

char *retrieved_explain(const struct retrieved *r)
{
    static const char *const first[] = {[RETRIEVED_GENERAL] = "always there; ",
                                        [RETRIEVED_NEW] = "new in this run; ",
                                        [RETRIEVED_NEAR] = "",
                                        [RETRIEVED_SET] = "of the program's own; "};
    GString *out = g_string_new(first[r->why]);
    g_string_append_printf(out, "match %.2f", r->part[RETRIEVE_COSINE]);
    if (!r->row)
        return g_string_free(out, FALSE);
    const struct memory_counts *n = &r->row->counts;
    g_autofree char *since = ago(r->row->learned_us, r->now_us);
    g_autofree char *learned = g_strconcat("learned ", since, NULL);
    add_part(out, r, RETRIEVE_LEARNED, learned);
    g_autofree char *last = ago(n->verified_us, r->now_us);
    g_autofree char *used = g_strconcat("worked ", last, NULL);
    add_part(out, r, RETRIEVE_USED, used);
    g_autofree char *verified = g_strdup_printf("verified %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, n->verified,
                                                n->verified + n->no_effect + n->unexpected);
    add_part(out, r, RETRIEVE_OUTCOMES, verified);
    g_autofree char *rejected =
        g_strdup_printf("rejected %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, n->rejected, MAX(n->proposed, n->rejected));
    add_part(out, r, RETRIEVE_REJECTED, rejected);
    return g_string_free(out, FALSE);
}

static void add_count(GString *out, const char *what, gint64 n)
{
    if (n > 0)
        g_string_append_printf(out, ", %s %" G_GINT64_FORMAT, what, n);
}

static const struct memory_counts *counts_of(const GPtrArray *counts, const skill *s)
{
    for (guint i = 0; i < counts->len; i++) {
        const struct memory_counts *n = g_ptr_array_index(counts, i);
        if (g_strcmp0(n->name, s->name) == 0 && g_strcmp0(n->sha256, s->sha256) == 0)
            return n;
    }
    return NULL;
}

char *retrieved_failures(const GPtrArray *rows, const GPtrArray *counts)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < rows->len; i++) {
        const struct retrieved *r = g_ptr_array_index(rows, i);
        const struct memory_counts *n = counts_of(counts, r->skill);
        if (!n || n->no_effect + n->unexpected + n->rejected <= 0)
            continue;
        g_string_append_printf(out, "%s- %s: fired %" G_GINT64_FORMAT ", verified %" G_GINT64_FORMAT, out->len ? "\n" : "",
                               r->skill->name, n->fired, n->verified);
        add_count(out, "no effect", n->no_effect);
        add_count(out, "unexpected effect", n->unexpected);
        add_count(out, "rejected by the person", n->rejected);
    }
    return g_string_free(out, FALSE);
}

GPtrArray *retrieved_skills(const GPtrArray *rows)
{
    GPtrArray *skills = g_ptr_array_new();
    for (guint i = 0; i < rows->len; i++)
        g_ptr_array_add(skills, (gpointer)((const struct retrieved *)g_ptr_array_index(rows, i))->skill);
    return skills;
}
