/* What makes a sandbox a desktop: a window manager, a session D-Bus, a home. All of it is recorded in the sandbox and ends with
 * it. */

#include "config/config.h"
#include "engine/display/opening.h"
#include "engine/display/sandbox_parts.h"
#include "engine/display/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANAGE_MS 10000
#define LOOK_MS 20
#define CLOSE_ASK_MS 1000
#define CLOSE_MS 1500  /* to store its state, as it does when a person closes it; not if it has a question */
#define MANAGED_MS 200 /* after so long a request was forgotten, and another one is made */
#define HOME_FILES 16  /* descriptors while it is removed */

/* ---- the window manager ---- */

/* A window of ours is mapped by the manager within a moment. */
static bool manages(Display *dpy)
{
    Window root = DefaultRootWindow(dpy), w = XCreateSimpleWindow(dpy, root, 0, 0, 1, 1, 0, 0, 0);
    gint64 until = g_get_monotonic_time() + MANAGED_MS * 1000;
    bool mapped = false;
    XSelectInput(dpy, w, StructureNotifyMask);
    XMapWindow(dpy, w);
    XFlush(dpy);
    for (gint64 now; !mapped && (now = g_get_monotonic_time()) < until;) {
        struct pollfd p = {.fd = ConnectionNumber(dpy), .events = POLLIN};
        poll(&p, 1, (int)((until - now + 999) / 1000));
        for (XEvent e; XPending(dpy);) {
            XNextEvent(dpy, &e);
            mapped |= e.type == MapNotify && e.xmap.window == w;
        }
    }
    XDestroyWindow(dpy, w);
    XSync(dpy, False);
    return mapped;
}

/* The display of a child that dies with its parent; it ends without one. */
static Display *watching_display(const sandbox *s, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (getppid() != parent || quiet < 0 || dup2(quiet, STDERR_FILENO) < 0)
        _exit(1);
    g_setenv("XAUTHORITY", s->xauthority, TRUE);
    Display *dpy = display_open(s->display);
    if (!dpy)
        _exit(1);
    return dpy;
}

/* In a child, because Xlib ends its process when the display goes. Exits 0 once a client of the display manages windows. The
 * server tells nobody when that begins; what a manager does around it (windows, properties of the root) is told. Openbox asks for
 * the requests first, and forgets those that come before it has looked at what is there: so one is tried. */
static G_GNUC_NORETURN void watch_root(const sandbox *s, pid_t parent)
{
    Display *dpy = watching_display(s, parent);
    Window root = DefaultRootWindow(dpy);
    XSelectInput(dpy, root, PropertyChangeMask | SubstructureNotifyMask);
    for (;;) {
        XWindowAttributes a;
        if (XGetWindowAttributes(dpy, root, &a) && (a.all_event_masks & SubstructureRedirectMask) && manages(dpy))
            _exit(0);
        struct pollfd p = {.fd = ConnectionNumber(dpy), .events = POLLIN};
        poll(&p, 1, LOOK_MS);
        for (XEvent e; XPending(dpy);)
            XNextEvent(dpy, &e);
    }
}

/* True once a child has seen what it waits for; false: the process that was to do it ended first, or it took too long. */
static bool await_child(const sandbox *s, void (*watch)(const sandbox *, pid_t), const struct process_id *doer)
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        watch(s, parent);
    if (pid < 0)
        return false;
    struct pollfd ends[] = {{.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN},
                            {.fd = (int)syscall(SYS_pidfd_open, doer->pid, 0), .events = POLLIN}};
    gint64 until = g_get_monotonic_time() + MANAGE_MS * 1000;
    while (poll(ends, 2, (int)MAX(0, (until - g_get_monotonic_time()) / 1000)) < 0 && errno == EINTR)
        ;
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
        if (ends[i].fd >= 0)
            close(ends[i].fd);
    int status = 0;
    kill(pid, SIGKILL); /* one that has ended keeps its status */
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- the end of the program ---- */

