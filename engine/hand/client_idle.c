#include "engine/hand/client_idle.h"

#include "engine/display/windows.h"
#include "engine/hand/method_x11.h"
#include "engine/display/proc.h"

#include <X11/Xutil.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#define SERVER_SOCKET "/tmp/.X11-unix/X" /* start of the name of X servers' sockets, with or without a NUL before it */
#define DEPTH_MAX 32
#define THREADS_MAX 256
#define EVENT_BYTES 32
#define SERVER_LOOKS 4 /* so soon after its answer it may not be asleep yet */

struct client_idle {
    Display *dpy;               /* borrowed */
    gint64 server;              /* the X server's process; 0 = not to be seen */
    int diag;                   /* a socket to the kernel's table of sockets; -1 = not to be had */
    gint64 pid;                 /* 0 = nothing can be seen */
    unsigned long asked;        /* the request that follows our last question to the server */
    GArray *connections;        /* struct connection: to X servers; empty = not to be seen */
    struct input_method method; /* what hands keys on to it */
    GArray *pids;               /* gint64: its own and the method's, at the last look */
    guint64 ran;                /* the sum over all their threads then; 0 = not yet */
    struct turn turn, served;   /* of it, and of the server */
    bool unserved;              /* at the last look the server had not read all that it has sent */
};

struct connection {
    guint32 ino, unread; /* bytes, when last looked */
    bool read;           /* it has been seen to become less */
};

static gint64 server_of(Display *dpy)
{
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    return getsockopt(ConnectionNumber(dpy), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? MAX(peer.pid, 0) : 0;
}

client_idle *client_idle_new(Display *dpy)
{
    client_idle *r = g_new0(client_idle, 1);
    r->dpy = dpy;
    r->server = server_of(dpy);
    r->diag = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    r->connections = g_array_new(FALSE, FALSE, sizeof(struct connection));
    r->pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    return r;
}

void client_idle_free(client_idle *r)
{
    if (r) {
        if (r->diag >= 0)
            close(r->diag);
        g_array_unref(r->connections);
        g_array_unref(r->pids);
        turn_clear(&r->turn);
        turn_clear(&r->served);
        g_free(r);
    }
}

/* ---- sockets ---- */

struct socket_state {
    guint32 peer;   /* inode of the other end; 0 = none */
    guint32 unread; /* bytes */
    guint32 sent;   /* bytes of memory that hold what the other end has not read */
    bool server;    /* it is an X server's end */
};

static void take_attribute(const struct rtattr *a, struct socket_state *s)
{
    const char *data = RTA_DATA(a);
    gsize n = RTA_PAYLOAD(a), skip = n > 0 && data[0] == '\0';
    struct unix_diag_rqlen length;
    if (a->rta_type == UNIX_DIAG_PEER && n >= sizeof s->peer)
        memcpy(&s->peer, data, sizeof s->peer);
    else if (a->rta_type == UNIX_DIAG_NAME)
        s->server = n - skip > strlen(SERVER_SOCKET) && memcmp(data + skip, SERVER_SOCKET, strlen(SERVER_SOCKET)) == 0;
    else if (a->rta_type == UNIX_DIAG_RQLEN && n >= sizeof length) {
        memcpy(&length, data, sizeof length);
        s->unread = length.udiag_rqueue;
        s->sent = length.udiag_wqueue;
    }
}

/* False: it is no unix socket of this network namespace, or the kernel does not tell. */
static bool socket_look(const client_idle *r, guint32 ino, struct socket_state *ret_state)
{
    struct {
        struct nlmsghdr head;
        struct unix_diag_req req;
    } question = {.head = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
                  .req = {.sdiag_family = AF_UNIX,
                          .udiag_states = ~0u,
                          .udiag_ino = ino,
                          .udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN,
                          .udiag_cookie = {~0u, ~0u}}};
    union {
        struct nlmsghdr head;
        char bytes[1024];
    } answer;
    *ret_state = (struct socket_state){0};
    if (r->diag < 0 || send(r->diag, &question, sizeof question, 0) != (ssize_t)sizeof question)
        return false;
    ssize_t n = recv(r->diag, &answer, sizeof answer, 0); /* the kernel has answered within send() */
    const struct unix_diag_msg *msg = NLMSG_DATA(&answer.head);
    if (n < 0 || !NLMSG_OK(&answer.head, (gsize)n) || answer.head.nlmsg_type != SOCK_DIAG_BY_FAMILY ||
        answer.head.nlmsg_len < NLMSG_LENGTH(sizeof *msg) || msg->udiag_ino != ino)
        return false;
    gsize left = answer.head.nlmsg_len - NLMSG_LENGTH(sizeof *msg);
    const char *at = (const char *)(msg + 1);
    for (const struct rtattr *a; a = (const struct rtattr *)(const void *)at, RTA_OK(a, left);) {
        take_attribute(a, ret_state);
        gsize taken = MIN(left, RTA_ALIGN(a->rta_len)); /* the last may have no padding */
        at += taken;
        left -= taken;
    }
    return true;
}

static void find_connections(client_idle *r)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/fd", (int)r->pid);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *fd; dir && (fd = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, fd, NULL), *target = g_file_read_link(path, NULL);
        struct socket_state own, peer;
        if (!target || !g_str_has_prefix(target, "socket:["))
            continue;
        struct connection c = {.ino = (guint32)g_ascii_strtoull(target + strlen("socket:["), NULL, 10)};
        if (socket_look(r, c.ino, &own) && own.peer && socket_look(r, own.peer, &peer) && peer.server)
            g_array_append_val(r->connections, c);
    }
}

