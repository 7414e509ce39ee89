/* Sandbox: an Xvfb of our own with its program, each in a session of its own, so that they outlive the engine. Pids and start
 * times are in the run's row. Nothing is reaped before sandbox_end(): a zombie is how sandbox_app_failed() still knows the exit
 * status. */
#include "engine/display/sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define SERVER_START_MS 20000
#define APP_EARLY_MS 150 /* a program with wrong arguments has ended by then */
#define LOG_LINES 4
#define LOG_TAIL 2000
#define COOKIE_BYTES 16
#define LINE_MAX_BYTES 512
#define SANDBOX_VNC "vnc:"
#define SOCKET_PATH sizeof(((struct sockaddr_un *)0)->sun_path)

void sandbox_free(sandbox *s)
{
    if (!s)
        return;
    g_free(s->display);
    g_free(s->screen);
    g_free(s->xauthority);
    g_free(s->app_log);
    g_free(s->bus_address);
    g_free(s->home);
    g_free(s->cwd);
    g_free(s);
}

char *sandbox_log_tail(const char *path)
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

/* In the child before exec: a session of its own, and nothing of our signal handling. passing_of: the parent that it ends with.
 */
static void leave_session(gpointer passing_of)
{
    if (passing_of && (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != GPOINTER_TO_INT(passing_of)))
        _exit(1); /* the parent has ended before */
    setsid();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    signal(SIGHUP, SIG_DFL);
}

bool sandbox_spawn(bool passing, char **argv, char **envp, const char *cwd, const char *log, int extra,
                   struct process_id *ret_process, GError **error)
{
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "the log %s cannot be written: %s", log, g_strerror(errno));
        return false;
    }
    int target = 3;
    GPid pid = 0;
    g_autoptr(GError) problem = NULL;
    gpointer parent = passing ? GINT_TO_POINTER(getpid()) : NULL;
    bool ok = g_spawn_async_with_pipes_and_fds(cwd, (const char *const *)argv, (const char *const *)envp,
                                               G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, leave_session, parent, -1, out,
                                               out, &extra, &target, extra >= 0 ? 1 : 0, &pid, NULL, NULL, NULL, &problem);
    close(out);
    if (ok) {
        *ret_process = process_id_of(pid);
        return true;
    }
    if (g_error_matches(problem, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM,
                    "%s: there is no such program in $PATH (install it, or give its full path)", argv[0]);
    else
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "%s cannot be started: %s", argv[0], problem->message);
    return false;
}

/* NULL when the other end closed or took too long. */
static char *read_line(int fd)
{
    g_autoptr(GString) line = g_string_new(NULL);
    gint64 until = g_get_monotonic_time() + SERVER_START_MS * 1000;
    for (;;) {
        gint64 left = (until - g_get_monotonic_time()) / 1000;
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = left > 0 ? poll(&p, 1, (int)left) : 0;
        if (ready < 0 && errno == EINTR)
            continue;
        char c;
        ssize_t n = ready > 0 ? read(fd, &c, 1) : 0;
        if (n <= 0 || line->len > LINE_MAX_BYTES)
            return NULL;
        if (c == '\n')
            return line->len ? g_string_free(g_steal_pointer(&line), FALSE) : NULL;
        g_string_append_c(line, c);
    }
}

bool sandbox_spawn_line(bool passing, char **argv, char **envp, const char *log, struct process_id *ret_process, char **ret_line,
                        GError **error)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) < 0) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "no pipe for %s: %s", argv[0], g_strerror(errno));
        return false;
    }
    bool ok = sandbox_spawn(passing, argv, envp, NULL, log, fds[1], ret_process, error);
    close(fds[1]);
    *ret_line = ok ? read_line(fds[0]) : NULL;
    close(fds[0]);
    return ok;
}

/* Before them: the server. -noreset: the keyboard map must not fall back when the last client leaves; -s 0: no screen saver;
 * -maxclients: 256 are few for a desktop with a browser. */
#define SERVER_OPTIONS "-displayfd", "3", "-auth", s->xauthority, "-nolisten", "tcp", "-noreset", "-s", "0", "-maxclients", "2048"

enum server { SERVER_XVFB, SERVER_VNC, SERVER_XEPHYR };
static const struct {
    const char *name, *package;
} servers[] = {[SERVER_XVFB] = {"Xvfb", "xvfb"},
               [SERVER_VNC] = {"Xtigervnc", "tigervnc-standalone-server"},
               [SERVER_XEPHYR] = {"Xephyr", "xserver-xephyr"}};

