/* A module's output between JSON and the fields of a form. */

#include "tui/form.h"

#include "config/strict_json.h"
#include "engine/modules/module.h"

#include <string.h>

/* Lists of strings are edited with one item between two of these (shown as they are). */
#define SEPARATOR " ; "

static cJSON *strings_value(const char *text)
{
    cJSON *array = cJSON_CreateArray();
    g_auto(GStrv) items = g_strsplit(text, ";", -1);
    for (char **item = items; *item; item++) {
        g_strstrip(*item);
        if (**item)
            cJSON_AddItemToArray(array, cJSON_CreateString(*item));
    }
    return array;
}

/* JSON, or calls as the console prints them. */
static cJSON *actions_value(const char *text, GError **error)
{
    char first = text[strspn(text, " ")];
    if (first == '[' || first == '{')
        return strict_json_parse(text, strlen(text), STRICT_JSON_LINE, error);
    g_autoptr(GPtrArray) actions = actions_from_calls(text, error);
    cJSON *array = actions ? cJSON_CreateArray() : NULL;
    for (guint i = 0; actions && i < actions->len; i++) {
        g_autofree char *json = action_to_json(g_ptr_array_index(actions, i));
        cJSON_AddItemToArray(array, cJSON_CreateRaw(json));
    }
    return array;
}

/* A field's text as JSON; NULL with error when it has to be JSON and is not. */
static cJSON *entry_value(const struct form_entry *entry, GError **error)
{
    const char *text = entry->input.text->str;
    switch (entry->field->type) {
    case FIELD_STRING:
        return cJSON_CreateString(text);
    case FIELD_BOOLEAN:
        return cJSON_CreateBool(g_str_equal(text, "true"));
    case FIELD_INTEGER:
        return cJSON_CreateNumber((double)g_ascii_strtoll(text, NULL, 10));
    case FIELD_STRINGS:
        if (*text != '[')
            return strings_value(text);
        break;
    case FIELD_SKILLS:
    case FIELD_ACTIONS:
    case FIELD_TYPE_COUNT:
        break;
    }
    cJSON *value;
    if (entry->field->type == FIELD_ACTIONS)
        value = actions_value(text, error);
    else
        value = *text ? strict_json_parse(text, strlen(text), STRICT_JSON_LINE, error) : cJSON_CreateArray();
    if (!value)
        g_prefix_error(error, "%s: ", entry->name);
    return value;
}

char *form_view_get_output(const form_view *f, GError **error)
{
    enum module m;
    g_autoptr(cJSON) object = cJSON_CreateObject();
    for (guint i = 0; i < f->entries->len; i++) {
        const struct form_entry *entry = g_ptr_array_index(f->entries, i);
        if (!entry->field->required && !entry->input.text->len)
            continue;
        cJSON *value = entry_value(entry, error);
        if (!value)
            return NULL;
        cJSON_AddItemToObject(object, entry->name, value);
    }
    g_autofree char *json = strict_json_print(object);
    if (!module_parse(f->module, &m))
        return g_steal_pointer(&json);
    g_autoptr(form_output) checked = form_parse(module_form(m), json, strlen(json), error);
    return checked ? form_output_json(checked) : NULL;
}

static char *value_text(const cJSON *value)
{
    if (cJSON_IsString(value))
        return g_strdup(value->valuestring);
    if (cJSON_IsBool(value))
        return g_strdup(cJSON_IsTrue(value) ? "true" : "false");
    if (cJSON_IsNull(value))
        return g_strdup("");
    return strict_json_print(value);
}

/* A list of plain strings as "a ; b"; NULL when an item would not come back the same. */
static char *strings_text(const cJSON *array)
{
    g_autoptr(GString) text = g_string_new("");
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (!cJSON_IsString(item) || strpbrk(item->valuestring, ";[\n") || !*item->valuestring)
            return NULL;
        g_string_append_printf(text, "%s%s", text->len ? SEPARATOR : "", item->valuestring);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

bool form_view_set_output(form_view *f, const char *json, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(json, strlen(json), STRICT_JSON_LINE, error);
    if (!object)
        return false;
    if (!cJSON_IsObject(object)) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX, "not a JSON object (write {\"field\": value, …})");
        return false;
    }
    for (guint i = 0; i < f->entries->len; i++) {
        struct form_entry *entry = g_ptr_array_index(f->entries, i);
        const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, entry->name);
        if (!value)
            continue;
        g_autofree char *text = entry->field->type == FIELD_STRINGS && cJSON_IsArray(value) ? strings_text(value) : NULL;
        if (!text)
            text = value_text(value);
        input_set(&entry->input, text);
    }
    return true;
}

char *form_pretty(const char *json)
{
    g_autoptr(cJSON) value = strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL);
    if (!value)
        return g_strdup(json);
    char *printed = cJSON_Print(value);
    char *text = g_strconcat(printed ? printed : json, "\n", NULL);
    cJSON_free(printed);
    return text;
}

bool form_entry_add_action(struct form_entry *entry, const action *a, GError **error)
{
    g_autoptr(cJSON) array = actions_value(entry->input.text->str, error);
    if (array && !cJSON_IsArray(array)) {
        cJSON *one = g_steal_pointer(&array);
        array = cJSON_CreateArray();
        cJSON_AddItemToArray(array, one);
    }
    if (!array)
        return false;
    g_autofree char *json = action_to_json(a);
    cJSON_AddItemToArray(array, cJSON_CreateRaw(json));
    g_autofree char *all = strict_json_print(array);
    input_set(&entry->input, all);
    return true;
}
