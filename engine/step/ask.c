/* Asking modules: any number at once, one re-ask on a bad reply, then the person. */

#include "engine/step/ask_tell.h"

#include "engine/agents/agent.h"
#include "engine/control/boards.h"
#include "engine/step/brief.h"
#include "engine/step/merge.h"
#include "engine/step/model_view.h"
#include "engine/run/deciding.h"
#include "engine/control/run_state.h"
#include "engine/step/prices.h"
#include "engine/step/reply_actions.h"
#include "engine/run/replay.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "engine/run/answers.h"
#include "engine/run/brains.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/gate/gate.h"
#include "engine/step/judge.h"
#include "engine/run/options.h"
#include "engine/protocol/protocol.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "memory/memory.h"
#include "engine/step/seen.h"

#include <string.h>

void ask_clear(struct ask *a)
{
    g_clear_pointer(&a->output, form_output_free);
    g_clear_pointer(&a->request, brain_request_free);
    g_clear_pointer(&a->merged, brain_request_free);
    g_clear_pointer(&a->brain, g_free);
    g_clear_pointer(&a->digest, g_free);
    g_clear_pointer(&a->points, g_free);
    g_clear_pointer(&a->defect, g_free);
    g_clear_pointer(&a->reply, g_free);
    g_clear_pointer(&a->instead, g_free);
}

/* ---- one call ---- */

/* Its row in memory. request NULL: its part of another's reply is awaited, or there. Until it ends, the row has what the call
 * takes by estimate: one that is broken off has been sent, too. */
static bool begin_row(struct run *run, struct ask *a, const brain_request *request, GError **error)
{
    g_autofree char *prompt = request ? run_prompt_json(request, &a->space) : g_strdup("");
    g_autofree char *says = module_says_json(ask_module(run, a->module));
    struct memory_call call = {.run = run->id,
                               .step = run->step,
                               .says = says,
                               .module = (char *)ask_module_name(run, a->module),
                               .brain = a->brain,
                               .prompt = prompt,
                               .status = (char *)"started",
                               .attempt = a->attempt,
                               .started_us = g_get_real_time()};
    if (request) {
        call.tokens_in = a->about.tokens_in;
        call.pictures = a->about.pictures;
        call.cost = a->about.cost;
        call.unpriced = a->about.unpriced;
    }
    if (!memory_call_begin(run->store, &call, &a->call_id, error))
        return false;
    run->answers->of[a->module].call = a->call_id;
    a->open = true;
    a->told = 0;
    a->told_attempt = a->told_retry = 0;
    return true;
}

/* Also when a reply could not be used and is asked for again, the budget comes first: nothing is sent yet. */
static bool begin_call(struct run *run, struct ask *a, GError **error)
{
    const brain_request *request = a->merged ? a->merged : a->request;
    a->call = brain_pool_ask(run->brains, a->brain, request, error);
    if (a->call == 0)
        return false;
    brain_pool_about(run->brains, a->call, &a->about);
    if (!prices_allow(run, a, error) || !begin_row(run, a, request, error))
        return false;
    if (brain_pool_wants_person(run->brains, a->call)) {
        ask_tell_form(run, a);
        run_set_state(run, "waiting");
    } else {
        ask_tell(run, a->module, "started", "", NULL, &a->about);
    }
    return true;
}

/* What came of an answer that broke, marked, so that nobody takes it for an answer; NULL = nothing. Caller frees. */
static char *incomplete(const struct brain_reply *reply)
{
    return reply && reply->received ? g_strconcat("INCOMPLETE: ", reply->received, NULL) : NULL;
}

