#include "tui/cli/score.h"

#include "config/strict_json.h"

#include <math.h>

static void add_real(cJSON *o, const char *key, double value, bool given)
{
    cJSON_AddItemToObject(o, key, given ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

static void add_record(cJSON *list, const struct score_record *r)
{
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToArray(list, o);
    cJSON_AddStringToObject(o, "session", r->session);
    cJSON_AddStringToObject(o, "file", r->name);
    strict_json_add_text(o, "status", r->status);
    add_real(o, "score", r->score, !isnan(r->score));
    strict_json_add_text(o, "defect", r->defect);
}

char *score_json(const score_report *report)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    for (gsize i = 0; i < G_N_ELEMENTS(score_parts); i++) {
        cJSON *part = cJSON_AddObjectToObject(o, score_parts[i]);
        add_real(part, "mean", report->sum[i] / MAX(report->n[i], 1), report->n[i] > 0);
        cJSON_AddNumberToObject(part, "n", report->n[i]);
    }
    cJSON *attributes = cJSON_AddObjectToObject(o, "attributes");
    for (int a = 0; a < SCORE_ATTRIBUTE_COUNT; a++) {
        const struct score_attribute_sum *sum = &report->sums.attributes[a];
        cJSON *one = cJSON_AddObjectToObject(attributes, score_attribute_name((enum score_attribute)a));
        cJSON_AddNumberToObject(one, "labels", sum->labels);
        cJSON_AddNumberToObject(one, "there", sum->there);
        double matched = score_matched(&report->sums, (enum score_attribute)a);
        add_real(one, "share", (double)sum->there / MAX(sum->labels, 1), sum->labels > 0);
        add_real(one, "matched", matched, !isnan(matched));
        cJSON_AddStringToObject(one, "measure", score_measure_name(score_measure_of((enum score_attribute)a)));
        add_real(one, "right", sum->points / MAX(sum->labels, 1), sum->labels > 0);
    }
    cJSON_AddNumberToObject(o, "unboxed", report->sums.unboxed);
    cJSON *records = cJSON_AddArrayToObject(o, "records");
    for (guint i = 0; i < report->records->len; i++)
        add_record(records, report->records->pdata[i]);
    return strict_json_print(o);
}
