#ifndef TUI_CLI_LEARN_SCREEN_H
#define TUI_CLI_LEARN_SCREEN_H

/* The runs of a learning on the whole terminal: what each does, what has come of all, and a key to open the console of each. */

#include "tui/cli/learn.h"

bool learn_screen_open(GError **error);
void learn_screen_close(void);
/* Leaves the terminal to another program, and takes it back. */
void learn_screen_suspend(bool suspended);
void learn_screen_draw(const struct learn_run *r);
/* The run that a key asks for (borrowed); NULL = none. *ret_stop: all is to end. */
struct learner *learn_screen_keys(const struct learn_run *r, bool *ret_stop);

#endif
