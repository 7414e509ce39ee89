#ifndef TUI_CLI_MEMORY_ASKED_H
#define TUI_CLI_MEMORY_ASKED_H

/* The command line of `reins memory`. */

#include "memory/pages.h"

/* Parsed arguments. memory.c owns the strings. NULL, false, 0 = not given. */
struct memory_asked {
    const char *verb;
    char **words;     /* words after the verb and its options, without RUN and STEP */
    gint64 run, step; /* 0 = not given; "last" is looked up */
    gboolean json, dry_run, everywhere, all, trust, repair, png, journal;
    char **redact, **redact_box, **redact_file; /* NULL = none */
    char *out, *format, *app, *skill, *outcome, *tag, *since, *until, *containing, *marked, *reason, *like;
    gint64 limit;
    double speed;
    int older_than, thin; /* days, -1 = not given */
};

/* Parses a run: its number, or "last" as 0 (memory_find_run() then calls memory_run_named()). */
bool memory_parse_run(const char *word, gint64 *ret_run);
/* Finds asked->run, or the last run; checks that it exists and has asked->step. m NULL: nothing is recorded. */
bool memory_find_run(const struct memory_asked *asked, memory *m, gint64 *ret_run, GError **error);
/* Warns on stderr when others may read a store's folder or a file (memory/privacy.h). */
void memory_warn_open(const char *path);
/* The user's name, as author of notes. */
const char *memory_author(void);

#endif
