/* reins memory export --format run, import and verify of such a file. */

#include "tui/cli/memory_archive.h"

#include "memory/archive.h"
#include "tui/cli/cli.h"
#include "tui/cli/memory_out.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TELL_EVERY_US 100000

/* ---- waiting ---- */

struct waiting {
    const char *doing;
    gint64 told_us;
    bool tty, told;
    sigset_t before;
};

static bool go_on(void *user, gint64 done, gint64 total)
{
    struct waiting *w = user;
    sigset_t pending;
    sigpending(&pending);
    if (sigismember(&pending, SIGINT) || sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP))
        return false;
    gint64 now = g_get_monotonic_time();
    if (w->tty && total > 0 && now - w->told_us >= TELL_EVERY_US) {
        fprintf(stderr, "\r%s … %d %%", w->doing, (int)(MIN(done, total) * 100 / total));
        w->told_us = now;
        w->told = true;
    }
    return true;
}

static struct memory_watch wait_begin(struct waiting *w, const char *doing)
{
    sigset_t stop;
    *w = (struct waiting){.doing = doing, .told_us = g_get_monotonic_time(), .tty = isatty(STDERR_FILENO)};
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    sigprocmask(SIG_BLOCK, &stop, &w->before);
    return (struct memory_watch){go_on, w};
}

/* A signal that came is answered by how the work ended: it does not kill what is left to say. */
static void wait_end(struct waiting *w)
{
    static const struct timespec none = {0, 0};
    sigset_t stop;
    if (w->told)
        fputs("\r\033[K", stderr);
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigaddset(&stop, SIGHUP);
    while (sigtimedwait(&stop, NULL, &none) > 0) {
    }
    sigprocmask(SIG_SETMASK, &w->before, NULL);
}

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
                                            " frames, %.1f MiB (reins memory import takes it in elsewhere)\n",
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
                               "%" G_GINT64_FORMAT
                               " lessons came withdrawn: no plan is told of them (reins memory lessons --all; "
                               "reins memory lesson add takes one over)\n",
                               told->lessons);
    return g_string_free(text, FALSE);
}

int memory_import_run_file(const struct memory_asked *asked, memory *m, G_GNUC_UNUSED const char *dir)
{
    g_autoptr(GError) error = NULL;
    g_auto(memory_archived) told = {0};
    const char *file = asked->words[0];
    struct waiting waiting;
    const struct memory_watch watch = wait_begin(&waiting, "importing");
    bool ok = memory_archive_import(m, file, &watch, &told, &error);
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
    const struct memory_watch watch = wait_begin(&waiting, "verifying");
    g_autoptr(GPtrArray) findings = memory_archive_verify(dir, file, &watch, &told, &error);
    wait_end(&waiting);
    if (!findings)
        return cli_fail(error);
    g_autoptr(GString) text = g_string_new(NULL);
    if (!findings->len)
        g_string_printf(text,
                        "%s: run %" G_GINT64_FORMAT " with %" G_GINT64_FORMAT " steps and %" G_GINT64_FORMAT
                        " frames is as it was written\n",
                        file, told.source, told.steps, told.frames);
    for (guint i = 0; i < findings->len; i++)
        g_string_append_printf(text, "%s\n", (const char *)findings->pdata[i]);
    g_autofree char *json = asked->json ? memory_json_verify(file, findings) : NULL;
    int code = memory_print(json ? json : text->str, json != NULL);
    return findings->len ? EXIT_FAILED : code;
}
