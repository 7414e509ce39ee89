#include "tests/helper/vnc_relay.h"

#include <glib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define PART 10 /* bytes: less than the head of a rectangle */

struct pair {
    int client, server;
    bool cut; /* the client has got its part */
};

static volatile sig_atomic_t stalls;

static void stall(int number)
{
    (void)number;
    stalls = 1;
}

static int socket_at(const char *path, struct sockaddr_un *ret_address)
{
    *ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
    g_strlcpy(ret_address->sun_path, path, sizeof ret_address->sun_path);
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

/* False: one of them has gone. */
static bool pass(int from, int to, gsize most)
{
    static char bytes[65536];
    gssize n = read(from, bytes, MIN(sizeof bytes, most));
    return n > 0 && send(to, bytes, (gsize)n, MSG_NOSIGNAL) == n;
}

static void turn(GArray *pairs, guint i, const GPollFD *fds)
{
    struct pair *p = &g_array_index(pairs, struct pair, i);
    bool cut = fds[1].revents && stalls;
    if ((!fds[0].revents || pass(p->client, p->server, G_MAXSIZE)) &&
        (!fds[1].revents || pass(p->server, p->client, cut ? PART : G_MAXSIZE))) {
        p->cut = cut || p->cut;
        return;
    }
    close(p->client);
    close(p->server);
    g_array_remove_index_fast(pairs, i);
}

G_NORETURN static void relay(int listener, const char *server)
{
    g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(struct pair)), fds = g_array_new(FALSE, TRUE, sizeof(GPollFD));
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGUSR1, stall);
    for (;;) {
        g_array_set_size(fds, 0);
        g_array_set_size(fds, 1 + 2 * pairs->len);
        g_array_index(fds, GPollFD, 0) = (GPollFD){.fd = listener, .events = G_IO_IN};
        for (guint i = 0; i < pairs->len; i++) {
            const struct pair *p = &g_array_index(pairs, struct pair, i);
            g_array_index(fds, GPollFD, 1 + 2 * i) = (GPollFD){.fd = p->client, .events = G_IO_IN};
            g_array_index(fds, GPollFD, 2 + 2 * i) = (GPollFD){.fd = p->cut ? -1 : p->server, .events = G_IO_IN};
        }
        if (g_poll(&g_array_index(fds, GPollFD, 0), fds->len, -1) < 0)
            continue;
        for (guint i = pairs->len; i > 0; i--)
            turn(pairs, i - 1, &g_array_index(fds, GPollFD, 2 * i - 1));
        if (g_array_index(fds, GPollFD, 0).revents) {
            struct sockaddr_un to;
            struct pair p = {accept4(listener, NULL, NULL, SOCK_CLOEXEC), socket_at(server, &to), false};
            if (connect(p.server, (const struct sockaddr *)(const void *)&to, sizeof to) != 0)
                _exit(1);
            g_array_append_val(pairs, p);
        }
    }
}

pid_t vnc_relay_start(const char *at, const char *server)
{
    struct sockaddr_un address;
    int listener = socket_at(at, &address);
    unlink(at);
    if (bind(listener, (const struct sockaddr *)(const void *)&address, sizeof address) != 0 || listen(listener, 8) != 0) {
        g_printerr("vnc_relay: cannot listen at %s\n", at);
        exit(1);
    }
    pid_t pid = fork();
    if (pid == 0)
        relay(listener, server);
    close(listener);
    return pid;
}

void vnc_relay_stall(pid_t relay)
{
    kill(relay, SIGUSR1);
}
