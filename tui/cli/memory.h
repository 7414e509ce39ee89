#ifndef TUI_CLI_MEMORY_H
#define TUI_CLI_MEMORY_H

/* The verbs of `reins memory`: a row each in memory.c's table. */

#include "tui/cli/memory_asked.h"

/* ---- the verbs: each returns the exit code; m NULL = no store in `dir` ---- */
int memory_do_runs(const struct memory_asked *asked, memory *m, const char *dir); /* memory_look.c */
int memory_do_steps(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_show(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_frames(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_search(const struct memory_asked *asked, memory *m, const char *dir);
int memory_search_like(const struct memory_asked *asked, memory *m); /* memory_recall.c */
int memory_do_recall(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_verify(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_compare(const struct memory_asked *asked, memory *m, const char *dir); /* memory_compare.c */
int memory_do_export(const struct memory_asked *asked, memory *m, const char *dir);  /* memory_export.c */
int memory_do_import(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_stats(const struct memory_asked *asked, memory *m, const char *dir);  /* memory_stats.c */
int memory_do_notes(const struct memory_asked *asked, memory *m, const char *dir);  /* memory_keep.c */
int memory_do_note(const struct memory_asked *asked, memory *m, const char *dir);   /* and pin, tag */
int memory_do_unnote(const struct memory_asked *asked, memory *m, const char *dir); /* unpin, untag */
int memory_do_lessons(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_lesson(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_forget(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_prune(const struct memory_asked *asked, memory *m, const char *dir);

#endif
