#include "engine/recall/embed.h"

#include "memory/skills.h"

#include <math.h>
#include <string.h>

#define BATCH_BYTES (128 * 1024) /* far below the 300,000 tokens that services take */
#define CALLS 4                  /* at once */

struct batch {
    guint call;
    GPtrArray *keys; /* char* */
};

struct embedder {
    brain_pool *pool;
    memory *m;
    char *brain, *kind;
    guint most;          /* texts of a request */
    GHashTable *known;   /* key → GBytes */
    GHashTable *pending; /* keys that are waiting or under way, borrowed from there */
    GQueue waiting;      /* char*: texts */
    GPtrArray *batches;  /* struct batch*, under way */
    GError *error;
    bool renewed; /* the store's vectors are not read any more */
    struct brain_spent spent;
};

static void batch_free(gpointer data)
{
    struct batch *b = data;
    g_ptr_array_unref(b->keys);
    g_free(b);
}

/* Also by what the profile adds: it may change what the numbers are, and how many. */
static char *kind_of(const brain_profile *p)
{
    return g_strdup_printf("%s:%s %.*s%s%s", p->kind, p->model, (int)strcspn(p->url, "?"), p->url, p->extra ? " " : "",
                           p->extra ? p->extra : "");
}

embedder *embedder_new(const config *cfg, brain_pool *pool, memory *m, const char *brain, GError **error)
{
    g_autoptr(brain_profile) profile = config_brain(cfg, brain, error);
    if (!profile)
        return NULL;
    if (!brain_kind_has_vectors(profile->kind)) {
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "brain %s: kind=%s makes no vectors of texts (use kind=openai or gemini)", brain, profile->kind);
        return NULL;
    }
    embedder *e = g_new0(embedder, 1);
    e->pool = pool;
    e->m = m;
    e->brain = g_strdup(brain);
    e->kind = kind_of(profile);
    e->most = (guint)profile->batch;
    e->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
    e->pending = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    e->batches = g_ptr_array_new_with_free_func(batch_free);
    g_queue_init(&e->waiting);
    return e;
}

void embedder_cancel(embedder *e)
{
    for (guint i = 0; i < e->batches->len; i++)
        brain_pool_forget(e->pool, ((struct batch *)g_ptr_array_index(e->batches, i))->call);
    g_ptr_array_set_size(e->batches, 0);
    g_queue_clear_full(&e->waiting, g_free);
    g_hash_table_remove_all(e->pending);
    g_clear_error(&e->error);
}

void embedder_free(embedder *e)
{
    if (!e)
        return;
    embedder_cancel(e);
    g_ptr_array_unref(e->batches);
    g_hash_table_unref(e->pending);
    g_hash_table_unref(e->known);
    g_free(e->brain);
    g_free(e->kind);
    g_free(e);
}

const char *embedder_kind(const embedder *e)
{
    return e->kind;
}

/* What is sent: valid UTF-8, not too long, cut between characters. */
static char *sent(const char *text)
{
    g_autofree char *begin = g_strndup(text, EMBED_TEXT_MAX);
    g_autofree char *valid = g_utf8_make_valid(begin, -1);
    gsize length = strlen(valid);
    if (length <= EMBED_TEXT_MAX)
        return g_steal_pointer(&valid);
    const char *end = g_utf8_find_prev_char(valid, valid + EMBED_TEXT_MAX + 1);
    return g_strndup(valid, (gsize)(end - valid));
}

char *embedder_key(const char *text)
{
    g_autofree char *whole = sent(text);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, whole, -1);
}

/* A store that cannot be read is as one that has nothing: the text is asked for. */
static bool take_from_store(embedder *e, const char *key)
{
    g_autoptr(GBytes) bytes = e->m && !e->renewed ? memory_vector_get(e->m, e->kind, key, NULL) : NULL;
    gsize size = bytes ? g_bytes_get_size(bytes) : 0;
    const float *at = size ? g_bytes_get_data(bytes, NULL) : NULL;
    bool good = size > 0 && size % sizeof(float) == 0;
    for (gsize i = 0; good && i < size / sizeof(float); i++)
        good = isfinite(at[i]);
    if (good)
        g_hash_table_insert(e->known, g_strdup(key), g_steal_pointer(&bytes));
    return good;
}

void embedder_want(embedder *e, const char *text)
{
    g_autofree char *key = embedder_key(text);
    if (g_hash_table_contains(e->known, key) || g_hash_table_contains(e->pending, key) || take_from_store(e, key))
        return;
    g_hash_table_add(e->pending, g_steal_pointer(&key));
    g_queue_push_tail(&e->waiting, sent(text));
}

