#include "engine/exports/run_reader.h"

#include "memory/notes.h"
#include "memory/questions.h"

#include <string.h>

/* ---- redaction of rows, in place ---- */

typedef char *(*redact)(redaction *r, const char *text);

static void change(redaction *r, redact how, char **text)
{
    char *without = how(r, *text);
    g_free(*text);
    *text = without;
}

static void change_all(redaction *r, redact how, char **const *texts, gsize n)
{
    for (gsize i = 0; i < n; i++)
        change(r, how, texts[i]);
}

static void change_run(redaction *r, struct memory_run *run)
{
    char **const texts[] = {&run->task, &run->agent, &run->brain, &run->profile, &run->app, &run->display, &run->reason};
    char **const json[] = {&run->options, &run->sandbox};
    change_all(r, redaction_text, texts, G_N_ELEMENTS(texts));
    change_all(r, redaction_json, json, G_N_ELEMENTS(json));
}

static void change_call(redaction *r, struct memory_call *call)
{
    char **const json[] = {&call->reply, &call->output, &call->correction, &call->error, &call->brain};
    change_all(r, redaction_json, json, G_N_ELEMENTS(json));
}

static void change_proposal(redaction *r, struct memory_proposal *p)
{
    char **const json[] = {&p->action, &p->target, &p->rule, &p->reason, &p->prepared};
    change_all(r, redaction_json, json, G_N_ELEMENTS(json));
    change(r, redaction_timeline, &p->timeline);
    g_clear_pointer(&p->digest, g_free); /* whoever guesses what was typed could prove it by its hash */
}

/* ---- reading ---- */

run_reader *run_reader_new(memory *m, gint64 run, redaction *r, GError **error)
{
    g_autoptr(run_reader) t = g_new0(run_reader, 1);
    t->m = m;
    t->r = r;
    if (!(t->run = memory_run_get(m, run, error)) || (t->last = memory_last_step(m, run, error)) < 0)
        return NULL;
    t->counted = g_new0(bool, t->last + 1);
    change_run(r, t->run);
    return g_steal_pointer(&t);
}

void run_reader_free(run_reader *t)
{
    if (!t)
        return;
    memory_run_free(t->run);
    g_free(t->counted);
    g_free(t);
}

static void call_clear(gpointer data)
{
    struct run_reader_call *call = data;
    g_free(call->system);
    g_free(call->user);
    g_free(call->published);
    g_array_unref(call->images);
}

static void read_calls(run_reader *t, run_reader_step *s)
{
    s->calls = g_array_new(FALSE, TRUE, sizeof(struct run_reader_call));
    g_array_set_clear_func(s->calls, call_clear);
    for (guint i = 0; i < s->rows->len; i++) {
        struct memory_call *row = s->rows->pdata[i];
        if (g_strcmp0(row->status, "skipped") == 0)
            continue;
        struct run_reader_call call = {.row = row};
        run_reader_read_prompt(t->r, row->prompt, &call);
        g_clear_pointer(&row->prompt, g_free);
        change_call(t->r, row);
        g_array_append_val(s->calls, call);
    }
}

/* The events as fired have numbers only. */
static bool read_fired(run_reader *t, run_reader_step *s, GError **error)
{
    s->fired = g_ptr_array_new_with_free_func(g_free);
    s->untouched = g_new0(bool, s->proposals->len);
    for (guint i = 0; i < s->proposals->len; i++) {
        const struct memory_proposal *p = s->proposals->pdata[i];
        GError *local = NULL;
        g_autofree char *events = memory_fired(t->m, p->run, p->id, &local);
        if (local) {
            g_propagate_error(error, local);
            return false;
        }
        s->untouched[i] = g_strcmp0(p->stage, "aborted") == 0 && !run_reader_presses(p->timeline, events);
        g_ptr_array_add(s->fired, events ? redaction_json(t->r, events) : g_strdup(""));
    }
    return true;
}

static const struct memory_frame *observed(const GPtrArray *frames, gint64 from_us, gint64 to_us)
{
    const struct memory_frame *found = NULL;
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        if (!f->gone && f->at_us > from_us && f->at_us <= to_us && g_strcmp0(f->role, "observation") == 0)
            found = f;
    }
    return found;
}

/* What a step began with; its last one is what its own action led to. */
static const struct memory_frame *first_observed(const GPtrArray *frames)
{
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        if (!f->gone && g_strcmp0(f->role, "observation") == 0)
            return f;
    }
    return NULL;
}

