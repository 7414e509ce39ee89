#ifndef TUI_CLI_EDITOR_H
#define TUI_CLI_EDITOR_H

/* The person's own editor. */

#include <glib.h>
#include <stdbool.h>

/* Runs $VISUAL, $EDITOR or vi on the file, on this terminal, and waits for its end. Error: it could not be started, or ended with
 * another code than 0. */
bool editor_run(const char *path, GError **error);
/* Words as one text of 1 to `max` bytes of UTF-8; NULL with an error. Caller frees. */
char *editor_joined(char **words, gsize max, GError **error);
/* What a person puts in place of a text: the words, or, where there are none, what their editor makes of it. NULL without an
 * error: it stayed as it was. Caller frees. */
char *editor_text(char **words, const char *text, gsize max, GError **error);

#endif
