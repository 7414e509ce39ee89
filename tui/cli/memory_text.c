/* `reins memory` for people: aligned tables and the story of a run. All that came from a model, a title or a file goes through
 * text_line() or visible_text(). */

#include "tui/cli/memory_out.h"
#include "config/money.h"
#include "engine/agents/agent.h"
#include "engine/modules/module.h"
#include "tui/cli/table.h"

#include "memory/questions.h"
#include "skills/timeline/visible.h"
#include "tui/past/past_actions.h"
#include "tui/past/past_story.h"
#include "tui/term/text.h"

#include <string.h>

/* ---- lists ---- */

/* What the limit of a day counts; empty where nothing was spent. */
static char *text_today(memory *m, GError **error)
{
    struct memory_spent day;
    if (!memory_spent_today(m, &day, error))
        return NULL;
    g_autofree char *cost = money_text(day.cost, day.unpriced > 0);
    return day.cost > 0 || day.unpriced ? g_strdup_printf("all runs today, reins ask and embeddings: %s\n", cost) : g_strdup("");
}

char *memory_text_runs(memory *m, const struct memory_filter *filter, gint64 limit, int width, GError **error)
{
    g_autoptr(GPtrArray) runs = memory_runs_page(m, filter, 0, limit, error);
    if (!runs)
        return NULL;
    g_autofree char *today = text_today(m, error);
    if (!today)
        return NULL;
    if (runs->len == 0)
        return g_strconcat(memory_runs_count(m, NULL, NULL) > 0
                               ? "no run fits (--all: also those of reins do and of trials)\n"
                               : "no run was recorded yet (start one with: reins run \"task\")\n",
                           today, NULL);
    struct table t;
    table_begin(&t, "rlwlrrrl", "RUN", "STARTED", "STATUS", "BRAIN", "STEPS", "COST", "HUMAN", "TASK");
    for (guint i = 0; i < runs->len; i++) {
        const struct memory_run_row *r = runs->pdata[i];
        gint64 holder = memory_run_holder(m, r->id);
        bool died = holder == 0 && g_strcmp0(r->status, "ended") != 0;
        g_autofree char *held =
            holder > 0 ? g_strdup_printf(" (process %" G_GINT64_FORMAT ")", holder) : g_strdup(died ? " (its engine died)" : "");
        table_format(&t, "%" G_GINT64_FORMAT, r->id);
        table_time(&t, r->started_us);
        table_format(&t, "%s%s", r->outcome ? r->outcome : r->status, held);
        table_text(&t, r->brain);
        table_format(&t, "%" G_GINT64_FORMAT, r->steps);
        g_autofree char *cost = money_text(r->cost, r->unpriced > 0);
        table_text(&t, cost);
        table_format(&t, "%" G_GINT64_FORMAT " %%", r->steps ? 100 * r->touched / r->steps : 0);
        g_autofree char *fork = g_strdup_printf("fork of %" G_GINT64_FORMAT ":%" G_GINT64_FORMAT " · %s", r->parent,
                                                r->parent_step, r->task ? r->task : "");
        table_text(&t, r->parent ? fork : r->task);
    }
    g_autofree char *rows = table_end(&t, width);
    return g_strconcat(rows, today, NULL);
}

#define DATE_WIDTH 100 /* columns from which a step's day is told, too */

/* A row of a step: of its action `at`, or of the step alone where nothing was proposed. */
static void step_row(struct table *t, const struct memory_step *s, const GPtrArray *proposals, const GPtrArray *actions, guint at,
                     int width)
{
    const struct memory_proposal *p = at < actions->len ? actions->pdata[at] : NULL;
    bool one = actions->len <= 1, last = one || at == actions->len - 1;
    g_autofree char *shown = p ? past_actions_text(proposals, p) : past_action_text(s->action);
    gint64 at_us = at ? p->at_us : s->started_us;
    g_autofree char *clock = width > 0 && width < DATE_WIDTH ? text_when(at_us, "%H:%M:%S") : NULL;
    g_autofree char *task = s->task && at == 0 ? text_fit(s->task, 40) : NULL;
    table_format(t, "%" G_GINT64_FORMAT, s->step);
    clock ? table_text(t, clock) : table_time(t, at_us);
    table_text(t, one ? past_actions_ending(s) : past_actions_verdict(p));
    bool aborted = p && g_strcmp0(p->stage, "aborted") == 0; /* "unknown" is what a fired action ends as, too */
    table_text(t, one && !aborted ? s->effect : past_actions_effect(p));
    table_text(t, last ? s->success : NULL);
    table_text(t, task);
    table_text(t, shown);
}

