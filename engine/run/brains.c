#include "engine/run/brains.h"

#include "config/config.h"
#include "engine/agents/agent.h"
#include "engine/brain/brain.h"
#include "engine/modules/merge.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/run/working.h"

#define BLANK "blank" /* the brain of what a person who plans need not fill in (config/brains/blank.lua) */

static bool is_person(const struct run *run, const char *brain)
{
    g_autofree char *group = g_strconcat("brain ", brain, NULL);
    return g_str_equal(config_string(run->cfg, group, "kind"), "human");
}

const char *brains_of_run(const struct run *run)
{
    const struct agent *agent = run->working->agent; /* NULL: reins do */
    return agent && module_count(agent->modules) == 0 ? NULL : run->options->brain;
}

const char *brains_of_module(const struct run *run, guint m)
{
    const struct module_says *says = NULL;
    const struct module *modules = run->working->agent->modules;
    const char *own = config_find(run->cfg, "modules", modules[m].form.name);
    bool blank =
        is_person(run, run->options->brain) && !modules[m].person && module_saying(modules, SAYS_ACTIONS, &says) != (int)m;
    return own && *own ? own : blank ? BLANK : run->options->brain;
}

const char *brains_fallback(const struct run *run, const char *brain)
{
    g_autofree char *group = g_strconcat("brain ", brain, NULL);
    const char *other = config_string(run->cfg, group, "fallback");
    return *other ? other : NULL;
}

bool brains_takes_merged(const struct run *run, const char *brain)
{
    static const char *const others[] = {"human", "lua", "replay", NULL};
    g_autoptr(brain_profile) profile = config_brain(run->cfg, brain, NULL);
    return profile && !g_strv_contains(others, profile->kind);
}

bool brains_merge(const config *cfg, const struct module *modules, const char *list, guint *ret_merged, GError **error)
{
    const char *first = NULL;
    if (!merge_parse(modules, list, ret_merged, error))
        return false;
    for (guint m = 0; m < module_count(modules); m++) {
        if (!(*ret_merged & 1u << m))
            continue;
        const char *own = config_find(cfg, "modules", modules[m].form.name);
        if (first && !g_str_equal(first, own ? own : "")) {
            g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                        "merge=%s: [modules] gives %s another brain than the module before it", list, modules[m].form.name);
            return false;
        }
        first = own ? own : "";
    }
    return true;
}

/* The call is begun and given up: nothing is sent. */
static bool is_ready(const struct run *run, const struct module *module, const char *brain, GError **error)
{
    static const char *const here[] = {"human", "lua", "replay", "cassette", NULL}; /* at no service */
    g_autoptr(brain_profile) profile = config_brain(run->cfg, brain, error);
    if (!profile || g_strv_contains(here, profile->kind))
        return profile != NULL;
    g_autoptr(brain_request) request = brain_request_new(module->form.name);
    request->user = g_strdup("");
    request->native = module->native ? brain_native_new() : NULL;
    guint call = brain_pool_ask(run->brains, brain, request, error);
    brain_pool_forget(run->brains, call);
    return call != 0;
}

bool brains_ready(const struct run *run, GError **error)
{
    const struct agent *agent = run->working->agent;
    for (guint m = 0; agent && m < module_count(agent->modules); m++)
        if (!is_ready(run, &agent->modules[m], brains_of_module(run, m), error))
            return false;
    return true;
}

guint brains_persons(const struct run *run)
{
    guint persons = 0;
    for (guint m = 0; run->working->agent && m < module_count(run->working->agent->modules); m++)
        persons |= is_person(run, brains_of_module(run, m)) ? 1u << m : 0;
    return persons;
}
