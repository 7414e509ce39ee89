/* A checked output: one value a field, in the order of the table. */

#include "engine/modules/output.h"

#include "skills/timeline/action.h"

#include <string.h>

G_DEFINE_QUARK(reins - form - error - quark, form_error)

static bool is_array(enum field_type type)
{
    return type == FIELD_STRINGS || type == FIELD_ACTIONS || type == FIELD_SKILLS || type == FIELD_ROWS;
}

static GDestroyNotify item_free(enum field_type type)
{
    if (type == FIELD_ACTIONS)
        return (GDestroyNotify)action_free;
    return type == FIELD_ROWS ? (GDestroyNotify)form_output_free : g_free;
}

const char *wording_of(const struct wording *words, const char *english)
{
    for (; words && words->english; words++)
        if (g_strcmp0(words->english, english) == 0)
            return words->other;
    return english;
}

const struct field *form_field(const struct form *form, const char *name)
{
    for (gsize i = 0; i < form->n_fields; i++)
        if (g_str_equal(form->fields[i].name, name))
            return &form->fields[i];
    return NULL;
}

form_output *form_output_new(const struct form *form)
{
    form_output *out = g_new0(form_output, 1);
    out->form = form;
    out->values = g_new0(struct field_value, form->n_fields);
    out->bent = g_string_new(NULL);
    for (gsize i = 0; i < form->n_fields; i++) {
        enum field_type type = form->fields[i].type;
        if (is_array(type))
            out->values[i].array = g_ptr_array_new_with_free_func(item_free(type));
        else if (type == FIELD_COUNTS)
            out->values[i].counts = counts_new();
    }
    return out;
}

GPtrArray *form_names(const struct form *form)
{
    GPtrArray *names = g_ptr_array_new();
    for (gsize i = 0; i < form->n_fields; i++)
        g_ptr_array_add(names, (gpointer)form->fields[i].name);
    g_ptr_array_add(names, NULL);
    return names;
}

const struct form *form_row(const struct field *field)
{
    for (gsize i = 0; field->row && i < field->row->n_fields; i++) {
        if (field->row->fields[i].type == FIELD_ROWS)
            g_error("rows of the field %s have rows", field->name);
    }
    if (!field->row)
        g_error("field %s has no form of its rows", field->name);
    return field->row;
}

static gpointer copy_item(gconstpointer item, enum field_type type)
{
    if (type == FIELD_ACTIONS)
        return action_copy(item);
    return type == FIELD_ROWS ? (gpointer)form_output_copy(item) : (gpointer)g_strdup(item);
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
        to->number = from->number;
        to->string = g_strdup(from->string);
        for (guint j = 0; from->array && j < from->array->len; j++)
            g_ptr_array_add(to->array, copy_item(g_ptr_array_index(from->array, j), out->form->fields[i].type));
        if (from->counts) {
            g_hash_table_unref(to->counts);
            to->counts = counts_copy(from->counts);
        }
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
        g_clear_pointer(&out->values[i].counts, g_hash_table_unref);
    }
    g_free(out->values);
    g_string_free(out->bent, TRUE);
    g_free(out);
}

void form_output_bend(form_output *out, const char *what)
{
    g_string_append_printf(out->bent, "%s%s", out->bent->len ? "; " : "", what);
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

gint64 form_output_integer(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_INTEGER)->integer;
}

double form_output_number(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_NUMBER)->number;
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

GHashTable *form_output_counts(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_COUNTS)->counts;
}

const GPtrArray *form_output_rows(const form_output *out, const char *field)
{
    return value_of(out, field, FIELD_ROWS)->array;
}

void form_output_keep(form_output *out, const form_output *corrected)
{
    for (gsize i = 0; corrected && i < out->form->n_fields; i++) {
        if (!out->form->fields[i].kept || out->values[i].given)
            continue;
        out->values[i].given = corrected->values[i].given;
        g_free(out->values[i].string);
        out->values[i].string = g_strdup(corrected->values[i].string);
    }
}

/* ---- for people ---- */

/* A row in one line. */
static char *row_text(const form_output *row)
{
    g_autofree char *text = form_output_text(row);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    return g_strjoinv(" · ", lines);
}

static void append_array(GString *text, enum field_type type, const GPtrArray *array)
{
    for (guint i = 0; i < array->len; i++) {
        const void *item = g_ptr_array_index(array, i);
        g_autofree char *line = type == FIELD_ACTIONS ? action_describe(item)
                                : type == FIELD_ROWS  ? row_text(item)
                                                      : g_strdup(item);
        if (type == FIELD_SKILLS)
            g_string_append_printf(text, "\n%s", line);
        else if (type == FIELD_ROWS)
            g_string_append_printf(text, "\n- %s", line);
        else
            g_string_append_printf(text, "%s%s", i ? " · " : "", line);
    }
}

static void append_value(GString *text, enum field_type type, const struct field_value *value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *counts = NULL;
    switch (type) {
    case FIELD_STRING:
        g_string_append(text, value->string);
        break;
    case FIELD_BOOLEAN:
        g_string_append(text, value->boolean ? "yes" : "no");
        break;
    case FIELD_INTEGER:
        g_string_append_printf(text, "%" G_GINT64_FORMAT, value->integer);
        break;
    case FIELD_NUMBER:
        g_string_append(text, g_ascii_formatd(number, sizeof number, "%.15g", value->number));
        break;
    case FIELD_COUNTS:
        counts = counts_text(value->counts);
        g_string_append(text, counts);
        break;
    case FIELD_STRINGS:
    case FIELD_ACTIONS:
    case FIELD_SKILLS:
    case FIELD_ROWS:
        append_array(text, type, value->array);
        break;
    case FIELD_TYPE_COUNT:
        break;
    }
}

static bool is_empty(const struct field_value *value)
{
    return !value->given || (value->string && !*value->string) || (value->array && value->array->len == 0) ||
           (value->counts && g_hash_table_size(value->counts) == 0);
}

char *form_output_text(const form_output *out)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < out->form->n_fields; i++) {
        if (is_empty(&out->values[i]) || out->form->fields[i].kept)
            continue;
        g_string_append_printf(text, "%s%s: ", text->len ? "\n" : "", out->form->fields[i].name);
        append_value(text, out->form->fields[i].type, &out->values[i]);
    }
    return g_string_free(text, FALSE);
}

char *form_output_field_text(const form_output *out, const char *name)
{
    GString *text = g_string_new(NULL);
    for (gsize i = 0; i < out->form->n_fields; i++)
        if (strcmp(out->form->fields[i].name, name) == 0 && !is_empty(&out->values[i]))
            append_value(text, out->form->fields[i].type, &out->values[i]);
    return g_string_free(text, FALSE);
}
