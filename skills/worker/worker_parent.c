#include "skills/worker/worker_fd.h"
#include "skills/worker/worker_frame.h"
#include "skills/worker/worker_seccomp.h"
#include "skills/worker/worker_warm.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* The warm parent. What came with a request is read by its child alone; what is known of it here are its kind, two limits and a
 * socket. A child is killed when the one who asked has hung up: that is how a deadline reaches it. No Lua is loaded here: this
 * process may do more than a worker. */

#define CHILDREN_MAX 16
#define BACKGROUND_NICE 10
#define PREPARE_S 120 /* longer than any request waits: on a busy machine it is the request that gives up, and says so */

static struct child {
    pid_t pid;
    int fd; /* the requester's other end */
} children[CHILDREN_MAX];
static nfds_t n_children;

static void on_child(int signo)
{
    (void)signo;
}

static bool prepare(const struct worker_kind *kind, GError **error)
{
    const struct itimerval off = {0}, on = {.it_value = {.tv_sec = PREPARE_S}};
    if (!kind->prepare)
        return true;
    setitimer(ITIMER_REAL, &on, NULL); /* SIGALRM ends the process: the next request starts another */
    bool ok = kind->prepare(error);
    setitimer(ITIMER_REAL, &off, NULL);
    return ok;
}

static void reap(void)
{
    char text[WORKER_FRAME_LINE_MAX];
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (nfds_t i = 0; i < n_children; i++) {
            if (children[i].pid != pid)
                continue;
            int fd = children[i].fd, n = snprintf(text, sizeof text, WORKER_FRAME_DIED, status);
            if (fd >= 0 && status)
                send(fd, text, (size_t)n, MSG_NOSIGNAL | MSG_DONTWAIT);
            if (fd >= 0)
                close(fd);
            children[i] = children[--n_children];
            break;
        }
}

/* Waits for a request, killing those children that nobody waits for. */
static void await(const sigset_t *waiting)
{
    for (;;) {
        struct pollfd fds[CHILDREN_MAX + 1] = {{.fd = STDIN_FILENO, .events = n_children < CHILDREN_MAX ? POLLIN : 0}};
        for (nfds_t i = 0; i < n_children; i++)
            fds[i + 1] = (struct pollfd){.fd = children[i].fd};
        int n = ppoll(fds, n_children + 1, NULL, waiting);
        for (nfds_t i = 0; n > 0 && i < n_children; i++)
            if (fds[i + 1].revents & (POLLHUP | POLLERR)) {
                kill(children[i].pid, SIGKILL);
                close(children[i].fd);
                children[i].fd = -1;
            }
        reap();
        if (n > 0 && fds[0].revents)
            return;
    }
}

/* The child: as a worker that was started for this request alone. */
static void become(int fd, pid_t parent, const sigset_t *mask)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    dup2(fd, STDIN_FILENO);
    dup2(fd, STDOUT_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask, NULL);
}

const struct worker_kind *worker_kind_find(const struct worker_kind *kinds, gsize n_kinds, const char *name)
{
    for (gsize i = 0; i < n_kinds; i++)
        if (g_str_equal(kinds[i].name, name))
            return &kinds[i];
    return NULL;
}

const struct worker_kind *worker_parent(const struct worker_kind *own, const struct worker_kind *kinds, gsize n_kinds,
                                        gsize *ret_memory, int *ret_cpu, GError **error)
{
    const struct sigaction noted = {.sa_handler = on_child};
    sigset_t blocked, before;
    pid_t self = getpid();
    bool ready = false;
    char text[WORKER_FRAME_LINE_MAX];
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGCHLD);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    sigaction(SIGCHLD, &noted, NULL);
    worker_seccomp(WORKER_MAY_FORK);
    for (;;) {
        await(&before);
        int fd = worker_fd_take(STDIN_FILENO, text, sizeof text), taken = 0, background = 0;
        if (fd < 0 || sscanf(text, WORKER_WARM_ASK "%n", ret_memory, ret_cpu, &background, &taken) != 3)
            _exit(0);
        const struct worker_kind *kind = worker_kind_find(kinds, n_kinds, text + taken);
        if (!kind || kind->prepare != own->prepare)
            _exit(0);
        g_autoptr(GError) failed = NULL;
        ready = ready || prepare(own, &failed);
        pid_t pid = fork();
        if (pid == 0) {
            become(fd, self, &before);
            if (background)
                setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + BACKGROUND_NICE);
            if (failed)
                g_propagate_error(error, g_steal_pointer(&failed));
            return kind;
        }
        if (pid > 0)
            children[n_children++] = (struct child){pid, fd};
        else
            close(fd);
    }
}
