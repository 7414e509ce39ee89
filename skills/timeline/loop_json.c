#include "config/strict_json.h"
#include "skills/timeline/action.h"
#include "skills/timeline/loop.h"
#include "skills/timeline/timeline.h"

#include <string.h>

static cJSON *value_json(const struct value *v)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    switch (v->type) {
    case VALUE_STRING:
        return cJSON_CreateString(v->string);
    case VALUE_INTEGER:
        if (ABS((double)v->integer) <= 9007199254740992.0)
            return cJSON_CreateNumber((double)v->integer);
        g_snprintf(digits, sizeof digits, "%" G_GINT64_FORMAT, v->integer);
        return cJSON_CreateString(digits);
    case VALUE_NUMBER: /* canonical JSON has no fractions */
        return cJSON_CreateString(g_ascii_dtostr(digits, sizeof digits, v->number));
    case VALUE_BOOLEAN:
        return cJSON_CreateBool(v->boolean);
    }
    g_return_val_if_reached(cJSON_CreateNull());
}

char *timeline_loop_args(const struct action *a)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    for (guint i = 0; a && i < a->args->len; i++) {
        const struct argument *one = &g_array_index(a->args, struct argument, i);
        cJSON_AddItemToObject(object, one->name, value_json(&one->value));
    }
    return strict_json_canonical(object);
}

char *timeline_loop_to_json(const struct timeline_loop *l, gint64 at_ms)
{
    g_autoptr(cJSON) object = cJSON_CreateObject();
    cJSON_AddNumberToObject(object, "at_ms", (double)at_ms);
    cJSON_AddItemToObject(object, "args", cJSON_Parse(l->args));
    cJSON *budget = cJSON_AddObjectToObject(object, "budget");
    cJSON_AddNumberToObject(budget, "events", l->events);
    cJSON_AddNumberToObject(budget, "ms", (double)l->ms);
    cJSON_AddItemToObject(budget, "keys", cJSON_CreateStringArray((const char *const *)l->keys, (int)g_strv_length(l->keys)));
    cJSON *rect = cJSON_AddObjectToObject(budget, "rect");
    cJSON_AddNumberToObject(rect, "x", l->x);
    cJSON_AddNumberToObject(rect, "y", l->y);
    cJSON_AddNumberToObject(rect, "width", l->width);
    cJSON_AddNumberToObject(rect, "height", l->height);
    cJSON_AddStringToObject(object, "skill", l->skill);
    cJSON_AddStringToObject(object, "source_sha256", l->source_sha256);
    cJSON_AddStringToObject(object, "type", timeline_type_name(TIMELINE_LOOP));
    return strict_json_canonical(object);
}

static bool misfit(GError **error, const char *what)
{
    g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_ARGUMENTS, "a loop event: %s", what);
    return false;
}

/* Flat, and as timeline_loop_args() writes it. */
static bool get_args(const cJSON *item, struct timeline_loop *l, GError **error)
{
    const cJSON *args = strict_json_get_object(item, "args", error);
    if (!args)
        return false;
    for (const cJSON *one = args->child; one; one = one->next)
        if (!cJSON_IsString(one) && !cJSON_IsBool(one) &&
            !(cJSON_IsNumber(one) && ABS(one->valuedouble) <= 9007199254740992.0 &&
              one->valuedouble == (double)(gint64)one->valuedouble))
            return misfit(error, "args has a value that is not a text, whole number, true or false");
    g_free(l->args);
    l->args = strict_json_canonical(args);
    return true;
}

static bool get_keys(const cJSON *budget, struct timeline_loop *l, GError **error)
{
    const cJSON *keys = strict_json_get_array(budget, "keys", error);
    if (!keys)
        return false;
    int n = cJSON_GetArraySize(keys);
    if (n > LOOP_KEYS_MAX)
        return misfit(error, "too many keys");
    g_auto(GStrv) names = g_new0(char *, (gsize)n + 1);
    int i = 0;
    for (const cJSON *one = keys->child; one; one = one->next) {
        g_autofree char *name = cJSON_IsString(one) ? timeline_loop_key(one->valuestring, error) : NULL;
        if (!name)
            return cJSON_IsString(one) ? false : misfit(error, "a key is not a text");
        if (!g_str_equal(name, one->valuestring))
            return misfit(error, "a key is not in its canonical form");
        names[i++] = g_steal_pointer(&name);
    }
    g_strfreev(l->keys);
    l->keys = g_steal_pointer(&names);
    return true;
}

static bool get_budget(const cJSON *item, struct timeline_loop *l, GError **error)
{
    const cJSON *budget = strict_json_get_object(item, "budget", error);
    const cJSON *rect = budget ? strict_json_get_object(budget, "rect", error) : NULL;
    gint64 events = 0;
    if (!rect || !strict_json_get_int(budget, "events", 1, LOOP_EVENTS_MAX, &events, error) ||
        !strict_json_get_int(budget, "ms", 1, LOOP_MS_MAX, &l->ms, error) || !get_keys(budget, l, error) ||
        !strict_json_opt_small(rect, "x", 0, LOOP_PX_MAX, &l->x, error) ||
        !strict_json_opt_small(rect, "y", 0, LOOP_PX_MAX, &l->y, error) ||
        !strict_json_opt_small(rect, "width", 0, LOOP_PX_MAX, &l->width, error) ||
        !strict_json_opt_small(rect, "height", 0, LOOP_PX_MAX, &l->height, error))
        return false;
    l->events = (int)events;
    return (cJSON_GetArraySize(budget) == 4 && cJSON_GetArraySize(rect) == 4) ||
           misfit(error, "its budget has a member too many or too few (events, keys, ms, rect: x, y, width, height)");
}

struct timeline_loop *timeline_loop_from_json(const void *json, GError **error)
{
    const cJSON *item = json;
    const char *skill, *sha256;
    g_autoptr(timeline_loop) l = timeline_loop_new();
    if (!get_args(item, l, error) || !get_budget(item, l, error) || !strict_json_get_string(item, "skill", &skill, error) ||
        !strict_json_get_string(item, "source_sha256", &sha256, error) ||
        (!(strlen(sha256) == 64 && strspn(sha256, "0123456789abcdef") == 64) &&
         !misfit(error, "source_sha256 is no SHA-256 of 64 hex digits")))
        return NULL;
    g_free(l->skill);
    l->skill = g_strdup(skill);
    g_free(l->source_sha256);
    l->source_sha256 = g_strdup(sha256);
    return g_steal_pointer(&l);
}
