#ifndef TUI_CLI_EDITOR_H
#define TUI_CLI_EDITOR_H

/* The person's own editor. */

#include <glib.h>
#include <stdbool.h>

/* Runs $VISUAL, $EDITOR or vi on the file, on this terminal, and waits for its end. Error: it could not be started, or ended with
 * another code than 0. */
bool editor_run(const char *path, GError **error);

#endif
