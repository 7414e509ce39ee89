#include "engine/world/game_parts.h"
#include "config/strict_json.h"

const char *game_text(const cJSON *of, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(of, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

double game_number(const cJSON *of, const char *key, double fallback)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(of, key);
    return cJSON_IsNumber(value) ? value->valuedouble : fallback;
}

int game_clamp(double value, int min, int max)
{
    return value >= max ? max : value > min ? (int)value : min;
}
