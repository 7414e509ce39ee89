#ifndef ENGINE_DISPLAY_OWN_H
#define ENGINE_DISPLAY_OWN_H

/* Own: finds the terminals that show reins itself. A person's input there is for reins, and the hand must never type there. A
 * terminal is found by its $WINDOWID, and by the processes above the console: one is the terminal emulator, whose window has its
 * _NET_WM_PID. Under tmux the ancestors lead to tmux's server, so the clients of its session count instead. Over ssh, under GNU
 * screen, or in a tmux of another machine neither works; so the console also gives its terminal a title that no one can guess.
 * Not found are a terminal that ignores titles, and a tmux over ssh without `set-titles on`. This header needs no Xlib;
 * own_find() reads /proc and asks tmux, own_windows.h finds the windows. */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

#define OWN_TERMINALS_MAX 16
#define OWN_PIDS_MAX 16
#define OWN_TITLE_MAX 64 /* bytes, with the NUL */

struct own_terminal {
    gint64 window;             /* $WINDOWID, 0 = unknown or of another display */
    char title[OWN_TITLE_MAX]; /* text in its window's title, "" = unknown */
    int n_pids;
    int pids[OWN_PIDS_MAX]; /* the process and its ancestors, nearest first */
};

/* The part of our environment that identifies our terminal: NAME=value, NULL-terminated. Caller frees with g_strfreev(). */
char **own_environment(void);
/* Finds the terminals of process `pid` (a console, or a headless engine) on a display. env: its own_environment(), which no other
 * process can read (config/keyring.h); NULL = unknown. Returns their number; 0 = none, or the process does not exist. With tmux
 * it takes as long as `tmux list-clients`. */
int own_find(pid_t pid, const char *const *env, const char *display, struct own_terminal ret_terminals[OWN_TERMINALS_MAX]);
/* Adds a terminal that is known only by its title; NULL and "" add nothing. Returns the new number. */
int own_add_title(struct own_terminal *list, int n, const char *title);
/* True when a window with this title is that terminal. */
bool own_titled(const struct own_terminal *t, const char *title);
/* True when a terminal with this environment can be seen. False under a tmux without an attached client, whose clients show
 * another window, or that does not answer; it asks that tmux (some ms; at most 500). Always true elsewhere. */
bool own_shown(const char *const *env);
/* The XID in $WINDOWID of this environment (NULL-terminated NAME=value); 0 = none, or of another display. For own_find() and its
 * test. */
gint64 own_window_id(const char *const *env, const char *display);

#endif
