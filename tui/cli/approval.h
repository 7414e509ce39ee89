#ifndef TUI_CLI_APPROVAL_H
#define TUI_CLI_APPROVAL_H

/* A person approves on the terminal what a command is about to fire. */

#include "skills/action.h"
#include "skills/timeline.h"

#include <stdbool.h>

/* The terminal to ask on, -1 = there is none: stdin must be one, too, unless it was piped into. The caller closes it. */
int cli_approval_terminal(bool piped);
/* Shows the timeline and what it hits, and takes y, or from tier 3 on the word (struct engine_do's ask; data: int*, the
 * terminal). False also when it is interrupted. */
bool cli_approval(const action *a, const timeline *t, int tier, const char *rule, const char *word, const char *window,
                  void *data);

#endif
