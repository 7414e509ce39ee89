#include "tui/model/explain.h"

#include "config/strict_json.h"

#include <string.h>

#define RULES_MAX 256

static void rule_clear(void *data)
{
    struct explain_rule *r = data;
    g_free(r->rule);
    g_free(r->evidence);
    g_free(r->effect);
}

static char *text_of(const cJSON *object, const char *name)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, name);
    return g_strdup(cJSON_IsString(value) ? value->valuestring : "");
}

static int by_tier(gconstpointer a, gconstpointer b)
{
    const struct explain_rule *x = a, *y = b;
    return y->tier - x->tier;
}

GArray *explain_read(const char *json, const char *rule, int tier)
{
    GArray *rules = g_array_new(FALSE, FALSE, sizeof(struct explain_rule));
    g_array_set_clear_func(rules, rule_clear);
    g_autoptr(cJSON) array = json ? strict_json_parse(json, strlen(json), STRICT_JSON_LINE, NULL) : NULL;
    const cJSON *item;
    cJSON_ArrayForEach(item, array)
    {
        const cJSON *t = cJSON_GetObjectItemCaseSensitive(item, "tier");
        if (!cJSON_IsObject(item) || rules->len >= RULES_MAX)
            continue;
        struct explain_rule r = {text_of(item, "rule"), text_of(item, "evidence"), text_of(item, "effect"),
                                 cJSON_IsNumber(t) ? CLAMP(t->valueint, -1, 3) : -1};
        if (*r.rule)
            g_array_append_val(rules, r);
        else
            rule_clear(&r);
    }
    g_array_sort(rules, by_tier); /* stable: those of one tier stay as told */
    for (guint i = 1; i < rules->len; i++) {
        struct explain_rule r = g_array_index(rules, struct explain_rule, i);
        if (r.tier != tier || !rule || strcmp(r.rule, rule) != 0)
            continue;
        memmove(&g_array_index(rules, struct explain_rule, 1), rules->data, i * sizeof r);
        g_array_index(rules, struct explain_rule, 0) = r;
        break;
    }
    return rules;
}
