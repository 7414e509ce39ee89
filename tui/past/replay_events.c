/* What the store has of a run, as the events that its engine told. */

#include "tui/past/replay.h"

#include "config/config.h"
#include "engine/agents/agent.h"
#include "memory/pages.h"
#include "memory/questions.h"
#include "tui/past/past_story.h"

#include <string.h>

static void put(GPtrArray *events, gint64 at_us, event *e)
{
    struct replay_event *row = g_new0(struct replay_event, 1);
    row->at_us = at_us;
    row->e = e;
    g_ptr_array_add(events, row);
}

static void row_free(void *data)
{
    struct replay_event *row = data;
    event_free(row->e);
    g_free(row);
}

static GPtrArray *events_new(void)
{
    return g_ptr_array_new_with_free_func(row_free);
}

static void put_notice(GPtrArray *events, gint64 at_us, const char *level, char *text_take)
{
    event *e = event_new(EVENT_NOTICE);
    e->level = g_strdup(level);
    e->text = text_take;
    put(events, at_us, e);
}

static void put_state(GPtrArray *events, gint64 at_us, gint64 step, const char *state)
{
    event *e = event_new(EVENT_STATE);
    e->state = g_strdup(state);
    e->step = (int)step;
    put(events, at_us, e);
}

/* ---- pictures ---- */

static void put_frames(GPtrArray *events, const GPtrArray *frames, gint64 from_us)
{
    guint gone = 0;
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        bool sample = !g_strcmp0(f->role, "sample");
        gone += f->gone;
        if (f->gone)
            continue;
        event *e = event_new(sample ? EVENT_PREVIEW : EVENT_FRAME); /* what moved meanwhile, as the live picture showed it */
        e->picture.frame = g_strdup(f->hash);
        e->picture.changed = sample ? g_strdup("[]") : NULL; /* it is that picture */
        e->picture.path = g_strdup(f->path);
        e->picture.width = f->width;
        e->picture.height = f->height;
        e->picture.masked = g_strdup(f->masked);
        e->picture.key = !g_strcmp0(f->role, "keyframe");
        put(events, f->at_us, e);
    }
    if (gone)
        put_notice(events, from_us, "info", g_strdup_printf("%u pictures of this step are no longer kept", gone));
}

/* ---- modules ---- */

static event *module_event(const struct memory_call *c, const char *status)
{
    event *e = event_new(EVENT_MODULE);
    e->module.name = g_strdup(c->module);
    e->status = g_strdup(status);
    return e;
}

/* Its output as the pane shows it; of an agent that is not known here, as it is. */
static void put_answer(GPtrArray *events, gint64 at_us, const struct module *modules, const struct memory_call *c,
                       const char *json)
{
    event *e = module_event(c, "done");
    const struct module *module = module_find(modules, c->module);
    g_autoptr(form_output) output = json && module ? form_parse(&module->form, json, strlen(json), NULL) : NULL;
    g_autofree char *text = output ? form_output_text(output) : g_strdup(c->reply ? c->reply : "");
    bool merged = memory_call_merged(c);
    e->text = g_strconcat(merged ? c->error : "", merged ? "\n" : "", text, NULL);
    e->module.output = output ? form_output_json(output) : NULL;
    e->spent.ms = c->ms;
    e->spent.tokens_in = c->tokens_in;
    e->spent.tokens_out = c->tokens_out;
    e->spent.tokens_cached = c->tokens_cached;
    e->spent.pictures = c->pictures;
    e->spent.cost = c->cost;
    e->spent.unpriced = c->unpriced;
    put(events, at_us, e);
}

#define REPEATS_MAX 20 /* steps that are looked back over */

/* What a module that was left out as unchanged had said before. NULL = it is not there any more; caller frees. */
static char *repeated(memory *m, const struct memory_call *skipped)
{
    for (gint64 step = skipped->step - 1; step > 0 && step >= skipped->step - REPEATS_MAX; step--) {
        gint64 of = memory_run_of_step(m, skipped->run, step, NULL);
        g_autoptr(GPtrArray) calls = of ? memory_calls(m, of, step, NULL) : NULL;
        for (guint i = calls ? calls->len : 0; i > 0; i--) {
            const struct memory_call *c = calls->pdata[i - 1];
            if (g_str_equal(c->module, skipped->module) && c->output)
                return g_strdup(c->correction ? c->correction : c->output);
        }
    }
    return NULL;
}

