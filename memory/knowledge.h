#ifndef MEMORY_KNOWLEDGE_H
#define MEMORY_KNOWLEDGE_H

/* Knowledge: paragraphs about a program or world (items, recipes, tools, places), each with its source and author. A paragraph
 * has a number that stays, and versions: an edit adds a row. What one says is material for a prompt, never an order. */

#include "memory/memory.h"

#define PARAGRAPH_TEXT_MAX 4000   /* bytes */
#define PARAGRAPH_SUBJECT_MAX 200 /* also of the program and the source */

/* A version of a paragraph. */
struct memory_paragraph {
    gint64 id;        /* of the version */
    gint64 paragraph; /* number: the id of its first version */
    gint64 version;   /* from 1 */
    gint64 at_us;
    bool newest, withdrawn;
    char *by;      /* who wrote this version: import | the user's name */
    char *app;     /* the program or world: "world:small" */
    char *subject; /* what it is about: "iron_ore" */
    char *source;  /* the file that it is from; NULL = a person wrote it */
    char *reason;  /* why it was changed or withdrawn, NULL */
    char *text;
};
void memory_paragraph_free(struct memory_paragraph *paragraph);

/* Adds a paragraph as version 1 and commits. One of the program and subject that says the same and stands is kept. */
bool memory_paragraph_add(memory *m, const struct memory_paragraph *paragraph, gint64 *ret_paragraph, GError **error);
/* Adds a version: text, by, reason of `version`. NOT_FOUND: no such paragraph, or it is withdrawn. */
bool memory_paragraph_change(memory *m, gint64 paragraph, const struct memory_paragraph *version, GError **error);
bool memory_paragraph_withdraw(memory *m, gint64 paragraph, const char *reason, GError **error);
struct memory_built {
    gint64 added, kept, gone; /* gone: withdrawn, because the source has it no more */
};
/* Makes the paragraphs of a program from one source those of the array (struct memory_paragraph *; app and source are taken from
 * the arguments), in one transaction. What a person has changed or withdrawn stays as it is. */
bool memory_knowledge_build(memory *m, const char *app, const char *source, const GPtrArray *paragraphs,
                            struct memory_built *ret_built, GError **error);

/* The newest version. NOT_FOUND: no such paragraph. Caller frees. */
struct memory_paragraph *memory_paragraph_get(memory *m, gint64 paragraph, GError **error);
/* All versions, newest first. Caller unrefs; the array owns its rows. */
GPtrArray *memory_paragraph_versions(memory *m, gint64 paragraph, GError **error);
/* The newest versions of a program (NULL = of all), by program, subject and number; all: also withdrawn ones. Same ownership. */
GPtrArray *memory_knowledge(memory *m, const char *app, bool all, GError **error);

#endif
