#ifndef TUI_CLI_VERBS_H
#define TUI_CLI_VERBS_H

/* A command that has verbs (`reins memory`, `reins skills`): what is the same of them. Each has a table of its own, of rows that
 * begin with a struct verb and say besides what is done, and a list of the options that some of its verbs take. */

#include <glib.h>
#include <stdbool.h>

struct verb {
    const char *name;
    int least, most;   /* words after it */
    unsigned takes;    /* options: bits of the table's own */
    const char *usage; /* after the verb */
    const char *help;
};

struct verb_option {
    unsigned of; /* verbs that take one of these bits; ~0U = all of them */
    GOptionEntry entry;
};

struct verbs {
    const char *command; /* "memory" */
    const char *about;   /* for --help, before the list of verbs */
    const void *rows;    /* n of them, each begins with a struct verb */
    gsize n, row_size;
    int (*screen)(void); /* without any word, on a terminal; NULL = none */
    /* argv[0] is "memory VERB", then come its options and words; returns the exit code. */
    int (*run)(const struct verb *verb, int argc, char **argv);
};

/* The command: finds the verb and runs it; --help, and what is no verb. Returns the exit code. */
int verbs_main(const struct verbs *verbs, int argc, char **argv);
/* For `run`: parses those of the options that the verb takes (--limit: 1 or more, else 0 = not given) and counts the words that
 * are left from argv[1] on; argv[argc] is NULL. False: return *ret_code. */
bool verb_parse(const struct verbs *verbs, const struct verb *verb, const struct verb_option *options, gsize n, int *argc,
                char ***argv, int *ret_code);

#endif
