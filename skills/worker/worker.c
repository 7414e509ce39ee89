#include "skills/worker/worker.h"

#include "skills/timeline/action.h"
#include "skills/worker/worker_frame.h"
#include "skills/worker/worker_spawn.h"
#include "skills/worker/worker_warm.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* The parent's side. One socket pair carries the request and the reply (a socket, because MSG_NOSIGNAL spares the caller a
 * SIGPIPE); a pidfd tells when the child is gone. posix_spawn rather than fork: the engine is large and the child is wanted at
 * once. */

struct worker {
    pid_t pid; /* 0: its warm parent knows it, and kills it once we hang up */
    int fd;    /* owned; -1 once everything is read */
    int pidfd; /* owned; -1 where the kernel has none */
    char *kind;
    GBytes *request;
    gsize sent;
    GString *reply;
    struct worker_limits limits;
    gint64 deadline;
    int deadline_ms; /* how long that was */
    bool finished, timed_out, too_long, reaped;
    bool session;
    int status; /* of waitpid */
};

static void worker_send(worker *w)
{
    gsize length;
    const char *bytes = g_bytes_get_data(w->request, &length);
    while (w->sent < length) {
        ssize_t n = send(w->fd, bytes + w->sent, length - w->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n < 0)
            break; /* it died before it had read all: what it said is in the socket */
        w->sent += (gsize)n;
    }
    if (!w->session)
        shutdown(w->fd, SHUT_WR);
    g_clear_pointer(&w->request, g_bytes_unref);
}

static void await_answer(worker *w, int ms)
{
    w->deadline = g_get_monotonic_time() + (gint64)ms * 1000;
    w->deadline_ms = ms;
}

static int begin(worker *w, int child_fd)
{
    if (w->limits.parent)
        return worker_warm_ask(w->kind, &w->limits, child_fd);
    g_autofree char *memory = g_strdup_printf("%" G_GSIZE_FORMAT, w->limits.memory_bytes);
    g_autofree char *cpu = g_strdup_printf("%d", w->limits.cpu_s);
    int rc = worker_spawn(w->kind, memory, cpu, child_fd, &w->pid);
    if (!rc)
        w->pidfd = (int)syscall(SYS_pidfd_open, w->pid, 0); /* CLOEXEC by itself */
    return rc;
}

static worker *start(const char *kind, const char *request, gsize length, const struct worker_limits *limits, bool session,
                     GError **error)
{
    g_autoptr(worker) w = g_new0(worker, 1);
    w->session = session;
    w->fd = w->pidfd = -1;
    w->kind = g_strdup(kind);
    w->limits = *limits;
    w->reply = g_string_new(NULL);
    if (length > WORKER_REQUEST_MAX) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT,
                    "the request to the %s worker has %" G_GSIZE_FORMAT " bytes: that is too long", kind, length);
        return NULL;
    }
    if (g_getenv("REINS_WORKER")) { /* a program that does not know the word `worker` would start itself without end */
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "cannot start the %s worker: a worker starts none", kind);
        return NULL;
    }
    int fds[2], rc = worker_pair(SOCK_STREAM, fds);
    if (!rc) {
        w->fd = fds[0];
        rc = begin(w, fds[1]);
        close(fds[1]);
    }
    if (rc) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "cannot start the %s worker: %s", kind, g_strerror(rc));
        return NULL;
    }
    fcntl(w->fd, F_SETFL, O_NONBLOCK);
    if (w->session)
        worker_tell(w, request, length, limits->deadline_ms);
    else
        w->request = g_bytes_new(request, length);
    await_answer(w, limits->deadline_ms);
    return g_steal_pointer(&w);
}

worker *worker_start(const char *kind, const char *request, gsize length, const struct worker_limits *limits, GError **error)
{
    return start(kind, request, length, limits, false, error);
}

worker *worker_start_session(const char *kind, const char *request, gsize length, const struct worker_limits *limits,
                             GError **error)
{
    return start(kind, request, length, limits, true, error);
}