static char *text_steps(memory *m, const struct memory_what *what, int width, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_chosen_steps(m, what, error);
    gint64 every = what->step ? 1 : G_MAXINT64;
    g_autoptr(GPtrArray) proposals = steps ? memory_proposals_page(m, what->run, what->step, every, error) : NULL;
    if (!proposals)
        return NULL;
    if (steps->len == 0)
        return g_strdup(what->marked ? "no step is marked so\n" : "no step was recorded\n");
    struct table t;
    table_begin(&t, "rllllwl", "STEP", "STARTED", "VERDICT", "EFFECT", "SUCCESS", "TASK", "ACTION");
    for (guint i = 0; i < steps->len; i++) {
        g_autoptr(GPtrArray) actions = past_actions(proposals, steps->pdata[i]);
        for (guint at = 0; at < MAX(actions->len, 1); at++)
            step_row(&t, steps->pdata[i], proposals, actions, at, width);
    }
    return table_end(&t, width);
}

static char *text_frames(memory *m, gint64 run, gint64 step, int width, GError **error)
{
    g_autoptr(GPtrArray) frames = memory_frames(m, run, step, error);
    if (!frames)
        return NULL;
    if (frames->len == 0)
        return g_strdup("no frame was recorded\n");
    struct table t;
    table_begin(&t, "rllll", "STEP", "AT", "ROLE", "SIZE", "FILE");
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        table_format(&t, "%" G_GINT64_FORMAT, f->step);
        table_time(&t, f->at_us);
        table_text(&t, f->role);
        table_format(&t, "%d×%d", f->width, f->height);
        table_text(&t, f->path);
    }
    (void)width; /* a file's name is of use only whole */
    return table_end(&t, 0);
}

char *memory_text_hits(const GPtrArray *hits, int width)
{
    if (hits->len == 0)
        return g_strdup("nothing found\n");
    struct table t;
    table_begin(&t, "rrll", "RUN", "STEP", "KIND", "TEXT");
    for (guint i = 0; i < hits->len; i++) {
        const struct memory_hit *hit = hits->pdata[i];
        table_format(&t, "%" G_GINT64_FORMAT, hit->run);
        table_format(&t, "%" G_GINT64_FORMAT, hit->step);
        table_text(&t, hit->kind);
        table_text(&t, hit->snippet);
    }
    return table_end(&t, width);
}

/* ---- one run, told ---- */

/* A text of several lines, indented. */
static void append_block(GString *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    g_string_append_printf(out, "    %s:\n", name);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        g_autofree char *line = visible_text(lines[i]);
        if (*line || lines[i + 1])
            g_string_append_printf(out, "      %s\n", line);
    }
}

static void append_field(GString *out, const char *name, const char *text)
{
    if (!text || !*text)
        return;
    g_autofree char *line = text_line(text);
    g_string_append_printf(out, "%-10s %s\n", name, line);
}

static void append_call(GString *out, const struct memory_call *c, bool whole)
{
    g_autofree char *duration = text_duration(c->ms), *module = text_line(c->module), *brain = text_line(c->brain);
    g_autofree char *of = text_of_tokens(c->tokens_cached, c->pictures), *cost = money_text(c->cost, c->unpriced);
    g_string_append_printf(out, "  %s  %s  %s  %s  %" G_GINT64_FORMAT "+%" G_GINT64_FORMAT " tokens%s  %s%s\n", module, brain,
                           c->status, duration, c->tokens_in, c->tokens_out, of, cost, c->attempt > 1 ? "  (asked again)" : "");
    if (whole) {
        g_autofree char *prompt = past_json_prompt(c->prompt);
        append_block(out, "prompt", prompt);
        append_block(out, "reply", c->reply);
    }
    append_block(out, "output", c->output);
    append_block(out, "corrected to", c->correction);
    append_block(out, g_strcmp0(c->status, "skipped") == 0 || memory_call_merged(c) ? "why" : "error", c->error);
}

