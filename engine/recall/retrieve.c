/* Skills by likeness, and by what is known of their past. */

#include "engine/recall/retrieve.h"

#include "engine/recall/similarity.h"
#include "engine/recall/skill_score.h"

#include <math.h>
#include <string.h>

#define ALIKE 0.05f /* less is a piece of a word that both happen to have */

struct entry {
    const skill *skill;
    const struct catalog_row *row;
};

struct retriever {
    similarity *likeness;
    GArray *entries;     /* struct entry, by name: the numbers of `likeness` */
    GArray *skill_score; /* struct skill_score */
    struct retrieve_query query;
    char *text;
};

/* ---- what a skill says ---- */

/* What it is called and does says most; a parameter's words are much the same in all ("pixels from the left edge"). */
static void words_of(ngrams *n, const void *thing)
{
    const skill *s = thing;
    ngrams_add(n, s->name, 6);
    ngrams_add(n, s->doc, 6);
    ngrams_add(n, s->library, 2);
    ngrams_add(n, s->expect, 1);
    ngrams_add(n, s->pre, 1);
    for (guint i = 0; s->params && i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        ngrams_add(n, p->name, 1);
        ngrams_add(n, p->meaning, 1);
        for (char **word = p->allowed; word && *word; word++)
            ngrams_add(n, *word, 1);
    }
}

static char *prose_of(const void *thing)
{
    const skill *s = thing;
    GString *text = g_string_new(s->name);
    g_strdelimit(text->str, "_", ' ');
    g_string_append_printf(text, ": %s\n", s->doc ? s->doc : "");
    for (guint i = 0; s->params && i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        g_string_append_printf(text, "%s: %s\n", p->name, p->meaning);
    }
    if (s->pre && *s->pre)
        g_string_append_printf(text, "Before: %s\n", s->pre);
    if (s->expect && *s->expect)
        g_string_append_printf(text, "Then: %s\n", s->expect);
    return g_string_free(text, FALSE);
}

static const struct similarity_reader skill_reader = {words_of, prose_of, "skills"};

retriever *retriever_new(const config *cfg, brain_pool *pool, memory *m)
{
    retriever *r = g_new0(retriever, 1);
    r->likeness = similarity_new(&skill_reader, cfg, pool, m);
    r->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    r->skill_score = g_array_new(FALSE, FALSE, sizeof(struct skill_score));
    return r;
}

void retriever_free(retriever *r)
{
    if (!r)
        return;
    similarity_free(r->likeness);
    g_array_unref(r->entries);
    g_array_unref(r->skill_score);
    g_free(r->text);
    g_free(r);
}

/* ---- the library ---- */

static bool may_be_retrieved(const struct catalog_row *row)
{
    return !row || (row->skill && stage_is_loaded(row->stage));
}

/* A person's own files count always: nobody else put them there. */
static bool is_of(const skill *s, const char *const *libraries)
{
    return !libraries || s->layer != LAYER_SHIPPED || g_strv_contains(libraries, s->library ? s->library : "");
}

void retriever_load(retriever *r, const skill_library *lib, const catalog *c, const char *const *libraries)
{
    const GPtrArray *all = skill_library_all(lib);
    g_autoptr(GString) key = g_string_new(NULL);
    g_array_set_size(r->entries, 0);
    g_array_set_size(r->skill_score, 0);
    similarity_begin_load(r->likeness);
    for (guint i = 0; i < all->len; i++) {
        struct entry e = {.skill = g_ptr_array_index(all, i)};
        e.row = c ? catalog_find(c, e.skill->name) : NULL;
        if (!may_be_retrieved(e.row) || !is_of(e.skill, libraries))
            continue;
        struct skill_score skill_score = e.row ? skill_score_row(e.row) : (struct skill_score){0};
        g_string_assign(key, e.skill->sha256);
        g_string_append(key, e.skill->library ? e.skill->library : "");
        if (!similarity_add(r->likeness, key->str, e.skill))
            break;
        g_array_append_val(r->entries, e);
        g_array_append_val(r->skill_score, skill_score);
    }
    similarity_end_load(r->likeness);
}

static const struct entry *entry_at(const retriever *r, guint i)
{
    return &g_array_index(r->entries, struct entry, i);
}

/* ---- the search ---- */

void retriever_begin(retriever *r, const struct retrieve_query *query)
{
    g_free(r->text);
    r->text = g_strdup(query->text ? query->text : "");
    r->query = *query;
    r->query.text = r->text;
    if (!r->query.now_us)
        r->query.now_us = g_get_real_time();
    similarity_ask(r->likeness, r->text);
}

bool retriever_step(retriever *r)
{
    return similarity_step(r->likeness);
}

struct search {
    retriever *r;
    float *cosines, *bonus;
    GHashTable *taken; /* index + 1 */
    GPtrArray *rows;
};

