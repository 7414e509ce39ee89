/* `reins ask --schema`: whether an answer is what a JSON schema says. The keywords that describe a reply are held; a schema with
 * any other is refused at once, so that nothing is promised that is not looked at. */

#include "tui/cli/ask.h"

#include "config/config.h"
#include "config/strict_json.h"
#include "engine/modules/repair.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SCHEMA_MAX (256 * 1024)
#define REFERENCES_MAX 200 /* that are followed, also within what others name */

/* ---- the schema ---- */

enum holds { HOLDS_VALUE, HOLDS_SCHEMA, HOLDS_SCHEMAS, HOLDS_LIST };

/* What may stand in a schema, and whether there are schemas below it. */
static const struct {
    const char *name;
    enum holds holds;
} keywords[] = {{"type", HOLDS_VALUE},         {"enum", HOLDS_VALUE},     {"const", HOLDS_VALUE},
                {"properties", HOLDS_SCHEMAS}, {"required", HOLDS_VALUE}, {"additionalProperties", HOLDS_SCHEMA},
                {"items", HOLDS_SCHEMA},       {"minItems", HOLDS_VALUE}, {"maxItems", HOLDS_VALUE},
                {"minimum", HOLDS_VALUE},      {"maximum", HOLDS_VALUE},  {"minLength", HOLDS_VALUE},
                {"maxLength", HOLDS_VALUE},    {"pattern", HOLDS_VALUE},  {"format", HOLDS_VALUE},
                {"anyOf", HOLDS_LIST},         {"title", HOLDS_VALUE},    {"description", HOLDS_VALUE},
                {"default", HOLDS_VALUE},      {"examples", HOLDS_VALUE}, {"$schema", HOLDS_VALUE},
                {"$id", HOLDS_VALUE},          {"$comment", HOLDS_VALUE}};

/* Of "format": what a text must look like (RFC 3339 for dates and times). */
#define DATE "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
#define TIME "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?(Z|z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
#define BYTE "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
static const struct {
    const char *name, *pattern;
} formats[] = {{"date", "^" DATE "$"},
               {"time", "^" TIME "$"},
               {"date-time", "^" DATE "[Tt]" TIME "$"},
               {"email", "^[^@\\s]+@[^@\\s]+$"},
               {"uri", "^[A-Za-z][A-Za-z0-9+.-]*:\\S+$"},
               {"uuid", "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"},
               {"ipv4", "^" BYTE "([.]" BYTE "){3}$"}};

/* NULL = it is not known. */
static const char *format_pattern(const cJSON *format)
{
    for (gsize i = 0; cJSON_IsString(format) && i < G_N_ELEMENTS(formats); i++)
        if (strcmp(formats[i].name, format->valuestring) == 0)
            return formats[i].pattern;
    return NULL;
}

/* Where the format begins with a date: its day is one of that month. */
static bool is_of_calendar(const cJSON *format, const cJSON *value)
{
    int year, month, day;
    return !g_str_has_prefix(format->valuestring, "date") ||
           (sscanf(value->valuestring, "%4d-%2d-%2d", &year, &month, &day) == 3 &&
            g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)(year ? year : 400))); /* GLib has no year 0 */
}

static const char *const definitions[] = {"$defs", "definitions"};

static bool unfit(const char *path, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static bool unfit(const char *path, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "%s: %s", path, what);
    return false;
}

static bool check_schema(const cJSON *schema, const char *path, GError **error);

static bool check_below(const cJSON *keyword, enum holds holds, const char *path, GError **error)
{
    const cJSON *below;
    if (holds == HOLDS_VALUE)
        return true;
    if (holds == HOLDS_SCHEMA)
        return check_schema(keyword, path, error);
    if (holds == HOLDS_LIST ? !cJSON_IsArray(keyword) : !cJSON_IsObject(keyword))
        return unfit(path, error, "is no %s", holds == HOLDS_LIST ? "array" : "object");
    cJSON_ArrayForEach(below, keyword)
    {
        g_autofree char *at = g_strdup_printf("%s/%s", path, below->string ? below->string : "…");
        if (!check_schema(below, at, error))
            return false;
    }
    return true;
}

