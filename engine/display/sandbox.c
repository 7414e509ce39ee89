/* Sandbox: an Xvfb of our own with its program, each in a session of its own, so that they outlive the engine. Pids and start
 * times are in the run's row. Nothing is reaped before sandbox_end(): a zombie is how sandbox_app_failed() still knows the exit
 * status. */
#include "engine/display/display.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SERVER_START_MS 20000
#define APP_EARLY_MS 150 /* a program with wrong arguments has ended by then */
#define LOG_LINES 4
#define LOG_TAIL 2000
#define COOKIE_BYTES 16

void sandbox_free(sandbox *s)
{
    if (!s)
        return;
    g_free(s->display);
    g_free(s->xauthority);
    g_free(s->app_log);
    g_free(s);
}

/* The last lines of a log in one line of text, "" if it has none. */
static char *log_tail(const char *path)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!path || !g_file_get_contents(path, &text, &length, NULL))
        return g_strdup("");
    g_autofree char *valid = g_utf8_make_valid(length > LOG_TAIL ? text + length - LOG_TAIL : text, -1);
    g_auto(GStrv) lines = g_strsplit(g_strstrip(valid), "\n", -1);
    guint n = g_strv_length(lines);
    g_autoptr(GString) tail = g_string_new(NULL);
    for (guint i = n > LOG_LINES ? n - LOG_LINES : 0; i < n; i++)
        if (lines[i][0])
            g_string_append_printf(tail, "%s%s", tail->len ? " | " : "", g_strstrip(lines[i]));
    return g_string_free(g_steal_pointer(&tail), FALSE);
}

/* Xauthority: one entry for any host and any display number; the number is not known before the server has started. */
static bool write_cookie(const char *path, GError **error)
{
    static const char name[] = "MIT-MAGIC-COOKIE-1";
    guint8 cookie[COOKIE_BYTES];
    if (getrandom(cookie, sizeof cookie, 0) != (ssize_t)sizeof cookie) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "no random bytes for the display's cookie: %s",
                    g_strerror(errno));
        return false;
    }
    g_autoptr(GByteArray) entry = g_byte_array_new();
    const guint8 head[] = {0xff, 0xff, 0, 0, 0, 0, 0, sizeof name - 1};
    const guint8 size[] = {0, COOKIE_BYTES};
    g_byte_array_append(entry, head, sizeof head);
    g_byte_array_append(entry, (const guint8 *)name, sizeof name - 1);
    g_byte_array_append(entry, size, sizeof size);
    g_byte_array_append(entry, cookie, sizeof cookie);
    g_autoptr(GError) problem = NULL;
    if (!g_file_set_contents_full(path, (const char *)entry->data, (gssize)entry->len, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                  &problem)) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "the display's cookie cannot be written: %s", problem->message);
        return false;
    }
    return true;
}

/* In the child before exec: a session of its own, and nothing of our signal handling. */
static void leave_session(gpointer data)
{
    (void)data;
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
}

/* stdout and stderr go to the log; fd 3 is `extra` if that is not -1. */
static bool spawn(char **argv, char **envp, const char *log, int extra, GPid *ret_pid, GError **error)
{
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "the log %s cannot be written: %s", log, g_strerror(errno));
        return false;
    }
    int target = 3;
    g_autoptr(GError) problem = NULL;
    bool ok = g_spawn_async_with_pipes_and_fds(NULL, (const char *const *)argv, (const char *const *)envp,
                                               G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, leave_session, NULL, -1, out, out,
                                               &extra, &target, extra >= 0 ? 1 : 0, ret_pid, NULL, NULL, NULL, &problem);
    close(out);
    if (ok)
        return true;
    if (g_error_matches(problem, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM,
                    "%s: there is no such program in $PATH (install it, or give its full path)", argv[0]);
    else
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "%s cannot be started: %s", argv[0], problem->message);
    return false;
}

/* Reads the display's number; NULL when the server ended or took too long. */
static char *read_number(int fd)
{
    g_autoptr(GString) number = g_string_new(NULL);
    gint64 until = g_get_monotonic_time() + SERVER_START_MS * 1000;
    for (;;) {
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = left > 0 ? poll(&p, 1, (int)left) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        char c;
        ssize_t n = ready > 0 ? read(fd, &c, 1) : 0;
        if (n <= 0 || number->len > 8)
            return NULL;
        if (c == '\n')
            return number->len ? g_string_free(g_steal_pointer(&number), FALSE) : NULL;
        if (!g_ascii_isdigit(c))
            return NULL;
        g_string_append_c(number, c);
    }
}

static bool start_server(sandbox *s, const char *log, GError **error)
{
    g_autofree char *size = g_strdup_printf("%dx%dx24", s->width, s->height);
    /* -noreset: the keyboard map must not fall back when the last client leaves; -s 0: no screen saver */
    const char *argv[] = {"Xvfb",        "-displayfd", "3",   "-screen",  "0",  size, "-auth",
                          s->xauthority, "-nolisten",  "tcp", "-noreset", "-s", "0",  NULL};
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) < 0) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "no pipe for the display: %s", g_strerror(errno));
        return false;
    }
    GPid pid = 0;
    g_autoptr(GError) problem = NULL;
    bool ok = spawn((char **)argv, NULL, log, fds[1], &pid, &problem);
    close(fds[1]);
    if (!ok) {
        close(fds[0]);
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT, "no sandbox display: %s; the package is xvfb",
                    problem->message);
        return false;
    }
    s->server = process_id_of(pid);
    g_autofree char *number = read_number(fds[0]);
    close(fds[0]);
    if (!number) {
        process_id_end(&s->server, 500);
        g_autofree char *tail = log_tail(log);
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT, "no sandbox display: Xvfb did not start (%s)",
                    tail[0] ? tail : "it said nothing");
        return false;
    }
    s->display = g_strconcat(":", number, NULL);
    return true;
}

