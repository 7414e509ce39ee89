#include "engine/engine.h"

#include "config/keyring.h"
#include "config/task_file.h"
#include "engine/session/compare.h"
#include "engine/session/fork.h"
#include "engine/session/session.h"
#include "engine/session/parts.h"
#include "engine/run/replay.h"
#include "engine/session/restore.h"
#include "engine/step/task_check.h"

#include "memory/batch.h"
#include "config/line.h"
#include "engine/client/client.h"
#include "engine/devices/departure.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool begin(struct run *run, GError **error)
{
    return (run->options->resume ? restore_run(run, error) : session_begin(run, error)) && session_start(run, error) &&
           fork_bring(run, error);
}

/* What an import brought names a program to start, and what was granted: only to be looked at, until somebody says otherwise. */
static bool may_go_on(memory *store, gint64 id, const run_options *of, const run_options *now, GError **error)
{
    bool trusted = false;
    if (!memory_run_trusted(store, id, &trusted, error))
        return false;
    if (of->task_file) /* --trust is about the program: what a stranger's file calls a check is never run */
        of->task_file->foreign = !trusted;
    if (trusted || now->trust)
        return true;
    g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                "run %" G_GINT64_FORMAT " was imported: resuming it starts the program that it names (%s) with the working "
                "memory from the file (look with: reins memory show %" G_GINT64_FORMAT "; --trust resumes it)",
                id, of->app ? of->app : "none", id);
    return false;
}

/* What a stopped run was started with: the options come from its row. */
static run_options *options_of(gint64 id, const run_options *now, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) store = dir ? memory_open(dir, true, error) : NULL;
    struct memory_run *row = store ? memory_run_get(store, id, error) : NULL;
    if (!row)
        return NULL;
    g_autoptr(run_options) o =
        run_options_from_json(row->options ? row->options : "", row->options ? strlen(row->options) : 0, error);
    memory_run_free(row);
    if (!o || !may_go_on(store, id, o, now, error) || !run_options_set(o, now->set, error))
        return NULL;
    o->headless = now->headless;
    o->detach = now->detach;
    if (now->max_steps_given)
        o->max_steps = now->max_steps;
    if (now->max_cost_given)
        o->max_cost = now->max_cost;
    if (now->max_minutes_given)
        o->max_minutes = now->max_minutes;
    if (now->mode) {
        g_free(o->mode);
        o->mode = g_strdup(now->mode);
        o->mode_given = true;
    }
    if (now->fork.from || now->fork.before)
        return fork_options(o, store, now, error) ? g_steal_pointer(&o) : NULL;
    o->resume = id;
    return g_steal_pointer(&o);
}

/* The reason with more behind it. */
static void add_reason(char **reason, const char *more)
{
    g_autofree char *said = *reason;
    if (said && g_str_has_suffix(said, "."))
        said[strlen(said) - 1] = '\0';
    *reason = g_strdup_printf("%s; %s", said && *said ? said : "ended", more);
}

/* The agent says that it is done: its task file has the last word. */
static void judge_task(struct run *run, const char **outcome, char **reason, int *code)
{
    if (*code != 0 || !run->options->task_file)
        return;
    g_autofree char *told = NULL;
    bool holds = task_check_all(run, &told);
    add_reason(reason, told);
    if (holds)
        return;
    client_notice(run, "error", "%s", told);
    *outcome = "failed";
    *code = 1;
}

/* A run that a recorded one has answered is a test: it has failed where it went another way. */
static void judge_replay(struct run *run, const char **outcome, char **reason, int *code)
{
    gint64 of = replay_run_of(run->options->brain);
    if (!of || *code == 4) /* somebody has stopped it: nothing is said by what did not happen */
        return;
    g_autoptr(GError) error = NULL;
    g_autoptr(comparison) c = compare_runs(run->store, of, run->id, &error);
    bool departs = true;
    g_autofree char *sentence = c ? comparison_sentence(c, &departs) : g_strdup(error->message);
    add_reason(reason, sentence);
    client_notice(run, departs ? "error" : "info", "%s", sentence);
    if (!departs || *code != 0)
        return;
    *outcome = "failed";
    *code = 1;
}

int engine_run(config *cfg, const run_options *options, int fd_in, int fd_out, bool console, gint64 *ret_run, GError **error)
{
    g_autoptr(run_options) stored = options->resume ? options_of(options->resume, options, error) : NULL;
    struct run run;
    g_autoptr(GError) failed = NULL;
    const char *outcome = "error";
    g_autofree char *reason = NULL;
    int code = 1;
    if (options->resume && !stored) {
        parts_init(&run, NULL);
        run.options = options;
        run.client->stream = line_stream_new(fd_in, fd_out);
        code = session_exit_code(*error, &outcome);
        session_end(&run, outcome, (*error)->message, code);
        session_close(&run);
        return code;
    }
    if (session_open(&run, cfg, stored ? stored : options, fd_in, fd_out, console, &failed) && begin(&run, &failed)) {
        session_drive(&run, &outcome, &reason, &code);
        judge_task(&run, &outcome, &reason, &code);
        if (g_str_equal(outcome, "success") || g_str_equal(outcome, "failed") || g_str_equal(outcome, "budget"))
            task_check_pages(&run);
        judge_replay(&run, &outcome, &reason, &code);
        departure_judge(&run, &outcome, &reason, &code);
        departure_note_end(&run, outcome, reason);
    } else {
        code = session_exit_code(failed, &outcome);
        reason = g_strdup(failed->message);
        if (code != 4)
            g_propagate_error(error, g_steal_pointer(&failed));
    }
    if (code == 1 && !g_str_equal(outcome, "failed") && error && !*error)
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s", reason);
    session_end(&run, outcome, reason, code);
    if (ret_run)
        *ret_run = run.id;
    session_close(&run);
    return code;
}

int engine_main(int argc, char **argv)
{
    bool resume = argc > 1 && g_str_equal(argv[1], "--resume");
    g_autofree char *help = NULL;
    g_autoptr(GError) error = NULL;
    /* not by its environment, which others could read until main() is reached */
    bool has_keys = keyring_receive(STDIN_FILENO, &error);
    g_autoptr(config) cfg = has_keys ? config_load(&error) : NULL;
    g_autoptr(run_options) o =
        cfg ? run_options_parse(cfg, argc - (resume ? 1 : 0), argv + (resume ? 1 : 0), resume, &help, &error) : NULL;
    if (!o || help)
        return 2;
    /* The console's socket is our stdin; what a library prints must not go into the protocol. */
    int fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    return engine_run(cfg, o, fd, fd, true, NULL, &error);
}
