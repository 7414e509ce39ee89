#ifndef TUI_CLI_ASK_H
#define TUI_CLI_ASK_H

#include "engine/brain/brain.h"

/* {"prompt":…}: the variables of a scripted brain's function `ask`. Caller frees. */
char *ask_vars(const char *prompt);
/* One JSON document: brain, text, ms, tokens_in, tokens_cached, tokens_written, tokens_out, pictures, cost, estimated; value
 * (JSON, NULL = none), error (NULL = none). Caller frees. */
char *ask_answer_json(const char *brain, const struct brain_reply *reply, const char *value, const GError *error);

/* A JSON schema of a file, checked: every keyword is one that ask_fit() holds an answer to, or says nothing of it. Caller frees.
 * CONFIG_ERROR_USAGE. */
char *ask_schema(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The JSON value in an answer that fits the schema, as one line; found and mended as in a module's reply
 * (engine/modules/repair.h). Caller frees. Error: what does not fit, by its place. */
char *ask_fit(const char *schema, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Polls until look() says that all is there. Ctrl-C and SIGTERM end it by a descriptor of their own (and are blocked from then
 * on). It also ends, without a message, when nobody reads `out` any more (-1 = none). Returns the exit code. */
int ask_await(brain_pool *pool, bool (*look)(void *data), void *data, int out);

#endif
