/* A score as one HTML page: the means, Tables 2 and 3, and each record. */
#include "engine/exports/score.h"

#include "engine/exports/page_parts.h"

#include <math.h>

static void put_value(GString *out, double value)
{
    if (isnan(value))
        markup(out, "<td>–</td>");
    else
        markup(out, "<td>%.4f</td>", value);
}

static void put_text(GString *out, const char *text)
{
    markup(out, "<td>");
    markup_text(out, text ? text : "–");
    markup(out, "</td>");
}

static void put_parts(GString *out, const score_report *report)
{
    markup(out, "<h2>CC-Score</h2><table><tr><th>part</th><th>CC-Score</th><th>records</th></tr>\n");
    for (gsize i = 0; i < G_N_ELEMENTS(score_parts); i++) {
        markup(out, "<tr><td>%s</td>", score_parts[i]);
        put_value(out, report->n[i] ? report->sum[i] / report->n[i] : NAN);
        markup(out, "<td>%u</td></tr>\n", report->n[i]);
    }
    markup(out, "</table>\n");
}

static void put_columns(GString *out, bool matched)
{
    markup(out, "%s",
           matched ? "<h2>Table 3: how good these are</h2><p class=\"dim\">F1 of classes, accuracy of positions, BLEU "
                     "of texts.</p>\n"
                   : "<h2>Table 2: attributes that are there</h2>\n");
    markup(out, "<table><tr><th>by</th><th>name</th><th>%s</th>", matched ? "CC-Score" : "records");
    for (guint c = 0; c < SCORE_ATTRIBUTE_COUNT; c++)
        markup(out, "<th>%s</th>", score_attribute_name(score_columns[c].attribute));
    markup(out, "</tr>\n");
}

static void put_row(GString *out, const struct score_sums *sums, bool matched)
{
    for (guint c = 0; c < SCORE_ATTRIBUTE_COUNT; c++) {
        enum score_attribute a = score_columns[c].attribute;
        put_value(out, matched ? score_matched(sums, a) : score_share(sums, a));
    }
    markup(out, "</tr>\n");
}

static void put_all(GString *out, const char *by, const char *name, const score_report *report, bool matched)
{
    markup(out, "<tr><td>%s</td>", by);
    put_text(out, name);
    if (matched)
        put_value(out, report->n[3] ? report->sum[3] / report->n[3] : NAN);
    else
        markup(out, "<td>%u</td>", report->n[3]);
    put_row(out, &report->sums, matched);
}

static void put_groups(GString *out, const score_report *report, bool matched)
{
    put_columns(out, matched);
    for (guint i = 0; i < report->groups->len; i++) {
        const struct score_group *g = report->groups->pdata[i];
        markup(out, "<tr><td>%s</td>", score_by_name(g->by));
        put_text(out, g->name);
        if (matched)
            put_value(out, g->sum / g->n);
        else
            markup(out, "<td>%u</td>", g->n);
        put_row(out, &g->sums, matched);
    }
    put_all(out, "all", "", report, matched);
    markup(out, "</table>\n");
}

static void put_records(GString *out, const score_report *report)
{
    markup(out, "<h2>Records</h2><table><tr><th>session</th><th>file</th><th>status</th><th>brain</th><th>theme</th>"
                "<th>CC-Score</th><th>not scored because</th></tr>\n");
    for (guint i = 0; i < report->records->len; i++) {
        const struct score_record *r = report->records->pdata[i];
        const char *const texts[] = {r->session, r->name, r->status, r->brain, r->theme};
        markup(out, "<tr>");
        for (gsize k = 0; k < G_N_ELEMENTS(texts); k++)
            put_text(out, texts[k]);
        put_value(out, r->score);
        put_text(out, r->defect ? r->defect : "");
        markup(out, "</tr>\n");
    }
    markup(out, "</table>\n");
}

static void put_tables(GString *out, const score_report *report)
{
    put_parts(out, report);
    put_groups(out, report, false);
    put_groups(out, report, true);
    if (report->sums.unboxed)
        markup(out, "<p>Not scored: %u of the positions (their labels have no clickable_area).</p>\n", report->sums.unboxed);
    g_autofree char *unanswered = score_unanswered_text(report);
    if (unanswered)
        markup(out, "<p>%s</p>\n", unanswered);
    put_records(out, report);
}

static void put_rows(GString *out, const struct score_row *rows, guint n)
{
    markup(out, "<h2>CC-Score</h2><table><tr><th>predictions</th>");
    for (gsize part = 0; part < G_N_ELEMENTS(score_parts); part++)
        markup(out, "<th>%s</th>", score_parts[part]);
    markup(out, "<th>records</th></tr>\n");
    for (guint i = 0; i < n; i++) {
        const score_report *r = rows[i].report;
        markup(out, "<tr>");
        put_text(out, rows[i].name);
        for (gsize part = 0; part < G_N_ELEMENTS(score_parts); part++)
            put_value(out, r->n[part] ? r->sum[part] / r->n[part] : NAN);
        markup(out, "<td>%u</td></tr>\n", r->n[3]);
    }
    markup(out, "</table>\n");
    for (guint i = 0; i < n; i++) {
        g_autofree char *lacking = score_lacking_text(rows[i].report, rows[i].name);
        markup(out, lacking ? "<p>" : "");
        markup_text(out, lacking);
        markup(out, lacking ? "</p>\n" : "");
    }
    for (int matched = 0; matched < 2; matched++) {
        put_columns(out, matched);
        for (guint i = 0; i < n; i++)
            put_all(out, "predictions", rows[i].name, rows[i].report, matched);
        markup(out, "</table>\n");
    }
}

bool score_page(const struct score_row *rows, guint n, const struct score_order *order, const char *file, GError **error)
{
    g_autoptr(output_sink) o = output_sink_file(file, error);
    g_autoptr(GString) out = g_string_new(page_head);
    if (!o)
        return false;
    markup(out, "%sth,td:first-child{overflow-wrap:normal}</style>\n<title>CC-Score of ", page_style);
    markup_text(out, order->labels);
    markup(out, "</title></head>\n<body><h1>CC-Score of ");
    markup_text(out, order->labels);
    markup(out, "</h1><dl>\n");
    page_row(out, "predictions", n == 1 ? rows->name : NULL);
    page_row(out, "answers", order->corrected ? "as people corrected them" : NULL);
    page_row(out, "measure", order->strict ? "strict: actions too many cost, BLEU on words" : "as released");
    markup(out, "</dl>\n");
    if (n > 1)
        put_rows(out, rows, n);
    for (guint i = 0; i < n; i++) {
        if (n > 1) {
            markup(out, "<h1>");
            markup_text(out, rows[i].name);
            markup(out, "</h1>\n");
        }
        put_tables(out, rows[i].report);
    }
    markup(out, "<footer class=\"dim\"><p>written by reins</p></footer></body></html>\n");
    return output_sink_write(o, out->str, out->len, error) && output_sink_finish(o, error);
}