static bool check_schema(const cJSON *schema, const char *path, GError **error)
{
    const cJSON *keyword;
    if (cJSON_IsBool(schema))
        return true;
    if (!cJSON_IsObject(schema))
        return unfit(path, error, "is no schema (an object)");
    cJSON_ArrayForEach(keyword, schema)
    {
        g_autofree char *at = g_strdup_printf("%s/%s", path, keyword->string);
        gsize i = 0;
        while (i < G_N_ELEMENTS(keywords) && strcmp(keywords[i].name, keyword->string) != 0)
            i++;
        if (i == G_N_ELEMENTS(keywords))
            return unfit(at, error, "this keyword is not one that answers are checked by (leave it out)");
        if (!check_below(keyword, keywords[i].holds, at, error))
            return false;
        if (strcmp(keyword->string, "format") == 0 && !format_pattern(keyword))
            return unfit(at, error,
                         "this format is not one that answers are checked by: date, time, date-time, email, uri, uuid, "
                         "ipv4 (leave it out)");
        if (strcmp(keyword->string, "pattern") == 0) {
            g_autoptr(GRegex) regex =
                cJSON_IsString(keyword) ? g_regex_new(keyword->valuestring, G_REGEX_OPTIMIZE, 0, NULL) : NULL;
            if (!regex)
                return unfit(at, error, "is no regular expression");
        }
    }
    return true;
}

/* What "#/$defs/NAME" names in the schema; NULL = nothing. */
static const cJSON *definition(const cJSON *root, const char *reference)
{
    for (gsize i = 0; i < G_N_ELEMENTS(definitions); i++) {
        g_autofree char *place = g_strdup_printf("#/%s/", definitions[i]);
        const cJSON *all = cJSON_GetObjectItemCaseSensitive(root, definitions[i]);
        if (g_str_has_prefix(reference, place))
            return cJSON_GetObjectItemCaseSensitive(all, reference + strlen(place));
    }
    return NULL;
}

static bool follow(cJSON *schema, const cJSON *root, const char *path, int *left, GError **error);

static bool follow_below(cJSON *keyword, enum holds holds, const cJSON *root, const char *path, int *left, GError **error)
{
    cJSON *below;
    g_autofree char *at = g_strdup_printf("%s/%s", path, keyword->string);
    if (holds == HOLDS_SCHEMA)
        return follow(keyword, root, at, left, error);
    if (holds == HOLDS_VALUE)
        return true;
    cJSON_ArrayForEach(below, keyword)
    {
        g_autofree char *each = g_strdup_printf("%s/%s", at, below->string ? below->string : "…");
        if (!follow(below, root, each, left, error))
            return false;
    }
    return true;
}

/* Puts into the place of each reference what it names; what stands beside it comes first. */
static bool follow(cJSON *schema, const cJSON *root, const char *path, int *left, GError **error)
{
    const cJSON *member, *reference;
    cJSON *keyword;
    while (cJSON_IsString(reference = cJSON_GetObjectItemCaseSensitive(schema, "$ref"))) {
        const cJSON *named = definition(root, reference->valuestring);
        if (!cJSON_IsObject(named))
            return unfit(path, error, "\"%s\" names no definition of this schema", reference->valuestring);
        if (--*left < 0)
            return unfit(path, error, "a definition contains itself, or there are more than %d references", REFERENCES_MAX);
        cJSON_DeleteItemFromObjectCaseSensitive(schema, "$ref");
        cJSON_ArrayForEach(member, named) if (!cJSON_GetObjectItemCaseSensitive(schema, member->string))
            cJSON_AddItemToObject(schema, member->string, cJSON_Duplicate(member, true));
    }
    if (!cJSON_IsObject(schema))
        return true;
    cJSON_ArrayForEach(keyword, schema)
    {
        gsize i = 0;
        while (i < G_N_ELEMENTS(keywords) && strcmp(keywords[i].name, keyword->string) != 0)
            i++;
        if (i < G_N_ELEMENTS(keywords) && !follow_below(keyword, keywords[i].holds, root, path, left, error))
            return false;
    }
    return true;
}

