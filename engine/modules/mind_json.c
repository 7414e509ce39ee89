/* A mind as JSON, and back. */

#include "engine/modules/mind.h"

#include "config/strict_json.h"
#include "engine/modules/counts.h"
#include "engine/modules/defect.h"

#include <math.h>
#include <string.h>

#define STRING_MAX 8192
#define ITEMS_MAX 256
#define MIND_JSON_MAX (16 * 1024 * 1024)

/* ---- writing ---- */

static cJSON *mind_json(const struct mind_table *table, const void *mind);

static cJSON *items_json(const struct mind_field *f, const GPtrArray *items)
{
    cJSON *json = cJSON_CreateArray();
    for (guint i = 0; i < items->len; i++) {
        const void *item = g_ptr_array_index(items, i);
        cJSON_AddItemToArray(json, f->type == MIND_ROWS ? mind_json(f->rows, item) : cJSON_CreateString(item));
    }
    return json;
}

static cJSON *field_json(const struct mind_field *f, const void *value)
{
    const char *text;
    switch (f->type) {
    case MIND_STRING:
        text = *(char *const *)value;
        return cJSON_CreateString(text ? text : "");
    case MIND_INTEGER:
        return count_json(*(const gint64 *)value);
    case MIND_REAL:
        return cJSON_CreateNumber(*(const double *)value);
    case MIND_BOOLEAN:
        return cJSON_CreateBool(*(const bool *)value);
    case MIND_STRINGS:
    case MIND_ROWS:
        return items_json(f, *(GPtrArray *const *)value);
    case MIND_COUNTS:
        return counts_json(*(GHashTable *const *)value);
    case MIND_TYPE_COUNT:
        break;
    }
    g_error("field %s has type %d", f->name, (int)f->type);
}

static cJSON *mind_json(const struct mind_table *table, const void *mind)
{
    cJSON *json = cJSON_CreateObject();
    for (const struct mind_field *f = table ? table->fields : NULL; f && f->name; f++)
        cJSON_AddItemToObject(json, f->name, field_json(f, G_STRUCT_MEMBER_P(mind, f->offset)));
    return json;
}

char *mind_to_json(const struct mind_table *table, const void *mind)
{
    g_autoptr(cJSON) json = mind_json(table, mind);
    return strict_json_print(json);
}

/* ---- reading ---- */

static bool read_members(const struct mind_table *table, void *mind, const cJSON *object, const char *where, GError **error);

static bool fits(gsize bytes, gsize max, const char *path, GError **error)
{
    return bytes <= max || defect(error, path, "longer than %zu bytes", max);
}

static bool read_string(const cJSON *item, gsize max, const char *path, char **ret_string, GError **error)
{
    if (!cJSON_IsString(item))
        return defect_expected(error, path, "string", item);
    if (!fits(strlen(item->valuestring), max, path, error))
        return false;
    *ret_string = g_strdup(item->valuestring);
    return true;
}