/* What is left to read on all connections, but for so many events. */
static enum client_idle_doing look_at_connections(client_idle *r, guint except)
{
    r->unserved = false;
    enum client_idle_doing doing = r->connections->len > 0 ? CLIENT_IDLE_THROUGH : CLIENT_IDLE_ASLEEP;
    for (guint i = 0; i < r->connections->len; i++) {
        struct connection *c = &g_array_index(r->connections, struct connection, i);
        struct socket_state s;
        if (!socket_look(r, c->ino, &s))
            return CLIENT_IDLE_WORKS;
        c->read |= s.unread < c->unread;
        c->unread = s.unread;
        r->unserved |= s.sent > 0;
        if (s.unread > except * EVENT_BYTES && doing != CLIENT_IDLE_BEHIND)
            doing = c->read ? CLIENT_IDLE_BEHIND : CLIENT_IDLE_WORKS;
    }
    return doing;
}

/* ---- threads ---- */

static enum client_idle_doing doing_of(char state)
{
    if (state == 'S')
        return CLIENT_IDLE_ASLEEP;
    return state == 'D' || g_ascii_tolower(state) == 't' ? CLIENT_IDLE_BEHIND : CLIENT_IDLE_WORKS;
}

/* Adds up what its threads have run; ASLEEP when they all are. */
static enum client_idle_doing look_at_process(gint64 pid, guint64 *ran)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/task", (int)pid);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    enum client_idle_doing doing = dir ? CLIENT_IDLE_ASLEEP : CLIENT_IDLE_WORKS;
    int n = 0;
    for (const char *thread; doing == CLIENT_IDLE_ASLEEP && n < THREADS_MAX && (thread = g_dir_read_name(dir)); n++) {
        g_autofree char *path = g_build_filename(folder, thread, NULL);
        struct proc_thread t;
        proc_thread(path, &t);
        *ran += t.ran_ns;
        doing = doing_of(t.state);
    }
    return doing;
}

/* The program, and what hands keys on to it. r->ran 0: it cannot be told. */
static enum client_idle_doing look_at_processes(client_idle *r)
{
    guint64 before = r->ran;
    enum client_idle_doing doing = CLIENT_IDLE_ASLEEP;
    g_array_set_size(r->pids, 0);
    g_array_append_val(r->pids, r->pid);
    input_method_pids(&r->method, r->pids);
    r->ran = 0;
    for (guint i = 0; i < r->pids->len && doing == CLIENT_IDLE_ASLEEP; i++)
        doing = look_at_process(g_array_index(r->pids, gint64, i), &r->ran);
    return doing == CLIENT_IDLE_ASLEEP && r->ran != before ? CLIENT_IDLE_WORKS : doing;
}

/* What we have sent is done, and then the server is seen asleep, so that nobody's question is left with it. Two answers do not
 * tell that: on a busy machine the server gets to us twice before it gets to a program that has used it more. And it is asked
 * once, because each question wakes it, and we are quicker than it is to sleep again. */
