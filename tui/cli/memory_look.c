/* reins memory: looking. Nothing here writes. */

#include "tui/cli/memory.h"

#include "memory/archive.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_archive.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/memory_wait.h"
#include "tui/past/past_query.h"
#include "tui/term/text.h"

#define SEARCH_LIMIT 20

/* ---- runs ---- */

static bool read_filter(const struct memory_asked *asked, struct memory_filter *ret_filter, GError **error)
{
    static const char *const outcomes[] = {"success", "failed", "stopped", "budget", "error", "running", NULL};
    *ret_filter = (struct memory_filter){.app = asked->app,
                                         .skill = asked->skill,
                                         .outcome = asked->outcome,
                                         .tag = asked->tag,
                                         .words = asked->containing,
                                         .tasks = !asked->all};
    if (asked->outcome && !g_strv_contains(outcomes, asked->outcome)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "\"%s\" is not an outcome (success, failed, stopped, budget, error, running)", asked->outcome);
        return false;
    }
    return (!asked->since || past_query_day(asked->since, false, &ret_filter->from_us, error)) &&
           (!asked->until || past_query_day(asked->until, true, &ret_filter->to_us, error));
}

int memory_do_runs(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    struct memory_filter filter;
    if (!read_filter(asked, &filter, &error))
        return cli_usage("memory runs: %s", error->message);
    if (!m)
        return memory_print(asked->json ? "[]\n" : "no run was recorded yet (start one with: reins run \"task\")\n", false);
    g_autofree char *text = asked->json ? memory_json_runs(m, &filter, asked->limit, &error)
                                        : memory_text_runs(m, &filter, asked->limit, memory_terminal_width(), &error);
    return text ? memory_print(text, asked->json) : cli_fail(error);
}

/* ---- one run ---- */

static int of_run(const struct memory_asked *asked, memory *m, enum memory_part part)
{
    g_autoptr(GError) error = NULL;
    gint64 run;
    if (!memory_find_run(asked, m, &run, &error))
        return cli_fail(error);
    const struct memory_what what = {
        .part = part, .run = run, .step = asked->step, .marked = asked->marked, .journal = asked->journal};
    g_autofree char *text =
        asked->json ? memory_json_part(m, &what, &error) : memory_text_part(m, &what, memory_terminal_width(), &error);
    return text ? memory_print(text, asked->json) : cli_fail(error);
}

int memory_do_steps(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    static const char *const marks[] = {"edited", "rejected",  "stale", "expired", "voided", "no_effect", "unexpected", "failed",
                                        "error",  "corrected", "human", "note",    "pin",    "tag",       "forgotten",  NULL};
    if (asked->marked && !g_strv_contains(marks, asked->marked))
        return cli_usage("memory steps: steps are not marked \"%s\" (reins memory steps --help lists the marks)", asked->marked);
    return of_run(asked, m, MEMORY_STEPS);
}

int memory_do_show(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    return of_run(asked, m, MEMORY_SHOW);
}

int memory_do_frames(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    return of_run(asked, m, MEMORY_FRAMES);
}

/* ---- everything ---- */

int memory_do_search(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *words = g_strjoinv(" ", asked->words);
    if ((asked->like != NULL) == (*asked->words != NULL))
        return cli_usage("memory search: words, or --like FRAME? (reins memory search --help)");
    if (asked->like)
        return memory_search_like(asked, m);
    g_autoptr(GPtrArray) hits =
        m ? memory_search(m, words, asked->limit ? asked->limit : SEARCH_LIMIT, &error) : g_ptr_array_new();
    if (!hits)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_json_hits(hits) : memory_text_hits(hits, memory_terminal_width());
    return memory_print(text, asked->json);
}

static bool repair(memory *m, memory_repaired *ret_repaired, GError **error)
{
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "repairing");
    bool ok = memory_repair_index(m, &watch, ret_repaired, error);
    wait_end(&waiting);
    return ok;
}

int memory_do_verify(const struct memory_asked *asked, memory *m, const char *dir)
{
    g_autoptr(GError) error = NULL;
    memory_repaired repaired = {0};
    if (asked->words[0] && asked->repair)
        return cli_usage("memory verify: a FILE has no index to repair (without FILE: the store's)");
    if (asked->words[0])
        return memory_verify_run_file(asked, dir, asked->words[0]);
    if (asked->repair && m && !repair(m, &repaired, &error))
        return cli_fail(error);
    g_autofree char *file = g_build_filename(dir, "memory.sqlite", NULL);
    g_autoptr(GPtrArray) findings = m ? memory_verify(m, &error) : g_ptr_array_new();
    if (!findings)
        return cli_fail(error);
    g_autoptr(GString) out = g_string_new(NULL);
    if (asked->json) {
        g_autofree char *json = memory_json_verify(m ? file : NULL, findings, asked->repair ? &repaired : NULL);
        g_string_append_printf(out, "%s\n", json);
    } else if (!m) {
        g_string_append_printf(out, "there is no memory store yet (%s): nothing to verify\n", file);
    } else if (findings->len == 0) {
        g_string_append_printf(
            out, "%s: every hash chain and every frame is intact, the totals are right, and search finds every text\n", file);
    }
    if (asked->repair && m && !asked->json)
        g_string_append_printf(
            out, "repaired: %" G_GINT64_FORMAT " texts of %" G_GINT64_FORMAT " runs, the totals of %" G_GINT64_FORMAT "%s\n",
            repaired.texts, repaired.runs, repaired.totals, repaired.anew ? "; the index was rebuilt" : "");
    for (guint i = 0; !asked->json && i < findings->len; i++)
        g_string_append_printf(out, "%s\n", (const char *)findings->pdata[i]);
    int code = memory_print(out->str, false);
    return findings->len ? EXIT_FAILED : code;
}
