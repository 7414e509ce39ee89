/* The modules of a run's agent, as the event hello tells of them. */

#include "tui/model/model.h"

#include "config/strict_json.h"

#include <string.h>

void model_read_kinds(GPtrArray *kinds, const char *json)
{
    g_autoptr(cJSON) array = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    const cJSON *one;
    g_ptr_array_set_size(kinds, 0);
    cJSON_ArrayForEach(one, array)
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "name"));
        const cJSON *says = cJSON_GetObjectItemCaseSensitive(one, "says");
        if (!name || !*name || kinds->len >= MODEL_MODULES_MAX)
            continue;
        struct module_kind *kind = g_new0(struct module_kind, 1);
        kind->name = g_strdup(name);
        kind->acts = cJSON_IsString(cJSON_GetObjectItemCaseSensitive(says, "actions"));
        kind->person = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(one, "person"));
        kind->by_hand = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(one, "by_hand"));
        g_ptr_array_add(kinds, kind);
    }
}