/* In place: without references, and without the definitions. */
static bool resolve(cJSON *root, GError **error)
{
    int left = REFERENCES_MAX;
    if (!follow(root, root, "#", &left, error))
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(definitions); i++)
        cJSON_DeleteItemFromObjectCaseSensitive(root, definitions[i]);
    return true;
}

char *ask_schema(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) why = NULL;
    g_autoptr(cJSON) root = NULL;
    if (g_file_get_contents(path, &text, &length, &why))
        root = strict_json_parse(text, length, SCHEMA_MAX, &why);
    if (root && resolve(root, &why) && check_schema(root, "#", &why))
        return strict_json_print(root);
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "--schema %s: %s", path, why->message);
    return NULL;
}

/* ---- a value ---- */

static bool is_type(const cJSON *value, const char *type)
{
    return strcmp(type, "object") == 0    ? cJSON_IsObject(value)
           : strcmp(type, "array") == 0   ? cJSON_IsArray(value)
           : strcmp(type, "string") == 0  ? cJSON_IsString(value)
           : strcmp(type, "boolean") == 0 ? cJSON_IsBool(value)
           : strcmp(type, "null") == 0    ? cJSON_IsNull(value)
           : strcmp(type, "number") == 0  ? cJSON_IsNumber(value)
           : strcmp(type, "integer") == 0 ? cJSON_IsNumber(value) && floor(value->valuedouble) == value->valuedouble
                                          : false;
}

/* One of a list, or the one itself. */
static bool any_of_types(const cJSON *value, const cJSON *types)
{
    const cJSON *type;
    if (cJSON_IsString(types))
        return is_type(value, types->valuestring);
    cJSON_ArrayForEach(type, types)
    {
        if (cJSON_IsString(type) && is_type(value, type->valuestring))
            return true;
    }
    return false;
}

static bool fits(const cJSON *schema, const cJSON *value, const char *path, GError **error);

static bool fits_one(const cJSON *list, const cJSON *value, const char *path, bool whole)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, list)
    {
        if (whole ? cJSON_Compare(one, value, true) : fits(one, value, path, NULL))
            return true;
    }
    return false;
}

/* A number of the schema; `otherwise` where it says none. */
static double limit(const cJSON *schema, const char *name, double otherwise)
{
    const cJSON *at = cJSON_GetObjectItemCaseSensitive(schema, name);
    return cJSON_IsNumber(at) ? at->valuedouble : otherwise;
}

static bool fits_size(const cJSON *schema, const cJSON *value, const char *path, GError **error)
{
    const struct {
        bool applies;
        const char *least, *most, *what;
        double is;
    } sizes[] = {
        {cJSON_IsNumber(value), "minimum", "maximum", "the number", value->valuedouble},
        {cJSON_IsString(value), "minLength", "maxLength", "the length",
         cJSON_IsString(value) ? (double)g_utf8_strlen(value->valuestring, -1) : 0},
        {cJSON_IsArray(value), "minItems", "maxItems", "the number of items", (double)cJSON_GetArraySize(value)},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
        if (!sizes[i].applies)
            continue;
        double least = limit(schema, sizes[i].least, -HUGE_VAL), most = limit(schema, sizes[i].most, HUGE_VAL);
        if (sizes[i].is < least)
            return unfit(path, error, "%s is %g, less than %g", sizes[i].what, sizes[i].is, least);
        if (sizes[i].is > most)
            return unfit(path, error, "%s is %g, more than %g", sizes[i].what, sizes[i].is, most);
    }
    const cJSON *pattern = cJSON_GetObjectItemCaseSensitive(schema, "pattern");
    if (cJSON_IsString(value) && pattern && !g_regex_match_simple(pattern->valuestring, value->valuestring, 0, 0))
        return unfit(path, error, "does not match %s", pattern->valuestring);
    const cJSON *format = cJSON_GetObjectItemCaseSensitive(schema, "format");
    if (cJSON_IsString(value) && format &&
        !(g_regex_match_simple(format_pattern(format), value->valuestring, 0, 0) && is_of_calendar(format, value)))
        return unfit(path, error, "is no %s", format->valuestring);
    return true;
}

