/* reins memory export --format run, import and verify of such a file. */

#include "tui/cli/memory_archive.h"

#include "memory/archive.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_out.h"
#include "tui/cli/memory_wait.h"

#include <string.h>

/* ---- the verbs ---- */

static int say(const struct memory_asked *asked, const char *what, const char *file, const memory_archived *told,
               const char *text)
{
    g_autofree char *json = asked->json ? memory_json_archived(what, file, told) : NULL;
    return memory_print(json ? json : text, json != NULL);
}

int memory_export_run_file(const struct memory_asked *asked, memory *m, gint64 run)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) told = {0};
    struct waiting waiting;
    if (!asked->out || g_str_equal(asked->out, "-"))
        return cli_usage("memory export: --format run writes a file: where? (--out FILE)");
    const struct memory_watch watch = wait_begin(&waiting, "exporting");
    bool ok = memory_archive_write(m, run, asked->out, &watch, &told, &error);
    wait_end(&waiting);
    if (!ok)
        return cli_fail(error);
    g_autofree char *text = g_strdup_printf("run %" G_GINT64_FORMAT " is in %s: %" G_GINT64_FORMAT " steps, %" G_GINT64_FORMAT
                                            " frames, %.1f MiB (reins memory import reads it elsewhere)\n",
                                            run, asked->out, told.steps, told.frames, (double)told.bytes / 1048576);
    return say(asked, "export", asked->out, &told, text);
}

static char *text_imported(const char *file, const memory_archived *told)
{
    if (told->known)
        return g_strdup_printf("%s is run %" G_GINT64_FORMAT ", which is here already%s\n", file, told->run,
                               told->longer ? "; the file has more of it (prune or forget that one first, then import again)"
                                            : "");
    GString *text = g_string_new(NULL);
    g_string_printf(
        text, "%s is run %" G_GINT64_FORMAT " now: %" G_GINT64_FORMAT " steps, %" G_GINT64_FORMAT " frames (%.1f MiB new)\n",
        file, told->run, told->steps, told->frames, (double)told->bytes / 1048576);
    if (told->lessons)
        g_string_append_printf(text,
                               "%" G_GINT64_FORMAT " lessons were imported as withdrawn: no plan gets them (reins memory lessons "
                               "--all; import --trust makes them active)\n",
                               told->lessons);
    return g_string_free(text, FALSE);
}

int memory_import_run_file(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) told = {0};
    const char *file = asked->words[0];
    struct waiting waiting;
    memory_warn_open(file);
    const struct memory_watch watch = wait_begin(&waiting, "importing");
    bool ok = memory_archive_import(m, file, asked->trust, &watch, &told, &error);
    wait_end(&waiting);
    if (!ok)
        return cli_fail(error);
    g_autofree char *text = text_imported(file, &told);
    return say(asked, "import", file, &told, text);
}

int memory_verify_run_file(const struct memory_asked *asked, const char *dir, const char *file)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) told = {0};
    struct waiting waiting;
    memory_warn_open(file);
    const struct memory_watch watch = wait_begin(&waiting, "verifying");
    g_autoptr(GPtrArray) findings = memory_archive_verify(dir, file, &watch, &told, &error);
    wait_end(&waiting);
    if (!findings)
        return cli_fail(error);
    g_autoptr(GString) text = g_string_new(NULL);
    if (!findings->len)
        g_string_printf(
            text, "%s: run %" G_GINT64_FORMAT " with %" G_GINT64_FORMAT " steps and %" G_GINT64_FORMAT " frames is intact\n",
            file, told.source, told.steps, told.frames);
    for (guint i = 0; i < findings->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)findings->pdata[i]);
    g_autofree char *json = asked->json ? memory_json_verify(file, findings, NULL) : NULL;
    int code = memory_print(json ? json : text->str, json != NULL);
    return findings->len ? EXIT_FAILED : code;
}