static bool read_integer(const cJSON *item, guint max, const char *path, gint64 *ret_n, GError **error)
{
    gint64 low = max ? -(gint64)max : G_MININT64, high = max ? (gint64)max : G_MAXINT64;
    if (!count_from_json(item, ret_n))
        return defect_expected(error, path, "integer", item);
    return (*ret_n >= low && *ret_n <= high) ||
           defect(error, path, "expected %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ", got %" G_GINT64_FORMAT, low, high, *ret_n);
}

/* Not more items than the field takes. */
static bool check_length(const struct mind_field *f, const cJSON *item, const char *path, GError **error)
{
    guint n = (guint)cJSON_GetArraySize(item), max = f->max ? f->max : ITEMS_MAX;
    return n <= max || defect(error, path, "%u items, at most %u are taken", n, max);
}

static bool read_row(const struct mind_field *f, const cJSON *item, const char *path, GPtrArray *rows, GError **error)
{
    if (!cJSON_IsObject(item))
        return defect_expected(error, path, "object", item);
    void *row = mind_new(f->rows);
    g_autofree char *where = g_strconcat(path, ".", NULL);
    g_ptr_array_add(rows, row);
    return read_members(f->rows, row, item, where, error);
}

static bool read_items(const struct mind_field *f, const cJSON *list, const char *path, GPtrArray *items, GError **error)
{
    const cJSON *item;
    int i = 0;
    if (!cJSON_IsArray(list))
        return defect_expected(error, path, "array", list);
    if (!check_length(f, list, path, error))
        return false;
    cJSON_ArrayForEach(item, list)
    {
        g_autofree char *place = g_strdup_printf("%s[%d]", path, i++);
        char *string = NULL;
        if (f->type == MIND_ROWS ? !read_row(f, item, place, items, error)
                                 : !read_string(item, STRING_MAX, place, &string, error))
            return false;
        if (string)
            g_ptr_array_add(items, string);
    }
    return true;
}

static bool read_counts(const struct mind_field *f, const cJSON *object, const char *path, GHashTable *counts, GError **error)
{
    const cJSON *item;
    if (!cJSON_IsObject(object))
        return defect_expected(error, path, "object", object);
    if (!check_length(f, object, path, error))
        return false;
    cJSON_ArrayForEach(item, object)
    {
        gint64 n = 0;
        g_autofree char *begin = g_utf8_substring(item->string, 0, MIN(DEFECT_SHOWN_MAX, g_utf8_strlen(item->string, -1)));
        g_autofree char *place = g_strdup_printf("%s.%s", path, begin);
        if (!fits(strlen(item->string), STRING_MAX, place, error) || !read_integer(item, 0, place, &n, error))
            return false;
        counts_set(counts, item->string, n);
    }
    return true;
}

static bool read_value(const struct mind_field *f, const cJSON *item, const char *path, void *value, GError **error)
{
    switch (f->type) {
    case MIND_STRING:
        return read_string(item, f->max ? f->max : STRING_MAX, path, value, error);
    case MIND_INTEGER:
        return read_integer(item, f->max, path, value, error);
    case MIND_REAL:
        *(double *)value = item->valuedouble;
        return (cJSON_IsNumber(item) && isfinite(item->valuedouble)) || defect_expected(error, path, "number", item);
    case MIND_BOOLEAN:
        *(bool *)value = cJSON_IsTrue(item);
        return cJSON_IsBool(item) || defect_expected(error, path, "boolean", item);
    case MIND_STRINGS:
    case MIND_ROWS:
        return read_items(f, item, path, *(GPtrArray **)value, error);
    case MIND_COUNTS:
        return read_counts(f, item, path, *(GHashTable **)value, error);
    case MIND_TYPE_COUNT:
        break;
    }
    g_error("field %s has type %d", f->name, (int)f->type);
}

static bool unknown(const struct mind_table *table, const char *name, const char *where, GError **error)
{
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    for (const struct mind_field *f = table ? table->fields : NULL; f && f->name; f++)
        g_ptr_array_add(known, (gpointer)f->name);
    g_ptr_array_add(known, NULL);
    return defect_unknown(error, where, name, (const char *const *)known->pdata);
}

static const struct mind_field *find_field(const struct mind_table *table, const char *name)
{
    for (const struct mind_field *f = table ? table->fields : NULL; f && f->name; f++) {
        if (strcmp(f->name, name) == 0)
            return f;
    }
    return NULL;
}

/* `where` stands before the names: "" or "goals[3].". */
static bool read_members(const struct mind_table *table, void *mind, const cJSON *object, const char *where, GError **error)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        const struct mind_field *f = find_field(table, item->string);
        if (!f)
            return unknown(table, item->string, where, error);
        g_autofree char *path = g_strconcat(where, f->name, NULL);
        if (!cJSON_IsNull(item) && !read_value(f, item, path, G_STRUCT_MEMBER_P(mind, f->offset), error))
            return false;
    }
    return true;
}

void *mind_from_json(const struct mind_table *table, const char *json, gsize length, GError **error)
{
    g_autoptr(GError) why = NULL;
    g_autoptr(cJSON) object = strict_json_parse(json, length, MIND_JSON_MAX, &why);
    void *mind = mind_new(table);
    if (object && !cJSON_IsObject(object))
        g_set_error(&why, MIND_ERROR, MIND_ERROR_FIELD, "not a JSON object");
    if (!why && read_members(table, mind, object, "", &why))
        return mind;
    mind_free(table, mind);
    g_set_error_literal(error, MIND_ERROR, MIND_ERROR_FIELD, why->message);
    return NULL;
}
