/* A step's other pages: what each module was told and said, and what was fired when. */

#include "skills/timeline/timeline.h"
#include "config/money.h"
#include "tui/model/form.h"
#include "tui/past/past_story.h"
#include "tui/term/text.h"

#include <string.h>

/* ---- modules ---- */

static void block(GPtrArray *lines, int width, const char *title, const char *text)
{
    if (!text || !*text)
        return;
    rich_text(lines, width, STYLE_ACCENT, title);
    rich_text(lines, width, STYLE_NORMAL, text);
}

static void call_line(const struct memory_call *c, bool chosen, GPtrArray *lines, int width)
{
    g_autofree char *took = text_duration(c->ms), *in = text_count(c->tokens_in), *out = text_count(c->tokens_out);
    g_autofree char *of = text_of_tokens(c->tokens_cached, c->pictures), *cost = money_text(c->cost, c->unpriced);
    bool failed = !g_strcmp0(c->status, "failed"), skipped = !g_strcmp0(c->status, "skipped");
    rich_format(lines, width,
                chosen    ? STYLE_BOLD
                : failed  ? STYLE_BAD
                : skipped ? STYLE_DIM
                          : STYLE_NORMAL,
                "%s %-8s %s%s%s · %s · %s + %s tokens%s · %s · %s", chosen ? "▸" : " ", c->module, c->status,
                c->attempt > 1 ? ", asked again" : "", c->correction ? ", corrected by the person" : "", took, in, out, of, cost,
                c->brain && *c->brain ? c->brain : "–");
}

static void call_lines(const struct memory_call *c, GPtrArray *lines, int width)
{
    g_autofree char *prompt = past_json_prompt(c->prompt), *output = c->output ? form_pretty(c->output) : NULL;
    rich_format(lines, width, STYLE_BOLD, "── %s ──", c->module);
    if (c->error)
        rich_format(lines, width, STYLE_BAD, "%s: %s", !g_strcmp0(c->status, "skipped") ? "why not" : "error", c->error);
    if (c->correction) {
        g_autofree char *is = form_pretty(c->correction);
        rich_text(lines, width, STYLE_ACCENT, "what the person changed");
        rich_diff(lines, width, output ? output : "", is);
    }
    block(lines, width, "output", output);
    block(lines, width, "raw reply", c->reply);
    block(lines, width, "prompt as sent", prompt);
}

void past_modules_lines(const struct past_story *s, guint call, GPtrArray *lines, int width)
{
    for (guint i = 0; i < s->calls->len; i++)
        call_line(s->calls->pdata[i], i == call, lines, width);
    if (call < s->calls->len)
        call_lines(s->calls->pdata[call], lines, width);
    if (!s->calls->len)
        rich_text(lines, width, STYLE_DIM, "no module was asked in this step");
}

/* ---- as fired ---- */

#define LATE_US 20000 /* from here on it is pointed out */

static const struct past_fired *find_fired(const GArray *events, guint index)
{
    for (guint i = 0; i < events->len; i++) {
        const struct past_fired *f = &g_array_index(events, struct past_fired, i);
        if (f->index == (gint64)index && f->turn < 0)
            return f;
    }
    return NULL;
}

static void event_line(const struct timeline_event *e, guint at, const GArray *fired, GPtrArray *lines, int width)
{
    const struct past_fired *f = find_fired(fired, at);
    g_autofree char *describe = timeline_event_describe(e), *line = text_line(describe);
    g_autofree char *late = f ? g_strdup_printf("+%.2f", (double)f->late_us / 1000) : g_strdup("not fired");
    rich_format(lines, width,
                !f                     ? STYLE_DIM
                : f->late_us > LATE_US ? STYLE_WARN
                                       : STYLE_NORMAL,
                "%4u. %6" G_GINT64_FORMAT " ms %9s  %s", at + 1, e->at_ms, late, line);
}

static void turns_line(const GArray *fired, GPtrArray *lines, int width)
{
    gint64 turns = -1;
    guint n = 0;
    for (guint i = 0; i < fired->len; i++) {
        const struct past_fired *f = &g_array_index(fired, struct past_fired, i);
        turns = MAX(turns, f->turn);
        n += f->turn >= 0;
    }
    if (n)
        rich_format(lines, width, STYLE_NORMAL, "the loop fired %u more events in %" G_GINT64_FORMAT " turns", n, turns + 1);
}

void past_fired_lines(const struct past_story *s, GPtrArray *lines, int width)
{
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        g_autoptr(GArray) fired = past_json_fired(s->fired->pdata[i]);
        g_autoptr(timeline) t = p->timeline ? timeline_from_json(p->timeline, strlen(p->timeline), NULL) : NULL;
        g_autofree char *what = past_action_text(p->action), *stage = past_stage_text(p);
        rich_format(lines, width, STYLE_BOLD, "%" G_GINT64_FORMAT ": %s · %s%s%s", p->id, what,
                    p->verdict ? p->verdict : "undecided", *stage ? ", " : "", stage);
        g_autofree char *asks = past_asks(p), *asked = past_asked(p);
        if (asks)
            rich_field(lines, width, "safety check of the model's provider", asks);
        if (asked)
            rich_field(lines, width, "asked", asked);
        rich_field(lines, width, "digest", p->digest);
        if (t)
            rich_text(lines, width, STYLE_ACCENT, "        when  ms late  what");
        for (guint k = 0; t && k < t->events->len; k++)
            event_line(&g_array_index(t->events, struct timeline_event, k), k, fired, lines, width);
        turns_line(fired, lines, width);
        if (!t)
            rich_text(lines, width, STYLE_DIM, "its events are not kept");
    }
    if (!s->proposals->len)
        rich_text(lines, width, STYLE_DIM, "nothing was proposed in this step");
}