static bool spawn_server(sandbox *s, enum server kind, const char *log, char **ret_number, GError **error)
{
    g_autofree char *size = g_strdup_printf("%dx%d", s->width, s->height), *deep = g_strconcat(size, "x24", NULL);
    const char *socket = s->screen ? s->screen + strlen(SANDBOX_VNC) : NULL;
    const char *x11[] = {"Xvfb", SERVER_OPTIONS, "-screen", "0", deep, NULL};
    /* It takes keys whenever the pointer is in its window, and a grab of its own only by a chord. */
    const char *window[] = {"Xephyr", SERVER_OPTIONS, "-screen", size, "-title", "reins sandbox", NULL};
    /* The pointer that it would draw into pictures is nobody's to compare. A viewer does not change size or clipboard. */
    const char *vnc[] = {"Xtigervnc",
                         SERVER_OPTIONS,
                         "-geometry",
                         size,
                         "-depth",
                         "24",
                         "-nocursor",
                         "-rfbport",
                         "-1",
                         "-rfbunixpath",
                         socket,
                         "-rfbunixmode",
                         "0600",
                         "-SecurityTypes",
                         "None",
                         "-AlwaysShared",
                         "-AcceptSetDesktopSize=0",
                         "-AcceptCutText=0",
                         "-SendCutText=0",
                         NULL};
    const char **const words[] = {[SERVER_XVFB] = x11, [SERVER_VNC] = vnc, [SERVER_XEPHYR] = window};
    return sandbox_spawn_line(s->passing, (char **)words[kind], NULL, log, &s->server, ret_number, error);
}

/* Servers that start at one moment take each other's socket, and one of them ends with these words (seen in CI). */
#define SOCKET_LOST "Cannot establish any listening sockets"
#define SERVER_TRIES 5

static bool start_server(sandbox *s, enum server kind, const char *log, GError **error)
{
    const char *name = servers[kind].name, *package = servers[kind].package;
    for (int i = 1;; i++) {
        g_autofree char *number = NULL;
        g_autoptr(GError) problem = NULL;
        if (!spawn_server(s, kind, log, &number, &problem)) {
            g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT, "no sandbox display: %s; the package is %s",
                        problem->message, package);
            return false;
        }
        if (number && strspn(number, "0123456789") == strlen(number)) {
            s->display = g_strconcat(":", number, NULL);
            return true;
        }
        process_id_end(&s->server, 500);
        g_autofree char *tail = sandbox_log_tail(log);
        if (i < SERVER_TRIES && strstr(tail, SOCKET_LOST))
            continue;
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT, "no sandbox display: %s did not start (%s)", name,
                    tail[0] ? tail : "it said nothing");
        return false;
    }
}

static sandbox *start(const char *dir, int width, int height, enum server kind, bool passing, GError **error)
{
    const bool vnc = kind == SERVER_VNC;
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
    s->passing = passing;
    s->screen = vnc ? g_strdup_printf(SANDBOX_VNC "%s/rfb", dir) : NULL;
    if (vnc && strlen(s->screen) - strlen(SANDBOX_VNC) >= SOCKET_PATH) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED,
                    "the path of the sandbox's socket is too long for one: %s (set $XDG_DATA_HOME to a shorter path)", s->screen);
        return NULL;
    }
    s->xauthority = g_build_filename(dir, "Xauthority", NULL);
    s->app_log = g_build_filename(dir, "app.log", NULL);
    g_autofree char *log = g_build_filename(dir, "server.log", NULL);
    if (!write_cookie(s->xauthority, error))
        return NULL;
    if (!start_server(s, kind, log, error)) {
        unlink(s->xauthority);
        return NULL;
    }
    display_admit_user(s->display, s->xauthority);
    return g_steal_pointer(&s);
}

sandbox *sandbox_start(const char *dir, int width, int height, GError **error)
{
    return start(dir, width, height, SERVER_XVFB, false, error);
}

sandbox *sandbox_start_passing(const char *dir, int width, int height, GError **error)
{
    return start(dir, width, height, SERVER_XVFB, true, error);
}

sandbox *sandbox_start_vnc(const char *dir, int width, int height, GError **error)
{
    return start(dir, width, height, SERVER_VNC, false, error);
}

sandbox *sandbox_start_window(const char *dir, int width, int height, GError **error)
{
    if (g_getenv("DISPLAY") && *g_getenv("DISPLAY"))
        return start(dir, width, height, SERVER_XEPHYR, false, error);
    g_set_error(
        error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT,
        "a sandbox in a window needs a display to show it on: $DISPLAY is not set (--sandbox vnc:%dx%d is seen by a VNC viewer)",
        width, height);
    return NULL;
}

const char *sandbox_screen(const sandbox *s)
{
    return s->screen ? s->screen : s->display;
}

char *sandbox_file(const sandbox *s, const char *name)
{
    g_autofree char *dir = g_path_get_dirname(s->app_log);
    return g_build_filename(dir, name, NULL);
}

/* The session bus starts the accessibility bus for the first program that asks: GTK always does, unless it was told not to; Qt
 * only once it was told so. */
