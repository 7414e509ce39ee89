#ifndef TUI_CLI_VERBS_H
#define TUI_CLI_VERBS_H

/* Shared by commands with verbs (`reins memory`, `reins skills`). Each has a table of rows that begin with a struct verb, and a
 * list of options that some of its verbs accept. */

#include <glib.h>
#include <stdbool.h>

struct verb {
    const char *name;
    int least, most;   /* number of words after it */
    unsigned takes;    /* accepted options: bits of the command's own */
    const char *usage; /* text after the verb in the help */
    const char *help;
};

struct verb_option {
    unsigned of; /* verbs with one of these bits accept it; ~0U = all */
    GOptionEntry entry;
};

struct verbs {
    const char *command; /* "memory" */
    const char *about;   /* text of --help before the list of verbs */
    const void *rows;    /* n rows, each begins with a struct verb */
    gsize n, row_size;
    int (*screen)(void); /* runs without any word, on a terminal; NULL = none */
    /* argv[0] is "memory VERB", followed by options and words. Returns the exit code. */
    int (*run)(const struct verb *verb, int argc, char **argv);
};

/* Runs the command: finds the verb and runs it; handles --help and unknown verbs. Returns the exit code. */
int verbs_main(const struct verbs *verbs, int argc, char **argv);
/* For `run`: parses the verb's options (--limit: 1 or more, 0 = not given) and counts the remaining words from argv[1] on;
 * argv[argc] is NULL. False: return *ret_code. */
bool verb_parse(const struct verbs *verbs, const struct verb *verb, const struct verb_option *options, gsize n, int *argc,
                char ***argv, int *ret_code);

#endif
