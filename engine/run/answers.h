#ifndef ENGINE_RUN_ANSWERS_H
#define ENGINE_RUN_ANSWERS_H

/* Answers: what the modules of a run's agent have said in this step, and the last time that each was asked. Pure: a correction is
 * a change of these and nothing else. */

#include "engine/modules/module.h"

struct answer {        /* of one module */
    bool fixed;        /* this step's is the person's: not asked again in this step */
    GHashTable *aside; /* char* path of a frame → form_output*: this step's on earlier frames */
    gint64 call;       /* memory's id of this step's call; 0 = none */
    /* the last time it was asked, in whichever step */
    form_output *last;
    char *digest;     /* of the inputs; NULL = it is to be asked again */
    gint64 last_call; /* memory's id of that call; 0 = none */
};

struct answers {
    const struct module *modules; /* borrowed */
    guint n;
    form_output **said; /* n, by the modules' places: this step's; NULL = not asked yet */
    struct answer *of;  /* n */
    bool corrected;     /* in this step, by a person: what is said stands */
};

void answers_init(struct answers *a, const struct module *modules);
void answers_clear(struct answers *a);
/* Forgets what was said in the step before; what each said last stays. */
void answers_begin_step(struct answers *a);
/* A module has answered; the output is copied. `digest`: of its inputs. `call`: memory's, 0 = it was not asked, for its inputs
 * had not changed. */
void answers_put(struct answers *a, guint m, const form_output *output, const char *digest, gint64 call);
void answers_put_aside(struct answers *a, guint m, const char *path, const form_output *output);
/* What stands of this step, on that frame (NULL = the last one); NULL = nothing. Borrowed. */
const form_output *answers_said(const struct answers *a, guint m, const char *aside);
/* Nothing has to be asked: the inputs are those of the last time. */
bool answers_unchanged(const struct answers *a, guint m, const char *digest);
/* A person's output takes its place, in later steps with the same inputs, too; all of a higher rank is said anew, unless a person
 * wrote it. Takes the output. */
void answers_correct(struct answers *a, guint m, form_output *output);
/* It is to be asked again, and all of a higher rank. */
void answers_retry(struct answers *a, guint m);
/* All is to be asked again whose inputs have changed, unless a person wrote it. */
void answers_reconsider(struct answers *a);

#endif
