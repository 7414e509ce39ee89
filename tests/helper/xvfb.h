#ifndef TESTS_HELPER_XVFB_H
#define TESTS_HELPER_XVFB_H

/* X for tests: a display of one's own (Xvfb), a client that draws known pictures and logs its input, and an observer that
 * reads what is held on the display from a connection of its own. Everything here ends the test program with a sentence
 * when it cannot work: a test without its display proves nothing. */

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

struct xvfb {
    pid_t pid;
    char *display; /* ":7" */
    int width, height;
};

/* Starts Xvfb on a free display and waits until it answers. `extra`: more arguments, NULL-terminated, or NULL
 * (e.g. {"-extension", "XTEST", NULL}). It dies with the test program. Sets DISPLAY of this process. */
void xvfb_start(struct xvfb *x, int width, int height, const char *const *extra);
/* A display inside another, as large: what XTEST does to the outer one arrives at the inner one as the input of devices, as a
 * person's does. Keys go where the outer pointer is. Sets DISPLAY to the inner one; xvfb_stop() ends it. */
void xephyr_start(struct xvfb *x, const struct xvfb *outer);
/* The same by Xtigervnc: an X display that is a VNC screen, too, on a UNIX socket. */
void xtigervnc_start(struct xvfb *x, int width, int height, const char *socket);
/* The same, with more arguments. */
void xtigervnc_start_with(struct xvfb *x, int width, int height, const char *socket, const char *const *extra);
/* SIGKILL, as a crash would look; xvfb_stop() is still to be called. */
void xvfb_kill(struct xvfb *x);
void xvfb_stop(struct xvfb *x);

/* Starts a program in the background (argv form, found by PATH) with DISPLAY set; dies with the test program. */
pid_t helper_spawn(const char *display, const char *const *argv);
/* SIGTERM, then waits for its end; nothing when it has been waited for already. */
void helper_end(pid_t pid);
/* SIGSTOP to any process, and waits until it stands still: it may be in the middle of something on another processor. */
void helper_halt(pid_t pid);
/* Runs a program to its end and returns its exit code; *ret_output (optional; caller frees) gets its stdout. */
int helper_run(const char *display, const char *const *argv, char **ret_output);
/* Calls `done` every 5 ms until it says true; false after timeout_ms. */
bool helper_await(bool (*done)(void *data), void *data, int timeout_ms);

/* ---- observer: server truth, from a new connection each time ---- */
/* Number of keys that are down (XQueryKeymap). */
int observer_keys(const char *display);
/* True when the key that gives this keysym (by name) is down. */
bool observer_key(const char *display, const char *keysym);
/* Bit n is button n (XQueryPointer), 0 = none down; *ret_x, *ret_y may be NULL. */
unsigned observer_buttons(const char *display, int *ret_x, int *ret_y);
/* X id of the focused window, as XGetInputFocus gives it (1 = PointerRoot). */
gint64 observer_focus(const char *display);
/* Everything that makes a key mean something, as text: the whole XKB map of every key (types, groups, symbols, actions, explicit
 * parts, modifiers), the core map, autorepeat, and what is locked or latched. And the SHA-256 of it. Caller frees. */
char *observer_keymap(const char *display);
char *observer_keymap_hash(const char *display);
/* The first line of two such texts that differs, for a message; NULL = they are the same. Caller frees. */
char *observer_keymap_difference(const char *before, const char *now);

/* ---- sink: a window in a process of its own ---- */
enum sink_kind {
    SINK_KEY_PRESS = 'k',
    SINK_KEY_RELEASE = 'K',
    SINK_BUTTON_PRESS = 'b',
    SINK_BUTTON_RELEASE = 'B',
    SINK_MOTION = 'm',
    SINK_FOCUS_IN = 'f',
    SINK_FOCUS_OUT = 'F'
};
struct sink_event {
    enum sink_kind kind;
    guint32 time;   /* server time, ms */
    guint32 keysym; /* of a key event, as the modifiers then make it */
    int detail;     /* keycode or button */
    int x, y;       /* on the screen */
    unsigned state; /* modifiers and buttons before it */
    char text[32];  /* what a key press types, UTF-8 (XmbLookupString) */
};
typedef struct sink sink;

/* Maps a window of one colour (0xRRGGBB) at x, y and waits until it is drawn. */
sink *sink_start(const char *display, const char *title, int x, int y, int width, int height, guint32 colour);
void sink_stop(sink *s);
gint64 sink_window(const sink *s);
/* Each returns when the server has done it. Coordinates are relative to the window. */
void sink_fill(sink *s, int x, int y, int width, int height, guint32 colour);
void sink_text(sink *s, int x, int y, guint32 colour, const char *text); /* in the font "fixed" */
void sink_move(sink *s, int x, int y, int width, int height);
void sink_raise(sink *s);
void sink_focus(sink *s);
void sink_unmap(sink *s);
void sink_title(sink *s, const char *title);
/* One more window of its program, as a menu is: on the screen, of one colour, without the focus. */
void sink_popup(sink *s, int x, int y, int width, int height, guint32 colour);
/* A tooltip of it there, in place of the one before; width 0: that one goes. */
void sink_tooltip(sink *s, int x, int y, int width, int height, guint32 colour);
/* The same, as a dialog is: with a title; focus: it takes the focus. */
void sink_dialog(sink *s, int x, int y, int width, int height, guint32 colour, const char *title, bool focus);
/* Actively, until it is told otherwise; waits until nobody else has them. */
void sink_grab(sink *s, bool keyboard, bool pointer);
/* Inverts the rectangle every period_ms until period_ms 0 is given. */
void sink_blink(sink *s, int x, int y, int width, int height, int period_ms);
/* The next input event, in order. False when none comes within timeout_ms; then the sink has told of all that the server had for
 * it. */
bool sink_next(sink *s, struct sink_event *ret_event, int timeout_ms);

#endif
