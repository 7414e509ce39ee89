/* `reins memory --json`: structs of memory.h to JSON. What a model or a file gave as JSON goes in as JSON, or, if it is none, as
 * the text that it is. */

#include "tui/cli/memory_out.h"

#include "config/money.h"
#include "config/strict_json.h"
#include "memory/pictures.h"
#include "memory/own.h"
#include "memory/questions.h"
#include "memory/recalls.h"
#include "tui/past/past_story.h"

#include <string.h>

#define VALUE_MAX (64 * 1024 * 1024)

/* ---- members ---- */

static void put_text(cJSON *object, const char *key, const char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL; /* JSON must be UTF-8, a model's bytes need not be */
    cJSON_AddItemToObject(object, key, valid ? cJSON_CreateString(valid) : cJSON_CreateNull());
}

static void put_int(cJSON *object, const char *key, gint64 value)
{
    cJSON_AddNumberToObject(object, key, (double)value);
}

/* null for 0 */
static void put_number(cJSON *object, const char *key, gint64 value)
{
    cJSON_AddItemToObject(object, key, value ? cJSON_CreateNumber((double)value) : cJSON_CreateNull());
}

static void put_time(cJSON *object, const char *key, gint64 us)
{
    g_autofree char *time = memory_iso_time(us);
    put_text(object, key, time);
}

static void put_run(cJSON *object, gint64 run)
{
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run);
    cJSON_AddStringToObject(object, "run", id);
}

static void put_json(cJSON *object, const char *key, const char *json)
{
    cJSON *value = json ? strict_json_parse(json, strlen(json), VALUE_MAX, NULL) : NULL;
    if (value || !json)
        cJSON_AddItemToObject(object, key, value ? value : cJSON_CreateNull());
    else
        put_text(object, key, json);
}

/* ---- rows ---- */

static cJSON *json_frame(const struct memory_frame *f)
{
    cJSON *o = cJSON_CreateObject();
    put_run(o, f->run);
    put_int(o, "step", f->step);
    put_text(o, "frame", f->hash);
    put_text(o, "path", f->path);
    put_text(o, "role", f->role);
    put_int(o, "width", f->width);
    put_int(o, "height", f->height);
    put_time(o, "at", f->at_us);
    cJSON_AddBoolToObject(o, "gone", f->gone);
    return o;
}

static cJSON *json_call(const struct memory_call *c, bool whole)
{
    cJSON *o = cJSON_CreateObject();
    put_int(o, "id", c->id);
    put_text(o, "module", c->module);
    put_text(o, "brain", c->brain);
    put_text(o, "status", c->status);
    put_int(o, "attempt", c->attempt);
    put_time(o, "started", c->started_us);
    put_int(o, "ms", c->ms);
    put_int(o, "tokens_in", c->tokens_in);
    put_int(o, "tokens_out", c->tokens_out);
    put_int(o, "tokens_cached", c->tokens_cached);
    put_int(o, "pictures", c->pictures);
    cJSON_AddNumberToObject(o, "cost", money_exact(c->cost));
    cJSON_AddBoolToObject(o, "unpriced", c->unpriced);
    if (whole) {
        put_json(o, "prompt", c->prompt);
        put_text(o, "reply", c->reply);
    }
    put_json(o, "output", c->output);
    put_json(o, "correction", c->correction);
    put_text(o, "error", c->error);
    return o;
}

static cJSON *json_proposal(memory *m, const struct memory_proposal *p, bool whole, GError **error)
{
    cJSON *o = cJSON_CreateObject();
    put_int(o, "id", p->id);
    put_json(o, "action", p->action);
    put_json(o, "timeline", p->timeline);
    put_text(o, "digest", p->digest);
    put_int(o, "tier", p->tier);
    put_text(o, "rule", p->rule);
    put_json(o, "target", p->target);
    put_number(o, "edited_from", p->edited_from);
    put_text(o, "by", p->by);
    put_time(o, "at", p->at_us);
    g_autofree char *asks = past_asks(p), *asked = past_asked(p);
    put_text(o, "provider_asks", asks);
    put_text(o, "asked", asked);
    put_text(o, "verdict", p->verdict);
    put_text(o, "decided_by", p->decided_by);
    put_text(o, "reason", p->reason);
    put_time(o, "decided", p->decided_us);
    put_text(o, "stage", p->stage);
    g_autofree char *why = past_stage_why(p);
    put_text(o, "stage_why", why);
    if (whole) {
        g_autofree char *fired = memory_fired(m, p->run, p->id, error);
        put_json(o, "fired", fired);
    }
    return o;
}

