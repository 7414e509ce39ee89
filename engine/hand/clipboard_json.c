#include "config/config.h"
#include "config/strict_json.h"
#include "engine/hand/clipboard.h"

#include <string.h>

char *clipboard_request_to_json(const GPtrArray *texts)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(o, "texts");
    for (guint i = 0; i < texts->len; i++)
        cJSON_AddItemToArray(list, cJSON_CreateString(g_ptr_array_index(texts, i)));
    return strict_json_print(o);
}

GPtrArray *clipboard_request_from_json(const char *line, gsize length, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    const cJSON *list = o ? strict_json_get_array(o, "texts", error) : NULL;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (const cJSON *item = list ? list->child : NULL; item; item = item->next)
        g_ptr_array_add(texts, g_strdup(cJSON_IsString(item) ? item->valuestring : ""));
    return list ? g_steal_pointer(&texts) : NULL;
}

char *clipboard_answer_to_json(gint64 window, const char *why)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    if (why)
        cJSON_AddStringToObject(o, "why", why);
    else
        cJSON_AddNumberToObject(o, "window", (double)window);
    return strict_json_print(o);
}

gboolean clipboard_answer_from_json(const char *line, gsize length, gint64 *ret_window, char **ret_why, GError **error)
{
    g_autoptr(cJSON) o = strict_json_parse(line, length, STRICT_JSON_LINE, error);
    *ret_window = 0;
    *ret_why = NULL;
    if (!o || !cJSON_HasObjectItem(o, "why"))
        return o && strict_json_get_int(o, "window", 1, G_MAXUINT32, ret_window, error);
    if (!strict_json_copy_string(o, "why", ret_why, error))
        return FALSE;
    if (!*ret_why) /* null */
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE, "the clipboard's answer has neither a window nor a reason");
    return *ret_why != NULL;
}