static bool append_proposal(memory *m, GString *out, const struct memory_proposal *p, const GPtrArray *calls, bool whole,
                            GError **error)
{
    g_autofree char *described = past_action_text(p->action), *read = past_json_text(p->target, "label");
    g_autofree char *called = g_strconcat(described, read ? " on " : "", read, NULL);
    g_autofree char *text = text_line(called), *reason = text_line(p->reason),
                    *by = text_line(past_actions_by_person(p, calls) ? "human" : p->by), *decider = text_line(p->decided_by);
    g_autofree char *edit = p->edited_from ? g_strdup_printf(", an edit of %" G_GINT64_FORMAT, p->edited_from) : g_strdup("");
    g_string_append_printf(out, "  proposal %" G_GINT64_FORMAT " by %s%s, tier %d: %s\n", p->id, by, edit, p->tier, text);
    g_autofree char *asks = past_asks(p), *asks_line = text_line(asks);
    if (asks)
        g_string_append_printf(out, "    safety check of the model's provider: %s\n", asks_line);
    g_autofree char *asked = past_asked(p), *asked_line = text_line(asked);
    if (asked)
        g_string_append_printf(out, "    asked: %s\n", asked_line);
    if (p->verdict)
        g_string_append_printf(out, "    %s by %s%s%s\n", p->verdict, decider, *reason ? ": " : "", reason);
    g_autofree char *stage = past_stage_text(p), *stage_line = text_line(stage);
    if (p->stage)
        g_string_append_printf(out, "    %s\n", stage_line);
    if (!whole)
        return true;
    GError *local = NULL;
    g_autofree char *fired = memory_fired(m, p->run, p->id, &local);
    append_block(out, "timeline", p->timeline);
    append_block(out, "fired", fired);
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

static void append_question(GString *out, const struct memory_question *q)
{
    g_autofree char *asked = past_question_text(q), *answer = past_answer_text(q);
    g_autofree char *line = text_line(asked), *answer_line = text_line(answer);
    g_string_append_printf(out, "  question %" G_GINT64_FORMAT ": %s\n    answer: %s\n", q->id, line, answer_line);
}

/* A proposal waits for its decision: a person, a fuse. */
static void append_time(memory *m, GString *out, const struct memory_step *s, const GPtrArray *calls, const GPtrArray *proposals)
{
    gint64 waited_us = 0;
    for (guint i = 0; i < proposals->len; i++) {
        const struct memory_proposal *p = proposals->pdata[i];
        waited_us += p->decided_us ? MAX(p->decided_us - p->at_us, 0) : 0;
    }
    struct memory_own own;
    bool known = memory_step_own(m, s->run, s->step, &own);
    g_autofree char *time = past_time_text(s, calls, known ? &own : NULL), *waited = text_duration(waited_us / 1000);
    g_autofree char *cost = past_cost_text(calls);
    g_string_append_printf(out, "  time: %s; proposals waited %s\n  cost: %s\n", time, waited, cost);
}

/* The same picture in the same role stands before it. */
static bool is_told(const GPtrArray *frames, guint i)
{
    const struct memory_frame *f = frames->pdata[i];
    for (guint k = 0; k < i; k++) {
        const struct memory_frame *earlier = frames->pdata[k];
        if (!g_strcmp0(earlier->role, f->role) && !g_strcmp0(earlier->path, f->path))
            return true;
    }
    return false;
}

/* What a person said, why the run paused, that it went on; all that no other row tells. */
static void append_notes(GString *out, const GPtrArray *journal, gint64 step)
{
    for (guint i = 0; i < journal->len; i++) {
        const struct memory_entry *e = journal->pdata[i];
        g_autofree char *text = e->step == step && g_str_equal(e->stage, "note") ? past_json_text(e->data, "text") : NULL;
        g_autofree char *line = text_line(text), *by = text_line(e->by);
        if (text)
            g_string_append_printf(out, "  note by %s: %s\n", by, line);
    }
}

static bool append_step(memory *m, GString *out, const struct memory_step *s, const GPtrArray *journal, bool whole,
                        GError **error)
{
    g_autoptr(GPtrArray) calls = memory_calls(m, s->run, s->step, error);
    g_autoptr(GPtrArray) proposals = calls ? memory_proposals(m, s->run, s->step, error) : NULL;
    g_autoptr(GPtrArray) frames = proposals ? memory_frames(m, s->run, s->step, error) : NULL;
    g_autoptr(GPtrArray) questions = frames ? memory_questions(m, s->run, s->step, error) : NULL;
    if (!questions)
        return false;
    g_autofree char *task = text_line(s->task);
    g_string_append_printf(out, "\nstep %" G_GINT64_FORMAT "  %s\n", s->step, task);
    for (guint i = 0; i < calls->len; i++)
        append_call(out, calls->pdata[i], whole);
    for (guint i = 0; i < proposals->len; i++)
        if (!append_proposal(m, out, proposals->pdata[i], calls, whole, error))
            return false;
    for (guint i = 0; i < questions->len; i++)
        append_question(out, questions->pdata[i]);
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        if (is_told(frames, i))
            continue;
        g_string_append_printf(out, "  frame %s  %d×%d  %s\n", f->role ? f->role : "", f->width, f->height,
                               f->path ? f->path : "(its name is damaged)");
    }
    append_notes(out, journal, s->step);
    append_time(m, out, s, calls, proposals);
    if (s->effect || s->success) {
        g_autofree char *success = text_line(s->success ? s->success : "–");
        g_string_append_printf(out, "  effect %s, success %s\n", s->effect ? s->effect : "–", success);
    }
    return true;
}

