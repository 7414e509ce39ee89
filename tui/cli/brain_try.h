#ifndef TUI_CLI_BRAIN_TRY_H
#define TUI_CLI_BRAIN_TRY_H

#include "config/config.h"

/* Tries a brain with a text, and then with a picture that has a word in it; with a second one where that was not read to the
 * letter. Says on the terminal what came of both. *ret_blind: the text was answered, and no word was read. *ret_refused: the
 * service did not take the key. Returns the exit code, of the text alone. */
int brain_try(const config *cfg, const char *name, const char *url, bool *ret_blind, bool *ret_refused);

/* Same for a brain whose model makes vectors, with one text. */
int brain_try_vectors(const config *cfg, const char *name, const char *url, bool *ret_refused);

/* The models that the service of a brain lists; NULL = it gives no list. *ret_refused: it did not take the key, which is said.
 * Caller frees. */
char **brain_try_models(const config *cfg, const char *name, bool *ret_refused);

/* What an open model is trained on, by its name. */
struct brain_guess {
    const char *model, *grammar, *coordinates, *multiple; /* model: a part of its name; multiple NULL = by the grammar */
};
/* Never NULL: of an unknown model, none and auto. Static. (brain_guess.c) */
const struct brain_guess *brain_guess(const char *model);

#endif
