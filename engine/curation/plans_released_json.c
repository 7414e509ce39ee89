/* The memory that JARVIS-1 released (Wang et al. 2023; assets/memory.json): {"TASK": {"status","init_inventory","plan": [{"goal":
 * {"ITEM": COUNT}, "type": "mine" | "craft" | "smelt", "text"}, …], …}, …}. It is read where a person has it. */

#include "engine/curation/plans_file.h"

#include "config/strict_json.h"

#include <string.h>

bool plans_are_released(const char *text)
{
    while (g_ascii_isspace(*text))
        text++;
    return *text == '{' && !strstr(text, "\"app\"") && strstr(text, "\"plan\"") && strstr(text, "\"goal\"");
}

/* "mine 3 oak_log". */
static bool add_goal(GString *out, const cJSON *step, GError **error)
{
    const char *type = NULL;
    const cJSON *goal = strict_json_get_object(step, "goal", error), *item = goal ? goal->child : NULL;
    if (!goal || !strict_json_get_string(step, "type", &type, error))
        return false;
    if (!item || item->next || !cJSON_IsNumber(item) || item->valuedouble < 1 || item->valuedouble > 10000) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_TYPE, "\"goal\" is one item with its count");
        return false;
    }
    g_string_append_printf(out, "%s%s %d %s", out->len ? "\n" : "", type, (int)item->valuedouble, item->string);
    return true;
}

/* {"iron_axe": 1}, or {"0": {"type": "iron_axe", "quantity": 1}}, as inventory of a state. Caller frees; NULL = not told. */
static char *state_of(const cJSON *inventory)
{
    g_autoptr(cJSON) state = cJSON_CreateObject();
    const cJSON *one = NULL;
    if (!cJSON_IsObject(inventory))
        return NULL;
    cJSON *counts = cJSON_AddObjectToObject(state, "inventory");
    cJSON_ArrayForEach(one, inventory)
    {
        const cJSON *quantity = cJSON_GetObjectItemCaseSensitive(one, "quantity");
        const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(one, "type"));
        const char *name = type ? type : one->string;
        if (!cJSON_HasObjectItem(counts, name))
            cJSON_AddNumberToObject(counts, name, cJSON_IsNumber(one) ? one->valuedouble : quantity ? quantity->valuedouble : 1);
    }
    char *json = strict_json_print(state);
    if (strlen(json) > PLAN_WORDS_MAX)
        g_clear_pointer(&json, g_free);
    return json;
}

static struct memory_plan *read_one(const cJSON *one, const char *app, GError **error)
{
    const cJSON *steps = strict_json_get_array(one, "plan", error), *step = NULL;
    const char *status = "success";
    g_autoptr(GString) text = g_string_new(NULL);
    if (!steps || !strict_json_opt_string(one, "status", &status, error))
        return NULL;
    cJSON_ArrayForEach(step, steps) if (!add_goal(text, step, error)) return NULL;
    if (text->len == 0 || text->len > PLAN_TEXT_MAX || strlen(one->string) > PLAN_GOAL_MAX || !*one->string) {
        g_set_error(error, STRICT_JSON_ERROR, STRICT_JSON_ERROR_LIMIT, "a plan has 1 to %d bytes, its task 1 to %d",
                    PLAN_TEXT_MAX, PLAN_GOAL_MAX);
        return NULL;
    }
    struct memory_plan *p = g_new0(struct memory_plan, 1);
    p->app = g_strdup(app);
    p->goal = g_strdup(one->string);
    p->task = g_strdup(one->string);
    p->outcome = g_str_equal(status, "success") ? PLAN_WORKED : PLAN_FAILED;
    p->steps = cJSON_GetArraySize(steps);
    p->of_goals = true;
    p->state = state_of(cJSON_GetObjectItemCaseSensitive(one, "init_inventory"));
    p->text = g_strdup(text->str);
    return p;
}

GPtrArray *plans_released_read(const char *text, gsize length, const char *app, GPtrArray *ret_refused, GError **error)
{
    g_autoptr(cJSON) all = strict_json_parse(text, length, PLANS_FILE_MAX, error);
    const cJSON *one = NULL;
    if (!all)
        return NULL;
    GPtrArray *plans = g_ptr_array_new_with_free_func((GDestroyNotify)memory_plan_free);
    cJSON_ArrayForEach(one, all)
    {
        g_autoptr(GError) why = NULL;
        struct memory_plan *p = read_one(one, app, &why);
        if (p)
            g_ptr_array_add(plans, p);
        else if (ret_refused->len < PLANS_REFUSED_MAX)
            g_ptr_array_add(ret_refused, g_strdup_printf("%.80s: %s", one->string ? one->string : "", why->message));
    }
    return plans;
}
