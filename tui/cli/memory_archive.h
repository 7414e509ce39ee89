#ifndef TUI_CLI_MEMORY_ARCHIVE_H
#define TUI_CLI_MEMORY_ARCHIVE_H

/* A run as one file, for the verbs export, import and verify: each returns the exit code. Progress goes to stderr where that is a
 * terminal; Ctrl+C, SIGTERM and SIGHUP stop it, and nothing is left behind. */

#include "tui/cli/memory_asked.h"

/* Into asked->out, which must be there. */
int memory_export_run_file(const struct memory_asked *asked, memory *m, gint64 run);
/* asked->words[0], for which memory_archive_is() holds. */
int memory_import_run_file(const struct memory_asked *asked, memory *m, const char *dir);
int memory_verify_run_file(const struct memory_asked *asked, const char *dir, const char *file);

#endif
