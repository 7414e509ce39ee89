/* Form and JSON: the check of what comes back, the output as one line. */

#include "engine/modules/defect.h"
#include "engine/modules/leniency.h"
#include "engine/modules/output.h"
#include "engine/modules/repair.h"

#include "config/strict_json.h"
#include "skills/timeline/action.h"

#include <math.h>
#include <string.h>

#define STRING_MAX 8192
#define SKILL_MAX (64 * 1024)
#define ITEMS_MAX 16
#define ARGUMENT_MAX (64 * 1024)
#define NAME_MAX_BYTES 64
#define COUNT_NAME_MAX 256

/* ---- check ---- */

static bool read_string(const cJSON *item, const char *path, gsize max, char **ret_string, GError **error)
{
    if (!cJSON_IsString(item))
        return defect_expected(error, path, "string", item);
    if (strlen(item->valuestring) > max)
        return defect(error, path, "longer than %zu bytes", max);
    *ret_string = g_strdup(item->valuestring);
    return true;
}

static bool read_allowed(const struct field *field, const char *string, const char *path, GError **error)
{
    g_auto(GStrv) words = g_strsplit(field->allowed, "|", -1);
    if (g_strv_contains((const char *const *)words, string))
        return true;
    g_autofree char *list = g_strjoinv(", ", words);
    g_autofree char *begin =
        g_utf8_strlen(string, -1) > DEFECT_SHOWN_MAX ? g_utf8_substring(string, 0, DEFECT_SHOWN_MAX) : g_strdup(string);
    return defect(error, path, "expected one of %s, got \"%s\"", list, begin);
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
        return defect_expected(error, path, "string, number or boolean", item);
    }
    action_set(a, name, &value);
    return true;
}

/* An object, or an array of {name, value}; an optional parameter may be null, which is to leave it out. */
static bool read_args(action *a, const cJSON *args, const char *path, GError **error)
{
    if (!cJSON_IsObject(args) && !cJSON_IsArray(args))
        return defect_expected(error, path, "object", args);
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
                return defect_expected(error, place, "{\"name\", \"value\"}", item);
        }
        if (!cJSON_IsNull(value) && !read_argument(a, name ? name->valuestring : item->string, value, place, error))
            return false;
    }
    return true;
}

