#ifndef TUI_CLI_RUN_LIST_H
#define TUI_CLI_RUN_LIST_H

/* Several runs, one after the other (reins run --tasks). */

#include <glib.h>
#include <stdbool.h>
#include <stdio.h>

struct run_list_row {
    const char *task; /* path of the task file. Borrowed */
    gint64 run;       /* 0 = it was not begun */
    char *outcome;    /* NULL = it has not ended, or was not begun */
    char *reason;
    gint64 steps;
    char *page;       /* of the task file that it ended on; NULL = the file has no pages */
    bool rewarded;    /* there is a reward */
    double reward;    /* the page's score; without pages, the sum of what the task's function gave for the steps */
    GPtrArray *tools; /* char *: the skills that were fired, in the order of their first use */
};

/* Runs a task file; returns its exit code. Called in a process of its own. *ret_run: its number, 0 = it was not begun. */
typedef int (*run_list_one)(const char *path, void *data, gint64 *ret_run);

/* Runs each (char *) and says on `out` how each ended. A run that a person stopped or left, one that could not be begun, and
 * Ctrl-C end the list. Returns EXIT_DONE where all succeeded, EXIT_STOPPED where the list was ended before its last run,
 * EXIT_FAILED otherwise. Error: there can be no more processes. */
int run_list(const GPtrArray *paths, run_list_one one, void *data, bool json, FILE *out, GError **error);

/* {"tasks":[{"task","run","outcome","reason","steps","page","reward","tools"}]}: of struct run_list_row*; page only
 * where the task has pages, reward where there is one. Caller frees. (run_list_json.c) */
char *run_list_json(const GPtrArray *rows);
/* The text of a note in a journal's data; NULL = it is none. Caller frees. (run_list_json.c) */
char *run_list_note(const char *data);
/* The skill of an action as the store has it; NULL = it is none. Caller frees. (run_list_json.c) */
char *run_list_skill(const char *action);

#endif
