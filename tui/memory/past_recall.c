/* The memory screen: what a plan would be reminded of, asked by hand, and the lessons, which are edited and withdrawn here. Both
 * are shown as what a search found; the numbers of their lessons stand beside (s->found.lessons). */

#include "config/config.h"
#include "config/profile.h"
#include "engine/recall/recall.h"
#include "memory/lessons.h"
#include "memory/pictures.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"
#include "tui/term/text.h"

#include <string.h>

#define ROWS_TYPE "a(xxxss)"             /* run, step, lesson, kind, text */
#define RECALLED_TYPE "(s" ROWS_TYPE ")" /* why not with the vectors that were wanted, "" = with those */
#define MORE 20                          /* of each that are told beside those of a prompt */

/* ---- in the child ---- */

struct recall_question {
    const char *text;
    gint64 run;       /* whose program it is; 0 = any */
    const char *like; /* hash of a picture, NULL = none */
};

static GPtrArray *find(memory *m, const struct recall_question *q, char **ret_notice, GError **error)
{
    g_autoptr(config) cfg = config_load(error);
    struct memory_run *run = q->run ? memory_run_get(m, q->run, NULL) : NULL;
    g_autofree char *app = run ? recall_app(run->profile, run->app) : NULL;
    g_autoptr(profile) p = cfg ? profile_load(run && run->profile ? run->profile : "default", NULL) : NULL;
    memory_run_free(run);
    if (!p && cfg)
        p = profile_load("default", error); /* the run's own is gone */
    if (!p)
        return NULL;
    profile_fill(p, cfg);
    struct recall_query query = {.task = q->text,
                                 .app = app,
                                 .steps = (guint)p->recall.steps,
                                 .lessons = (guint)p->recall.lessons,
                                 .chars = (guint)p->recall.chars,
                                 .more = MORE};
    query.printed = q->like && memory_picture_get(m, q->like, &query.print, NULL);
    g_autoptr(brain_pool) pool = brain_pool_new(cfg);
    g_autoptr(recaller) r = recaller_new(cfg, pool, m);
    return recaller_search(r, &query, ret_notice, error);
}

static void tell(GVariantBuilder *all, const struct recalled *r)
{
    g_autofree char *what = recalled_what(r), *why = recalled_explain(r),
                    *kind = g_strdup_printf("%.2f %s · %s", r->score, r->lesson ? "lesson" : "step",
                                            r->in_prompt ? "in the prompt" : "not in the prompt"),
                    *text = g_strdup_printf("%s · %s", what, why);
    g_variant_builder_add(all, "(xxxss)", r->run, r->step, r->lesson, kind, text);
}

static bool look(void *data, GString *reply, GError **error)
{
    GVariantBuilder all;
    g_autofree char *notice = NULL;
    g_autoptr(memory) m = past_open_store(error);
    g_autoptr(GPtrArray) rows = m ? find(m, data, &notice, error) : NULL;
    if (error && *error)
        return false;
    g_autofree char *shown = g_utf8_make_valid(notice ? notice : "", -1);
    g_variant_builder_init(&all, G_VARIANT_TYPE(RECALLED_TYPE));
    g_variant_builder_add(&all, "s", shown);
    g_variant_builder_open(&all, G_VARIANT_TYPE(ROWS_TYPE));
    for (guint i = 0; rows && i < rows->len; i++)
        tell(&all, rows->pdata[i]);
    g_variant_builder_close(&all);
    g_autoptr(GVariant) answer = g_variant_ref_sink(g_variant_builder_end(&all));
    g_string_append_len(reply, g_variant_get_data(answer), (gssize)g_variant_get_size(answer));
    return true;
}

/* ---- what was found ---- */

static void add(struct past_screen *s, gint64 run, gint64 step, gint64 lesson, const char *kind, const char *text)
{
    struct memory_hit *hit = g_new0(struct memory_hit, 1);
    *hit = (struct memory_hit){.run = run, .step = step, .kind = g_strdup(kind), .snippet = g_strdup(text)};
    g_ptr_array_add(s->found.hits, hit);
    g_array_append_val(s->found.lessons, lesson);
}

void past_recall_start(console *c, const char *text)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    const struct memory_frame *before = s->shown.story ? past_story_before(s->shown.story) : NULL;
    gint64 run, step;
    past_place(s, &run, &step);
    const struct recall_question q = {.text = text, .run = run, .like = before ? before->hash : NULL};
    past_search_stop(&s->search);
    s->search.kind = PAST_SEARCH_RECALL;
    s->search.since_us = c->now_us;
    s->search.seconds = 0;
    s->search.child = task_start(look, (void *)&q, false, &error);
    past_say(c, error);
    g_free(s->found.asked);
    s->found.asked = g_strdup(text);
    past_found_open(c, PAST_FOUND_RECALLED);
    s->found.unread = error != NULL;
}

