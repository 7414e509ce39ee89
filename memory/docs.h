#ifndef MEMORY_DOCS_H
#define MEMORY_DOCS_H

/* Documents: what an element of a program does when it is tapped, swiped or typed into (AppAgent, Zhang et al. 2023). A document
 * has a number that stays, and versions: a change adds a row. Documents outlive their runs. What one says is material for a
 * prompt, never an order. */

#include "memory/memory.h"

#define DOC_TEXT_MAX 4000   /* bytes */
#define DOC_ELEMENT_MAX 400 /* bytes of an element's id */

enum doc_kind { DOC_TAP, DOC_TEXT, DOC_V_SWIPE, DOC_H_SWIPE, DOC_LONG_PRESS, DOC_KIND_COUNT };
/* How a document came to be. */
enum doc_author { DOC_EXPLORED, DOC_WATCHED, DOC_WRITTEN, DOC_AUTHOR_COUNT };
/* "tap", "text", "v_swipe", "h_swipe", "long_press"; "explored", "watched", "written". */
const char *doc_kind_name(enum doc_kind kind);
const char *doc_author_name(enum doc_author author);
/* False: no such name. */
bool doc_kind_parse(const char *name, enum doc_kind *ret_kind);
bool doc_author_parse(const char *name, enum doc_author *ret_author);

/* A version of a document. */
struct memory_doc {
    gint64 id;      /* of the version */
    gint64 doc;     /* number of the document: the id of its first version */
    gint64 version; /* from 1 */
    gint64 run, step;
    gint64 at_us;
    bool newest;    /* no other version took its place */
    bool withdrawn; /* by a person, or merged into another document */
    enum doc_kind kind;
    enum doc_author author;    /* of the document */
    gint64 uses, kept, broken; /* of this version: in prompts; acted on, and it came as the text says, or not */
    char *by;                  /* who wrote this version: model | import | the user's name */
    char *app, *element;       /* the program; the element's id (element_nodes_identify(), engine/eye/elements.h) */
    char *name;                /* of the element, for people: "push button Save"; NULL */
    char *before, *after;      /* hashes of the frames that it was learnt from, NULL = none */
    char *contradiction;       /* what does not agree with the version before; a person has not settled it. NULL = none */
    char *reason;              /* why it was changed or withdrawn, NULL */
    char *text;
};
void memory_doc_free(struct memory_doc *doc);

/* Adds a document as version 1, from all but id, doc, version, newest, withdrawn and the counts, and commits. There is one of an
 * app, element, kind and author that is not withdrawn: one with the same text is kept, *ret_doc is its number; another text is
 * an error (FAILED) that names it. */
bool memory_doc_add(memory *m, const struct memory_doc *doc, gint64 *ret_doc, GError **error);
/* Adds a version: text, by, run, step, before, after (NULL = those of the version before), contradiction, reason of `version`.
 * NOT_FOUND: no such document, or it is withdrawn. */
bool memory_doc_change(memory *m, gint64 doc, const struct memory_doc *version, GError **error);
/* Gives `into` a version with that text, and withdraws `from`. NOT_FOUND as above, also for two of different elements or kinds.
 */
bool memory_doc_merge(memory *m, gint64 into, gint64 from, const char *text, const char *by, GError **error);
bool memory_doc_withdraw(memory *m, gint64 doc, const char *reason, GError **error);
/* What came of a version (its id): uses, kept, broken are added to it. */
bool memory_doc_count(memory *m, gint64 id, const struct memory_doc *counts, GError **error);

/* The newest version. NOT_FOUND: no such document. Caller frees. */
struct memory_doc *memory_doc_get(memory *m, gint64 doc, GError **error);
/* All versions, newest first. Caller unrefs; the array owns its rows. */
GPtrArray *memory_doc_versions(memory *m, gint64 doc, GError **error);
/* The newest versions of a program's documents (app NULL = of all), by app, element, kind and number; element NULL = of all
 * elements; withdrawn: also withdrawn ones. Same ownership. */
GPtrArray *memory_docs(memory *m, const char *app, const char *element, bool withdrawn, GError **error);
/* True when what this version promised came otherwise at least as often as it came so. A version of a person's begins anew. */
bool memory_doc_doubtful(const struct memory_doc *doc);
/* True when only the element's place tells it from others with the same path of roles and names: the document may be of another
 * of them by now, and whoever is told it is told so. */
bool memory_doc_shared(const struct memory_doc *doc);
/* True when two ids are of elements that have a name, and the same path of roles and names. */
bool doc_elements_alike(const char *one, const char *other);
/* True when app, element, name and text together have each of the words, whatever their case. */
bool memory_doc_has_words(const struct memory_doc *doc, const char *const *words);

#endif