/* Also those that similarity_cosines() has left out. */
static float cosine_at(const struct search *s, guint i)
{
    if (isinf(s->cosines[i]))
        s->cosines[i] = similarity_cosine(s->r->likeness, i);
    return s->cosines[i];
}

static void take(struct search *s, guint i, enum retrieve_why why)
{
    if (!g_hash_table_add(s->taken, GUINT_TO_POINTER(i + 1)))
        return;
    const struct entry *e = entry_at(s->r, i);
    struct retrieved *row = g_new0(struct retrieved, 1);
    *row = (struct retrieved){.skill = e->skill, .row = e->row, .why = why, .now_us = s->r->query.now_us};
    if (e->row)
        skill_score_parts(e->row, row->now_us, row->part);
    row->part[RETRIEVE_COSINE] = (double)cosine_at(s, i);
    for (int p = 0; p < RETRIEVE_PART_COUNT; p++)
        row->score += row->part[p];
    g_ptr_array_add(s->rows, row);
}

/* The entries are in the order of their names. */
static void take_named(struct search *s, const char *name)
{
    guint from = 0, to = s->r->entries->len;
    while (from < to) {
        guint middle = from + (to - from) / 2;
        int order = strcmp(name, entry_at(s->r, middle)->skill->name);
        if (order == 0) {
            take(s, middle, RETRIEVED_GENERAL);
            return;
        }
        from = order > 0 ? middle + 1 : from;
        to = order > 0 ? to : middle;
    }
}

static bool is_new(const retriever *r, guint i)
{
    const struct catalog_row *row = entry_at(r, i)->row;
    return row && r->query.run && row->run == r->query.run && g_strcmp0(row->author, "model") == 0;
}

static bool is_of_set(const retriever *r, guint i)
{
    const char *library = entry_at(r, i)->skill->library;
    return r->query.sets && library && *library && g_strv_contains(r->query.sets, library);
}

/* The `most` best of those that belong; the others' cosines need not be known. */
static void take_some(struct search *s, bool (*belongs)(const retriever *r, guint i), guint most, enum retrieve_why why)
{
    guint n = s->r->entries->len;
    g_autofree float *values = g_new(float, n + 1);
    for (guint i = 0; i < n; i++)
        values[i] = belongs(s->r, i) && !g_hash_table_contains(s->taken, GUINT_TO_POINTER(i + 1)) ? cosine_at(s, i) : NAN;
    g_autoptr(GArray) best = skill_score_best(values, s->bonus, n, most);
    for (guint i = 0; i < best->len; i++)
        take(s, g_array_index(best, guint, i), why);
}

static void take_nearest(struct search *s, guint n_before)
{
    const struct retrieve_query *q = &s->r->query;
    g_autoptr(GArray) best = skill_score_best(s->cosines, s->bonus, s->r->entries->len, q->k + n_before);
    for (guint i = 0; i < best->len && s->rows->len < q->k + n_before; i++) {
        guint at = g_array_index(best, guint, i);
        if (!q->alike || s->cosines[at] > ALIKE)
            take(s, at, RETRIEVED_NEAR);
    }
}

GPtrArray *retriever_result(retriever *r, char **ret_notice)
{
    const struct retrieve_query *q = &r->query;
    guint n = r->entries->len, general = q->general ? g_strv_length((char **)q->general) : 0;
    g_autofree float *cosines = g_new0(float, n + 1), *bonus = g_new0(float, n + 1);
    g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
    struct search s = {r, cosines, bonus, taken, g_ptr_array_new_with_free_func(g_free)};
    for (guint i = 0; i < n; i++)
        bonus[i] = skill_score_bonus(&g_array_index(r->skill_score, struct skill_score, i), r->query.now_us);
    /* the general ones and k new ones may stand before the k best */
    similarity_cosines(r->likeness, bonus, 2 * q->k + general, cosines);
    for (guint i = 0; i < general; i++)
        take_named(&s, q->general[i]);
    if (q->run)
        take_some(&s, is_new, q->k, RETRIEVED_NEW);
    take_nearest(&s, s.rows->len);
    if (q->sets)
        take_some(&s, is_of_set, q->k, RETRIEVED_SET);
    if (ret_notice)
        *ret_notice = similarity_take_notice(r->likeness);
    return s.rows;
}

GPtrArray *retriever_search(retriever *r, const struct retrieve_query *query, char **ret_notice)
{
    retriever_begin(r, query);
    similarity_wait(r->likeness);
    return retriever_result(r, ret_notice);
}

const char *retriever_kind(const retriever *r)
{
    return similarity_kind(r->likeness);
}

void retriever_take_cost(retriever *r, struct brain_spent *ret_spent)
{
    similarity_take_cost(r->likeness, ret_spent);
}
