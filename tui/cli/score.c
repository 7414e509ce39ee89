/* reins score: sessions of the ScreenAgent layout against each other. */
#include "tui/cli/score.h"

#include "engine/exports/predictions.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_wait.h"
#include "tui/cli/table.h"
#include "skills/timeline/visible.h"

#include <math.h>
#include <stdio.h>

#define DEFECTS_SHOWN 10

static const char about[] =
    "Scores the answers in a session of the ScreenAgent layout, or in a folder of sessions, by the paper's CC-Score: 1 is every\n"
    "action as its label has it. A label is what a record's \"actions\" say; the prediction is the same record's LLM_response, "
    "in\n"
    "PREDICTIONS where that is given. `reins memory export RUN --format screenagent` makes a session of a run.\n"
    "THERE counts the labels' attributes that the aligned action has (the paper's Table 2), MATCHED is how good these are (Table "
    "3). Where no record of a prediction could be scored, it ends with 1.\n\n"
    "  reins score sessions/test                 the answers that were recorded\n"
    "  reins score sessions/test --corrected     as people corrected them: 1, but for what is said below\n"
    "  reins score sessions/test mine --json     those of another model, in the same layout\n"
    "  reins score last --labels sessions/test   those of a run, against labels that others made\n"
    "  reins score sessions/test A B C           those of several models: a row each in one table\n"
    "  reins score sessions/test --brain openai  those of a model: it is asked with each record's prompt and picture";

static void print_parts(const score_report *report)
{
    struct table t;
    table_begin(&t, "lrr", "PART", "CC-SCORE", "RECORDS");
    for (gsize i = 0; i < G_N_ELEMENTS(score_parts); i++) {
        table_text(&t, score_parts[i]);
        if (report->n[i])
            table_format(&t, "%.4f", report->sum[i] / report->n[i]);
        else
            table_text(&t, NULL);
        table_format(&t, "%u", report->n[i]);
    }
    g_autofree char *text = table_end(&t, 0);
    fputs(text, stdout);
}

/* A share; nothing where it is of nothing. */
static void put_share(struct table *t, double value)
{
    if (isnan(value))
        table_text(t, NULL);
    else
        table_format(t, "%.4f", value);
}

/* Tables 2 (THERE) and 3 (MATCHED) of the paper. */
static void print_attributes(const score_report *report)
{
    struct table t;
    struct score_attribute_sum all = {0};
    table_begin(&t, "lrrrrrl", "ATTRIBUTE", "LABELS", "THERE", "SHARE", "RIGHT", "MATCHED", "BY");
    for (int a = 0; a < SCORE_ATTRIBUTE_COUNT; a++) {
        const struct score_attribute_sum *sum = &report->sums.attributes[a];
        table_text(&t, score_attribute_name((enum score_attribute)a));
        table_format(&t, "%u", sum->labels);
        table_format(&t, "%u", sum->there);
        put_share(&t, score_share(&report->sums, (enum score_attribute)a));
        put_share(&t, sum->labels ? sum->points / sum->labels : NAN);
        put_share(&t, score_matched(&report->sums, (enum score_attribute)a));
        table_text(&t, score_measure_name(score_measure_of((enum score_attribute)a)));
        all.labels += sum->labels;
        all.there += sum->there;
        all.points += sum->points;
    }
    table_text(&t, "all");
    table_format(&t, "%u", all.labels);
    table_format(&t, "%u", all.there);
    put_share(&t, all.labels ? (double)all.there / all.labels : NAN);
    put_share(&t, all.labels ? all.points / all.labels : NAN);
    table_text(&t, NULL);
    table_text(&t, NULL);
    g_autofree char *text = table_end(&t, 0);
    printf("\n%s", text);
    if (report->sums.unboxed)
        printf("\nNot scored: %u of the positions (their labels have no clickable_area).\n", report->sums.unboxed);
}

