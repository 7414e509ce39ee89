/* Past steps by their words. Newest rows are read from the end of each word's list, so that no list is read whole. */

#include "memory/gists.h"
#include "memory/store.h"

#include <math.h>

#define TEXT_WORDS_MAX 200

static const char doing[] = "look for steps like this one";

void memory_gist_free(struct memory_gist *gist)
{
    if (!gist)
        return;
    g_free(gist->frame);
    g_free(gist->text);
    g_free(gist);
}

static void *read_gist(G_GNUC_UNUSED memory *m, store_query *query)
{
    struct memory_gist *gist = g_new0(struct memory_gist, 1);
    gist->id = sqlite3_column_int64(query, 0);
    gist->run = sqlite3_column_int64(query, 1);
    gist->step = sqlite3_column_int64(query, 2);
    gist->frame = store_text(query, 3);
    gist->text = store_text(query, 4);
    gist->imported = sqlite3_column_int(query, 5) != 0;
    return gist;
}

/* Of runs with an agent: what a person fired by hand (`reins do`, a trial of a skill) is no example of how a task is done. */
#define GIST_COLUMNS                                                                                                             \
    "SELECT g.id, g.run, g.step, g.frame, g.text, " STORE_RUN_FOREIGN                                                            \
    " FROM gists g JOIN runs r ON r.id = g.run WHERE r.agent IS NOT 'do' AND "

GPtrArray *memory_gists_of_frame(memory *m, const char *hash, gint64 limit, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, GIST_COLUMNS "g.frame = ? ORDER BY g.id DESC LIMIT ?", "ti",
                                                 hash, limit > 0 ? limit : (gint64)-1);
    return store_list(m, query, doing, read_gist, (GDestroyNotify)memory_gist_free, error);
}

bool memory_gists_make(memory *m, gint64 run, GError **error)
{
    return store_run(m, "note what the steps were about", error, "UPDATE steps SET ended_us = ended_us WHERE run = ?", "i", run);
}

bool memory_gists_drop(memory *m, gint64 run, GError **error)
{
    return store_run(m, "leave out what the steps were about", error, "DELETE FROM gists WHERE run = ?", "i", run);
}

/* ---- words ---- */

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

/* `"word"`, joined by AND; words of letters and digits only, so that nothing of them is syntax. */
static char *match_of(const char *of, const char *word, const char *other)
{
    GString *match = g_string_new(NULL);
    g_auto(GStrv) needed = memory_gist_words(of);
    for (char **n = needed; *n; n++)
        g_string_append_printf(match, "\"%s\" AND ", *n);
    g_string_append_printf(match, "\"%s\"", word);
    if (other)
        g_string_append_printf(match, " AND \"%s\"", other);
    return g_string_free(match, FALSE);
}

/* ---- candidates ---- */

struct looking {
    memory *m;
    const char *of;
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
    g_autofree char *match = match_of(l->of, word, other);
    g_autoptr(store_query) query =
        store_prepare(l->m, doing, error, "SELECT rowid FROM gist_search WHERE gist_search MATCH ? ORDER BY rowid DESC LIMIT ?",
                      "ti", match, (gint64)GISTS_EACH);
    gint64 ids[GISTS_EACH];
    guint n = 0;
    GError *local = NULL;
    while (query && n < GISTS_EACH && store_next(l->m, query, doing, &local))
        ids[n++] = sqlite3_column_int64(query, 0);
    if (local)
        g_propagate_error(error, local);
    if (!query || local)
        return false;
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

static struct memory_gist *gist_of(memory *m, gint64 id, GError **error)
{
    g_autoptr(store_query) query = store_prepare(m, doing, error, GIST_COLUMNS "g.id = ?", "i", id);
    return query && store_next(m, query, doing, error) ? read_gist(m, query) : NULL;
}

GPtrArray *memory_gists_worded(memory *m, const char *const *words, const char *of, gint64 limit, GError **error)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_gist_free);
    g_autoptr(GHashTable) found = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    struct looking l = {.m = m, .of = of, .found = found};
    if (!store_integer(m, doing, 0, &l.newest, error, "SELECT max(id) FROM gists", "") || !look_for_all(&l, words, error))
        return NULL;
    g_autoptr(GArray) all = sorted(found);
    for (guint i = 0; i < all->len && (limit <= 0 || rows->len < limit); i++) {
        const struct found *f = &g_array_index(all, struct found, i);
        GError *local = NULL;
        struct memory_gist *gist = gist_of(m, f->id, &local);
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
