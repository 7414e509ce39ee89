#include "engine/modules/merge.h"

#include "engine/modules/repair.h"
#include "config/strict_json.h"

#include <string.h>

char *merge_schema(const GPtrArray *requests)
{
    g_autoptr(cJSON) schema = cJSON_CreateObject();
    cJSON_AddStringToObject(schema, "type", "object");
    cJSON *properties = cJSON_AddObjectToObject(schema, "properties");
    cJSON *required = cJSON_AddArrayToObject(schema, "required");
    for (guint i = 0; i < requests->len; i++) {
        const brain_request *r = requests->pdata[i];
        cJSON_AddItemToObject(properties, r->module, cJSON_CreateRaw(r->schema));
        cJSON_AddItemToArray(required, cJSON_CreateString(r->module));
    }
    cJSON_AddFalseToObject(schema, "additionalProperties");
    return strict_json_print(schema);
}

char *merge_part(const char *reply, const char *module)
{
    gsize length = strlen(reply);
    g_autoptr(GArray) spans = length > REPAIR_MAX ? NULL : repair_candidates(reply, length, false);
    for (guint i = 0; spans && i < spans->len; i++) {
        const struct repair_span *span = &g_array_index(spans, struct repair_span, i);
        g_autoptr(cJSON) root = repair_read(reply, span, NULL);
        const cJSON *part = root ? cJSON_GetObjectItemCaseSensitive(root, module) : NULL;
        if (cJSON_IsObject(part))
            return strict_json_print(part);
    }
    return NULL;
}
