#include "tui/loop/console_run.h"

#include "engine/display/own.h"
#include "engine/eye/eye.h"
#include "skills/timeline/visible.h"
#include "tui/console/console.h"
#include "tui/loop/handshake.h"
#include "tui/console/keys.h"
#include "tui/loop/screens.h"
#include "tui/term/terminal.h"
#include "tui/term/watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define EVENTS_MAX_BYTES (64 * 1024) /* of the engine in a turn: between two turns keys are read and the screen is drawn */
#define LEAVE_SLICE_MS 200

#define NOTIFY_AGAIN_US (300 * G_USEC_PER_SEC)

struct turn {
    console *console;
    line_stream *engine; /* borrowed; NULL once it has ended */
    const config *cfg;
    int signals;
    sigset_t mask_before;
    bool alone; /* there is no engine: the skills screen */
    bool leave; /* a signal asks for it */
    int interrupts;
    struct watch watch;
    char *title;      /* owned: of the terminal's window; NULL = it has none of ours */
    gint64 title_us;  /* when the engine is told of it (again); 0 = it knows */
    bool half_told;   /* the person knows that what the terminal has begun to say waits for its end */
    int notified;     /* proposal that [tui] notify= has told of; 0 = none */
    gint64 notify_us; /* when it tells of it again; 0 = not */
};

static void take_line(const char *line, gsize length, void *data)
{
    struct turn *t = data;
    g_autoptr(GError) error = NULL;
    gint64 now = g_get_monotonic_time();
    if (!line) {
        console_trouble(t->console, "a line of the engine was over 1 MiB and was skipped", now);
        return;
    }
    event *e = event_from_json(line, length, &error);
    if (e)
        console_event(t->console, e, now);
    else
        console_trouble(t->console, error->message, now);
}

static void pump(struct turn *t)
{
    if (!t->engine || line_stream_pump_most(t->engine, EVENTS_MAX_BYTES, take_line, t))
        return;
    t->engine = NULL;
    console_engine_lost(t->console, g_get_monotonic_time());
}

static void send_commands(struct turn *t)
{
    g_autoptr(GPtrArray) commands = console_take_commands(t->console);
    for (guint i = 0; i < commands->len && t->engine; i++) {
        g_autofree char *line = command_to_json(g_ptr_array_index(commands, i));
        line_stream_send(t->engine, line); /* a dead stream is noticed by the next pump */
    }
}

/* ---- the terminal's own word ---- */

/* The first thing that an engine hears: nobody can read it in /proc (config/keyring.h). */
static void tell_environment(line_stream *engine)
{
    g_autoptr(command) c = command_new(COMMAND_TERMINAL);
    c->env = own_environment();
    g_autofree char *line = command_to_json(c);
    if (*c->env)
        line_stream_send(engine, line);
}

/* It shows the title a moment after it was told to: no answer comes to that, so the engine looks twice. */
#define TITLE_SHOWS_US G_USEC_PER_SEC

static void title(struct turn *t)
{
    if (!t->title)
        t->title = g_strdup_printf("reins %08x%08x", g_random_int(), g_random_int());
    if (terminal_title(t->title))
        t->title_us = g_get_monotonic_time() + TITLE_SHOWS_US;
}

static void watch(struct turn *t)
{
    gint64 now = g_get_monotonic_time();
    bool seen = terminal_answered(), first = seen && !t->watch.answers;
    if (seen)
        watch_answered(&t->watch);
    if (watch_asks(&t->watch, console_fuse_burns(t->console, now), now)) {
        seen = seen || (watch_mute(&t->watch, now) && terminal_drained());
        terminal_ask();
    }
    if (seen) {
        g_auto(GStrv) env = g_get_environ();
        if (own_shown((const char *const *)env))
            console_watched(t->console);
    }
    bool due = t->title_us && now >= t->title_us;
    if (t->title_us && (first || due))
        console_terminal(t->console, t->title);
    if (due)
        t->title_us = 0;
}