static bool server_is_through(client_idle *r)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/task/%d", (int)r->server, (int)r->server);
    struct proc_thread server = {0};
    if (r->asked != NextRequest(r->dpy))
        XSync(r->dpy, False);
    r->asked = NextRequest(r->dpy);
    for (int i = 0; i < SERVER_LOOKS && server.state != 'S'; i++) {
        if (r->server == 0 || !proc_thread(folder, &server))
            XSync(r->dpy, False);
        if (server.state == 0)
            return true;
    }
    return server.state == 'S';
}

/* ---- what is visible ---- */

/* What it says of the machine that it runs on, on the window or one above it; true when it says another. */
static bool elsewhere(const client_idle *r, Window window)
{
    struct utsname here;
    bool other = false;
    for (int depth = 0; window != None && depth < DEPTH_MAX && uname(&here) == 0; depth++) {
        XTextProperty machine = {0};
        if (XGetWMClientMachine(r->dpy, window, &machine) && machine.value) {
            other = machine.format == 8 && strcmp((const char *)machine.value, here.nodename) != 0;
            XFree(machine.value);
            break;
        }
        Window root, parent = None, *children = NULL;
        unsigned n;
        if (XQueryTree(r->dpy, window, &root, &parent, &children, &n) && children)
            XFree(children);
        window = parent;
    }
    return other;
}

static bool passes_on(const client_idle *r)
{
    char name[PROC_NAME_BYTES];
    return proc_name(r->pid, name) && g_str_has_prefix(name, "ssh");
}

void client_idle_aim(client_idle *r, Window window)
{
    g_array_set_size(r->connections, 0);
    r->ran = 0;
    r->asked = 0;
    r->method = (struct input_method){0};
    turn_clear(&r->turn);
    turn_clear(&r->served);
    r->pid = window != None ? windows_owner(r->dpy, (gint64)window) : 0;
    if (r->pid != 0 && (passes_on(r) || elsewhere(r, window)))
        r->pid = 0;
    if (r->pid != 0)
        method_x11_find(&r->method, r->dpy);
    if (r->pid != 0 && !r->method.unseen)
        find_connections(r);
}

gint64 client_idle_program(const client_idle *r)
{
    return r->pid;
}

enum client_idle_doing client_idle_look(client_idle *r, guint unread)
{
    if (r->pid == 0)
        return CLIENT_IDLE_UNKNOWN;
    bool served = server_is_through(r); /* first: what it has given to others since is seen with them */
    enum client_idle_doing reading = look_at_connections(r, unread), running = look_at_processes(r);
    if (r->ran == 0)
        return CLIENT_IDLE_UNKNOWN;
    enum client_idle_doing doing = running == CLIENT_IDLE_ASLEEP ? reading : MIN(reading, running);
    if (!served)
        doing = MIN(doing, CLIENT_IDLE_WORKS);
    return doing == CLIENT_IDLE_WORKS && r->method.n > 0 ? CLIENT_IDLE_BEHIND : doing;
}

enum turn_says client_idle_turn(client_idle *r, guint unread, struct turn_times *ret_times)
{
    const struct process_idle program = {.pid = r->pid};
    *ret_times = (struct turn_times){0};
    if (r->pid == 0)
        return TURN_UNKNOWN;
    bool served = server_is_through(r);
    g_autoptr(GArray) pids = g_array_new(FALSE, FALSE, sizeof(gint64));
    process_idle_pids(&program, pids);
    enum turn_says says = turn_look(&r->turn, pids), server = TURN_RESTS;
    enum client_idle_doing reading = look_at_connections(r, unread); /* once it sleeps, it sends no more */
    g_array_set_size(pids, 0);
    if (r->server > 0) {
        g_array_append_val(pids, r->server);
        server = turn_look(&r->served, pids);
    }
    ret_times->waited_us = MAX(r->turn.waited_us, r->served.waited_us);
    ret_times->ran_us = r->turn.ran_us;
    if (says > TURN_HELD_UP && server == TURN_HELD_UP)
        return TURN_HELD_UP;
    if (says > TURN_BEHIND && reading == CLIENT_IDLE_BEHIND)
        return TURN_BEHIND;
    if (says == TURN_RESTS && r->unserved)
        return TURN_WORKS;
    bool left = !served || server == TURN_WORKS || reading == CLIENT_IDLE_WORKS;
    return says == TURN_RESTS && left ? TURN_LEFT : says;
}
