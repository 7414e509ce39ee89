#ifndef ENGINE_DISPLAY_OWN_H
#define ENGINE_DISPLAY_OWN_H

/* Own: the terminals that reins itself is shown in. What a person types there is said to reins, and the hand must never type
 * there. How a terminal is known: its $WINDOWID, and the processes above the console (one of them is the terminal emulator, whose
 * window says so by _NET_WM_PID). Under tmux the console's own ancestors lead to tmux's server, so that the clients of its
 * session count instead: their $WINDOWID and their ancestors. Neither leads anywhere over ssh, under GNU screen, or from a tmux
 * that another machine's terminal is attached to; so the console also gives its terminal a title that nobody can guess, and the
 * windows that bear it are its own (not found: a terminal that takes no title from programs; a tmux over ssh without `set-titles
 * on`). No Xlib in this header; own_find() reads /proc and asks tmux, the
 * windows are looked up where the display is open (own_windows.h). */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

#define OWN_TERMINALS_MAX 16
#define OWN_PIDS_MAX 16
#define OWN_TITLE_MAX 64 /* bytes, with the NUL */

struct own_terminal {
    gint64 window;             /* $WINDOWID, 0 = not known or of another display */
    char title[OWN_TITLE_MAX]; /* what its window's title has in it, "" = nothing is known of that */
    int n_pids;
    int pids[OWN_PIDS_MAX]; /* the process and those above it, nearest first */
};

/* What of our environment tells our terminal: NAME=value, NULL-terminated; caller frees with g_strfreev. */
char **own_environment(void);
/* The terminals of the process `pid` (a console, or a headless engine) for a display. `env`: its own_environment(), which nobody
 * else can read (config/keyring.h); NULL = not known. Returns how many; 0 = none, or the process is gone. Takes as long as `tmux
 * list-clients` where there is a tmux. */
int own_find(pid_t pid, const char *const *env, const char *display, struct own_terminal ret_terminals[OWN_TERMINALS_MAX]);
/* Adds a terminal that is known by its title alone; NULL and "" add nothing. Returns how many there are now. */
int own_add_title(struct own_terminal *list, int n, const char *title);
/* Whether a window of this title is that terminal's. */
bool own_titled(const struct own_terminal *t, const char *title);
/* Whether anybody can see what is drawn on a terminal with this environment: false under a tmux that no client is attached to, or
 * whose clients look at another window, or that does not answer. Asks that tmux (some ms; 500 at most). True elsewhere: a
 * terminal of its own answers for itself. */
bool own_shown(const char *const *env);
/* The same with the environment given (`env`: NULL-terminated NAME=value), without asking tmux. For own_find() and its test. */
gint64 own_window_id(const char *const *env, const char *display);

#endif
