#ifndef TUI_CLI_ASK_H
#define TUI_CLI_ASK_H

#include "engine/brain/brain.h"

/* The question; with what is on standard input behind it, after an empty line, where that is a pipe or a file, or `more` says so;
 * "-": that alone. CONFIG_ERROR_USAGE: empty, too long, not UTF-8. A pipe that nobody has named and that stays
 * silent is left out, and standard error says so. Caller frees. (ask_prompt.c) */
char *ask_prompt(const char *question, bool more, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* {"prompt":…}: the variables of a scripted brain's function `ask`. Caller frees. */
char *ask_vars(const char *prompt);
/* One JSON document: brain, text, ms, tokens_in, tokens_cached, tokens_written, tokens_out, pictures, cost, unpriced (the cost
 * lacks what has no price), estimated; value (JSON, NULL = none), error (NULL = none). Caller frees. */
char *ask_answer_json(const char *brain, const struct brain_reply *reply, const char *value, const GError *error);

/* False: what is about to be spent (USD) goes over [run] max_cost_day. Also an error of the store. */
bool ask_within_day(const config *cfg, double about, GError **error);
/* Adds what a call took to the sum: only the numbers. */
void ask_spent_add(struct brain_reply *sum, const struct brain_reply *reply);
/* Counts what a brain's calls took in the day. A store that cannot be written is told on standard error. */
void ask_spent_keep(const char *brain, const struct brain_reply *spent);
/* "# 1.2 s · tokens 1000 in, 100 out · $0.0200". Caller frees. */
char *ask_spent_text(const struct brain_reply *spent);

/* A JSON schema of a file, checked: every keyword is one that ask_fit() holds an answer to, or says nothing of it. Caller frees.
 * CONFIG_ERROR_USAGE. */
char *ask_schema(const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The JSON value in an answer that fits the schema, as one line; found and mended as in a module's reply
 * (engine/modules/repair.h). Caller frees. Error: what does not fit, by its place. */
char *ask_fit(const char *schema, const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Polls until look() says that all is there. Ctrl-C, SIGTERM and SIGHUP end it by a descriptor of their own (and are blocked from
 * then on). It also ends, without a message, when nobody reads `out` any more (-1 = none). Returns the exit code. */
int ask_await(brain_pool *pool, bool (*look)(void *data), void *data, int out);

#endif