static bool fits_members(const cJSON *schema, const cJSON *value, const char *path, GError **error)
{
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties"), *member, *name;
    const cJSON *others = cJSON_GetObjectItemCaseSensitive(schema, "additionalProperties");
    cJSON_ArrayForEach(name, cJSON_GetObjectItemCaseSensitive(schema, "required"))
    {
        if (cJSON_IsString(name) && !cJSON_GetObjectItemCaseSensitive(value, name->valuestring))
            return unfit(path, error, "has no \"%s\"", name->valuestring);
    }
    cJSON_ArrayForEach(member, value)
    {
        const cJSON *own = properties ? cJSON_GetObjectItemCaseSensitive(properties, member->string) : NULL;
        g_autofree char *at = g_strdup_printf("%s.%s", path, member->string);
        if (!own && cJSON_IsFalse(others))
            return unfit(at, error, "is not one of the schema's properties");
        if ((own || others) && !fits(own ? own : others, member, at, error))
            return false;
    }
    return true;
}

static bool fits_items(const cJSON *schema, const cJSON *value, const char *path, GError **error)
{
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(schema, "items"), *item;
    int i = 0;
    cJSON_ArrayForEach(item, value)
    {
        g_autofree char *at = g_strdup_printf("%s[%d]", path, i++);
        if (items && !fits(items, item, at, error))
            return false;
    }
    return true;
}

static bool fits(const cJSON *schema, const cJSON *value, const char *path, GError **error)
{
    if (cJSON_IsBool(schema))
        return cJSON_IsTrue(schema) || unfit(path, error, "must not be there");
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(schema, "type"),
                *list = cJSON_GetObjectItemCaseSensitive(schema, "enum");
    const cJSON *constant = cJSON_GetObjectItemCaseSensitive(schema, "const");
    const cJSON *any = cJSON_GetObjectItemCaseSensitive(schema, "anyOf");
    g_autofree char *types = type ? cJSON_PrintUnformatted(type) : NULL;
    if (type && !any_of_types(value, type))
        return unfit(path, error, "is not of type %s", types);
    if ((list && !fits_one(list, value, path, true)) || (constant && !cJSON_Compare(constant, value, true)))
        return unfit(path, error, "is not one of the values that the schema names");
    if (any && !fits_one(any, value, path, false))
        return unfit(path, error, "fits none of the schemas of anyOf");
    return fits_size(schema, value, path, error) && (!cJSON_IsObject(value) || fits_members(schema, value, path, error)) &&
           (!cJSON_IsArray(value) || fits_items(schema, value, path, error));
}

/* As the replies of modules are read. A part of an object that was cut off does not pass for the whole. */
char *ask_fit(const char *schema_text, const char *text, GError **error)
{
    gsize length = strlen(text);
    g_autoptr(cJSON) schema = cJSON_Parse(schema_text);
    g_autoptr(GArray) spans = length <= REPAIR_MAX ? repair_candidates(text, length, true) : NULL;
    g_autoptr(GError) first = NULL, broken = NULL;
    for (guint i = 0; spans && i < spans->len; i++) {
        const struct repair_span *span = &g_array_index(spans, struct repair_span, i);
        g_autoptr(cJSON) value = span->whole ? repair_read(text, span, broken ? NULL : &broken) : NULL;
        if (value && fits(schema, value, "answer", first ? NULL : &first))
            return strict_json_print(value);
    }
    if (first)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the answer does not fit the schema: %s", first->message);
    else
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the answer cannot be read: %s",
                    !broken                       ? "it is longer than 1 MiB"
                    : repair_is_cut(text, length) ? "its JSON has no end"
                                                  : broken->message);
    return NULL;
}
