/* What the console is told of an agent: its modules and its boards. */

#include "engine/agents/agent.h"

#include "config/strict_json.h"

#include <string.h>

#define STATE_MAX (16 * STRICT_JSON_LINE)

char *agent_modules_json(const struct agent *agent, guint persons)
{
    g_autoptr(cJSON) array = cJSON_CreateArray();
    for (guint m = 0; agent && m < module_count(agent->modules); m++) {
        const struct module *module = &agent->modules[m];
        g_autofree char *says = module_says_json(module);
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "name", module->form.name);
        cJSON_AddNumberToObject(one, "rank", module->rank);
        cJSON_AddRawToObject(one, "says", says);
        if (persons & 1u << m)
            cJSON_AddTrueToObject(one, "person");
        if (agent->by_hand && module_says(module, SAYS_ACTIONS, NULL))
            cJSON_AddTrueToObject(one, "by_hand");
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

/* The mind in a stored state. False with error: it cannot be read; a table of NULL has none. */
static bool mind_of_state(const struct agent *agent, const char *state, void **ret_mind, GError **error)
{
    GError *local = NULL;
    g_autoptr(cJSON) object = state ? strict_json_parse(state, strlen(state), STATE_MAX, &local) : NULL;
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, "mind");
    g_autofree char *text = item ? strict_json_print(item) : g_strdup("{}");
    *ret_mind = local ? NULL : mind_from_json(agent->mind, text, strlen(text), &local);
    if (local)
        g_propagate_prefixed_error(error, local, "the working memory of agent %s: ", agent->name);
    return !local;
}

GPtrArray *agent_boards_of_state(const struct agent *agent, const char *state, GError **error)
{
    g_autoptr(GPtrArray) boards = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    void *mind = NULL;
    if (!agent || !agent->boards)
        return g_steal_pointer(&boards);
    if (!mind_of_state(agent, state, &mind, error))
        return NULL;
    for (const struct board *b = agent->boards; b->name; b++) {
        GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)board_row_free);
        b->rows(mind, rows);
        g_ptr_array_add(boards, rows);
    }
    mind_free(agent->mind, mind);
    return g_steal_pointer(&boards);
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