/* A row of Table 2 or 3. */
static void put_group(struct table *t, const char *by, const char *name, const struct score_sums *sums, bool matched)
{
    g_autofree char *shown = name ? visible_text(name) : NULL;
    table_text(t, by);
    table_text(t, shown);
    for (guint c = 0; c < SCORE_ATTRIBUTE_COUNT; c++) {
        enum score_attribute a = score_columns[c].attribute;
        double value = matched ? score_matched(sums, a) : score_share(sums, a);
        if (isnan(value))
            table_text(t, NULL);
        else
            table_format(t, "%.2f", value);
    }
}

/* As the paper has them: a row each. */
static void print_groups(const score_report *report, bool matched)
{
    struct table t;
    const char *titles[SCORE_ATTRIBUTE_COUNT];
    for (guint c = 0; c < SCORE_ATTRIBUTE_COUNT; c++)
        titles[c] = score_columns[c].title;
    table_begin(&t, "llrrrrrrrr", matched ? "TABLE 3" : "TABLE 2", "", titles[0], titles[1], titles[2], titles[3], titles[4],
                titles[5], titles[6], matched ? "CC-SCORE" : "RECORDS");
    for (guint i = 0; i < report->groups->len; i++) {
        const struct score_group *g = report->groups->pdata[i];
        put_group(&t, score_by_name(g->by), g->name, &g->sums, matched);
        if (matched && g->n == 0)
            table_text(&t, NULL);
        else if (matched)
            table_format(&t, "%.2f", g->sum / g->n);
        else
            table_format(&t, "%u", g->n);
    }
    g_autofree char *text = table_end(&t, 0);
    printf("\n%s", text);
}

/* name: of the prediction; NULL = the only one. */
static void print_unanswered(const score_report *report, const char *name)
{
    g_autofree char *text = score_unanswered_text(report), *shown = name ? visible_text(name) : NULL;
    if (text)
        printf("\n%s%s%s\n", shown ? shown : "", shown ? ": " : "", text);
}

static void print_defects(const score_report *report)
{
    guint n = 0;
    for (guint i = 0; i < report->records->len; i++) {
        const struct score_record *r = report->records->pdata[i];
        g_autofree char *folder = visible_text(r->session), *name = visible_text(r->name);
        if (!r->defect)
            continue;
        if (n++ < DEFECTS_SHOWN) {
            g_autofree char *why = visible_text(r->defect);
            printf("%s%s/%s is not scored: %s\n", n == 1 ? "\n" : "", folder, name, why);
        }
    }
    if (n > DEFECTS_SHOWN)
        printf("… and %u more (--json has them all)\n", n - DEFECTS_SHOWN);
}

/* What the command ends with where a prediction has no score at all. */
static int nothing_scored(void)
{
    fputs("reins score: no record could be scored\n", stderr);
    return EXIT_FAILED;
}

struct asked_score {
    struct score_order order;
    const char *brain, *out; /* out NULL = score-BRAIN */
    const char *html;        /* NULL = none */
    bool json;
    const char *named[2]; /* LABELS and PREDICTIONS as they were typed, where `order` has a run's session */
    char **several;       /* two or more predictions, a row each; NULL = one, or the labels' own */
};

#define SEVERAL_MAX 32

/* True: none is asked for. */
static bool write_page(const struct asked_score *asked, const struct score_row *rows, guint n, GError **error)
{
    struct score_order named = asked->order;
    named.labels = asked->named[0];
    return !asked->html || score_page(rows, n, &named, asked->html, error);
}

static int print_score(const struct asked_score *asked, const struct memory_watch *watch)
{
    g_autoptr(GError) error = NULL;
    struct score_order order = asked->order;
    order.watch = watch;
    g_autoptr(score_report) report = score_folder(&order, &error);
    if (!report)
        return cli_fail(error);
    const struct score_row row = {asked->named[1], report};
    if (!write_page(asked, &row, 1, &error))
        return cli_fail(error);
    if (asked->json) {
        g_autofree char *text = score_json(report, NULL);
        puts(text);
        return report->n[3] ? EXIT_DONE : nothing_scored();
    }
    print_parts(report);
    print_attributes(report);
    print_groups(report, false);
    print_groups(report, true);
    print_unanswered(report, NULL);
    print_defects(report);
    return report->n[3] ? EXIT_DONE : nothing_scored();
}

