#ifndef ENGINE_DISPLAY_DISPLAY_H
#define ENGINE_DISPLAY_DISPLAY_H

/* Displays: sandboxes (Xvfb) with their program, and what a display has or lacks. */

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

/* A process outside our session, known for sure by pid and start time (field 22 of /proc/PID/stat): pids come round again. */
struct process_id {
    pid_t pid;
    guint64 start_time; /* 0 = none */
};
struct process_id process_id_of(pid_t pid);
bool process_id_alive(const struct process_id *p);
/* SIGTERM to its session's group, SIGKILL after `grace_ms` if it still lives. */
void process_id_end(const struct process_id *p, int grace_ms);

typedef struct sandbox {
    char *display;    /* ":99" */
    char *xauthority; /* file with the cookie, 0600 */
    int width, height;
    struct process_id server, wm, app;
    char *app_log; /* file with the program's stdout and stderr */
} sandbox;

/* Lets programs of the same user onto a display without its cookie (access control by uid, "localuser"): other tools may then
 * look at a sandbox, other users may not. What cannot be had is left out: our own processes have the cookie. */
void display_admit_user(const char *display, const char *xauthority);

/* Starts Xvfb (own cookie, no TCP, own session) on a free display and waits until it answers (-displayfd). `dir` (0700, made)
 * gets the cookie and the logs. Sets nothing in our environment. */
sandbox *sandbox_start(const char *dir, int width, int height, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Starts the program by /bin/sh-like word splitting (g_shell_parse_argv, no shell) in a session of its own. PROGRAM error: not
 * found, or it ended before anything was seen (exit status and its last lines are in the message: sandbox_app_failed()). */
bool sandbox_start_app(sandbox *s, const char *command, GError **error);
bool sandbox_start_wm(sandbox *s, const char *command, GError **error);
/* NULL while the program lives; else a sentence with how it ended and its last lines; caller frees. */
char *sandbox_app_failed(const sandbox *s);
bool sandbox_alive(const sandbox *s);
/* Ends the servers of sandboxes below `root` (…/run-ID/) that is_wanted() does not want: left by an engine that was killed before
 * it had stored their pids. Their programs end with them. */
void sandbox_end_orphans(const char *root, bool (*is_wanted)(gint64 run, void *data), void *data);
/* Ends program, window manager and server; removes the cookie. */
void sandbox_end(sandbox *s);
void sandbox_free(sandbox *s); /* memory only: a sandbox outlives the engine */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sandbox, sandbox_free)
/* For the run's row (sandbox_json.c). */
char *sandbox_to_json(const sandbox *s);
sandbox *sandbox_from_json(const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What a display offers; for `reins doctor` and before a run. Opens and closes a connection of its own. At most 5 s: a child
 * (fork) finds out first whether the server answers at all. */
struct display_probe {
    bool opened;
    char *vendor;
    int width, height, depth;
    bool xtest, shm, xinput2, xfixes, randr, damage, xkb;
    char *window_manager; /* _NET_SUPPORTING_WM_CHECK's name, NULL = none */
    char *problem;        /* why not opened, or "XTEST is missing …"; a sentence with the fix; NULL = none */
};
void display_probe(const char *display, struct display_probe *ret_probe);
void display_probe_clear(struct display_probe *p);

#endif