static void fail(embedder *e, GError *error_take)
{
    embedder_cancel(e);
    e->error = error_take;
}

static void begin_batch(embedder *e)
{
    g_autoptr(brain_request) request = brain_request_new("embeddings");
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    struct batch *b = g_new0(struct batch, 1);
    b->keys = g_ptr_array_new_with_free_func(g_free);
    for (gsize bytes = 0; texts->len < e->most && bytes < BATCH_BYTES && !g_queue_is_empty(&e->waiting);) {
        char *text = g_queue_pop_head(&e->waiting);
        bytes += strlen(text);
        g_ptr_array_add(texts, text);
        g_ptr_array_add(b->keys, embedder_key(text));
    }
    g_ptr_array_add(texts, NULL);
    g_ptr_array_add(b->keys, NULL);
    request->texts = (char **)g_ptr_array_free(g_steal_pointer(&texts), FALSE);
    GError *error = NULL;
    b->call = brain_pool_ask(e->pool, e->brain, request, &error);
    if (b->call) {
        g_ptr_array_add(e->batches, b);
        return;
    }
    batch_free(b);
    fail(e, error);
}

/* Length 1, whatever the service's length is: what is kept can be compared as it is. */
static void shorten(float *at, guint n)
{
    double square = 0;
    for (guint i = 0; i < n; i++)
        square += (double)at[i] * (double)at[i];
    for (guint i = 0; square > 0 && i < n; i++)
        at[i] = (float)((double)at[i] / sqrt(square));
}

/* A store that takes nothing costs a call at the next start, no more. */
static void take_batch(embedder *e, const struct batch *b, const struct brain_vectors *vectors)
{
    gsize n = vectors->dimension;
    g_autofree float *at = g_memdup2(vectors->at, vectors->n * n * sizeof *at);
    for (guint i = 0; i < vectors->n; i++) {
        const char *key = g_ptr_array_index(b->keys, i);
        shorten(at + i * n, vectors->dimension);
        g_hash_table_insert(e->known, g_strdup(key), g_bytes_new(at + i * n, n * sizeof *at));
        g_hash_table_remove(e->pending, key);
    }
    if (e->m)
        memory_vectors_put(e->m, e->kind, (const char *const *)b->keys->pdata, at, n, NULL);
}

/* In the store, where the day's limit is counted; a store that takes nothing stops the run elsewhere. */
static void keep_spent(const embedder *e, const struct brain_reply *reply)
{
    const struct memory_spent spent = {.tokens_in = reply->tokens_in, .cost = reply->cost, .unpriced = reply->unpriced};
    if (e->m && (reply->cost > 0 || reply->unpriced))
        memory_spent_add(e->m, "embeddings", e->brain, &spent, NULL);
}

static void take_replies(embedder *e)
{
    for (guint i = 0; i < e->batches->len;) {
        const struct batch *b = g_ptr_array_index(e->batches, i);
        const struct brain_reply *reply = brain_pool_reply(e->pool, b->call);
        if (!reply) {
            i++;
            continue;
        }
        keep_spent(e, reply);
        e->spent.tokens_in += reply->tokens_in;
        e->spent.cost += reply->cost;
        e->spent.unpriced = e->spent.unpriced || reply->unpriced;
        e->spent.estimated = e->spent.estimated || reply->estimated;
        if (!reply->vectors) {
            fail(e, g_error_copy(reply->error));
            return;
        }
        take_batch(e, b, reply->vectors);
        brain_pool_forget(e->pool, b->call);
        g_ptr_array_remove_index(e->batches, i);
    }
}

bool embedder_step(embedder *e, GError **ret_error)
{
    take_replies(e);
    while (!e->error && e->batches->len < CALLS && !g_queue_is_empty(&e->waiting))
        begin_batch(e);
    if (e->error) {
        g_propagate_error(ret_error, g_steal_pointer(&e->error));
        return true;
    }
    return e->batches->len == 0;
}

GBytes *embedder_get(const embedder *e, const char *key)
{
    return g_hash_table_lookup(e->known, key);
}

bool embedder_renew(embedder *e)
{
    if (e->renewed)
        return false;
    e->renewed = true;
    g_hash_table_remove_all(e->known);
    return true;
}

void embedder_take_cost(embedder *e, struct brain_spent *ret_spent)
{
    *ret_spent = e->spent;
    e->spent = (struct brain_spent){0};
}
