/* Form and JSON: the schema sent, the check of what comes back, the output as one line. */

#include "engine/modules/leniency.h"
#include "engine/modules/output.h"
#include "engine/modules/repair.h"

#include "config/strict_json.h"
#include "skills/action.h"

#include <math.h>
#include <string.h>

#define STRING_MAX 8192
#define SKILL_MAX (64 * 1024)
#define ITEMS_MAX 16
#define ARGUMENT_MAX (64 * 1024)
#define NAME_MAX_BYTES 64
#define SHOWN_MAX 60 /* characters of a wrong value in a defect */

/* ---- schema ---- */

static cJSON *typed(const char *type, bool nullable)
{
    cJSON *schema = cJSON_CreateObject();
    if (nullable) {
        cJSON *types = cJSON_AddArrayToObject(schema, "type");
        cJSON_AddItemToArray(types, cJSON_CreateString(type));
        cJSON_AddItemToArray(types, cJSON_CreateString("null"));
    } else {
        cJSON_AddStringToObject(schema, "type", type);
    }
    return schema;
}

/* An object whose members are all required, as strict mode wants it; members are added by the caller with member(). */
static cJSON *closed_object(cJSON **ret_properties, cJSON **ret_required)
{
    cJSON *schema = typed("object", false);
    *ret_properties = cJSON_AddObjectToObject(schema, "properties");
    *ret_required = cJSON_AddArrayToObject(schema, "required");
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return schema;
}

static void member(cJSON *properties, cJSON *required, const char *name, cJSON *schema, const char *meaning)
{
    if (meaning)
        cJSON_AddStringToObject(schema, "description", meaning);
    cJSON_AddItemToObject(properties, name, schema);
    cJSON_AddItemToArray(required, cJSON_CreateString(name));
}

/* Strict mode knows no free-form objects: arguments are asked for as an array of {name, value}. */
static cJSON *action_schema(void)
{
    cJSON *properties, *required, *arg_properties, *arg_required;
    cJSON *schema = closed_object(&properties, &required);
    member(properties, required, "skill", typed("string", false), "name of a skill from the list");
    cJSON *args = typed("array", false);
    cJSON *arg = closed_object(&arg_properties, &arg_required);
    member(arg_properties, arg_required, "name", typed("string", false), "name of the parameter");
    cJSON *value = cJSON_CreateObject();
    const char *types[] = {"string", "number", "boolean"};
    cJSON_AddItemToObject(value, "type", cJSON_CreateStringArray(types, G_N_ELEMENTS(types)));
    member(arg_properties, arg_required, "value", value, "its value, of the parameter's type");
    cJSON_AddItemToObject(args, "items", arg);
    member(properties, required, "args", args, "one entry for each parameter of the skill");
    member(properties, required, "expectation", typed("string", false),
           "what will be seen on the screen when the action has worked");
    member(properties, required, "reason", typed("string", false), "why this action now, in one sentence");
    return schema;
}

static cJSON *field_schema(const struct field *field)
{
    static const char *const types[] = {
        [FIELD_STRING] = "string", [FIELD_BOOLEAN] = "boolean", [FIELD_INTEGER] = "integer",
        [FIELD_STRINGS] = "array", [FIELD_ACTIONS] = "array",   [FIELD_SKILLS] = "array",
    };
    G_STATIC_ASSERT(G_N_ELEMENTS(types) == FIELD_TYPE_COUNT);
    cJSON *schema = typed(types[field->type], !field->required);
    if (field->allowed) {
        g_auto(GStrv) words = g_strsplit(field->allowed, "|", -1);
        cJSON *allowed = cJSON_AddArrayToObject(schema, "enum");
        for (char **word = words; *word; word++)
            cJSON_AddItemToArray(allowed, cJSON_CreateString(*word));
        if (!field->required)
            cJSON_AddItemToArray(allowed, cJSON_CreateNull());
    }
    if (field->type == FIELD_ACTIONS)
        cJSON_AddItemToObject(schema, "items", action_schema());
    else if (field->type == FIELD_STRINGS || field->type == FIELD_SKILLS)
        cJSON_AddItemToObject(schema, "items", typed("string", false));
    return schema;
}

char *form_schema(const struct form *form)
{
    cJSON *properties, *required;
    g_autoptr(cJSON) schema = closed_object(&properties, &required);
    for (gsize i = 0; i < form->n_fields; i++)
        member(properties, required, form->fields[i].name, field_schema(&form->fields[i]), form->fields[i].meaning);
    return strict_json_print(schema);
}

/* ---- check ---- */

