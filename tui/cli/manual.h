#ifndef TUI_CLI_MANUAL_H
#define TUI_CLI_MANUAL_H

/* The manual pages: tui/man has their text, the program's own tables are put in. */

/* reins manual FILE: the page on stdout (`make man`). */
int cli_manual(int argc, char **argv);
/* reins-profile(5), of one group or (NULL) of all; returns the exit code. */
int manual_print_profile(const char *group);

#endif
