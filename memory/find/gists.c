/* Past steps by their words: the rarest words that a question has, alone and two at a time. */

#include "memory/gists.h"

#include "memory/port/rows.h"

#include <math.h>

#define TEXT_WORDS_MAX 200

static const char doing[] = "look for steps like this one";

char **memory_gist_words(const char *text)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);
    for (const char *p = valid; *p && words->len < TEXT_WORDS_MAX;) {
        const char *start = p;
        while (*p && g_unichar_isalnum(g_utf8_get_char(p)))
            p = g_utf8_next_char(p);
        if (p - start > 1) {
            g_autofree char *lower = g_utf8_strdown(start, p - start);
            if (!g_hash_table_contains(seen, lower)) {
                g_hash_table_add(seen, lower);
                g_ptr_array_add(words, g_steal_pointer(&lower));
            }
        }
        if (*p)
            p = g_utf8_next_char(p);
    }
    g_ptr_array_add(words, NULL);
    return (char **)g_ptr_array_steal(words, NULL);
}

/* ---- candidates ---- */

struct looking {
    memory *m;
    char **needed;     /* borrowed: words that all must have */
    gint64 newest;     /* greatest id */
    GHashTable *found; /* gint64* (owned) → double* (owned): rarity so far */
};

static void add_found(GHashTable *found, gint64 id, double rarity)
{
    double *sum = g_hash_table_lookup(found, &id);
    if (sum)
        *sum += rarity;
    else
        g_hash_table_insert(found, g_memdup2(&id, sizeof id), g_memdup2(&rarity, sizeof rarity));
}

/* The newest rows that match. How close together they lie tells how many there are in all: *ret_rarity. */
static bool look_for(struct looking *l, const char *word, const char *other, double *ret_rarity, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (char **needed = l->needed; *needed; needed++)
        g_ptr_array_add(words, *needed);
    g_ptr_array_add(words, (gpointer)word);
    if (other)
        g_ptr_array_add(words, (gpointer)other);
    g_ptr_array_add(words, NULL);
    g_autoptr(GArray) found = rows_gists_with(l->m, (const char *const *)words->pdata, GISTS_EACH, doing, error);
    if (!found)
        return false;
    const gint64 *ids = (const void *)found->data;
    guint n = found->len;
    gint64 span = n == GISTS_EACH ? l->newest - ids[n - 1] + 1 : l->newest;
    double rarity = n ? log((double)MAX(span, 1) / n + 1) : 0;
    for (guint i = 0; i < n; i++)
        add_found(l->found, ids[i], rarity);
    *ret_rarity = rarity;
    return true;
}

/* The rarest words that some step has, by number. */
static guint rarest(const double *rarity, guint n, guint ret_best[GISTS_PAIRS])
{
    guint best = 0;
    for (guint i = 0; i < n; i++) {
        guint at = MIN(best, GISTS_PAIRS);
        if (rarity[i] <= 0)
            continue;
        while (at > 0 && rarity[ret_best[at - 1]] < rarity[i]) {
            if (at < GISTS_PAIRS)
                ret_best[at] = ret_best[at - 1];
            at--;
        }
        if (at < GISTS_PAIRS) {
            ret_best[at] = i;
            best = MIN(best + 1, GISTS_PAIRS);
        }
    }
    return best;
}

static bool look_for_all(struct looking *l, const char *const *words, GError **error)
{
    double rarity[GISTS_WORDS_MAX], ignored;
    guint n = 0, best[GISTS_PAIRS];
    for (; words[n] && n < GISTS_WORDS_MAX; n++) {
        if (!look_for(l, words[n], NULL, &rarity[n], error))
            return false;
    }
    guint pairs = rarest(rarity, n, best);
    for (guint i = 0; i < pairs; i++) {
        for (guint j = i + 1; j < pairs; j++) {
            if (!look_for(l, words[best[i]], words[best[j]], &ignored, error))
                return false;
        }
    }
    return true;
}

struct found {
    gint64 id;
    double rarity;
};

/* Rare words first; of the same the newest. */
static int by_rarity(gconstpointer a, gconstpointer b)
{
    const struct found *one = a, *other = b;
    if (one->rarity != other->rarity)
        return one->rarity < other->rarity ? 1 : -1;
    return one->id < other->id ? 1 : one->id > other->id ? -1 : 0;
}

static GArray *sorted(GHashTable *found)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct found));
    GHashTableIter iter;
    gpointer id, rarity;
    g_hash_table_iter_init(&iter, found);
    while (g_hash_table_iter_next(&iter, &id, &rarity)) {
        const struct found one = {*(const gint64 *)id, *(const double *)rarity};
        g_array_append_val(all, one);
    }
    g_array_sort(all, by_rarity);
    return all;
}

GPtrArray *memory_gists_worded(memory *m, const char *const *words, const char *of, gint64 limit, GError **error)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_gist_free);
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    g_auto(GStrv) needed = memory_gist_words(of);
    struct looking l = {.m = m, .needed = needed, .found = found};
    if (!rows_gists_newest(m, &l.newest, doing, error) || !look_for_all(&l, words, error))
        return NULL;
    g_autoptr(GArray) all = sorted(found);
    for (guint i = 0; i < all->len && (limit <= 0 || rows->len < limit); i++) {
        const struct found *f = &g_array_index(all, struct found, i);
        GError *local = NULL;
        struct memory_gist *gist = rows_gist_get(m, f->id, doing, &local);
        if (local) {
            g_propagate_error(error, local);
            return NULL;
        }
        if (!gist)
            continue; /* gone meanwhile */
        gist->rarity = f->rarity;
        g_ptr_array_add(rows, gist);
    }
    return g_steal_pointer(&rows);
}
