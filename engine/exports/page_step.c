/* One step on the page: what was seen, what was decided by whom, what came of it; below it every module's words. */

#include "engine/exports/page_parts.h"

#include "config/money.h"
#include "memory/notes.h"
#include "memory/questions.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <string.h>

/* ---- the line that opens it ---- */

struct sign {
    const char *word, *glyph, *class;
};

static struct sign sign_of(const run_reader_step *s)
{
    static const struct sign signs[] = {
        {"rejected", "✗", "bad"}, {"edited", "✎", "warn"}, {"stale", "≠", "warn"},
        {"expired", "⧖", "warn"}, {"voided", "∅", "warn"}, {"approved", "✓", "good"},
    };
    for (guint i = 0; s->row->verdict && i < G_N_ELEMENTS(signs); i++)
        if (g_str_equal(s->row->verdict, signs[i].word))
            return signs[i];
    return (struct sign){"", "·", "dim"};
}

static bool has_mark(const run_reader_step *s, const char *what)
{
    for (guint i = 0; i < s->marks->len; i++)
        if (g_str_equal(((const struct memory_mark *)s->marks->pdata[i])->what, what))
            return true;
    return false;
}

static void put_summary(GString *out, const run_reader_step *s)
{
    const struct memory_proposal *first = run_reader_proposed(s), *last = run_reader_decided(s);
    g_autofree char *proposed = first && first != last ? action_json_describe(first->action) : NULL;
    g_autofree char *acted = action_json_describe(last ? last->action : s->row->action);
    struct sign sign = sign_of(s);
    markup(out, "<summary><span class=\"n\">%" G_GINT64_FORMAT "</span> <span class=\"%s\" title=\"%s\">%s</span> ", s->row->step,
           sign.class, sign.word, sign.glyph);
    if (proposed) {
        markup_text(out, proposed);
        markup(out, " ▸ ");
    }
    markup_text(out, acted ? acted : "nothing was done");
    const char *effect = s->row->effect;
    bool good = effect && g_str_equal(effect, "changed");
    if (effect)
        markup(out, " <span class=\"%s\">— ", good ? "dim" : "warn");
    markup_text(out, effect);
    markup(out, effect ? "</span>" : "");
    markup(out, "</summary>\n");
}

/* ---- pictures ---- */

/* In hundredths of a percent of the picture, which is shown at any size. */
static double part(int value, int of)
{
    return of > 0 ? 100.0 * value / of : 0;
}

static void put_box(GString *out, const struct page_picture *f, const char *class, const char *title, int x, int y, int width,
                    int height)
{
    markup(out, "<span class=\"%s\" title=\"%s\" style=\"left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%\"></span>", class,
           title, part(x, f->width), part(y, f->height), part(width, f->width), part(height, f->height));
}

static void put_target(GString *out, const struct page_picture *f, const run_reader_step *s)
{
    const struct memory_proposal *p = run_reader_decided(s);
    struct vocabulary_target target;
    if (p && run_reader_target(p->target, &target) && target.x < f->width && target.y < f->height)
        markup(out, "<span class=\"t\" title=\"the target\" style=\"left:%.2f%%;top:%.2f%%\"></span>", part(target.x, f->width),
               part(target.y, f->height));
}

static void begin_picture(GString *out, guint number, gint64 step, const char *when)
{
    markup(out,
           "<figure><a class=\"f f%u\" href=\"#z%u\" role=\"img\" aria-label=\"the screen %s step %" G_GINT64_FORMAT
           ", enlarge\">",
           number, number, when, step);
}

static void put_changed(struct page *p, GString *out, const run_reader_step *s, const struct page_picture *f)
{
    g_autoptr(frame) before = s->before ? image_writer_frame(p->album, s->before) : NULL;
    g_autoptr(frame) after = before ? image_writer_frame(p->album, s->after) : NULL;
    int x, y, width, height;
    if (after && frame_changed(before, after, &x, &y, &width, &height) > 0)
        put_box(out, f, "b c", "what changed", x, y, width, height);
}