/* What is incomplete stands with the error and not as the reply, because readers of the store parse a reply. */
static bool end_call(struct run *run, struct ask *a, const char *status, const struct brain_reply *reply, const char *error_text,
                     GError **error)
{
    g_autofree char *output = a->output ? form_output_json(a->output) : NULL, *part = incomplete(reply);
    g_autofree char *told = part ? g_strconcat(error_text, "\n", part, NULL) : g_strdup(error_text);
    struct memory_call call = {.id = a->call_id,
                               .run = run->id,
                               .step = run->step,
                               .reply = reply ? reply->text : NULL,
                               .output = output,
                               .status = (char *)status,
                               .error = told};
    if (reply) {
        call.ms = reply->ms;
        call.tokens_in = reply->tokens_in;
        call.tokens_out = reply->tokens_out;
        call.tokens_cached = reply->tokens_cached;
        call.pictures = reply->pictures;
        call.cost = reply->cost;
        call.unpriced = reply->unpriced;
        budget_spend(run->spent, reply);
        budget_sum(&a->spent, reply);
        step_tell_meter(run);
    }
    a->open = false;
    return memory_call_end(run->store, &call, error);
}

/* Its answer is no longer waited for. What has come of it is paid, and a person may read it; it is told as skipped, for nothing
 * is left to mend. A person's form costs nothing, and nothing has failed. */
static void break_off(struct run *run, struct ask *a)
{
    g_autoptr(GError) error = NULL;
    const bool form = a->call && brain_pool_wants_person(run->brains, a->call);
    const struct brain_reply *reply = a->call ? brain_pool_break_off(run->brains, a->call) : NULL;
    g_autofree char *part = incomplete(reply);
    g_autofree char *text = g_strconcat("broken off", part ? "\n" : "", part ? part : "", NULL);
    const char *why = form ? "the form was given up" : "its answer was no longer waited for";
    if (a->open && !end_call(run, a, form ? "skipped" : "failed", reply, why, &error))
        run_fail(run, g_steal_pointer(&error));
    if (!a->done && !a->failed && a->call_id)
        ask_tell(run, a->module, "skipped", text, NULL, &a->spent);
    if (a->call)
        brain_pool_forget(run->brains, a->call);
    a->call = 0;
}

/* The form's check, and for actions the library's. `from`: whose reply it is, in whose space its points are; NULL = a person's.
 * One whose actions do not fit is left in *ret_misfit (may be NULL). */
static form_output *check_reply(struct run *run, guint m, const char *text, struct ask *from, form_output **ret_misfit,
                                GError **error)
{
    const char *actions = ask_actions(run, m);
    const struct coordinates *space = from && !ask_module(run, m)->screen ? &from->space : NULL;
    g_autofree char *points = NULL;
    g_autoptr(form_output) output = module_parse(ask_module(run, m), text, strlen(text), error);
    g_autofree char *wrong = output && actions ? reply_actions(run, space, output, actions, &points) : NULL;
    if (from) {
        g_free(from->points);
        from->points = g_steal_pointer(&points);
    }
    if (!wrong)
        return g_steal_pointer(&output);
    g_set_error_literal(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, wrong);
    if (ret_misfit)
        *ret_misfit = g_steal_pointer(&output);
    return NULL;
}

/* A reply that cannot be used: once more with the defect, of that module alone, then the person. part: what of it is that
 * module's. */
static bool take_defect(struct run *run, struct ask *a, const struct brain_reply *reply, const char *part, const char *defect,
                        GError **error)
{
    g_free(a->defect);
    a->defect = g_strdup(defect);
    g_free(a->reply);
    a->reply = part ? g_strdup(part) : incomplete(reply);
    int failure = reply && reply->error ? reply->error->code : -1; /* read now: the reply goes */
    if (!end_call(run, a, "failed", reply, defect, error))
        return false;
    bool again = a->attempt == 1 && part;
    g_clear_pointer(&a->merged, brain_request_free);
    brain_request *request = again ? module_reask(a->request, a->reply, defect) : NULL;
    brain_pool_forget(run->brains, a->call); /* with it goes the reply, and its error's text */
    a->call = 0;
    if (again) {
        brain_request_free(a->request);
        a->request = request;
        a->attempt = 2;
        return begin_call(run, a, error);
    }
    a->failed = true;
    a->no_reply = failure >= 0;
    a->refused = failure == BRAIN_ERROR_AUTH;
    g_autofree char *text = g_strdup_printf("%s\n%s", a->defect, a->reply ? a->reply : "");
    ask_tell_wrote(run, a->module, "failed", text, NULL, &a->spent, a->reply);
    const char *name = ask_module_name(run, a->module);
    if (a->no_reply)
        client_notice(run, "error", "%s: %s", name, a->defect);
    else if (!ask_module(run, a->module)->spare)
        client_notice(run, "error", "%s: the reply cannot be used: %s (edit the module's output, or have it asked again)", name,
                      a->defect);
    run_set_state(run, "waiting");
    return true;
}