/* The last that is kept in that role. */
static const struct memory_frame *in_role(const GPtrArray *frames, const char *role)
{
    const struct memory_frame *found = NULL;
    for (guint i = 0; i < frames->len; i++) {
        const struct memory_frame *f = frames->pdata[i];
        found = !f->gone && g_strcmp0(f->role, role) == 0 ? f : found;
    }
    return found;
}

/* Before: what the plan was made on, where its prompt says so; else what is called so, or the last that was seen before the
 * decision. After: what is called so, what was seen last since then, or what the next step began with. */
static bool read_pictures(run_reader *t, run_reader_step *s, GError **error)
{
    gint64 step = s->row->step;
    g_autoptr(GPtrArray) frames = memory_frames(t->m, t->run->id, step, error);
    g_autoptr(GPtrArray) next = frames ? memory_frames(t->m, t->run->id, step + 1, error) : NULL;
    g_autoptr(GPtrArray) past = next && step > 1 ? memory_frames(t->m, t->run->id, step - 1, error) : NULL;
    if (!next || (step > 1 && !past))
        return false;
    const struct memory_proposal *p = run_reader_decided(s);
    const struct run_reader_call *planned = run_reader_answered(s, "actions");
    gint64 at = p && p->decided_us ? p->decided_us : G_MAXINT64;
    const struct memory_frame *before = in_role(frames, "before"), *after = in_role(frames, "after");
    before = before ? before : observed(frames, 0, at);
    after = after ? after : observed(frames, at, G_MAXINT64);
    if (!before && past)
        before = observed(past, 0, G_MAXINT64);
    const char *planned_on = planned ? run_reader_call_now(planned) : NULL;
    s->before = g_strdup(planned_on ? planned_on : before ? before->hash : NULL);
    /* a picture has the time since which the screen looks so: where the action changed nothing, one from before it */
    bool same = !after && g_strcmp0(s->row->effect, "no_effect") == 0;
    after = after ? after : first_observed(next);
    s->after = !run_reader_acted(s) ? NULL : same ? g_strdup(s->before) : after ? g_strdup(after->hash) : NULL;
    return true;
}

static bool read_rows(run_reader *t, run_reader_step *s, gint64 step, GError **error)
{
    gint64 run = t->run->id;
    return (s->rows = memory_calls(t->m, run, step, error)) && (s->proposals = memory_proposals(t->m, run, step, error)) &&
           (s->notes = memory_notes(t->m, run, step, error)) && (s->marks = memory_marks(t->m, run, step, 1, error)) &&
           (s->questions = memory_questions(t->m, run, step, error)) && read_fired(t, s, error);
}

static void change_rows(run_reader *t, run_reader_step *s)
{
    struct memory_step *row = s->steps->pdata[0];
    change(t->r, redaction_text, &row->task);
    change(t->r, redaction_json, &row->action);
    for (guint i = 0; i < s->proposals->len; i++)
        change_proposal(t->r, s->proposals->pdata[i]);
    for (guint i = 0; i < s->notes->len; i++) {
        struct memory_note *note = s->notes->pdata[i];
        change(t->r, redaction_text, &note->text);
        change(t->r, redaction_text, &note->by);
    }
    for (guint i = 0; i < s->questions->len; i++) {
        struct memory_question *q = s->questions->pdata[i];
        change(t->r, redaction_text, &q->question);
        change(t->r, redaction_json, &q->choices);
        change(t->r, redaction_text, &q->answer);
    }
}

static bool read_step(run_reader *t, gint64 step, run_reader_step **ret, GError **error)
{
    g_autoptr(run_reader_step) s = g_new0(run_reader_step, 1);
    s->steps = memory_steps_page(t->m, t->run->id, step, 1, error);
    s->row = s->steps && s->steps->len ? s->steps->pdata[0] : NULL;
    if (!s->row || s->row->step != step)
        return s->steps != NULL;
    if (!read_rows(t, s, step, error))
        return false;
    change_rows(t, s);
    read_calls(t, s);
    if (!read_pictures(t, s, error))
        return false;
    *ret = g_steal_pointer(&s);
    return true;
}

bool run_reader_read(run_reader *t, gint64 step, run_reader_step **ret, GError **error)
{
    guint count = redaction_count(t->r);
    bool again = step >= 1 && step <= t->last && t->counted[step];
    *ret = NULL;
    if (!read_step(t, step, ret, error))
        return false;
    if (again)
        redaction_set_count(t->r, count);
    else if (step >= 1 && step <= t->last)
        t->counted[step] = true;
    return true;
}