static void append_run(memory *m, GString *out, const struct memory_run *r)
{
    g_autofree char *started = memory_iso_time(r->started_us), *ended = memory_iso_time(r->ended_us);
    gint64 holder = memory_run_holder(m, r->id);
    g_string_append_printf(out, "%-10s %" G_GINT64_FORMAT "\n", "run", r->id);
    append_field(out, "task", r->task);
    append_field(out, "agent", r->agent);
    append_field(out, "brain", r->brain);
    append_field(out, "profile", r->profile);
    append_field(out, "app", r->app);
    append_field(out, "display", r->display);
    append_field(out, "mode", r->mode);
    append_field(out, "status", holder == 0 && g_strcmp0(r->status, "ended") != 0 ? "its engine died" : r->status);
    append_field(out, "outcome", r->outcome);
    append_field(out, "reason", r->reason);
    append_field(out, "started", started);
    append_field(out, "ended", ended);
    if (holder > 0)
        g_string_append_printf(out, "%-10s process %" G_GINT64_FORMAT "\n", "held by", holder);
    g_autofree char *cost = money_text(r->cost, r->unpriced > 0);
    append_field(out, "cost", cost);
}

static void append_journal(GString *out, const GPtrArray *journal, gint64 step)
{
    struct table t;
    table_begin(&t, "rrrllll", "ROW", "STEP", "PROPOSAL", "AT", "STAGE", "BY", "HASH");
    for (guint i = 0; i < journal->len; i++) {
        const struct memory_entry *e = journal->pdata[i];
        if (step && e->step != step)
            continue;
        table_format(&t, "%" G_GINT64_FORMAT, e->seq);
        table_format(&t, "%" G_GINT64_FORMAT, e->step);
        table_format(&t, "%" G_GINT64_FORMAT, e->proposal);
        table_time(&t, e->at_us);
        table_text(&t, e->stage);
        table_text(&t, e->by);
        table_format(&t, "%.12s", e->hash);
    }
    g_autofree char *text = table_end(&t, 0);
    g_string_append_printf(out, "\njournal\n%s", text);
}

static bool append_counts(memory *m, GString *out, gint64 run, GError **error)
{
    struct memory_asked n;
    if (!memory_questions_count(m, run, &n, error))
        return false;
    if (n.asked)
        g_string_append_printf(out, "%-10s %" G_GINT64_FORMAT ", answered %" G_GINT64_FORMAT ", useful %" G_GINT64_FORMAT "\n",
                               "asked", n.asked, n.answered, n.useful);
    return true;
}