static G_GNUC_NORETURN void ask_to_close(const sandbox *s)
{
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (quiet >= 0)
        dup2(quiet, STDERR_FILENO);
    g_setenv("XAUTHORITY", s->xauthority, TRUE);
    Display *dpy = display_open(s->display);
    if (dpy)
        windows_trap_errors();
    _exit(dpy && windows_close_all(dpy) > 0 ? 0 : 1);
}

void sandbox_close_app(const sandbox *s)
{
    int status = 0;
    pid_t pid = process_id_alive(&s->app) && process_id_alive(&s->server) ? fork() : -1;
    if (pid == 0)
        ask_to_close(s);
    struct process_id asking = pid > 0 ? process_id_of(pid) : (struct process_id){0};
    if (pid < 0)
        return;
    if (!process_id_wait(&asking, CLOSE_ASK_MS))
        kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        process_id_wait(&s->app, CLOSE_MS);
}

static bool write_openbox(const char *path, GError **error)
{
    g_autoptr(GBytes) text = config_file("openbox.xml", NULL, error);
    gsize length = 0;
    const char *data = text ? g_bytes_get_data(text, &length) : NULL;
    return data && g_file_set_contents(path, data, (gssize)length, error);
}

/* The command's words; openbox gets our configuration. */
static char **wm_words(const sandbox *s, const char *wm, GError **error)
{
    char **argv = NULL;
    if (!g_str_equal(wm, "openbox")) {
        g_shell_parse_argv(wm, NULL, &argv, error);
        return argv;
    }
    g_autofree char *path = sandbox_file(s, "openbox.xml");
    if (!write_openbox(path, error))
        return NULL;
    const char *const words[] = {"openbox", "--sm-disable", "--config-file", path, NULL};
    return g_strdupv((char **)words);
}

static bool start_wm(sandbox *s, const char *wm, GError **error)
{
    g_autoptr(GError) problem = NULL;
    g_auto(GStrv) argv = wm_words(s, wm, &problem), envp = sandbox_environment(s);
    g_autofree char *log = sandbox_file(s, "wm.log");
    if (g_str_equal(wm, "openbox")) /* Xlib reads all sequences of Compose before anything is typed: openbox composes nothing */
        envp = g_environ_setenv(envp, "XCOMPOSEFILE", "/dev/null", TRUE);
    if (!argv || !sandbox_spawn(s->passing, argv, envp, NULL, log, -1, &s->wm, &problem)) {
        g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT,
                    "no window manager: %s (--wm none, or wm=none in the profile)", problem->message);
        return false;
    }
    if (await_child(s, watch_root, &s->wm))
        return true;
    g_autofree char *how = process_id_alive(&s->wm) ? NULL : sandbox_exit_text(s->wm.pid), *tail = sandbox_log_tail(log);
    g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_PROGRAM, "the window manager %s %s%s%s%s", wm,
                how ? "ended at once " : "manages no windows", how ? how : "", *tail ? "; its last words: " : "", tail);
    process_id_end(&s->wm, 500);
    return false;
}

/* ---- the session bus ---- */

#define BUS_FILE "accessibility.bus" /* beside the logs: the address, for an eye that does not see the X display */

/* In a child: exits 0 once the accessibility bus has left its address on the display. */
static G_GNUC_NORETURN void watch_address(const sandbox *s, pid_t parent)
{
    Display *dpy = watching_display(s, parent);
    XSelectInput(dpy, DefaultRootWindow(dpy), PropertyChangeMask);
    for (;;) {
        g_autofree char *address = windows_root_text(dpy, ACCESSIBILITY_BUS);
        g_autofree char *path = sandbox_file(s, BUS_FILE);
        if (address)
            _exit(!g_file_set_contents(path, address, -1, NULL));
        XEvent e;
        XNextEvent(dpy, &e);
    }
}

char *sandbox_accessibility_launcher(void)
{
    static const char *const folders[] = {"/usr/libexec", "/usr/lib/at-spi2-core"};
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *program = g_build_filename(folders[i], "at-spi-bus-launcher", NULL);
        if (access(program, X_OK) == 0)
            return g_steal_pointer(&program);
    }
    return NULL;
}

/* GTK has the session bus start it; Qt uses it only if it is there when the program starts. It ends with the session bus. Without
 * it the programs have no elements, which their observations say. */
