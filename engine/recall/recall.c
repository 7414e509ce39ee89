/* Which past steps and lessons are like the present. */

#include "engine/recall/recall.h"

#include "engine/recall/similarity.h"
#include "engine/picture/print.h"
#include "engine/recall/ngram.h"
#include "engine/recall/recall_parts.h"
#include "memory/gists.h"
#include "memory/lessons.h"
#include "memory/pictures.h"

#include <math.h>
#include <string.h>

#define OF_WORDS 64    /* candidates by words, of the same program and of all */
#define OF_PICTURES 16 /* pictures that look alike */
#define OF_LESSONS 200 /* newest lessons */
#define PER_PICTURE 3
#define CHOSEN_FROM 500 /* texts, or more, that they are thought to be chosen from: all have words of the question */
#define PER_RUN 2       /* steps of one run that are recalled together */
#define ALIKE 0.08      /* less is a piece of a word that both happen to have */
#define ALIKE_FAR 0.3   /* of another program */
#define PICTURE 0.3     /* what the same picture is worth */
#define PROGRAM 0.1

/* Something that may be recalled. */
struct candidate {
    struct memory_gist *gist;     /* owned, NULL = a lesson */
    struct memory_lesson *lesson; /* owned */
    char *app, *says;             /* owned */
    int bits;
    double text, score;
    bool same_app;
};

struct recaller {
    similarity *likeness;
    memory *m;
    struct recall_query query; /* its texts are owned */
    char *text;
    char **words;
    GPtrArray *candidates; /* struct candidate*, the numbers of `likeness` */
    GHashTable *apps;      /* run → its program (char*), "" = not known */
};

static void candidate_free(gpointer data)
{
    struct candidate *c = data;
    memory_gist_free(c->gist);
    memory_lesson_free(c->lesson);
    g_free(c->app);
    g_free(c->says);
    g_free(c);
}

/* ---- what a candidate says ---- */

/* The run's task is the same for all of its steps: the subtask and the screen say more. The program's name, the last line, says
 * nothing: that it is the same is counted by itself. */
static void words_of(ngrams *n, const void *thing)
{
    static const guint weights[] = {1, 2, 2, 1};
    const struct candidate *c = thing;
    g_auto(GStrv) lines = g_strsplit(c->says, "\n", -1);
    for (guint i = 0; lines[i] && (!c->gist || i < G_N_ELEMENTS(weights)); i++)
        ngrams_add(n, lines[i], c->gist ? weights[i] : 1);
}

static char *prose_of(const void *thing)
{
    return g_strdup(((const struct candidate *)thing)->says);
}

static const struct similarity_reader reader = {words_of, prose_of, "past steps"};

recaller *recaller_new(const config *cfg, brain_pool *pool, memory *m)
{
    recaller *r = g_new0(recaller, 1);
    r->m = m;
    r->likeness = similarity_new(&reader, cfg, pool, m);
    r->candidates = g_ptr_array_new_with_free_func(candidate_free);
    r->apps = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    return r;
}

static void forget_query(recaller *r)
{
    const char *const owned[] = {r->query.task, r->query.subtask, r->query.saw, r->query.app};
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        g_free((char *)owned[i]);
    r->query = (struct recall_query){0};
    g_clear_pointer(&r->text, g_free);
    g_clear_pointer(&r->words, g_strfreev);
}

void recaller_free(recaller *r)
{
    if (!r)
        return;
    forget_query(r);
    similarity_free(r->likeness);
    g_ptr_array_unref(r->candidates);
    g_hash_table_unref(r->apps);
    g_free(r);
}

/* ---- which program ---- */

char *recall_app(const char *profile, const char *command)
{
    if (profile && *profile && !g_str_equal(profile, "default"))
        return g_strdup(profile);
    g_auto(GStrv) words = NULL;
    if (!command || !g_shell_parse_argv(command, NULL, &words, NULL))
        return NULL;
    return g_path_get_basename(words[0]);
}

char *recall_class(const char *class)
{
    return class && *class ? g_utf8_strdown(class, -1) : NULL;
}