void worker_tell(worker *w, const char *message, gsize length, int deadline_ms)
{
    GByteArray *all = g_byte_array_new();
    gsize before = 0;
    const guint8 *rest = w->request ? g_bytes_get_data(w->request, &before) : NULL;
    g_autofree char *head = g_strdup_printf(WORKER_FRAME_MORE, length);
    if (rest)
        g_byte_array_append(all, rest + w->sent, (guint)(before - w->sent));
    g_byte_array_append(all, (const guint8 *)head, (guint)strlen(head));
    g_byte_array_append(all, (const guint8 *)message, (guint)length);
    g_clear_pointer(&w->request, g_bytes_unref);
    w->request = g_byte_array_free_to_bytes(all);
    w->sent = 0;
    await_answer(w, deadline_ms);
    if (!w->finished && w->fd >= 0)
        worker_send(w);
}

char *worker_said(worker *w, gsize *ret_length)
{
    gsize length = 0;
    int taken = 0;
    const char *end = memchr(w->reply->str, '\n', w->reply->len);
    if (!end || sscanf(w->reply->str, "more %" G_GSIZE_FORMAT "%n", &length, &taken) != 1 || w->reply->str + taken != end ||
        w->reply->len - (gsize)(taken + 1) < length)
        return NULL;
    char *message = g_strndup(end + 1, length);
    *ret_length = length;
    g_string_erase(w->reply, 0, (gssize)((gsize)taken + 1 + length));
    w->deadline = G_MAXINT64;
    return message;
}

void worker_prepare(worker *w, GArray *pollfds)
{
    GPollFD fd = {.fd = w->fd, .events = G_IO_IN};
    if (w->finished)
        return;
    if (w->fd < 0) {
        fd.fd = w->pidfd;
    } else if (w->request) {
        fd.events |= G_IO_OUT;
    }
    if (fd.fd >= 0)
        g_array_append_val(pollfds, fd);
}

gint64 worker_deadline(const worker *w)
{
    /* Closed but not yet reaped, and no pidfd to wait on: look again soon. */
    return w->fd < 0 && w->pidfd < 0 ? MIN(w->deadline, g_get_monotonic_time() + 1000) : w->deadline;
}

static void worker_close(worker *w)
{
    if (w->fd >= 0)
        close(w->fd);
    w->fd = -1;
}

static void worker_kill(worker *w)
{
    if (w->limits.parent)
        worker_close(w);
    else if (w->pid > 0 && !w->reaped)
        kill(w->pid, SIGKILL);
}

static void worker_receive(worker *w)
{
    char buffer[16384];
    for (;;) {
        ssize_t n = recv(w->fd, buffer, sizeof buffer, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0)
            break;
        if (w->reply->len + (gsize)n > w->limits.reply_bytes + WORKER_FRAME_LINE_MAX) {
            w->too_long = true;
            worker_kill(w);
            break;
        }
        g_string_append_len(w->reply, buffer, n);
    }
    worker_close(w);
}

/* True once the child is reaped (or somebody else has taken its status: then what it sent must do). */
static bool worker_reap(worker *w, int flags)
{
    pid_t pid;
    if (w->limits.parent)
        return true;
    do {
        pid = waitpid(w->pid, &w->status, flags);
    } while (pid < 0 && errno == EINTR);
    if (pid == 0)
        return false;
    if (pid < 0)
        w->status = 0;
    w->reaped = true;
    return true;
}

bool worker_poll(worker *w)
{
    if (w->finished)
        return true;
    if (!w->timed_out && g_get_monotonic_time() >= w->deadline) {
        w->timed_out = true;
        worker_kill(w);
    }
    if (w->fd >= 0 && w->request)
        worker_send(w);
    if (w->fd >= 0)
        worker_receive(w);
    if (w->timed_out)
        worker_close(w);
    if (w->fd < 0)
        w->finished = worker_reap(w, WNOHANG);
    return w->finished;
}

/* Its warm parent tells how it ended, behind what it had said. False: it did not, so it has ended itself. */
static bool died_by(const worker *w, int *ret_status)
{
    const char *died = w->limits.parent ? g_strrstr_len(w->reply->str, (gssize)w->reply->len, WORKER_FRAME_DIED_WORD) : NULL;
    *ret_status = w->status;
    if (died)
        sscanf(died, WORKER_FRAME_DIED, ret_status);
    return died || !w->limits.parent;
}