static void put_call(memory *m, GPtrArray *events, const struct module *modules, const struct memory_call *c)
{
    gint64 end_us = c->started_us + c->ms * 1000;
    bool skipped = !g_strcmp0(c->status, "skipped");
    event *e = module_event(c, skipped ? "skipped" : "started");
    e->text = g_strdup(skipped && c->error ? c->error : "");
    e->module.output = skipped && !g_strcmp0(c->error, "unchanged") ? repeated(m, c) : NULL;
    put(events, c->started_us, e);
    if (skipped)
        return;
    if (!g_strcmp0(c->status, "failed")) {
        e = module_event(c, "failed");
        e->text = g_strdup_printf("%s\n%s", c->error ? c->error : "", c->reply ? c->reply : "");
        put(events, end_us, e);
    } else if (!g_strcmp0(c->status, "done")) {
        put_answer(events, end_us, modules, c, c->output);
    }
    if (!c->correction)
        return;
    put_notice(events, end_us, "info", g_strdup_printf("%s: the person corrected what it said", c->module));
    put_answer(events, end_us, modules, c, c->correction);
}

/* What all has cost until then. */
static void put_meter(GPtrArray *events, const struct memory_call *c, struct memory_spent *spent)
{
    spent->tokens_in += c->tokens_in;
    spent->tokens_out += c->tokens_out;
    spent->tokens_cached += c->tokens_cached;
    spent->pictures += c->pictures;
    spent->cost += c->cost;
    spent->unpriced += c->unpriced;
    event *e = event_new(EVENT_METER);
    e->spent.tokens_in = spent->tokens_in;
    e->spent.tokens_out = spent->tokens_out;
    e->spent.tokens_cached = spent->tokens_cached;
    e->spent.pictures = spent->pictures;
    e->spent.cost = spent->cost;
    e->spent.unpriced = spent->unpriced > 0;
    put(events, c->started_us + c->ms * 1000, e);
}

static void put_calls(memory *m, GPtrArray *events, const struct module *modules, const GPtrArray *calls,
                      struct memory_spent *spent)
{
    for (guint i = 0; i < calls->len; i++) {
        const struct memory_call *c = calls->pdata[i];
        if (i == 0)
            put_state(events, c->started_us, c->step, "thinking");
        put_call(m, events, modules, c);
        put_meter(events, c, spent);
    }
}

/* ---- what was proposed, decided, fired ---- */

static void put_proposal(GPtrArray *events, const struct memory_proposal *p)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *line = g_strdup_printf("{\"event\":\"proposal\",\"id\":%d,\"step\":%d,\"tier\":%d,\"edited_from\":%d,"
                                            "\"digest\":\"\",\"action\":%s,\"timeline\":%s,\"target\":%s}",
                                            (int)p->id, (int)p->step, p->tier, (int)p->edited_from, p->action ? p->action : "{}",
                                            p->timeline ? p->timeline : "{}", p->target && *p->target ? p->target : "null");
    event *e = event_from_json(line, strlen(line), &error);
    put_state(events, p->at_us, p->step, "waiting");
    if (!e) {
        put_notice(events, p->at_us, "warning", g_strdup_printf("proposal %d cannot be shown: %s", (int)p->id, error->message));
        return;
    }
    g_free(e->fire.digest);
    e->fire.digest = g_strdup(p->digest ? p->digest : "");
    e->judged.rule = g_strdup(p->rule ? p->rule : "");
    e->judged.provider_asks = past_asks(p);
    put(events, p->at_us, e);
    if (!p->verdict)
        return;
    event *d = event_new(EVENT_DECISION);
    d->id = (int)p->id;
    d->decided.verdict = g_strdup(p->verdict);
    d->decided.by = g_strdup(p->decided_by ? p->decided_by : "");
    d->reason = g_strdup(p->reason ? p->reason : "");
    put(events, p->decided_us, d);
}

static void put_question(GPtrArray *events, const struct memory_question *q)
{
    event *e = event_new(EVENT_QUESTION);
    e->id = (int)q->id;
    e->step = (int)q->step;
    e->asked.question = g_strdup(*q->question ? q->question : "(forgotten)");
    e->asked.choices = protocol_strings_from_json(q->choices);
    put_state(events, q->asked_us, q->step, "waiting");
    put(events, q->asked_us, e);
    if (!q->verdict)
        return;
    event *d = event_new(EVENT_DECISION);
    d->id = (int)q->id;
    d->decided.verdict = g_strdup(q->verdict);
    d->decided.by = g_strdup(q->by ? q->by : "");
    d->decided.answer = g_strdup(q->answer);
    put(events, q->answered_us, d);
}

