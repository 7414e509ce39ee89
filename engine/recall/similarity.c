/* Likeness to a query. What is kept between questions: each text's features or vector, and the index over all of them; both hold
 * until the texts change, and then only what is new is read. */

#include "engine/recall/similarity.h"

#include "engine/recall/dense.h"
#include "engine/recall/embed.h"
#include "engine/recall/postings.h"

#include <math.h>
#include <string.h>

#define AGAIN_US (60 * G_USEC_PER_SEC) /* a brain that failed is not asked again before */

/* What is known of a text. */
struct document {
    char *key;
    guint load; /* the last that it was in */
    ngram *features;
    guint length;
    char *vector_key; /* of the text that a brain is given */
};

struct entry {
    const void *thing;
    struct document *document; /* borrowed from `documents` */
};

struct similarity {
    const struct similarity_reader *reader;
    const config *cfg;
    brain_pool *pool;
    memory *m;
    GHashTable *documents; /* key (the document's) → struct document*, owned */
    GArray *entries;       /* struct entry, by number */
    postings *postings;    /* NULL = to be made */
    dense *dense;          /* NULL = to be made */
    guint from;            /* what is loaded was chosen from so many; 0 = it is all */
    embedder *embedder;    /* NULL = none, or not yet */
    gint64 again_us;       /* CLOCK_MONOTONIC: the brain failed, until then it is not asked */

    /* the load */
    guint loads;
    GArray *entries_before;
    ngrams *counts;

    /* the question */
    char *text;
    bool by_brain; /* what it is done with */
    char *notice;  /* to be told */
};

static void document_free(gpointer data)
{
    struct document *d = data;
    g_free(d->key);
    g_free(d->features);
    g_free(d->vector_key);
    g_free(d);
}

similarity *similarity_new(const struct similarity_reader *reader, const config *cfg, brain_pool *pool, memory *m)
{
    similarity *a = g_new0(similarity, 1);
    a->reader = reader;
    a->cfg = cfg;
    a->pool = pool;
    a->m = m;
    a->documents = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, document_free);
    a->entries = g_array_new(FALSE, FALSE, sizeof(struct entry));
    a->text = g_strdup("");
    return a;
}

static void forget_index(similarity *a)
{
    g_clear_pointer(&a->postings, postings_free);
    g_clear_pointer(&a->dense, dense_free);
}

void similarity_free(similarity *a)
{
    if (!a)
        return;
    forget_index(a);
    embedder_free(a->embedder);
    g_hash_table_unref(a->documents);
    g_array_unref(a->entries);
    g_free(a->text);
    g_free(a->notice);
    g_free(a);
}

/* ---- the load ---- */

void similarity_chosen_from(similarity *a, guint n)
{
    a->from = n;
    g_clear_pointer(&a->postings, postings_free);
}

void similarity_begin_load(similarity *a)
{
    a->loads++;
    a->entries_before = g_steal_pointer(&a->entries);
    a->entries = g_array_sized_new(FALSE, FALSE, sizeof(struct entry), a->entries_before->len);
    a->counts = ngrams_new();
}

static struct document *document_read(similarity *a, const char *key, const void *thing)
{
    struct document *d = g_new0(struct document, 1);
    d->key = g_strdup(key);
    a->reader->words(a->counts, thing);
    d->features = ngrams_take(a->counts, &d->length);
    g_hash_table_insert(a->documents, d->key, d);
    return d;
}

/* Most loads are the one before once more: then no table is asked. */
static struct document *document_before(const similarity *a, const char *key)
{
    guint i = a->entries->len;
    struct document *d = i < a->entries_before->len ? g_array_index(a->entries_before, struct entry, i).document : NULL;
    return d && strcmp(d->key, key) == 0 ? d : g_hash_table_lookup(a->documents, key);
}

bool similarity_add(similarity *a, const char *key, const void *thing)
{
    if (a->entries->len >= POSTINGS_MAX)
        return false;
    struct document *d = document_before(a, key);
    if (!d)
        d = document_read(a, key, thing);
    d->load = a->loads;
    struct entry entry = {thing, d};
    g_array_append_val(a->entries, entry);
    return true;
}

/* Does the index made of those still hold? */
static bool same_documents(const GArray *a, const GArray *b)
{
    bool same = a->len == b->len;
    for (guint i = 0; same && i < a->len; i++)
        same = g_array_index(a, struct entry, i).document == g_array_index(b, struct entry, i).document;
    return same;
}

static gboolean is_gone(gpointer key, gpointer value, gpointer data)
{
    (void)key;
    return ((const struct document *)value)->load != ((const similarity *)data)->loads;
}

void similarity_end_load(similarity *a)
{
    if (!same_documents(a->entries_before, a->entries)) {
        forget_index(a);
        g_hash_table_foreach_remove(a->documents, is_gone, a);
    }
    g_clear_pointer(&a->entries_before, g_array_unref);
    g_clear_pointer(&a->counts, ngrams_free);
}

static const struct entry *entry_at(const similarity *a, guint i)
{
    return &g_array_index(a->entries, struct entry, i);
}

static void make_postings(similarity *a)
{
    guint n = a->entries->len;
    g_autofree const ngram **features = g_new(const ngram *, n + 1);
    g_autofree guint *lengths = g_new(guint, n + 1);
    for (guint i = 0; i < n; i++) {
        features[i] = entry_at(a, i)->document->features;
        lengths[i] = entry_at(a, i)->document->length;
    }
    a->postings = postings_new(features, lengths, n, a->from);
}