/* Its fallback is asked the same, in what it counts in; once, so that two that name each other come to an end. */
static bool fall_back(struct run *run, const brief *told, struct ask *a, const struct brain_reply *reply, GError **error)
{
    char *other = g_strdup(brains_fallback(run, a->brain));
    a->instead = g_strdup_printf("%s; brain %s is asked instead", reply->error->message, other);
    bool ended = end_call(run, a, "failed", reply, a->instead, error);
    client_notice(run, "warning", "%s: %s", ask_module_name(run, a->module), a->instead);
    brain_pool_forget(run->brains, a->call);
    a->call = 0;
    a->attempt = 1;
    g_clear_pointer(&a->merged, brain_request_free);
    return brief_request(run, told, a, other, error) && ended && begin_call(run, a, error);
}

/* part: what of the reply is that module's; merged: what is told of other modules in it, NULL = it was asked alone. */
static bool take_part(struct run *run, struct ask *a, const struct brain_reply *reply, const char *part, const char *merged,
                      GError **error)
{
    g_autoptr(GError) defect = NULL;
    g_autoptr(form_output) misfit = NULL;
    a->output = check_reply(run, a->module, part, a, &misfit, &defect);
    bool later = ask_module(run, a->module)->refused_later;
    if (misfit &&
        (later || (a->attempt > 1 && !run->client->console))) /* nobody is there to mend it: its refusal tells the next plan */
        a->output = g_steal_pointer(&misfit);
    if (!a->output)
        return take_defect(run, a, reply, part, defect->message, error);
    g_autofree char *text = ask_answer_text(a->output, merged ? merged : a->instead, reply, a->points);
    bool ok = end_call(run, a, "done", reply, defect ? defect->message : merged, error);
    if (ok) /* what is told is kept */
        ask_tell_wrote(run, a->module, "done", text, a->output, &a->spent, part);
    if (ok && *form_output_bent(a->output)) /* a reader drops what does not fit, a form only mends it */
        client_notice(run, run->answers->modules[a->module].read ? "warning" : "info", "%s: not as asked for: %s",
                      ask_module_name(run, a->module), form_output_bent(a->output));
    if (a->call)
        brain_pool_forget(run->brains, a->call);
    a->call = 0;
    a->done = true;
    return ok;
}

static bool take_reply(struct run *run, const brief *told, struct ask *a, GError **error)
{
    const struct brain_reply *reply = brain_pool_reply(run->brains, a->call);
    if (!reply)
        return true;
    if (reply->error && reply->passing && !a->instead && brains_fallback(run, a->brain))
        return fall_back(run, told, a, reply, error);
    if (reply->error)
        return take_defect(run, a, reply, reply->text, reply->error->message, error);
    g_autofree char *part = a->merged ? merge_cut(run, a, reply->text) : NULL, *merged = a->merged ? merge_told(run, a) : NULL;
    return take_part(run, a, reply, part ? part : reply->text, merged, error);
}

/* The question, or what the module has said ahead: that part is checked as a reply, and asked for again if it cannot be used. */
static bool begin(struct run *run, struct ask *a, GError **error)
{
    g_autofree char *merged = NULL;
    g_autofree char *part = a->aside ? NULL : answers_take_ahead(run->answers, a->module, &merged);
    bool waited = a->call_id != 0; /* for that part, with a row of its own */
    a->leader = NULL;
    if (!part)
        return (!waited || end_call(run, a, "failed", NULL, "its part is missing in the reply", error)) &&
               begin_call(run, a, error);
    const struct brain_reply reply = {.text = part};
    if (!waited && !begin_row(run, a, NULL, error))
        return false;
    if (!waited)
        ask_tell(run, a->module, "started", "", NULL, NULL);
    return take_part(run, a, &reply, part, merged, error);
}

