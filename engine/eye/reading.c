#include "engine/eye/reading.h"

#include <string.h>

#define KNOWN_MAX 256           /* regions */
#define KNOWN_WORDS_MAX (16384) /* of all of them */

/* What was read in this process, the oldest first. */
static struct {
    GHashTable *words; /* digest of pixels and settings → GArray of struct ocr_word */
    GQueue order;      /* the digests, borrowed */
    guint n_words;
} known;

struct reading {
    GPtrArray *keys;  /* of each region */
    GPtrArray *found; /* GArray of struct ocr_word of each region, or NULL */
    GArray *asked;    /* guint: the regions that the worker reads, in its order */
    worker *worker;   /* NULL = none is needed, or it is done */
    GError *problem;
};

static char *key_of(const struct ocr_region *r)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256); /* a screen must not be able to make two pictures of one key */
    g_autofree char *head =
        g_strdup_printf("%d %d %d %d %s", r->width, r->height, r->scale, r->sparse, r->whitelist ? r->whitelist : "");
    g_checksum_update(sum, (const guchar *)head, (gssize)strlen(head) + 1);
    g_checksum_update(sum, r->gray, (gssize)r->width * r->height);
    return g_strdup(g_checksum_get_string(sum));
}

static void words_unref(gpointer data)
{
    if (data)
        g_array_unref(data);
}

static void remember(const char *key, GArray *words)
{
    if (!known.words)
        known.words = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
    if (g_hash_table_contains(known.words, key))
        return;
    char *own = g_strdup(key);
    g_hash_table_insert(known.words, own, g_array_ref(words));
    g_queue_push_tail(&known.order, own);
    known.n_words += words->len;
    while (known.order.length > KNOWN_MAX || (known.n_words > KNOWN_WORDS_MAX && known.order.length > 1)) {
        const char *oldest = g_queue_pop_head(&known.order);
        known.n_words -= ((GArray *)g_hash_table_lookup(known.words, oldest))->len;
        g_hash_table_remove(known.words, oldest);
    }
}

reading *reading_start(GArray *regions, int cpu_s)
{
    const struct worker_limits limits = {.memory_bytes = (gsize)3 * 512 * 1024 * 1024,
                                         .cpu_s = cpu_s,
                                         .deadline_ms = cpu_s * 1500,
                                         .reply_bytes = 4 * 1024 * 1024,
                                         .parent = "ocr"};
    reading *r = g_new0(reading, 1);
    r->keys = g_ptr_array_new_with_free_func(g_free);
    r->found = g_ptr_array_new_with_free_func(words_unref);
    r->asked = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < regions->len; i++) {
        char *key = key_of(&g_array_index(regions, struct ocr_region, i));
        GArray *words = known.words ? g_hash_table_lookup(known.words, key) : NULL;
        g_ptr_array_add(r->keys, key);
        g_ptr_array_add(r->found, words ? g_array_ref(words) : NULL);
        if (!words)
            g_array_append_val(r->asked, i);
    }
    for (guint i = regions->len; i > 0; i--)
        if (r->found->pdata[i - 1])
            g_array_remove_index(regions, i - 1);
    if (regions->len > 0) {
        g_autoptr(GByteArray) request = ocr_request_to_bytes(regions);
        r->worker = worker_start("ocr", (const char *)request->data, request->len, &limits, &r->problem);
    }
    g_array_unref(regions);
    return r;
}

void reading_free(reading *r)
{
    if (!r)
        return;
    worker_free(r->worker);
    g_ptr_array_unref(r->keys);
    g_ptr_array_unref(r->found);
    g_array_unref(r->asked);
    g_clear_error(&r->problem);
    g_free(r);
}

bool reading_is_of(const reading *r, const GArray *regions)
{
    bool same = r && !r->problem && r->keys->len == regions->len;
    for (guint i = 0; same && i < regions->len; i++) {
        g_autofree char *key = key_of(&g_array_index(regions, struct ocr_region, i));
        same = g_str_equal(key, r->keys->pdata[i]);
    }
    return same;
}

worker *reading_worker(const reading *r)
{
    return r->worker;
}

static void take_reply(reading *r)
{
    gsize length = 0;
    g_autofree char *reply = worker_finish(r->worker, &length, &r->problem);
    g_autoptr(GArray) words = reply ? ocr_reply_from_json(reply, length, &r->problem) : NULL;
    for (guint i = 0; words && i < r->asked->len; i++) {
        guint region = g_array_index(r->asked, guint, i);
        GArray *own = ocr_words_new();
        for (guint j = 0; j < words->len; j++) {
            struct ocr_word w = g_array_index(words, struct ocr_word, j);
            if (w.region != (int)i)
                continue;
            w.text = g_strdup(w.text);
            g_array_append_val(own, w);
        }
        r->found->pdata[region] = own;
        remember(r->keys->pdata[region], own);
    }
}

bool reading_poll(reading *r)
{
    if (r->worker && worker_poll(r->worker)) {
        take_reply(r);
        g_clear_pointer(&r->worker, worker_free);
    }
    return !r->worker;
}

bool reading_finish(reading *r, GArray *words, GError **error)
{
    for (guint i = 0; i < r->found->len; i++) {
        const GArray *own = r->found->pdata[i];
        for (guint j = 0; own && j < own->len; j++) {
            struct ocr_word w = g_array_index(own, struct ocr_word, j);
            w.region = (int)i;
            w.text = g_strdup(w.text);
            g_array_append_val(words, w);
        }
    }
    if (!r->problem)
        return true;
    g_propagate_error(error, g_steal_pointer(&r->problem));
    return false;
}
