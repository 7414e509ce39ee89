#include "engine/modules/defect.h"

#include "config/strict_json.h"
#include "engine/modules/form.h"

bool defect(GError **error, const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, FORM_ERROR, FORM_ERROR_FIELD, "field \"%s\": %s", path, what);
    return false;
}

/* A value as it is told: its type, and its beginning. */
static char *shown(const cJSON *item)
{
    if (cJSON_IsNull(item))
        return g_strdup("null");
    if (cJSON_IsObject(item))
        return g_strdup("an object");
    if (cJSON_IsArray(item))
        return g_strdup("an array");
    g_autofree char *text = strict_json_print(item);
    g_autofree char *begin = g_utf8_strlen(text, -1) > DEFECT_SHOWN_MAX ? g_utf8_substring(text, 0, DEFECT_SHOWN_MAX) : NULL;
    const char *type = cJSON_IsString(item) ? "string " : cJSON_IsNumber(item) ? "number " : "";
    return g_strconcat(type, begin ? begin : text, begin ? "…" : NULL, NULL);
}

bool defect_expected(GError **error, const char *path, const char *type, const cJSON *item)
{
    g_autofree char *got = shown(item);
    return defect(error, path, "expected %s, got %s", type, got);
}

bool defect_unknown(GError **error, const char *where, const char *name, const char *const *known)
{
    g_autofree char *begin = g_strndup(name, DEFECT_SHOWN_MAX);
    g_autofree char *valid = g_utf8_make_valid(begin, -1);
    g_autofree char *path = g_strconcat(where, valid, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)known);
    return defect(error, path, "unknown (the fields are: %s)", names);
}

char *defect_said(const char *reply)
{
    return strict_json_string_in(reply, STRICT_JSON_LINE, "said");
}