#define RUNS_READ 1000

GArray *recall_runs(memory *m, const char *app, guint most, GError **error)
{
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(gint64));
    g_autoptr(GPtrArray) runs = app && *app ? memory_runs(m, NULL, RUNS_READ, error) : NULL;
    if (app && *app && !runs)
        g_clear_pointer(&ids, g_array_unref);
    for (guint i = 0; runs && i < runs->len && ids->len < most; i++) {
        const struct memory_run *row = g_ptr_array_index(runs, i);
        g_autofree char *of = recall_app(row->profile, row->app);
        if (g_strcmp0(of, app) == 0)
            g_array_append_val(ids, row->id);
    }
    return ids;
}

/* The class of the window that a proposal of that step was for; NULL = none. Caller frees. */
static char *class_of(memory *m, gint64 run, gint64 step)
{
    g_autoptr(GPtrArray) rows = memory_proposals(m, run, step, NULL);
    const struct memory_proposal *first = rows && rows->len ? rows->pdata[0] : NULL;
    return first ? recall_target_class(first->target) : NULL;
}

/* Of a run, read once; where neither a profile nor a command names it, by that step. Borrowed; "" = not known. */
static const char *app_of(recaller *r, gint64 run, gint64 step)
{
    const char *known = g_hash_table_lookup(r->apps, &run);
    if (known)
        return known;
    struct memory_run *row = memory_run_get(r->m, run, NULL);
    char *app = row ? recall_app(row->profile, row->app) : NULL;
    memory_run_free(row);
    app = app ? app : class_of(r->m, run, step);
    app = app ? app : g_strdup("");
    g_hash_table_insert(r->apps, g_memdup2(&run, sizeof run), app);
    return app;
}

/* ---- candidates ---- */

static bool has_gist(const recaller *r, gint64 id)
{
    for (guint i = 0; i < r->candidates->len; i++) {
        const struct candidate *c = r->candidates->pdata[i];
        if (c->gist && c->gist->id == id)
            return true;
    }
    return false;
}

/* Of the run that asks, or of one that it comes from by forks, before they parted. */
static bool is_own_past(recaller *r, const struct memory_gist *gist)
{
    gint64 run = r->query.run;
    return run && gist->step >= r->query.from_step &&
           (gist->run == run || (gist->run < run && memory_run_of_step(r->m, run, gist->step, NULL) == gist->run));
}

/* Takes the row. */
static void add_gist(recaller *r, struct memory_gist *gist)
{
    const struct recall_query *q = &r->query;
    if (is_own_past(r, gist) || gist->imported || has_gist(r, gist->id)) {
        memory_gist_free(gist);
        return;
    }
    struct candidate *c = g_new0(struct candidate, 1);
    guint64 print;
    c->gist = gist;
    c->says = g_strdup(gist->text);
    c->app = g_strdup(app_of(r, gist->run, gist->step));
    c->same_app = q->app && *q->app && g_str_equal(c->app, q->app);
    c->bits = -1;
    if (q->printed && gist->frame && memory_picture_get(r->m, gist->frame, &print, NULL)) {
        int bits = print_distance(print, q->print);
        c->bits = bits <= PRINT_ALIKE ? bits : -1;
    }
    g_ptr_array_add(r->candidates, c);
}

static void add_gists(recaller *r, GPtrArray *gists)
{
    for (guint i = 0; gists && i < gists->len; i++) {
        add_gist(r, gists->pdata[i]);
        gists->pdata[i] = NULL;
    }
}

static bool find_by_words(recaller *r, GError **error)
{
    const char *const *words = (const char *const *)r->words;
    if (r->query.app && *r->query.app) {
        g_autoptr(GPtrArray) same = memory_gists_worded(r->m, words, r->query.app, OF_WORDS, error);
        if (!same)
            return false;
        add_gists(r, same);
    }
    g_autoptr(GPtrArray) all = memory_gists_worded(r->m, words, NULL, OF_WORDS, error);
    add_gists(r, all);
    return all != NULL;
}