static void put_pictures(struct page *p, GString *out, const run_reader_step *s)
{
    guint before = s->before ? page_picture(p, s->before) : PAGE_NO_PICTURE;
    guint after = s->after ? page_picture(p, s->after) : PAGE_NO_PICTURE;
    if (before == PAGE_NO_PICTURE && after == PAGE_NO_PICTURE)
        return;
    markup(out, "<div class=\"pair\">\n");
    if (before != PAGE_NO_PICTURE) {
        begin_picture(out, before, s->row->step, "before");
        put_target(out, &g_array_index(p->pictures, struct page_picture, before), s);
        markup(out, "</a><figcaption>before</figcaption></figure>\n");
    }
    if (after != PAGE_NO_PICTURE) {
        begin_picture(out, after, s->row->step, "after");
        put_changed(p, out, s, &g_array_index(p->pictures, struct page_picture, after));
        markup(out, "</a><figcaption>after (what changed is inside the dashes)</figcaption></figure>\n");
    }
    markup(out, "</div>\n");
}

/* ---- decisions ---- */

static void put_decision(GString *out, const struct memory_proposal *p)
{
    g_autofree char *texts = action_json_describe(p->action), *window = run_reader_member(p->target, "window");
    g_autofree char *expectation = run_reader_member(p->action, "expectation"), *reason = run_reader_member(p->action, "reason");
    markup(out, "<h3>Proposal %" G_GINT64_FORMAT " by ", p->id);
    markup_text(out, p->by ? p->by : "model");
    if (p->edited_from)
        markup(out, ", in place of %" G_GINT64_FORMAT, p->edited_from);
    markup(out, "</h3><dl>\n");
    page_row(out, "action", texts);
    page_row(out, "why", reason);
    page_row(out, "expected", expectation);
    page_row(out, "into the window", window);
    markup(out, "<dt>risk</dt><dd>tier %d", p->tier);
    if (p->rule) {
        markup(out, " (");
        markup_text(out, p->rule);
        markup(out, ")");
    }
    markup(out, "</dd>\n");
    page_row(out, "decision", p->verdict);
    page_row(out, "by", p->decided_by);
    page_row(out, "because", p->reason);
    page_row(out, "then", p->stage);
    markup(out, "</dl>\n");
}

static void put_timeline(GString *out, const struct memory_proposal *p, const char *fired)
{
    g_autoptr(timeline) t = p->timeline ? timeline_from_json(p->timeline, strlen(p->timeline), NULL) : NULL;
    if (!t || t->events->len == 0)
        return;
    markup(out,
           "<details><summary>timeline: %u events, %" G_GINT64_FORMAT
           " ms</summary><table><tr><th>at ms</th><th>what</th></tr>\n",
           t->events->len, timeline_duration(t));
    for (guint i = 0; i < t->events->len; i++) {
        const struct timeline_event *e = &g_array_index(t->events, struct timeline_event, i);
        g_autofree char *texts = timeline_event_describe(e);
        markup(out, "<tr><td>%" G_GINT64_FORMAT "</td><td>", e->at_ms);
        markup_text(out, texts);
        markup(out, "</td></tr>\n");
    }
    markup(out, "</table>");
    if (*fired) {
        markup(out, "<p class=\"dim\">as fired: ");
        markup_text(out, fired);
        markup(out, "</p>");
    }
    markup(out, "</details>\n");
}

/* ---- modules ---- */

static void put_block(GString *out, const char *title, const char *text)
{
    g_autofree char *pretty = run_reader_pretty(text);
    if (!pretty || !*pretty)
        return;
    markup(out, "<h3>%s</h3><pre tabindex=\"0\">", title);
    markup_lines(out, pretty);
    markup(out, "</pre>\n");
}

static void put_correction(GString *out, const struct memory_call *row)
{
    g_autofree char *was = run_reader_pretty(row->output ? row->output : row->reply), *is = run_reader_pretty(row->correction);
    if (!is)
        return;
    markup(out, "<h3>Corrected by the person</h3><pre tabindex=\"0\">");
    markup_difference(out, was ? was : "", is);
    markup(out, "</pre>\n");
}