static bool read_tier(const cJSON *item, const char *path, int *ret_tier, GError **error)
{
    if (!cJSON_IsNumber(item) || item->valuedouble < 0 || item->valuedouble > 3 || floor(item->valuedouble) != item->valuedouble)
        return defect_expected(error, path, "integer 0 to 3", item);
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
        defect_expected(error, path, "object", item);
        return NULL;
    }
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(item, "skill");
    g_autofree char *place = g_strdup_printf("%s.skill", path);
    if (!name) {
        defect(error, place, "missing");
        return NULL;
    }
    if (!cJSON_IsString(name) || !is_name(name->valuestring)) {
        defect_expected(error, place, "a skill's name", name);
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

static form_output *read_members(const struct form *form, const cJSON *object, const char *where, GError **error);

static form_output *read_row(const struct form *form, const cJSON *item, const char *path, GError **error)
{
    if (!cJSON_IsObject(item)) {
        defect_expected(error, path, "object", item);
        return NULL;
    }
    g_autofree char *where = g_strconcat(path, ".", NULL);
    return read_members(form, item, where, error);
}

/* NULL with error. */
static void *read_item(const struct field *field, const cJSON *item, const char *path, GError **error)
{
    char *string = NULL;
    if (field->type == FIELD_ACTIONS)
        return read_action(item, path, error);
    if (field->type == FIELD_ROWS)
        return read_row(form_row(field), item, path, error);
    return read_string(item, path, field->type == FIELD_SKILLS ? SKILL_MAX : STRING_MAX, &string, error) ? string : NULL;
}

static bool check_length(const struct field *field, const cJSON *item, const char *path, GError **error)
{
    int max = field->max > 0 ? field->max : ITEMS_MAX, n = cJSON_GetArraySize(item);
    return n <= max || defect(error, path, "%d items, at most %d are taken", n, max);
}

static bool read_array(const struct field *field, const cJSON *item, const char *path, GPtrArray *array, GError **error)
{
    bool empty_table = cJSON_IsObject(item) && !item->child; /* how an empty Lua table may come out */
    if (!cJSON_IsArray(item) && !empty_table)
        return defect_expected(error, path, "array", item);
    if (!check_length(field, item, path, error))
        return false;
    const cJSON *entry;
    int i = 0;
    cJSON_ArrayForEach(entry, item)
    {
        g_autofree char *place = g_strdup_printf("%s[%d]", path, i++);
        void *one = read_item(field, entry, place, error);
        if (!one)
            return false;
        g_ptr_array_add(array, one);
    }
    return true;
}

static bool read_integer(const cJSON *item, int max, const char *path, gint64 *ret_integer, GError **error)
{
    if (!cJSON_IsNumber(item) || floor(item->valuedouble) != item->valuedouble)
        return defect_expected(error, path, "integer", item);
    if (item->valuedouble < 0 || item->valuedouble > max)
        return defect(error, path, "expected 0 to %d, got %.0f", max, item->valuedouble);
    *ret_integer = (gint64)item->valuedouble;
    return true;
}

static bool read_number(const struct field *field, const cJSON *item, const char *path, double *ret_number, GError **error)
{
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return defect_expected(error, path, "number", item);
    if (field->max > 0 && fabs(item->valuedouble) > field->max)
        return defect(error, path, "expected -%d to %d, got %.15g", field->max, field->max, item->valuedouble);
    *ret_number = item->valuedouble;
    return true;
}

/* `place` is the name's, `path` the number's. */
static bool read_count(const char *name, const cJSON *n, const char *place, const char *path, GHashTable *counts, GError **error)
{
    gint64 count = 0;
    if (!*name)
        return defect(error, place, "the name is empty");
    if (strlen(name) > COUNT_NAME_MAX)
        return defect(error, place, "longer than %d bytes", COUNT_NAME_MAX);
    if (g_hash_table_contains(counts, name))
        return defect(error, place, "\"%s\" is given twice", name);
    if (!read_integer(n, G_MAXINT, path, &count, error))
        return false;
    counts_set(counts, name, count);
    return true;
}

/* An object, or an array of {name, count}. */
static bool read_counts(const struct field *field, const cJSON *all, const char *path, GHashTable *counts, GError **error)
{
    const cJSON *item;
    int i = 0;
    if (!cJSON_IsObject(all) && !cJSON_IsArray(all))
        return defect_expected(error, path, "object", all);
    if (!check_length(field, all, path, error))
        return false;
    cJSON_ArrayForEach(item, all)
    {
        g_autofree char *place = NULL, *of_name = NULL, *of_count = NULL;
        if (cJSON_IsObject(all)) {
            g_autofree char *begin = g_utf8_substring(item->string, 0, MIN(g_utf8_strlen(item->string, -1), DEFECT_SHOWN_MAX));
            place = g_strdup_printf("%s.%s", path, begin);
            if (!read_count(item->string, item, place, place, counts, error))
                return false;
            continue;
        }
        place = g_strdup_printf("%s[%d]", path, i++);
        of_name = g_strconcat(place, ".name", NULL);
        of_count = g_strconcat(place, ".count", NULL);
        const cJSON *name = cJSON_GetObjectItemCaseSensitive(item, "name"), *n = cJSON_GetObjectItemCaseSensitive(item, "count");
        if (!cJSON_IsObject(item) || !cJSON_IsString(name) || !n || cJSON_GetArraySize(item) != 2)
            return defect_expected(error, place, "{\"name\", \"count\"}", item);
        if (!read_count(name->valuestring, n, of_name, of_count, counts, error))
            return false;
    }
    return true;
}

static bool is_filled(const struct field *field, const char *text, const char *path, GError **error)
{
    return text[strspn(text, " \t\r\n")] || defect(error, path, "empty: it is %s", field->meaning);
}

static bool read_field(const struct field *field, const cJSON *item, const char *path, struct field_value *value, GError **error)
{
    if (!item || cJSON_IsNull(item))
        return !field->required || defect(error, path, "missing");
    value->given = true;
    switch (field->type) {
    case FIELD_STRING:
        return read_string(item, path, field->max > 0 ? (gsize)field->max : STRING_MAX, &value->string, error) &&
               (!field->filled || is_filled(field, value->string, path, error)) &&
               (!field->allowed || read_allowed(field, value->string, path, error));
    case FIELD_BOOLEAN:
        value->boolean = cJSON_IsTrue(item);
        return cJSON_IsBool(item) || defect_expected(error, path, "boolean", item);
    case FIELD_INTEGER:
        return read_integer(item, field->max > 0 ? field->max : G_MAXINT, path, &value->integer, error);
    case FIELD_NUMBER:
        return read_number(field, item, path, &value->number, error);
    case FIELD_STRINGS:
    case FIELD_ACTIONS:
    case FIELD_SKILLS:
    case FIELD_ROWS:
        return read_array(field, item, path, value->array, error);
    case FIELD_COUNTS:
        return read_counts(field, item, path, value->counts, error);
    case FIELD_TYPE_COUNT:
        break;
    }
    return false;
}

/* Has the form all members of the object? *ret_other: the first that it has not. */
static bool has_all(const struct form *form, const cJSON *object, const char **ret_other)
{
    g_autoptr(GPtrArray) names = form_names(form);
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        *ret_other = item->string;
        if (!g_strv_contains((const char *const *)names->pdata, item->string))
            return false;
    }
    return true;
}