static void take_signals(struct turn *t)
{
    struct signalfd_siginfo info;
    while (read(t->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int width, height;
        if (info.ssi_signo == SIGWINCH) {
            terminal_size(&width, &height);
            console_resize(t->console, width, height, g_get_monotonic_time());
            title(t);                                              /* perhaps another terminal has been attached to a screen */
        } else if (info.ssi_signo == SIGINT && !t->interrupts++) { /* as ctrl-c; a second one leaves */
            console_keys(t->console, (const int[]){K_CTRL(']'), 'Q'}, 2, g_get_monotonic_time()); /* also while it drives */
        } else {
            t->leave = true;
        }
    }
}

#define UNFINISHED_US G_USEC_PER_SEC

/* -1: there is nothing to be told. */
static gint64 unfinished_deadline(const struct turn *t)
{
    gint64 since = terminal_unfinished();
    return since < 0 || t->half_told ? -1 : since + UNFINISHED_US;
}

/* Keys are lost meanwhile: whoever presses them is to know why. */
static void tell_unfinished(struct turn *t, gint64 now)
{
    gint64 at = unfinished_deadline(t);
    if (at >= 0 && now >= at)
        console_trouble(t->console, "the terminal began a paste or an answer that does not end: esc gives the keys back", now);
    t->half_told = terminal_unfinished() >= 0 && (t->half_told || now >= at);
}

static void take_keys(struct turn *t)
{
    g_autoptr(GArray) keys = g_array_new(FALSE, FALSE, sizeof(int));
    gint64 now = g_get_monotonic_time();
    int cell_width, cell_height;
    terminal_keys(keys, now);
    bool pixels = terminal_cell(&cell_width, &cell_height);
    console_cell(t->console, cell_width, cell_height, pixels);
    if (keys->len)
        console_keys(t->console, (const int *)(void *)keys->data, keys->len, now);
    for (struct mouse m; terminal_mouse_take(&m);)
        console_mouse(t->console, &m, now);
    tell_unfinished(t, now);
}

/* ---- $EDITOR ---- */

static void child_setup(void *data)
{
    sigprocmask(SIG_SETMASK, &((struct turn *)data)->mask_before, NULL);
}

/* The words of a command, and the file behind them. */
static char **with_path(const char *program, const char *path, GError **error)
{
    g_auto(GStrv) words = NULL;
    if (!g_shell_parse_argv(program, NULL, &words, error))
        return NULL;
    guint n = g_strv_length(words);
    char **argv = g_new0(char *, n + 2);
    for (guint i = 0; i < n; i++)
        argv[i] = g_strdup(words[i]);
    argv[n] = g_strdup(path);
    return argv;
}

static char **editor_argv(const struct turn *t, const char *path, GError **error)
{
    const char *set = config_string(t->cfg, "console", "editor");
    const char *editor = set && *set ? set : g_getenv("VISUAL") && *g_getenv("VISUAL") ? g_getenv("VISUAL") : g_getenv("EDITOR");
    return with_path(editor && *editor ? editor : "vi", path, error);
}

/* Waits for its end. */
static bool spawn(struct turn *t, char **argv, int *ret_status, GError **error)
{
    GPid pid;
    if (!g_spawn_async(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CHILD_INHERITS_STDIN,
                       child_setup, t, &pid, error))
        return false;
    while (waitpid(pid, ret_status, 0) < 0 && errno == EINTR)
        ;
    g_spawn_close_pid(pid);
    return true;
}

static bool run_editor(struct turn *t, const char *path, GError **error)
{
    g_auto(GStrv) argv = editor_argv(t, path, error);
    int status = 0;
    return argv && spawn(t, argv, &status, error) && g_spawn_check_wait_status(status, error);
}

/* Is there something else in the file than was put there? */
static bool text_left(const char *path, const char *text)
{
    g_autofree char *now = NULL;
    return g_file_get_contents(path, &now, NULL, NULL) && !g_str_equal(now, text);
}

/* Writes the text, lets the person edit it, reads it back. NULL with error: the editor failed. */
static char *edited(struct turn *t, const char *text, const char *suffix, GError **error)
{
    g_autofree char *template = g_strconcat("reins-XXXXXX", suffix, NULL), *path = NULL, *after = NULL;
    int fd = g_file_open_tmp(template, &path, error); /* 0600 */
    if (fd < 0)
        return NULL;
    close(fd);
    gsize length = 0;
    bool ok = g_file_set_contents_full(path, text, -1, G_FILE_SET_CONTENTS_NONE, 0600, error) && run_editor(t, path, error) &&
              g_file_get_contents(path, &after, &length, error);
    if (!ok && text_left(path, text)) /* the editor died after it had saved */
        g_prefix_error(error, "what was saved is in %s: ", path);
    else
        unlink(path);
    if (ok && (length > LINE_MAX_BYTES || !g_utf8_validate(after, (gssize)length, NULL))) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "what came back is not a text of at most 1 MiB");
        ok = false;
    }
    return ok ? g_steal_pointer(&after) : NULL;
}

