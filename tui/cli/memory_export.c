/* reins memory export, import: a run for others, and theirs for us. */

#include "tui/cli/memory.h"

#include "config/config.h"
#include "engine/exports/export_format.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_archive.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/memory_wait.h"

#include <stdio.h>
#include <string.h>

/* ---- what is to go ---- */

static redaction *asked_redaction(const struct memory_asked *asked, GError **error)
{
    g_autoptr(redaction) r = redaction_new();
    for (guint i = 0; asked->redact && asked->redact[i]; i++)
        if (!redaction_add(r, asked->redact[i], error))
            return NULL;
    for (guint i = 0; asked->redact_box && asked->redact_box[i]; i++)
        if (!redaction_add_box(r, asked->redact_box[i], error))
            return NULL;
    for (guint i = 0; asked->redact_file && asked->redact_file[i]; i++)
        if (!redaction_add_file(r, asked->redact_file[i], error))
            return NULL;
    return g_steal_pointer(&r);
}

/* ---- the formats ---- */

static int export_document(const struct memory_asked *asked, memory *m, gint64 run, redaction *r)
{
    g_autoptr(GError) error = NULL;
    const struct memory_what what = {.part = MEMORY_SHOW, .run = run};
    g_autofree char *whole = memory_json_part(m, &what, &error);
    if (!whole)
        return cli_fail(error);
    g_autofree char *json = redaction_empty(r) ? g_steal_pointer(&whole) : redaction_document(r, whole, &error);
    if (!json) {
        g_prefix_error(&error, "cannot redact run %" G_GINT64_FORMAT ": ", run);
        return cli_fail(error);
    }
    if (!asked->out || strcmp(asked->out, "-") == 0)
        return memory_print(json, true);
    g_autofree char *line = g_strconcat(json, "\n", NULL);
    /* whole or not at all, and for its owner only: prompts and replies are in it */
    if (g_file_set_contents_full(asked->out, line, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &error))
        return EXIT_DONE;
    g_prefix_error(&error, "cannot export to %s: ", asked->out);
    return cli_fail(error);
}

static int export_as(const struct memory_asked *asked, memory *m, gint64 run, redaction *r, const struct export_format *format)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *usual = export_format_usual(format, run);
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "exporting");
    const struct export_order order = {
        .run = run, .out = asked->out ? asked->out : usual, .redaction = r, .png = asked->png, .watch = &watch};
    struct export_report report = {0};
    bool done = format->function(m, &order, &report, &error);
    wait_end(&waiting);
    g_autofree char *text = !done         ? NULL
                            : asked->json ? memory_json_exported(format->name, run, &report)
                                          : export_words(run, &report);
    export_report_clear(&report);
    if (!done)
        return cli_fail(error);
    if (redaction_words_only(r))
        fputs("reins: words were removed from texts only; pictures may still show them (--redact-box)\n", stderr);
    return memory_print(text, true);
}

int memory_do_export(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    gint64 run;
    const char *name = asked->format ? asked->format : "json";
    if (asked->step)
        return cli_usage("memory export: a whole run, not one step of it");
    g_autoptr(redaction) r = asked_redaction(asked, &error);
    if (!r)
        return cli_usage("memory export: %s", error->message);
    if (!memory_find_run(asked, m, &run, &error))
        return cli_fail(error);
    if (g_str_equal(name, "json"))
        return export_document(asked, m, run, r);
    if (g_str_equal(name, "run"))
        return redaction_empty(r) ? memory_export_run_file(asked, m, run)
                                  : cli_usage("memory export: --format run is the unchanged run, proved by its hashes; reins "
                                              "memory forget removes texts for good");
    const struct export_format *format = export_format(name);
    if (format)
        return export_as(asked, m, run, r, format);
    return cli_usage("memory export: no format \"%s\" (json, run, html, pairs or screenagent)", name);
}

/* ---- import ---- */

static char *text_imported(const GPtrArray *done)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < done->len; i++) {
        const struct import_report *r = done->pdata[i];
        if (r->known) {
            g_string_append_printf(out, "%s is run %" G_GINT64_FORMAT ", which is here already\n", r->session, r->run);
            continue;
        }
        g_string_append_printf(out, "%s is run %" G_GINT64_FORMAT " now: %" G_GINT64_FORMAT " steps", r->session, r->run,
                               r->steps);
        export_count(out, r->records, "record", "records");
        export_count(out, r->pictures, "picture", "pictures");
        export_count(out, r->skipped, "synthetic one beside them", "synthetic ones beside them");
        g_string_append_c(out, '\n');
    }
    return g_string_free(out, FALSE);
}

static void free_import(gpointer data)
{
    import_report_free(data);
}

/* What was stored before something was wrong is said, too. */
static int import_sessions(const struct memory_asked *asked, memory *m)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) done = g_ptr_array_new_with_free_func(free_import);
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "importing");
    bool ok = screenagent_import(m, asked->words[0], asked->trust, &watch, done, &error);
    wait_end(&waiting);
    g_autofree char *text = asked->json ? memory_json_imported(done) : text_imported(done);
    int code = ok || done->len ? memory_print(text, asked->json) : EXIT_DONE;
    return ok ? code : cli_fail(error);
}

int memory_do_import(const struct memory_asked *asked, memory *m, const char *dir)
{
    const char *file = asked->words[0];
    if (memory_archive_is(file))
        return memory_import_run_file(asked, m, dir);
    if (screenagent_is_folder(file))
        return import_sessions(asked, m);
    g_autoptr(GError) error =
        g_error_new(MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND,
                    "%s is %s: a file of reins memory export --format run, or a folder of the ScreenAgent layout", file,
                    g_file_test(file, G_FILE_TEST_EXISTS) ? "none of what is taken in" : "not there");
    return cli_fail(error);
}
