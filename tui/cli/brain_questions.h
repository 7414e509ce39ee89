#ifndef TUI_CLI_BRAIN_QUESTIONS_H
#define TUI_CLI_BRAIN_QUESTIONS_H

/* What `reins config brain new` asks. An answer that a person types and that is none is asked for again; one that was given as an
 * option is an error. What is typed for a key is not shown, and is in this process, its file, and nowhere else. */

#include "config/config.h"
#include "config/ini.h"

/* What may be asked for, or given. */
struct wanted {
    char *provider, *name, *url, *model, *key, *price_in, *price_out, *grammar, *coordinates;
    gboolean key_stdin, force, no_test, untested;
};

struct making {
    struct wanted w;
    bool person;           /* asks on the terminal */
    ini *templates;        /* config/providers.ini */
    char *secret;          /* typed in; wiped */
    char *key_path;        /* its file, once it is written */
    bool open;             /* the template leaves open what its model is trained on */
    bool blind;            /* it was tried, and did not read a picture */
    bool drives;           /* the agent computer is for it */
    const char *with_tool; /* static; its model has no computer tool, and these have one; NULL = it may have one */
    const config *cfg;     /* borrowed: what there is already */
    bool vectors;          /* its model makes vectors of texts, no answers */
};

void brain_questions_clear(struct making *m);
/* Asks for all that was not given. False: error is set, or it was stopped. */
bool brain_questions_ask(struct making *m, GError **error);
/* Another key, after the service has refused the first one. alone: what Enter alone means. The same; false also where none is
 * given, and then all stays as it is. */
bool brain_questions_key(struct making *m, const char *alone, GError **error);
/* NULL: stopped. `usual` is what Enter takes, NULL = nothing. Caller frees. */
char *brain_questions_line(const char *question, const char *usual);
/* A signal's handler, and whether one came (or the end of standard input). */
void brain_questions_stop(int signal);
bool brain_questions_stopped(void);
/* What the provider's template has; NULL = nothing. Caller frees. */
char *brain_questions_template(const struct making *m, const char *key);
/* The template's price; NULL = it is another model's. 0 is the price of a server of one's own, for any model. Caller frees. */
char *brain_questions_price(const struct making *m, const char *key);
/* Makes the folders of a file, 0700. */
bool brain_questions_folder(const char *path, GError **error);
/* Writes a key that was typed in into its file; removes it again. */
bool brain_questions_write_key(struct making *m, GError **error);
void brain_questions_drop_key(struct making *m);

#endif
