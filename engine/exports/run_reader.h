#ifndef ENGINE_EXPORTS_RUN_READER_H
#define ENGINE_EXPORTS_RUN_READER_H

/* Run reader: a run for exports, step by step, redacted as it is read, so that no format sees what must stay here. */

#include "engine/exports/image_writer.h"
#include "engine/modules/vocabulary.h"
#include "engine/picture/screen_match.h"
#include "memory/pages.h"

typedef struct run_reader {
    memory *m;              /* borrowed */
    redaction *r;           /* borrowed, NULL = redact nothing */
    struct memory_run *run; /* owned; its texts redacted */
    gint64 last;            /* number of the last step */
    bool *counted;          /* by step: its redactions are counted. Owned */
} run_reader;
/* Errors: those of memory. Caller frees. */
run_reader *run_reader_new(memory *m, gint64 run, redaction *r, GError **error);
void run_reader_free(run_reader *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(run_reader, run_reader_free)

/* A picture of a prompt. */
struct run_reader_image {
    char *hash, *note;
    struct area part; /* the part of the picture that was sent; width 0 = the whole */
};

/* One call of a module; skipped ones are left out. */
struct run_reader_call {
    const struct memory_call *row; /* of run_reader_step.rows; the next members are its prompt */
    char *system, *user;           /* "" = none */
    GArray *images;                /* struct run_reader_image, in full size */
    char *published;               /* JSON: files that it was imported from (screenagent.h); NULL = none, or something is to go */
    bool scaled; /* points of prompt and reply are not in pixels of these, as those of output and correction are */
};

typedef struct run_reader_step {
    GPtrArray *steps, *rows, *proposals, *notes, *marks, *questions,
        *fired;                    /* owned; fired: char *, one per proposal, "" = nothing */
    bool *untouched;               /* owned; one per proposal: it was stopped before anything was pressed */
    const struct memory_step *row; /* of steps */
    GArray *calls;                 /* struct run_reader_call, in order */
    char *before, *after;          /* hashes of the frames before and after the action; NULL = not kept, or no action */
} run_reader_step;
/* Reads a step. *ret NULL: no such step. Redacted texts count once (redaction_count()), however often the step is read. Caller
 * frees. */
bool run_reader_read(run_reader *t, gint64 step, run_reader_step **ret, GError **error);
void run_reader_step_free(run_reader_step *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(run_reader_step, run_reader_step_free)

/* The last answered call of the module with that field ("actions", "success" …), NULL = none; borrowed. */
const struct run_reader_call *run_reader_answered(const run_reader_step *s, const char *what);
/* Same of the module with that name. */
const struct run_reader_call *run_reader_answered_by(const run_reader_step *s, const char *module);
/* Hash of the last picture of a prompt, the screen at that time; NULL = none. Borrowed. */
const char *run_reader_call_now(const struct run_reader_call *call);
/* The proposal that a person or the rules decided last; NULL = none. Borrowed. */
const struct memory_proposal *run_reader_decided(const run_reader_step *s);
/* The model's own proposal that it came from; the same when nobody edited it. Borrowed. */
const struct memory_proposal *run_reader_proposed(const run_reader_step *s);
/* True when the step's proposal with that index was fired, completely or in part, whoever let it: a person's key, a grant, a
 * rule, a fuse. Moving the pointer on the way to a press that never came is no part of an action. */
bool run_reader_fired(const run_reader_step *s, guint proposal);
/* True when one of the step's was. */
bool run_reader_acted(const run_reader_step *s);
/* The subtask of each step, from 1: char *, NULL = none, or no such step. Redactions count with their steps. Caller unrefs. */
GPtrArray *run_reader_tasks(run_reader *t, GError **error);
/* Records the uses of all pictures of all steps in the image writer; needed when boxes depend on roles. */
bool run_reader_uses(run_reader *t, image_writer *a, GError **error);

/* run_reader_json.c */
/* {"system","user","images":[{"frame":"HASH.png","note","part":[x,y,width,height]}],"points"}; what is none of it is left out. */
void run_reader_read_prompt(redaction *r, const char *json, struct run_reader_call *call);
/* A member of an object that is a text, a number (as text) or JSON; NULL = none. Caller frees. */
char *run_reader_member(const char *json, const char *member);
/* False: these events as fired, of that timeline, only move the pointer and wait. True in doubt: what was fired is not kept, or
 * is a loop's. */
bool run_reader_presses(const char *timeline_json, const char *fired_json);
/* A target's rectangle ("patch") and point; false: not a target. */
bool run_reader_target(const char *json, struct vocabulary_target *ret_target);
/* Indented JSON (two blanks per level); unchanged when it is not JSON. Caller frees. */
char *run_reader_pretty(const char *json);
/* A reply without blanks, its members in the order of `like` (may be NULL), for comparison. Unchanged when it is not JSON.
 * Caller frees. */
char *run_reader_plain(const char *reply, const char *like);
/* A plan's reply with another action in place of the proposed one; NULL: it does not have that action. Caller frees. */
char *run_reader_with_action(const char *reply, const char *proposed, const char *instead);

#endif
