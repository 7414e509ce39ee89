#ifndef TUI_CLI_MEMORY_ASKED_H
#define TUI_CLI_MEMORY_ASKED_H

/* What a verb of `reins memory` is asked for. */

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

/* A run as it is named: its number, or "last" (0: memory_run_named() says which, asked by memory_find_run()). */
bool memory_parse_run(const char *word, gint64 *ret_run);
/* asked->run where it is there, or what `last` is; with asked->step, that the run has it. m NULL: nothing was recorded. */
bool memory_find_run(const struct memory_asked *asked, memory *m, gint64 *ret_run, GError **error);
/* On standard error, where others may read a store's folder or a file (memory/privacy.h). */
void memory_warn_open(const char *path);
/* Who speaks: the user's name. */
const char *memory_author(void);

#endif
