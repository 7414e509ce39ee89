#ifndef ENGINE_RUN_ANSWERS_H
#define ENGINE_RUN_ANSWERS_H

/* Answers: the outputs of a run's modules in this step, and the last time each was asked. Pure: a correction only changes these
 * data. */

#include "engine/modules/module.h"

struct answer {        /* of one module */
    bool fixed;        /* a person wrote this step's output: not asked again in this step */
    GHashTable *aside; /* char* path → form_output*: this step's outputs on earlier frames */
    gint64 call;       /* id of this step's call in memory; 0 = none */
    char *ahead;       /* what it has said in an earlier module's call, before its turn; NULL = nothing */
    char *ahead_from;  /* which call, for people and its row: "merged with call 12 of A" */
    /* the last question, in any step */
    form_output *last;
    char *digest;     /* of its inputs; NULL = must be asked again */
    gint64 last_call; /* id of that call in memory; 0 = none */
};

struct answers {
    const struct module *modules; /* borrowed */
    guint n;
    form_output **said; /* n outputs of this step, by module; NULL = not asked yet */
    struct answer *of;  /* n */
    guint merged;       /* modules that are asked in one call, a bit each ([modules] merge) */
    bool corrected;     /* a person corrected an output in this step: outputs stay as they are */
};

void answers_init(struct answers *a, const struct module *modules);
void answers_clear(struct answers *a);
/* Clears the outputs of the step before. The last outputs stay. */
void answers_begin_step(struct answers *a);
/* Stores a module's output (a copy). digest: of its inputs. call: id in memory, 0 = not asked because its inputs had not
 * changed. */
void answers_put(struct answers *a, guint m, const form_output *output, const char *digest, gint64 call);
void answers_put_aside(struct answers *a, guint m, const char *path, const form_output *output);
/* Keeps what a module has said before its turn, and in which call. */
void answers_put_ahead(struct answers *a, guint m, const char *text, const char *from);
/* What it has said before its turn, once; NULL = nothing. Caller frees both. */
char *answers_take_ahead(struct answers *a, guint m, char **ret_from);
/* Drops what was said ahead: the agent thinks anew, or a person has said something since. */
void answers_forget_ahead(struct answers *a);
/* The output of this step on that frame (NULL = the last one); NULL = none. Borrowed. */
const form_output *answers_said(const struct answers *a, guint m, const char *aside);
/* True when the inputs are those of the last question, so that it need not be asked. */
bool answers_unchanged(const struct answers *a, guint m, const char *digest);
/* Replaces an output by a person's, which also holds in later steps with the same inputs. All modules of a higher rank are
 * asked again, unless a person wrote theirs. Takes the output. */
void answers_correct(struct answers *a, guint m, form_output *output);
/* Marks a module and all of a higher rank to be asked again. */
void answers_retry(struct answers *a, guint m);
/* Marks all modules whose inputs have changed to be asked again, unless a person wrote their output. */
void answers_reconsider(struct answers *a);

#endif
