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

bool cli_take_argument(action *a, const skill *s, const char *word, GError **error)
{
    const char *equals = strchr(word, '=');
    g_autofree char *name = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
    const struct param *p = equals ? find_param(s, name) : NULL;
    struct value value = {0};
    if (!p) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                    equals ? "%s has no parameter \"%s\" (reins skills show %s)"
                           : "%s: \"%s\" is not name=value (reins skills show %s)",
                    s->name, name, s->name);
        return false;
    }
    if (action_get(a, name)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "%s: \"%s\" is given twice", s->name, name);
        return false;
    }
    if (!param_value(p, equals + 1, &value, error))
        return false;
    action_set(a, name, &value);
    g_free(value.type == VALUE_STRING ? value.string : NULL);
    return true;
}
