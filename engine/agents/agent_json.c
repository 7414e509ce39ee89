/* What the console is told of an agent: its modules and its boards. */

#include "engine/agents/agent.h"

#include "config/strict_json.h"

char *agent_modules_json(const struct agent *agent)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (guint m = 0; agent && m < module_count(agent->modules); m++) {
        const struct module *module = &agent->modules[m];
        g_autofree char *says = module_says_json(module);
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", module->form.name);
        cJSON_AddNumberToObject(one, "rank", module->rank);
        cJSON_AddRawToObject(one, "says", says);
        cJSON_AddItemToArray(array, one);
    }
    return strict_json_print(array);
}

char *agent_boards_json(const struct agent *agent)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (const struct board *b = agent ? agent->boards : NULL; b && b->name; b++) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", b->name);
        cJSON_AddStringToObject(one, "title", b->title);
        cJSON *verbs = cJSON_AddArrayToObject(one, "verbs");
        for (guint verb = 1; verb <= BOARD_VERBS_ALL; verb <<= 1)
            if (b->verbs & verb)
                cJSON_AddItemToArray(verbs, cJSON_CreateString(board_verb_name(verb)));
        cJSON_AddItemToArray(array, one);
    }
    return strict_json_print(array);
}

char *board_rows_json(const GPtrArray *rows)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (guint i = 0; i < MIN(rows->len, BOARD_ROWS_MAX); i++) {
        const struct board_row *row = g_ptr_array_index(rows, i);
        cJSON *one = cJSON_CreateObject();
        cJSON_AddNumberToObject(one, "id", (double)row->id);
        cJSON_AddNumberToObject(one, "depth", row->depth);
        cJSON_AddStringToObject(one, "state", board_state_name(row->state));
        cJSON_AddStringToObject(one, "text", row->text);
        if (row->note)
            cJSON_AddStringToObject(one, "note", row->note);
        cJSON_AddItemToArray(array, one);
    }
    return strict_json_print(array);
}
