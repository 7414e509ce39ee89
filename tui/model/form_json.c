/* A module's output between JSON and the fields of a form. */

#include "tui/model/form.h"

#include "config/strict_json.h"

#include <string.h>

/* Lists of strings are edited with one item between two of these (shown as they are). */
#define SEPARATOR " ; "
#define SEPARATOR_CALLS "; "

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

/* A call does not say what is expected and why: the same call has it from before, one with other arguments has not. */
static void remember(const struct form_entry *entry, GPtrArray *calls)
{
    g_autoptr(GPtrArray) left = g_ptr_array_new();
    for (guint i = 0; entry->known && i < entry->known->len; i++)
        g_ptr_array_add(left, g_ptr_array_index(entry->known, i));
    for (guint i = 0; i < calls->len; i++) {
        g_autofree char *text = action_describe(g_ptr_array_index(calls, i));
        for (guint k = 0; k < left->len; k++) {
            g_autofree char *before = action_describe(g_ptr_array_index(left, k));
            if (!g_str_equal(text, before))
                continue;
            action_free(g_ptr_array_index(calls, i));
            g_ptr_array_index(calls, i) = action_copy(g_ptr_array_remove_index(left, k));
            break;
        }
    }
}

/* A list or object, and no text of ours. */
static bool is_json(const char *text)
{
    char first = text[strspn(text, " ")];
    return first == '[' || first == '{';
}

/* JSON, or calls as the console prints them. */
static cJSON *actions_value(const struct form_entry *entry, GError **error)
{
    const char *text = entry->input.text->str;
    if (is_json(text))
        return strict_json_parse(text, strlen(text), STRICT_JSON_LINE, error);
    g_autoptr(GPtrArray) actions = actions_from_calls(text, error);
    cJSON *array = actions ? cJSON_CreateArray() : NULL;
    if (actions)
        remember(entry, actions);
    for (guint i = 0; actions && i < actions->len; i++) {
        g_autofree char *json = action_to_json(g_ptr_array_index(actions, i));
        cJSON_AddItemToArray(array, cJSON_CreateRaw(json));
    }
    return array;
}

/* The action as a call; NULL when it would not be read back as it is. */
static char *call_text(const action *a)
{
    g_autofree char *call = action_describe(a);
    g_autoptr(GPtrArray) back = actions_from_calls(call, NULL);
    if (!back || back->len != 1)
        return NULL;
    g_autoptr(action) bare = action_copy(a);
    bare->expectation[0] = bare->reason[0] = '\0';
    bare->tier = -1;
    g_autofree char *one = action_to_json(bare), *other = action_to_json(g_ptr_array_index(back, 0));
    return g_str_equal(one, other) ? g_steal_pointer(&call) : NULL;
}

/* Actions as calls, which the entry then knows the rest of; as they are where one is no call. */
static void set_actions(struct form_entry *entry, const cJSON *array)
{
    g_autoptr(GPtrArray) known = g_ptr_array_new_with_free_func((GDestroyNotify)action_free);
    g_autoptr(GString) text = g_string_new("");
    g_autofree char *json = strict_json_print(array);
    const cJSON *item;
    input_set(&entry->input, json);
    cJSON_ArrayForEach(item, array)
    {
        g_autofree char *one = strict_json_print(item);
        action *a = action_from_json(one, strlen(one), NULL);
        if (!a)
            return;
        g_ptr_array_add(known, a);
        g_autofree char *call = call_text(a);
        if (!call)
            return;
        g_string_append_printf(text, "%s%s", text->len ? SEPARATOR_CALLS : "", call);
    }
    input_set(&entry->input, text->str);
    if (entry->known)
        g_ptr_array_unref(entry->known);
    entry->known = g_steal_pointer(&known);
}

