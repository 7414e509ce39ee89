/* The memory screen: looking for words is done by a child, so that keys stay live on a store of any size. A newer question takes
 * the place of the one under way. */

#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

#include <string.h>

#define RUNS_TYPE "ax"
#define HITS_TYPE "(ba(xxss))"

struct question {
    enum past_search_kind kind;
    const char *text;
    enum past_runs_where where; /* PAST_SEARCH_RUNS */
    gint64 first, last;
};

/* ---- in the child ---- */

static void reply_with(GString *reply, GVariant *answer)
{
    g_autoptr(GVariant) owned = g_variant_ref_sink(answer);
    g_string_append_len(reply, g_variant_get_data(owned), (gssize)g_variant_get_size(owned));
}

static bool find_runs(memory *m, const struct question *q, GString *reply, GError **error)
{
    struct past_query query;
    GVariantBuilder ids;
    past_query_read(&query, q->text);
    g_autoptr(GPtrArray) runs = past_runs_read(m, q->where, q->first, q->last, &query.filter, error);
    past_query_clear(&query);
    g_variant_builder_init(&ids, G_VARIANT_TYPE(RUNS_TYPE));
    for (guint i = 0; runs && i < runs->len; i++)
        g_variant_builder_add(&ids, "x", ((const struct memory_run_row *)runs->pdata[i])->id);
    reply_with(reply, g_variant_builder_end(&ids));
    return runs != NULL;
}

static bool find_hits(memory *m, const struct question *q, GString *reply, GError **error)
{
    GVariantBuilder all;
    bool more;
    g_autoptr(GPtrArray) hits = memory_search_newest(m, q->text, PAST_HITS_MAX, &more, error);
    g_variant_builder_init(&all, G_VARIANT_TYPE(HITS_TYPE));
    g_variant_builder_add(&all, "b", more);
    g_variant_builder_open(&all, G_VARIANT_TYPE("a(xxss)"));
    for (guint i = 0; hits && i < hits->len; i++) {
        const struct memory_hit *h = hits->pdata[i];
        g_autofree char *kind = g_utf8_make_valid(h->kind ? h->kind : "", -1);
        g_autofree char *snippet = g_utf8_make_valid(h->snippet ? h->snippet : "", -1);
        g_variant_builder_add(&all, "(xxss)", h->run, h->step, kind, snippet);
    }
    g_variant_builder_close(&all);
    reply_with(reply, g_variant_builder_end(&all));
    return hits != NULL;
}

static bool look(void *data, GString *reply, GError **error)
{
    const struct question *q = data;
    g_autoptr(memory) m = past_open_store(error);
    if (!m) /* no store: nothing is found in it */
        return !error || !*error;
    return q->kind == PAST_SEARCH_RUNS ? find_runs(m, q, reply, error) : find_hits(m, q, reply, error);
}

/* ---- in the console ---- */

bool past_search_stop(struct past_search *s)
{
    bool was = s->child != NULL;
    g_clear_pointer(&s->child, task_free);
    return was;
}

bool past_search_shown(const struct past_screen *s)
{
    if (!s->search.child || s->search.kind != PAST_SEARCH_RUNS)
        return s->search.child && s->level == PAST_HITS;
    return s->level == PAST_RUNS && s->search.where != PAST_RUNS_SAME;
}

void past_search_start(console *c, enum past_search_kind kind, enum past_runs_where where)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    struct question q = {.kind = kind, .where = where};
    q.text = kind == PAST_SEARCH_RUNS ? s->filter.text->str : s->find.text->str;
    if (kind == PAST_SEARCH_RUNS)
        past_runs_ends(&s->runs, where, &q.first, &q.last);
    past_search_stop(&s->search);
    s->search.kind = kind;
    s->search.where = where;
    s->search.since_us = c->now_us;
    s->search.seconds = 0;
    s->search.child = task_start(look, &q, false, &error);
    past_say(c, error);
    if (kind == PAST_SEARCH_RUNS && error)
        past_set_unread(s, error);
    else if (kind != PAST_SEARCH_RUNS)
        s->found.unread = error != NULL;
    c->dirty = true;
}

void past_found_open(console *c, enum past_found what)
{
    struct past_screen *s = c->past;
    if (s->level != PAST_HITS)
        s->found.from = s->level;
    if (s->level == PAST_STEPS) {
        s->found.run = s->steps.run;
        s->found.step = s->steps.selected;
    }
    if (!s->found.hits) {
        s->found.hits = g_ptr_array_new_with_free_func((GDestroyNotify)memory_hit_free);
        s->found.lessons = g_array_new(FALSE, FALSE, sizeof(gint64));
    }
    g_ptr_array_set_size(s->found.hits, 0);
    g_array_set_size(s->found.lessons, 0);
    s->found.more = false;
    s->found.what = what;
    s->level = PAST_HITS;
    s->found.selected = s->found.top = 0;
    if (what != PAST_FOUND_WORDS)
        s->page = PAST_STORY;
    s->in_detail = false;
    past_changed_place(s);
}

static GVariant *answer_of(GBytes *reply, const char *type)
{
    return g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(type), reply, FALSE));
}

/* The rows of these runs, those that are still there. */
static void take_runs(struct past_screen *s, GBytes *reply, GError **error)
{
    g_autoptr(GError) wrong = NULL;
    g_autoptr(GVariant) ids = answer_of(reply, RUNS_TYPE);
    g_autoptr(memory) m = past_open_store(&wrong);
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)memory_run_row_free);
    GVariantIter iter;
    gint64 id;
    g_variant_iter_init(&iter, ids);
    while (m && !wrong && g_variant_iter_next(&iter, "x", &id)) {
        g_autoptr(GPtrArray) page = memory_runs_page(m, NULL, id + 1, 1, &wrong);
        if (page && page->len && ((const struct memory_run_row *)page->pdata[0])->id == id)
            g_ptr_array_add(rows, g_ptr_array_steal_index(page, 0));
    }
    if (wrong)
        g_propagate_error(error, g_steal_pointer(&wrong));
    else
        past_runs_take(&s->runs, s->search.where, rows);
}

static void take_hits(struct past_screen *s, GBytes *reply)
{
    g_autoptr(GVariant) answer = answer_of(reply, HITS_TYPE);
    g_autoptr(GVariantIter) iter = NULL;
    struct memory_hit hit;
    gboolean more;
    g_ptr_array_set_size(s->found.hits, 0);
    g_variant_get(answer, HITS_TYPE, &more, &iter);
    s->found.more = more;
    while (g_variant_iter_next(iter, "(xxss)", &hit.run, &hit.step, &hit.kind, &hit.snippet))
        g_ptr_array_add(s->found.hits, g_memdup2(&hit, sizeof hit));
}

void past_search_done(console *c)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) reply = task_finish(s->search.child, &error);
    g_clear_pointer(&s->search.child, task_free);
    if (reply && s->search.kind == PAST_SEARCH_RECALL)
        past_recall_take(c, reply);
    else if (reply && s->search.kind == PAST_SEARCH_RUNS)
        take_runs(s, reply, &error);
    else if (reply)
        take_hits(s, reply);
    past_say(c, error);
    if (s->search.kind == PAST_SEARCH_RUNS)
        past_set_unread(s, error);
    else
        s->found.unread = error != NULL;
    past_changed(s);
    c->dirty = true;
}
