#include "engine/hand/rest.h"

#include "engine/display/windows.h"
#include "engine/hand/proc.h"

#include <X11/Xatom.h>
#include <X11/Xutil.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#define SERVER_SOCKET "/tmp/.X11-unix/X" /* what each X server's socket is called, with a NUL before it or without */
#define DEPTH_MAX 32
#define THREADS_MAX 256
#define EVENT_BYTES 32

struct rest {
    Display *dpy; /* borrowed */
    int diag;     /* a socket to the kernel's table of sockets; -1 = not to be had */
    gint64 pid;   /* 0 = nothing can be seen */
    GArray *inos; /* guint32: its sockets to X servers; empty = not to be seen */
    guint64 ran;  /* the sum over its threads when last looked; 0 = not yet */
};

rest *rest_new(Display *dpy)
{
    rest *r = g_new0(rest, 1);
    r->dpy = dpy;
    r->diag = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
    r->inos = g_array_new(FALSE, FALSE, sizeof(guint32));
    return r;
}

void rest_free(rest *r)
{
    if (r) {
        if (r->diag >= 0)
            close(r->diag);
        g_array_unref(r->inos);
        g_free(r);
    }
}

/* ---- sockets ---- */

struct socket_state {
    guint32 peer;   /* inode of the other end; 0 = none */
    guint32 unread; /* bytes */
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
    }
}

/* False: it is no unix socket of this network namespace, or the kernel does not tell. */
static bool socket_look(const rest *r, guint32 ino, struct socket_state *ret_state)
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
    for (const struct rtattr *a = (const struct rtattr *)(const void *)(msg + 1); RTA_OK(a, left); a = RTA_NEXT(a, left))
        take_attribute(a, ret_state);
    return true;
}

static void find_sockets(rest *r)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/fd", (int)r->pid);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *fd; dir && (fd = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, fd, NULL), *target = g_file_read_link(path, NULL);
        struct socket_state own, peer;
        if (!target || !g_str_has_prefix(target, "socket:["))
            continue;
        guint32 ino = (guint32)g_ascii_strtoull(target + strlen("socket:["), NULL, 10);
        if (socket_look(r, ino, &own) && own.peer && socket_look(r, own.peer, &peer) && peer.server)
            g_array_append_val(r->inos, ino);
    }
}

/* False: there is more to read, or that cannot be told. */
static bool all_read(const rest *r, guint but)
{
    for (guint i = 0; i < r->inos->len; i++) {
        struct socket_state s;
        if (!socket_look(r, g_array_index(r->inos, guint32, i), &s) || s.unread > but * EVENT_BYTES)
            return false;
    }
    return true;
}

/* ---- threads ---- */

/* True when all threads are asleep; *ret_ran is the processor time of those that were looked at, 0 = cannot be told. */
static bool process_sleeps(const rest *r, guint64 *ret_ran)
{
    g_autofree char *folder = g_strdup_printf("/proc/%d/task", (int)r->pid);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    bool sleeps = dir != NULL;
    int n = 0;
    *ret_ran = 0;
    for (const char *thread; sleeps && n < THREADS_MAX && (thread = g_dir_read_name(dir)); n++) {
        g_autofree char *path = g_build_filename(folder, thread, NULL);
        guint64 ran;
        char state;
        sleeps = proc_thread(path, &state, &ran) && state == 'S';
        *ret_ran += ran;
    }
    return sleeps;
}

/* ---- what can be seen ---- */

/* What it says of the machine that it runs on, on the window or one above it; true when it says another. */
static bool elsewhere(const rest *r, Window window)
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

static bool passes_on(const rest *r)
{
    char name[PROC_NAME_BYTES];
    return proc_name(r->pid, name) && g_str_has_prefix(name, "ssh");
}

/* An input method's server takes keys from the program and gives them back: meanwhile the program sleeps. */
static bool input_method(const rest *r)
{
    Atom type = None;
    int format = 0;
    unsigned long n = 0, left;
    unsigned char *data = NULL;
    bool found = false;
    XGetWindowProperty(r->dpy, DefaultRootWindow(r->dpy), XInternAtom(r->dpy, "XIM_SERVERS", False), 0, 64, False, XA_ATOM, &type,
                       &format, &n, &left, &data);
    for (unsigned long i = 0; type == XA_ATOM && format == 32 && i < n; i++)
        found |= XGetSelectionOwner(r->dpy, ((const Atom *)(const void *)data)[i]) != None;
    if (data)
        XFree(data);
    return found;
}

void rest_aim(rest *r, Window window)
{
    g_array_set_size(r->inos, 0);
    r->ran = 0;
    r->pid = window != None ? windows_owner(r->dpy, (gint64)window) : 0;
    if (r->pid != 0 && (passes_on(r) || elsewhere(r, window)))
        r->pid = 0;
    if (r->pid != 0 && !input_method(r))
        find_sockets(r);
}

gint64 rest_program(const rest *r)
{
    return r->pid;
}

enum rest_doing rest_look(rest *r, guint unread)
{
    if (r->pid == 0)
        return REST_UNKNOWN;
    /* One would do for the events; a program that waits for an answer may be served after us once, not twice. */
    XSync(r->dpy, False);
    XSync(r->dpy, False);
    bool seen = r->inos->len > 0, read = seen && all_read(r, unread);
    guint64 before = r->ran;
    bool sleeps = process_sleeps(r, &r->ran);
    if (r->ran == 0)
        return REST_UNKNOWN;
    if (!sleeps || r->ran != before || (seen && !read))
        return REST_WORKS;
    return seen ? REST_THROUGH : REST_ASLEEP;
}
