/* reins run, resume, attach, demo: headless this process is the engine; else it is the console of one. */

#include "tui/cli/cli.h"

#include "config/config.h"
#include "config/keyring.h"
#include "config/line.h"
#include "config/task_file.h"
#include "engine/engine.h"
#include "engine/client/attach.h"
#include "engine/run/options.h"
#include "engine/run/replay.h"
#include "memory/memory.h"
#include "tui/cli/memory_compare.h"
#include "tui/cli/run_list.h"
#include "tui/loop/console_run.h"
#include "tui/term/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The engine lives in a session of its own, so that a lost terminal does not take it along. */
static void own_session(void *data)
{
    sigset_t none;
    (void)data;
    setsid();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* What the engine and its children say on stderr must not land on the screen. */
static int engine_log(GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    g_autofree char *path = dir ? g_build_filename(dir, "engine.log", NULL) : NULL;
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (path && fd < 0)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "cannot write %s: %s (is the folder writable?)", path,
                    g_strerror(errno));
    return fd;
}

static bool start_engine(bool resume, int argc, char **argv, int *ret_fd, GPid *ret_pid, GError **error)
{
    int pair[2];
    int log = engine_log(error);
    if (log < 0)
        return false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "cannot start the engine: %s", g_strerror(errno));
        close(log);
        return false;
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_ptr_array_add(words, (char *)"/proc/self/exe");
    g_ptr_array_add(words, (char *)"reins");
    g_ptr_array_add(words, (char *)"engine");
    if (resume)
        g_ptr_array_add(words, (char *)"--resume");
    for (int i = 1; i < argc; i++)
        g_ptr_array_add(words, argv[i]);
    g_ptr_array_add(words, NULL);
    bool ok = g_spawn_async_with_pipes_and_fds(NULL, (const char *const *)words->pdata, NULL,
                                               G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_FILE_AND_ARGV_ZERO, own_session, NULL, pair[1],
                                               log, log, NULL, NULL, 0, ret_pid, NULL, NULL, NULL, error);
    close(pair[1]);
    close(log);
    *ret_fd = pair[0];
    if (ok && keyring_send(pair[0], error))
        return true;
    close(pair[0]); /* an engine without its keys ends at end-of-file */
    return false;
}

static int open_console(line_stream *engine, GPid pid, const config *cfg, struct console_place place, gint64 *ret_run)
{
    g_autoptr(GError) error = NULL;
    int code = console_main(engine, pid, cfg, place, ret_run, &error);
    int failed = error ? cli_fail(error) : code;
    return code >= 0 ? code : failed;
}

static int open_alone(int (*screen)(const config *cfg, GError **error))
{
    g_autoptr(GError) error = NULL;
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg || !terminal_check(&error))
        return cli_fail(error);
    int code = screen(cfg, &error);
    return code >= 0 ? code : cli_fail(error);
}

int cli_skills_screen(void)
{
    return open_alone(console_skills_main);
}

int cli_memory_screen(void)
{
    return open_alone(console_memory_main);
}

int cli_memory_replay(gint64 run, gint64 from, double speed)
{
    g_autoptr(GError) error = NULL;
    if (!(speed >= REPLAY_SPEED_MIN && speed <= REPLAY_SPEED_MAX))
        return cli_usage("memory replay: --speed is a number from %g to %g", REPLAY_SPEED_MIN, (double)REPLAY_SPEED_MAX);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return cli_usage("memory replay needs a terminal on stdin and stdout (reins memory show RUN prints)");
    g_autoptr(config) cfg = config_load(&error);
    g_autoptr(replayer) recorded = cfg && terminal_check(&error) ? replayer_new(run, from, speed, &error) : NULL;
    if (!recorded)
        return cli_fail(error);
    int code = console_replay_main(g_steal_pointer(&recorded), cfg, &error);
    return code >= 0 ? code : cli_fail(error);
}

