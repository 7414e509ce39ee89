/* `reins plans --json`. */

#include "tui/cli/plans_json.h"

#include "config/strict_json.h"

static cJSON *list_tree(const GPtrArray *plans)
{
    cJSON *list = cJSON_CreateArray();
    for (guint i = 0; i < plans->len; i++) {
        g_autofree char *one = plans_json(plans->pdata[i]);
        cJSON_AddItemToArray(list, cJSON_CreateRaw(one));
    }
    return list;
}

char *plans_json_list(const GPtrArray *plans)
{
    g_autoptr(cJSON) list = list_tree(plans);
    return strict_json_print(list);
}

char *plans_json_found(const GPtrArray *plans, const GArray *likeness)
{
    g_autoptr(cJSON) list = cJSON_CreateArray();
    for (guint i = 0; i < plans->len; i++) {
        g_autofree char *one = plans_json(plans->pdata[i]);
        cJSON *o = cJSON_Parse(one);
        cJSON_AddNumberToObject(o, "likeness", g_array_index(likeness, double, i));
        cJSON_AddItemToArray(list, o);
    }
    return strict_json_print(list);
}

char *plans_json_show(const struct memory_plan *plan, const GPtrArray *sources)
{
    g_autofree char *one = plans_json(plan);
    g_autoptr(cJSON) o = cJSON_Parse(one);
    cJSON_AddItemToObject(o, "sources", list_tree(sources));
    return strict_json_print(o);
}

char *plans_json_done(const char *done, gint64 plan, gint64 others)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "done", done);
    cJSON_AddNumberToObject(o, "plan", (double)plan);
    cJSON_AddNumberToObject(o, "equal", (double)others);
    return strict_json_print(o);
}

char *plans_json_told(const char *done, const plans_told *told)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    cJSON_AddStringToObject(o, "done", done);
    cJSON_AddNumberToObject(o, "plans", (double)told->plans);
    cJSON_AddNumberToObject(o, "known", (double)told->known);
    cJSON_AddNumberToObject(o, "twice", (double)told->twice);
    cJSON *refused = cJSON_AddArrayToObject(o, "refused");
    for (guint i = 0; i < told->refused->len; i++)
        cJSON_AddItemToArray(refused, cJSON_CreateString(told->refused->pdata[i]));
    return strict_json_print(o);
}
