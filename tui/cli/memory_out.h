#ifndef TUI_CLI_MEMORY_OUT_H
#define TUI_CLI_MEMORY_OUT_H

/* What `reins memory` prints: as JSON (memory_json.c) and as text for people (memory_text.c). Each function gives a whole text to
 * be freed by the caller, or NULL with error. A run's id is a string in JSON, as in the protocol; times are ISO 8601 UTC. */

#include "memory/memory.h"

enum memory_part { MEMORY_RUNS, MEMORY_STEPS, MEMORY_SHOW, MEMORY_FRAMES };

/* run and step 0 = all. MEMORY_SHOW of run and step has prompts, raw replies, fired events, journal and summaries. */
char *memory_json_part(memory *m, enum memory_part part, gint64 run, gint64 step, gint64 limit, GError **error);
char *memory_json_hits(const GPtrArray *hits);
/* file NULL = there is no store */
char *memory_json_verify(const char *file, const GPtrArray *findings);
char *memory_json_pruned(const struct memory_pruned *pruned, bool dry_run);
/* The parts of a stored prompt as readable text: system, user, images. */
char *memory_json_prompt_text(const char *prompt);
/* 2026-11-21T01:48:26.123Z, NULL for 0. Caller frees. */
char *memory_iso_time(gint64 us);

/* width: columns of the terminal, 0 = no limit */
char *memory_text_part(memory *m, enum memory_part part, gint64 run, gint64 step, gint64 limit, int width, GError **error);
char *memory_text_hits(const GPtrArray *hits, int width);

#endif
