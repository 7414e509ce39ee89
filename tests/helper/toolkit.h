#ifndef TESTS_HELPER_TOOLKIT_H
#define TESTS_HELPER_TOOLKIT_H

/* A program of some toolkit whose text widget has the focus, and what is in it (tests/sinks): "xterm", "gtk", "qt", "tk", "sdl",
 * "chromium", "xlib". Ends the test program with a sentence when it does not answer. */

#include <glib.h>
#include <stdbool.h>

typedef struct toolkit toolkit;

/* NULL: it is not installed. Returns when the widget has the focus; without a window manager it is given it. */
toolkit *toolkit_start(const char *display, const char *name);
void toolkit_stop(toolkit *t);
/* Its X window, a child of the root. */
gint64 toolkit_window(const toolkit *t);
/* Empties it. */
void toolkit_clear(toolkit *t);
/* Tells it what only some of them know (tests/sinks/pictures.py); its answer, caller frees. */
char *toolkit_tell(toolkit *t, const char *line);
/* The text once it has n characters or more, or as it is after timeout_ms without. Caller frees. */
char *toolkit_text(toolkit *t, guint n, int timeout_ms);

#endif
