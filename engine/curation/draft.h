#ifndef ENGINE_CURATION_DRAFT_H
#define ENGINE_CURATION_DRAFT_H

/* A draft: a skill's text that a model or a person wrote, not loaded, waiting for a person (paper 4.2, B.1). Checked before it is
 * stored. */

#include "engine/curation/catalog.h"
#include "skills/timeline/screen.h"

typedef struct draft_check {
    char *name;        /* of the one function, NULL = there is none */
    char *sha256;      /* of its text as the library would give it */
    char *code;        /* its comment and function */
    char *doc;         /* first paragraph */
    GPtrArray *errors; /* char*, "NAME:LINE: what": it cannot be accepted */
    GPtrArray *notes;  /* char*: a person should know */
    char *replaces;    /* sha256 of the loaded version of that name, NULL = the name is free */
    char *like;        /* the loaded skill that it is a near-copy of, or another's draft: NAME@SHA256; NULL */
    char *like_code;   /* its text */
    double likeness;   /* to that one */
    char *seen;        /* what it was dry-run on, in words; NULL = a blank screen (change_check() sets it) */
} draft_check;

/* The one check of a text that may become a skill, by whomever: as it would stand in the library, which is in the file of the own
 * skill that it takes the place of, where there is one (of one that ships: its own text is no clash), else alone.
 * Compiles, sandbox-clean, documentation complete and matching, dry run with sample arguments on the screen `seen` (NULL = a
 * blank one); one function and nothing beside it; name free or a new version of an own skill; no clash with a protected skill
 * (one that ships, or a name of the API); not a near-copy of another skill or, where there is a store, of another
 * name's draft (a note from 0.8 on). `label` begins the findings.
 * `name`: the skill that it is meant to be, for a text that does not say so (NULL = none). A file that is not as it was loaded is
 * a note, and the text is checked alone. Blocks for as long as the workers take. Error: no worker. */
draft_check *draft_check_text(memory *m, const skill_library *lib, const char *label, const char *name, const char *text,
                              const screen *seen, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same of a text that is to stand in that file, in the place of old_code (as skill.code gives it; NULL = at the end): what
 * the file has beside its skills may be used, and counts in sha256. What the change breaks elsewhere in the file is a note. A
 * text that is old_code itself is no clash with a protected skill. */
draft_check *draft_check_within(memory *m, const skill_library *lib, const char *label, const char *file, const char *old_code,
                                const char *text, const screen *seen, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The text of the skill's file, which still holds the skill as it was loaded (else SKILLS_ERROR_CONFLICT). Caller frees. */
char *draft_text_around(const skill *s, GError **error);
/* What is loaded to try a version that is in no file: the whole file with it, where it would take an own skill's place, so that
 * it has what stands beside it; else its text. Caller frees. */
char *draft_text_to_try(const skill_library *lib, const char *name, const char *code);
void draft_check_free(draft_check *check);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(draft_check, draft_check_free)
bool draft_check_passes(const draft_check *check);

/* Where a text came from. */
struct draft_origin {
    const char *author; /* human | model | import */
    const char *by;     /* "curate", "person", a file's name */
    const char *note;   /* why it was made, NULL */
    gint64 run, step;   /* 0 = not from a run */
};
/* Stores a checked text as a draft; a version that is known already keeps its stage (*ret_known says so). Error: no
 * skill could be read out of it, so it has no name. One that was read and does not pass is kept, so that a person can mend it. */
bool draft_add(memory *m, const draft_check *check, const struct draft_origin *origin, bool *ret_known, GError **error);

#endif