static int run_console(const config *cfg, bool resume, int argc, char **argv, struct console_place place, gint64 *ret_run)
{
    g_autoptr(GError) error = NULL;
    GPid pid = 0;
    int fd = -1;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return cli_usage("the console needs a terminal on stdin and stdout (or --headless)");
    if (!terminal_check(&error) || !start_engine(resume, argc, argv, &fd, &pid, &error))
        return cli_fail(error);
    g_autoptr(line_stream) engine = line_stream_new(fd, fd);
    return open_console(engine, pid, cfg, place, ret_run);
}

/* How a run went that a recorded one has answered, once it has ended. */
static int report(const run_options *o, gint64 run, int code)
{
    gint64 of = o->brain ? replay_run_of(o->brain) : 0;
    if (!of || run == 0 || code == EXIT_STOPPED)
        return code;
    int said = memory_report_regression(o->headless ? stderr : stdout, run, of, o->report);
    return code ? code : said;
}

/* *ret_run: its number, 0 = it was not begun. */
static int run_one(config *cfg, const run_options *o, bool resume, int argc, char **argv, struct console_place place,
                   gint64 *ret_run)
{
    g_autoptr(GError) error = NULL;
    if (!o->headless) {
        int code = run_console(cfg, resume, argc, argv, place, ret_run);
        return report(o, *ret_run, code);
    }
    /* The protocol gets descriptors of its own: whatever else prints to stdout must not break into it. */
    int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (in < 0 || out < 0)
        return cli_usage("--headless needs an open stdin and stdout");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    int code = engine_run(cfg, o, in, out, false, ret_run, &error);
    if (error)
        cli_fail(error);
    return report(o, *ret_run, code);
}

/* ---- a list of task files ---- */

struct list_words {
    config *cfg;
    int argc;
    char **argv;
    const GPtrArray *paths;
};

static int run_task(const char *path, void *data, gint64 *ret_run)
{
    const struct list_words *w = data;
    g_autoptr(GError) error = NULL;
    g_autofree char *help = NULL, *task = g_strconcat("--task=", path, NULL);
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    for (int i = 0; i < w->argc; i++) {
        if (g_str_equal(w->argv[i], "--tasks"))
            i++;
        else if (!g_str_has_prefix(w->argv[i], "--tasks=") && !g_str_equal(w->argv[i], "--json"))
            g_ptr_array_add(words, w->argv[i]);
    }
    g_ptr_array_add(words, task);
    g_ptr_array_add(words, NULL);
    int argc = (int)words->len - 1;
    struct console_place place = {.of = w->paths->len};
    for (guint i = 0; i < w->paths->len; i++)
        place.n = w->paths->pdata[i] == path ? i + 1 : place.n;
    g_autoptr(run_options) o = run_options_parse(w->cfg, argc, (char **)words->pdata, false, &help, &error);
    return o ? run_one(w->cfg, o, false, argc, (char **)words->pdata, place, ret_run) : cli_fail(error);
}

static int run_all(config *cfg, const run_options *o, int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) paths = task_file_list(o->tasks, &error);
    struct list_words words = {cfg, argc, argv, paths};
    int code = paths ? run_list(paths, run_task, &words, o->json, o->headless ? stderr : stdout, &error) : 0;
    return error ? cli_fail(error) : code;
}

static int run_or_resume(bool resume, int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *help = NULL;
    g_autoptr(GArray) entries = run_options_entries(resume);
    if (cli_describe((const GOptionEntry *)(void *)entries->data, resume ? "RUN" : "\"TASK\""))
        return EXIT_DONE;
    g_autoptr(config) cfg = config_load(&error);
    if (!cfg)
        return cli_fail(error);
    g_set_prgname(resume ? "reins resume" : "reins run"); /* for --help */
    g_autoptr(run_options) o = run_options_parse(cfg, argc, argv, resume, &help, &error);
    g_set_prgname("reins");
    if (!o)
        return cli_fail(error);
    if (help) {
        fputs(help, stdout);
        return EXIT_DONE;
    }
    gint64 run = 0;
    return o->tasks ? run_all(cfg, o, argc, argv) : run_one(cfg, o, resume, argc, argv, (struct console_place){0}, &run);
}