/* It waits for its part of the leader's reply. */
static bool begin_waiting(struct run *run, struct ask *a, GError **error)
{
    if (!begin_row(run, a, NULL, error))
        return false;
    ask_tell(run, a->module, "started", "", NULL, NULL);
    return true;
}

/* ---- all of them ---- */

struct asking {
    struct ask *asks;
    gsize n;
    const brief *told;
    GError *error;
};

static bool all_done(struct run *run, void *data)
{
    struct asking *asking = data;
    bool all = true;
    for (gsize i = 0; i < asking->n && !asking->error; i++) {
        struct ask *a = &asking->asks[i];
        bool waits = a->leader && a->leader->merged && !a->leader->done;
        if (!a->done && !a->failed && a->call) {
            ask_tell_retry(run, a);
            ask_tell_partial(run, a);
        }
        if (!a->done && !a->failed && !waits &&
            !(a->leader ? begin(run, a, &asking->error) : take_reply(run, asking->told, a, &asking->error)))
            return true;
        all = all && a->done;
    }
    return all || asking->error;
}

/* A refused key comes before others; NULL = none has failed. */
static const struct ask *first_failed(const struct asking *asking)
{
    const struct ask *first = NULL;
    for (gsize i = 0; i < asking->n; i++) {
        const struct ask *a = &asking->asks[i];
        if (a->failed && (!first || (a->refused && !first->refused)))
            first = a;
    }
    return first;
}

static bool one_failed(struct run *run, void *data)
{
    return all_done(run, data) || first_failed(data);
}

/* This step's own answer where a correction has begun the step anew and left it standing; NULL = ask. */
static const form_output *standing_answer(const struct run *run, const struct ask *a)
{
    return run->answers->corrected ? answers_said(run->answers, a->module, a->aside) : NULL;
}

/* Makes its request, unless its answer is known. */
static bool prepare(struct run *run, const brief *told, struct ask *a, GError **error)
{
    const form_output *standing = standing_answer(run, a);
    if (standing) {
        a->output = form_output_copy(standing);
        a->done = true;
        return true;
    }
    gint64 told_in = told->s.step;
    char *recorded = replay_brain(run, ask_module_name(run, a->module), &told_in);
    if (!brief_request(run, told, a, recorded ? recorded : g_strdup(brains_of_module(run, a->module)), error))
        return false;
    a->digest = module_inputs_digest(a->request);
    if (!a->aside && answers_unchanged(run->answers, a->module, a->digest)) {
        a->output = form_output_copy(run->answers->of[a->module].last);
        a->skipped = a->done = true;
        step_skip(run, a->module, "unchanged", a->output);
        return true;
    }
    a->request->step = told_in;
    if (recorded) /* the parent's very step */
        a->request->turn = 0;
    a->attempt = 1;
    return true;
}

static bool start(struct run *run, const brief *told, struct ask *asks, gsize n, GError **error)
{
    for (gsize i = 0; i < n; i++)
        if (!prepare(run, told, &asks[i], error))
            return false;
    bool ok = merge_join(run, told, asks, n, error);
    for (gsize i = 0; i < n; i++) {
        if (ok && !asks[i].done)
            ok = asks[i].leader ? begin_waiting(run, &asks[i], error) : begin(run, &asks[i], error);
        g_ptr_array_add(run->asks, &asks[i]);
    }
    return ok;
}

static void keep_output(struct run *run, const struct ask *a)
{
    if (a->aside)
        answers_put_aside(run->answers, a->module, a->aside, a->output);
    else if (a->digest) /* else what was said before stands */
        answers_put(run->answers, a->module, a->output, a->digest, a->skipped ? 0 : a->call_id);
}

