#include "tui/term/task.h"

#include "config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What comes by the pipe: "+" and the reply, or "-DOMAIN\nCODE\nMESSAGE". */

struct task {
    pid_t pid; /* 0 once reaped */
    int fd;    /* owned; -1 once everything is read */
    bool finishes;
    int status;
    GString *came;
};

/* The engine must see that the console is gone when it is, and the terminal is the console's alone. */
static void leave_all(int fd)
{
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; i <= STDERR_FILENO; i++)
        dup2(null, i);
    if (fd > STDERR_FILENO + 1)
        close_range(STDERR_FILENO + 1, (unsigned)fd - 1, 0);
    close_range((unsigned)fd + 1, ~0U, 0);
}

static void send_all(int fd, const GString *text)
{
    for (gsize sent = 0; sent < text->len;) {
        gssize n = write(fd, text->str + sent, text->len - sent);
        if (n < 0 && errno != EINTR)
            return; /* nobody reads it any more */
        sent += n > 0 ? (gsize)n : 0;
    }
}

static void child(int fd, task_function function, void *data)
{
    leave_all(fd);
    signal(SIGPIPE, SIG_IGN);
    g_autoptr(GString) reply = g_string_new("+");
    g_autoptr(GError) error = NULL;
    if (!function(data, reply, &error))
        g_string_printf(reply, "-%s\n%d\n%s", error ? g_quark_to_string(error->domain) : "", error ? error->code : 0,
                        error ? error->message : "failed without a message");
    send_all(fd, reply);
    _exit(0);
}

task *task_start(task_function function, void *data, bool finishes, GError **error)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC) < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "no pipe: %s", g_strerror(errno));
        return NULL;
    }
    pid_t pid = fork();
    if (pid == 0)
        child(fds[1], function, data);
    close(fds[1]);
    if (pid < 0) {
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT, "no process: %s", g_strerror(errno));
        close(fds[0]);
        return NULL;
    }
    fcntl(fds[0], F_SETFL, O_NONBLOCK);
    task *t = g_new0(task, 1);
    *t = (task){.pid = pid, .fd = fds[0], .finishes = finishes, .came = g_string_new(NULL)};
    return t;
}

void task_prepare(const task *t, GArray *pollfds)
{
    GPollFD fd = {.fd = t->fd, .events = G_IO_IN};
    if (t->fd >= 0)
        g_array_append_val(pollfds, fd);
}

static void reap(task *t)
{
    while (t->pid > 0 && waitpid(t->pid, &t->status, 0) < 0 && errno == EINTR)
        ;
    t->pid = 0;
}

bool task_poll(task *t)
{
    char buffer[16384];
    while (t->fd >= 0) {
        gssize n = read(t->fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return false;
        if (n > 0) {
            g_string_append_len(t->came, buffer, n);
            continue;
        }
        close(t->fd);
        t->fd = -1;
        reap(t); /* it has nothing left to do but to end */
    }
    return true;
}

void task_wait(task *t)
{
    while (!task_poll(t)) {
        struct pollfd fd = {t->fd, POLLIN, 0};
        poll(&fd, 1, -1);
    }
}

static void take_error(const task *t, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(t->came->len ? t->came->str + 1 : "", "\n", 3);
    if (g_strv_length(parts) == 3)
        g_set_error(error, g_quark_from_string(parts[0]), (int)g_ascii_strtoll(parts[1], NULL, 10), "%s", parts[2]);
    else
        g_set_error(error, CONFIG_ERROR, CONFIG_ERROR_FAILED, "the console's child ended without an answer (%s %d)",
                    WIFSIGNALED(t->status) ? "signal" : "exit code",
                    WIFSIGNALED(t->status) ? WTERMSIG(t->status) : WEXITSTATUS(t->status));
}

GBytes *task_finish(task *t, GError **error)
{
    if (t->came->len && *t->came->str == '+')
        return g_bytes_new(t->came->str + 1, t->came->len - 1);
    take_error(t, error);
    return NULL;
}

void task_free(task *t)
{
    if (!t)
        return;
    if (t->fd >= 0)
        close(t->fd);
    if (t->pid > 0 && !t->finishes) {
        kill(t->pid, SIGKILL);
        reap(t);
    }
    g_string_free(t->came, TRUE);
    g_free(t);
}
