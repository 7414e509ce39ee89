#ifndef TUI_CLI_COMMANDS_H
#define TUI_CLI_COMMANDS_H

/* The table of the commands, in the order of `reins --help`. */

#include "tui/cli/cli.h"

extern const struct cli_command commands[];
extern const gsize n_commands;
/* NULL = no such command. */
const struct cli_command *commands_find(const char *name);
/* The text of `reins --help`; caller frees. */
char *commands_help(void);
/* Prints "reins: MESSAGE" for an unknown command, with the nearest one; returns 2. */
int commands_unknown(const char *name);

#endif
