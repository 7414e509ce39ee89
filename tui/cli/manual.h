#ifndef TUI_CLI_MANUAL_H
#define TUI_CLI_MANUAL_H

/* The manual pages: text from tui/man, with the program's own tables inserted. */

/* `reins manual FILE`: prints the page on stdout (`make man`). */
int cli_manual(int argc, char **argv);
/* Prints one group of reins-profile(5), or all (NULL). Returns the exit code. */
int manual_print_profile(const char *group);

#endif