static void edit(struct turn *t)
{
    const char *suffix;
    g_autofree char *text = console_take_edit(t->console, &suffix);
    if (!text)
        return;
    g_autoptr(GError) error = NULL;
    terminal_suspend();
    g_autofree char *after = edited(t, text, suffix, &error);
    terminal_resume();
    g_autofree char *why =
        error ? g_strdup_printf("the editor failed: %s (set console.editor or $EDITOR)", error->message) : NULL;
    console_edited(t->console, after, why, g_get_monotonic_time());
    int width, height;
    terminal_size(&width, &height);
    console_resize(t->console, width, height, g_get_monotonic_time());
}

/* ---- a picture in another program ---- */

/* Beside the console: nobody waits for it, and it has no terminal. */
static void show_frame(struct turn *t)
{
    g_autofree char *path = console_take_frame(t->console);
    const char *set = config_string(t->cfg, "tui", "viewer"), *env = g_getenv("REINS_VIEWER");
    bool display = g_getenv("DISPLAY") || g_getenv("WAYLAND_DISPLAY");
    const char *program = set && *set ? set : env && *env ? env : display ? "xdg-open" : NULL;
    g_autoptr(GError) error = NULL;
    if (!path)
        return;
    g_auto(GStrv) argv = program ? with_path(program, path, &error) : NULL;
    bool shown =
        argv && g_spawn_async(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                              child_setup, t, NULL, &error);
    g_autofree char *why = shown ? NULL
                                 : g_strdup_printf("the picture is %s; no program shows it: %s ([tui] viewer= names one)", path,
                                                   error ? error->message : "there is no display");
    if (why)
        console_trouble(t->console, why, g_get_monotonic_time());
}

/* ---- somebody who is elsewhere ---- */

/* They are told that a card waits, and again while it does: run and step, and no word of what it would do. */
static void notify(struct turn *t)
{
    const char *program = config_string(t->cfg, "tui", "notify"), *run;
    int step, id = console_waits(t->console, &run, &step);
    gint64 now = g_get_monotonic_time();
    if (!*program || id == 0)
        t->notify_us = 0;
    if (!*program || id == 0 || (id == t->notified && now < t->notify_us))
        return;
    t->notified = id;
    t->notify_us = now + NOTIFY_AGAIN_US;
    g_autofree char *number = g_strdup_printf("%d", step);
    g_auto(GStrv) argv = NULL,
                  env = g_environ_setenv(g_environ_setenv(g_get_environ(), "REINS_RUN", run, TRUE), "REINS_STEP", number, TRUE);
    g_autoptr(GError) error = NULL;
    if (g_shell_parse_argv(program, NULL, &argv, &error) &&
        g_spawn_async(NULL, argv, env, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, child_setup,
                      t, NULL, &error))
        return;
    g_autofree char *why = g_strdup_printf("[tui] notify= cannot be run: %s", error->message);
    console_trouble(t->console, why, now);
}

/* ---- a command of ours on this terminal ---- */

/* Ctrl-C was for the program that had the terminal. */
static void forget_interrupts(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, was;
    sigaction(SIGINT, &ignore, &was); /* drops the one that waits */
    sigaction(SIGINT, &was, NULL);
}

static bool run_program(struct turn *t, char **words, int *ret_code, GError **error)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    const char *test = g_getenv("REINS_BIN");
    int status = 0;
    g_ptr_array_add(argv, (char *)(test && *test ? test : "/proc/self/exe"));
    for (char **w = words; *w; w++)
        g_ptr_array_add(argv, *w);
    g_ptr_array_add(argv, NULL);
    g_autofree char *shown = visible_command(words);
    printf("$ reins %s\n", shown); /* what went before is still above it */
    fflush(stdout);
    if (!spawn(t, (char **)argv->pdata, &status, error))
        return false;
    *ret_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

/* The signals are blocked, for the turn's signalfd. */
static bool asked_to_leave(void)
{
    sigset_t pending;
    sigpending(&pending);
    return sigismember(&pending, SIGTERM) || sigismember(&pending, SIGHUP);
}

static void await_enter(void)
{
    struct pollfd p = {.fd = STDIN_FILENO, .events = POLLIN};
    char line[64] = "";
    fputs("\nreins: enter goes back to the console ", stdout);
    fflush(stdout);
    tcflush(STDIN_FILENO, TCIFLUSH);
    while (!memchr(line, '\n', sizeof line) && !asked_to_leave()) {
        if (poll(&p, 1, LEAVE_SLICE_MS) > 0 && read(STDIN_FILENO, line, sizeof line) <= 0)
            return;
    }
}