/* How often the run's agent asked, was answered, and was the better for it. */
static bool put_counts(memory *m, cJSON *o, gint64 run, GError **error)
{
    struct memory_asked n;
    if (!memory_questions_count(m, run, &n, error))
        return false;
    cJSON *counts = cJSON_AddObjectToObject(o, "questions");
    put_int(counts, "asked", n.asked);
    put_int(counts, "answered", n.answered);
    put_int(counts, "useful", n.useful);
    return true;
}

static cJSON *json_question(const struct memory_question *q)
{
    cJSON *o = cJSON_CreateObject();
    put_int(o, "id", q->id);
    put_text(o, "question", q->question);
    put_json(o, "choices", q->choices);
    put_time(o, "at", q->asked_us);
    put_text(o, "verdict", q->verdict);
    put_text(o, "answer", q->answer);
    put_text(o, "by", q->by);
    put_time(o, "answered", q->answered_us);
    cJSON_AddItemToObject(o, "useful", q->useful < 0 ? cJSON_CreateNull() : cJSON_CreateBool(q->useful));
    return o;
}

static bool put_questions(memory *m, cJSON *o, gint64 run, gint64 step, GError **error)
{
    g_autoptr(GPtrArray) rows = memory_questions(m, run, step, error);
    cJSON *list = rows ? cJSON_AddArrayToObject(o, "asked") : NULL;
    for (guint i = 0; rows && i < rows->len; i++)
        cJSON_AddItemToArray(list, json_question(rows->pdata[i]));
    return rows != NULL;
}

/* What each module has cost in the whole run. */
static bool put_modules(memory *m, cJSON *o, gint64 run, GError **error)
{
    g_autoptr(GPtrArray) modules = memory_run_modules(m, run, error);
    cJSON *list = modules ? cJSON_AddArrayToObject(o, "spent") : NULL;
    for (guint i = 0; modules && i < modules->len; i++) {
        const struct memory_module *module = modules->pdata[i];
        cJSON *one = cJSON_CreateObject();
        put_text(one, "module", module->module);
        put_int(one, "calls", module->calls);
        put_int(one, "ms", module->ms);
        put_int(one, "tokens_in", module->spent.tokens_in);
        put_int(one, "tokens_out", module->spent.tokens_out);
        put_int(one, "tokens_cached", module->spent.tokens_cached);
        put_int(one, "pictures", module->spent.pictures);
        cJSON_AddNumberToObject(one, "cost", money_exact(module->spent.cost));
        cJSON_AddBoolToObject(one, "unpriced", module->spent.unpriced > 0);
        cJSON_AddItemToArray(list, one);
    }
    return modules != NULL;
}

static cJSON *json_run(memory *m, const struct memory_run *r, bool whole)
{
    cJSON *o = cJSON_CreateObject();
    gint64 holder = memory_run_holder(m, r->id);
    put_run(o, r->id);
    put_text(o, "task", r->task);
    put_text(o, "agent", r->agent);
    put_text(o, "brain", r->brain);
    put_text(o, "profile", r->profile);
    put_text(o, "app", r->app);
    put_text(o, "display", r->display);
    put_text(o, "mode", r->mode);
    put_text(o, "status", r->status);
    put_text(o, "outcome", r->outcome);
    put_text(o, "reason", r->reason);
    put_time(o, "started", r->started_us);
    put_time(o, "ended", r->ended_us);
    put_int(o, "steps", r->steps);
    cJSON_AddNumberToObject(o, "cost", money_exact(r->cost));
    cJSON_AddBoolToObject(o, "unpriced", r->unpriced > 0);
    put_number(o, "holder_pid", holder);
    if (whole) {
        put_json(o, "options", r->options);
        put_json(o, "sandbox", r->sandbox);
    }
    return o;
}

/* What the step's plan was reminded of. */
static bool put_recalled(memory *m, cJSON *o, gint64 run, gint64 step, GError **error)
{
    g_autoptr(GPtrArray) rows = memory_recalls(m, run, step, error);
    cJSON *list = rows ? cJSON_AddArrayToObject(o, "recalled") : NULL;
    for (guint i = 0; rows && i < rows->len; i++) {
        const struct memory_recall *r = rows->pdata[i];
        cJSON *one = cJSON_CreateObject();
        put_text(one, "kind", r->kind);
        put_number(one, "run", r->source_run);
        put_number(one, "step", r->source_step);
        put_number(one, "lesson", r->lesson);
        cJSON_AddNumberToObject(one, "score", r->score);
        cJSON_AddBoolToObject(one, "in_prompt", r->in_prompt);
        put_json(one, "why", r->why);
        cJSON_AddItemToArray(list, one);
    }
    return rows != NULL;
}

