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
    strict_json_add_text(o, "brain", r->brain);
    strict_json_add_text(o, "theme", r->theme);
    add_real(o, "score", r->score, !isnan(r->score));
    if (r->unanswered)
        cJSON_AddTrueToObject(o, "unanswered");
    strict_json_add_text(o, "defect", r->defect);
}

static void add_attributes(cJSON *o, const struct score_sums *sums)
{
    cJSON *attributes = cJSON_AddObjectToObject(o, "attributes");
    for (int a = 0; a < SCORE_ATTRIBUTE_COUNT; a++) {
        const struct score_attribute_sum *sum = &sums->attributes[a];
        double share = score_share(sums, (enum score_attribute)a), matched = score_matched(sums, (enum score_attribute)a);
        cJSON *one = cJSON_AddObjectToObject(attributes, score_attribute_name((enum score_attribute)a));
        cJSON_AddNumberToObject(one, "labels", sum->labels);
        cJSON_AddNumberToObject(one, "there", sum->there);
        add_real(one, "share", share, !isnan(share));
        add_real(one, "matched", matched, !isnan(matched));
        cJSON_AddStringToObject(one, "measure", score_measure_name(score_measure_of((enum score_attribute)a)));
        add_real(one, "right", sum->points / MAX(sum->labels, 1), sum->labels > 0);
    }
}

static void add_groups(cJSON *o, const score_report *report)
{
    cJSON *groups = cJSON_AddArrayToObject(o, "groups");
    for (guint i = 0; i < report->groups->len; i++) {
        const struct score_group *g = report->groups->pdata[i];
        cJSON *one = cJSON_CreateObject();
        cJSON_AddItemToArray(groups, one);
        cJSON_AddStringToObject(one, "by", score_by_name(g->by));
        strict_json_add_text(one, "name", g->name);
        cJSON_AddNumberToObject(one, "mean", g->sum / g->n);
        cJSON_AddNumberToObject(one, "n", g->n);
        add_attributes(one, &g->sums);
    }
}

char *score_json(const score_report *report, const char *predictions)
{
    g_autoptr(cJSON) o = cJSON_CreateObject();
    strict_json_add_text(o, "predictions", predictions);
    for (gsize i = 0; i < G_N_ELEMENTS(score_parts); i++) {
        cJSON *part = cJSON_AddObjectToObject(o, score_parts[i]);
        add_real(part, "mean", report->sum[i] / MAX(report->n[i], 1), report->n[i] > 0);
        cJSON_AddNumberToObject(part, "n", report->n[i]);
    }
    add_attributes(o, &report->sums);
    add_groups(o, report);
    cJSON_AddNumberToObject(o, "unboxed", report->sums.unboxed);
    cJSON_AddNumberToObject(o, "unanswered", report->unanswered);
    cJSON *records = cJSON_AddArrayToObject(o, "records");
    for (guint i = 0; i < report->records->len; i++)
        add_record(records, report->records->pdata[i]);
    return strict_json_print(o);
}
