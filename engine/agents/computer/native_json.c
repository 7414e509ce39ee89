/* What the dialects in JSON share: members of a call's arguments, the two tools of our own. */

#include "engine/agents/computer/native.h"

#include "config/strict_json.h"
#include "engine/brain/wire.h"

#include <math.h>
#include <string.h>

#define NUMBER_MAX 1e6

bool native_call_number(struct native_call *call, const struct cJSON *args, const char *name, bool needed, double *ret)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    bool number = cJSON_IsNumber(item) && isfinite(item->valuedouble) && fabs(item->valuedouble) <= NUMBER_MAX;
    if (number)
        *ret = item->valuedouble;
    else if (item && !cJSON_IsNull(item))
        native_call_refuse(call, "%s: %s is no number that can be meant", call->name, name);
    else if (needed)
        native_call_refuse(call, "%s has no %s", call->name, name);
    return number;
}

char *native_call_text(struct native_call *call, const struct cJSON *args, const char *name, bool needed)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(args, name);
    if (cJSON_IsString(item))
        return g_strdup(item->valuestring);
    if (item && !cJSON_IsNull(item))
        native_call_refuse(call, "%s: %s is no text", call->name, name);
    else if (needed)
        native_call_refuse(call, "%s has no %s", call->name, name);
    return NULL;
}

char *native_call_keys(struct native_call *call, const struct cJSON *args, const char *name, bool needed)
{
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(args, name), *item;
    g_autoptr(GString) keys = g_string_new(NULL);
    if (!cJSON_IsArray(list)) {
        char *text = native_call_text(call, args, name, needed);
        if (text && *text)
            return text;
        g_free(text);
        if (needed)
            native_call_refuse(call, "%s names no key", call->name);
        return NULL;
    }
    cJSON_ArrayForEach(item, list)
    {
        if (cJSON_IsString(item) && *item->valuestring)
            g_string_append_printf(keys, "%s%s", keys->len ? "+" : "", item->valuestring);
        else
            native_call_refuse(call, "%s: %s has what is no key", call->name, name);
    }
    if (!keys->len && needed)
        native_call_refuse(call, "%s names no key", call->name);
    return keys->len ? g_strdup(keys->str) : NULL;
}

void native_call_point(struct native_call *call, const struct cJSON *at, const char *x_name, const char *y_name, double *ret_x,
                       double *ret_y)
{
    native_call_number(call, at, x_name, true, ret_x);
    native_call_number(call, at, y_name, true, ret_y);
}

void native_call_scroll(struct native_call *call, const char *direction, double amount, enum native_unit unit)
{
    static const struct {
        const char *name;
        int right, down;
    } ways[] = {{"up", 0, -1}, {"down", 0, 1}, {"left", -1, 0}, {"right", 1, 0}};
    call->unit = unit;
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (g_strcmp0(direction, ways[i].name) != 0)
            continue;
        call->right = ways[i].right * amount;
        call->down = ways[i].down * amount;
        return;
    }
    native_call_refuse(call, "%s has no direction (up, down, left, right)", call->name);
}

bool native_call_own(struct native_call *call, const struct cJSON *args)
{
    const struct wire_own_tool *own = wire_own_tools;
    while (own->name && !g_str_equal(own->name, call->name))
        own++;
    if (!own->name)
        return false;
    call->action = own->allowed[0] ? NATIVE_FINISH : NATIVE_ASK_PERSON;
    g_free(call->text);
    call->text = native_call_text(call, args, own->argument, true);
    g_autofree char *outcome = own->allowed[0] ? native_call_text(call, args, "outcome", true) : NULL;
    if (outcome && !g_strv_contains(own->allowed, outcome))
        native_call_refuse(call, "%s: outcome is %s or %s", call->name, own->allowed[0], own->allowed[1]);
    call->success = outcome && g_str_equal(outcome, own->allowed[0]);
    return true;
}
