#ifndef TUI_CLI_MEMORY_ARCHIVE_H
#define TUI_CLI_MEMORY_ARCHIVE_H

/* A run as one file, for export, import and verify. Each function returns the exit code. Progress is shown on stderr when it is
 * a terminal. Ctrl+C, SIGTERM and SIGHUP stop the work and leave nothing behind. */

#include "tui/cli/memory_asked.h"

/* Exports to asked->out, which must be set. */
int memory_export_run_file(const struct memory_asked *asked, memory *m, gint64 run);
/* Imports asked->words[0], for which memory_archive_is() is true. */
int memory_import_run_file(const struct memory_asked *asked, memory *m, const char *dir);
int memory_verify_run_file(const struct memory_asked *asked, const char *dir, const char *file);

#endif
