#include "engine/devices/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child must not inherit the engine's blocked signals, or its own signalfd set would be the parent's. */
static void unblock_signals(void *data)
{
    (void)data;
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool start(child *c, const char *name, const char *const *argv, char **env, bool apart, GError **error)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_FAILED, "cannot start the %s: %s", name, g_strerror(errno));
        return false;
    }
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    const char *program = g_getenv("REINS_BIN"); /* of a test */
    g_ptr_array_add(words, (char *)(program ? program : "/proc/self/exe"));
    g_ptr_array_add(words, (char *)"reins");
    g_ptr_array_add(words, (char *)name);
    for (; *argv; argv++)
        g_ptr_array_add(words, (char *)*argv);
    g_ptr_array_add(words, NULL);
    GPid pid = 0;
    /* stdout: whoever reads ours to its end must not wait for a child that outlives us */
    GSpawnFlags flags =
        G_SPAWN_FILE_AND_ARGV_ZERO | G_SPAWN_STDOUT_TO_DEV_NULL | (apart ? G_SPAWN_DEFAULT : G_SPAWN_DO_NOT_REAP_CHILD);
    bool ok =
        g_spawn_async_with_pipes_and_fds(NULL, (const char *const *)words->pdata, (const char *const *)env, flags,
                                         unblock_signals, NULL, pair[1], -1, -1, NULL, NULL, 0, &pid, NULL, NULL, NULL, error);
    close(pair[1]);
    if (!ok) {
        close(pair[0]);
        g_prefix_error(error, "cannot start the %s: ", name);
        return false;
    }
    c->name = name;
    c->pid = apart ? 0 : pid;
    c->exit_code = -1;
    c->stream = line_stream_new(pair[0], pair[0]);
    memmove(c->started_us + 1, c->started_us, sizeof c->started_us - sizeof c->started_us[0]);
    c->started_us[0] = g_get_monotonic_time();
    return true;
}

bool child_start(child *c, const char *name, const char *const *argv, char **env, GError **error)
{
    return start(c, name, argv, env, false, error);
}

bool child_start_apart(child *c, const char *name, const char *const *argv, char **env, GError **error)
{
    return start(c, name, argv, env, true, error);
}

void child_leave(child *c)
{
    g_clear_pointer(&c->stream, line_stream_free);
}

/* Waits by pidfd, so that no SIGCHLD handling is needed. */
static bool wait_for_exit(pid_t pid, int timeout_ms)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (fd < 0)
        return true;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int n;
    while ((n = poll(&p, 1, timeout_ms)) < 0 && errno == EINTR)
        ;
    close(fd);
    return n == 1;
}

static void reap(child *c, int timeout_ms)
{
    int status = 0;
    if (c->pid == 0)
        return;
    if (!wait_for_exit(c->pid, timeout_ms))
        kill(c->pid, SIGKILL);
    while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    c->pid = 0;
}

void child_reap(child *c)
{
    g_clear_pointer(&c->stream, line_stream_free);
    reap(c, 1000);
}

void child_stop(child *c, int timeout_ms)
{
    g_clear_pointer(&c->stream, line_stream_free);
    reap(c, timeout_ms);
}

void child_kill(child *c)
{
    if (c->pid)
        kill(c->pid, SIGKILL);
    child_reap(c);
}

bool child_running(const child *c)
{
    return c->stream != NULL;
}

int child_recent_starts(const child *c, gint64 now_us)
{
    int n = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(c->started_us); i++)
        n += c->started_us[i] > 0 && now_us - c->started_us[i] < 60 * G_USEC_PER_SEC;
    return n;
}