static bool put_lists(memory *m, cJSON *o, gint64 run, gint64 step, bool whole, GError **error)
{
    g_autoptr(GPtrArray) proposals = memory_proposals(m, run, step, error);
    g_autoptr(GPtrArray) calls = proposals ? memory_calls(m, run, step, error) : NULL;
    g_autoptr(GPtrArray) frames = calls ? memory_frames(m, run, step, error) : NULL;
    if (!frames)
        return false;
    GError *local = NULL;
    bool unpriced;
    cJSON_AddNumberToObject(o, "cost", money_exact(past_cost(calls, &unpriced)));
    cJSON_AddBoolToObject(o, "unpriced", unpriced);
    cJSON *list = cJSON_AddArrayToObject(o, "proposals");
    for (guint i = 0; i < proposals->len && !local; i++)
        cJSON_AddItemToArray(list, json_proposal(m, proposals->pdata[i], whole, &local));
    list = cJSON_AddArrayToObject(o, "modules");
    for (guint i = 0; i < calls->len; i++)
        cJSON_AddItemToArray(list, json_call(calls->pdata[i], whole));
    list = cJSON_AddArrayToObject(o, "frames");
    for (guint i = 0; i < frames->len; i++)
        cJSON_AddItemToArray(list, json_frame(frames->pdata[i]));
    if (local)
        g_propagate_error(error, local);
    return local == NULL;
}

/* Nothing where it is not known. */
static void put_own(memory *m, cJSON *o, const struct memory_step *s)
{
    struct memory_own own;
    if (!memory_step_own(m, s->run, s->step, &own))
        return;
    put_int(o, "look_ms", own.look_ms);
    put_int(o, "ask_ms", own.ask_ms);
    put_int(o, "propose_ms", own.propose_ms);
    put_int(o, "fire_ms", own.fire_ms);
}

static cJSON *json_step(memory *m, const struct memory_step *s, bool whole, GError **error)
{
    cJSON *o = cJSON_CreateObject();
    put_run(o, s->run);
    put_int(o, "step", s->step);
    put_text(o, "task", s->task);
    put_json(o, "action", s->action);
    put_text(o, "verdict", s->verdict);
    put_text(o, "effect", s->effect);
    put_text(o, "success", s->success);
    put_time(o, "started", s->started_us);
    put_time(o, "ended", s->ended_us);
    put_own(m, o, s);
    if (put_questions(m, o, s->run, s->step, error) && put_lists(m, o, s->run, s->step, whole, error) &&
        (!whole || put_recalled(m, o, s->run, s->step, error)))
        return o;
    cJSON_Delete(o);
    return NULL;
}

static cJSON *json_entry(const struct memory_entry *e)
{
    cJSON *o = cJSON_CreateObject();
    put_int(o, "seq", e->seq);
    put_int(o, "step", e->step);
    put_number(o, "proposal", e->proposal);
    put_time(o, "at", e->at_us);
    put_int(o, "at_us", e->at_us); /* exact: what the hash covers */
    put_text(o, "stage", e->stage);
    put_text(o, "by", e->by);
    put_text(o, "digest", e->digest);
    put_text(o, "data", e->data); /* a string, not a value: its bytes are what the hash covers */
    put_text(o, "hash", e->hash);
    return o;
}

/* ---- documents ---- */

static cJSON *json_row(memory *m, const struct memory_run_row *row, GError **error)
{
    struct memory_run *run = memory_run_get(m, row->id, error);
    if (!run)
        return NULL;
    cJSON *o = json_run(m, run, false);
    memory_run_free(run);
    put_int(o, "tokens_in", row->tokens_in);
    put_int(o, "tokens_out", row->tokens_out);
    put_int(o, "touched", row->touched);
    put_number(o, "parent", row->parent);
    put_number(o, "parent_step", row->parent_step);
    cJSON_AddBoolToObject(o, "imported", row->imported);
    if (put_counts(m, o, row->id, error))
        return o;
    cJSON_Delete(o);
    return NULL;
}

static cJSON *json_steps(memory *m, const struct memory_what *what, bool whole, GError **error)
{
    g_autoptr(GPtrArray) steps = memory_chosen_steps(m, what, error);
    g_autoptr(cJSON) list = steps ? cJSON_CreateArray() : NULL;
    for (guint i = 0; steps && i < steps->len; i++) {
        cJSON *o = json_step(m, steps->pdata[i], whole, error);
        if (!o)
            return NULL;
        cJSON_AddItemToArray(list, o);
    }
    return g_steal_pointer(&list);
}

static cJSON *json_frames(memory *m, gint64 run, gint64 step, GError **error)
{
    g_autoptr(GPtrArray) frames = memory_frames(m, run, step, error);
    cJSON *list = frames ? cJSON_CreateArray() : NULL;
    for (guint i = 0; frames && i < frames->len; i++)
        cJSON_AddItemToArray(list, json_frame(frames->pdata[i]));
    return list;
}

