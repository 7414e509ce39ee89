#ifndef TUI_CLI_MEMORY_OUT_H
#define TUI_CLI_MEMORY_OUT_H

/* Output of `reins memory`: JSON (memory_json.c, memory_keep_json.c) and text for people (memory_text.c). Each function returns
 * a whole text that the caller frees, or NULL with an error. In JSON a run's id is a string, as in the protocol; times are ISO
 * 8601 UTC. */

#include "memory/archive.h"
#include "memory/forget.h"
#include "memory/pages.h"
#include "memory/repair.h"

enum memory_part { MEMORY_STEPS, MEMORY_SHOW, MEMORY_FRAMES };

/* A part of one run; step 0 = all steps. MEMORY_SHOW includes prompts, raw replies, fired events, journal and summaries. */
struct memory_what {
    enum memory_part part;
    gint64 run, step;
    const char *marked; /* MEMORY_STEPS: only with this mark (pages.h), NULL = all */
    bool journal;       /* MEMORY_SHOW, as text: the rows of the journal, too */
};
/* Prints a text on stdout. A write error (full disk) is reported. Returns the exit code. */
int memory_print(const char *text, bool newline);
/* Prints lines on stdout, invisible characters made visible. */
void memory_print_visible(const char *text);
/* Columns of the terminal, 0 = not a terminal. */
int memory_terminal_width(void);
/* 2026-11-21T01:48:26.123Z, NULL for 0. Caller frees. */
char *memory_iso_time(gint64 us);
/* The selected steps. Caller unrefs; the array owns its rows. */
GPtrArray *memory_chosen_steps(memory *m, const struct memory_what *what, GError **error);

char *memory_json_runs(memory *m, const struct memory_filter *filter, gint64 limit, GError **error);
char *memory_json_part(memory *m, const struct memory_what *what, GError **error);
char *memory_json_hits(const GPtrArray *hits);
char *memory_json_like(const GPtrArray *rows);
/* file NULL = no store; repaired NULL = --repair was not given */
char *memory_json_verify(const char *file, const GPtrArray *findings, const memory_repaired *repaired);
char *memory_json_pruned(const struct memory_pruned *pruned, bool dry_run);

/* width: columns of the terminal, 0 = no limit */
char *memory_text_runs(memory *m, const struct memory_filter *filter, gint64 limit, int width, GError **error);
char *memory_text_part(memory *m, const struct memory_what *what, int width, GError **error);
char *memory_text_hits(const GPtrArray *hits, int width);

/* Notes, lessons, forgetting (memory_keep_json.c, memory_keep.c). id 0, run 0, step 0: none. */
char *memory_json_notes(const GPtrArray *notes);
char *memory_json_lessons(const GPtrArray *lessons);
char *memory_json_forgotten(const memory_forgotten *forgotten, gint64 run, gint64 step, bool dry_run);
/* what: export | import */
char *memory_json_archived(const char *what, const char *file, const memory_archived *told);
struct export_report; /* engine/exports/exports.h */
char *memory_json_exported(const char *format, gint64 run, const struct export_report *report);
/* sessions: struct import_report */
char *memory_json_imported(const GPtrArray *sessions);
char *memory_json_done(const char *what, gint64 run, gint64 step, gint64 id);

#endif
