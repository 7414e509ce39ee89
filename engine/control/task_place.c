/* The folder and the display of a task: its start state, and its commands. */

#include "engine/control/task_place.h"

#include "config/config.h"
#include "config/files.h"
#include "config/profile.h"
#include "config/task_file.h"
#include "engine/client/client.h"
#include "engine/control/wait.h"
#include "engine/devices/devices.h"
#include "engine/display/display.h"
#include "engine/run/control.h"
#include "engine/run/options.h"
#include "engine/run/run.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>

#define SLICE_US (20 * 1000)

char *task_place_folder(const struct run *run)
{
    const sandbox *s = run->devices->sandbox;
    const char *home = s && s->home ? s->home : g_get_home_dir(), *cwd = run->profile->cwd;
    if (!cwd)
        return s && s->home ? g_strdup(home) : g_get_current_dir();
    return cwd[0] == '~' && (cwd[1] == '/' || !cwd[1]) ? g_strconcat(home, cwd + 1, NULL) : g_strdup(cwd);
}

/* ---- a command ---- */

struct running {
    struct process_id process;
    int status;
    bool ended;
};

static bool has_ended(struct run *run, void *data)
{
    struct running *r = data;
    if (!r->ended)
        r->ended = waitpid(r->process.pid, &r->status, WNOHANG) != 0;
    return r->ended || run->control->stop;
}

/* NULL = it ended well. */
static char *how(const struct running *r, const char *log)
{
    g_autofree char *tail = sandbox_log_tail(log), *status = NULL;
    if (!r->ended)
        status = g_strdup_printf("was ended after %d s", TASK_COMMAND_S);
    else if (WIFSIGNALED(r->status))
        status = g_strdup_printf("was ended by signal %d", WTERMSIG(r->status));
    else if (WEXITSTATUS(r->status))
        status = g_strdup_printf("ended with status %d", WEXITSTATUS(r->status));
    return status ? g_strdup_printf("%s%s%s", status, *tail ? ": " : "", tail) : NULL;
}

static char *log_of(const struct run *run, GError **error)
{
    g_autofree char *data = config_data_dir(error);
    g_autofree char *dir = data ? g_strdup_printf("%s/sandboxes/run-%" G_GINT64_FORMAT, data, run->id) : NULL;
    if (dir)
        g_mkdir_with_parents(dir, 0700);
    return dir ? g_build_filename(dir, "task.log", NULL) : NULL;
}

bool task_place_command(struct run *run, const char *command, int *ret_status, char **ret_said, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autofree char *log = log_of(run, error), *folder = task_place_folder(run);
    g_auto(GStrv) envp = run->devices->sandbox ? sandbox_environment(run->devices->sandbox) : links_env(run);
    struct running r = {0};
    if (!log || !g_shell_parse_argv(command, NULL, &argv, error) ||
        !sandbox_spawn(false, argv, envp, folder, log, -1, &r.process, error))
        return false;
    gint64 until = g_get_monotonic_time() + TASK_COMMAND_S * G_USEC_PER_SEC;
    while (!wait_anyway(run, has_ended, &r, MIN(until, g_get_monotonic_time() + SLICE_US), NULL) &&
           g_get_monotonic_time() < until)
        ;
    *ret_said = how(&r, log);
    *ret_status = *ret_said ? 1 : 0;
    if (!r.ended)
        process_id_end(&r.process, 0);
    return true;
}

/* ---- the start state ---- */

static bool write_file(const char *folder, const struct task_start *s, GError **error)
{
    g_autofree char *path = g_build_filename(folder, s->file, NULL), *dir = g_path_get_dirname(path);
    g_autoptr(GBytes) bytes = s->from ? config_read(s->from, error) : g_bytes_new(s->text, strlen(s->text));
    if (g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                    "the start state would write over %s (move it, or give the task home=temporary)", path);
        return false;
    }
    if (!bytes && error && !*error)
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s: there is no such file", s->from);
    if (!bytes)
        return false;
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    if (g_mkdir_with_parents(dir, 0700) == 0)
        return g_file_set_contents(path, data ? data : "", (gssize)length, error);
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "the folder %s cannot be made: %s", dir, g_strerror(errno));
    return false;
}

static bool run_command(struct run *run, const struct task_start *s, GError **error)
{
    g_autofree char *said = NULL;
    int status = 0;
    if (!task_place_command(run, s->command, &status, &said, error))
        return false;
    if (run->control->stop)
        g_set_error(error, RUN_ERROR, RUN_ERROR_STOPPED, "%s", run->control->stop_reason ? run->control->stop_reason : "stopped");
    else if (status != 0)
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "\"%s\" %s", s->command, said);
    return status == 0 && !run->control->stop;
}

static bool is_empty(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    bool empty = dir && !g_dir_read_name(dir);
    if (dir)
        g_dir_close(dir);
    return empty;
}

bool task_place_start(struct run *run, bool again, GError **error)
{
    const task_file *t = run->options->task_file;
    const sandbox *sb = run->devices->sandbox;
    bool temporary = sb && sb->home;
    if (t && t->foreign && t->starts->len + t->checks->len + t->pages->len + (t->reward != NULL) > 0)
        client_notice(run, "warning",
                      "the task came with an import: its start state is not made, its check and its reward are not run");
    if (!t || t->foreign || (temporary ? !is_empty(sb->home) : again))
        return true;
    g_autofree char *folder = task_place_folder(run);
    for (guint i = 0; i < t->starts->len; i++) {
        const struct task_start *s = t->starts->pdata[i];
        if (s->file ? write_file(folder, s, error) : run_command(run, s, error))
            continue;
        g_prefix_error(error, "%s: [start %s] ", t->path, s->name);
        return false;
    }
    return true;
}
