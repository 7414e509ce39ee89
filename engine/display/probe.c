/* What a display offers. Xlib writes its reason for a refused connection straight to stderr: it is caught there, so that a
 * console stays clean and the sentence has the reason. */
#include "engine/display/connection_vnc.h"
#include "engine/display/phone.h"
#include "engine/display/world_screen.h"
#include "engine/display/display.h"
#include "engine/display/opening.h"
#include "engine/display/target.h"

#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/extensions/XInput2.h>
#include <X11/extensions/XShm.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/Xrandr.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define ANSWER_LIMIT_S 5 /* a server at the other end of a slow line needs less than one */

static bool wayland_session(void)
{
    return g_strcmp0(g_getenv("XDG_SESSION_TYPE"), "wayland") == 0;
}

/* Opens it with stderr aside; *ret_said gets what Xlib wrote. */
static Display *open_quietly(const char *display, char **ret_said)
{
    int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3), aside = memfd_create("reins-x", MFD_CLOEXEC);
    if (saved >= 0 && aside >= 0)
        dup2(aside, STDERR_FILENO);
    Display *dpy = display_open(display);
    if (saved >= 0) {
        dup2(saved, STDERR_FILENO);
        close(saved);
    }
    char text[512] = "";
    if (aside >= 0) {
        ssize_t n = pread(aside, text, sizeof text - 1, 0);
        text[MAX(n, 0)] = '\0';
        close(aside);
    }
    char *end = strchr(g_strchug(text), '\n'); /* one try is like the other */
    if (end)
        *end = '\0';
    *ret_said = g_strstrip(g_utf8_make_valid(text, -1));
    return dpy;
}

/* In a child of its own: opens the display, asks it something, ends. SIGALRM ends it otherwise, whatever the process it came
 * from has blocked or caught. */
G_NORETURN static void try_to_open(const char *display, pid_t parent)
{
    sigset_t alarm_only;
    sigemptyset(&alarm_only);
    sigaddset(&alarm_only, SIGALRM);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &alarm_only, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (getppid() != parent || quiet < 0 || dup2(quiet, STDERR_FILENO) < 0)
        _exit(1);
    alarm(ANSWER_LIMIT_S);
    Display *dpy = display_open(display);
    if (dpy)
        XSync(dpy, False);
    _exit(dpy ? 0 : 1);
}

/* Xlib waits without a limit for whoever has taken the connection: a stopped server, or no X server at all. So a child goes
 * first. True also when the display does not open: then it says so at once. */
static bool answers(const char *display)
{
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        try_to_open(display, parent);
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid < 0 || !WIFSIGNALED(status) || WTERMSIG(status) != SIGALRM;
}

/* ":7.1" of a server that answers and has no screen 1, as a sentence; NULL = that is not why. Caller frees. */
static char *no_screen(const char *display)
{
    const char *dot = strrchr(display, '.'), *colon = strrchr(display, ':');
    g_autofree char *server = dot && colon && dot > colon ? g_strndup(display, (gsize)(dot - display)) : NULL, *said = NULL;
    Display *dpy = server ? open_quietly(server, &said) : NULL;
    if (!dpy)
        return NULL;
    XCloseDisplay(dpy);
    return g_strdup_printf("display %s does not exist: its X server has no screen %s (give --display %s)", display, dot + 1,
                           server);
}

static char *not_opened(const char *display, const char *said)
{
    if (!display)
        return g_strdup_printf("no display: $DISPLAY is not set%s (give --display :N)",
                               wayland_session() ? " and this is a Wayland session" : "");
    if (strstr(said, "uthoriz") || strstr(said, "No protocol") || strstr(said, "cookie"))
        return g_strdup_printf("display %s does not let us in: %s (set XAUTHORITY to the cookie file of that session)", display,
                               said);
    if (strstr(said, "Maximum number"))
        return g_strdup_printf("display %s has no room for another client (close some programs)", display);
    char *missing = no_screen(display);
    if (missing)
        return missing;
    return g_strdup_printf("display %s cannot be opened: no X server answers there%s%s%s (give --display :N)", display,
                           said[0] ? ": " : "", said,
                           wayland_session() ? "; this is a Wayland session: log in to X11 or use a sandbox" : "");
}