/* What is in the tables of several: all records of one prediction. Takes the name. */
static void add_several(GPtrArray *groups, char *name, const score_report *report)
{
    struct score_group *g = g_new0(struct score_group, 1);
    *g = (struct score_group){SCORE_BY_BRAIN, name, report->sum[3], report->n[3], report->sums};
    g_ptr_array_add(groups, g);
}

static void group_free(void *data)
{
    g_free(((struct score_group *)data)->name);
    g_free(data);
}

/* A row each, as the paper has them of its models. */
static void print_rows(const struct score_row *rows, guint n)
{
    g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func(group_free);
    struct table t;
    table_begin(&t, "lrrrrr", "PREDICTIONS", "PLAN", "ACT", "REFLECT", "ALL", "RECORDS");
    for (guint i = 0; i < n; i++) {
        const score_report *report = rows[i].report;
        g_autofree char *shown = visible_text(rows[i].name);
        table_text(&t, shown);
        for (int part = 0; part < 4; part++)
            put_share(&t, report->n[part] ? report->sum[part] / report->n[part] : NAN);
        table_format(&t, "%u", report->n[3]);
        add_several(groups, g_strdup(rows[i].name), report);
    }
    g_autofree char *text = table_end(&t, 0);
    const score_report all = {.groups = groups};
    fputs(text, stdout);
    print_groups(&all, false);
    print_groups(&all, true);
    for (guint i = 0; i < n; i++) {
        g_autofree char *lacking = score_lacking_text(rows[i].report, rows[i].name),
                        *shown = lacking ? visible_text(lacking) : NULL;
        if (shown)
            printf("\n%s\n", shown);
        print_unanswered(rows[i].report, rows[i].name);
    }
}

static void report_free(void *report)
{
    score_report_free(report);
}

/* names: as they were typed. */
static int print_several(const struct asked_score *asked, char *const *names, const struct memory_watch *watch)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) reports = g_ptr_array_new_with_free_func(report_free);
    g_autoptr(GString) json = g_string_new("[");
    struct score_row rows[SEVERAL_MAX];
    guint n = 0;
    bool scored = true;
    for (; asked->several[n]; n++) {
        struct score_order order = asked->order;
        order.predictions = asked->several[n];
        order.watch = watch;
        score_report *report = score_folder(&order, &error);
        if (!report)
            return cli_fail(error);
        g_ptr_array_add(reports, report);
        g_autofree char *text = asked->json ? score_json(report, names[n]) : NULL;
        g_string_append_printf(json, "%s%s", n ? "," : "", text ? text : "");
        rows[n] = (struct score_row){names[n], report};
        scored = scored && report->n[3];
    }
    if (!write_page(asked, rows, n, &error))
        return cli_fail(error);
    if (asked->json)
        printf("%s]\n", json->str);
    else
        print_rows(rows, n);
    return scored ? EXIT_DONE : nothing_scored();
}

static int ask_and_print(struct asked_score *asked, const struct memory_watch *watch)
{
    g_autofree char *usual = asked->brain ? score_brain_folder(asked->brain) : NULL;
    const char *out = asked->out ? asked->out : usual;
    g_autoptr(predictions) p = NULL;
    int code = asked->brain ? score_brain_ask(asked->order.labels, out, asked->brain, &p) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    if (p) {
        asked->order.predictions = asked->named[1] = out;
        asked->order.defects = p->defects;
    }
    return print_score(asked, watch);
}

