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
        strict_json_add_text(one, "page", row->page);
        if (row->rewarded)
            cJSON_AddNumberToObject(one, "reward", row->reward);
        cJSON *tools = cJSON_AddArrayToObject(one, "tools");
        for (guint k = 0; row->tools && k < row->tools->len; k++)
            cJSON_AddItemToArray(tools, cJSON_CreateString(row->tools->pdata[k]));
    }
    return strict_json_print(o);
}

static char *member(const char *json, const char *key)
{
    g_autoptr(cJSON) o = json ? cJSON_Parse(json) : NULL;
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(o, key);
    return cJSON_IsString(text) ? g_strdup(text->valuestring) : NULL;
}

char *run_list_note(const char *data)
{
    return member(data, "text");
}

char *run_list_skill(const char *action)
{
    return member(action, "skill");
}