/* A number or truth as typed; what is none stays a text, for the form to refuse. */
static cJSON *scalar_value(const char *text)
{
    g_autoptr(cJSON) value = strict_json_parse(text, strlen(text), STRICT_JSON_LINE, NULL);
    return cJSON_IsNumber(value) || cJSON_IsBool(value) ? g_steal_pointer(&value) : cJSON_CreateString(text);
}

/* "a=b" in two, without the spaces around; false: there is no =. */
static bool split_pair(const char *piece, char **ret_name, char **ret_value)
{
    const char *equals = strchr(piece, '=');
    if (!equals)
        return false;
    *ret_name = g_strstrip(g_strndup(piece, (gsize)(equals - piece)));
    *ret_value = g_strstrip(g_strdup(equals + 1));
    return true;
}

/* JSON, or "log=3; plank=2". An array: so a name that is there twice is told by the form. */
static cJSON *counts_value(const char *text, GError **error)
{
    if (is_json(text))
        return strict_json_parse(text, strlen(text), STRICT_JSON_LINE, error);
    g_autoptr(cJSON) array = cJSON_CreateArray();
    g_auto(GStrv) pieces = g_strsplit(text, ";", -1);
    for (char **piece = pieces; *piece; piece++) {
        g_autofree char *name = NULL, *count = NULL;
        if (!*g_strstrip(*piece))
            continue;
        if (!split_pair(*piece, &name, &count)) {
            g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX, "\"%s\" is not NAME=HOW MANY", *piece);
            return NULL;
        }
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", name);
        cJSON_AddItemToObject(one, "count", scalar_value(count));
        cJSON_AddItemToArray(array, one);
    }
    return g_steal_pointer(&array);
}

struct row_made {
    const struct form *form;
    cJSON *row;
};

static void put_member(void *to, const char *name, const char *value)
{
    const struct row_made *made = to;
    const struct field *field = form_field(made->form, name);
    bool string = field && field->type == FIELD_STRING;
    cJSON_AddItemToObject(made->row, name, string ? cJSON_CreateString(value) : scalar_value(value));
}

/* "text=axe, count=1"; or as the form's own rows are written. */
static cJSON *row_value(const struct form *form, const char *text, GError **error)
{
    g_autoptr(cJSON) row = cJSON_CreateObject();
    struct row_made made = {form, row};
    if (form->line && !g_regex_match_simple("^\\s*[a-z_]+\\s*=", text, 0, 0))
        return form->line->read(text, put_member, &made, error) ? g_steal_pointer(&row) : NULL;
    g_auto(GStrv) pieces = g_strsplit(text, ",", -1);
    for (char **piece = pieces; *piece; piece++) {
        g_autofree char *name = NULL, *value = NULL;
        if (!split_pair(*piece, &name, &value) || cJSON_GetObjectItemCaseSensitive(row, name)) {
            g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX,
                        name ? "\"%s\" occurs twice in a row" : "\"%s\" is not FIELD=VALUE (a text with a comma: write JSON)",
                        name ? name : g_strstrip(*piece));
            return NULL;
        }
        put_member(&made, name, value);
    }
    return g_steal_pointer(&row);
}

/* JSON, or "text=axe, count=1; text=log". */
static cJSON *rows_value(const struct form *form, const char *text, GError **error)
{
    if (is_json(text))
        return strict_json_parse(text, strlen(text), STRICT_JSON_LINE, error);
    g_autoptr(cJSON) array = cJSON_CreateArray();
    g_auto(GStrv) pieces = g_strsplit(text, ";", -1);
    for (char **piece = pieces; *piece; piece++) {
        cJSON *row = *g_strstrip(*piece) ? row_value(form, *piece, error) : NULL;
        if (!row && **piece)
            return NULL;
        if (row)
            cJSON_AddItemToArray(array, row);
    }
    return g_steal_pointer(&array);
}

