#include "engine/modules/counts.h"

#include "config/strict_json.h"

#include <math.h>
#include <string.h>

#define EXACT (G_GINT64_CONSTANT(1) << 53) /* from here on a double skips whole numbers */

static bool is_exact(gint64 n)
{
    return n > -EXACT && n < EXACT;
}

cJSON *count_json(gint64 n)
{
    if (is_exact(n))
        return cJSON_CreateNumber((double)n);
    g_autofree char *digits = g_strdup_printf("%" G_GINT64_FORMAT, n);
    return cJSON_CreateString(digits);
}

bool count_from_json(const cJSON *item, gint64 *ret_n)
{
    if (cJSON_IsString(item)) {
        gint64 n;
        if (!g_ascii_string_to_signed(item->valuestring, 10, G_MININT64, G_MAXINT64, &n, NULL) || is_exact(n))
            return false;
        *ret_n = n;
        return true;
    }
    double v = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(fabs(v) < (double)EXACT) || v != floor(v))
        return false;
    *ret_n = (gint64)v;
    return true;
}

cJSON *counts_json(GHashTable *counts)
{
    g_autoptr(GPtrArray) names = counts_names(counts);
    cJSON *json = cJSON_CreateObject();
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        cJSON_AddItemToObject(json, name, count_json(counts_get(counts, name)));
    }
    return json;
}
