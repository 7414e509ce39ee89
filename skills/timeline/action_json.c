#include "config/strict_json.h"
#include "skills/timeline/action.h"

#include <math.h>
#include <string.h>

#define ARGUMENTS_MAX 64
#define EXACT_MAX 9007199254740992.0 /* 2^53: above, a JSON number has lost its last digits */

static bool argument_from_json(action *a, const cJSON *item, GError **error)
{
    struct value v = {0};
    if (cJSON_IsString(item)) {
        v.type = VALUE_STRING;
        v.string = item->valuestring;
    } else if (cJSON_IsBool(item)) {
        v.type = VALUE_BOOLEAN;
        v.boolean = cJSON_IsTrue(item);
    } else if (cJSON_IsNumber(item) && isfinite(item->valuedouble)) {
        bool whole = floor(item->valuedouble) == item->valuedouble && fabs(item->valuedouble) <= EXACT_MAX;
        v.type = whole ? VALUE_INTEGER : VALUE_NUMBER;
        if (whole)
            v.integer = (gint64)item->valuedouble;
        else
            v.number = item->valuedouble;
    } else {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "argument \"%s\" is %s (a text, a number, true or false fits)",
                    item->string,
                    cJSON_IsNull(item)     ? "null"
                    : cJSON_IsNumber(item) ? "no finite number"
                                           : "an object or a list");
        return false;
    }
    action_set(a, item->string, &v);
    return true;
}

/* The members an action may have; anything else is a model's slip that must be told, not dropped. */
static bool members_known(const cJSON *object, GError **error)
{
    static const char *const known[] = {"skill", "args", "expectation", "reason", "tier", "part", NULL};
    for (const cJSON *m = object->child; m; m = m->next) {
        if (!g_strv_contains(known, m->string)) {
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS,
                        "an action has no member \"%s\" (there are skill, args, expectation, reason, tier)", m->string);
            return false;
        }
    }
    return true;
}

static void take_text(char **text, const char *value)
{
    g_free(*text);
    *text = g_strdup(value);
}

action *action_from_json(const char *text, gsize length, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, STRICT_JSON_LINE, error);
    if (!root)
        return NULL;
    if (!cJSON_IsObject(root)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_SYNTAX, "an action is a JSON object: {\"skill\":…,\"args\":{…}}");
        return NULL;
    }
    const char *skill, *expectation = "", *reason = "";
    gint64 tier = -1, part = 0;
    if (!members_known(root, error) || !strict_json_get_string(root, "skill", &skill, error) ||
        !strict_json_opt_string(root, "expectation", &expectation, error) ||
        !strict_json_opt_string(root, "reason", &reason, error) || !strict_json_opt_int(root, "tier", 0, 3, &tier, error) ||
        !strict_json_opt_int(root, "part", 1, G_MAXINT, &part, error))
        return NULL;
    g_autoptr(action) a = action_new(skill);
    take_text(&a->expectation, expectation);
    take_text(&a->reason, reason);
    a->tier = (int)tier;
    a->part = (int)part;
    const cJSON *args = cJSON_GetObjectItemCaseSensitive(root, "args");
    if (args && !cJSON_IsNull(args)) {
        if (!(args = strict_json_get_object(root, "args", error)))
            return NULL;
        if (cJSON_GetArraySize(args) > ARGUMENTS_MAX) {
            g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "an action has more than %d arguments", ARGUMENTS_MAX);
            return NULL;
        }
        for (const cJSON *item = args->child; item; item = item->next) {
            if (!argument_from_json(a, item, error))
                return NULL;
        }
    }
    return g_steal_pointer(&a);
}

static cJSON *value_to_json(const struct value *v)
{
    switch (v->type) {
    case VALUE_STRING:
        return cJSON_CreateString(v->string);
    case VALUE_INTEGER: {
        g_autofree char *digits = g_strdup_printf("%" G_GINT64_FORMAT, v->integer);
        return cJSON_CreateRaw(digits); /* cJSON would round what a double cannot hold */
    }
    case VALUE_NUMBER:
        return cJSON_CreateNumber(v->number);
    case VALUE_BOOLEAN:
        return cJSON_CreateBool(v->boolean);
    }
    g_return_val_if_reached(cJSON_CreateNull());
}

char *action_to_json(const action *a)
{
    g_autoptr(cJSON) root = cJSON_CreateObject();
    cJSON_AddStringToObject(root, "skill", a->skill);
    cJSON *args = cJSON_AddObjectToObject(root, "args");
    for (guint i = 0; i < a->args->len; i++) {
        const struct argument *arg = &g_array_index(a->args, struct argument, i);
        cJSON_AddItemToObject(args, arg->name, value_to_json(&arg->value));
    }
    cJSON_AddStringToObject(root, "expectation", a->expectation);
    cJSON_AddStringToObject(root, "reason", a->reason);
    if (a->tier >= 0)
        cJSON_AddNumberToObject(root, "tier", a->tier);
    if (a->part > 0)
        cJSON_AddNumberToObject(root, "part", a->part);
    return strict_json_print(root);
}

char *action_json_describe(const char *json)
{
    g_autoptr(action) a = json ? action_from_json(json, strlen(json), NULL) : NULL;
    return a ? action_describe(a) : g_strdup(json);
}
