#include "engine/retrieve.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define DIMENSIONS 1024

struct vector {
    float at[DIMENSIONS];
};

static void add_feature(struct vector *v, const char *bytes, gsize length, float weight)
{
    guint32 hash = 2166136261u;
    for (gsize i = 0; i < length; i++)
        hash = (hash ^ (guint8)bytes[i]) * 16777619u;
    v->at[hash % DIMENSIONS] += weight;
}

/* Words weigh more than the 3-grams inside them; names such as press_button fall apart into words. */
static struct vector *embed(const char *text)
{
    struct vector *v = g_new0(struct vector, 1);
    g_autofree char *lower = g_utf8_strdown(text, -1);
    g_auto(GStrv) words = g_strsplit_set(lower, " \t\r\n.,:;!?()[]{}<>\"'_=-/", -1);
    for (char **w = words; *w; w++) {
        gsize length = strlen(*w);
        if (length == 0)
            continue;
        add_feature(v, *w, length, 2.0f);
        for (gsize i = 0; i + 3 <= length; i++)
            add_feature(v, *w + i, 3, 1.0f);
    }
    double norm = 0;
    for (int i = 0; i < DIMENSIONS; i++)
        norm += (double)v->at[i] * (double)v->at[i];
    for (int i = 0; norm > 0 && i < DIMENSIONS; i++)
        v->at[i] /= (float)sqrt(norm);
    return v;
}

/* A program's own skills fit its screens by being its own, whatever words the task has. */
static bool is_general(const skill *s)
{
    return s->file && g_str_has_suffix(s->file, "/base.lua");
}

struct ranked {
    const skill *skill;
    float score;
};

static int by_score(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return x->score < y->score ? 1 : x->score > y->score ? -1 : strcmp(x->skill->name, y->skill->name);
}

GPtrArray *retrieve_skills(const skill_library *lib, const char *query, guint k)
{
    const GPtrArray *all = skill_library_all(lib);
    g_autoptr(GArray) ranked = g_array_sized_new(FALSE, FALSE, sizeof(struct ranked), all->len);
    g_autofree struct vector *wanted = embed(query);
    for (guint i = 0; i < all->len; i++) {
        const skill *s = g_ptr_array_index(all, i);
        g_autofree char *text = g_strjoin(" ", s->name, s->doc ? s->doc : "", s->expect ? s->expect : "", NULL);
        g_autofree struct vector *v = embed(text);
        struct ranked row = {.skill = s};
        for (int d = 0; d < DIMENSIONS; d++)
            row.score += v->at[d] * wanted->at[d];
        g_array_append_val(ranked, row);
    }
    g_array_sort(ranked, by_score);
    GPtrArray *best = g_ptr_array_new();
    for (guint i = 0; i < ranked->len; i++) {
        const skill *s = g_array_index(ranked, struct ranked, i).skill;
        if (!is_general(s) || best->len < k)
            g_ptr_array_add(best, (gpointer)s);
    }
    return best;
}
