/* The best 10 of 1,000, 10,000 and 100,000 skills: built-in vectors, a provider's of 1,536 numbers; beside numpy on the same
 * vectors, in the same minute, with the same answer. Wall time, and the processor's: on a busy machine only that is ours. */
#include "engine/recall/similarity.h"
#include "engine/recall/dense.h"
#include "engine/recall/skill_score.h"
#include "tests/bench/measure.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#define BEST 10
#define ROUNDS 15
#define DIMENSION 1536
#define WORDS 5000 /* of the made-up documentation; a few are in most texts, most in few, as in a language */

/* numpy: float32 matrix times vector, argpartition, sort; both as it is usually written. Prints ms (median) and the rows. */
static const char python[] =
    "import numpy as np,sys,time\n"
    "n,d,k=int(sys.argv[2]),int(sys.argv[3]),int(sys.argv[4])\n"
    "a=np.fromfile(sys.argv[1],dtype=np.float32).reshape(n+1,d); m,q=a[:n],a[n]\n"
    "t=[]\n"
    "for i in range(15):\n"
    "    s=time.perf_counter(); c=m@q; b=np.argpartition(-c,k)[:k]; b=b[np.argsort(-c[b],kind='stable')]\n"
    "    t.append(time.perf_counter()-s)\n"
    "print(sorted(t)[7]*1000); print(*b)\n";

static char *word(GRand *random)
{
    double u = g_rand_double(random);
    guint i = (guint)(u * u * u * WORDS);
    GString *text = g_string_new(NULL);
    for (guint left = i + 30; left > 0; left /= 23)
        g_string_append_printf(text, "%c%c", "bcdfghklmnprstvwxzjqbcd"[left % 23], "aeiou"[left % 5]);
    return g_string_free(text, FALSE);
}

static char *made_up(GRand *random, int words)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < words; i++) {
        g_autofree char *one = word(random);
        g_string_append_printf(text, "%s ", one);
    }
    return g_string_free(text, FALSE);
}

static void words_of(ngrams *n, const void *thing)
{
    ngrams_add(n, thing, 1);
}

static void load(similarity *a, char **texts, guint n)
{
    similarity_begin_load(a);
    for (guint i = 0; i < n; i++)
        similarity_add(a, texts[i], texts[i]);
    similarity_end_load(a);
}

static GArray *ask(similarity *a, const char *query, guint n, float *cosines)
{
    similarity_ask(a, query);
    similarity_cosines(a, NULL, BEST, cosines);
    return skill_score_best(cosines, NULL, n, BEST);
}

static void sparse(guint n)
{
    static const struct similarity_reader reader = {words_of, NULL, "texts"};
    g_autoptr(GRand) random = g_rand_new_with_seed(n);
    g_autoptr(config) cfg = config_load_text("", NULL);
    g_autoptr(similarity) a = similarity_new(&reader, cfg, NULL, NULL);
    g_auto(GStrv) texts = g_new0(char *, n + 1);
    g_autofree float *cosines = g_new(float, n);
    for (guint i = 0; i < n; i++)
        texts[i] = made_up(random, 25);
    g_autoptr(GArray) times = samples_new(), spent = samples_new(), loads = samples_new();
    double begun = processor_ms();
    load(a, texts, n);
    g_array_unref(ask(a, "first", n, cosines));
    double made = processor_ms() - begun;
    for (int round = 0; round < ROUNDS; round++) {
        g_autofree char *query = made_up(random, 8);
        begun = processor_ms();
        load(a, texts, n); /* as at each step: nothing has changed */
        samples_add(loads, processor_ms() - begun);
        double wall = now_ms();
        begun = processor_ms();
        g_autoptr(GArray) best = ask(a, query, n, cosines);
        samples_add(spent, processor_ms() - begun);
        samples_add(times, now_ms() - wall);
    }
    printf("  %6u skills, built in: %7.2f ms (processor %.2f)   the same library again %.2f ms, a new one %.0f ms (processor)\n",
           n, samples_median(times), samples_median(spent), samples_median(loads), made);
}

/* Vectors in clusters, of length 1, as models make them. */
static float *clustered(guint n)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(n);
    float *at = g_new(float, (gsize)(n + 1) * DIMENSION);
    g_autofree float *middle = g_new(float, 50 * DIMENSION);
    for (guint i = 0; i < 50 * DIMENSION; i++)
        middle[i] = (float)(g_rand_double(random) - 0.5);
    for (guint i = 0; i <= n; i++) {
        const float *around = middle + g_rand_int_range(random, 0, 50) * DIMENSION;
        double square = 0;
        float *v = at + (gsize)i * DIMENSION;
        for (guint j = 0; j < DIMENSION; j++) {
            v[j] = around[j] + (float)(g_rand_double(random) - 0.5);
            square += (double)v[j] * (double)v[j];
        }
        for (guint j = 0; j < DIMENSION; j++)
            v[j] /= (float)__builtin_sqrt(square);
    }
    return at;
}

static char *numpy(const float *at, guint n)
{
    g_autofree char *file = g_build_filename(g_get_home_dir(), "vectors", NULL), *out = NULL, *err = NULL;
    g_autofree char *rows = g_strdup_printf("%u", n), *columns = g_strdup_printf("%d", DIMENSION);
    const char *argv[] = {"/usr/bin/python3", "-c", python, file, rows, columns, G_STRINGIFY(BEST), NULL};
    if (!g_file_set_contents(file, (const char *)at, (gssize)((gsize)(n + 1) * DIMENSION * sizeof *at), NULL) ||
        !g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, NULL, NULL) || !out || !*out)
        g_clear_pointer(&out, g_free);
    g_remove(file);
    return g_steal_pointer(&out);
}

static void provider(guint n)
{
    g_autofree float *at = clustered(n), *cosines = g_new(float, n);
    g_autofree const float **rows = g_new(const float *, n);
    for (guint i = 0; i < n; i++)
        rows[i] = at + (gsize)i * DIMENSION;
    double made = processor_ms();
    g_autoptr(dense) d = dense_new(rows, n, DIMENSION);
    made = processor_ms() - made;
    g_autoptr(GArray) times = samples_new(), spent = samples_new(), best = NULL;
    for (int round = 0; round < ROUNDS; round++) {
        double begun = now_ms(), processor = processor_ms();
        g_clear_pointer(&best, g_array_unref);
        dense_cosines(d, at + (gsize)n * DIMENSION, NULL, BEST, cosines);
        best = skill_score_best(cosines, NULL, n, BEST);
        samples_add(spent, processor_ms() - processor);
        samples_add(times, now_ms() - begun);
    }
    double own = samples_median(times);
    printf("  %6u skills, %d numbers each: %7.2f ms (processor %.2f; a new library %.0f)", n, DIMENSION, own,
           samples_median(spent), made);
    g_autofree char *out = numpy(at, n);
    if (!out) {
        printf("   skipped: numpy\n");
        return;
    }
    g_autoptr(GString) ours = g_string_new(NULL);
    for (guint i = 0; i < best->len; i++)
        g_string_append_printf(ours, "%s%u", i ? " " : "", g_array_index(best, guint, i));
    const char *theirs = strchr(out, '\n');
    printf("   numpy %7.2f ms   ours takes %.2f of it   %s\n", g_ascii_strtod(out, NULL), own / g_ascii_strtod(out, NULL),
           theirs && g_str_has_prefix(theirs + 1, ours->str) ? "same rows" : "OTHER ROWS");
}

int main(void)
{
    static const guint sizes[] = {1000, 10000, 100000};
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++)
        sparse(sizes[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++)
        provider(sizes[i]);
    return 0;
}
