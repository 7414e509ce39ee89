#include "skills/timeline/action.h"

#include "skills/timeline/visible.h"

#include <math.h>
#include <string.h>

G_DEFINE_QUARK(skills - error - quark, skills_error)

static void argument_clear(gpointer data)
{
    struct argument *arg = data;
    g_free(arg->name);
    g_free(arg->value.string);
}

action *action_new(const char *skill)
{
    action *a = g_new0(action, 1);
    a->skill = g_strdup(skill);
    a->args = g_array_new(FALSE, TRUE, sizeof(struct argument));
    g_array_set_clear_func(a->args, argument_clear);
    a->expectation = g_strdup("");
    a->reason = g_strdup("");
    a->tier = -1;
    return a;
}

action *action_copy(const action *a)
{
    action *copy = action_new(a->skill);
    for (guint i = 0; i < a->args->len; i++) {
        const struct argument *arg = &g_array_index(a->args, struct argument, i);
        action_set(copy, arg->name, &arg->value);
    }
    g_free(copy->expectation);
    copy->expectation = g_strdup(a->expectation);
    g_free(copy->reason);
    copy->reason = g_strdup(a->reason);
    copy->tier = a->tier;
    copy->part = a->part;
    return copy;
}

void action_free(action *a)
{
    if (!a)
        return;
    g_free(a->skill);
    g_array_unref(a->args);
    g_free(a->expectation);
    g_free(a->reason);
    g_free(a);
}

static struct argument *action_find(const action *a, const char *name)
{
    for (guint i = 0; i < a->args->len; i++) {
        struct argument *arg = &g_array_index(a->args, struct argument, i);
        if (g_str_equal(arg->name, name))
            return arg;
    }
    return NULL;
}

void action_set(action *a, const char *name, const struct value *value)
{
    struct value copy = *value;
    copy.string = value->type == VALUE_STRING ? g_strdup(value->string ? value->string : "") : NULL;
    struct argument *arg = action_find(a, name);
    if (arg) {
        g_free(arg->value.string);
        arg->value = copy;
        return;
    }
    struct argument added = {.name = g_strdup(name), .value = copy};
    g_array_append_val(a->args, added);
}

void action_set_string(action *a, const char *name, const char *value)
{
    struct value v = {.type = VALUE_STRING, .string = (char *)value};
    action_set(a, name, &v);
}

void action_set_integer(action *a, const char *name, gint64 value)
{
    struct value v = {.type = VALUE_INTEGER, .integer = value};
    action_set(a, name, &v);
}

const struct value *action_get(const action *a, const char *name)
{
    const struct argument *arg = action_find(a, name);
    return arg ? &arg->value : NULL;
}

static void describe_value(GString *out, const struct value *v)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    switch (v->type) {
    case VALUE_STRING: {
        g_autofree char *shown = visible_quoted(v->string);
        g_string_append(out, shown);
        break;
    }
    case VALUE_INTEGER:
        g_string_append_printf(out, "%" G_GINT64_FORMAT, v->integer);
        break;
    case VALUE_NUMBER:
        g_ascii_formatd(number, sizeof number, "%.15g", v->number);
        g_string_append(out,
                        g_ascii_strtod(number, NULL) == v->number ? number : g_ascii_dtostr(number, sizeof number, v->number));
        break;
    case VALUE_BOOLEAN:
        g_string_append(out, v->boolean ? "true" : "false");
        break;
    }
}

char *action_describe(const action *a)
{
    g_autofree char *skill = visible_text(a->skill);
    GString *out = g_string_new(skill);
    g_string_append_c(out, '(');
    for (guint i = 0; i < a->args->len; i++) {
        const struct argument *arg = &g_array_index(a->args, struct argument, i);
        g_autofree char *name = visible_text(arg->name);
        g_string_append_printf(out, "%s%s = ", i ? ", " : "", name);
        describe_value(out, &arg->value);
    }
    g_string_append_c(out, ')');
    return g_string_free(out, FALSE);
}

bool action_expectation_stands(const action *edited, const action *from)
{
    g_autofree char *one = action_describe(edited), *other = action_describe(from);
    return !*edited->expectation || strcmp(edited->expectation, from->expectation) != 0 || strcmp(one, other) == 0;
}