/* How the timeline went, as fired. */
static void put_timing(memory *m, GPtrArray *events, const struct memory_entry *j)
{
    g_autofree char *json = memory_fired(m, j->run, j->proposal, NULL);
    g_autoptr(GArray) fired = json ? past_json_fired(json) : NULL;
    gint64 late = 0, last = 0;
    for (guint i = 0; fired && i < fired->len; i++) {
        const struct past_fired *f = &g_array_index(fired, struct past_fired, i);
        late = MAX(late, f->late_us);
        last = MAX(last, f->at_ms);
    }
    if (fired && fired->len)
        put_notice(events, j->at_us, "info",
                   g_strdup_printf("proposal %d as fired: %u events in %" G_GINT64_FORMAT " ms, at most %.1f ms late",
                                   (int)j->proposal, fired->len, last, (double)late / 1000));
}

static void put_fired(GPtrArray *events, const struct memory_entry *j, const char *status, const char *effect)
{
    event *e = event_new(EVENT_FIRED);
    e->id = (int)j->proposal;
    e->status = g_strdup(status);
    e->effect = g_strdup(effect);
    put(events, j->at_us, e);
}

static void put_entry(memory *m, GPtrArray *events, const struct memory_entry *j)
{
    static const struct {
        const char *stage, *status, *effect;
    } ends[] = {{"verified", "done", "changed"},
                {"no_effect", "done", "no_effect"},
                {"unexpected", "done", "unexpected"},
                {"aborted", "aborted", "unknown"},
                {"uncertain", "uncertain", "unknown"}};
    if (g_str_equal(j->stage, "granted"))
        put_state(events, j->at_us, j->step, "firing");
    else if (g_str_equal(j->stage, "events"))
        put_timing(m, events, j);
    else if (g_str_equal(j->stage, "note") && j->data)
        put_notice(events, j->at_us, "info", past_json_text(j->data, "text"));
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_str_equal(j->stage, ends[i].stage))
            put_fired(events, j, ends[i].status, ends[i].effect);
}

/* ---- boards ---- */

static void put_board(GPtrArray *events, gint64 at_us, const struct past_board *board, const char *rows)
{
    event *e = event_new(EVENT_BOARD);
    e->board.name = g_strdup(board->name);
    e->board.rows = g_strdup(rows);
    put(events, at_us, e);
}

GPtrArray *replay_boards(memory *m, gint64 run, gint64 step)
{
    g_autoptr(GPtrArray) boards = past_boards(m, run, step - 1, NULL);
    GPtrArray *events = events_new();
    for (guint i = 0; boards && i < boards->len; i++) {
        const struct past_board *board = boards->pdata[i];
        g_autofree char *rows = board_rows_json(board->rows);
        if (board->rows->len)
            put_board(events, 0, board, rows);
    }
    return events;
}

/* What the step has changed in them. */
static void put_boards(memory *m, GPtrArray *events, gint64 run, gint64 step, gint64 at_us)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) before = past_boards(m, run, step - 1, &error);
    g_autoptr(GPtrArray) after = before ? past_boards(m, run, step, &error) : NULL;
    if (error)
        put_notice(events, at_us, "warning", g_strdup_printf("the agent's boards cannot be read: %s", error->message));
    for (guint i = 0; after && i < after->len; i++) {
        const struct past_board *board = after->pdata[i];
        g_autofree char *was = board_rows_json(((const struct past_board *)before->pdata[i])->rows);
        g_autofree char *is = board_rows_json(board->rows);
        if (!g_str_equal(was, is))
            put_board(events, at_us, board, is);
    }
}

/* ---- in order ---- */

static int by_time(gconstpointer a, gconstpointer b)
{
    const struct replay_event *x = *(const struct replay_event *const *)a, *y = *(const struct replay_event *const *)b;
    return (x->at_us > y->at_us) - (x->at_us < y->at_us);
}

static void put_step(GPtrArray *events, memory *m, gint64 run, const struct memory_step *step)
{
    g_autoptr(GPtrArray) marks = memory_marks(m, run, step->step, 1, NULL);
    put_state(events, step->started_us, step->step, "observing");
    for (guint i = 0; marks && i < marks->len; i++)
        if (g_str_equal(((const struct memory_mark *)marks->pdata[i])->what, "forgotten"))
            put_notice(events, step->started_us, "warning",
                       g_strdup("this step was forgotten: its texts and pictures were removed"));
}

/* Nothing of a step comes before it: clocks are set, and pictures have a clock of their own. */
static void not_before(GPtrArray *events, gint64 from_us)
{
    for (guint i = 0; i < events->len; i++) {
        struct replay_event *row = events->pdata[i];
        row->at_us = MAX(row->at_us, from_us);
    }
}

