/* --set KEY=VALUE: what a run's agent is told beside reins.ini. */
#include "engine/run/options.h"

#include "config/options.h"
#include "engine/modules/module.h"

#include <string.h>

static char *group_of(const char *agent)
{
    return g_strdup_printf("agent %s", agent);
}

/* The value in a "KEY=VALUE" of this key; NULL = it is of another. */
static const char *value_in(const char *setting, const char *key)
{
    gsize length = strlen(key);
    return strncmp(setting, key, length) == 0 && setting[length] == '=' ? setting + length + 1 : NULL;
}

static bool no_option(const char *agent, const char *key, GError **error)
{
    gsize n;
    const struct option_row *rows = option_rows(&n);
    g_autofree char *group = group_of(agent);
    g_autofree const char **names = option_names(rows, n, group);
    g_autofree char *list = g_strjoinv(", ", (char **)names);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--set %s: agent %s has no such option (there is: %s)", key, agent,
                *list ? list : "none");
    return false;
}

static bool check_setting(const char *agent, const char *setting, GError **error)
{
    g_autofree char *key = g_strndup(setting, strcspn(setting, "=")), *group = group_of(agent);
    const char *value = value_in(setting, key);
    if (!value || !*key) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--set '%s' is not KEY=VALUE", setting);
        return false;
    }
    const struct option_row *row = option_known(group, key);
    if (!row)
        return no_option(agent, key, error);
    if (option_check(row, value, error))
        return true;
    g_prefix_error(error, "--set %s: ", key);
    return false;
}

/* In the place of what is there of the same key. */
static void put(GPtrArray *list, const char *setting)
{
    g_autofree char *key = g_strndup(setting, strcspn(setting, "="));
    for (guint i = 0; i < list->len; i++)
        if (value_in(list->pdata[i], key)) {
            g_ptr_array_remove_index(list, i);
            break;
        }
    g_ptr_array_add(list, g_strdup(setting));
}

bool run_options_set(run_options *o, char *const *settings, GError **error)
{
    g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(g_free);
    for (char *const *s = o->set; s && *s; s++)
        put(list, *s);
    for (char *const *s = settings; s && *s; s++)
        put(list, *s);
    for (guint i = 0; i < list->len; i++)
        if (!check_setting(o->agent, list->pdata[i], error))
            return false;
    g_strfreev(o->set);
    o->set = NULL;
    if (list->len == 0)
        return true;
    g_ptr_array_add(list, NULL);
    o->set = (char **)g_ptr_array_steal(list, NULL);
    return true;
}

const char *run_option(const run_options *o, const config *cfg, const char *key)
{
    for (char **s = o->set; s && *s; s++) {
        const char *value = value_in(*s, key);
        if (value)
            return value;
    }
    g_autofree char *group = group_of(o->agent);
    return config_find(cfg, group, key);
}

int run_option_actions(const run_options *o, const config *cfg, const struct module *module)
{
    const struct module_says *acts;
    if (module->each && module_says(module, SAYS_ACTIONS, &acts))
        return form_field(&module->form, acts->field)->max;
    const char *own = module->most ? run_option(o, cfg, module->most) : NULL;
    return own ? (int)option_int(own) : (int)config_int(cfg, "run", "max_actions");
}