/* PAGE_NO_PICTURE: it is not on the page. */
static guint number_of(const struct page *p, const char *hash)
{
    gpointer known = NULL;
    guint number = g_hash_table_lookup_extended(p->numbers, hash, NULL, &known) ? GPOINTER_TO_UINT(known) : PAGE_NO_PICTURE;
    return number < p->in_head ? number : PAGE_NO_PICTURE;
}

static void put_prompt(struct page *p, GString *out, const struct run_reader_call *call)
{
    if (*call->system) {
        guint number = page_system(p, call->system);
        markup(out, "<p><a href=\"#p%u\">system prompt %u</a></p>", number, number);
    }
    put_block(out, "Prompt", call->user);
    for (guint i = 0; i < call->images->len; i++) {
        const struct run_reader_image *image = &g_array_index(call->images, struct run_reader_image, i);
        guint number = number_of(p, image->hash);
        markup(out, "<p class=\"dim\">");
        if (number != PAGE_NO_PICTURE)
            markup(out, "<a href=\"#z%u\">", number);
        markup(out, "picture %u: ", i + 1);
        markup_text(out, image->note);
        markup(out, number != PAGE_NO_PICTURE ? "</a></p>\n" : " (not on this page)</p>\n");
    }
}

static void put_module(struct page *p, GString *out, const struct run_reader_call *call)
{
    const struct memory_call *row = call->row;
    bool failed = g_strcmp0(row->status, "failed") == 0;
    g_autofree char *cost = money_text(row->cost, row->unpriced);
    markup(out, "<details><summary><b>");
    markup_text(out, row->module);
    markup(out, "</b> <span class=\"%s\">", failed ? "bad" : row->correction ? "warn" : "dim");
    markup_text(out, row->correction ? "corrected" : row->status);
    markup(out,
           "</span> <span class=\"dim\">%" G_GINT64_FORMAT " ms, %" G_GINT64_FORMAT " + %" G_GINT64_FORMAT
           " tokens, %s%s</span></summary>\n",
           row->ms, row->tokens_in, row->tokens_out, cost, row->attempt > 1 ? ", asked again" : "");
    page_row(out, "error", row->error);
    put_correction(out, row);
    put_block(out, "Reply", row->reply);
    put_prompt(p, out, call);
    markup(out, "</details>\n");
}

/* ---- the step ---- */

static void put_questions(GString *out, const run_reader_step *s)
{
    for (guint i = 0; i < s->questions->len; i++) {
        const struct memory_question *q = s->questions->pdata[i];
        g_autofree char *choices = run_reader_plain(q->choices, NULL);
        markup(out, "<h3>Question %" G_GINT64_FORMAT " to the person</h3><dl>\n", q->id);
        page_row(out, "question", q->question);
        page_row(out, "choices", choices);
        page_row(out, "answer", q->answer);
        page_row(out, "which was", q->verdict);
        page_row(out, "useful", q->useful < 0 ? NULL : q->useful ? "yes" : "no");
        markup(out, "</dl>\n");
    }
}

static void put_notes(GString *out, const run_reader_step *s)
{
    for (guint i = 0; i < s->notes->len; i++) {
        const struct memory_note *note = s->notes->pdata[i];
        markup(out, "<p class=\"warn\"><b>");
        markup_text(out, note->kind);
        markup(out, "</b> ");
        markup_text(out, note->text);
        markup(out, " <span class=\"dim\">— ");
        markup_text(out, note->by);
        markup(out, "</span></p>\n");
    }
}