GPtrArray *replay_step(memory *m, gint64 run, gint64 number, struct memory_spent *spent, GError **error)
{
    g_autoptr(GPtrArray) events = events_new(), steps = memory_steps_page(m, run, number, 1, error);
    g_autoptr(GPtrArray) calls = steps ? memory_calls(m, run, number, error) : NULL;
    g_autoptr(GPtrArray) proposals = calls ? memory_proposals(m, run, number, error) : NULL;
    g_autoptr(GPtrArray) frames = proposals ? memory_frames(m, run, number, error) : NULL;
    g_autoptr(GPtrArray) questions = frames ? memory_questions(m, run, number, error) : NULL;
    g_autoptr(GPtrArray) journal = questions ? memory_journal_step(m, run, number, error) : NULL;
    if (!journal)
        return NULL;
    const struct memory_step *step = steps->len ? steps->pdata[0] : NULL;
    if (step && step->step == number) {
        put_step(events, m, run, step);
        put_frames(events, frames, step->started_us);
    }
    struct memory_run *row = memory_run_get(m, run, NULL);
    put_calls(m, events, row ? agent_modules(row->agent) : NULL, calls, spent);
    memory_run_free(row);
    for (guint i = 0; i < proposals->len; i++)
        put_proposal(events, proposals->pdata[i]);
    for (guint i = 0; i < questions->len; i++)
        put_question(events, questions->pdata[i]);
    for (guint i = 0; i < journal->len; i++)
        put_entry(m, events, journal->pdata[i]);
    if (step && step->step == number)
        put_boards(m, events, run, number, step->ended_us ? step->ended_us : step->started_us);
    not_before(events, step && step->step == number ? step->started_us : 0);
    g_ptr_array_sort(events, by_time); /* stable: what came at one moment stays in the order of its kinds */
    return g_steal_pointer(&events);
}

GPtrArray *replay_begin(memory *m, gint64 run, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return NULL;
    GPtrArray *events = events_new();
    event *e = event_new(EVENT_HELLO);
    e->about.run = g_strdup_printf("%" G_GINT64_FORMAT, run);
    e->about.display = g_strdup(row->display ? row->display : "");
    e->about.protocol = PROTOCOL_VERSION;
    e->about.task = g_strdup(row->task);
    e->about.agent = g_strdup(row->agent);
    e->about.brain = g_strdup(row->brain);
    e->about.mode = g_strdup(row->mode);
    e->about.modules = agent_modules_json(agent_find(row->agent), 0);
    e->about.boards = agent_boards_json(agent_find(row->agent));
    put(events, row->started_us, e);
    memory_run_free(row);
    return events;
}

GPtrArray *replay_notice(gint64 at_us, const char *text)
{
    GPtrArray *events = events_new();
    put_notice(events, at_us, "error", g_strdup(text));
    return events;
}

static bool put_past(GPtrArray *events, memory *m, gint64 run, gint64 count, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return false;
    gint64 last = MAX(memory_last_step(m, run, NULL), row->parent_step), first = MAX(1, last - count + 1);
    memory_run_free(row);
    struct memory_spent spent = {0};
    g_ptr_array_extend_and_steal(events, replay_boards(m, run, first));
    bool ok = true;
    for (gint64 step = first; ok && step <= last; step++) {
        gint64 of = memory_run_of_step(m, run, step, error);
        ok = of && (step > first || memory_run_spent_before(m, of, step, &spent, error));
        g_autoptr(GPtrArray) more = ok ? replay_step(m, of, step, &spent, error) : NULL;
        ok = more != NULL;
        if (ok)
            g_ptr_array_extend_and_steal(events, g_steal_pointer(&more));
    }
    return ok;
}

GPtrArray *replay_past(gint64 run, gint64 count, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) m = dir ? memory_open(dir, false, error) : NULL;
    g_autoptr(GPtrArray) events = events_new();
    if (!dir || (error && *error) || (m && !put_past(events, m, run, count, error)))
        return NULL;
    return g_steal_pointer(&events);
}

GPtrArray *replay_end(memory *m, gint64 run, GError **error)
{
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return NULL;
    GPtrArray *events = events_new();
    if (row->ended_us) {
        event *e = event_new(EVENT_ENDED);
        e->end.outcome = g_strdup(row->outcome);
        e->reason = g_strdup(row->reason);
        put(events, row->ended_us, e);
    }
    memory_run_free(row);
    return events;
}
