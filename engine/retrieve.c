/* Skills by likeness. What is kept between steps: each skill's features or vector, and the index over all of them; both hold
 * until the library changes, and then only what is new is read. */

#include "engine/retrieve.h"

#include "engine/dense.h"
#include "engine/embed.h"
#include "engine/ngram.h"
#include "engine/postings.h"
#include "engine/weigh.h"

#include <math.h>
#include <string.h>

#define ALIKE 0.05f                    /* less is a piece of a word that both happen to have */
#define AGAIN_US (60 * G_USEC_PER_SEC) /* a brain that failed is not asked again before */

/* What is known of a skill's text. */
struct document {
    ngram *features;
    guint length;
    char *vector_key; /* of the text that a brain is given */
};

struct entry {
    const skill *skill;
    const struct catalog_row *row;
    struct document *document; /* borrowed from `documents` */
};

struct retriever {
    const config *cfg;
    brain_pool *pool;
    memory *m;
    GHashTable *documents; /* library and sha256 → struct document*, owned */
    GArray *entries;       /* struct entry, by name */
    GArray *weighed;       /* struct weighed */
    postings *postings;    /* NULL = to be made */
    dense *dense;          /* NULL = to be made */
    embedder *embedder;    /* NULL = none, or not yet */
    gint64 again_us;       /* CLOCK_MONOTONIC: the brain failed, until then it is not asked */

    /* the search */
    struct retrieve_query query;
    char *text;
    bool by_brain; /* what it is done with */
    char *notice;  /* to be told */
};

static void document_free(gpointer data)
{
    struct document *d = data;
    g_free(d->features);
    g_free(d->vector_key);
    g_free(d);
}

retriever *retriever_new(const config *cfg, brain_pool *pool, memory *m)
{
    retriever *r = g_new0(retriever, 1);
    r->cfg = cfg;
    r->pool = pool;
    r->m = m;
    r->documents = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, document_free);
    r->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    r->weighed = g_array_new(FALSE, FALSE, sizeof(struct weighed));
    return r;
}

static void forget_index(retriever *r)
{
    g_clear_pointer(&r->postings, postings_free);
    g_clear_pointer(&r->dense, dense_free);
}

void retriever_free(retriever *r)
{
    if (!r)
        return;
    forget_index(r);
    embedder_free(r->embedder);
    g_hash_table_unref(r->documents);
    g_array_unref(r->entries);
    g_array_unref(r->weighed);
    g_free(r->text);
    g_free(r->notice);
    g_free(r);
}

/* ---- what a skill says ---- */

static struct document *document_read(ngrams *n, const skill *s)
{
    struct document *d = g_new0(struct document, 1);
    ngrams_add(n, s->name, 3);
    ngrams_add(n, s->doc, 2);
    ngrams_add(n, s->expect, 1);
    ngrams_add(n, s->pre, 1);
    ngrams_add(n, s->library, 1);
    for (guint i = 0; s->params && i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        ngrams_add(n, p->name, 1);
        ngrams_add(n, p->meaning, 1);
    }
    d->features = ngrams_take(n, &d->length);
    return d;
}

/* The same as prose, for a model that makes vectors. Caller frees. */
static char *prose(const skill *s)
{
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

/* ---- the library ---- */

static bool may_be_retrieved(const struct catalog_row *row)
{
    return !row || (row->skill && stage_is_loaded(row->stage));
}

static void add_entry(retriever *r, GHashTable *before, ngrams *n, const skill *s, const struct catalog_row *row)
{
    g_autofree char *key = g_strconcat(s->library ? s->library : "", "/", s->sha256, NULL);
    struct document *d = g_hash_table_lookup(r->documents, key);
    gpointer old_key = NULL, old = NULL;
    if (!d && g_hash_table_steal_extended(before, key, &old_key, &old)) {
        g_free(old_key);
        d = old;
        g_hash_table_insert(r->documents, g_steal_pointer(&key), d);
    } else if (!d) {
        d = document_read(n, s);
        g_hash_table_insert(r->documents, g_steal_pointer(&key), d);
    }
    struct entry entry = {s, row, d};
    struct weighed weighed = row ? weigh_row(row) : (struct weighed){0};
    g_array_append_val(r->entries, entry);
    g_array_append_val(r->weighed, weighed);
}

/* Does the index made of those still hold? (What has moved on may be only dates and outcomes.) */
static bool same_documents(const GArray *a, const GArray *b)
{
    bool same = a->len == b->len;
    for (guint i = 0; same && i < a->len; i++)
        same = g_array_index(a, struct entry, i).document == g_array_index(b, struct entry, i).document;
    return same;
}

void retriever_load(retriever *r, const skill_library *lib, const catalog *c)
{
    g_autoptr(GHashTable) before = g_steal_pointer(&r->documents);
    g_autoptr(GArray) entries = g_steal_pointer(&r->entries);
    g_autoptr(ngrams) n = ngrams_new();
    r->documents = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, document_free);
    r->entries = g_array_sized_new(FALSE, FALSE, sizeof(struct entry), entries->len);
    g_array_set_size(r->weighed, 0);
    const GPtrArray *all = skill_library_all(lib);
    for (guint i = 0; i < all->len && i < POSTINGS_MAX; i++) {
        const skill *s = g_ptr_array_index(all, i);
        const struct catalog_row *row = c ? catalog_find(c, s->name) : NULL;
        if (may_be_retrieved(row))
            add_entry(r, before, n, s, row);
    }
    if (!same_documents(entries, r->entries))
        forget_index(r);
}

