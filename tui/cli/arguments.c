#include "tui/cli/arguments.h"

#include <string.h>

static const struct param *find_param(const skill *s, const char *name)
{
    for (guint i = 0; i < s->params->len; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        if (g_str_equal(p->name, name))
            return p;
    }
    return NULL;
}

/* A bare word is what another tool takes without a name: said with the name that it would have here. */
static bool refuse_bare(const action *a, const skill *s, const char *word, GError **error)
{
    const struct param *meant = NULL;
    for (guint i = 0; i < s->params->len && !meant; i++) {
        const struct param *p = &g_array_index(s->params, struct param, i);
        meant = action_get(a, p->name) ? NULL : p;
    }
    g_autofree char *hint = meant ? g_strdup_printf("%s=%s? ", meant->name, word) : g_strdup("");
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s: \"%s\" is not name=value (%sreins skills show %s)", s->name,
                word, hint, s->name);
    return false;
}

bool cli_take_argument(action *a, const skill *s, const char *word, GError **error)
{
    const char *equals = strchr(word, '=');
    g_autofree char *name = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
    const struct param *p = find_param(s, name);
    struct value value = {0};
    if (!equals)
        return refuse_bare(a, s, word, error);
    if (!p) {
        skill_refuse_argument(s, name, error);
        return false;
    }
    if (action_get(a, name)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s: \"%s\" is given twice", s->name, name);
        return false;
    }
    if (!library_param_value(p, equals + 1, &value, error)) {
        g_prefix_error(error, "%s: ", s->name);
        return false;
    }
    action_set(a, name, &value);
    g_free(value.type == VALUE_STRING ? value.string : NULL);
    return true;
}
