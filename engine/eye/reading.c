#include "engine/eye/reading.h"

#include <string.h>

#define KNOWN_MAX 2048          /* parts */
#define KNOWN_WORDS_MAX (16384) /* of all of them */
#define WORKERS_MAX 4
#define SPARSE_COST 4000 /* what a part costs beside its pixels: as much as so many (measured) */
#define LINE_COST 16000

/* What was read in this process, the oldest first. */
static struct {
    GHashTable *words; /* digest of pixels and settings → GArray of struct ocr_word */
    GQueue order;      /* the digests, borrowed */
    guint n_words;
} known;

/* Scattered words are read in two ways, each a part of its own, so that several processors read one place. */
struct part {
    struct ocr_region pixels;
    guint region;
    guint asked; /* the worker that reads it, and its place in that one's request */
    int index;   /* -1: known already */
    char *key;
    GArray *found; /* of struct ocr_word; NULL = not read */
};

struct reading {
    GArray *parts; /* struct part, in the order of their regions */
    worker *workers[WORKERS_MAX];
    GError *problem;
};

static char *key_of(const struct ocr_region *r)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256); /* a screen must not be able to make two pictures of one key */
    g_autofree char *head = g_strdup_printf("%d %d %d %d %d %d %s", r->width, r->height, r->scale, r->sparse, r->way, r->quick,
                                            r->whitelist ? r->whitelist : "");
    g_checksum_update(sum, (const guchar *)head, (gssize)strlen(head) + 1);
    g_checksum_update(sum, r->gray, (gssize)r->width * r->height);
    return g_strdup(g_checksum_get_string(sum));
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

static void part_clear(gpointer data)
{
    struct part *p = data;
    g_free(p->key);
    g_clear_pointer(&p->found, g_array_unref);
}

/* The parts borrow the pixels of the regions. */
static GArray *parts_of(const GArray *regions)
{
    GArray *parts = g_array_new(FALSE, TRUE, sizeof(struct part));
    g_array_set_clear_func(parts, part_clear);
    for (guint i = 0; i < regions->len; i++) {
        struct part p = {.pixels = g_array_index(regions, struct ocr_region, i), .region = i, .index = -1};
        for (int way = p.pixels.sparse; way <= (p.pixels.sparse ? OCR_SPARSE_WAYS : 0); way++) {
            p.pixels.way = way;
            p.key = key_of(&p.pixels);
            g_array_append_val(parts, p);
        }
    }
    return parts;
}

static gint64 cost_of(const struct ocr_region *r)
{
    return (gint64)r->width * r->height + (r->sparse ? SPARSE_COST : LINE_COST);
}

/* To the worker that has least to do so far. */
static void share_out(reading *r, GArray *requests[], guint n)
{
    gint64 costs[WORKERS_MAX] = {0};
    for (guint i = 0; i < r->parts->len; i++) {
        struct part *p = &g_array_index(r->parts, struct part, i);
        if (p->found)
            continue;
        guint least = 0;
        for (guint w = 1; w < n; w++)
            least = costs[w] < costs[least] ? w : least;
        costs[least] += cost_of(&p->pixels);
        p->asked = least;
        p->index = (int)requests[least]->len;
        g_array_append_val(requests[least], p->pixels);
    }
}

void reading_set_languages(char *const *languages)
{
    g_autofree char *joined = languages ? g_strjoinv("+", (char **)languages) : g_strdup("");
    g_setenv(OCR_LANGUAGES, joined, TRUE);
}

