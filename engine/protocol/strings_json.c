#include "engine/protocol/protocol.h"

#include "config/strict_json.h"

#include <string.h>

char *protocol_strings_to_json(char *const *strings)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (; strings && *strings; strings++)
        cJSON_AddItemToArray(array, cJSON_CreateString(*strings));
    return strict_json_print(array);
}

char **protocol_strings_from_json(const char *json)
{
    g_autoptr(cJSON) array = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    g_autoptr(GStrvBuilder) strings = g_strv_builder_new();
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        if (cJSON_IsString(item))
            g_strv_builder_add(strings, item->valuestring);
    }
    g_auto(GStrv) all = g_strv_builder_end(strings);
    return all[0] ? g_steal_pointer(&all) : NULL;
}