/* A run stands for its session, in either place. A signal waits for the end: the session's folder goes before. */
static int score(struct asked_score *asked)
{
    const char **const places[] = {&asked->order.labels, &asked->order.predictions};
    char *made[G_N_ELEMENTS(places)] = {NULL};
    g_autoptr(GError) error = NULL;
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "scoring");
    g_auto(GStrv) names = g_strdupv(asked->several);
    char *sessions[SEVERAL_MAX] = {NULL};
    for (gsize i = 0; i < G_N_ELEMENTS(places) && !error; i++) {
        asked->named[i] = *places[i];
        if (*places[i] && score_run_named(*places[i]))
            *places[i] = made[i] = score_run_session(*places[i], &error);
    }
    for (guint i = 0; names && names[i] && !error; i++)
        if (score_run_named(names[i]))
            asked->several[i] = sessions[i] = score_run_session(names[i], &error);
    int code = error ? cli_fail(error) : names ? print_several(asked, names, &watch) : ask_and_print(asked, &watch);
    for (gsize i = 0; i < G_N_ELEMENTS(made); i++)
        score_run_remove(made[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(sessions); i++)
        score_run_remove(sessions[i]);
    wait_end(&waiting);
    return code;
}

int cli_score(int argc, char **argv)
{
    g_autofree char *labels = NULL, *brain = NULL, *out = NULL, *html = NULL;
    gboolean json = FALSE, corrected = FALSE, strict = FALSE;
    int code;
    const GOptionEntry entries[] = {
        {"corrected", 0, 0, G_OPTION_ARG_NONE, &corrected, "Score the corrected answers (LLM_response_editer) of LABELS", NULL},
        {"labels", 0, 0, G_OPTION_ARG_FILENAME, &labels, "Score the one that is named against the labels in DIR", "DIR"},
        {"brain", 0, 0, G_OPTION_ARG_STRING, &brain,
         "Ask this brain what the records of LABELS asked, and score its answers; it goes on where it was stopped", "NAME"},
        {"out", 0, 0, G_OPTION_ARG_FILENAME, &out, "Keep its answers in DIR (default: score-NAME), as sessions", "DIR"},
        {"strict", 0, 0, G_OPTION_ARG_NONE, &strict, "Actions too many cost their points, and texts are compared by words", NULL},
        {"html", 0, 0, G_OPTION_ARG_FILENAME, &html, "Write the tables and each record's score as an HTML page, too", "FILE"},
        {"json", 0, 0, G_OPTION_ARG_NONE, &json, "Print JSON, with the score of each record", NULL},
        {NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL},
    };
    if (!cli_options(&argc, &argv, entries, "LABELS|RUN [PREDICTIONS|RUN …]", about, &code))
        return code;
    if (argc < 2 || argc > 2 + SEVERAL_MAX)
        return cli_usage(
            "score takes a folder, and up to %d of predictions: reins score LABELS [PREDICTIONS …] (--help says more)",
            SEVERAL_MAX);
    if (labels && argc >= 3)
        return cli_usage("with --labels there is one more folder or run, the predictions: reins score RUN --labels DIR");
    if (corrected && (labels || argc >= 3))
        return cli_usage("--corrected scores the answers of LABELS: with PREDICTIONS it has no meaning");
    if (brain && (corrected || labels || argc >= 3))
        return cli_usage("--brain makes the predictions: --corrected, --labels and PREDICTIONS have no meaning with it");
    if (html && g_str_equal(html, "-"))
        return cli_usage("--html names a file: the tables are on standard output");
    if (out && !brain)
        return cli_usage("--out is where the answers of --brain are kept");
    struct asked_score asked = {.order = {.labels = labels ? labels : argv[1],
                                          .predictions = labels      ? argv[1]
                                                         : argc == 3 ? argv[2]
                                                                     : NULL,
                                          .corrected = corrected,
                                          .strict = strict},
                                .brain = brain,
                                .out = out,
                                .html = html,
                                .json = json,
                                .several = argc > 3 ? &argv[2] : NULL};
    return score(&asked);
}
