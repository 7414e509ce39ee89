/* The modules of a run's agent: one pane each, in the agent's order. */

#include "tui/model/model.h"

#include "engine/agents/agent.h"
#include "engine/recall/recall.h"
#include "engine/recall/retrieve.h"

static struct module_view *module_view_new(const char *name)
{
    struct module_view *module = g_new0(struct module_view, 1);
    module->name = g_strdup(name);
    module->text = g_string_new("");
    return module;
}

void module_view_free(void *data)
{
    struct module_view *module = data;
    g_free(module->name);
    g_string_free(module->text, TRUE);
    g_free(module->output);
    g_free(module->reply);
    g_free(module->form);
    g_free(module->skills);
    g_strfreev(module->offered);
    g_free(module->recalled);
    g_free(module->repeats);
    g_free(module->retry.why);
    g_free(module->retry.brain);
    g_free(module);
}

const struct module_view *step_view_module(const struct step_view *step, const char *name)
{
    for (guint i = 0; i < step->modules->len; i++) {
        const struct module_view *module = g_ptr_array_index(step->modules, i);
        if (g_str_equal(module->name, name))
            return module;
    }
    return NULL;
}

const struct module_view *step_view_retries(const struct step_view *step)
{
    for (guint i = 0; i < step->modules->len; i++) {
        const struct module_view *module = g_ptr_array_index(step->modules, i);
        if (module->retry.n)
            return module;
    }
    return NULL;
}

bool module_needs(const struct module_view *m)
{
    return m->form || m->status == MODULE_STATUS_FAILED;
}

const struct module_view *model_needy(const struct model *m)
{
    const GPtrArray *modules = model_live(m)->modules;
    for (guint i = 0; i < modules->len && !model_is_over(m); i++) {
        if (module_needs(g_ptr_array_index(modules, i)))
            return g_ptr_array_index(modules, i);
    }
    return NULL;
}

static void kind_free(void *data)
{
    struct module_kind *kind = data;
    g_free(kind->name);
    g_free(kind);
}

/* One of each kind, in their order; what is of none of them comes behind. */
void model_add_modules(struct step_view *step, const GPtrArray *kinds)
{
    for (guint i = 0; i < kinds->len; i++) {
        const struct module_kind *kind = g_ptr_array_index(kinds, i);
        guint at = 0;
        struct module_view *module = (struct module_view *)step_view_module(step, kind->name);
        if (module && g_ptr_array_find(step->modules, module, &at))
            g_ptr_array_steal_index(step->modules, at);
        g_ptr_array_insert(step->modules, (int)i, module ? module : module_view_new(kind->name));
    }
}

GPtrArray *model_kinds_new(void)
{
    return g_ptr_array_new_with_free_func(kind_free);
}

const struct module_view *model_acting(const struct model *m, const struct step_view *step)
{
    for (guint i = 0; i < m->about.kinds->len; i++) {
        const struct module_kind *kind = g_ptr_array_index(m->about.kinds, i);
        if (kind->acts)
            return step_view_module(step, kind->name);
    }
    return NULL;
}

void model_know_modules(struct model *m)
{
    for (guint i = 0; i < m->steps->len; i++)
        model_add_modules(g_ptr_array_index(m->steps, i), m->about.kinds);
}

void model_take_agent(struct model *m, const struct model *of)
{
    char *agent = g_strdup(of->about.agent);
    g_free(m->about.agent);
    m->about.agent = agent;
    g_ptr_array_unref(m->about.kinds);
    m->about.kinds = g_ptr_array_ref(of->about.kinds);
    model_know_modules(m);
    g_ptr_array_unref(m->about.boards);
    m->about.boards = g_ptr_array_ref(of->about.boards);
    model_know_boards(m);
}

static struct module_view *module_of(struct step_view *step, const char *name)
{
    struct module_view *module = (struct module_view *)step_view_module(step, name);
    if (!module && step->modules->len < MODEL_MODULES_MAX) {
        module = module_view_new(name);
        g_ptr_array_add(step->modules, module);
    }
    return module;
}

