#include "tui/cli/run_list.h"

#include "config/strict_json.h"

char *run_list_json(const GPtrArray *rows)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON *tasks = cJSON_AddArrayToObject(o, "tasks");
    for (guint i = 0; i < rows->len; i++) {
        const struct run_list_row *row = rows->pdata[i];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(tasks, one);
        cJSON_AddStringToObject(one, "task", row->task);
        cJSON_AddItemToObject(one, "run", row->run ? cJSON_CreateNumber((double)row->run) : cJSON_CreateNull());
        strict_json_add_text(one, "outcome", row->outcome);
        strict_json_add_text(one, "reason", row->reason);
        cJSON_AddNumberToObject(one, "steps", (double)row->steps);
    }
    return strict_json_print(o);
}