void page_step(struct page *p, GString *out, const run_reader_step *s)
{
    g_autofree char *began = page_time(s->row->started_us);
    const struct run_reader_call *reasons = run_reader_answered(s, "why");
    g_autofree char *why = reasons ? memory_call_said(reasons->row, "why") : NULL;
    bool open = p->tale->last <= PAGE_OPEN_MAX || has_mark(s, "human") || has_mark(s, "pin") || has_mark(s, "note");
    markup(out, "<details id=\"s%" G_GINT64_FORMAT "\"%s>", s->row->step, open ? " open" : "");
    put_summary(out, s);
    put_notes(out, s);
    markup(out, "<dl>\n");
    page_row(out, "subtask", s->row->task);
    page_row(out, "reasoning", why);
    page_row(out, "decision", s->row->verdict);
    page_row(out, "effect", s->row->effect);
    page_row(out, "success", s->row->success);
    page_row(out, "began", began);
    markup(out, "</dl>\n");
    put_pictures(p, out, s);
    put_questions(out, s);
    for (guint i = 0; i < s->proposals->len; i++) {
        put_decision(out, s->proposals->pdata[i]);
        put_timeline(out, s->proposals->pdata[i], s->fired->pdata[i]);
    }
    if (s->calls->len)
        markup(out, "<h3>What the modules were asked and said</h3>\n");
    for (guint i = 0; i < s->calls->len; i++)
        put_module(p, out, &g_array_index(s->calls, struct run_reader_call, i));
    markup(out, "</details>\n");
}

/* ---- the story ---- */

/* The answer that the step rests on: the last one. NULL = none. */
static const struct run_reader_call *last_answer(const run_reader_step *s)
{
    for (guint i = s->calls->len; i > 0; i--) {
        const struct run_reader_call *call = &g_array_index(s->calls, struct run_reader_call, i - 1);
        if (call->row->reply && g_strcmp0(call->row->status, "failed") != 0)
            return call;
    }
    return NULL;
}

/* A phase without an action: the last pictures of what its module was asked. */
static void put_seen(struct page *p, GString *out, const run_reader_step *s, const struct run_reader_call *call)
{
    guint n = call->images->len;
    markup(out, "<div class=\"pair\">\n");
    for (guint i = n > PAGE_STORY_PICTURES ? n - PAGE_STORY_PICTURES : 0; i < n; i++) {
        const struct run_reader_image *image = &g_array_index(call->images, struct run_reader_image, i);
        guint number = number_of(p, image->hash);
        if (number == PAGE_NO_PICTURE)
            continue;
        begin_picture(out, number, s->row->step, "at");
        markup(out, "</a><figcaption>");
        markup_text(out, image->note);
        markup(out, "</figcaption></figure>\n");
    }
    markup(out, "</div>\n");
}

static void put_said(GString *out, const struct memory_call *row)
{
    g_autofree char *pretty = run_reader_pretty(row->correction ? row->correction : row->reply);
    bool whole = g_utf8_strlen(pretty, -1) <= PAGE_STORY_TEXT;
    g_autofree char *head = whole ? NULL : g_utf8_substring(pretty, 0, PAGE_STORY_TEXT);
    markup(out, "<pre tabindex=\"0\">");
    markup_lines(out, whole ? pretty : head);
    markup(out, whole ? "</pre>\n" : " …</pre>\n");
}

void page_story(struct page *p, GString *out, const run_reader_step *s)
{
    const struct run_reader_call *call = last_answer(s);
    const struct memory_proposal *last = run_reader_decided(s);
    g_autofree char *acted = action_json_describe(last ? last->action : s->row->action);
    markup(out, "<div class=\"s\"><div><h3><a href=\"#s%" G_GINT64_FORMAT "\">%" G_GINT64_FORMAT "</a> ", s->row->step,
           s->row->step);
    markup_text(out, call ? call->row->module : NULL);
    markup(out, call && call->row->correction ? ", corrected by the person</h3><dl>\n" : "</h3><dl>\n");
    page_row(out, "subtask", s->row->task);
    page_row(out, "action", acted);
    page_row(out, "decision", s->row->verdict);
    page_row(out, "effect", s->row->effect);
    markup(out, "</dl>\n");
    if (call)
        put_said(out, call->row);
    markup(out, "</div><div>\n");
    if (s->before || s->after)
        put_pictures(p, out, s);
    else if (call)
        put_seen(p, out, s, call);
    markup(out, "</div></div>\n");
}
