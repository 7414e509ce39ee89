#ifndef ENGINE_DISPLAY_DISPLAY_H
#define ENGINE_DISPLAY_DISPLAY_H

/* Displays: sandboxes (Xvfb) with their program, and the abilities of a display. */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

#define DISPLAY_ERROR (display_error_quark())
GQuark display_error_quark(void);
enum display_error {
    DISPLAY_ERROR_ENVIRONMENT, /* Xvfb missing, no display, no XTEST …: exit code 3; the message has the fix */
    DISPLAY_ERROR_PROGRAM,     /* the program could not be started or ended at once: exit code 1 */
    DISPLAY_ERROR_FAILED,
};

/* A process outside our session, identified by pid and start time (field 22 of /proc/PID/stat), because pids are reused. */
struct process_id {
    pid_t pid;
    guint64 start_time; /* 0 = none */
};
struct process_id process_id_of(pid_t pid);
bool process_id_alive(const struct process_id *p);
/* Waits for its end; true when it has ended. */
bool process_id_wait(const struct process_id *p, int timeout_ms);
/* Sends SIGTERM to its session's process group, and SIGKILL after `grace_ms`. */
void process_id_end(const struct process_id *p, int grace_ms);

typedef struct sandbox {
    char *display;    /* ":99": where its programs are */
    char *screen;     /* "vnc:/SOCKET": where eye and hand are; NULL = on the display, too */
    char *xauthority; /* file with the cookie, 0600 */
    int width, height;
    struct process_id server, wm, bus, app;
    struct process_id maker; /* of the run's target window; pid 0 = unknown */
    gint64 window;           /* the run's target window, as last seen; 0 = none so far */
    char *app_log;           /* file with the program's stdout and stderr */
    char *bus_address;       /* of its session D-Bus, NULL = none */
    bool accessible;         /* its programs tell of their windows on an accessibility bus; not stored */
    bool passing;            /* its processes end with ours; not stored */
    char *home;              /* a temporary one, removed with the sandbox; NULL = the user's own */
    char *cwd;               /* working directory of the program, ~ is its home; NULL = the temporary home, or ours; not stored */
} sandbox;

/* Lets programs of the same user connect without the cookie (access control by uid, "localuser"): other tools may then look at
 * a sandbox, other users may not. Failures are ignored: our own processes have the cookie. */
void display_admit_user(const char *display, const char *xauthority);

/* Starts Xvfb (own cookie, no TCP, own session) on a free display and waits until it answers (-displayfd). `dir` (0700, made)
 * gets the cookie and the logs. Does not change our environment. Caller frees. */
sandbox *sandbox_start(const char *dir, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same for a command that ends its sandbox before it returns: server, window manager, bus and program get SIGTERM when our
 * process ends otherwise, also by SIGKILL. */
sandbox *sandbox_start_passing(const char *dir, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same as sandbox_start() by Xtigervnc, with a VNC socket (0600) in `dir`, which alone eye and hand use: whoever may open
 * that socket can watch and drive it with a viewer. The pointer is not drawn. */
sandbox *sandbox_start_vnc(const char *dir, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same by Xephyr: a window on the display that $DISPLAY names, in which a person sees the sandbox and can work. What others
 * do there comes from devices. */
sandbox *sandbox_start_window(const char *dir, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The name of the display that eye and hand work on; borrowed. */
const char *sandbox_screen(const sandbox *s);
/* Starts the program in a session of its own; words are split as by /bin/sh (g_shell_parse_argv, no shell). PROGRAM error: not
 * found, or it ended before it showed anything (the message: sandbox_app_left()). */
bool sandbox_start_app(sandbox *s, const char *command, GError **error);
/* Makes a display a desktop: starts a window manager, which manages when this returns, and an own session D-Bus if dbus-daemon
 * is installed. wm: a command line; "openbox" is started with our configuration (config/openbox.xml); "none"; NULL: openbox if
 * installed, else *ret_notice says so (caller frees; may be NULL). ENVIRONMENT error: `wm` is not installed. */
bool sandbox_start_desktop(sandbox *s, const char *wm, char **ret_notice, GError **error);
/* The program that starts an accessibility bus (package at-spi2-core), NULL = it is not installed. Caller frees.
 * sandbox_start_desktop() starts it where the sandbox is `accessible`. */
char *sandbox_accessibility_launcher(void);
/* The address of that bus, on which only programs of the sandbox are; NULL = there is none. Caller frees. */
char *sandbox_accessibility_bus(const sandbox *s);
/* Gives its programs an empty home folder, which sandbox_end() removes. Call it before sandbox_start_desktop(), which puts GTK's
 * own empty folder into it: a start state that is to be made is told by the empty home. */
bool sandbox_make_home(sandbox *s, GError **error);
void sandbox_remove_home(sandbox *s);
/* Starts argv in a session of its own, in `cwd` (NULL = ours); stdout and stderr go to the log; fd 3 is `extra` unless that is
 * -1; passing: it gets SIGTERM when we end. PROGRAM error: names the program that cannot be started. */
bool sandbox_spawn(bool passing, char **argv, char **envp, const char *cwd, const char *log, int extra,
                   struct process_id *ret_process, GError **error);
/* The environment of a program in the sandbox: display, cookie, session bus, home. Caller frees with g_strfreev(). */
char **sandbox_environment(const sandbox *s);
/* The last lines of a log as one line, "" = none. Caller frees. */
char *sandbox_log_tail(const char *path);
/* NULL while the program runs; else a sentence with exit status and last lines. Caller frees. */
char *sandbox_app_failed(const sandbox *s);
/* True when the program has ended by a signal. */
bool sandbox_app_crashed(const sandbox *s);
/* The same of a program that has shown no window yet. One that ends well has probably handed over to another instance, which the
 * sentence says, and what to do. Caller frees. */
char *sandbox_app_left(const sandbox *s);
bool sandbox_alive(const sandbox *s);
/* Ends servers of sandboxes below `root` (…/run-ID/) for which is_wanted() is false: those of an engine that was killed before
 * it stored their pids. Their programs end with them. */
void sandbox_end_orphans(const char *root, bool (*is_wanted)(gint64 run, void *data), void *data);
/* Ends program, window manager, bus and server; removes the cookie and the temporary home. */
void sandbox_end(sandbox *s);
/* Removes the folder of an ended sandbox with all that is in it. Links are not followed. */
void sandbox_remove_folder(const char *dir);
void sandbox_free(sandbox *s); /* frees memory only: a sandbox outlives the engine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sandbox, sandbox_free)
/* For the run's row (sandbox_json.c). */
char *sandbox_to_json(const sandbox *s);
sandbox *sandbox_from_json(const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Probes what a display offers, for `reins doctor` and before a run. Uses an own connection. An X display takes at most 5 s: a
 * child (fork) first finds out whether the server answers. A VNC screen is read once (connection_vnc.h has the limits); it has no
 * extensions. */
struct display_probe {
    bool opened;
    char *vendor;
    int width, height, depth;
    bool xtest, shm, xinput2, xfixes, randr, damage, xkb;
    guint tells;          /* bits of enum display_tells (target.h) */
    char *window_manager; /* _NET_SUPPORTING_WM_CHECK's name, NULL = none */
    char *problem;        /* a sentence with the fix: why it was not opened, or "XTEST is missing …"; NULL = none */
};
void display_probe(const char *display, struct display_probe *ret_probe);
void display_probe_clear(struct display_probe *p);

#endif