static char *does_not_answer(const char *display)
{
    return g_strdup_printf(
        "display %s does not answer: the connection was taken, and nothing came back for %d s (its X server is "
        "stopped or hangs: continue or restart it, or give another --display :N)",
        display, ANSWER_LIMIT_S);
}

/* XWAYLAND is its extension since 23.1; older ones name their outputs so. */
static bool is_xwayland(Display *dpy, bool randr)
{
    int opcode, event, code;
    if (XQueryExtension(dpy, "XWAYLAND", &opcode, &event, &code))
        return true;
    XRRScreenResources *r = randr ? XRRGetScreenResourcesCurrent(dpy, DefaultRootWindow(dpy)) : NULL;
    bool found = false;
    for (int i = 0; r && i < r->noutput && !found; i++) {
        XRROutputInfo *info = XRRGetOutputInfo(dpy, r, r->outputs[i]);
        found = info && strncmp(info->name, "XWAYLAND", 8) == 0;
        if (info)
            XRRFreeOutputInfo(info);
    }
    if (r)
        XRRFreeScreenResources(r);
    return found;
}

static void probe_extensions(Display *dpy, struct display_probe *p)
{
    int opcode, event, code, major = 2, minor = 2;
    p->xtest = XTestQueryExtension(dpy, &event, &code, &major, &minor);
    p->shm = XShmQueryExtension(dpy);
    major = 2, minor = 2;
    p->xinput2 =
        XQueryExtension(dpy, "XInputExtension", &opcode, &event, &code) && XIQueryVersion(dpy, &major, &minor) == Success;
    p->xfixes = XFixesQueryExtension(dpy, &event, &code);
    p->damage = XDamageQueryExtension(dpy, &event, &code);
    major = 1, minor = 0;
    /* asked first: libXrandr leaks on a server without it */
    p->randr = XQueryExtension(dpy, "RANDR", &opcode, &event, &code) && XRRQueryVersion(dpy, &major, &minor) &&
               (major > 1 || minor >= 2);
    major = XkbMajorVersion, minor = XkbMinorVersion;
    p->xkb = XkbQueryExtension(dpy, &opcode, &event, &code, &major, &minor);
}

/* The first long of a window property of type WINDOW; 0 = none. */
static Window window_property(Display *dpy, Window w, const char *name)
{
    Atom property = XInternAtom(dpy, name, True), type;
    int format;
    unsigned long n = 0, left;
    unsigned char *data = NULL;
    Window found = 0;
    if (property != None &&
        XGetWindowProperty(dpy, w, property, 0, 1, False, XA_WINDOW, &type, &format, &n, &left, &data) == Success &&
        type == XA_WINDOW && format == 32 && n == 1)
        memcpy(&found, data, sizeof found);
    if (data)
        XFree(data);
    return found;
}

static int ignore_error(Display *dpy, XErrorEvent *e)
{
    (void)dpy;
    (void)e;
    return 0;
}

static char *window_manager(Display *dpy)
{
    Window check = window_property(dpy, DefaultRootWindow(dpy), "_NET_SUPPORTING_WM_CHECK");
    if (!check || window_property(dpy, check, "_NET_SUPPORTING_WM_CHECK") != check)
        return NULL;
    Atom type, name = XInternAtom(dpy, "_NET_WM_NAME", False);
    int format;
    unsigned long n = 0, left;
    unsigned char *data = NULL;
    XGetWindowProperty(dpy, check, name, 0, 64, False, AnyPropertyType, &type, &format, &n, &left, &data);
    char *title = data && format == 8 ? g_utf8_make_valid((const char *)data, (gssize)n) : g_strdup("without a name");
    if (data)
        XFree(data);
    return title;
}

