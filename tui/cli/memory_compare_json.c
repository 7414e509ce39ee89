/* Two runs side by side, as JSON. */

#include "tui/cli/memory_compare.h"

#include "config/strict_json.h"

static void put_both(cJSON *o, const char *key, char *const both[2])
{
    cJSON *pair = cJSON_AddArrayToObject(o, key);
    for (int i = 0; i < 2; i++)
        cJSON_AddItemToArray(pair, both[i] ? cJSON_CreateString(both[i]) : cJSON_CreateNull());
}

/* 1 = the same pixels; null = one of the pictures is not kept, or they have other sizes. */
static cJSON *likeness(const compared_step *row)
{
    if (row->same_screen)
        return cJSON_CreateNumber(1);
    struct screenshot_diff a = screenshot_diff_files(row->frame[0], row->frame[1]);
    return a.why ? cJSON_CreateNull() : cJSON_CreateNumber(a.share);
}

static cJSON *step_json(const compared_step *row)
{
    cJSON *step = cJSON_CreateObject();
    cJSON_AddNumberToObject(step, "step", (double)row->step);
    put_both(step, "planned", row->planned);
    put_both(step, "acted", row->acted);
    put_both(step, "digest", row->digest);
    put_both(step, "verdict", row->verdict);
    put_both(step, "by", row->by);
    put_both(step, "effect", row->effect);
    put_both(step, "frame", row->frame);
    cJSON_AddItemToObject(step, "cost", cJSON_CreateDoubleArray(row->cost, 2));
    cJSON_AddBoolToObject(step, "fired_again", row->again);
    cJSON_AddBoolToObject(step, "same_screen", row->same_screen);
    cJSON_AddItemToObject(step, "likeness", likeness(row));
    cJSON_AddItemToObject(step, "differs", row->first ? cJSON_CreateString(row->first) : cJSON_CreateNull());
    return step;
}

char *memory_json_compared(const comparison *c)
{
    const compared_step *departure = comparison_departure(c);
    g_autoptr(cJSON) o = cJSON_CreateObject();
    g_autofree char *first = g_strdup_printf("%" G_GINT64_FORMAT, c->one),
                    *second = g_strdup_printf("%" G_GINT64_FORMAT, c->other);
    char *const runs[2] = {first, second};
    put_both(o, "runs", runs);
    cJSON_AddBoolToObject(o, "same", departure == NULL);
    cJSON_AddItemToObject(o, "departs_at", departure ? cJSON_CreateNumber((double)departure->step) : cJSON_CreateNull());
    if (c->common_until) {
        g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, c->common_run);
        cJSON *common = cJSON_AddObjectToObject(o, "common");
        cJSON_AddStringToObject(common, "run", run);
        cJSON_AddNumberToObject(common, "until", (double)c->common_until);
    } else {
        cJSON_AddNullToObject(o, "common");
    }
    cJSON *steps = cJSON_AddArrayToObject(o, "steps");
    for (guint i = 0; i < c->rows->len; i++)
        cJSON_AddItemToArray(steps, step_json(c->rows->pdata[i]));
    return strict_json_print(o);
}
