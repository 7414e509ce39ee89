#ifndef TUI_CLI_MEMORY_COMPARE_H
#define TUI_CLI_MEMORY_COMPARE_H

/* Prints two runs side by side. */

#include "engine/session/compare.h"

#include <stdio.h>

/* {"runs","same","departs_at","common","steps":[…]} (memory_compare_json.c); caller frees. */
char *memory_json_compared(const comparison *c);
/* Reports how `run` went, which replayed the answers of run `with`: one line per step on `out`, then a sentence; and JSON into
 * `file` (0600; NULL = none). Returns 0 when both did the same, 1 when they differ, or the exit code of an error that it
 * printed. */
int memory_report_regression(FILE *out, gint64 run, gint64 with, const char *file);

#endif