static void hand_over(struct turn *t)
{
    g_auto(GStrv) words = console_take_program(t->console);
    g_autoptr(GError) error = NULL;
    int code = 0, width, height;
    if (!words)
        return;
    terminal_suspend();
    bool ran = run_program(t, words, &code, &error);
    if (ran)
        await_enter();
    forget_interrupts();
    terminal_resume();
    console_program_ended(t->console, code, ran ? NULL : error->message, g_get_monotonic_time());
    terminal_size(&width, &height);
    console_resize(t->console, width, height, g_get_monotonic_time());
}

/* ---- the turn ---- */

static int wait_ms(const struct turn *t)
{
    gint64 now = g_get_monotonic_time(), at = console_next_deadline(t->console);
    const gint64 others[] = {terminal_deadline(), watch_deadline(&t->watch, now), unfinished_deadline(t),
                             t->title_us ? t->title_us : -1, t->notify_us ? t->notify_us : -1};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        if (others[i] >= 0 && (at < 0 || others[i] < at))
            at = others[i];
    }
    return at < 0 ? -1 : (int)CLAMP((at - now + 999) / 1000, 0, 60000);
}

static void wait_for_something(struct turn *t)
{
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    GPollFD own[] = {{STDIN_FILENO, G_IO_IN, 0}, {t->signals, G_IO_IN, 0}};
    g_array_append_vals(fds, own, G_N_ELEMENTS(own));
    if (t->engine)
        line_stream_prepare(t->engine, fds);
    console_prepare(t->console, fds);
    if (g_poll((GPollFD *)(void *)fds->data, fds->len, wait_ms(t)) < 0)
        return;
    if (g_array_index(fds, GPollFD, 0).revents & (G_IO_HUP | G_IO_ERR | G_IO_NVAL)) /* the terminal is gone */
        t->leave = true;
}

static void draw(struct turn *t)
{
    bool everything = console_take_redraw(t->console);
    if (console_take_bell(t->console) && config_bool(t->cfg, "console", "bell"))
        terminal_bell();
    if (!console_dirty(t->console) && !everything)
        return;
    console_draw(t->console, g_get_monotonic_time());
    terminal_update(everything);
}

static bool going(const struct turn *t)
{
    int code;
    bool detached;
    return !t->leave && !console_done(t->console, &code, &detached);
}

static void run(struct turn *t)
{
    title(t);
    console_watched(t->console); /* whoever has just started it; from now on the engine wants to hear more */
    while (going(t)) {
        draw(t);
        watch(t);
        send_commands(t);
        wait_for_something(t);
        take_signals(t);
        take_keys(t);
        pump(t);
        console_poll(t->console, g_get_monotonic_time());
        console_tick(t->console, g_get_monotonic_time());
        send_commands(t);
        edit(t);
        show_frame(t);
        notify(t);
        hand_over(t);
    }
    send_commands(t);
    if (t->engine)
        line_stream_flush(t->engine, 500);
}

