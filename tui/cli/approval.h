#ifndef TUI_CLI_APPROVAL_H
#define TUI_CLI_APPROVAL_H

/* Asks a person on the terminal to approve what a command is about to fire. */

#include "engine/protocol/protocol.h"

#include <stdbool.h>

/* Opens the terminal to ask on, -1 = none. stdin must be a terminal, too, unless it was piped into. Caller closes it. */
int cli_approval_terminal(bool piped);
/* Shows what the proposal fires and where, and accepts y, from tier 3 on the word (struct engine_do's ask; data: int*, the
 * terminal). Returns false also when interrupted. */
bool cli_approval(const event *proposal, void *data);

#endif
