#ifndef TUI_CLI_MEMORY_COMPARE_H
#define TUI_CLI_MEMORY_COMPARE_H

/* Two runs side by side, printed. */

#include "engine/session/compare.h"

#include <stdio.h>

/* {"runs","same","departs_at","common","steps":[…]} (memory_compare_json.c); caller frees. */
char *memory_json_compared(const comparison *c);
/* How `run` went, which was answered by run `with`: a line a step on `out`, then the sentence; as JSON into `file` (0600; NULL =
 * none). Returns 0 when it did the same, 1 when it departs, or the code of an error, which it says. */
int memory_report_regression(FILE *out, gint64 run, gint64 with, const char *file);

#endif