/* Why there is no answer. */
static void worker_death(const worker *w, GError **error)
{
    int status;
    bool told = died_by(w, &status);
    if (w->timed_out) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT,
                    "the %s worker was stopped: it took longer than %d ms (on a busy machine: try again)", w->kind,
                    w->deadline_ms);
    } else if (w->too_long) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT,
                    "the %s worker was stopped: its answer is longer than %" G_GSIZE_FORMAT " bytes", w->kind,
                    w->limits.reply_bytes);
    } else if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGPROF)) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_LIMIT,
                    "the %s worker was stopped: it used more than %d s of processor time", w->kind, w->limits.cpu_s);
    } else if (WIFSIGNALED(status)) {
        /* GLib aborts when an allocation fails: with an address space limit that is the usual cause. */
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED,
                    "the %s worker died of signal %d (%s): most likely its memory limit of %" G_GSIZE_FORMAT " MiB", w->kind,
                    WTERMSIG(status), g_strsignal(WTERMSIG(status)), w->limits.memory_bytes / (1024 * 1024));
    } else if (!told) {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED,
                    "the %s worker's parent process ended without an answer (try again: another one starts)", w->kind);
    } else {
        g_set_error(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "the %s worker ended with code %d and without an answer", w->kind,
                    WEXITSTATUS(status));
    }
}

char *worker_finish(worker *w, gsize *ret_length, GError **error)
{
    g_return_val_if_fail(w->finished, NULL);
    const char *line_end = memchr(w->reply->str, '\n', w->reply->len);
    gsize length = 0;
    int code = 0, taken = 0;
    bool ok = line_end && sscanf(w->reply->str, "ok %" G_GSIZE_FORMAT "%n", &length, &taken) == 1;
    bool failed = line_end && !ok && sscanf(w->reply->str, "error %d %" G_GSIZE_FORMAT "%n", &code, &length, &taken) == 2;
    if ((!ok && !failed) || w->too_long || w->reply->str + taken != line_end ||
        length != w->reply->len - (gsize)(line_end + 1 - w->reply->str)) {
        worker_death(w, error);
        return NULL;
    }
    if (failed) {
        g_autofree char *message = g_utf8_make_valid(line_end + 1, (gssize)length);
        g_set_error_literal(error, SKILLS_ERROR, CLAMP(code, 0, SKILLS_ERROR_FAILED), message);
        return NULL;
    }
    if (ret_length)
        *ret_length = length;
    return g_memdup2(line_end + 1, length + 1); /* with GString's NUL */
}

void worker_free(worker *w)
{
    if (!w)
        return;
    worker_kill(w);
    if (w->pid > 0 && !w->reaped)
        worker_reap(w, 0);
    worker_close(w);
    if (w->pidfd >= 0)
        close(w->pidfd);
    g_clear_pointer(&w->request, g_bytes_unref);
    g_string_free(w->reply, TRUE);
    g_free(w->kind);
    g_free(w);
}

static worker_waiter other_waiter;
static void *other_data;

void worker_set_waiter(worker_waiter waiter, void *data)
{
    other_waiter = waiter;
    other_data = data;
}

void worker_wait(worker *w)
{
    if (other_waiter && !other_waiter(w, other_data))
        worker_kill(w);
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    while (!worker_poll(w)) {
        g_array_set_size(fds, 0);
        worker_prepare(w, fds);
        gint64 left = worker_deadline(w) - g_get_monotonic_time();
        g_poll((GPollFD *)(void *)fds->data, fds->len, left > 0 ? (int)MIN(left / 1000 + 1, G_MAXINT) : 0);
    }
}

char *worker_run(const char *kind, const char *request, gsize length, const struct worker_limits *limits, gsize *ret_length,
                 GError **error)
{
    g_autoptr(worker) w = worker_start(kind, request, length, limits, error);
    if (!w)
        return NULL;
    worker_wait(w);
    return worker_finish(w, ret_length, error);
}
