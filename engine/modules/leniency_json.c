#include "engine/modules/leniency.h"

#include "config/nearest.h"
#include "config/strict_json.h"
#include "engine/modules/output.h"

#include <math.h>
#include <string.h>

#define SHOWN_MAX 40 /* characters of what was bent */

static void tell(GString *bent, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void tell(GString *bent, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (bent->len)
        g_string_append(bent, "; ");
    g_string_append_vprintf(bent, format, args);
    va_end(args);
}

static char *begin_of(const char *text)
{
    if (g_utf8_strlen(text, -1) <= SHOWN_MAX)
        return g_strdup(text);
    g_autofree char *begin = g_utf8_substring(text, 0, SHOWN_MAX);
    return g_strconcat(begin, "…", NULL);
}

/* Puts `value` (taken) in the place of the member. */
static void replace(cJSON *parent, cJSON *item, cJSON *value, const char *path, GString *bent)
{
    g_autofree char *before = strict_json_print(item), *after = strict_json_print(value);
    g_autofree char *came = begin_of(before), *is = begin_of(after);
    tell(bent, "%s: %s is taken for %s", path, came, is);
    if (item->string)
        cJSON_ReplaceItemInObjectCaseSensitive(parent, item->string, value);
    else
        cJSON_ReplaceItemViaPointer(parent, item, value);
}

/* ---- single values ---- */

/* 1 = true, 0 = false, -1 = neither is meant. */
static int truth_of(const char *text)
{
    static const char *const words[][2] = {{"false", "true"}, {"no", "yes"}, {"0", "1"}};
    g_autofree char *word = g_strstrip(g_strdup(text));
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
        for (int truth = 0; truth < 2; truth++)
            if (g_ascii_strcasecmp(word, words[i][truth]) == 0)
                return truth;
    return -1;
}

static cJSON *as_boolean(const cJSON *item)
{
    int truth = cJSON_IsString(item) ? truth_of(item->valuestring) : -1;
    if (cJSON_IsNumber(item) && (item->valuedouble == 0 || item->valuedouble == 1))
        truth = item->valuedouble == 1;
    return truth < 0 ? NULL : cJSON_CreateBool(truth);
}

static cJSON *as_integer(const cJSON *item)
{
    if (!cJSON_IsString(item))
        return NULL;
    gint64 number;
    g_autofree char *digits = g_strstrip(g_strdup(item->valuestring));
    return g_ascii_string_to_signed(digits, 10, 0, G_MAXINT, &number, NULL) ? cJSON_CreateNumber((double)number) : NULL;
}

/* Only what is written as a decimal number: no 0x10, inf, nan. */
static cJSON *as_number(const cJSON *item)
{
    if (!cJSON_IsString(item))
        return NULL;
    char *end = NULL;
    g_autofree char *digits = g_strstrip(g_strdup(item->valuestring));
    double number = g_ascii_strtod(digits, &end);
    bool whole = *digits && !*end && !digits[strspn(digits, "0123456789+-.eE")] && isfinite(number);
    return whole ? cJSON_CreateNumber(number) : NULL;
}

static cJSON *as_text(const cJSON *item)
{
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        return NULL;
    g_autofree char *text = strict_json_print(item);
    return cJSON_CreateString(text);
}

/* One of the words, in another case or with spaces around it; yes and no also as a boolean. */
static cJSON *as_allowed(const struct field *field, const cJSON *item)
{
    const char *said = cJSON_IsString(item) ? item->valuestring : cJSON_IsTrue(item) ? "yes" : cJSON_IsFalse(item) ? "no" : "";
    g_auto(GStrv) words = g_strsplit(field->allowed, "|", -1);
    g_autofree char *word = g_strstrip(g_strdup(said));
    for (char **one = words; *one; one++)
        if (g_ascii_strcasecmp(*one, word) == 0 && (!cJSON_IsString(item) || strcmp(*one, said) != 0))
            return cJSON_CreateString(*one);
    return NULL;
}

/* ---- fields that there are not ---- */

/* May this name be a slip for a field that was left out? Then it stays, and is asked about. */
static bool may_be_meant(const cJSON *object, const char *const *known, const char *name)
{
    g_autoptr(GPtrArray) missing = g_ptr_array_new();
    for (; *known; known++) {
        if (strcmp(*known, name) == 0)
            return true;
        if (!cJSON_GetObjectItemCaseSensitive(object, *known))
            g_ptr_array_add(missing, (gpointer)*known);
    }
    g_ptr_array_add(missing, NULL);
    g_autofree char *small = g_ascii_strdown(name, -1);
    return nearest_name(small, (const char *const *)missing->pdata) != NULL;
}

/* `where` stands before what is told: "actions[0]: " or "". */
static void drop_unknown(cJSON *object, const char *const *known, const char *where, GString *bent)
{
    for (cJSON *item = object->child, *next; item; item = next) {
        next = item->next;
        if (may_be_meant(object, known, item->string))
            continue;
        g_autofree char *name = begin_of(item->string);
        tell(bent, "%s\"%s\" is dropped: no such field", where, name);
        cJSON_Delete(cJSON_DetachItemViaPointer(object, item));
    }
}

/* Beside the arguments of an action, and beside name and value of one; no argument is dropped. Where none are given, what is
 * unknown may be one of them, and stays. */
static void drop_beside(cJSON *one, const char *path, GString *bent)
{
    static const char *const of_action[] = {"skill", "args", "expectation", "reason", "tier", NULL};
    static const char *const of_argument[] = {"name", "value", NULL};
    cJSON *args = cJSON_GetObjectItemCaseSensitive(one, "args"), *arg;
    if (!cJSON_IsObject(args) && !cJSON_IsArray(args))
        return;
    g_autofree char *where = g_strdup_printf("%s: ", path);
    drop_unknown(one, of_action, where, bent);
    int i = 0;
    for (arg = cJSON_IsArray(args) ? args->child : NULL; arg; arg = arg->next) {
        g_autofree char *place = g_strdup_printf("%s.args[%d]: ", path, i++);
        if (cJSON_GetObjectItemCaseSensitive(arg, "name") && cJSON_GetObjectItemCaseSensitive(arg, "value"))
            drop_unknown(arg, of_argument, place, bent);
    }
}

/* ---- lists ---- */

static void bend_members(const struct form *form, cJSON *object, const char *path, GString *bent);

static void bend_items(const struct field *field, cJSON *list, const char *of, GString *bent)
{
    int i = 0;
    for (cJSON *item = list->child, *next; item; item = next) {
        next = item->next;
        g_autofree char *path = g_strdup_printf("%s[%d]", of, i++);
        cJSON *text = field->type == FIELD_STRINGS ? as_text(item) : NULL;
        if (text)
            replace(list, item, text, path, bent);
        else if (field->type == FIELD_ACTIONS && cJSON_IsObject(item))
            drop_beside(item, path, bent);
        else if (field->type == FIELD_ROWS && cJSON_IsObject(item))
            bend_members(form_row(field), item, path, bent);
    }
}

/* A single one is a list of one, an empty text one of none; an empty object is an empty list already. */
static cJSON *as_list(const struct field *field, const cJSON *item)
{
    bool objects = field->type == FIELD_ACTIONS || field->type == FIELD_ROWS;
    bool single = objects ? cJSON_IsObject(item) && item->child : cJSON_IsString(item) || cJSON_IsNumber(item);
    if (!single)
        return NULL;
    cJSON *list = cJSON_CreateArray();
    cJSON *one = cJSON_Duplicate(item, true);
    if (cJSON_IsString(one) && !*one->valuestring)
        cJSON_Delete(one);
    else
        cJSON_AddItemToArray(list, one);
    return list;
}

/* ---- counts ---- */

/* {"name": "log", "count": 3} is a list of one. Where the name is a number it may as well mean how many there are of "name" and
 * of "count". */
static bool is_pair(const cJSON *item)
{
    return cJSON_IsObject(item) && cJSON_GetArraySize(item) == 2 && cJSON_GetObjectItemCaseSensitive(item, "count") &&
           cJSON_IsString(cJSON_GetObjectItemCaseSensitive(item, "name"));
}

static cJSON *as_counts(const cJSON *item)
{
    g_autoptr(cJSON) number = is_pair(item) ? as_integer(cJSON_GetObjectItemCaseSensitive(item, "name")) : NULL;
    if (!is_pair(item) || number)
        return NULL;
    cJSON *list = cJSON_CreateArray();
    cJSON_AddItemToArray(list, cJSON_Duplicate(item, true));
    return list;
}

static void bend_count(cJSON *parent, cJSON *count, const char *path, GString *bent)
{
    cJSON *number = as_integer(count);
    if (number)
        replace(parent, count, number, path, bent);
}

static void bend_counts(cJSON *counts, const char *of, GString *bent)
{
    static const char *const known[] = {"name", "count", NULL};
    int i = 0;
    bool unclear = is_pair(counts);
    for (cJSON *item = counts->child, *next; item && !unclear; item = next) {
        next = item->next;
        g_autofree char *name = item->string ? begin_of(item->string) : NULL;
        g_autofree char *path = name ? g_strdup_printf("%s.%s", of, name) : g_strdup_printf("%s[%d]", of, i++);
        g_autofree char *where = g_strconcat(path, ": ", NULL), *of_count = g_strconcat(path, ".count", NULL);
        cJSON *count = name ? item : cJSON_GetObjectItemCaseSensitive(item, "count");
        if (!name && count && cJSON_GetObjectItemCaseSensitive(item, "name"))
            drop_unknown(item, known, where, bent);
        if (count)
            bend_count(name ? counts : item, count, name ? path : of_count, bent);
    }
}

/* ---- the whole ---- */

/* What the value is taken for; NULL = it stays. */
static cJSON *as_field(const struct field *field, const cJSON *item)
{
    switch (field->type) {
    case FIELD_BOOLEAN:
        return as_boolean(item);
    case FIELD_INTEGER:
        return as_integer(item);
    case FIELD_NUMBER:
        return as_number(item);
    case FIELD_STRING:
        return field->allowed ? as_allowed(field, item) : as_text(item);
    case FIELD_COUNTS:
        return as_counts(item);
    case FIELD_STRINGS:
    case FIELD_ACTIONS:
    case FIELD_SKILLS:
    case FIELD_ROWS:
        return as_list(field, item);
    case FIELD_TYPE_COUNT:
        break;
    }
    return NULL;
}

static void bend_field(const struct field *field, cJSON *root, const char *where, GString *bent)
{
    cJSON *item = cJSON_GetObjectItemCaseSensitive(root, field->name);
    if (!item || cJSON_IsNull(item))
        return;
    g_autofree char *path = g_strconcat(where, field->name, NULL);
    cJSON *value = as_field(field, item);
    if (value)
        replace(root, item, value, path, bent);
    item = cJSON_GetObjectItemCaseSensitive(root, field->name);
    if (field->type == FIELD_COUNTS && (cJSON_IsArray(item) || cJSON_IsObject(item)))
        bend_counts(item, path, bent);
    else if (cJSON_IsArray(item))
        bend_items(field, item, path, bent);
}

/* `path` is the object's: "goals[3]", or "" of the whole. */
static void bend_members(const struct form *form, cJSON *object, const char *path, GString *bent)
{
    g_autoptr(GPtrArray) known = form_names(form);
    g_autofree char *place = *path ? g_strconcat(path, ": ", NULL) : g_strdup("");
    g_autofree char *where = *path ? g_strconcat(path, ".", NULL) : g_strdup("");
    drop_unknown(object, (const char *const *)known->pdata, place, bent);
    for (gsize i = 0; i < form->n_fields; i++)
        bend_field(&form->fields[i], object, where, bent);
}

void leniency_apply(const struct form *form, cJSON *root, GString *bent)
{
    bend_members(form, root, "", bent);
}

/* ---- arguments ---- */

/* The value as it would be typed; NULL where that may not be what was meant. */
static char *typed(const struct param *p, const struct value *v)
{
    bool to_boolean = p->type == PARAM_BOOLEAN;
    if (v->type == VALUE_INTEGER && !to_boolean)
        return p->type == PARAM_NUMBER || p->type == PARAM_INTEGER ? NULL : g_strdup_printf("%" G_GINT64_FORMAT, v->integer);
    if (v->type == VALUE_INTEGER)
        return v->integer == 0 || v->integer == 1 ? g_strdup(v->integer ? "true" : "false") : NULL;
    if (v->type != VALUE_STRING)
        return NULL;
    if (to_boolean && truth_of(v->string) >= 0)
        return g_strdup(truth_of(v->string) ? "true" : "false");
    return p->type == PARAM_NUMBER || p->type == PARAM_INTEGER ? g_strstrip(g_strdup(v->string)) : NULL;
}

static void fit_argument(const struct param *p, action *a, guint number, GString *bent)
{
    const struct value *came = action_get(a, p->name);
    g_autofree char *text = came ? typed(p, came) : NULL;
    struct value fits;
    if (!text || !library_param_value(p, text, &fits, NULL))
        return;
    g_autofree char *begin = begin_of(text);
    tell(bent, "actions[%u].%s: %s is taken for the %s that it takes", number, p->name, begin, param_type_name(p->type));
    action_set(a, p->name, &fits);
    if (fits.type == VALUE_STRING)
        g_free(fits.string);
}

void form_output_fit(form_output *out, const char *field, const skill_library *lib)
{
    const GPtrArray *actions = form_output_actions(out, field);
    for (guint i = 0; i < actions->len; i++) {
        action *a = g_ptr_array_index(actions, i);
        const skill *s = skill_library_find(lib, a->skill);
        for (guint k = 0; s && k < s->params->len; k++)
            fit_argument(&g_array_index(s->params, struct param, k), a, i, out->bent);
    }
}