int cli_run(int argc, char **argv)
{
    return run_or_resume(false, argc, argv);
}

int cli_resume(int argc, char **argv)
{
    return run_or_resume(true, argc, argv);
}

int cli_demo(int argc, char **argv)
{
    char *demo[] = {(char *)"run",   (char *)"--sandbox",       (char *)"240x400",
                    (char *)"--app", (char *)"xcalc",           (char *)"--brain",
                    (char *)"demo",  (char *)"compute 12 × 34", NULL};
    int code = EXIT_DONE;
    const GOptionEntry none[] = {{NULL, 0, 0, 0, NULL, NULL, NULL}};
    if (!cli_options(&argc, &argv, none, "",
                     "Shows the console at work: xcalc in a sandbox, a scripted brain, the task \"compute 12 × "
                     "34\".\nApprove each action with y.",
                     &code))
        return code;
    if (argc > 1)
        return cli_usage("demo takes no words (reins run … \"task\" runs your own)");
    return run_or_resume(false, G_N_ELEMENTS(demo) - 1, demo);
}

/* ---- attach ---- */

static gint64 newest_living(memory *store, GError **error)
{
    g_autoptr(GPtrArray) runs = memory_runs(store, NULL, 0, error);
    for (guint i = 0; runs && i < runs->len; i++) {
        const struct memory_run *row = g_ptr_array_index(runs, i);
        bool by_hand = g_strcmp0(row->agent, "do") == 0; /* one action, which no console can follow */
        if (!by_hand && g_strcmp0(row->status, "ended") != 0 && memory_run_holder(store, row->id) != 0)
            return row->id;
    }
    if (error && !*error)
        g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_FAILED,
                    "no run is active (reins memory runs lists runs, reins resume RUN continues one)");
    return 0;
}

static gint64 run_to_attach(const char *word, GError **error)
{
    g_autofree char *dir = config_data_dir(error);
    g_autoptr(memory) store = dir ? memory_open(dir, false, error) : NULL;
    if (!store) {
        bool number = word && !g_str_equal(word, "last");
        if (error && !*error)
            g_set_error(error, MEMORY_ERROR, number ? MEMORY_ERROR_NOT_FOUND : MEMORY_ERROR_FAILED,
                        "there is no run yet (reins demo makes one)");
        return 0;
    }
    if (!word)
        return newest_living(store, error);
    gint64 id = 0;
    struct memory_run *row = memory_run_named(store, word, &id, error) ? memory_run_get(store, id, error) : NULL;
    bool ended = row && g_strcmp0(row->status, "ended") == 0;
    if (ended)
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_USAGE,
                    "run %" G_GINT64_FORMAT " has ended (%s): there is nothing to attach to", id,
                    row->outcome ? row->outcome : "?");
    bool living = row && !ended;
    memory_run_free(row);
    return living ? id : 0;
}

int cli_attach(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    int code = EXIT_DONE;
    const GOptionEntry none[] = {{NULL, 0, 0, 0, NULL, NULL, NULL}};
    if (!cli_options(&argc, &argv, none, "[RUN]", "Opens a console for a run that has none; without RUN, for the newest.", &code))
        return code;
    if (argc > 2)
        return cli_usage("attach takes one run");
    g_autoptr(config) cfg = config_load(&error);
    gint64 id = cfg ? run_to_attach(argc > 1 ? argv[1] : NULL, &error) : 0;
    int fd = id ? client_attach(id, &error) : -1;
    if (fd < 0)
        return cli_fail(error);
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        close(fd);
        return cli_usage("attach needs a terminal on stdin and stdout");
    }
    g_autoptr(line_stream) engine = line_stream_new(fd, fd);
    return open_console(engine, 0, cfg, (struct console_place){0}, NULL);
}