reading *reading_start(GArray *regions, int cpu_s, enum reading_patience patience)
{
    static const int clock_ms[] = {[READING_AWAITED] = 1500, [READING_PATIENT] = 3000, [READING_BACKGROUND] = 6000};
    const struct worker_limits limits = {.memory_bytes = (gsize)3 * 512 * 1024 * 1024,
                                         .cpu_s = cpu_s,
                                         .deadline_ms = cpu_s * clock_ms[patience],
                                         .reply_bytes = 4 * 1024 * 1024,
                                         .parent = "ocr",
                                         .background = patience == READING_BACKGROUND};
    reading *r = g_new0(reading, 1);
    GArray *requests[WORKERS_MAX]; /* borrow the pixels */
    r->parts = parts_of(regions);
    for (guint i = 0; known.words && i < r->parts->len; i++) {
        struct part *p = &g_array_index(r->parts, struct part, i);
        GArray *words = g_hash_table_lookup(known.words, p->key);
        p->found = words ? g_array_ref(words) : NULL;
    }
    for (guint w = 0; w < WORKERS_MAX; w++)
        requests[w] = g_array_new(FALSE, FALSE, sizeof(struct ocr_region));
    share_out(r, requests, MIN(g_get_num_processors(), WORKERS_MAX));
    for (guint w = 0; w < WORKERS_MAX; w++) {
        if (requests[w]->len > 0 && !r->problem) {
            g_autoptr(GByteArray) request = ocr_request_to_bytes(requests[w]);
            r->workers[w] = worker_start("ocr", (const char *)request->data, request->len, &limits, &r->problem);
        }
        g_array_unref(requests[w]);
    }
    for (guint i = 0; i < r->parts->len; i++)
        g_array_index(r->parts, struct part, i).pixels = (struct ocr_region){0};
    g_array_unref(regions);
    return r;
}

void reading_free(reading *r)
{
    if (!r)
        return;
    for (guint w = 0; w < WORKERS_MAX; w++)
        worker_free(r->workers[w]);
    g_array_unref(r->parts);
    g_clear_error(&r->problem);
    g_free(r);
}

bool reading_is_of(const reading *r, const GArray *regions)
{
    g_autoptr(GArray) parts = parts_of(regions);
    bool same = r && !r->problem && r->parts->len == parts->len;
    for (guint i = 0; same && i < parts->len; i++)
        same = g_str_equal(g_array_index(parts, struct part, i).key, g_array_index(r->parts, struct part, i).key);
    return same;
}

worker *reading_worker(const reading *r)
{
    for (guint w = 0; w < WORKERS_MAX; w++)
        if (r->workers[w])
            return r->workers[w];
    return NULL;
}

void reading_prepare(const reading *r, GArray *pollfds)
{
    for (guint w = 0; r && w < WORKERS_MAX; w++)
        if (r->workers[w])
            worker_prepare(r->workers[w], pollfds);
}

gint64 reading_deadline(const reading *r)
{
    gint64 at = G_MAXINT64;
    for (guint w = 0; r && w < WORKERS_MAX; w++)
        at = r->workers[w] ? MIN(at, worker_deadline(r->workers[w])) : at;
    return at;
}

static void take_reply(reading *r, guint w)
{
    gsize length = 0;
    g_autofree char *reply = worker_finish(r->workers[w], &length, r->problem ? NULL : &r->problem);
    g_autoptr(GArray) words = reply ? ocr_reply_from_json(reply, length, r->problem ? NULL : &r->problem) : NULL;
    for (guint i = 0; words && i < r->parts->len; i++) {
        struct part *p = &g_array_index(r->parts, struct part, i);
        if (p->index < 0 || p->asked != w)
            continue;
        p->found = ocr_words_new();
        for (guint j = 0; j < words->len; j++) {
            struct ocr_word word = g_array_index(words, struct ocr_word, j);
            if (word.region != p->index)
                continue;
            word.text = g_strdup(word.text);
            g_array_append_val(p->found, word);
        }
        remember(p->key, p->found);
    }
}

bool reading_poll(reading *r)
{
    for (guint w = 0; w < WORKERS_MAX; w++)
        if (r->workers[w] && worker_poll(r->workers[w])) {
            take_reply(r, w);
            g_clear_pointer(&r->workers[w], worker_free);
        }
    return !reading_worker(r);
}

void reading_wait(reading *r)
{
    while (!reading_poll(r))
        worker_wait(reading_worker(r));
}

bool reading_finish(reading *r, GArray *words, GError **error)
{
    for (guint i = 0; i < r->parts->len; i++) {
        const struct part *p = &g_array_index(r->parts, struct part, i);
        for (guint j = 0; p->found && j < p->found->len; j++) {
            struct ocr_word w = g_array_index(p->found, struct ocr_word, j);
            w.region = (int)p->region;
            w.text = g_strdup(w.text);
            g_array_append_val(words, w);
        }
    }
    if (!r->problem)
        return true;
    g_propagate_error(error, g_error_copy(r->problem)); /* it stays: reading_is_of() does not take this one for an answer */
    return false;
}
