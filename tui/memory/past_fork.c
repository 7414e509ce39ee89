/* The memory screen: what goes on from a run that was — played again, forked, compared with another. */

#include "tui/memory/past_compare.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

#include <string.h>

/* Another reins gets the terminal; this screen comes back when it is left. */
static void run_words(console *c, GStrvBuilder *words)
{
    g_strfreev(c->outside.program);
    c->outside.program = g_strv_builder_end(words);
}

void past_act_replay(console *c)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    gint64 of, at;
    past_place(c->past, &of, &at);
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, of), *step = g_strdup_printf("%" G_GINT64_FORMAT, at);
    g_strv_builder_add_many(words, "memory", "replay", run, NULL);
    if (at)
        g_strv_builder_add_many(words, "--from", step, NULL);
    run_words(c, words);
}

/* ---- fork ---- */

void past_act_fork(console *c)
{
    gint64 run, step;
    past_place(c->past, &run, &step);
    g_autofree char *line = g_strdup_printf("--before %" G_GINT64_FORMAT " --replay", step);
    past_ask(c, PAST_ASK_FORK, line);
}

void past_fork_submit(console *c, const char *line)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    gint64 of, step;
    past_place(c->past, &of, &step);
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, of);
    g_auto(GStrv) typed = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_shell_parse_argv(line, NULL, &typed, &error)) {
        console_say(c, STYLE_BAD, "%s", error->message);
        return;
    }
    g_strv_builder_add_many(words, "resume", run, NULL);
    g_strv_builder_addv(words, (const char **)typed);
    run_words(c, words);
}

/* ---- compare ---- */

/* With whom it is compared first of all: its parent, else its newest fork, else the run before it; 0 = nobody. */
static gint64 partner_of(console *c, gint64 run)
{
    g_autoptr(memory) m = past_store(c);
    struct memory_run *row = m ? memory_run_get(m, run, NULL) : NULL;
    gint64 parent = row ? row->parent : 0;
    memory_run_free(row);
    if (!m || parent)
        return parent;
    gint64 fork = memory_newest_fork(m, run, NULL);
    return fork > 0 ? fork : run > 1 ? run - 1 : 0;
}

void past_act_compare(console *c)
{
    gint64 run, step;
    past_place(c->past, &run, &step);
    gint64 other = partner_of(c, run);
    g_autofree char *line = other ? g_strdup_printf("%" G_GINT64_FORMAT, other) : g_strdup("");
    past_ask(c, PAST_ASK_COMPARE, line);
}

void past_compare_submit(console *c, const char *line)
{
    gint64 run, step, other;
    past_place(c->past, &run, &step);
    if (!g_ascii_string_to_signed(line, 10, 1, G_MAXINT64, &other, NULL)) {
        console_say(c, STYLE_WARN, "\"%s\" is not a run: type its number", line);
        return;
    }
    past_compare_open(c, MIN(run, other), MAX(run, other)); /* the older one first */
}
