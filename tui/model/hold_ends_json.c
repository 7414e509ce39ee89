#include "tui/model/hold_ends.h"

#include "config/strict_json.h"

#include <string.h>

#define LEFT_MAX_MS (24 * 3600 * 1000.0)

GHashTable *hold_ends_read(const char *left_ms, gint64 now_us)
{
    GHashTable *until = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(cJSON) object = left_ms ? strict_json_parse(left_ms, strlen(left_ms), STRICT_JSON_LINE, NULL) : NULL;
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        if (!cJSON_IsNumber(item) || !item->string || !(item->valuedouble >= 0 && item->valuedouble <= LEFT_MAX_MS))
            continue;
        gint64 *at = g_new(gint64, 1);
        *at = now_us + (gint64)(item->valuedouble * 1000);
        g_hash_table_replace(until, g_strdup(item->string), at);
    }
    return until;
}

static gint64 seconds_left(const gint64 *at, gint64 now_us)
{
    return at && *at > now_us ? (*at - now_us + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC : 0;
}

char *hold_ends_text(GHashTable *until, const char *name, gint64 now_us)
{
    gint64 left = seconds_left(until ? g_hash_table_lookup(until, name) : NULL, now_us);
    return left > 0 ? g_strdup_printf("%s %" G_GINT64_FORMAT " s", name, left) : g_strdup(name);
}

gint64 hold_ends_deadline(GHashTable *until, gint64 now_us)
{
    gint64 deadline = -1;
    GHashTableIter iter;
    void *value;
    if (until)
        g_hash_table_iter_init(&iter, until);
    while (until && g_hash_table_iter_next(&iter, NULL, &value)) {
        gint64 left = seconds_left(value, now_us), next = *(gint64 *)value - (left - 1) * G_USEC_PER_SEC;
        if (left > 0)
            deadline = deadline < 0 ? next : MIN(deadline, next);
    }
    return deadline;
}
