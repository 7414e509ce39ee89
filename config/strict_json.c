#include "config/strict_json.h"

#include "config/scan_json.h"

#include <math.h>
#include <string.h>

G_DEFINE_QUARK(reins - strict - json - error - quark, strict_json_error)

#define WHOLE_MAX 9007199254740992.0 /* 2^53: beyond, a double skips whole numbers */

/* ---- reading ---- */

/* A key given twice means something else to every reader. Recursion is bounded: the scan counted the levels. */
static bool check_duplicates(const cJSON *value, GError **error)
{
    g_autoptr(GHashTable) seen = cJSON_IsObject(value) ? g_hash_table_new(g_str_hash, g_str_equal) : NULL;
    for (const cJSON *child = cJSON_IsObject(value) || cJSON_IsArray(value) ? value->child : NULL; child; child = child->next) {
        if (seen && !g_hash_table_add(seen, child->string)) {
            g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_SYNTAX, "the key \"%.60s\" is there twice", child->string);
            return false;
        }
        if (!check_duplicates(child, error))
            return false;
    }
    return true;
}

cJSON *strict_json_parse(const char *text, gsize length, gsize max, GError **error)
{
    if (length > max) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_LIMIT,
                    "too long: %" G_GSIZE_FORMAT " bytes, at most %" G_GSIZE_FORMAT, length, max);
        return NULL;
    }
    if (!scan_json(text, length, error))
        return NULL;
    g_autoptr(cJSON) tree = cJSON_ParseWithLength(text, length);
    if (!tree) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_SYNTAX, "not JSON");
        return NULL;
    }
    return check_duplicates(tree, error) ? g_steal_pointer(&tree) : NULL;
}

/* ---- members ---- */

static bool wrong_type(const char *key, const char *expected, GError **error)
{
    g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "\"%s\" must be %s", key, expected);
    return false;
}

/* The member; NULL when it is missing, or null and optional. False with error: missing and required, or `object` is none. */
static bool member(const cJSON *object, const char *key, bool required, const cJSON **ret_member, GError **error)
{
    *ret_member = NULL;
    if (!cJSON_IsObject(object)) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "expected an object with \"%s\"", key);
        return false;
    }
    const cJSON *found = cJSON_GetObjectItemCaseSensitive(object, key);
    if (!found && required) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_MISSING, "\"%s\" is missing", key);
        return false;
    }
    *ret_member = found && !required && cJSON_IsNull(found) ? NULL : found;
    return true;
}

static bool take_string(const cJSON *object, const char *key, bool required, const char **ret_value, GError **error)
{
    const cJSON *found;
    if (!member(object, key, required, &found, error))
        return false;
    if (found && !cJSON_IsString(found))
        return wrong_type(key, "a string", error);
    if (found)
        *ret_value = found->valuestring;
    return true;
}