static bool find_by_picture(recaller *r, GError **error)
{
    if (!r->query.printed)
        return true;
    g_autoptr(GPtrArray) alike = memory_pictures_like(r->m, r->query.print, PRINT_ALIKE, OF_PICTURES, error);
    for (guint i = 0; alike && i < alike->len; i++) {
        const struct memory_like *like = alike->pdata[i];
        g_autoptr(GPtrArray) gists = memory_gists_of_frame(r->m, like->hash, PER_PICTURE, error);
        if (!gists)
            return false;
        add_gists(r, gists);
    }
    return alike != NULL;
}

/* Those of this program and those of none. */
static bool find_lessons(recaller *r, GError **error)
{
    const char *app = r->query.app ? r->query.app : "";
    g_autoptr(GPtrArray) lessons = memory_lessons_page(r->m, app, false, 0, OF_LESSONS, error);
    for (guint i = 0; lessons && i < lessons->len; i++) {
        struct candidate *c = g_new0(struct candidate, 1);
        c->lesson = lessons->pdata[i];
        lessons->pdata[i] = NULL;
        c->says = g_strjoin("\n", c->lesson->text, c->lesson->task, NULL);
        c->app = g_strdup(c->lesson->app);
        c->same_app = c->app != NULL;
        c->bits = -1;
        g_ptr_array_add(r->candidates, c);
    }
    return lessons != NULL;
}

/* Those that say something, the subtask's first: of many words not all are looked for. */
static char **words_to_find(const struct recall_query *q)
{
    g_autofree char *text = g_strjoin(" ", q->subtask ? q->subtask : "", q->saw ? q->saw : "", q->task ? q->task : "", NULL);
    char **words = memory_gist_words(text);
    guint n = 0;
    for (guint i = 0; words[i]; i++) {
        if (ngram_word_is_empty(words[i]))
            g_free(words[i]);
        else
            words[n++] = words[i];
    }
    words[n] = NULL;
    return words;
}

static void add_to_load(recaller *r, const struct candidate *c)
{
    similarity_add(r->likeness, c->says, c); /* some hundred: never too many */
}

bool recaller_begin(recaller *r, const struct recall_query *query, GError **error)
{
    struct recall_query own = *query;
    own.task = g_strdup(query->task);
    own.subtask = g_strdup(query->subtask);
    own.saw = g_strdup(query->saw);
    own.app = g_strdup(query->app);
    forget_query(r);
    r->query = own;
    r->text = g_strjoin("\n", own.task ? own.task : "", own.subtask ? own.subtask : "", own.saw ? own.saw : "", NULL);
    r->words = words_to_find(&own);
    similarity_begin_load(r->likeness);
    g_ptr_array_set_size(r->candidates, 0);
    bool ok = (own.steps + own.more == 0 || (find_by_words(r, error) && find_by_picture(r, error))) &&
              (own.lessons + own.more == 0 || find_lessons(r, error));
    for (guint i = 0; ok && i < r->candidates->len; i++)
        add_to_load(r, r->candidates->pdata[i]);
    similarity_end_load(r->likeness);
    similarity_chosen_from(r->likeness, MAX(CHOSEN_FROM, 4 * r->candidates->len));
    const char *text = ok && r->candidates->len ? r->text : NULL; /* of nothing nobody is asked */
    if (own.builtin)
        similarity_ask_builtin(r->likeness, text);
    else
        similarity_ask(r->likeness, text);
    return ok;
}

bool recaller_step(recaller *r)
{
    return similarity_step(r->likeness);
}

/* ---- the ranking ---- */

static void measure(recaller *r)
{
    guint n = r->candidates->len;
    g_autofree float *cosines = g_new0(float, n + 1);
    similarity_cosines(r->likeness, NULL, n, cosines);
    for (guint i = 0; i < n; i++) {
        struct candidate *c = r->candidates->pdata[i];
        c->text = (double)(isinf(cosines[i]) ? similarity_cosine(r->likeness, i) : cosines[i]);
        c->score = c->text + (c->same_app ? PROGRAM : 0);
        if (c->bits >= 0)
            c->score += PICTURE * (1 - (double)c->bits / (PRINT_ALIKE + 1));
    }
}

