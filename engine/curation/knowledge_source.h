#ifndef ENGINE_CURATION_KNOWLEDGE_SOURCE_H
#define ENGINE_CURATION_KNOWLEDGE_SOURCE_H

/* Knowledge (memory/knowledge.h) from files of text: a paragraph ends at an empty line. It is about what the heading above it
 * says ("# iron_ore"), or the name before a colon at its beginning ("iron_ore: lies below y 60"), or the file. */

#include "memory/knowledge.h"

#define KNOWLEDGE_FILE_MAX (16 * 1024 * 1024) /* bytes */
#define KNOWLEDGE_PARAGRAPHS_MAX 50000        /* of a file */

/* The paragraphs of a text: struct memory_paragraph * with by, subject and text. title: what those without a heading are about.
 * One that is longer than PARAGRAPH_TEXT_MAX is cut into several. Pure. Caller unrefs; the array owns its rows. Error: not UTF-8,
 * or too many. */
GPtrArray *knowledge_source_read(const char *text, gsize length, const char *title, GError **error);
/* Builds from a file, or from the files .txt and .md of a folder. ret_built: the sum. Error: the file cannot be read, or there is
 * no text in it. */
bool knowledge_source_build(memory *m, const char *app, const char *path, struct memory_built *ret_built, GError **error);

#endif