GPtrArray *run_reader_tasks(run_reader *t, GError **error)
{
    guint count = redaction_count(t->r);
    g_autoptr(GPtrArray) steps = memory_steps(t->m, t->run->id, error);
    if (!steps)
        return NULL;
    GPtrArray *tasks = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_set_size(tasks, (int)t->last);
    for (guint i = 0; i < steps->len; i++) {
        const struct memory_step *step = steps->pdata[i];
        if (step->step >= 1 && step->step <= t->last)
            tasks->pdata[step->step - 1] = redaction_text(t->r, step->task);
    }
    redaction_set_count(t->r, count);
    return tasks;
}

void run_reader_step_free(run_reader_step *s)
{
    if (!s)
        return;
    GPtrArray *const owned[] = {s->steps, s->rows, s->proposals, s->notes, s->marks, s->questions, s->fired};
    g_clear_pointer(&s->calls, g_array_unref);
    for (gsize i = 0; i < G_N_ELEMENTS(owned); i++)
        if (owned[i])
            g_ptr_array_unref(owned[i]);
    g_free(s->untouched);
    g_free(s->before);
    g_free(s->after);
    g_free(s);
}

/* ---- asking ---- */

static bool is_answered(const struct memory_call *row)
{
    return (g_strcmp0(row->status, "done") == 0 || row->correction) && row->reply;
}

const struct run_reader_call *run_reader_answered(const run_reader_step *s, const char *what)
{
    const struct run_reader_call *found = NULL;
    for (guint i = 0; i < s->calls->len; i++) {
        const struct run_reader_call *call = &g_array_index(s->calls, struct run_reader_call, i);
        const struct memory_call *row = call->row;
        if (memory_call_says(row, what) && is_answered(row))
            found = call;
    }
    return found;
}

const struct run_reader_call *run_reader_answered_by(const run_reader_step *s, const char *module)
{
    const struct run_reader_call *found = NULL;
    for (guint i = 0; i < s->calls->len; i++) {
        const struct run_reader_call *call = &g_array_index(s->calls, struct run_reader_call, i);
        if (g_str_equal(call->row->module, module) && is_answered(call->row))
            found = call;
    }
    return found;
}

const char *run_reader_call_now(const struct run_reader_call *call)
{
    return call->images->len ? g_array_index(call->images, struct run_reader_image, call->images->len - 1).hash : NULL;
}

const struct memory_proposal *run_reader_decided(const run_reader_step *s)
{
    return s->proposals->len ? s->proposals->pdata[s->proposals->len - 1] : NULL;
}

const struct memory_proposal *run_reader_proposed(const run_reader_step *s)
{
    const struct memory_proposal *p = s->proposals->len ? s->proposals->pdata[0] : NULL;
    return p && g_strcmp0(p->by, "human") != 0 ? p : NULL;
}

bool run_reader_fired(const run_reader_step *s, guint proposal)
{
    const struct memory_proposal *p = s->proposals->pdata[proposal];
    static const char *const stages[] = {"fired", "verified", "no_effect", "unexpected", "uncertain", "aborted", NULL};
    return p->stage && g_strv_contains(stages, p->stage) && !s->untouched[proposal];
}

bool run_reader_acted(const run_reader_step *s)
{
    bool untouched = false;
    for (guint i = 0; i < s->proposals->len; i++) {
        if (run_reader_fired(s, i))
            return true;
        untouched = untouched || s->untouched[i];
    }
    return s->row->effect && !untouched; /* of what was stopped untouched the effect is "unknown" */
}

bool run_reader_uses(run_reader *t, image_writer *a, GError **error)
{
    for (gint64 step = 1; step <= t->last; step++) {
        g_autoptr(run_reader_step) s = NULL;
        if (!run_reader_read(t, step, &s, error))
            return false;
        if (!s)
            continue;
        image_writer_use(a, s->before, ROLE_BEFORE);
        image_writer_use(a, s->after, ROLE_AFTER);
        for (guint i = 0; i < s->calls->len; i++) {
            const GArray *images = g_array_index(s->calls, struct run_reader_call, i).images;
            for (guint k = 0; k < images->len; k++)
                image_writer_use(a, g_array_index(images, struct run_reader_image, k).hash, ROLE_PROMPT);
        }
    }
    return true;
}