static char **made_accessible(char **envp)
{
    envp = g_environ_unsetenv(envp, "NO_AT_BRIDGE");
    envp = g_environ_unsetenv(envp, "GTK_MODULES");
    envp = g_environ_setenv(envp, "QT_ACCESSIBILITY", "1", TRUE);
    return g_environ_setenv(envp, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1", TRUE);
}

char **sandbox_environment(const sandbox *s)
{
    static const char *const elsewhere[] = {"WAYLAND_DISPLAY", "WAYLAND_SOCKET",  "XDG_SESSION_TYPE",
                                            "WINDOWID",        "GDK_BACKEND",     "QT_QPA_PLATFORM",
                                            "SDL_VIDEODRIVER", "SESSION_MANAGER", "DESKTOP_STARTUP_ID"};
    static const char *const below_home[] = {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"};
    char **envp = g_get_environ();
    envp = g_environ_setenv(envp, "DISPLAY", s->display, TRUE);
    if (s->xauthority)
        envp = g_environ_setenv(envp, "XAUTHORITY", s->xauthority, TRUE);
    /* Never the person's own: a program of one instance would show its window there. */
    if (s->server.pid)
        envp = g_environ_setenv(envp, "DBUS_SESSION_BUS_ADDRESS", s->bus_address ? s->bus_address : "disabled:", TRUE);
    if (s->server.pid)
        envp = g_environ_unsetenv(envp, "AT_SPI_BUS_ADDRESS");
    if (s->home)
        envp = g_environ_setenv(envp, "HOME", s->home, TRUE);
    for (gsize i = 0; s->home && i < G_N_ELEMENTS(below_home); i++)
        envp = g_environ_unsetenv(envp, below_home[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(elsewhere); i++)
        envp = g_environ_unsetenv(envp, elsewhere[i]);
    return s->accessible ? made_accessible(envp) : envp;
}

char *sandbox_exit_text(pid_t pid)
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

/* ~ is the program's home. */
static char *folder_of(const sandbox *s)
{
    const char *home = s->home ? s->home : g_get_home_dir();
    if (!s->cwd)
        return g_strdup(s->home);
    return s->cwd[0] == '~' && (s->cwd[1] == '/' || !s->cwd[1]) ? g_strconcat(home, s->cwd + 1, NULL) : g_strdup(s->cwd);
}

bool sandbox_start_app(sandbox *s, const char *command, GError **error)
{
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) problem = NULL;
    if (!g_shell_parse_argv(command, NULL, &argv, &problem)) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "the program's command line \"%s\" cannot be read: %s", command,
                    problem->message);
        return false;
    }
    g_auto(GStrv) envp = sandbox_environment(s);
    g_autofree char *cwd = folder_of(s);
    if (!sandbox_spawn(s->passing, argv, envp, cwd, s->app_log, -1, &s->app, error))
        return false;
    wait_early_end(&s->app, APP_EARLY_MS);
    g_autofree char *failed = sandbox_app_left(s);
    if (!failed)
        return true;
    g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "%s: %s", command, failed);
    return false;
}

char *sandbox_app_failed(const sandbox *s)
{
    if (s->app.pid == 0 || process_id_alive(&s->app))
        return NULL;
    g_autofree char *how = sandbox_exit_text(s->app.pid);
    g_autofree char *tail = sandbox_log_tail(s->app_log);
    return g_strdup_printf("the program has ended%s%s%s%s", how ? " " : "", how ? how : "",
                           tail[0] ? "; its last words: " : " and said nothing", tail);
}

bool sandbox_app_crashed(const sandbox *s)
{
    g_autofree char *failed = sandbox_app_failed(s), *how = failed ? sandbox_exit_text(s->app.pid) : NULL;
    return how && g_str_has_prefix(how, "by signal");
}

char *sandbox_app_left(const sandbox *s)
{
    g_autofree char *failed = sandbox_app_failed(s), *how = failed ? sandbox_exit_text(s->app.pid) : NULL;
    if (g_strcmp0(how, "with status 0") != 0)
        return g_steal_pointer(&failed);
    return g_strdup_printf("%s, before it showed its window: if it runs already, that instance has probably opened it: end that "
                           "one first (with home=temporary in its profile some programs start another instance)",
                           failed);
}

bool sandbox_alive(const sandbox *s)
{
    return process_id_alive(&s->server);
}

void sandbox_end(sandbox *s)
{
    sandbox_close_app(s);
    process_id_end(&s->app, 1000);
    process_id_end(&s->wm, 1000);
    process_id_end(&s->bus, 1000);
    process_id_end(&s->server, 2000);
    sandbox_remove_home(s);
    if (s->xauthority)
        unlink(s->xauthority);
    s->app = s->wm = s->bus = s->server = (struct process_id){0};
}
