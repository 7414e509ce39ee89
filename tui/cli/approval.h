#ifndef TUI_CLI_APPROVAL_H
#define TUI_CLI_APPROVAL_H

/* A person approves on the terminal what a command is about to fire. */

#include "engine/protocol/protocol.h"

#include <stdbool.h>

/* The terminal to ask on, -1 = there is none: stdin must be one, too, unless it was piped into. The caller closes it. */
int cli_approval_terminal(bool piped);
/* Shows what the proposal fires and hits, and takes y, or from tier 3 on the word (struct engine_do's ask; data: int*, the
 * terminal). False also when it is interrupted. */
bool cli_approval(const event *proposal, void *data);

#endif