sandbox *sandbox_start(const char *dir, int width, int height, GError **error)
{
    if (width < 64 || height < 64 || width > 8192 || height > 8192) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "a sandbox of %dx%d cannot be made (64x64 to 8192x8192)", width,
                    height);
        return NULL;
    }
    if (g_mkdir_with_parents(dir, 0700) != 0) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "the folder %s cannot be made: %s", dir, g_strerror(errno));
        return NULL;
    }
    g_autoptr(sandbox) s = g_new0(sandbox, 1);
    s->width = width;
    s->height = height;
    s->xauthority = g_build_filename(dir, "Xauthority", NULL);
    s->app_log = g_build_filename(dir, "app.log", NULL);
    g_autofree char *log = g_build_filename(dir, "server.log", NULL);
    if (!write_cookie(s->xauthority, error))
        return NULL;
    if (!start_server(s, log, error)) {
        unlink(s->xauthority);
        return NULL;
    }
    display_admit_user(s->display, s->xauthority);
    return g_steal_pointer(&s);
}

static char **child_environment(const sandbox *s)
{
    static const char *const elsewhere[] = {"WAYLAND_DISPLAY", "WAYLAND_SOCKET",  "XDG_SESSION_TYPE",
                                            "WINDOWID",        "GDK_BACKEND",     "QT_QPA_PLATFORM",
                                            "SDL_VIDEODRIVER", "SESSION_MANAGER", "DESKTOP_STARTUP_ID"};
    char **envp = g_get_environ();
    envp = g_environ_setenv(envp, "DISPLAY", s->display, TRUE);
    if (s->xauthority)
        envp = g_environ_setenv(envp, "XAUTHORITY", s->xauthority, TRUE);
    for (gsize i = 0; i < G_N_ELEMENTS(elsewhere); i++)
        envp = g_environ_unsetenv(envp, elsewhere[i]);
    return envp;
}

/* How a child of ours ended, without reaping it; NULL if that is not to be known. */
static char *exit_text(pid_t pid)
{
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
        return NULL;
    if (info.si_code == CLD_EXITED)
        return g_strdup_printf("with status %d", info.si_status);
    return g_strdup_printf("by signal %d (%s)", info.si_status, g_strsignal(info.si_status));
}

static void wait_early_end(const struct process_id *p, int timeout_ms)
{
    int fd = (int)syscall(SYS_pidfd_open, p->pid, 0);
    if (fd < 0)
        return;
    struct pollfd f = {.fd = fd, .events = POLLIN};
    poll(&f, 1, timeout_ms);
    close(fd);
}

static bool start_program(sandbox *s, const char *command, const char *log, struct process_id *ret_process, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) problem = NULL;
    if (!g_shell_parse_argv(command, NULL, &argv, &problem)) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "the program's command line \"%s\" cannot be read: %s", command,
                    problem->message);
        return false;
    }
    g_auto(GStrv) envp = child_environment(s);
    GPid pid = 0;
    if (!spawn(argv, envp, log, -1, &pid, error))
        return false;
    *ret_process = process_id_of(pid);
    wait_early_end(ret_process, APP_EARLY_MS);
    return true;
}

bool sandbox_start_app(sandbox *s, const char *command, GError **error)
{
    if (!start_program(s, command, s->app_log, &s->app, error))
        return false;
    g_autofree char *failed = sandbox_app_failed(s);
    if (!failed)
        return true;
    g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "%s: %s", command, failed);
    return false;
}

bool sandbox_start_wm(sandbox *s, const char *command, GError **error)
{
    g_autofree char *dir = g_path_get_dirname(s->app_log);
    g_autofree char *log = g_build_filename(dir, "wm.log", NULL);
    if (!start_program(s, command, log, &s->wm, error))
        return false;
    if (process_id_alive(&s->wm))
        return true;
    g_autofree char *how = exit_text(s->wm.pid);
    g_autofree char *tail = log_tail(log);
    g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "the window manager %s ended at once %s (%s)", command,
                how ? how : "", tail);
    return false;
}

char *sandbox_app_failed(const sandbox *s)
{
    if (s->app.pid == 0 || process_id_alive(&s->app))
        return NULL;
    g_autofree char *how = exit_text(s->app.pid);
    g_autofree char *tail = log_tail(s->app_log);
    return g_strdup_printf("the program has ended%s%s%s%s", how ? " " : "", how ? how : "",
                           tail[0] ? "; its last words: " : " and said nothing", tail);
}

bool sandbox_alive(const sandbox *s)
{
    return process_id_alive(&s->server);
}

void sandbox_end(sandbox *s)
{
    process_id_end(&s->app, 1000);
    process_id_end(&s->wm, 1000);
    process_id_end(&s->server, 2000);
    if (s->xauthority)
        unlink(s->xauthority);
    s->app = s->wm = s->server = (struct process_id){0};
}