void past_recall_take(console *c, GBytes *reply)
{
    struct past_screen *s = c->past;
    g_autoptr(GVariant) answer = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(RECALLED_TYPE), reply, FALSE));
    g_autoptr(GVariantIter) iter = NULL;
    gint64 run, step, lesson;
    const char *kind, *text, *notice;
    g_ptr_array_set_size(s->found.hits, 0);
    g_array_set_size(s->found.lessons, 0);
    g_variant_get(answer, "(&s" ROWS_TYPE ")", &notice, &iter);
    while (g_variant_iter_next(iter, "(xxx&s&s)", &run, &step, &lesson, &kind, &text))
        add(s, run, step, lesson, kind, text);
    if (*notice)
        console_say(c, STYLE_WARN, "%s", notice);
}

/* ---- lessons ---- */

gint64 past_lesson(const struct past_screen *s)
{
    bool listed = s->level == PAST_HITS && s->found.what != PAST_FOUND_WORDS && (guint)s->found.selected < s->found.lessons->len;
    return listed ? g_array_index(s->found.lessons, gint64, s->found.selected) : 0;
}

static void select_lesson(struct past_screen *s, gint64 id)
{
    for (guint i = 0; i < s->found.lessons->len; i++) {
        if (g_array_index(s->found.lessons, gint64, i) == id)
            s->found.selected = (int)i;
    }
}

static void read_lessons(console *c)
{
    struct past_screen *s = c->past;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_open_store(&error);
    g_autoptr(GPtrArray) rows = m ? memory_lessons_page(m, NULL, false, 0, PAST_HITS_MAX, &error) : NULL;
    past_say(c, error);
    s->found.unread = error != NULL;
    g_ptr_array_set_size(s->found.hits, 0);
    g_array_set_size(s->found.lessons, 0);
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_lesson *l = rows->pdata[i];
        g_autofree char *kind =
            g_strdup_printf("lesson %" G_GINT64_FORMAT " · %s · by %s", l->id, l->app ? l->app : "any program", l->by);
        add(s, l->run, l->step, l->id, kind, l->text);
    }
    s->found.selected = CLAMP(s->found.selected, 0, MAX(0, (int)s->found.hits->len - 1));
    past_changed(s);
}

void past_act_lessons(console *c)
{
    struct past_screen *s = c->past;
    past_search_stop(&s->search);
    past_found_open(c, PAST_FOUND_LESSONS);
    read_lessons(c);
}

static struct memory_lesson *selected(console *c)
{
    gint64 id = past_lesson(c->past);
    g_autoptr(memory) m = id ? past_store(c) : NULL;
    return m ? memory_lesson_get(m, id, NULL) : NULL;
}

static void lesson_lines(console *c, GPtrArray *lines, int width)
{
    struct memory_lesson *l = selected(c);
    if (!l)
        return;
    g_autofree char *at = text_when(l->at_us, "%Y-%m-%d %H:%M");
    rich_field(lines, width, "lesson", l->text);
    rich_format(lines, width, STYLE_DIM, "of %s%s%s · by %s, %s%s", l->app ? l->app : "any program", l->skill ? ", " : "",
                l->skill ? l->skill : "", l->by, at, l->run ? " · where it was learnt:" : "");
    rich_field(lines, width, "it was withdrawn", l->withdrawn ? l->reason ? l->reason : "no reason given" : NULL);
    memory_lesson_free(l);
}

void past_recall_lines(console *c, GPtrArray *lines, int width)
{
    struct past_screen *s = c->past;
    if (s->level != PAST_HITS || (guint)s->found.selected >= s->found.hits->len)
        return;
    const struct memory_hit *hit = s->found.hits->pdata[s->found.selected];
    if (s->found.what == PAST_FOUND_RECALLED)
        rich_format(lines, width, STYLE_BOLD, "%s: %s", hit->kind, hit->snippet);
    if (past_lesson(s))
        lesson_lines(c, lines, width);
}

char *past_lesson_text(console *c)
{
    struct memory_lesson *l = selected(c);
    char *text = g_strdup(l ? l->text : "");
    memory_lesson_free(l);
    return text;
}

/* The row of what was recalled is of the lesson as it is told now; its score was the other one's. */
static void rename_lesson(struct past_screen *s, gint64 id, const char *text)
{
    struct memory_hit *hit = s->found.hits->pdata[s->found.selected];
    g_array_index(s->found.lessons, gint64, s->found.selected) = id;
    g_free(hit->kind);
    g_free(hit->snippet);
    hit->kind = g_strdup("lesson, present text");
    hit->snippet = g_strdup(text);
}

void past_lesson_change(console *c, const char *text, bool withdraw)
{
    struct past_screen *s = c->past;
    gint64 id = past_lesson(s), now = 0;
    g_autoptr(GError) error = NULL;
    g_autoptr(memory) m = past_store(c);
    bool ok = m && (withdraw ? memory_lesson_withdraw(m, id, text, &error)
                             : memory_lesson_edit(m, id, text, g_get_user_name(), &now, &error));
    g_clear_pointer(&m, memory_close);
    if (ok)
        console_say(c, STYLE_GOOD, "lesson %" G_GINT64_FORMAT " %s", id, withdraw ? "is withdrawn" : "has this text now");
    else
        console_say(c, STYLE_BAD, "not changed: %s", error ? error->message : "no run was recorded yet");
    if (s->found.what == PAST_FOUND_LESSONS)
        read_lessons(c);
    else if (now)
        rename_lesson(s, now, text);
    if (now)
        select_lesson(s, now);
    past_changed(s);
}
