#include "engine/display/own.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TMUX_WAIT_MS 500
#define TMUX_ANSWER_MAX 4096

/* NAME=value strings of a process as it was started; NULL = gone, or somebody else's. Caller frees with g_strfreev. */
static char **process_environ(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/environ", (int)pid);
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &text, &length, NULL))
        return NULL;
    GPtrArray *list = g_ptr_array_new();
    for (gsize at = 0; at < length; at += strlen(text + at) + 1)
        g_ptr_array_add(list, g_strdup(text + at));
    g_ptr_array_add(list, NULL);
    return (char **)g_ptr_array_free(list, FALSE);
}

static pid_t process_parent(pid_t pid)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return 0;
    const char *rest = strrchr(text, ')'); /* the name may hold spaces and brackets; then the state, then the parent */
    return rest && strlen(rest) > 4 ? (pid_t)g_ascii_strtoll(rest + 4, NULL, 10) : 0;
}

/* ":0" from ":0.0", "unix:0" and the like: the server without its screen. */
static char *display_server(const char *display)
{
    const char *name = g_str_has_prefix(display, "unix:") ? display + strlen("unix") : display;
    const char *colon = strrchr(name, ':');
    const char *dot = colon ? strchr(colon, '.') : NULL;
    return dot ? g_strndup(name, (gsize)(dot - name)) : g_strdup(name);
}

gint64 own_window_id(const char *const *env, const char *display)
{
    const char *id = g_environ_getenv((char **)env, "WINDOWID"), *of = g_environ_getenv((char **)env, "DISPLAY");
    char *end = NULL;
    guint64 window = id ? g_ascii_strtoull(id, &end, 0) : 0;
    if (!id || end == id || *end || window == 0 || window > G_MAXUINT32)
        return 0;
    if (of && *of) {
        g_autofree char *a = display_server(of), *b = display_server(display);
        if (!g_str_equal(a, b))
            return 0;
    }
    return (gint64)window;
}

static void add_terminal(pid_t pid, const char *const *env, const char *display, struct own_terminal *list, int *n)
{
    if (*n == OWN_TERMINALS_MAX)
        return;
    struct own_terminal *t = &list[(*n)++];
    *t = (struct own_terminal){.window = own_window_id(env, display)};
    for (; pid > 1 && t->n_pids < OWN_PIDS_MAX; pid = process_parent(pid))
        t->pids[t->n_pids++] = (int)pid;
}

/* What a program says within TMUX_WAIT_MS: a server that hangs must not keep the engine. */
static char *output_of(const char *const *argv)
{
    GPid child = 0;
    int fd = -1;
    if (!g_spawn_async_with_pipes(NULL, (char **)argv, NULL,
                                  G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                                  &child, NULL, &fd, NULL, NULL))
        return NULL;
    GString *text = g_string_new(NULL);
    gint64 end_us = g_get_monotonic_time() + TMUX_WAIT_MS * 1000;
    for (;;) {
        gint64 left_ms = (end_us - g_get_monotonic_time()) / 1000;
        struct pollfd p = {.fd = fd, .events = POLLIN};
        char buffer[512];
        if (left_ms <= 0 || text->len > TMUX_ANSWER_MAX || (poll(&p, 1, (int)left_ms) < 0 && errno != EINTR))
            break;
        gssize got = p.revents ? read(fd, buffer, sizeof buffer) : -1;
        if (got == 0)
            break;
        if (got > 0)
            g_string_append_len(text, buffer, got);
    }
    close(fd);
    kill(child, SIGKILL); /* it has said all, or too late */
    waitpid(child, NULL, 0);
    return g_string_free(text, FALSE);
}

/* What tmux says of the pane that this environment is in; NULL = not under tmux. Nothing ("") = it does not answer. */
static char *ask_tmux(const char *const *env, const char *command, const char *flag, const char *format)
{
    const char *tmux = g_environ_getenv((char **)env, "TMUX"), *pane = g_environ_getenv((char **)env, "TMUX_PANE");
    if (!tmux || !*tmux || !pane || !*pane)
        return NULL;
    g_auto(GStrv) parts = g_strsplit(tmux, ",", 2); /* socket,pid,session */
    const char *argv[] = {"tmux", "-S", parts[0], command, "-t", pane, flag, format, NULL};
    char *said = output_of(argv);
    return said ? said : g_strdup("");
}

/* The clients that show the pane: their pids, one a line. */
static char *tmux_clients(const char *const *env)
{
    return ask_tmux(env, "list-clients", "-F", "#{client_pid}");
}

bool own_shown(const char *const *env)
{
    g_autofree char *said = ask_tmux(
        env, "display-message", "-p",
        "#{?#{==:#{window_active_clients},},#{session_attached},#{window_active_clients}} #{window_zoomed_flag}#{pane_active}");
    if (!said)
        return true;
    g_auto(GStrv) words = g_strsplit(g_strstrip(said), " ", 2);
    bool seen =
        words[0] && g_ascii_strtoll(words[0], NULL, 10) > 0; /* clients whose window it is (tmux before 3.1: any client) */
    return seen && g_strcmp0(words[1], "10") != 0;           /* another pane is zoomed over it */
}

bool own_titled(const struct own_terminal *t, const char *title)
{
    return t->title[0] && title && strstr(title, t->title); /* some terminals add their own name to it */
}

int own_add_title(struct own_terminal *list, int n, const char *title)
{
    if (!title || !*title || n == OWN_TERMINALS_MAX)
        return n;
    list[n] = (struct own_terminal){0};
    g_strlcpy(list[n].title, title, sizeof list[n].title);
    return n + 1;
}

char **own_environment(void)
{
    static const char *const names[] = {"WINDOWID", "DISPLAY", "TMUX", "TMUX_PANE"};
    char **env = g_new0(char *, 1);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (g_getenv(names[i]))
            env = g_environ_setenv(env, names[i], g_getenv(names[i]), TRUE);
    return env;
}

int own_find(pid_t pid, const char *const *env, const char *display, struct own_terminal ret_terminals[OWN_TERMINALS_MAX])
{
    int n = 0;
    if (pid <= 1 || (kill(pid, 0) != 0 && errno == ESRCH))
        return 0;
    g_autofree char *clients = tmux_clients(env);
    if (!clients) {
        add_terminal(pid, env, display, ret_terminals, &n);
        return n;
    }
    g_auto(GStrv) lines = g_strsplit(clients, "\n", -1);
    for (guint i = 0; lines[i]; i++) {
        pid_t client = (pid_t)g_ascii_strtoll(lines[i], NULL, 10);
        g_auto(GStrv) of_client = client > 1 ? process_environ(client) : NULL;
        if (of_client)
            add_terminal(client, (const char *const *)of_client, display, ret_terminals, &n);
    }
    return n;
}