/* In the order in which the agent asks them; a merged call is its first one's, what no module asks comes last. */
static int by_place(gconstpointer a, gconstpointer b, gpointer agent)
{
    const struct memory_module *of[] = {*(struct memory_module *const *)a, *(struct memory_module *const *)b};
    int place[2];
    for (int i = 0; i < 2; i++) {
        g_autofree char *first = g_strndup(of[i]->module, strcspn(of[i]->module, "-"));
        place[i] = module_index(((const struct agent *)agent)->modules, first);
        place[i] = place[i] < 0 ? G_MAXINT : place[i];
    }
    return (place[0] > place[1]) - (place[0] < place[1]);
}

/* What each module has cost in the whole run. */
static bool append_modules(memory *m, GString *out, const struct memory_run *row, GError **error)
{
    g_autoptr(GPtrArray) modules = memory_run_modules(m, row->id, error);
    const struct agent *agent = agent_find(row->agent);
    struct table t;
    if (!modules || !modules->len)
        return modules != NULL;
    if (agent)
        g_ptr_array_sort_with_data(modules, by_place, (gpointer)agent);
    table_begin(&t, "lrrrrrrr", "MODULE", "CALLS", "TIME", "TOKENS IN", "CACHED", "OUT", "PICTURES", "COST");
    for (guint i = 0; i < modules->len; i++) {
        const struct memory_module *one = modules->pdata[i];
        g_autofree char *time = text_duration(one->ms), *cost = money_text(one->spent.cost, one->spent.unpriced > 0);
        table_text(&t, one->module);
        table_format(&t, "%" G_GINT64_FORMAT, one->calls);
        table_text(&t, time);
        table_format(&t, "%" G_GINT64_FORMAT, one->spent.tokens_in);
        table_format(&t, "%" G_GINT64_FORMAT, one->spent.tokens_cached);
        table_format(&t, "%" G_GINT64_FORMAT, one->spent.tokens_out);
        table_format(&t, "%" G_GINT64_FORMAT, one->spent.pictures);
        table_text(&t, cost);
    }
    g_autofree char *text = table_end(&t, 0);
    g_string_append_printf(out, "\n%s", text);
    return true;
}

static void append_summaries(GString *out, const GPtrArray *summaries)
{
    for (guint i = 0; i < summaries->len; i++) {
        const struct memory_summary_row *s = summaries->pdata[i];
        g_string_append_printf(out, "\nsummary at step %" G_GINT64_FORMAT "\n", s->step);
        append_block(out, "text", s->text);
    }
}

/* What it has cost comes last, where a terminal's last lines show it. */
static bool append_totals(memory *m, GString *out, const struct memory_run *row, GError **error)
{
    g_autofree char *cost = money_text(row->cost, row->unpriced > 0);
    if (!append_modules(m, out, row, error))
        return false;
    append_field(out, "cost", cost);
    return true;
}

static bool append_steps(memory *m, GString *out, const struct memory_what *what, const GPtrArray *journal, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_steps(m, what->run, error);
    for (guint i = 0; steps && i < steps->len; i++) {
        const struct memory_step *s = steps->pdata[i];
        if ((what->step == 0 || s->step == what->step) && !append_step(m, out, s, journal, what->step != 0, error))
            return false;
    }
    return steps != NULL;
}

static char *text_show(memory *m, const struct memory_what *what, GError **error)
{
    struct memory_run *row = memory_run_get(m, what->run, error);
    if (!row)
        return NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    append_run(m, out, row);
    g_autoptr(GPtrArray) journal = append_counts(m, out, what->run, error) ? memory_journal(m, what->run, error) : NULL;
    bool ok = journal && append_steps(m, out, what, journal, error);
    g_autoptr(GPtrArray) summaries = ok ? memory_summaries(m, what->run, what->step, error) : NULL;
    if (summaries)
        append_summaries(out, summaries);
    if (summaries && what->journal)
        append_journal(out, journal, what->step);
    ok = summaries && (what->step || append_totals(m, out, row, error));
    memory_run_free(row);
    return ok ? g_string_free(g_steal_pointer(&out), FALSE) : NULL;
}

char *memory_text_part(memory *m, const struct memory_what *what, int width, GError **error)
{
    switch (what->part) {
    case MEMORY_STEPS:
        return text_steps(m, what, width, error);
    case MEMORY_SHOW:
        return text_show(m, what, error);
    case MEMORY_FRAMES:
        return text_frames(m, what->run, what->step, width, error);
    default:
        g_assert_not_reached();
    }
}