/* ---- a brain's vectors ---- */

/* The built-in embedding from here on; each reason is told once for a failure. */
static void do_without(similarity *a, const GError *error)
{
    if (a->embedder)
        embedder_cancel(a->embedder);
    a->by_brain = false;
    a->again_us = g_get_monotonic_time() + AGAIN_US;
    g_free(a->notice);
    a->notice =
        g_strdup_printf("%s are searched with the built-in embedding (%s): %s", a->reader->what, NGRAM_KIND, error->message);
}

static bool wants_brain(similarity *a)
{
    const char *name = config_string(a->cfg, "skills", "embeddings");
    if (!a->pool || g_str_equal(name, "ngram") || !*a->text || g_get_monotonic_time() < a->again_us)
        return false;
    g_autoptr(GError) error = NULL;
    if (!a->embedder)
        a->embedder = embedder_new(a->cfg, a->pool, a->m, name, &error);
    if (!a->embedder)
        do_without(a, error);
    return a->embedder != NULL;
}

static void want_vectors(similarity *a)
{
    embedder_want(a->embedder, a->text);
    for (guint i = 0; i < a->entries->len; i++) {
        struct document *d = entry_at(a, i)->document;
        if (d->vector_key && embedder_get(a->embedder, d->vector_key))
            continue;
        g_autofree char *text = a->reader->prose(entry_at(a, i)->thing);
        if (!d->vector_key)
            d->vector_key = embedder_key(text);
        embedder_want(a->embedder, text);
    }
}

static const float *vector_of(const similarity *a, const char *key, gsize *ret_size)
{
    GBytes *bytes = embedder_get(a->embedder, key);
    *ret_size = bytes ? g_bytes_get_size(bytes) : 0;
    return bytes ? g_bytes_get_data(bytes, NULL) : NULL;
}

static const float *query_vector(const similarity *a, gsize *ret_size)
{
    g_autofree char *key = embedder_key(a->text);
    return vector_of(a, key, ret_size);
}

/* False: they are not all of one dimension. */
static bool make_dense(similarity *a)
{
    gsize size = 0, wanted = 0;
    query_vector(a, &wanted);
    g_autofree const float **vectors = g_new(const float *, a->entries->len + 1);
    bool same = true;
    for (guint i = 0; i < a->entries->len && same; i++) {
        vectors[i] = vector_of(a, entry_at(a, i)->document->vector_key, &size);
        same = size == wanted;
    }
    if (same)
        a->dense = dense_new(vectors, a->entries->len, (guint)(wanted / sizeof(float)));
    return same && a->dense;
}

/* All are there. True: the question can be answered. */
static bool settle_vectors(similarity *a)
{
    gsize size;
    query_vector(a, &size);
    if (a->dense && size == dense_dimension(a->dense) * sizeof(float))
        return true;
    g_clear_pointer(&a->dense, dense_free);
    if (make_dense(a))
        return true;
    if (embedder_renew(a->embedder)) {
        want_vectors(a);
        return similarity_step(a);
    }
    g_autoptr(GError) error = g_error_new(BRAIN_ERROR, BRAIN_ERROR_FAILED, "brain %s: its vectors are not all of one dimension",
                                          config_string(a->cfg, "skills", "embeddings"));
    do_without(a, error);
    return true;
}

/* ---- the question ---- */

void similarity_ask_builtin(similarity *a, const char *text)
{
    if (a->embedder)
        embedder_cancel(a->embedder);
    char *copy = g_strdup(text ? text : "");
    g_free(a->text);
    a->text = copy;
    a->by_brain = false;
}

void similarity_ask(similarity *a, const char *text)
{
    similarity_ask_builtin(a, text);
    a->by_brain = wants_brain(a);
    if (a->by_brain)
        want_vectors(a);
}

bool similarity_step(similarity *a)
{
    g_autoptr(GError) error = NULL;
    if (!a->by_brain)
        return true;
    if (!embedder_step(a->embedder, &error))
        return false;
    if (!error)
        return settle_vectors(a);
    do_without(a, error);
    return true;
}

void similarity_wait(similarity *a)
{
    while (!similarity_step(a)) {
        g_autoptr(GError) error = NULL;
        if (!brain_pool_poll(a->pool, NULL, 0, -1, &error))
            do_without(a, error);
    }
}

void similarity_cosines(similarity *a, const float *bonus, guint k, float *ret_cosines)
{
    if (a->by_brain) {
        gsize size;
        dense_cosines(a->dense, query_vector(a, &size), bonus, k, ret_cosines);
        return;
    }
    if (!a->postings)
        make_postings(a);
    g_autoptr(ngrams) n = ngrams_new();
    ngrams_add(n, a->text, 1);
    guint length;
    g_autofree ngram *features = ngrams_take(n, &length);
    postings_cosines(a->postings, features, length, ret_cosines);
}

float similarity_cosine(const similarity *a, guint i)
{
    gsize size;
    return dense_cosine(a->dense, i, query_vector(a, &size));
}

char *similarity_take_notice(similarity *a)
{
    return g_steal_pointer(&a->notice);
}

const char *similarity_kind(const similarity *a)
{
    return a->by_brain ? embedder_kind(a->embedder) : NGRAM_KIND;
}

void similarity_take_cost(similarity *a, struct brain_spent *ret_spent)
{
    *ret_spent = (struct brain_spent){0};
    if (a->embedder)
        embedder_take_cost(a->embedder, ret_spent);
}