/* What a text says: its stems, and the groups of synonyms that they are in. */
struct saying {
    GHashTable *stems, *circles;
};

static void saying_clear(struct saying *s)
{
    g_hash_table_unref(s->stems);
    g_hash_table_unref(s->circles);
}

static struct saying saying_new(void)
{
    return (struct saying){g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), g_hash_table_new(NULL, NULL)};
}

static void saying_add(struct saying *s, const char *stem)
{
    guint circles[NGRAM_CIRCLES_MAX], n = ngram_word_circles(stem, circles);
    g_hash_table_add(s->stems, g_strdup(stem));
    for (guint i = 0; i < n; i++)
        g_hash_table_add(s->circles, GUINT_TO_POINTER(circles[i]));
}

static struct saying saying_of(const char *text)
{
    struct saying s = saying_new();
    g_auto(GStrv) words = memory_gist_words(text);
    for (char **w = words; *w; w++) {
        ngram_word_stem(*w);
        saying_add(&s, *w);
    }
    return s;
}

static bool saying_has(const struct saying *s, const char *stem)
{
    guint circles[NGRAM_CIRCLES_MAX], n = ngram_word_circles(stem, circles);
    bool has = g_hash_table_contains(s->stems, stem);
    for (guint i = 0; i < n && !has; i++)
        has = g_hash_table_contains(s->circles, GUINT_TO_POINTER(circles[i]));
    return has;
}

/* How many words of the question the text has, and how many of these say nothing, such as "write". A synonym of a word that
 * counts is no second one: in "write a haiku" the word "write" answers "write" and "note". */
static guint count_common(char *const *asked, const char *text, guint *ret_ways)
{
    struct saying s = saying_of(text), counted = saying_new();
    guint common = 0;
    *ret_ways = 0;
    for (int exact = 1; exact >= 0; exact--) {
        for (char *const *w = asked; *w; w++) {
            g_autofree char *stem = g_strdup(*w);
            ngram_word_stem(stem);
            bool same = g_hash_table_contains(s.stems, stem);
            if (exact ? !same : same || !saying_has(&s, stem) || saying_has(&counted, stem))
                continue;
            saying_add(&counted, stem);
            common++;
            *ret_ways += ngram_word_is_way(stem);
        }
    }
    saying_clear(&s);
    saying_clear(&counted);
    return common;
}

/* Is all that it has of the question one word that says nothing? In the same program that is one like "write"; in another one
 * any, unless nothing else was asked. */
static bool has_one_word_only(const recaller *r, const struct candidate *c)
{
    g_autofree char *text = g_strdup(c->says);
    char *program = c->gist ? strrchr(text, '\n') : NULL;
    if (program)
        *program = '\0';
    guint ways, common = count_common(r->words, text, &ways);
    return common == 1 && (ways == 1 || (c->gist && !c->same_app && g_strv_length(r->words) > 1));
}

/* Has it to do with the question at all? That the program is the same is not enough. What a person wrote down to be told counts
 * always; why they said no to something once does not. */
static bool is_alike(const recaller *r, const struct candidate *c)
{
    bool far = c->gist && !c->same_app;
    if (c->bits >= 0 || (c->lesson && recalled_is_told_always(c->lesson->run, c->lesson->by)))
        return true;
    return c->text >= (far ? ALIKE_FAR : ALIKE) && !has_one_word_only(r, c);
}

/* The same program first, then by score; of equal ones the newer. */
static int by_rank(gconstpointer a, gconstpointer b)
{
    const struct candidate *one = *(struct candidate *const *)a, *other = *(struct candidate *const *)b;
    if (one->same_app != other->same_app)
        return one->same_app ? -1 : 1;
    if (one->score != other->score)
        return one->score < other->score ? 1 : -1;
    gint64 id = one->gist ? one->gist->id : one->lesson->id, than = other->gist ? other->gist->id : other->lesson->id;
    return id < than ? 1 : id > than ? -1 : 0;
}

