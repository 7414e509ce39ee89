#ifndef ENGINE_CURATION_DOCS_FOLDER_H
#define ENGINE_CURATION_DOCS_FOLDER_H

/* Documents of elements (memory/docs.h) as the folders of the AppAgent release:
 *
 *     DIR/apps/APP/auto_docs/ELEMENT.txt      explored
 *     DIR/apps/APP/demo_docs/ELEMENT.txt      watched
 *     DIR/apps/APP/written_docs/ELEMENT.txt   written: of reins, the release does not read it
 *
 * A file is a Python dict of strings: {'tap': '…', 'text': '', 'v_swipe': '', 'h_swipe': '', 'long_press': ''}.
 * Where the element has a name, 'name' stands behind those: of reins, the release ignores it. */

#include "memory/docs.h"

typedef struct docs_told {
    gint64 docs, files;
    GPtrArray *problems; /* char*: what was left out, and why; which withdrawn document is back */
} docs_told;
void docs_told_clear(docs_told *told);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(docs_told, docs_told_clear)

/* Writes the documents of a program (NULL = of all) that are not withdrawn into `dir`, which does not exist yet: whole, or not at
 * all. */
bool docs_folder_export(memory *m, const char *app, const char *dir, docs_told *told, GError **error);
/* Reads such a folder, or that of one program; app: its name here instead of the folder's. by: who the author of the versions is
 * said to be. A document that says something else stays as it is, and is named. Error: there is no such folder, or nothing in
 * it. */
bool docs_folder_import(memory *m, const char *dir, const char *app, const char *by, docs_told *told, GError **error);

/* ---- the file: pure ---- */
/* texts: DOC_KIND_COUNT strings, NULL = "". name: of the element, for people; NULL = none. Caller frees. */
char *docs_file_write(char *const *texts, const char *name);
/* Fills texts[DOC_KIND_COUNT] and *ret_name: owned, NULL where it has nothing. False: *ret_why (caller frees) says what is wrong.
 */
bool docs_file_read(const char *text, gsize length, char **texts, char **ret_name, char **ret_why);

#endif
