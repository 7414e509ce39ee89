#include "skills/worker/worker_warm.h"

#include "skills/worker/worker_fd.h"
#include "skills/worker/worker_frame.h"
#include "skills/worker/worker_spawn.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

struct warm {
    int fd;
    pid_t pid, owner; /* a process that was forked from the owner starts its own */
};

static GHashTable *parents; /* kind → struct warm */

static void warm_end(gpointer data)
{
    struct warm *w = data;
    close(w->fd); /* it reads end-of-file and ends, with its children */
    if (w->owner == getpid())
        waitpid(w->pid, NULL, 0);
    g_free(w);
}

static struct warm *parent_of(const char *kind, int *ret_rc)
{
    if (!parents)
        parents = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, warm_end);
    struct warm *w = g_hash_table_lookup(parents, kind);
    int fds[2];
    if (w && w->owner == getpid())
        return w;
    if ((*ret_rc = worker_pair(SOCK_SEQPACKET, fds)))
        return NULL;
    w = g_new0(struct warm, 1);
    *w = (struct warm){.fd = fds[0], .owner = getpid()};
    *ret_rc = worker_spawn(kind, WORKER_WARM, "0", fds[1], &w->pid);
    close(fds[1]);
    if (*ret_rc) {
        close(w->fd);
        g_free(w);
        return NULL;
    }
    g_hash_table_replace(parents, g_strdup(kind), w);
    return w;
}

void worker_warm_up(const char *parent)
{
    int rc;
    parent_of(parent, &rc);
}

int worker_warm_ask(const char *kind, const struct worker_limits *limits, int child_fd)
{
    char text[WORKER_FRAME_LINE_MAX];
    int rc = 0;
    snprintf(text, sizeof text, WORKER_WARM_ASK "%s", limits->memory_bytes, limits->cpu_s, limits->background, kind);
    for (int tries = 0; tries < 2; tries++) { /* it may have died since the last request */
        struct warm *w = parent_of(limits->parent, &rc);
        if (!w || (rc = worker_fd_send(w->fd, text, child_fd)) == 0 || rc == EAGAIN)
            return rc;
        g_hash_table_remove(parents, limits->parent);
    }
    return rc;
}