static bool await(struct run *run, struct asking *asking, GError **error)
{
    if (!wait_until(run, one_failed, asking, 0, error))
        return false;
    const struct ask *failed = asking->error ? NULL : first_failed(asking);
    if (failed) {
        gint64 wait_s = config_int(run->cfg, "run", "repair_wait_s");
        bool settled = ask_module(run, failed->module)->spare || (!run->client->console && failed->refused); /* no key comes */
        gint64 deadline = run->client->console ? 0 : g_get_monotonic_time() + wait_s * G_USEC_PER_SEC + 1;
        g_autoptr(GError) late = NULL;
        if (settled || !wait_until(run, all_done, asking, deadline, &late)) {
            if (!settled && !g_error_matches(late, RUN_ERROR, RUN_ERROR_TIMEOUT))
                g_propagate_error(error, g_steal_pointer(&late));
            else if ((failed = first_failed(asking) ? first_failed(asking) : failed))
                g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s: %s%s", ask_module_name(run, failed->module),
                            failed->no_reply ? "" : "the reply cannot be used, and nobody has corrected it: ", failed->defect);
            return false;
        }
    }
    if (asking->error) {
        g_propagate_error(error, g_steal_pointer(&asking->error));
        return false;
    }
    return true;
}

/* A request that tells marks waits for their words, but not long. */
static bool await_marks(struct run *run, const struct ask *asks, gsize n, GError **error)
{
    bool told = false;
    for (gsize i = 0; i < n; i++)
        told = told || (ask_module(run, asks[i].module)->overlays && !asks[i].aside);
    return !told || model_view_await_words(run, error);
}

bool step_ask(struct run *run, struct ask *asks, gsize n, GError **error)
{
    g_auto(brief) told = {0};
    struct asking asking = {.asks = asks, .n = n, .told = &told};
    boards_tell(run);
    run_set_state(run, "thinking");
    ask_tell_phase(run);
    if (!await_marks(run, asks, n, error))
        return false;
    gint64 begun = g_get_monotonic_time();
    if (run->control->hint->len != run->control->hint_consumed) /* what was said ahead does not know of it */
        answers_forget_ahead(run->answers);
    brief_fill(&told, run, NULL);
    bool ok = start(run, &told, asks, n, error);
    budget_own(run->spent, OWN_ASK, begun, 0);
    ok = ok && await(run, &asking, error) && seen_take(run, asks, n, error);
    g_ptr_array_set_size(run->asks, 0);
    for (gsize i = 0; i < n; i++) {
        break_off(run, &asks[i]);
        if (ok)
            keep_output(run, &asks[i]);
    }
    g_clear_error(&asking.error);
    return ok && prices_kept(run, 0, error);
}

void step_skip(struct run *run, guint m, const char *why, const form_output *stands)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *says = module_says_json(ask_module(run, m));
    struct memory_call call = {.run = run->id,
                               .step = run->step,
                               .says = says,
                               .module = (char *)ask_module_name(run, m),
                               .brain = (char *)"",
                               .prompt = (char *)"",
                               .status = (char *)"skipped",
                               .error = (char *)why,
                               .attempt = 1,
                               .started_us = g_get_real_time()};
    if (memory_call_begin(run->store, &call, &call.id, &error) && memory_call_end(run->store, &call, &error))
        ask_tell(run, m, "skipped", why, stands, NULL);
    else
        run_fail(run, g_steal_pointer(&error));
}

/* ---- the person's corrections ---- */

static struct ask *ask_under_way(struct run *run, guint m)
{
    for (guint i = 0; i < run->asks->len; i++) {
        struct ask *a = g_ptr_array_index(run->asks, i);
        if (a->module == m && !a->done)
            return a;
    }
    return NULL;
}

static void correct_waiting(struct run *run, struct ask *a, form_output *output, const char *json)
{
    g_autoptr(GError) error = NULL;
    a->answered_us = g_get_monotonic_time();
    if (a->call && brain_pool_wants_person(run->brains, a->call)) {
        brain_pool_answer(run->brains, a->call, json);
        form_output_free(output);
        return;
    }
    a->done = true;
    a->failed = false;
    break_off(run, a);
    a->output = output;
    g_autofree char *text = ask_answer_text(output, NULL, NULL, NULL);
    if (memory_call_correct(run->store, a->call_id, json, &error))
        ask_tell(run, a->module, "done", text, output, &a->spent);
    else
        run_fail(run, g_steal_pointer(&error));
}

