/* Exporting from the memory screen: one line says the format and where to, a child writes. */

#include "engine/exports/export_format.h"
#include "tui/memory/past_screen.h"
#include "tui/console/state.h"

#include <string.h>

void past_act_export(console *c)
{
    gint64 run, step;
    past_place(c->past, &run, &step);
    g_autofree char *usual = export_format_usual(export_format("html"), run), *line = g_strconcat("html ~/", usual, NULL);
    past_ask(c, PAST_ASK_EXPORT, line);
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
    g_autoptr(memory) m = past_open_store(error);
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
    struct exporting e = {.format = export_format(words[0])};
    gint64 step;
    past_place(s, &e.run, &step);
    if (!e.format) {
        console_say(c, STYLE_BAD, "no format \"%s\": html, pairs or screenagent (reins memory export has more)", words[0]);
        return;
    }
    if (s->work.child) {
        console_say(c, STYLE_WARN, "not yet: %s", s->work.doing);
        return;
    }
    const char *where = words[1] ? g_strstrip(words[1]) : "";
    g_autofree char *named = *where ? g_strdup(where) : export_format_usual(e.format, e.run);
    bool home = g_str_has_prefix(named, "~/"); /* no shell is between the line and the file */
    g_autofree char *out = home ? g_build_filename(g_get_home_dir(), named + 2, NULL) : g_strdup(named);
    e.out = out;
    past_work_start(c, export_it, &e, "exporting …", "not exported");
}
