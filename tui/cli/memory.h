#ifndef TUI_CLI_MEMORY_H
#define TUI_CLI_MEMORY_H

/* The verbs of `reins memory`: a row each in memory.c's table, with its options. */

#include "memory/pages.h"

/* What the command line says. Strings owned by memory.c; NULL, false, 0 = not given. */
struct memory_asked {
    const char *verb;
    char **words;     /* after the verb and its options, RUN and STEP taken away */
    gint64 run, step; /* 0 = not given; run of "last" is looked up */
    gboolean json, dry_run, everywhere, all, trust, repair, png;
    char **redact, **redact_box, **redact_file; /* NULL = none */
    char *out, *format, *app, *skill, *outcome, *tag, *since, *until, *containing, *marked, *reason, *like;
    gint64 limit;
    double speed;
    int older_than, thin; /* days, -1 = not given */
};

/* One text on stdout. A full disk behind it is an error like any other. */
int memory_print(const char *text, bool newline);
/* Columns of the terminal, 0 = it is none. */
int memory_terminal_width(void);
/* A run as it is named: its number, or "last" (0: memory_run_named() says which, asked by memory_find_run()). */
bool memory_parse_run(const char *word, gint64 *ret_run);
/* asked->run where it is there, or what `last` is; with asked->step, that the run has it. m NULL: nothing was recorded. */
bool memory_find_run(const struct memory_asked *asked, memory *m, gint64 *ret_run, GError **error);
/* On standard error, where others may read a store's folder or a file (memory/privacy.h). */
void memory_warn_open(const char *path);
/* Who speaks: the user's name. */
const char *memory_author(void);

/* ---- the verbs: each returns the exit code; m NULL = there is no store, which is in `dir` ---- */
int memory_do_runs(const struct memory_asked *asked, memory *m, const char *dir); /* memory_look.c */
int memory_do_steps(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_show(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_frames(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_search(const struct memory_asked *asked, memory *m, const char *dir);
int memory_search_like(const struct memory_asked *asked, memory *m); /* memory_recall.c */
int memory_do_recall(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_verify(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_compare(const struct memory_asked *asked, memory *m, const char *dir); /* memory_compare.c */
int memory_do_export(const struct memory_asked *asked, memory *m, const char *dir); /* memory_export.c */
int memory_do_import(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_notes(const struct memory_asked *asked, memory *m, const char *dir);  /* memory_keep.c */
int memory_do_note(const struct memory_asked *asked, memory *m, const char *dir);   /* and pin, tag */
int memory_do_unnote(const struct memory_asked *asked, memory *m, const char *dir); /* unpin, untag */
int memory_do_lessons(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_lesson(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_forget(const struct memory_asked *asked, memory *m, const char *dir);
int memory_do_prune(const struct memory_asked *asked, memory *m, const char *dir);

#endif
