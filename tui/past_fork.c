/* The memory screen: what goes on from a run that was — played again, forked, compared with another. */

#include "tui/past_compare.h"
#include "tui/past_screen.h"

#include <string.h>

static gint64 step_of(const struct past_screen *s)
{
    return s->story ? s->story->step : s->level == PAST_STEPS ? s->step : 0;
}

static gint64 run_of(const struct past_screen *s)
{
    return s->story ? s->story->run : past_run(s);
}

/* Another reins gets the terminal; this screen comes back when it is left. */
static void run_words(console *c, GStrvBuilder *words)
{
    g_strfreev(c->program);
    c->program = g_strv_builder_end(words);
}

void past_act_replay(console *c)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, run_of(c->past));
    g_autofree char *step = step_of(c->past) ? g_strdup_printf("%" G_GINT64_FORMAT, step_of(c->past)) : NULL;
    g_strv_builder_add_many(words, "memory", "replay", run, NULL);
    if (step)
        g_strv_builder_add_many(words, "--from", step, NULL);
    run_words(c, words);
}

/* ---- fork ---- */

void past_act_fork(console *c)
{
    struct past_screen *s = c->past;
    g_autofree char *line = g_strdup_printf("--before %" G_GINT64_FORMAT " --replay", step_of(s));
    s->ask = PAST_ASK_FORK;
    s->blink = false;
    input_set(&s->line, line);
}

void past_fork_submit(console *c, const char *line)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_autofree char *run = g_strdup_printf("%" G_GINT64_FORMAT, run_of(c->past));
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
    struct past_screen *s = c->past;
    gint64 other = partner_of(c, run_of(s));
    g_autofree char *line = other ? g_strdup_printf("%" G_GINT64_FORMAT, other) : g_strdup("");
    s->ask = PAST_ASK_COMPARE;
    s->blink = false;
    input_set(&s->line, line);
}

void past_compare_submit(console *c, const char *line)
{
    gint64 run = run_of(c->past), other;
    if (!g_ascii_string_to_signed(line, 10, 1, G_MAXINT64, &other, NULL)) {
        console_say(c, STYLE_WARN, "\"%s\" is no run: its number", line);
        return;
    }
    past_compare_open(c, MIN(run, other), MAX(run, other)); /* the older one first */
}