/* A field's text as JSON; NULL with error when it has to be JSON and is not. */
static cJSON *entry_value(const struct form_entry *entry, GError **error)
{
    const char *text = entry->input.text->str;
    cJSON *value;
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
    case FIELD_NUMBER:
        return scalar_value(text);
    case FIELD_COUNTS:
    case FIELD_ROWS:
    case FIELD_SKILLS:
    case FIELD_ACTIONS:
    case FIELD_TYPE_COUNT:
        break;
    }
    if (entry->field->type == FIELD_ACTIONS)
        value = actions_value(entry, error);
    else if (entry->field->type == FIELD_COUNTS)
        value = counts_value(text, error);
    else if (entry->field->type == FIELD_ROWS)
        value = rows_value(entry->field->row, text, error);
    else
        value = *text ? strict_json_parse(text, strlen(text), STRICT_JSON_LINE, error) : cJSON_CreateArray();
    if (!value)
        g_prefix_error(error, "%s: ", entry->name);
    return value;
}

char *form_view_get_output(const form_view *f, GError **error)
{
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
    g_autoptr(form_output) checked = form_parse(&f->module->form, json, strlen(json), error);
    return checked ? form_output_json(checked) : NULL;
}

/* What nobody would see: a question, or its choices, beside an outcome that does not ask. */
static bool asks_in_vain(const form_view *f, const struct module_says *asks, const char *outcome, GError **error)
{
    bool asked = false;
    for (guint i = 0; asks && g_strcmp0(outcome, asks->yes) && i < f->entries->len; i++) {
        const struct form_entry *entry = g_ptr_array_index(f->entries, i);
        asked |= g_str_equal(entry->name, asks->field);
        if (!asked || !entry->input.text->len) /* its choices stand behind it */
            continue;
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD,
                    "%s: it is only asked with the outcome %s: choose that, or empty the field", entry->name, asks->yes);
        return true;
    }
    return false;
}

/* No action, and a call in a field of words. */
static bool is_misplaced(const form_view *f, const cJSON *object, GError **error)
{
    const struct module_says *acts = NULL;
    if (!module_says(f->module, SAYS_ACTIONS, &acts) || cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, acts->field)))
        return false;
    for (gsize i = 0; i < f->module->form.n_fields; i++) {
        const struct field *field = &f->module->form.fields[i];
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, field->name));
        g_autoptr(GPtrArray) calls = text && strchr(text, '(') ? actions_from_calls(text, NULL) : NULL;
        if (!calls || !calls->len)
            continue;
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "%s: this is a call: type it into %s", field->name, acts->field);
        return true;
    }
    return false;
}

bool form_view_does_something(const form_view *f, const char *output, GError **error)
{
    g_autoptr(cJSON) object = strict_json_parse(output, strlen(output), STRICT_JSON_LINE, NULL);
    const struct module_says *acts = NULL, *ends = NULL, *asks = NULL;
    const char *about = f->module->about;
    if (about && cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(object, about)) == 0) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "%s: it is empty", about);
        return false;
    }
    if (is_misplaced(f, object, error))
        return false;
    if (!module_says(f->module, SAYS_ACTIONS, &acts) || !module_says(f->module, SAYS_OUTCOME, &ends))
        return true;
    const cJSON *outcome = cJSON_GetObjectItemCaseSensitive(object, ends->field);
    const cJSON *actions = cJSON_GetObjectItemCaseSensitive(object, acts->field);
    const char *question = module_says(f->module, SAYS_QUESTION, &asks)
                               ? cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, asks->field))
                               : NULL;
    if (asks && !g_strcmp0(cJSON_GetStringValue(outcome), asks->yes) && (!question || !*question)) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "nothing is asked: type the question");
        return false;
    }
    if (asks_in_vain(f, asks, cJSON_GetStringValue(outcome), error))
        return false;
    if (g_strcmp0(cJSON_GetStringValue(outcome), ends->yes) != 0 || cJSON_GetArraySize(actions) > 0)
        return true;
    g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "nothing to do: add an action, or choose success or failed");
    return false;
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

