/* Two runs side by side: reins memory compare, and the report with which a run that a recorded one answered ends. */

#include "tui/cli/memory_compare.h"

#include "config/config.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory.h"
#include "tui/cli/memory_out.h"
#include "tui/term/text.h"

#include <stdio.h>
#include <string.h>

static void append_both(GString *out, const char *name, char *const both[2])
{
    if (g_strcmp0(both[0], both[1]) == 0)
        return;
    for (int i = 0; i < 2; i++) {
        g_autofree char *line = text_line(both[i] ? both[i] : "–");
        g_string_append_printf(out, "  %-8s %s %s\n", i ? "" : name, i ? "▸" : " ", line);
    }
}

static void append_cost(GString *out, const compared_step *row)
{
    if (row->cost[0] <= 0 && row->cost[1] <= 0)
        return;
    g_autofree char *one = g_strdup_printf("%.4f USD", row->cost[0]), *other = g_strdup_printf("%.4f USD", row->cost[1]);
    char *const both[2] = {one, other};
    append_both(out, "cost", both);
}

static void append_screen(GString *out, const compared_step *row)
{
    if (row->same_screen || !row->there[0] || !row->there[1])
        return;
    struct screenshot_diff a = screenshot_diff_files(row->frame[0], row->frame[1]);
    g_autofree char *words = screenshot_diff_words(&a);
    g_string_append_printf(out, "  screen     %s\n", words);
}

static void append_step(GString *out, const compared_step *row)
{
    g_string_append_printf(out, "step %" G_GINT64_FORMAT "%s%s\n", row->step, row->again ? " (fired again)" : "",
                           row->there[0] && row->there[1] ? ""
                           : row->there[0]                ? ": only in the first"
                                                          : ": only in the second");
    append_both(out, "planned", row->planned);
    append_both(out, "acted", row->acted);
    if (row->first && g_str_equal(row->first, "timeline"))
        append_both(out, "timeline", row->digest);
    append_both(out, "verdict", row->verdict);
    append_both(out, "by", row->by);
    append_both(out, "effect", row->effect);
    append_cost(out, row);
    append_screen(out, row);
}

static char *text_compared(const comparison *c)
{
    const compared_step *departure = comparison_departure(c);
    GString *out = g_string_new(NULL);
    guint screens = 0;
    if (c->common_until)
        g_string_append_printf(out, "up to step %" G_GINT64_FORMAT " both are run %" G_GINT64_FORMAT "\n", c->common_until,
                               c->common_run);
    for (guint i = 0; i < c->rows->len; i++) {
        const compared_step *row = c->rows->pdata[i];
        screens += !row->same_screen;
        if (row->first)
            append_step(out, row);
    }
    if (departure)
        g_string_append_printf(out,
                               "run %" G_GINT64_FORMAT " departs from run %" G_GINT64_FORMAT " at step %" G_GINT64_FORMAT "\n",
                               c->other, c->one, departure->step);
    else
        g_string_append_printf(out, "run %" G_GINT64_FORMAT " did the same as run %" G_GINT64_FORMAT " in all %u steps\n",
                               c->other, c->one, c->rows->len);
    if (screens)
        g_string_append_printf(out, "in %u of %u steps the last frame has other pixels\n", screens, c->rows->len);
    return g_string_free(out, FALSE);
}

int memory_do_compare(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    gint64 one, other;
    struct memory_asked second = {0};
    if (asked->step || !memory_parse_run(asked->words[0], &second.run))
        return cli_usage("memory compare: two runs, each a number (reins memory runs lists them) or last");
    bool found = memory_find_run(asked, m, &one, &error) && memory_find_run(&second, m, &other, &error);
    g_autoptr(comparison) c = found ? compare_runs(m, one, other, &error) : NULL;
    if (!c)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_compared(c) : text_compared(c);
    int code = memory_print(text, asked->json);
    return comparison_departure(c) ? EXIT_FAILED : code;
}

/* ---- the report of a regression test ---- */

/* "step 3  the same: press_button(…) · effect changed · screen 99.9 % like it was then …" */
static void report_step(FILE *out, const compared_step *row)
{
    struct screenshot_diff a = {0};
    if (!row->same_screen && row->there[0] && row->there[1])
        a = screenshot_diff_files(row->frame[0], row->frame[1]);
    g_autofree char *how = compared_step_words(row),
                    *screen = row->same_screen ? g_strdup("the same") : screenshot_diff_words(&a);
    g_autofree char *acted = text_line(row->acted[1] ? row->acted[1] : row->acted[0] ? row->acted[0] : "nothing was done");
    fprintf(out, "step %-4" G_GINT64_FORMAT " %s: %s%s%s", row->step, row->first ? "DIFFERS" : "the same", acted,
            row->effect[1] ? ", effect " : "", row->effect[1] ? row->effect[1] : "");
    if (row->there[0] && row->there[1])
        fprintf(out, "; screen %s", screen);
    fprintf(out, "%s%s\n", row->first ? "; " : "", row->first ? how : "");
}

static comparison *compared_with(gint64 run, gint64 with, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) m = dir ? memory_open(dir, false, error) : NULL;
    return m ? compare_runs(m, with, run, error) : NULL;
}

int memory_report_regression(FILE *out, gint64 run, gint64 with, const char *file)
{
    g_autoptr(GError) error = NULL;
    bool departs;
    g_autoptr(comparison) c = compared_with(run, with, &error);
    if (!c)
        return error ? cli_fail(error) : EXIT_FAILED;
    for (guint i = 0; i < c->rows->len; i++)
        report_step(out, c->rows->pdata[i]);
    g_autofree char *sentence = comparison_sentence(c, &departs), *json = memory_json_compared(c);
    fprintf(out, "run %" G_GINT64_FORMAT ": %s\n", run, sentence);
    g_autofree char *line = g_strconcat(json, "\n", NULL);
    if (file && !g_file_set_contents_full(file, line, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error)) {
        g_prefix_error(&error, "cannot write the report to %s: ", file);
        return cli_fail(error);
    }
    return departs ? EXIT_FAILED : EXIT_DONE;
}