/* A value as it is told in a defect: its type, and its beginning. */
static char *shown(const cJSON *item)
{
    if (cJSON_IsNull(item))
        return g_strdup("null");
    if (cJSON_IsObject(item))
        return g_strdup("an object");
    if (cJSON_IsArray(item))
        return g_strdup("an array");
    g_autofree char *text = strict_json_print(item);
    g_autofree char *begin = g_utf8_strlen(text, -1) > SHOWN_MAX ? g_utf8_substring(text, 0, SHOWN_MAX) : NULL;
    const char *type = cJSON_IsString(item) ? "string " : cJSON_IsNumber(item) ? "number " : "";
    return g_strconcat(type, begin ? begin : text, begin ? "…" : NULL, NULL);
}

static bool defect(GError **error, const char *path, const char *format, ...) G_GNUC_PRINTF(3, 4);
static bool defect(GError **error, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "field \"%s\": %s", path, what);
    return false;
}

static bool expected(GError **error, const char *path, const char *type, const cJSON *item)
{
    g_autofree char *got = shown(item);
    return defect(error, path, "expected %s, got %s", type, got);
}

static bool read_string(const cJSON *item, const char *path, gsize max, char **ret_string, GError **error)
{
    if (!cJSON_IsString(item))
        return expected(error, path, "string", item);
    if (strlen(item->valuestring) > max)
        return defect(error, path, "longer than %zu bytes", max);
    *ret_string = g_strdup(item->valuestring);
    return true;
}

static bool read_allowed(const struct field *field, const char *string, GError **error)
{
    g_auto(GStrv) words = g_strsplit(field->allowed, "|", -1);
    if (g_strv_contains((const char *const *)words, string))
        return true;
    g_autofree char *list = g_strjoinv(", ", words);
    g_autofree char *begin = g_utf8_strlen(string, -1) > SHOWN_MAX ? g_utf8_substring(string, 0, SHOWN_MAX) : g_strdup(string);
    return defect(error, field->name, "expected one of %s, got \"%s\"", list, begin);
}

static bool is_name(const char *text)
{
    gsize n = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    return n > 0 && n <= NAME_MAX_BYTES && text[n] == '\0' && !g_ascii_isdigit(*text);
}

static bool read_argument(action *a, const char *name, const cJSON *item, const char *path, GError **error)
{
    if (!is_name(name))
        return defect(error, path, "\"%.60s\" is not a parameter's name", name);
    if (action_get(a, name))
        return defect(error, path, "argument \"%s\" is given twice", name);
    struct value value = {.type = VALUE_BOOLEAN, .boolean = cJSON_IsTrue(item)};
    if (cJSON_IsString(item)) {
        if (strlen(item->valuestring) > ARGUMENT_MAX)
            return defect(error, path, "longer than %d bytes", ARGUMENT_MAX);
        value = (struct value){.type = VALUE_STRING, .string = item->valuestring};
    } else if (cJSON_IsNumber(item)) {
        double number = item->valuedouble;
        bool whole = isfinite(number) && floor(number) == number && fabs(number) <= 9007199254740992.0;
        if (!isfinite(number))
            return defect(error, path, "the number is too large");
        value = whole ? (struct value){.type = VALUE_INTEGER, .integer = (gint64)number}
                      : (struct value){.type = VALUE_NUMBER, .number = number};
    } else if (!cJSON_IsBool(item)) {
        return expected(error, path, "string, number or boolean", item);
    }
    action_set(a, name, &value);
    return true;
}

/* An object, or an array of {name, value}; an optional parameter may be null, which is to leave it out. */
static bool read_args(action *a, const cJSON *args, const char *path, GError **error)
{
    if (!cJSON_IsObject(args) && !cJSON_IsArray(args))
        return expected(error, path, "object", args);
    const cJSON *item;
    int i = 0;
    cJSON_ArrayForEach(item, args)
    {
        const cJSON *name = NULL, *value = item;
        g_autofree char *place = NULL;
        if (cJSON_IsObject(args)) {
            place = g_strdup_printf("%s.%s", path, item->string);
        } else {
            place = g_strdup_printf("%s[%d]", path, i++);
            name = cJSON_GetObjectItemCaseSensitive(item, "name");
            value = cJSON_GetObjectItemCaseSensitive(item, "value");
            if (!cJSON_IsObject(item) || !cJSON_IsString(name) || !value || cJSON_GetArraySize(item) != 2)
                return expected(error, place, "{\"name\", \"value\"}", item);
        }
        if (!cJSON_IsNull(value) && !read_argument(a, name ? name->valuestring : item->string, value, place, error))
            return false;
    }
    return true;
}

static bool read_tier(const cJSON *item, const char *path, int *ret_tier, GError **error)
{
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > 3 || floor(item->valuedouble) != item->valuedouble)
        return expected(error, path, "integer 0 to 3", item);
    *ret_tier = (int)item->valuedouble;
    return true;
}