/* `where` stands before the fields' names: "" or "goals[3].". */
static form_output *read_members(const struct form *form, const cJSON *object, const char *where, GError **error)
{
    g_autoptr(form_output) out = form_output_new(form);
    const char *other = NULL;
    if (!has_all(form, object, &other)) {
        g_autoptr(GPtrArray) names = form_names(form);
        defect_unknown(error, where, other, (const char *const *)names->pdata);
        return NULL;
    }
    for (gsize i = 0; i < form->n_fields; i++) {
        const char *name = form->fields[i].name;
        g_autofree char *path = g_strconcat(where, name, NULL);
        if (!read_field(&form->fields[i], cJSON_GetObjectItemCaseSensitive(object, name), path, &out->values[i], error))
            return NULL;
    }
    return g_steal_pointer(&out);
}

static form_output *read_form(const struct form *form, cJSON *root, GError **error)
{
    g_autoptr(GString) bent = g_string_new(NULL);
    leniency_apply(form, root, bent);
    form_output *out = read_members(form, root, "", error);
    if (out)
        g_string_assign(out->bent, bent->str);
    return out;
}

/* ---- reading a reply ---- */

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

/* May it be a row or a count of the form's, and not the whole? */
static bool may_be_part(const struct form *form, const cJSON *root)
{
    for (gsize i = 0; i < form->n_fields; i++) {
        const struct field *field = &form->fields[i];
        const char *other;
        if (field->type == FIELD_ROWS && has_all(form_row(field), root, &other))
            return true;
        if (field->type == FIELD_COUNTS && cJSON_GetArraySize(root) == 2 && cJSON_HasObjectItem(root, "name") &&
            cJSON_HasObjectItem(root, "count"))
            return true;
    }
    return false;
}

/* The first candidate that has every required field, else the fittest of those that stand by themselves: a part of an object
 * that was cut off must not pass for the whole. */
static cJSON *find_object(const struct form *form, const char *reply, gsize length, GError **error)
{
    g_autoptr(GArray) spans = repair_candidates(reply, length, false);
    g_autoptr(cJSON) best = NULL;
    int best_fitness = -2, required = 0;
    for (gsize i = 0; i < form->n_fields; i++)
        required += form->fields[i].required;
    for (guint i = 0; i < spans->len; i++) {
        const struct repair_span *span = &g_array_index(spans, struct repair_span, i);
        g_autoptr(cJSON) root = repair_read(reply, span, i == 0 ? error : NULL);
        if (!cJSON_IsObject(root))
            continue;
        int fit = fitness(form, root);
        if (fit <= best_fitness || (!span->whole && (fit < required || may_be_part(form, root))))
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

static cJSON *output_json(const form_output *out);

static cJSON *item_json(enum field_type type, const void *item)
{
    if (type == FIELD_ROWS)
        return output_json(item);
    if (type != FIELD_ACTIONS)
        return cJSON_CreateString(item);
    g_autofree char *text = action_to_json(item);
    cJSON *one = cJSON_Parse(text);
    return one ? one : cJSON_CreateNull();
}

static cJSON *value_json(enum field_type type, const struct field_value *value)
{
    cJSON *list;
    if (!value->given)
        return cJSON_CreateNull();
    switch (type) {
    case FIELD_STRING:
        return cJSON_CreateString(value->string);
    case FIELD_BOOLEAN:
        return cJSON_CreateBool(value->boolean);
    case FIELD_INTEGER:
        return cJSON_CreateNumber((double)value->integer);
    case FIELD_NUMBER:
        return cJSON_CreateNumber(value->number);
    case FIELD_COUNTS:
        return counts_json(value->counts);
    case FIELD_STRINGS:
    case FIELD_ACTIONS:
    case FIELD_SKILLS:
    case FIELD_ROWS:
    case FIELD_TYPE_COUNT:
        break;
    }
    list = cJSON_CreateArray();
    for (guint i = 0; i < value->array->len; i++)
        cJSON_AddItemToArray(list, item_json(type, g_ptr_array_index(value->array, i)));
    return list;
}

static cJSON *output_json(const form_output *out)
{
    cJSON *root = cJSON_CreateObject();
    for (gsize i = 0; i < out->form->n_fields; i++)
        cJSON_AddItemToObject(root, out->form->fields[i].name, value_json(out->form->fields[i].type, &out->values[i]));
    return root;
}

char *form_output_shown_json(const form_output *out)
{
    g_autoptr(cJSON) root = output_json(out);
    for (gsize i = 0; i < out->form->n_fields; i++)
        if (out->form->fields[i].kept)
            cJSON_DeleteItemFromObjectCaseSensitive(root, out->form->fields[i].name);
    return strict_json_print(root);
}

char *form_output_json(const form_output *out)
{
    g_autoptr(cJSON) root = output_json(out);
    return strict_json_print(root);
}