/* Counts as "log=3; plank=2"; NULL when a name would not come back the same. */
static char *counts_entry_text(const cJSON *object)
{
    g_autoptr(GString) text = g_string_new("");
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        g_autofree char *name = g_strstrip(g_strdup(item->string));
        g_autofree char *n = strict_json_print(item);
        if (!*name || strpbrk(name, "=;[{\n") || !g_str_equal(name, item->string) || !cJSON_IsNumber(item))
            return NULL;
        g_string_append_printf(text, "%s%s=%s", text->len ? SEPARATOR_CALLS : "", name, n);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Rows as "text=axe, count=1; text=log", what is left out in them left out; NULL when they would not come back the same. */
static char *rows_text(const struct form *form, const cJSON *array)
{
    g_autoptr(GString) text = g_string_new("");
    g_autoptr(cJSON) bare = cJSON_Duplicate(array, true);
    cJSON *row;
    cJSON_ArrayForEach(row, bare)
    {
        g_string_append(text, text->len ? SEPARATOR_CALLS : "");
        for (cJSON *item = cJSON_IsObject(row) ? row->child : NULL, *next; item; item = next) {
            next = item->next;
            if (cJSON_IsNull(item)) {
                cJSON_Delete(cJSON_DetachItemViaPointer(row, item));
                continue;
            }
            g_autofree char *value = value_text(item);
            g_string_append_printf(text, "%s%s=%s", item == row->child ? "" : ", ", item->string, value);
        }
    }
    g_autoptr(cJSON) back = strchr(text->str, '\n') ? NULL : rows_value(form, text->str, NULL);
    return cJSON_Compare(back, bare, true) ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* Rows as the form's own are written; NULL when one is none. */
static char *lines_text(const struct form *form, const cJSON *array)
{
    g_autoptr(GString) text = g_string_new("");
    const cJSON *row;
    cJSON_ArrayForEach(row, array)
    {
        g_autofree char *json = strict_json_print(row);
        g_autoptr(form_output) read = form_parse(form, json, strlen(json), NULL);
        g_autofree char *line = read ? form->line->write(read) : NULL;
        if (!line || strpbrk(line, ";\n"))
            return NULL;
        g_string_append_printf(text, "%s%s", text->len ? SEPARATOR_CALLS : "", line);
    }
    g_autoptr(cJSON) back = rows_value(form, text->str, NULL);
    return back ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* The value as text that is easier to read than JSON; NULL = there is none that comes back the same. */
static char *easy_text(const struct field *field, const cJSON *value)
{
    if (field->type == FIELD_STRINGS && cJSON_IsArray(value))
        return strings_text(value);
    if (field->type == FIELD_COUNTS && cJSON_IsObject(value))
        return counts_entry_text(value);
    if (field->type != FIELD_ROWS || !cJSON_IsArray(value))
        return NULL;
    char *lines = field->row->line ? lines_text(field->row, value) : NULL;
    return lines ? lines : rows_text(field->row, value);
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
        if (entry->field->type == FIELD_ACTIONS && cJSON_IsArray(value)) {
            set_actions(entry, value);
            continue;
        }
        g_autofree char *text = easy_text(entry->field, value);
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

static char *call_of(const cJSON *item)
{
    g_autofree char *json = item ? strict_json_print(item) : NULL;
    g_autoptr(action) a = json ? action_from_json(json, strlen(json), NULL) : NULL;
    return a ? action_describe(a) : NULL;
}

/* Whether exactly those calls (NULL = none) are the next ones behind an item. */
static bool is_followed_by(const cJSON *item, char *const *rest)
{
    bool same = rest && *rest;
    for (; same && *rest; rest++) {
        item = item->next;
        g_autofree char *call = call_of(item);
        same = g_strcmp0(call, *rest) == 0;
    }
    return same;
}

/* Behind which item, but none of the first `done` ones, it goes on: `planned` as it was typed; else the one that has behind it
 * what was told as the rest of its plan, as it was typed: a proposal spells keys and numbers anew. NULL = it is not there. */
static const cJSON *reached(const cJSON *typed, guint done, const action *planned, char *const *rest)
{
    const cJSON *item, *by_rest = NULL;
    g_autofree char *call = action_describe(planned);
    guint at = 0;
    cJSON_ArrayForEach(item, typed)
    {
        g_autofree char *is = at++ >= done ? call_of(item) : NULL;
        if (g_strcmp0(is, call) == 0)
            return item;
        by_rest = !by_rest && is && is_followed_by(item, rest) ? item : by_rest;
    }
    return by_rest;
}

bool form_view_go_on(form_view *f, guint done, const action *planned, char *const *rest, const action *first)
{
    bool left = false;
    g_autofree char *begins = first ? action_to_json(first) : NULL;
    for (guint i = 0; i < f->entries->len; i++) {
        struct form_entry *entry = g_ptr_array_index(f->entries, i);
        if (!entry->field || entry->field->type != FIELD_ACTIONS)
            continue;
        g_autoptr(cJSON) typed = actions_value(entry, NULL), array = cJSON_CreateArray();
        if (begins)
            cJSON_AddItemToArray(array, cJSON_CreateRaw(begins));
        const cJSON *last = reached(typed, done, planned, rest);
        for (const cJSON *item = last ? last->next : NULL; item; item = item->next) {
            g_autofree char *json = strict_json_print(item);
            cJSON_AddItemToArray(array, cJSON_CreateRaw(json));
        }
        left = left || cJSON_GetArraySize(array) > 0;
        set_actions(entry, array);
    }
    return left;
}

void form_view_put_actions(form_view *f, const action *first, char *const *rest)
{
    for (guint i = 0; i < f->entries->len; i++) {
        struct form_entry *entry = g_ptr_array_index(f->entries, i);
        if (!entry->field || entry->field->type != FIELD_ACTIONS)
            continue;
        input_set(&entry->input, "");
        form_entry_add_action(entry, first, NULL);
        for (char *const *call = rest; call && *call; call++) {
            g_autoptr(GPtrArray) actions = actions_from_calls(*call, NULL);
            for (guint k = 0; actions && k < actions->len; k++)
                form_entry_add_action(entry, actions->pdata[k], NULL);
        }
    }
}

bool form_entry_add_action(struct form_entry *entry, const action *a, GError **error)
{
    g_autoptr(cJSON) array = actions_value(entry, error);
    if (array && !cJSON_IsArray(array)) {
        cJSON *one = g_steal_pointer(&array);
        array = cJSON_CreateArray();
        cJSON_AddItemToArray(array, one);
    }
    if (!array)
        return false;
    g_autofree char *json = action_to_json(a), *all = NULL;
    cJSON_AddItemToArray(array, cJSON_CreateRaw(json));
    all = strict_json_print(array);
    g_autoptr(cJSON) read = strict_json_parse(all, strlen(all), STRICT_JSON_LINE, error);
    if (read)
        set_actions(entry, read);
    return read != NULL;
}

bool form_entry_begin_action(struct form_entry *entry, bool *ret_begun, GError **error)
{
    *ret_begun = false;
    if (is_json(entry->input.text->str))
        return true;
    g_autoptr(GPtrArray) actions = actions_from_calls(entry->input.text->str, error);
    if (!actions)
        return false;
    g_autofree char *text = g_strchomp(g_strdup(entry->input.text->str));
    gsize length = strlen(text);
    *ret_begun = length && !strchr(";,", text[length - 1]);
    if (length && !*ret_begun)
        text[length - 1] = '\0';
    input_set(&entry->input, text);
    for (const char *p = SEPARATOR_CALLS; *ret_begun && *p; p++)
        input_insert(&entry->input, (gunichar)*p);
    return true;
}