static void start_accessibility_bus(const sandbox *s)
{
    g_autofree char *program = sandbox_accessibility_launcher(), *log = sandbox_file(s, "accessibility.log"),
                    *old = sandbox_file(s, BUS_FILE);
    char *argv[] = {program, (char *)"--launch-immediately", NULL};
    g_auto(GStrv) envp = sandbox_environment(s);
    struct process_id launcher = {0};
    unlink(old);
    if (program && sandbox_spawn(s->passing, argv, envp, NULL, log, -1, &launcher, NULL))
        await_child(s, watch_address, &launcher);
}

char *sandbox_accessibility_bus(const sandbox *s)
{
    g_autofree char *path = sandbox_file(s, BUS_FILE);
    char *address = NULL;
    g_file_get_contents(path, &address, NULL, NULL);
    return address;
}

/* Without one the programs are told so (sandbox_environment()): they must not find the person's. The configuration has a path of
 * ours for sandbox_end_orphans(). */
static void start_bus(sandbox *s)
{
    static const char text[] = "<!DOCTYPE busconfig PUBLIC \"-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN\"\n"
                               " \"http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd\">\n"
                               "<busconfig><include>/usr/share/dbus-1/session.conf</include></busconfig>\n";
    g_autofree char *path = sandbox_file(s, "bus.conf"), *log = sandbox_file(s, "bus.log"), *address = NULL;
    g_autofree char *option = g_strconcat("--config-file=", path, NULL);
    const char *argv[] = {"dbus-daemon", option, "--nofork", "--nopidfile", "--nosyslog", "--print-address=3", NULL};
    g_auto(GStrv) envp = sandbox_environment(s);
    if (!g_file_set_contents(path, text, -1, NULL) ||
        !sandbox_spawn_line(s->passing, (char **)argv, envp, log, &s->bus, &address, NULL))
        return;
    if (address)
        s->bus_address = g_steal_pointer(&address);
    else
        process_id_end(&s->bus, 500);
}

/* GTK's first file dialog makes its folder, which GLib looks for every 4 s; when it is found, the dialog's list of places is made
 * again and loses its selection, seconds after the dialog has come to rest. */
static bool make_gtk_folder(const char *home, GError **error)
{
    g_autofree char *gtk = g_build_filename(home, ".config", "gtk-3.0", NULL);
    if (g_mkdir_with_parents(gtk, 0700) == 0)
        return true;
    g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "the folder %s cannot be made: %s", gtk, g_strerror(errno));
    return false;
}

bool sandbox_start_desktop(sandbox *s, const char *wm, char **ret_notice, GError **error)
{
    if (s->home && !make_gtk_folder(s->home, error))
        return false;
    if (!process_id_alive(&s->bus)) {
        start_bus(s);
        if (s->accessible && s->bus_address)
            start_accessibility_bus(s);
    }
    if (g_strcmp0(wm, "none") == 0)
        return true;
    if (wm)
        return start_wm(s, wm, error);
    g_autofree char *found = g_find_program_in_path("openbox");
    if (found)
        return start_wm(s, "openbox", error);
    if (ret_notice)
        *ret_notice =
            g_strdup("the sandbox has no window manager: windows do not fill it, dialogs may lie off it (install openbox)");
    return true;
}

/* ---- a temporary home ---- */

bool sandbox_make_home(sandbox *s, GError **error)
{
    g_free(s->home);
    s->home = sandbox_file(s, "home");
    if (g_mkdir_with_parents(s->home, 0700) == 0)
        return true;
    g_set_error(error, DISPLAY_ERROR, DISPLAY_ERROR_FAILED, "the folder %s cannot be made: %s", s->home, g_strerror(errno));
    return false;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *where)
{
    (void)st, (void)kind, (void)where;
    remove(path);
    return 0;
}

void sandbox_remove_folder(const char *dir)
{
    nftw(dir, remove_one, HOME_FILES, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

void sandbox_remove_home(sandbox *s)
{
    g_autofree char *ours = s->home ? sandbox_file(s, "home") : NULL;
    if (ours && g_str_equal(s->home, ours))
        sandbox_remove_folder(ours);
}
