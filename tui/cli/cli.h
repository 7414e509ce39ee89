#ifndef TUI_CLI_CLI_H
#define TUI_CLI_CLI_H

/* The commands: one row each in the table of commands.c, one file each, and what all of them share. No curses here. A command
 * gets argv from its own name on and returns the exit code. */

#include <glib.h>
#include <stdbool.h>

#define CLI_VERSION "0.1.0"

enum exit_code { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_ENVIRONMENT = 3, EXIT_STOPPED = 4 };

int cli_run(int argc, char **argv);
int cli_resume(int argc, char **argv);
int cli_attach(int argc, char **argv);
int cli_demo(int argc, char **argv);
int cli_teach(int argc, char **argv);
int cli_do(int argc, char **argv);
int cli_see(int argc, char **argv);
int cli_ask(int argc, char **argv);
int cli_skills(int argc, char **argv);
/* Runs the skills screen on this terminal. (run.c) */
int cli_skills_screen(void);
/* Runs the memory screen on this terminal. (run.c) */
int cli_memory_screen(void);
/* Plays a run on this terminal from a step on (0 = its first). (run.c) */
int cli_memory_replay(gint64 run, gint64 from, double speed);
int cli_memory(int argc, char **argv);
int cli_docs(int argc, char **argv);
int cli_plans(int argc, char **argv);
int cli_knowledge(int argc, char **argv);
int cli_learn(int argc, char **argv);
int cli_score(int argc, char **argv);
int cli_profile(int argc, char **argv);
int cli_config(int argc, char **argv);
int cli_doctor(int argc, char **argv);

struct cli_command {
    const char *name;
    int (*function)(int argc, char **argv);
    const char *arguments; /* as in the help */
    const char *help;      /* one line */
    bool console;          /* takes over the terminal: nothing may be logged to it */
};

/* Prints "reins: MESSAGE" on stderr, on one line with invisible characters made visible, and returns the exit code for the
 * error's domain and code (CONFIG_ERROR_USAGE → 2, DISPLAY_ERROR_ENVIRONMENT, EYE_ERROR_DISPLAY → 3, …). */
int cli_fail(const GError *error);
/* The exit code for an error. */
int cli_exit_code(const GError *error);
/* Prints "reins: MESSAGE" on stderr and returns 2. */
int cli_usage(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Has the password of a VNC server at hand for a look at it, if reins.ini names one; for another display, does nothing. */
struct display_target;
bool cli_unlock(const struct display_target *t, GError **error);
/* Reads all of stdin, at most max + 1 bytes. Caller frees. */
char *cli_read_stdin(gsize max, gsize *ret_length, GError **error);
/* Parses a command's options with GOption (--help: *ret_code 0 and false). about: summary and examples. False: return
 * *ret_code. Other words stay in argv, which is changed in place. */
bool cli_options(int *argc, char ***argv, const GOptionEntry *entries, const char *arguments, const char *about, int *ret_code);

/* ---- completion (`reins complete WORD… LAST`, for the shells' own functions) ---- */
int cli_complete(int argc, char **argv);

/* Describes a command instead of running it. Every command calls cli_options() or cli_describe() before it does anything. */
struct cli_described {
    GArray *options;  /* GOptionEntry; only names and texts are valid */
    GPtrArray *verbs; /* char*, owned: "NAME\tHELP" of each verb */
    const char *arguments;
};
/* Calls the command with these words and fills *ret_described. Caller unrefs its arrays. */
void cli_ask_command(const struct cli_command *command, int argc, char **argv, struct cli_described *ret_described);
/* True: a description was asked for and is given; the command returns. `entries` ends with an empty one, NULL = none. */
bool cli_describe(const GOptionEntry *entries, const char *arguments);
/* Same for a verb; the command continues. */
void cli_describe_verb(const char *name, const char *help);

#endif