static int watch_signals(sigset_t *before)
{
    sigset_t mask;
    sigemptyset(&mask);
    static const int signals[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT};
    for (gsize i = 0; i < G_N_ELEMENTS(signals); i++)
        sigaddset(&mask, signals[i]);
    sigprocmask(SIG_BLOCK, &mask, before);
    return signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* GLib's and a library's warnings would land in the middle of the screen. */
static void keep_quiet(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
    struct turn *t = data;
    g_autofree char *text = g_strdup_printf("%s: %s", domain ? domain : "library", message);
    if (!(level & (G_LOG_LEVEL_DEBUG | G_LOG_LEVEL_INFO)))
        console_trouble(t->console, text, g_get_monotonic_time());
}

/* Signals that came while we were on our way out must not end us before the terminal is as it was. */
static void drop_pending(int fd)
{
    struct signalfd_siginfo info;
    while (read(fd, &info, sizeof info) == (ssize_t)sizeof info)
        ;
}

static int leave(struct turn *t, pid_t engine_pid, gint64 *ret_run)
{
    int code;
    bool detached, done = console_done(t->console, &code, &detached);
    g_autofree char *run_name = g_strdup(console_run_name(t->console));
    if (ret_run)
        *ret_run = g_ascii_strtoll(run_name, NULL, 10);
    terminal_close();
    if (t->alone)
        return done ? code : 4;
    if (!done || detached) {
        fprintf(stderr, "reins: detached: the run is paused (reins attach %s continues it)\n", *run_name ? run_name : "RUN");
        return 4;
    }
    if (console_lost(t->console))
        fprintf(stderr, "reins: the engine was lost, all keys and buttons are released (reins resume %s continues the run)\n",
                *run_name ? run_name : "RUN");
    g_autofree char *ended = console_ended(t->console);
    if (ended)
        fprintf(stderr, "reins: %s\n", ended);
    if (engine_pid > 0)
        waitpid(engine_pid, NULL, WNOHANG);
    return code;
}

/* What is opened: the console of an engine, or a screen without one. */
struct opened {
    line_stream *engine; /* NULL = none */
    pid_t engine_pid;
    bool past;        /* the memory screen */
    replayer *replay; /* a recorded run: taken */
    struct console_place place;
    gint64 *ret_run;
};

static enum overlay overlay_of(const char *name)
{
    int i = 0;
    while (i < OVERLAY_COUNT - 1 && !g_str_equal(OVERLAY_NAMES[i], name))
        i++;
    return (enum overlay)i;
}

static int run_console(const struct opened *what, const config *cfg, GError **error)
{
    line_stream *engine = what->engine;
    struct turn t = {.engine = engine, .cfg = cfg, .alone = !engine};
    const char *colours = config_string(cfg, "console", "thumbnails");
    g_autoptr(GPtrArray) heard = g_ptr_array_new_with_free_func((GDestroyNotify)event_free);
    int early = -1;
    t.signals = watch_signals(&t.mask_before);
    signal(SIGPIPE, SIG_IGN); /* an engine that refuses us, or dies, is seen as end-of-file, after its last words */
    if (engine)
        tell_environment(engine);
    if (!terminal_check(error) || (engine && !handshake(engine, t.signals, heard, &early, error)) ||
        !terminal_open(colours, config_string(cfg, "tui", "graphics"), error)) {
        drop_pending(t.signals);
        sigprocmask(SIG_SETMASK, &t.mask_before, NULL);
        close(t.signals);
        replayer_free(what->replay);
        return early;
    }
    int width, height;
    terminal_size(&width, &height);
    if (config_bool(cfg, "tui", "mouse"))
        terminal_mouse();
    struct console_options options = {.screens = screens,
                                      .arm_ms = (int)config_int(cfg, "gate", "arm_ms"),
                                      .preview_fps = config_real(cfg, "eye", "preview_fps"),
                                      .alone = t.alone,
                                      .past = what->past,
                                      .replay = what->replay,
                                      .place = what->place,
                                      .symbols = terminal_symbols(config_string(cfg, "tui", "symbols")),
                                      .overlay = overlay_of(config_string(cfg, "tui", "words")),
                                      .look_back = eye_look_back_whole,
                                      .pictures = !g_str_equal(colours, "off"),
                                      .reasons = config_string(cfg, "console", "reasons")};
    t.console = console_new(&options, width, height, g_get_monotonic_time());
    while (heard->len)
        console_event(t.console, g_ptr_array_steal_index(heard, 0), g_get_monotonic_time());
    console_preload(t.console);
    GLogFunc log_before = g_log_set_default_handler(keep_quiet, &t);
    run(&t);
    g_log_set_default_handler(log_before, NULL);
    int code = leave(&t, what->engine_pid, what->ret_run);
    console_free(t.console);
    g_free(t.title);
    drop_pending(t.signals);
    sigprocmask(SIG_SETMASK, &t.mask_before, NULL);
    close(t.signals);
    return code;
}

int console_main(line_stream *engine, pid_t engine_pid, const config *cfg, struct console_place place, gint64 *ret_run,
                 GError **error)
{
    const struct opened what = {.engine = engine, .engine_pid = engine_pid, .place = place, .ret_run = ret_run};
    return run_console(&what, cfg, error);
}

int console_skills_main(const config *cfg, GError **error)
{
    const struct opened what = {0};
    return run_console(&what, cfg, error);
}

int console_memory_main(const config *cfg, GError **error)
{
    const struct opened what = {.past = true};
    return run_console(&what, cfg, error);
}

int console_replay_main(replayer *recorded, const config *cfg, GError **error)
{
    const struct opened what = {.replay = recorded};
    return run_console(&what, cfg, error);
}