static const struct entry *entry_at(const retriever *r, guint i)
{
    return &g_array_index(r->entries, struct entry, i);
}

static void make_postings(retriever *r)
{
    guint n = r->entries->len;
    g_autofree const ngram **features = g_new(const ngram *, n + 1);
    g_autofree guint *lengths = g_new(guint, n + 1);
    for (guint i = 0; i < n; i++) {
        features[i] = entry_at(r, i)->document->features;
        lengths[i] = entry_at(r, i)->document->length;
    }
    r->postings = postings_new(features, lengths, n);
}

/* ---- a brain's vectors ---- */

/* The built-in embedding from here on; each reason is told once for a failure. */
static void do_without(retriever *r, const GError *error)
{
    if (r->embedder)
        embedder_cancel(r->embedder);
    r->by_brain = false;
    r->again_us = g_get_monotonic_time() + AGAIN_US;
    g_free(r->notice);
    r->notice = g_strdup_printf("skills are searched with the built-in embedding (%s): %s", NGRAM_KIND, error->message);
}

static bool wants_brain(retriever *r)
{
    const char *name = config_string(r->cfg, "skills", "embeddings");
    if (!r->pool || g_str_equal(name, "ngram") || !*r->text || g_get_monotonic_time() < r->again_us)
        return false;
    g_autoptr(GError) error = NULL;
    if (!r->embedder)
        r->embedder = embedder_new(r->cfg, r->pool, r->m, name, &error);
    if (!r->embedder)
        do_without(r, error);
    return r->embedder != NULL;
}

static void want_vectors(retriever *r)
{
    embedder_want(r->embedder, r->text);
    for (guint i = 0; i < r->entries->len; i++) {
        struct document *d = entry_at(r, i)->document;
        if (d->vector_key && embedder_get(r->embedder, d->vector_key))
            continue;
        g_autofree char *text = prose(entry_at(r, i)->skill);
        if (!d->vector_key)
            d->vector_key = embedder_key(text);
        embedder_want(r->embedder, text);
    }
}

static const float *vector_of(const retriever *r, const char *key, gsize *ret_size)
{
    GBytes *bytes = embedder_get(r->embedder, key);
    *ret_size = bytes ? g_bytes_get_size(bytes) : 0;
    return bytes ? g_bytes_get_data(bytes, NULL) : NULL;
}

static const float *query_vector(const retriever *r, gsize *ret_size)
{
    g_autofree char *key = embedder_key(r->text);
    return vector_of(r, key, ret_size);
}

/* False: they are not all of one dimension. */
static bool make_dense(retriever *r)
{
    gsize size = 0, wanted = 0;
    query_vector(r, &wanted);
    g_autofree const float **vectors = g_new(const float *, r->entries->len + 1);
    bool same = true;
    for (guint i = 0; i < r->entries->len && same; i++) {
        vectors[i] = vector_of(r, entry_at(r, i)->document->vector_key, &size);
        same = size == wanted;
    }
    if (same)
        r->dense = dense_new(vectors, r->entries->len, (guint)(wanted / sizeof(float)));
    return same && r->dense;
}

/* All are there. True: the search can be done. */
static bool settle_vectors(retriever *r)
{
    gsize size;
    query_vector(r, &size);
    if (r->dense && size == dense_dimension(r->dense) * sizeof(float))
        return true;
    g_clear_pointer(&r->dense, dense_free);
    if (make_dense(r))
        return true;
    if (embedder_renew(r->embedder)) {
        want_vectors(r);
        return retriever_step(r);
    }
    g_autoptr(GError) error = g_error_new(BRAIN_ERROR, BRAIN_ERROR_FAILED, "brain %s: its vectors are not all of one dimension",
                                          config_string(r->cfg, "skills", "embeddings"));
    do_without(r, error);
    return true;
}

/* ---- the search ---- */

