/* A checked output: one value a field, in the order of the table. */

#include "engine/modules/output.h"

#include "skills/action.h"

#include <string.h>

G_DEFINE_QUARK(reins - form - error - quark, form_error)

static bool is_array(enum field_type type)
{
    return type == FIELD_STRINGS || type == FIELD_ACTIONS || type == FIELD_SKILLS;
}

form_output *form_output_new(const struct form *form)
{
    form_output *out = g_new0(form_output, 1);
    out->form = form;
    out->values = g_new0(struct field_value, form->n_fields);
    out->bent = g_string_new(NULL);
    for (gsize i = 0; i < form->n_fields; i++) {
        if (form->fields[i].type == FIELD_ACTIONS)
            out->values[i].array = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
        else if (is_array(form->fields[i].type))
            out->values[i].array = g_ptr_array_new_with_free_func(g_free);
    }
    return out;
}

static gpointer copy_item(gconstpointer item, gpointer data)
{
    const struct field *field = data;
    return field->type == FIELD_ACTIONS ? (gpointer)action_copy(item) : (gpointer)g_strdup(item);
}

form_output *form_output_copy(const form_output *out)
{
    form_output *copy = form_output_new(out->form);
    g_string_assign(copy->bent, out->bent->str);
    for (gsize i = 0; i < out->form->n_fields; i++) {
        const struct field_value *from = &out->values[i];
        struct field_value *to = &copy->values[i];
        to->given = from->given;
        to->boolean = from->boolean;
        to->integer = from->integer;
        to->string = g_strdup(from->string);
        for (guint j = 0; from->array && j < from->array->len; j++)
            g_ptr_array_add(to->array, copy_item(g_ptr_array_index(from->array, j), (gpointer)&out->form->fields[i]));
    }
    return copy;
}

void form_output_free(form_output *out)
{
    if (!out)
        return;
    for (gsize i = 0; i < out->form->n_fields; i++) {
        g_free(out->values[i].string);
        g_clear_pointer(&out->values[i].array, g_ptr_array_unref);
    }
    g_free(out->values);
    g_string_free(out->bent, TRUE);
    g_free(out);
}

const char *form_output_bent(const form_output *out)
{
    return out->bent->str;
}

/* The value of a field of that type; anything else is a mistake in our own code. */
static const struct field_value *value_of(const form_output *out, const char *name, enum field_type type)
{
    for (gsize i = 0; i < out->form->n_fields; i++) {
        if (strcmp(out->form->fields[i].name, name) == 0 && out->form->fields[i].type == type)
            return &out->values[i];
    }
    g_error("form %s has no field %s of type %d", out->form->name, name, (int)type);
}

const char *form_output_string(const form_output *out, const char *field)
{
    const char *string = value_of(out, field, FIELD_STRING)->string;
    return string ? string : "";
}

bool form_output_boolean(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_BOOLEAN)->boolean;
}

const GPtrArray *form_output_strings(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_STRINGS)->array;
}

const GPtrArray *form_output_actions(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_ACTIONS)->array;
}

const GPtrArray *form_output_skills(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_SKILLS)->array;
}

static void append_array(GString *text, const struct field *field, const GPtrArray *array)
{
    for (guint i = 0; i < array->len; i++) {
        const void *item = g_ptr_array_index(array, i);
        g_autofree char *line = field->type == FIELD_ACTIONS ? action_describe(item) : g_strdup(item);
        if (field->type == FIELD_SKILLS)
            g_string_append_printf(text, "\n%s", line);
        else
            g_string_append_printf(text, "%s%s", i ? " · " : "", line);
    }
}

char *form_output_text(const form_output *out)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < out->form->n_fields; i++) {
        const struct field *field = &out->form->fields[i];
        const struct field_value *value = &out->values[i];
        bool empty =
            !value->given || (field->type == FIELD_STRING && !*value->string) || (value->array && value->array->len == 0);
        if (empty)
            continue;
        g_string_append_printf(text, "%s%s: ", text->len ? "\n" : "", field->name);
        if (field->type == FIELD_STRING)
            g_string_append(text, value->string);
        else if (field->type == FIELD_BOOLEAN)
            g_string_append(text, value->boolean ? "yes" : "no");
        else if (field->type == FIELD_INTEGER)
            g_string_append_printf(text, "%" G_GINT64_FORMAT, value->integer);
        else
            append_array(text, field, value->array);
    }
    return g_string_free(text, FALSE);
}
