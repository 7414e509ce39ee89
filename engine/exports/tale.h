#ifndef ENGINE_EXPORTS_TALE_H
#define ENGINE_EXPORTS_TALE_H

/* Tale: a run as exports tell it, step by step, redacted as it is read: no format sees what is to stay here. */

#include "engine/exports/album.h"
#include "engine/picture/likeness.h"
#include "memory/pages.h"

typedef struct tale {
    memory *m;              /* borrowed */
    redaction *r;           /* borrowed, NULL = nothing */
    struct memory_run *run; /* owned; its texts redacted */
    gint64 last;            /* number of the last step */
    bool *counted;          /* by step: what was redacted in it counts already. Owned */
} tale;
/* Errors: those of memory. */
tale *tale_new(memory *m, gint64 run, redaction *r, GError **error);
void tale_free(tale *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(tale, tale_free)

/* A picture of a prompt. */
struct tale_image {
    char *hash, *note;
    struct area part; /* all of the picture that was sent; width 0 = the whole */
};

/* One call of a module; those that were skipped are left out. */
struct tale_call {
    const struct memory_call *row; /* of tale_step.rows; its prompt is what follows */
    char *system, *user;           /* "" = none */
    GArray *images;                /* struct tale_image, as sent */
};

typedef struct tale_step {
    GPtrArray *steps, *rows, *proposals, *notes, *marks, *questions,
        *fired;                    /* owned; fired: char * beside proposals, "" = nothing */
    const struct memory_step *row; /* of steps */
    GArray *calls;                 /* struct tale_call, in order */
    char *before, *after;          /* hashes of what was on the screen then; NULL = not kept, or nothing was done */
} tale_step;
/* *ret NULL: it has no such step. Texts that are redacted count once (redaction_count()), however often the step is read. */
bool tale_read(tale *t, gint64 step, tale_step **ret, GError **error);
void tale_step_free(tale_step *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(tale_step, tale_step_free)

/* The last answered call of the module that says that ("actions", "success" …: says_name()), NULL = none; borrowed. */
const struct tale_call *tale_answered(const tale_step *s, const char *what);
/* The picture that a prompt ends with: the screen as it was then; NULL = it has none. */
const char *tale_call_now(const struct tale_call *call);
/* The proposal that a person or the rules decided on last; NULL = there was none. */
const struct memory_proposal *tale_decided(const tale_step *s);
/* The model's own that it came from; the same where nobody changed it. */
const struct memory_proposal *tale_proposed(const tale_step *s);
/* It was fired, all of it or some. */
bool tale_acted(const tale_step *s);
/* The subtask of each step, from 1: char *, NULL = none, or no such step. They count with their steps. Caller unrefs. */
GPtrArray *tale_tasks(tale *t, GError **error);
/* Tells the album all pictures of all steps and how they are used: needed where boxes are by role. */
bool tale_uses(tale *t, album *a, GError **error);

/* tale_json.c */
/* {"system","user","images":[{"frame":"HASH.png","note","part":[x,y,width,height]}]}; what is none of it is left out. */
void tale_read_prompt(redaction *r, const char *json, struct tale_call *call);
/* A member of an object that is a text, a number as text, or JSON; NULL = none. Caller frees. */
char *tale_member(const char *json, const char *member);
/* A target's rectangle ("patch") and point; false: it is none. */
struct tale_target {
    int x, y, left, top, width, height; /* width 0 = no rectangle */
};
bool tale_target(const char *json, struct tale_target *ret_target);
/* The JSON with everything readable: two blanks an indent; as it is where it is none. Caller frees. */
char *tale_pretty(const char *json);
/* A reply without blanks, its members in the order of `like` where that has them (may be NULL): so that two can be compared. As
 * it is where it is no JSON. Caller frees. */
char *tale_plain(const char *reply, const char *like);
/* A plan's reply with another action in the place of the proposed one; NULL: it has no such action. Caller frees. */
char *tale_with_action(const char *reply, const char *proposed, const char *instead);

#endif
