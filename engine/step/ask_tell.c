/* What the client hears of modules that are asked. */

#include "engine/step/ask_tell.h"

#include "engine/agents/agent.h"
#include "engine/brain/brain.h"
#include "engine/client/client.h"
#include "engine/control/device_control.h"
#include "engine/protocol/protocol.h"
#include "engine/run/working.h"
#include "engine/step/plan_context.h"
#include "engine/step/procedural.h"

#include <string.h>

#define PARTIAL_US (100 * 1000)

const struct module *ask_module(const struct run *run, guint m)
{
    return &run->working->agent->modules[m];
}

const char *ask_module_name(const struct run *run, guint m)
{
    return ask_module(run, m)->form.name;
}

const char *ask_actions(const struct run *run, guint m)
{
    const struct module_says *says = NULL;
    return module_saying(run->working->agent->modules, SAYS_ACTIONS, &says) == (int)m ? says->field : NULL;
}

/* What a module has to choose actions from goes with its beginning. */
static void tell_skills(const struct run *run, guint m, event *e)
{
    if (ask_actions(run, m) && g_str_equal(e->status, "started")) {
        e->module.skills = g_strdup(run->skills->told);
        e->module.recalled = g_strdup(run->recall->told);
    }
}

#define WROTE_MAX (64 * 1024) /* bytes: more than a person edits */

void ask_tell_wrote(struct run *run, guint m, const char *status, const char *text, const form_output *output,
                    const struct brain_reply *reply, const char *wrote)
{
    g_autoptr(event) e = event_new(EVENT_MODULE);
    e->module.name = g_strdup(ask_module_name(run, m));
    e->status = g_strdup(status);
    e->text = g_strdup(text);
    e->module.output = output ? form_output_shown_json(output) : NULL;
    e->module.reply = wrote && strlen(wrote) <= WROTE_MAX ? g_utf8_make_valid(wrote, -1) : NULL;
    tell_skills(run, m, e);
    if (reply) {
        e->spent.ms = reply->ms;
        e->spent.tokens_in = reply->tokens_in;
        e->spent.tokens_out = reply->tokens_out;
        e->spent.tokens_cached = reply->tokens_cached;
        e->spent.pictures = reply->pictures;
        e->spent.cost = reply->cost;
        e->spent.unpriced = reply->unpriced;
    }
    client_send(run, e);
}

void ask_tell(struct run *run, guint m, const char *status, const char *text, const form_output *output,
              const struct brain_reply *reply)
{
    ask_tell_wrote(run, m, status, text, output, reply, NULL);
}

void ask_tell_partial(struct run *run, struct ask *a)
{
    struct brain_partial partial;
    gint64 now = g_get_monotonic_time();
    if (now - a->told_us < PARTIAL_US || !brain_pool_partial(run->brains, a->call, &partial))
        return;
    g_autofree char *text = partial.text;
    a->told_us = now;
    if (partial.attempt != a->told_attempt) { /* what came before is nothing any more */
        a->told_attempt = partial.attempt;
        a->told = 0;
        ask_tell(run, a->module, "started", "", NULL, &a->about);
    }
    if (strlen(text) <= a->told)
        return;
    g_autoptr(event) e = event_new(EVENT_MODULE);
    e->module.name = g_strdup(ask_module_name(run, a->module));
    e->status = g_strdup("delta");
    e->text = g_strdup(text + a->told);
    e->module.wait_ms = partial.silence_ms;
    e->spent.ms = partial.ms;
    e->spent.tokens_out = partial.tokens;
    a->told = strlen(text);
    client_send(run, e);
}

void ask_tell_retry(struct run *run, struct ask *a)
{
    struct brain_retry retry;
    if (!brain_pool_retry(run->brains, a->call, &retry) || retry.n == a->told_retry)
        return;
    a->told_retry = a->told_attempt = retry.n; /* what came of the one before is nothing any more */
    a->told = 0;
    g_autoptr(event) e = event_new(EVENT_MODULE);
    e->module.name = g_strdup(ask_module_name(run, a->module));
    e->status = g_strdup("retry");
    e->text = g_strdup(retry.why);
    e->module.brain = g_strdup(a->brain);
    e->module.retry = retry.n;
    e->module.retries = retry.of;
    e->module.wait_ms = MAX(0, (retry.at_us - g_get_monotonic_time()) / 1000);
    client_send(run, e);
}

void ask_tell_form(struct run *run, const struct ask *a)
{
    g_autoptr(event) e = event_new(EVENT_MODULE);
    e->module.name = g_strdup(ask_module_name(run, a->module));
    e->status = g_strdup("started");
    e->text = g_strdup(a->request->told ? a->request->told : a->request->user);
    e->module.form = form_schema(&ask_module(run, a->module)->form, NULL);
    tell_skills(run, a->module, e);
    client_send(run, e);
    device_survey_waiting(run);
}

char *ask_answer_text(const form_output *output, const char *instead, const struct brain_reply *reply, const char *points)
{
    const char *left = reply ? reply->left : NULL, *changed = reply ? reply->changed : NULL;
    g_autofree char *text = form_output_text(output);
    const char *bent = form_output_bent(output);
    return g_strconcat(instead ? instead : "", instead ? "\n" : "", left ? "left out, for the model takes no more: " : "",
                       left ? left : "", left ? "\n" : "", changed ? changed : "", changed ? "\n" : "",
                       *bent ? "not as asked for: " : "", bent, *bent ? "\n" : "", points ? points : "", points ? "\n" : "", text,
                       NULL);
}