static cJSON *json_show(memory *m, const struct memory_what *what, GError **error)
{
    gint64 run = what->run, step = what->step;
    struct memory_run *row = memory_run_get(m, run, error);
    if (!row)
        return NULL;
    g_autoptr(cJSON) o = json_run(m, row, true);
    memory_run_free(row);
    cJSON_DeleteItemFromObjectCaseSensitive(o, "steps"); /* here the steps themselves */
    cJSON *steps = put_counts(m, o, run, error) && put_modules(m, o, run, error) ? json_steps(m, what, true, error) : NULL;
    g_autoptr(GPtrArray) summaries = steps ? memory_summaries(m, run, step, error) : NULL;
    g_autoptr(GPtrArray) journal = summaries ? memory_journal(m, run, error) : NULL;
    cJSON_AddItemToObject(o, "steps", steps);
    if (!journal)
        return NULL;
    cJSON *list = cJSON_AddArrayToObject(o, "summaries");
    for (guint i = 0; i < summaries->len; i++) {
        const struct memory_summary_row *s = summaries->pdata[i];
        cJSON *one = cJSON_CreateObject();
        put_int(one, "id", s->id);
        put_int(one, "step", s->step);
        put_number(one, "folds_in", s->parent);
        put_int(one, "first_step", s->first_step);
        put_time(one, "at", s->at_us);
        put_text(one, "text", s->text);
        cJSON_AddItemToArray(list, one);
    }
    list = cJSON_AddArrayToObject(o, "journal");
    for (guint i = 0; i < journal->len; i++) {
        const struct memory_entry *entry = journal->pdata[i];
        if (step == 0 || entry->step == step)
            cJSON_AddItemToArray(list, json_entry(entry));
    }
    return g_steal_pointer(&o);
}

static char *print_and_free(cJSON *document)
{
    char *text = document ? strict_json_print(document) : NULL;
    cJSON_Delete(document);
    return text;
}

char *memory_json_runs(memory *m, const struct memory_filter *filter, gint64 limit, GError **error)
{
    g_autoptr(GPtrArray) rows = memory_runs_page(m, filter, 0, limit, error);
    g_autoptr(cJSON) list = rows ? cJSON_CreateArray() : NULL;
    for (guint i = 0; rows && i < rows->len; i++) {
        cJSON *o = json_row(m, rows->pdata[i], error);
        if (!o)
            return NULL;
        cJSON_AddItemToArray(list, o);
    }
    return print_and_free(g_steal_pointer(&list));
}

char *memory_json_part(memory *m, const struct memory_what *what, GError **error)
{
    switch (what->part) {
    case MEMORY_STEPS:
        return print_and_free(json_steps(m, what, false, error));
    case MEMORY_SHOW:
        return print_and_free(json_show(m, what, error));
    case MEMORY_FRAMES:
        return print_and_free(json_frames(m, what->run, what->step, error));
    default:
        g_assert_not_reached();
    }
}

char *memory_json_hits(const GPtrArray *hits)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < hits->len; i++) {
        const struct memory_hit *hit = hits->pdata[i];
        cJSON *o = cJSON_CreateObject();
        put_run(o, hit->run);
        put_int(o, "step", hit->step);
        put_text(o, "kind", hit->kind);
        put_text(o, "snippet", hit->snippet);
        cJSON_AddItemToArray(list, o);
    }
    return print_and_free(list);
}

char *memory_json_like(const GPtrArray *rows)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < rows->len; i++) {
        const struct memory_like *like = rows->pdata[i];
        cJSON *o = cJSON_CreateObject();
        put_run(o, like->run);
        put_int(o, "step", like->step);
        put_text(o, "role", like->role);
        put_text(o, "frame", like->hash);
        put_int(o, "bits", like->distance);
        cJSON_AddItemToArray(list, o);
    }
    return print_and_free(list);
}

char *memory_json_verify(const char *file, const GPtrArray *findings, const memory_repaired *repaired)
{
    cJSON *o = cJSON_CreateObject();
    put_text(o, "store", file);
    cJSON_AddBoolToObject(o, "ok", findings->len == 0);
    if (repaired) {
        put_int(o, "repaired_texts", repaired->texts);
        put_int(o, "repaired_totals", repaired->totals);
    }
    cJSON *list = cJSON_AddArrayToObject(o, "findings");
    for (guint i = 0; i < findings->len; i++) {
        g_autofree char *valid = g_utf8_make_valid(findings->pdata[i], -1);
        cJSON_AddItemToArray(list, cJSON_CreateString(valid));
    }
    return print_and_free(o);
}

char *memory_json_pruned(const struct memory_pruned *pruned, bool dry_run)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddBoolToObject(o, "dry_run", dry_run);
    put_int(o, "runs", pruned->runs);
    put_int(o, "frames", pruned->frames);
    put_int(o, "bytes", pruned->bytes);
    return print_and_free(o);
}
