/* How alike two situations are, by what a display told of them. */

#include "engine/recall/plan_finder.h"

#include "config/strict_json.h"

#define STATE_MAX (64 * 1024) /* bytes */
#define FAR 64                /* of heights: nothing in common */
#define INVENTORY_WEIGHT 2

static double count_of(const cJSON *inventory, const char *name)
{
    const cJSON *one = cJSON_GetObjectItemCaseSensitive(inventory, name);
    return cJSON_IsNumber(one) ? MAX(one->valuedouble, 0) : 0;
}

/* What both have of all that one of them has, 1 where both have nothing. */
static double inventories(const cJSON *a, const cJSON *b)
{
    double both = 0, all = 0;
    const cJSON *one = NULL;
    cJSON_ArrayForEach(one, a)
    {
        double n = count_of(a, one->string), other = count_of(b, one->string);
        both += MIN(n, other);
        all += MAX(n, other);
    }
    cJSON_ArrayForEach(one, b) all += cJSON_HasObjectItem(a, one->string) ? 0 : count_of(b, one->string);
    return all > 0 ? both / all : 1;
}

static void add_texts(const cJSON *a, const cJSON *b, const char *key, double *sum, double *weight)
{
    const char *one = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(a, key));
    const char *other = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(b, key));
    if (!one || !other)
        return;
    *weight += 1;
    *sum += g_str_equal(one, other);
}

double plan_state_likeness(const char *state, const char *other)
{
    g_autoptr(cJSON) a = state ? strict_json_parse(state, strlen(state), STATE_MAX, NULL) : NULL;
    g_autoptr(cJSON) b = other ? strict_json_parse(other, strlen(other), STATE_MAX, NULL) : NULL;
    const cJSON *has = cJSON_GetObjectItemCaseSensitive(a, "inventory"), *had = cJSON_GetObjectItemCaseSensitive(b, "inventory");
    const cJSON *y = cJSON_GetObjectItemCaseSensitive(a, "y"), *other_y = cJSON_GetObjectItemCaseSensitive(b, "y");
    double sum = 0, weight = 0;
    if (cJSON_IsObject(has) && cJSON_IsObject(had)) {
        sum += INVENTORY_WEIGHT * inventories(has, had);
        weight += INVENTORY_WEIGHT;
    }
    if (cJSON_IsNumber(y) && cJSON_IsNumber(other_y)) {
        sum += 1 - MIN(1, ABS(y->valuedouble - other_y->valuedouble) / FAR);
        weight += 1;
    }
    add_texts(a, b, "biome", &sum, &weight);
    add_texts(a, b, "place", &sum, &weight);
    add_texts(a, b, "time", &sum, &weight);
    return weight > 0 ? sum / weight : -1;
}
