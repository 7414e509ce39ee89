/* Exporting from the memory screen: one line says the format and where to, a child writes. */

#include "tui/past_screen.h"

#include "config/config.h"
#include "engine/exports/exports.h"

#include <string.h>

static gint64 run_of(const struct past_screen *s)
{
    return s->story ? s->story->run : past_run(s);
}

void past_act_export(console *c)
{
    struct past_screen *s = c->past;
    g_autofree char *usual = export_usual(export_format("html"), run_of(s)), *line = g_strconcat("html ~/", usual, NULL);
    s->ask = PAST_ASK_EXPORT;
    s->blink = false;
    input_set(&s->line, line);
}

struct exporting {
    const struct export_format *format;
    gint64 run;
    char *out;
};

static bool export_it(void *data, GString *reply, GError **error)
{
    const struct exporting *e = data;
    const struct export_order order = {.run = e->run, .out = e->out};
    struct export_report report = {0};
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) m = dir ? memory_open(dir, false, error) : NULL;
    bool done = m && e->format->function(m, &order, &report, error);
    g_autofree char *text = done ? export_words(e->run, &report) : NULL;
    g_string_append(reply, text ? text : "");
    export_report_clear(&report);
    return done;
}

void past_export_start(console *c, const char *line)
{
    struct past_screen *s = c->past;
    g_auto(GStrv) words = g_strsplit(line, " ", 2);
    struct exporting e = {.format = export_format(words[0]), .run = run_of(s)};
    if (!e.format) {
        console_say(c, STYLE_BAD, "no format \"%s\": html, pairs or screenagent (reins memory export has more)", words[0]);
        return;
    }
    if (s->work) {
        console_say(c, STYLE_WARN, "not yet: %s", s->working);
        return;
    }
    const char *where = words[1] ? g_strstrip(words[1]) : "";
    g_autofree char *named = *where ? g_strdup(where) : export_usual(e.format, e.run);
    bool home = g_str_has_prefix(named, "~/"); /* no shell is between the line and the file */
    g_autofree char *out = home ? g_build_filename(g_get_home_dir(), named + 2, NULL) : g_strdup(named);
    e.out = out;
    past_work_start(c, export_it, &e, "exporting …", "not exported");
}