static enum module_status status_of(const char *status)
{
    if (g_str_equal(status, "done"))
        return MODULE_STATUS_DONE;
    if (g_str_equal(status, "failed"))
        return MODULE_STATUS_FAILED;
    if (g_str_equal(status, "skipped"))
        return MODULE_STATUS_SKIPPED;
    return MODULE_STATUS_RUNNING; /* started, delta */
}

static char *output_text(const struct model *m, const char *name, const char *json)
{
    const struct module *module = module_find(agent_modules(m->about.agent), name);
    g_autoptr(form_output) output = module ? form_parse(&module->form, json, strlen(json), NULL) : NULL;
    return output ? form_output_text(output) : NULL;
}

void model_take_module(struct model *m, const event *e, gint64 now_us)
{
    struct module_view *module = e->module.name ? module_of(model_live(m), e->module.name) : NULL;
    if (!module || !e->status)
        return;
    module->status = status_of(e->status);
    const char *text = e->text ? e->text : "";
    g_clear_pointer(&module->retry.why, g_free);
    g_clear_pointer(&module->retry.brain, g_free);
    module->retry.n = 0;
    if (g_str_equal(e->status, "retry")) {
        module->retry.n = MAX(1, e->module.retry);
        module->retry.of = e->module.retries;
        module->retry.at_us = now_us + CLAMP(e->module.wait_ms, 0, G_MAXINT) * 1000;
        module->retry.why = g_strdup(text);
        module->retry.brain = g_strdup(e->module.brain);
        g_string_truncate(module->text, 0);
        return;
    }
    if (g_str_equal(e->status, "delta")) {
        if (module->text->len < MODEL_TEXT_MAX)
            g_string_append(module->text, text);
        module->ms = e->spent.ms;
        module->tokens_out = e->spent.tokens_out;
        module->heard_us = now_us;
        module->silence_ms = MAX(0, e->module.wait_ms);
        return;
    }
    if (module->status == MODULE_STATUS_RUNNING)
        module->started_us = now_us;
    if (*text || module->status != MODULE_STATUS_DONE)
        g_string_assign(module->text, text);
    g_string_truncate(module->text, MIN(module->text->len, MODEL_TEXT_MAX));
    g_free(module->output);
    g_free(module->reply);
    g_free(module->form);
    if (e->module.skills) {
        g_free(module->skills);
        module->skills = retrieved_lines(e->module.skills);
        g_strfreev(module->offered);
        module->offered = retrieved_names(e->module.skills);
    }
    if (e->module.recalled) {
        g_free(module->recalled);
        module->recalled = recalled_lines(e->module.recalled);
    }
    g_free(module->repeats);
    module->repeats =
        module->status == MODULE_STATUS_SKIPPED && e->module.output ? output_text(m, e->module.name, e->module.output) : NULL;
    module->output = g_strdup(e->module.output);
    module->reply = g_strdup(e->module.reply);
    module->form = e->module.form && *e->module.form ? g_strdup(e->module.form) : NULL;
    module->ms = e->spent.ms;
    if (g_str_equal(e->status, "started")) {
        module->about_tokens = e->spent.tokens_in;
        module->about_cost = e->spent.cost;
        module->tokens_in = module->tokens_out = module->tokens_cached = module->pictures = 0;
        module->cost = 0;
        module->unpriced = false;
        return;
    }
    module->tokens_in = e->spent.tokens_in;
    module->tokens_cached = e->spent.tokens_cached;
    module->pictures = e->spent.pictures;
    module->tokens_out = e->spent.tokens_out;
    module->cost = e->spent.cost;
    module->unpriced = e->spent.unpriced;
}

void model_know_words(struct model *m, const event *e)
{
    g_auto(GStrv) set = protocol_strings_from_json(e->about.set), rules = protocol_strings_from_json(e->about.rules);
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (char **one = set; one && *one; one++)
        g_strv_builder_add_many(words, "--set", *one, NULL);
    for (char **one = rules; one && *one; one++)
        g_strv_builder_add_many(words, "--rule", *one, NULL);
    g_strfreev(m->about.words);
    m->about.words = g_strv_builder_end(words);
}
