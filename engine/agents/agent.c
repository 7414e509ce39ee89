#include "engine/agents/agent.h"

const struct agent *agent_find(const char *name)
{
    for (const struct agent *const *a = agents; *a; a++)
        if (g_strcmp0((*a)->name, name) == 0)
            return *a;
    return NULL;
}

const char **agent_names(void)
{
    GPtrArray *names = g_ptr_array_new();
    for (const struct agent *const *a = agents; *a; a++)
        g_ptr_array_add(names, (gpointer)(*a)->name);
    g_ptr_array_add(names, NULL);
    return (const char **)g_ptr_array_free(names, FALSE);
}

const struct module *agent_modules(const char *name)
{
    const struct agent *agent = agent_find(name);
    return agent ? agent->modules : NULL;
}

static const struct option_row *language_row(const struct agent *agent)
{
    for (const struct option_row *row = agent->options; row && row->key; row++)
        if (g_str_equal(row->key, "language"))
            return row;
    return NULL;
}

char *agent_prompt_path(const struct agent *agent, const struct module *module, const char *language)
{
    const struct option_row *row = language_row(agent);
    bool other = row && language && !g_str_equal(language, row->fallback);
    return g_strdup_printf("prompts/%s/%s%s%s.md", agent->name, other ? language : "", other ? "/" : "", module->form.name);
}

const struct wording *agent_words(const struct agent *agent, const char *language)
{
    return agent->words && language ? agent->words(language) : NULL;
}

char **agent_languages(const struct agent *agent)
{
    const struct option_row *row = language_row(agent);
    g_autoptr(GStrvBuilder) others = g_strv_builder_new();
    g_auto(GStrv) all = g_strsplit(row ? row->allowed : "", "|", -1);
    for (guint i = 0; all[i]; i++)
        if (!g_str_equal(all[i], row->fallback))
            g_strv_builder_add(others, all[i]);
    return g_strv_builder_end(others);
}

/* [run] agent, and which brain each module asks; then what each agent takes in a group of its own. */
void agents_register_options(void)
{
    const char *standard = agents[0]->name;
    for (const struct agent *const *a = agents; *a; a++)
        standard = (*a)->standard ? (*a)->name : standard;
    g_autofree const char **names = agent_names();
    g_autofree char *allowed = g_strjoinv("|", (char **)names);
    const struct option_row which = {
        "run", "agent", OPTION_CHOICE, standard, 0, 0, g_intern_string(allowed), "the reasoning loop"};
    const struct option_row merge = {
        "modules", "merge", OPTION_STRING, "", 0, 0, NULL, "modules that are asked in one call, as in A+B; empty = each alone",
    };
    option_register(&which, 1);
    for (const struct agent *const *a = agents; *a; a++) {
        for (guint m = 0; m < module_count((*a)->modules); m++) {
            const struct option_row brain = {
                "modules", (*a)->modules[m].form.name, OPTION_STRING, "", 0, 0, NULL, "brain of this module; empty = the run's",
            };
            option_register(&brain, 1);
        }
        g_autofree char *group = g_strconcat("agent ", (*a)->name, NULL);
        for (const struct option_row *row = (*a)->options; row && row->key; row++) {
            struct option_row own = *row;
            own.group = g_intern_string(group);
            option_register(&own, 1);
        }
    }
    option_register(&merge, 1);
}
