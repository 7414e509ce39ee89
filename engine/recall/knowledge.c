/* Paragraphs that are about something. */

#include "engine/recall/knowledge.h"

#include "engine/recall/similarity.h"

#include <math.h>
#include <string.h>

#define SUBJECT_WEIGHT 3
#define SCORE_MIN 0.05 /* below it nothing is said of the question */

struct knowledge_finder {
    memory *m; /* borrowed */
    similarity *likeness;
    GPtrArray *paragraphs; /* struct memory_paragraph *; NULL = nothing was asked yet */
    char *question;
};

static void words_of(ngrams *n, const void *thing)
{
    const struct memory_paragraph *p = thing;
    ngrams_add(n, p->subject, SUBJECT_WEIGHT);
    ngrams_add(n, p->text, 1);
}

static char *prose_of(const void *thing)
{
    const struct memory_paragraph *p = thing;
    return g_strdup_printf("%s: %s", p->subject, p->text);
}

static const struct similarity_reader reader = {words_of, prose_of, "paragraphs"};

knowledge_finder *knowledge_finder_new(const config *cfg, brain_pool *pool, memory *m)
{
    knowledge_finder *f = g_new0(knowledge_finder, 1);
    f->m = m;
    f->likeness = similarity_new(&reader, cfg, pool, m);
    return f;
}

void knowledge_finder_free(knowledge_finder *f)
{
    if (!f)
        return;
    similarity_free(f->likeness);
    g_clear_pointer(&f->paragraphs, g_ptr_array_unref);
    g_free(f->question);
    g_free(f);
}

bool knowledge_finder_begin(knowledge_finder *f, const char *app, const char *question, GError **error)
{
    GPtrArray *paragraphs = memory_knowledge(f->m, app, false, error);
    if (!paragraphs)
        return false;
    similarity_begin_load(f->likeness);
    for (guint i = 0; i < paragraphs->len; i++) {
        const struct memory_paragraph *p = paragraphs->pdata[i];
        g_autofree char *key = g_strdup_printf("%" G_GINT64_FORMAT, p->id);
        if (!similarity_add(f->likeness, key, p)) {
            g_ptr_array_set_size(paragraphs, (int)i);
            break;
        }
    }
    similarity_end_load(f->likeness);
    g_clear_pointer(&f->paragraphs, g_ptr_array_unref);
    f->paragraphs = paragraphs;
    g_free(f->question);
    f->question = g_strdup(question);
    similarity_ask(f->likeness, question);
    return true;
}

bool knowledge_finder_step(knowledge_finder *f)
{
    return similarity_step(f->likeness);
}

void knowledge_finder_wait(knowledge_finder *f)
{
    similarity_wait(f->likeness);
}

static bool is_of_word(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/* "iron ore" has the subject "iron_ore": people part the words of a name by blanks. */
static bool begins_with(const char *question, const char *subject)
{
    while (*subject && (*question == *subject || (*question == ' ' && *subject == '_'))) {
        question++;
        subject++;
    }
    return !*subject && !is_of_word(*question);
}

/* As a word of its own: "iron_ore" is not in "deep_iron_ore". */
static bool names(const char *question, const char *subject)
{
    for (const char *at = question; *at && *subject; at++)
        if ((at == question || !is_of_word(at[-1])) && begins_with(at, subject))
            return true;
    return false;
}

static int best_first(const void *a, const void *b)
{
    const struct knowledge_hit *one = a, *other = b;
    int score = (one->score < other->score) - (one->score > other->score);
    return score ? score
                 : (one->paragraph->paragraph > other->paragraph->paragraph) -
                       (one->paragraph->paragraph < other->paragraph->paragraph);
}

GArray *knowledge_finder_result(knowledge_finder *f, guint most, char **ret_notice)
{
    guint n = f->paragraphs->len;
    GArray *hits = g_array_new(FALSE, FALSE, sizeof(struct knowledge_hit));
    g_autofree float *cosines = g_new(float, n + 1), *bonus = g_new(float, n + 1);
    for (guint i = 0; i < n; i++)
        bonus[i] = names(f->question, ((const struct memory_paragraph *)f->paragraphs->pdata[i])->subject);
    similarity_cosines(f->likeness, bonus, most, cosines);
    for (guint i = 0; i < n; i++) {
        double cosine = (double)(isinf(cosines[i]) ? similarity_cosine(f->likeness, i) : cosines[i]);
        const struct knowledge_hit hit = {f->paragraphs->pdata[i], cosine + (double)bonus[i], bonus[i] > 0};
        if (hit.score >= SCORE_MIN)
            g_array_append_val(hits, hit);
    }
    g_array_sort(hits, best_first);
    g_array_set_size(hits, MIN(hits->len, most));
    if (ret_notice)
        *ret_notice = similarity_take_notice(f->likeness);
    return hits;
}

void knowledge_finder_take_cost(knowledge_finder *f, struct brain_spent *ret_spent)
{
    similarity_take_cost(f->likeness, ret_spent);
}
