#include "engine/protocol/rest_event.h"

#include "config/strict_json.h"
#include "skills/timeline/timeline.h"

#include <string.h>

static void rest_action_free(void *data)
{
    struct rest_action *a = data;
    timeline_free(a->timeline);
    g_free(a->text);
    g_free(a->digest);
    g_free(a->asks);
    g_free(a);
}

GPtrArray *rest_actions_new(void)
{
    return g_ptr_array_new_with_free_func(rest_action_free);
}

guint rest_actions_free_to_grant(const GPtrArray *actions)
{
    guint n = 0;
    while (n < actions->len && !((const struct rest_action *)actions->pdata[n])->asks)
        n++;
    return n;
}

event *rest_event_new(int id, const GPtrArray *actions)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < MIN(actions->len, REST_ACTIONS_MAX); i++) {
        const struct rest_action *a = actions->pdata[i];
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "text", a->text);
        cJSON_AddNumberToObject(item, "tier", a->tier);
        strict_json_add_text(item, "digest", a->digest);
        strict_json_add_text(item, "asks", a->asks);
        g_autofree char *events = a->timeline ? timeline_to_json(a->timeline) : NULL;
        if (events)
            cJSON_AddRawToObject(item, "timeline", events);
        cJSON_AddItemToArray(list, item);
    }
    event *e = event_new(EVENT_REST);
    e->id = id;
    e->rest.actions = strict_json_print(list);
    return e;
}

static bool row_read(const cJSON *item, struct rest_action *a, GError **error)
{
    const char *text = NULL, *digest = NULL, *asks = NULL;
    gint64 tier = 0;
    if (!strict_json_get_string(item, "text", &text, error) || !strict_json_opt_string(item, "digest", &digest, error) ||
        !strict_json_opt_string(item, "asks", &asks, error) || !strict_json_opt_int(item, "tier", 0, 3, &tier, error))
        return false;
    a->text = g_strdup(text);
    a->digest = g_strdup(digest);
    a->asks = g_strdup(asks);
    a->tier = (int)tier;
    const cJSON *events = cJSON_GetObjectItemCaseSensitive(item, "timeline");
    if (events) {
        g_autofree char *json = strict_json_print(events);
        a->timeline = timeline_from_json(json, strlen(json), error);
        return a->timeline != NULL;
    }
    return true;
}

GPtrArray *rest_event_actions(const event *e, GError **error)
{
    g_autoptr(GPtrArray) all = rest_actions_new();
    g_autoptr(cJSON) list =
        e->rest.actions ? strict_json_parse(e->rest.actions, strlen(e->rest.actions), STRICT_JSON_LINE, error) : NULL;
    const cJSON *item;
    if (e->rest.actions && !list)
        return NULL;
    cJSON_ArrayForEach(item, list)
    {
        struct rest_action *a = g_new0(struct rest_action, 1);
        g_ptr_array_add(all, a);
        bool told = cJSON_IsObject(item) && all->len <= REST_ACTIONS_MAX;
        if (!told)
            g_set_error(error, PROTOCOL_ERROR, PROTOCOL_ERROR_FIELD, "\"actions\" must be a list of up to %d objects",
                        REST_ACTIONS_MAX);
        if (!told || !row_read(item, a, error))
            return NULL;
        if (!a->asks && (!a->timeline || !a->digest)) {
            g_set_error_literal(error, PROTOCOL_ERROR, PROTOCOL_ERROR_FIELD, "an action that may be granted has no timeline");
            return NULL;
        }
    }
    return g_steal_pointer(&all);
}
