#ifndef ENGINE_CURATION_DRAFT_H
#define ENGINE_CURATION_DRAFT_H

/* A draft: the text of a skill by a model or a person, not loaded, waiting for a person (Cradle paper, 4.2, B.1). It is checked
 * before it is stored. */

#include "engine/curation/catalog.h"
#include "skills/timeline/screen.h"

typedef struct draft_check {
    char *name;        /* name of its one function, NULL = none */
    char *sha256;      /* of its text as the library would hash it */
    char *code;        /* its comment and function */
    char *doc;         /* first paragraph */
    GPtrArray *errors; /* char*, "NAME:LINE: what": reasons why it cannot be accepted */
    GPtrArray *notes;  /* char*: remarks for a person */
    char *replaces;    /* sha256 of the loaded version of that name, NULL = the name is free */
    char *like;        /* the loaded skill, or another name's draft, that it nearly copies: NAME@SHA256; NULL */
    char *like_code;   /* its text */
    double likeness;   /* similarity to that one */
    char *seen;        /* the picture of the dry run, as text; NULL = a blank screen (set by change_check()) */
} draft_check;

/* Checks a text that may become a skill, by anyone, as it would stand in the library: in the file of the own skill that it
 * replaces, if any (a shipped skill's own text is no clash), else alone.
 * The check: it compiles, is clean in the sandbox, has complete and matching documentation, passes a dry run with sample
 * arguments on the screen `seen` (NULL = blank), is one function and nothing else; its name is free or that of an own skill,
 * not that of a protected one (shipped, or a name of the API); it does not nearly copy another skill or, with a store, another
 * name's draft (a note from 0.8 on). label begins the findings.
 * name: the intended skill, for a text that does not say so (NULL = none). When a file has changed since it was loaded, a note
 * says so and the text is checked alone. Blocks while workers run. Caller frees. Error: no worker. */
draft_check *draft_check_text(memory *m, const skill_library *lib, const char *label, const char *name, const char *text,
                              const screen *seen, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same for a text that is to stand in that file in place of old_code (as in skill.code; NULL = at the end): it may use the rest
 * of the file, which counts in sha256. Damage to the rest of the file is a note. A text equal to old_code is no clash with a
 * protected skill. */
draft_check *draft_check_within(memory *m, const skill_library *lib, const char *label, const char *file, const char *old_code,
                                const char *text, const screen *seen, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The text of the skill's file, which must still hold the skill as it was loaded (else SKILLS_ERROR_CONFLICT). Caller frees. */
char *draft_text_around(const skill *s, GError **error);
/* The text to load for trying a version that is in no file: the whole file with it when it would replace an own skill, so that
 * it has its helpers; else its text. Caller frees. */
char *draft_text_to_try(const skill_library *lib, const char *name, const char *code);
void draft_check_free(draft_check *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(draft_check, draft_check_free)
bool draft_check_passes(const draft_check *check);

/* The origin of a text. */
struct draft_origin {
    const char *author; /* human | model | import */
    const char *by;     /* "curate", "person", a file's name */
    const char *note;   /* reason for it, NULL */
    gint64 run, step;   /* 0 = not from a run */
};
/* Stores a checked text as a draft. A known version keeps its stage (*ret_known). A text that does not pass is stored too, so
 * that a person can correct it. Error: no skill could be read from it, so it has no name. */
bool draft_add(memory *m, const draft_check *check, const struct draft_origin *origin, bool *ret_known, GError **error);

#endif