static bool take_int(const cJSON *object, const char *key, bool required, gint64 min, gint64 max, gint64 *ret_value,
                     GError **error)
{
    const cJSON *found;
    if (!member(object, key, required, &found, error))
        return false;
    if (!found)
        return true;
    double v = cJSON_IsNumber(found) ? found->valuedouble : NAN;
    if (!(fabs(v) <= WHOLE_MAX) || v != floor(v) || (gint64)v < min || (gint64)v > max) {
        g_autofree char *expected = g_strdup_printf("a whole number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, min, max);
        return wrong_type(key, expected, error);
    }
    *ret_value = (gint64)v;
    return true;
}

bool strict_json_get_string(const cJSON *object, const char *key, const char **ret_value, GError **error)
{
    return take_string(object, key, true, ret_value, error);
}

bool strict_json_opt_string(const cJSON *object, const char *key, const char **ret_value, GError **error)
{
    return take_string(object, key, false, ret_value, error);
}

bool strict_json_get_int(const cJSON *object, const char *key, gint64 min, gint64 max, gint64 *ret_value, GError **error)
{
    return take_int(object, key, true, min, max, ret_value, error);
}

bool strict_json_opt_int(const cJSON *object, const char *key, gint64 min, gint64 max, gint64 *ret_value, GError **error)
{
    return take_int(object, key, false, min, max, ret_value, error);
}

bool strict_json_opt_small(const cJSON *object, const char *key, gint64 min, gint64 max, int *ret_value, GError **error)
{
    gint64 value = *ret_value;
    if (!strict_json_opt_int(object, key, min, max, &value, error))
        return false;
    *ret_value = (int)value;
    return true;
}

bool strict_json_copy_string(const cJSON *object, const char *key, char **ret_value, GError **error)
{
    const char *value = NULL;
    if (!strict_json_opt_string(object, key, &value, error))
        return false;
    *ret_value = g_strdup(value);
    return true;
}

char *strict_json_string_in(const char *text, gsize max, const char *key)
{
    g_autoptr(cJSON) tree = text ? strict_json_parse(text, strlen(text), max, NULL) : NULL;
    const char *value = NULL;
    return cJSON_IsObject(tree) && strict_json_opt_string(tree, key, &value, NULL) ? g_strdup(value) : NULL;
}

void strict_json_add_text(cJSON *object, const char *key, const char *text)
{
    if (text)
        cJSON_AddStringToObject(object, key, text);
}

bool strict_json_opt_real(const cJSON *object, const char *key, double *ret_value, GError **error)
{
    const cJSON *found;
    if (!member(object, key, false, &found, error))
        return false;
    if (found && (!cJSON_IsNumber(found) || !isfinite(found->valuedouble)))
        return wrong_type(key, "a number", error);
    if (found)
        *ret_value = found->valuedouble;
    return true;
}

bool strict_json_opt_bool(const cJSON *object, const char *key, bool *ret_value, GError **error)
{
    const cJSON *found;
    if (!member(object, key, false, &found, error))
        return false;
    if (found && !cJSON_IsBool(found))
        return wrong_type(key, "true or false", error);
    if (found)
        *ret_value = cJSON_IsTrue(found);
    return true;
}

const cJSON *strict_json_get_object(const cJSON *object, const char *key, GError **error)
{
    const cJSON *found;
    if (!member(object, key, true, &found, error))
        return NULL;
    if (!cJSON_IsObject(found)) {
        wrong_type(key, "an object", error);
        return NULL;
    }
    return found;
}

const cJSON *strict_json_get_array(const cJSON *object, const char *key, GError **error)
{
    const cJSON *found;
    if (!member(object, key, true, &found, error))
        return NULL;
    if (!cJSON_IsArray(found)) {
        wrong_type(key, "an array", error);
        return NULL;
    }
    return found;
}

/* ---- printing: cJSON's own depends on the locale and writes large whole numbers with an exponent ---- */

static void print_string(GString *out, const char *given)
{
    static const char escaped[] =
        "\"\\\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17"
        "\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f";
    /* Window titles and program output are not always what they should be; what leaves here is UTF-8. */
    g_autofree char *repaired = g_utf8_validate(given, -1, NULL) ? NULL : g_utf8_make_valid(given, -1);
    const char *text = repaired ? repaired : given;
    g_string_append_c(out, '"');
    for (;;) {
        gsize plain = strcspn(text, escaped); /* a picture is megabytes without one */
        g_string_append_len(out, text, (gssize)plain);
        text += plain;
        if (!*text)
            break;
        if (*text == '"' || *text == '\\')
            g_string_append_c(g_string_append_c(out, '\\'), *text);
        else if (*text == '\n')
            g_string_append(out, "\\n");
        else if (*text == '\t')
            g_string_append(out, "\\t");
        else
            g_string_append_printf(out, "\\u%04x", (guint)*text);
        text++;
    }
    g_string_append_c(out, '"');
}

static void print_number(GString *out, double v, bool canonical)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    bool whole = v == floor(v) && fabs(v) < 9.2e18;
    if (canonical && !whole)
        g_error("a fraction (%g) in canonical JSON", v);
    if (whole && (canonical || fabs(v) <= WHOLE_MAX)) {
        g_string_append_printf(out, "%" G_GINT64_FORMAT, (gint64)v);
        return;
    }
    if (!isfinite(v)) {
        g_string_append(out, "null");
        return;
    }
    /* The shortest text that reads back as the same number. */
    for (int precision = 15; precision <= 17; precision++) {
        char format[8];
        g_snprintf(format, sizeof format, "%%.%dg", precision);
        g_ascii_formatd(text, sizeof text, format, v);
        if (g_ascii_strtod(text, NULL) == v)
            break;
    }
    g_string_append(out, text);
}

static int compare_keys(gconstpointer a, gconstpointer b)
{
    const cJSON *const *x = a, *const *y = b;
    return strcmp((*x)->string, (*y)->string);
}

static void print_value(GString *out, const cJSON *value, bool canonical);

static void print_children(GString *out, const cJSON *value, bool canonical)
{
    bool object = cJSON_IsObject(value);
    g_autoptr(GPtrArray) children = g_ptr_array_new();
    for (cJSON *child = value->child; child; child = child->next)
        g_ptr_array_add(children, child);
    if (canonical && object)
        g_ptr_array_sort(children, compare_keys);
    g_string_append_c(out, object ? '{' : '[');
    for (guint i = 0; i < children->len; i++) {
        const cJSON *child = children->pdata[i];
        if (i)
            g_string_append_c(out, ',');
        if (object) {
            print_string(out, child->string);
            g_string_append_c(out, ':');
        }
        print_value(out, child, canonical);
    }
    g_string_append_c(out, object ? '}' : ']');
}

static void print_value(GString *out, const cJSON *value, bool canonical)
{
    if (cJSON_IsObject(value) || cJSON_IsArray(value))
        print_children(out, value, canonical);
    else if (cJSON_IsString(value))
        print_string(out, value->valuestring);
    else if (cJSON_IsNumber(value))
        print_number(out, value->valuedouble, canonical);
    else if (cJSON_IsBool(value))
        g_string_append(out, cJSON_IsTrue(value) ? "true" : "false");
    else if (cJSON_IsRaw(value) && !canonical)
        g_string_append(out, value->valuestring);
    else
        g_string_append(out, "null");
}

char *strict_json_print(const cJSON *value)
{
    GString *out = g_string_new(NULL);
    print_value(out, value, false);
    return g_string_free(out, FALSE);
}

char *strict_json_canonical(const cJSON *value)
{
    GString *out = g_string_new(NULL);
    print_value(out, value, true);
    return g_string_free(out, FALSE);
}