static void correct_past(struct run *run, guint m, form_output *output)
{
    g_autoptr(GError) error = NULL;
    gint64 call = run->answers->of[m].call;
    form_output_keep(output, run->answers->said[m]);
    g_autofree char *json = form_output_json(output);
    if (call && !memory_call_correct(run->store, call, json, &error))
        run_fail(run, g_steal_pointer(&error));
    answers_correct(run->answers, m, output);
    gate_close(&run->judge->gate, GATE_VOIDED, "human", "a module's output was edited");
    run->control->redo = true;
}

static void retry(struct run *run, guint m, const char *hint, bool back)
{
    if (hint && *hint) {
        if (run->control->hint->len > 0)
            g_string_append_c(run->control->hint, '\n');
        g_string_append(run->control->hint, hint);
    }
    run->fork_anew = true;
    if (!ask_under_way(run, m))
        gate_close(&run->judge->gate, GATE_VOIDED, "human", "a module is asked again");
    back ? step_go_back(run, NULL) : answers_retry(run->answers, m);
    run->control->redo = true;
}

/* In which the module's model counts. */
static struct coordinates space_of(const struct run *run, guint m)
{
    struct model_view view = {0};
    bool known = model_view_of(run, ask_module(run, m), brains_of_module(run, m), &view, NULL);
    return known ? view.space : (struct coordinates){0};
}

static void tell_modules(struct run *run, const command *c)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint m = 0; m < run->answers->n; m++)
        g_string_append_printf(names, "%s%s", m ? ", " : "", ask_module_name(run, m));
    client_notice(run, "error", "%s: no module \"%s\" (%s)", command_name(c->kind), c->module, names->str);
}

void step_correct(struct run *run, const command *c)
{
    g_autoptr(GError) error = NULL;
    int place = module_index(run->answers->modules, c->module);
    if (place < 0) {
        tell_modules(run, c);
        return;
    }
    guint m = (guint)place;
    struct ask *a = ask_under_way(run, m);
    bool now = !control_is_paused(run->control) && !control_is_acting(run->control) && (a || run->answers->said[m]);
    bool back = !now && !a && phase_is_open(run, m);
    if (!now && !back) {
        client_notice(run, "error", "%s: %s has no output in this step that could be changed now", command_name(c->kind),
                      c->module);
        return;
    }
    if (c->kind == COMMAND_MODULE_RETRY) {
        retry(run, m, c->hint, back);
        return;
    }
    /* What a model wrote has its points in its own space, also where a person has changed it. */
    struct ask wrote = {.module = m, .space = c->reply ? space_of(run, m) : (struct coordinates){0}};
    const char *text = c->reply ? c->reply : c->output ? c->output : "";
    bool fetch = ask_actions(run, m) && (a || run->judge->gate.open);
    form_output *output = !fetch || reply_actions_fetch(run, m, text, &error)
                              ? check_reply(run, m, text, c->reply ? &wrote : NULL, NULL, &error)
                              : NULL;
    g_free(wrote.points);
    if (output && a && !reply_actions_count(run, m, output, &error))
        g_clear_pointer(&output, form_output_free);
    g_autofree char *json = output && c->reply ? form_output_json(output) : g_strdup(c->output);
    if (!output)
        client_notice(run, "error", "module_edit: %s", error->message);
    else if (a)
        correct_waiting(run, a, output, json);
    else if (back)
        step_go_back(run, output);
    else
        correct_past(run, m, output);
    if (output && c->reply) {
        g_autofree char *note = g_strdup_printf("%s: its reply was changed to:\n%s", c->module, c->reply);
        run_note(run, "human", note);
    }
}

bool step_ask_one(struct run *run, guint module, GError **error)
{
    struct ask a = {.module = module};
    bool ok = step_ask(run, &a, 1, error);
    ask_clear(&a);
    return ok;
}
