#ifndef ENGINE_DISPLAY_TARGET_H
#define ENGINE_DISPLAY_TARGET_H

/* Display target: what `--display` names, and what such a display can tell beside its picture. The only reader of that text: each
 * command line gets its target here. Another kind of target is one row of the table in target.c. Needs no Xlib and asks nobody.
 */

#include <glib.h>
#include <stdbool.h>

enum display_kind {
    DISPLAY_NONE, /* nothing is named */
    DISPLAY_X11   /* an X display: ":7", "host:0.0", a socket's path */
};

/* What can be asked of it. What it does not tell is unknown, and unknown never counts as harmless. */
enum display_tells {
    DISPLAY_TELLS_WINDOWS = 1 << 0,  /* which windows there are, where, in which order, and which process made them */
    DISPLAY_TELLS_FOCUS = 1 << 1,    /* which window gets the keys */
    DISPLAY_TELLS_POINTER = 1 << 2,  /* where the pointer is */
    DISPLAY_TELLS_PERSON = 1 << 3,   /* which input is not ours */
    DISPLAY_TELLS_ELEMENTS = 1 << 4, /* the parts of a program by name: buttons, fields */
    DISPLAY_TELLS_STATE = 1 << 5,    /* what a program knows and does not show */
    DISPLAY_TELLS_CHANGES = 1 << 6   /* that the picture has changed, unasked */
};

typedef struct display_target {
    enum display_kind kind;
    char *name;  /* owned: as the display's own library wants it, not empty; NULL = DISPLAY_NONE */
    guint tells; /* enum display_tells: what this kind may tell; display_probe() says what this one display does */
} display_target;

/* `text`: the value of --display. NULL or "": $DISPLAY, and without that DISPLAY_NONE. False with CONFIG_ERROR_USAGE, and an
 * empty target: it names nothing that reins knows. */
bool display_target_read(const char *text, display_target *ret_target, GError **error);
void display_target_clear(display_target *t);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(display_target, display_target_clear)
/* "windows, focus, pointer"; "nothing" where it is 0. Caller frees. */
char *display_tells_text(guint tells);

#endif