static bool read_action_member(action *a, const cJSON *item, const char *path, GError **error)
{
    g_autofree char *place = g_strdup_printf("%s.%s", path, item->string);
    if (strcmp(item->string, "skill") == 0)
        return true; /* read first */
    if (strcmp(item->string, "args") == 0)
        return cJSON_IsNull(item) || read_args(a, item, place, error);
    if (strcmp(item->string, "tier") == 0)
        return cJSON_IsNull(item) || read_tier(item, place, &a->tier, error);
    char **text = strcmp(item->string, "expectation") == 0 ? &a->expectation
                  : strcmp(item->string, "reason") == 0    ? &a->reason
                                                           : NULL;
    if (!text)
        return defect(error, place, "unknown (an action has skill, args, expectation, reason)");
    char *string = NULL;
    if (!cJSON_IsNull(item) && !read_string(item, place, STRING_MAX, &string, error))
        return false;
    if (string) {
        g_free(*text);
        *text = string;
    }
    return true;
}

static action *read_action(const cJSON *item, const char *path, GError **error)
{
    if (!cJSON_IsObject(item)) {
        expected(error, path, "object", item);
        return NULL;
    }
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(item, "skill");
    g_autofree char *place = g_strdup_printf("%s.skill", path);
    if (!name) {
        defect(error, place, "missing");
        return NULL;
    }
    if (!cJSON_IsString(name) || !is_name(name->valuestring)) {
        expected(error, place, "a skill's name", name);
        return NULL;
    }
    g_autoptr(action) a = action_new(name->valuestring);
    const cJSON *part;
    cJSON_ArrayForEach(part, item)
    {
        if (!read_action_member(a, part, path, error))
            return NULL;
    }
    return g_steal_pointer(&a);
}

static bool read_array(const struct field *field, const cJSON *item, struct field_value *value, GError **error)
{
    bool empty_table = cJSON_IsObject(item) && !item->child; /* how an empty Lua table may come out */
    if (!cJSON_IsArray(item) && !empty_table)
        return expected(error, field->name, "array", item);
    int max = field->max > 0 ? field->max : ITEMS_MAX, n = cJSON_GetArraySize(item);
    if (n > max)
        return defect(error, field->name, "%d items, at most %d are taken", n, max);
    const cJSON *entry;
    int i = 0;
    cJSON_ArrayForEach(entry, item)
    {
        g_autofree char *path = g_strdup_printf("%s[%d]", field->name, i++);
        char *string = NULL;
        action *a = NULL;
        if (field->type == FIELD_ACTIONS
                ? !(a = read_action(entry, path, error))
                : !read_string(entry, path, field->type == FIELD_SKILLS ? SKILL_MAX : STRING_MAX, &string, error))
            return false;
        g_ptr_array_add(value->array, field->type == FIELD_ACTIONS ? (gpointer)a : (gpointer)string);
    }
    return true;
}

static bool read_integer(const struct field *field, const cJSON *item, struct field_value *value, GError **error)
{
    if (!cJSON_IsNumber(item) || floor(item->valuedouble) != item->valuedouble)
        return expected(error, field->name, "integer", item);
    int max = field->max > 0 ? field->max : G_MAXINT;
    if (item->valuedouble < 0 || item->valuedouble > max)
        return defect(error, field->name, "expected 0 to %d, got %.0f", max, item->valuedouble);
    value->integer = (gint64)item->valuedouble;
    return true;
}

static bool read_field(const struct field *field, const cJSON *item, struct field_value *value, GError **error)
{
    if (!item || cJSON_IsNull(item))
        return !field->required || defect(error, field->name, "missing");
    value->given = true;
    switch (field->type) {
    case FIELD_STRING:
        return read_string(item, field->name, field->max > 0 ? (gsize)field->max : STRING_MAX, &value->string, error) &&
               (!field->allowed || read_allowed(field, value->string, error));
    case FIELD_BOOLEAN:
        value->boolean = cJSON_IsTrue(item);
        return cJSON_IsBool(item) || expected(error, field->name, "boolean", item);
    case FIELD_INTEGER:
        return read_integer(field, item, value, error);
    case FIELD_STRINGS:
    case FIELD_ACTIONS:
    case FIELD_SKILLS:
        return read_array(field, item, value, error);
    case FIELD_TYPE_COUNT:
        break;
    }
    return false;
}

static const struct field *find_field(const struct form *form, const char *name)
{
    for (gsize i = 0; i < form->n_fields; i++) {
        if (strcmp(form->fields[i].name, name) == 0)
            return &form->fields[i];
    }
    return NULL;
}

