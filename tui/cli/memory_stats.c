/* reins memory stats: what sessions are of. */
#include "tui/cli/memory_stats.h"

#include "engine/exports/export_format.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/memory_wait.h"
#include "tui/cli/score.h"
#include "tui/cli/table.h"

#include <stdio.h>

#define BAR_WIDTH 40

guint memory_stats_median(const session_stats *s)
{
    return s->tokens->len ? g_array_index(s->tokens, guint, s->tokens->len / 2) : 0;
}

double memory_stats_mean(const session_stats *s)
{
    double sum = 0;
    for (guint i = 0; i < s->tokens->len; i++)
        sum += g_array_index(s->tokens, guint, i);
    return s->tokens->len ? sum / s->tokens->len : 0;
}

static void put_share(struct table *t, guint n, guint of)
{
    table_format(t, "%u", n);
    table_format(t, "%.1f %%", of ? 100.0 * n / of : 0);
}

static void put_bar(struct table *t, guint n, guint most)
{
    g_autofree char *bar = g_strnfill(most ? (gsize)n * BAR_WIDTH / most : 0, '#');
    table_text(t, n ? (*bar ? bar : "|") : " ");
}

static char *themes_text(const session_stats *s)
{
    struct table t;
    table_begin(&t, "llrrr", "THEME", "CATEGORY", "SESSIONS", "SHARE", "RECORDS");
    for (guint i = 0; i < s->tasks->len; i++) {
        const struct session_stats_task *task = s->tasks->pdata[i];
        table_text(&t, task->theme);
        table_text(&t, task->category);
        put_share(&t, task->sessions, s->sessions);
        table_format(&t, "%u", task->records);
    }
    table_text(&t, "all");
    table_text(&t, NULL);
    put_share(&t, s->sessions, s->sessions);
    table_format(&t, "%u", s->records);
    return table_end(&t, 0);
}

static char *actions_text(const session_stats *s)
{
    struct table t;
    guint most = 0;
    for (int k = 0; k < WORD_KIND_COUNT; k++)
        for (int w = 0; w < SESSION_STATS_KINDS; w++)
            most = MAX(most, s->actions[k][w]);
    table_begin(&t, "llrrl", "ACTION", "", "COUNT", "SHARE", "");
    for (int k = 0; k < WORD_KIND_COUNT; k++)
        for (int w = 0; w < SESSION_STATS_KINDS; w++) {
            if (!s->actions[k][w])
                continue;
            table_text(&t, vocabulary_kind_name((enum word_kind)k));
            table_text(&t, vocabulary_what_name((enum word_kind)k, w));
            put_share(&t, s->actions[k][w], s->n_actions);
            put_bar(&t, s->actions[k][w], most);
        }
    return table_end(&t, 0);
}

static char *replies_text(const session_stats *s)
{
    struct table t;
    guint most = 0;
    for (guint b = 0; b < SESSION_STATS_BINS; b++)
        most = MAX(most, s->replies[b]);
    table_begin(&t, "lrrl", "TOKENS", "REPLIES", "SHARE", "");
    for (guint b = 0; b < SESSION_STATS_BINS; b++) {
        if (b + 1 < SESSION_STATS_BINS)
            table_format(&t, "%u to %u", b * SESSION_STATS_BIN, (b + 1) * SESSION_STATS_BIN - 1);
        else
            table_format(&t, "%u or more", b * SESSION_STATS_BIN);
        put_share(&t, s->replies[b], s->records);
        put_bar(&t, s->replies[b], most);
    }
    return table_end(&t, 0);
}

static char *stats_text(const session_stats *s)
{
    g_autofree char *themes = themes_text(s), *actions = actions_text(s), *replies = replies_text(s);
    GString *out = g_string_new(themes);
    g_string_append_printf(out, "\n%s\n%smedian %u, mean %.1f tokens (estimated)", actions, replies, memory_stats_median(s),
                           memory_stats_mean(s));
    if (s->unread)
        g_string_append_printf(out, "\n%u files are no records and are not counted", s->unread);
    return g_string_free(out, FALSE);
}

/* A folder, or a run as the session that an export makes of it. */
static bool add_place(session_stats *s, const char *place, const struct memory_watch *watch, GError **error)
{
    char *made = score_run_named(place) ? score_run_session(place, error) : NULL;
    bool done = (made || !score_run_named(place)) && session_stats_add(s, made ? made : place, watch, error);
    score_run_remove(made);
    return done;
}

int memory_do_stats(const struct memory_asked *asked, G_GNUC_UNUSED memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(session_stats) s = session_stats_new();
    const struct export_format *format = asked->format ? export_format(asked->format) : NULL;
    if (!format || format->function != export_screenagent)
        return cli_usage("memory stats: --format screenagent is the one that there is");
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "counting");
    for (char **place = asked->words; *place && !error; place++)
        add_place(s, *place, &watch, &error);
    wait_end(&waiting);
    if (error)
        return cli_fail(error);
    g_autofree char *text = asked->json ? memory_stats_json(s) : stats_text(s);
    return memory_print(text, true);
}
