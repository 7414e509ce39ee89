/* The boards of a run's agent, as the event hello tells of them, and their rows, as the event board does. */

#include "tui/model/model.h"

#include "config/strict_json.h"

#include <string.h>

#define DEPTH_MAX 100

void model_read_boards(GPtrArray *boards, const char *json)
{
    g_autoptr(cJSON) array = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    const cJSON *one, *word;
    g_ptr_array_set_size(boards, 0);
    cJSON_ArrayForEach(one, array)
    {
        const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "name"));
        const char *title = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "title"));
        if (!name || !*name || boards->len >= MODEL_BOARDS_MAX)
            continue;
        struct board_kind *kind = g_new0(struct board_kind, 1);
        kind->name = g_strdup(name);
        kind->title = g_strdup(title && *title ? title : name);
        cJSON_ArrayForEach(word, cJSON_GetObjectItemCaseSensitive(one, "verbs"))
        {
            enum board_verb verb;
            if (board_verb_parse(cJSON_GetStringValue(word), &verb))
                kind->verbs |= verb;
        }
        g_ptr_array_add(boards, kind);
    }
}

static enum board_state state_of(const char *name)
{
    enum board_state state = BOARD_OPEN;
    while (state < BOARD_STATE_COUNT && g_strcmp0(board_state_name(state), name) != 0)
        state++;
    return state < BOARD_STATE_COUNT ? state : BOARD_OPEN;
}

GPtrArray *model_read_rows(const char *json)
{
    GPtrArray *rows = model_rows_new();
    g_autoptr(cJSON) array = json ? strict_json_parse(json, strlen(json), 16 * STRICT_JSON_LINE, NULL) : NULL;
    const cJSON *one;
    cJSON_ArrayForEach(one, array)
    {
        gint64 id = 0, depth = 0;
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "text"));
        if (!text || rows->len >= BOARD_ROWS_MAX || !strict_json_get_int(one, "id", 1, G_MAXINT64, &id, NULL) ||
            !strict_json_opt_int(one, "depth", 0, DEPTH_MAX, &depth, NULL))
            continue;
        enum board_state state = state_of(cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "state")));
        const char *note = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "note"));
        g_ptr_array_add(rows, board_row_new(id, (int)depth, state, text, note));
    }
    return rows;
}