void retriever_begin(retriever *r, const struct retrieve_query *query)
{
    if (r->embedder)
        embedder_cancel(r->embedder);
    g_free(r->text);
    r->text = g_strdup(query->text ? query->text : "");
    r->query = *query;
    r->query.text = r->text;
    if (!r->query.now_us)
        r->query.now_us = g_get_real_time();
    r->by_brain = wants_brain(r);
    if (r->by_brain)
        want_vectors(r);
}

bool retriever_step(retriever *r)
{
    g_autoptr(GError) error = NULL;
    if (!r->by_brain)
        return true;
    if (!embedder_step(r->embedder, &error))
        return false;
    if (!error)
        return settle_vectors(r);
    do_without(r, error);
    return true;
}

struct search {
    retriever *r;
    float *cosines, *bonus;
    GHashTable *taken; /* index + 1 */
    GPtrArray *rows;
};

/* Also those that dense_cosines() has left out. */
static float cosine_at(const struct search *s, guint i)
{
    gsize size;
    if (isinf(s->cosines[i]))
        s->cosines[i] = dense_cosine(s->r->dense, i, query_vector(s->r, &size));
    return s->cosines[i];
}

static void measure(struct search *s, guint k)
{
    retriever *r = s->r;
    for (guint i = 0; i < r->entries->len; i++)
        s->bonus[i] = weigh_bonus(&g_array_index(r->weighed, struct weighed, i), r->query.now_us);
    if (r->by_brain) {
        gsize size;
        dense_cosines(r->dense, query_vector(r, &size), s->bonus, k, s->cosines);
        return;
    }
    if (!r->postings)
        make_postings(r);
    g_autoptr(ngrams) n = ngrams_new();
    ngrams_add(n, r->text, 1);
    guint length;
    g_autofree ngram *features = ngrams_take(n, &length);
    postings_cosines(r->postings, features, length, s->cosines);
}

static void take(struct search *s, guint i, enum retrieve_why why)
{
    if (!g_hash_table_add(s->taken, GUINT_TO_POINTER(i + 1)))
        return;
    const struct entry *e = entry_at(s->r, i);
    struct retrieved *row = g_new0(struct retrieved, 1);
    *row = (struct retrieved){.skill = e->skill, .row = e->row, .why = why, .now_us = s->r->query.now_us};
    if (e->row)
        weigh_parts(e->row, row->now_us, row->part);
    row->part[RETRIEVE_COSINE] = (double)cosine_at(s, i);
    for (int p = 0; p < RETRIEVE_PART_COUNT; p++)
        row->score += row->part[p];
    g_ptr_array_add(s->rows, row);
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
    g_autoptr(GArray) best = weigh_best(values, s->bonus, n, most);
    for (guint i = 0; i < best->len; i++)
        take(s, g_array_index(best, guint, i), why);
}

static void take_nearest(struct search *s, guint n_new)
{
    const struct retrieve_query *q = &s->r->query;
    g_autoptr(GArray) best = weigh_best(s->cosines, s->bonus, s->r->entries->len, q->k + n_new);
    for (guint i = 0; i < best->len && s->rows->len < q->k + n_new; i++) {
        guint at = g_array_index(best, guint, i);
        if (!q->alike || s->cosines[at] > ALIKE)
            take(s, at, RETRIEVED_NEAR);
    }
}

GPtrArray *retriever_result(retriever *r, char **ret_notice)
{
    const struct retrieve_query *q = &r->query;
    guint n = r->entries->len;
    g_autofree float *cosines = g_new0(float, n + 1), *bonus = g_new0(float, n + 1);
    g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
    struct search s = {r, cosines, bonus, taken, g_ptr_array_new_with_free_func(g_free)};
    measure(&s, 2 * q->k); /* k new ones may stand before the k best */
    if (q->run)
        take_some(&s, is_new, q->k, RETRIEVED_NEW);
    take_nearest(&s, s.rows->len);
    if (q->sets)
        take_some(&s, is_of_set, q->k, RETRIEVED_SET);
    if (ret_notice)
        *ret_notice = g_steal_pointer(&r->notice);
    return s.rows;
}

GPtrArray *retriever_search(retriever *r, const struct retrieve_query *query, char **ret_notice)
{
    retriever_begin(r, query);
    while (!retriever_step(r)) {
        g_autoptr(GError) error = NULL;
        if (!brain_pool_poll(r->pool, NULL, 0, -1, &error))
            do_without(r, error);
    }
    return retriever_result(r, ret_notice);
}

const char *retriever_kind(const retriever *r)
{
    return r->by_brain ? embedder_kind(r->embedder) : NGRAM_KIND;
}

void retriever_take_cost(retriever *r, gint64 *ret_tokens, double *ret_cost)
{
    *ret_tokens = 0;
    *ret_cost = 0;
    if (r->embedder)
        embedder_take_cost(r->embedder, ret_tokens, ret_cost);
}
