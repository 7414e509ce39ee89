#ifndef TUI_CLI_ASK_H
#define TUI_CLI_ASK_H

#include "engine/brain/brain.h"

/* {"prompt":…}: the variables of a scripted brain's function `ask`. Caller frees. */
char *ask_vars(const char *prompt);
/* One JSON document: brain, text, ms, tokens_in, tokens_out, cost. Caller frees. */
char *ask_answer_json(const char *brain, const struct brain_reply *reply);

#endif