static form_output *read_form(const struct form *form, cJSON *root, GError **error)
{
    g_autoptr(form_output) out = form_output_new(form);
    leniency_apply(form, root, out->bent);
    const cJSON *item;
    cJSON_ArrayForEach(item, root)
    {
        if (!find_field(form, item->string)) {
            GString *list = g_string_new(NULL);
            for (gsize i = 0; i < form->n_fields; i++)
                g_string_append_printf(list, "%s%s", i ? ", " : "", form->fields[i].name);
            g_autofree char *known = g_string_free(list, FALSE);
            g_autofree char *begin = g_strndup(item->string, SHOWN_MAX);
            g_autofree char *name = g_utf8_make_valid(begin, -1);
            defect(error, name, "unknown (the fields are: %s)", known);
            return NULL;
        }
    }
    for (gsize i = 0; i < form->n_fields; i++) {
        if (!read_field(&form->fields[i], cJSON_GetObjectItemCaseSensitive(root, form->fields[i].name), &out->values[i], error))
            return NULL;
    }
    return g_steal_pointer(&out);
}

/* ---- reading a reply ---- */

static cJSON *parse_span(const char *text, const struct repair_span *span, GError **error)
{
    cJSON *root = strict_json_parse(text + span->start, span->length, REPAIR_MAX, error);
    if (root)
        return root;
    gsize length = 0;
    g_autofree char *mended = repair_mend(text + span->start, span->length, &length);
    root = strict_json_parse(mended, length, 6 * REPAIR_MAX, NULL);
    if (root)
        g_clear_error(error);
    return root;
}

/* How many of the form's required fields an object has; -1 = it is none of ours. */
static int fitness(const struct form *form, const cJSON *root)
{
    int n = 0;
    bool any = false;
    for (gsize i = 0; i < form->n_fields; i++) {
        bool has = cJSON_GetObjectItemCaseSensitive(root, form->fields[i].name) != NULL;
        any = any || has;
        n += has && form->fields[i].required;
    }
    return any ? n : -1;
}

/* The first candidate that has every required field, else the fittest of those that stand by themselves: a part of an object
 * that was cut off must not pass for the whole. */
static cJSON *find_object(const struct form *form, const char *reply, gsize length, GError **error)
{
    g_autoptr(GArray) spans = repair_candidates(reply, length);
    g_autoptr(cJSON) best = NULL;
    int best_fitness = -2, required = 0;
    for (gsize i = 0; i < form->n_fields; i++)
        required += form->fields[i].required;
    for (guint i = 0; i < spans->len; i++) {
        const struct repair_span *span = &g_array_index(spans, struct repair_span, i);
        g_autoptr(cJSON) root = parse_span(reply, span, i == 0 ? error : NULL);
        if (!cJSON_IsObject(root))
            continue;
        int fit = fitness(form, root);
        if (fit <= best_fitness || (!span->whole && fit < required))
            continue;
        best_fitness = fit;
        g_clear_pointer(&best, cJSON_Delete);
        best = g_steal_pointer(&root);
        if (fit == required)
            break;
    }
    if (best && error)
        g_clear_error(error);
    return g_steal_pointer(&best);
}

form_output *form_parse(const struct form *form, const char *reply, gsize length, GError **error)
{
    g_autoptr(GError) why = NULL;
    if (length > REPAIR_MAX) {
        g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX, "the reply is longer than 1 MiB");
        return NULL;
    }
    g_autoptr(cJSON) root = find_object(form, reply, length, &why);
    if (root)
        return read_form(form, root, error);
    if (length == 0 || !why)
        g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX,
                    length == 0 ? "the reply is empty" : "the reply is not one JSON object");
    else
        g_set_error(error, FORM_ERROR, FORM_ERROR_SYNTAX, "the reply holds no complete JSON object (%s)", why->message);
    return NULL;
}

/* ---- the output as JSON ---- */

static cJSON *array_json(const struct field *field, const GPtrArray *array)
{
    cJSON *json = cJSON_CreateArray();
    for (guint i = 0; i < array->len; i++) {
        const void *item = g_ptr_array_index(array, i);
        if (field->type != FIELD_ACTIONS) {
            cJSON_AddItemToArray(json, cJSON_CreateString(item));
            continue;
        }
        g_autofree char *text = action_to_json(item);
        cJSON *one = cJSON_Parse(text);
        cJSON_AddItemToArray(json, one ? one : cJSON_CreateNull());
    }
    return json;
}

char *form_output_json(const form_output *out)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    for (gsize i = 0; i < out->form->n_fields; i++) {
        const struct field *field = &out->form->fields[i];
        const struct field_value *value = &out->values[i];
        if (!value->given)
            cJSON_AddNullToObject(root, field->name);
        else if (field->type == FIELD_STRING)
            cJSON_AddStringToObject(root, field->name, value->string);
        else if (field->type == FIELD_BOOLEAN)
            cJSON_AddBoolToObject(root, field->name, value->boolean);
        else if (field->type == FIELD_INTEGER)
            cJSON_AddNumberToObject(root, field->name, (double)value->integer);
        else
            cJSON_AddItemToObject(root, field->name, array_json(field, value->array));
    }
    return strict_json_print(root);
}