static GPtrArray *ranked(const recaller *r, bool lessons)
{
    GPtrArray *rows = g_ptr_array_new();
    for (guint i = 0; i < r->candidates->len; i++) {
        struct candidate *c = r->candidates->pdata[i];
        if ((c->lesson != NULL) == lessons && is_alike(r, c))
            g_ptr_array_add(rows, c);
    }
    g_ptr_array_sort(rows, by_rank);
    return rows;
}

static struct recalled *lesson_recalled(const struct memory_lesson *lesson)
{
    struct recalled *r = g_new0(struct recalled, 1);
    *r = (struct recalled){.lesson = lesson->id, .run = lesson->run, .step = lesson->step, .at_us = lesson->at_us};
    r->lesson_text = g_strdup(lesson->text);
    r->by = g_strdup(lesson->by);
    r->task = g_strdup(lesson->task);
    return r;
}

/* Is a row told that says the same and had the same end? Of ten tries of one thing the newest is enough. */
static bool is_told(const GPtrArray *rows, const struct recalled *r)
{
    guint of_run = 0;
    for (guint i = 0; i < rows->len; i++) {
        const struct recalled *other = rows->pdata[i];
        if (r->lesson || other->lesson)
            continue;
        of_run += other->run == r->run;
        if (g_strcmp0(other->action, r->action) == 0 && g_strcmp0(other->subtask, r->subtask) == 0 && other->end == r->end)
            return true;
    }
    return !r->lesson && of_run >= PER_RUN;
}

/* Appends the best that tell something; false on error. */
static bool take(recaller *r, bool lessons, guint most, GPtrArray *rows, GError **error)
{
    g_autoptr(GPtrArray) best = ranked(r, lessons);
    guint taken = 0;
    for (guint i = 0; i < best->len && taken < most; i++) {
        const struct candidate *c = best->pdata[i];
        GError *local = NULL;
        struct recalled *one = lessons ? lesson_recalled(c->lesson) : recall_read_step(r->m, c->gist, &local);
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
        if (!one || is_told(rows, one)) {
            recalled_free(one);
            continue;
        }
        one->score = c->score;
        one->text = c->text;
        one->bits = c->bits;
        one->same_app = c->same_app;
        one->app = c->app && *c->app ? g_strdup(c->app) : NULL;
        one->words = recall_common_words(r->words, c->says);
        g_ptr_array_add(rows, one);
        taken++;
    }
    return true;
}

/* So many of each as fit: lessons first, what does not fit is left out. */
static void choose(const recaller *r, GPtrArray *rows)
{
    guint steps = 0, lessons = 0, chars = 0;
    for (guint i = 0; i < rows->len; i++) {
        struct recalled *one = rows->pdata[i];
        guint *n = one->lesson ? &lessons : &steps;
        g_autofree char *entry = recalled_entry(one);
        guint length = (guint)g_utf8_strlen(entry, -1) + 1;
        one->in_prompt = *n < (one->lesson ? r->query.lessons : r->query.steps) && chars + length <= r->query.chars;
        if (!one->in_prompt)
            continue;
        (*n)++;
        chars += length;
    }
}

GPtrArray *recaller_result(recaller *r, char **ret_notice, GError **error)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)recalled_free);
    measure(r);
    if (!take(r, true, r->query.lessons + r->query.more, rows, error) ||
        !take(r, false, r->query.steps + r->query.more, rows, error))
        return NULL;
    choose(r, rows);
    if (ret_notice)
        *ret_notice = similarity_take_notice(r->likeness);
    return g_steal_pointer(&rows);
}

GPtrArray *recaller_search(recaller *r, const struct recall_query *query, char **ret_notice, GError **error)
{
    if (!recaller_begin(r, query, error))
        return NULL;
    similarity_wait(r->likeness);
    return recaller_result(r, ret_notice, error);
}

void recaller_take_cost(recaller *r, struct brain_spent *ret_spent)
{
    similarity_take_cost(r->likeness, ret_spent);
}