static char *problem_of(Display *dpy, const char *display, const struct display_probe *p)
{
    char *unfit = display_unfit(dpy);
    if (unfit)
        return unfit;
    if (p->depth != 24 && p->depth != 32)
        return g_strdup_printf("display %s has %d bits of colour and reins reads 24 (start it with 24, or run in a --sandbox)",
                               display, p->depth);
    if (is_xwayland(dpy, p->randr))
        return g_strdup_printf("display %s is Xwayland: it shows and takes only X programs, not the desktop (log in to an X11 "
                               "session or run in a --sandbox)",
                               display);
    if (!p->xtest)
        return g_strdup_printf(
            "display %s lacks the XTEST extension, so nothing can be pressed there (start its server without -extension XTEST)",
            display);
    return NULL;
}

static void probe_vnc(const display_target *target, struct display_probe *p)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(connection_vnc) c = connection_vnc_open(target, &error);
    if (!c) {
        p->problem = g_strdup(error->message);
        return;
    }
    p->opened = true;
    p->vendor = g_strdup(connection_vnc_name(c));
    connection_vnc_pixels(c, &p->width, &p->height);
    p->depth = 24;
    p->tells = target->tells;
}

static void probe_phone(const display_target *target, struct display_probe *p)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(phone) opened = phone_open(target, &error);
    if (!opened) {
        p->problem = g_strdup(error->message);
        return;
    }
    p->opened = true;
    p->vendor = phone_model(opened);
    p->width = phone_picture(opened)->width;
    p->height = phone_picture(opened)->height;
    p->depth = 24;
    p->tells = target->tells;
}

static void probe_world(const display_target *target, struct display_probe *p)
{
    g_autoptr(GError) error = NULL;
    world_screen *opened = world_screen_open(target, &error);
    if (!opened) {
        p->problem = g_strdup(error->message);
        return;
    }
    struct still *shown = world_screen_still(opened);
    p->opened = true;
    p->vendor = g_strdup("a world of reins");
    p->width = shown->picture(shown)->width;
    p->height = shown->picture(shown)->height;
    p->depth = 24;
    p->tells = target->tells;
    shown->close(shown);
}

void display_probe(const char *display, struct display_probe *ret_probe)
{
    struct display_probe p = {0};
    g_auto(display_target) target = {0};
    g_autoptr(GError) unknown = NULL;
    if (!display_target_read(display, &target, &unknown)) {
        p.problem = g_strdup(unknown->message);
        *ret_probe = p;
        return;
    }
    if (target.kind == DISPLAY_RECORDED) {
        p.problem = g_strdup_printf("%s is a recorded display: only reins run plays it", target.name);
        *ret_probe = p;
        return;
    }
    static void (*const probes[])(const display_target *target, struct display_probe *p) = {
        [DISPLAY_VNC] = probe_vnc, [DISPLAY_PHONE] = probe_phone, [DISPLAY_WORLD] = probe_world};
    if (target.kind < G_N_ELEMENTS(probes) && probes[target.kind]) {
        probes[target.kind](&target, &p);
        *ret_probe = p;
        return;
    }
    const char *name = target.name;
    g_autofree char *said = g_strdup("");
    Display *dpy = NULL;
    bool silent = name && !answers(name);
    if (name && !silent) {
        g_free(said);
        dpy = open_quietly(name, &said);
    }
    if (!dpy) {
        p.problem = silent ? does_not_answer(name) : not_opened(name, said);
        *ret_probe = p;
        return;
    }
    int (*before)(Display *, XErrorEvent *) = XSetErrorHandler(ignore_error);
    p.opened = true;
    p.vendor = g_utf8_make_valid(ServerVendor(dpy), -1);
    p.width = DisplayWidth(dpy, DefaultScreen(dpy));
    p.height = DisplayHeight(dpy, DefaultScreen(dpy));
    p.depth = DefaultDepth(dpy, DefaultScreen(dpy));
    probe_extensions(dpy, &p);
    p.tells = target.tells & ~(p.xinput2 ? 0u : DISPLAY_TELLS_PERSON) & ~(p.damage ? 0u : DISPLAY_TELLS_CHANGES);
    p.window_manager = window_manager(dpy);
    p.problem = problem_of(dpy, name, &p);
    XCloseDisplay(dpy);
    XSetErrorHandler(before);
    *ret_probe = p;
}

void display_probe_clear(struct display_probe *p)
{
    g_free(p->vendor);
    g_free(p->window_manager);
    g_free(p->problem);
    *p = (struct display_probe){0};
}
