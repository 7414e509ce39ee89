#ifndef SKILLS_LIBRARY_LIBRARY_PARTS_H
#define SKILLS_LIBRARY_LIBRARY_PARTS_H

/* Shared by library.c, library_json.c and the checks: sources, and how a worker reads skills from them. */

#include "skills/library/library.h"
#include "skills/lua/lua_sandbox.h"

#define LIBRARY_REPLY_MAX (32 * 1024 * 1024) /* size limit of a worker's reply, bytes */

struct library_source {
    char *name;    /* path, or shipped:PATH */
    char *text;    /* UTF-8 */
    char **others; /* globals that the file sets and that are not its skills: a value, a function without a doc comment, or a name
                      that a later file redefines. Set by library_parse(); NULL = none */
};

/* Parses the skills of the sources in a worker. Sources with a problem are removed from the array and named in `problems`. The
 * result is unsorted; a later skill has replaced an earlier one of the same name. NULL: no worker. (library_json.c) */
GPtrArray *library_parse(GPtrArray *sources, GPtrArray *problems, GError **error);
/* Sets each skill's `uses`. A file that names too many other skills outside its functions is removed from both arrays, with a
 * problem. (library_uses.c) */
void library_find_uses(GPtrArray *all, GPtrArray *sources, GPtrArray *problems);
/* [{"name","source"}] */
char *library_sources_json(const GPtrArray *sources);

/* Makes a library of these skills (sorted here), sources and stamp; takes all three. `places`: the names that its files were
 * found by. (library.c) */
skill_library *library_of(GPtrArray *all, char *sources, char *stamp, const char *const *places);
/* Reads a regular file of at most 16 MiB, with a NUL at the end. Whether it may be a skill file is decided by
 * doc_refuse_source(). */
char *library_read_file(const char *path, gsize *ret_length, GError **error);

/* Names that file number `file` set and that are not among its `skills` (struct library_source.others); borrowed names. Caller
 * unrefs. (library_read.c) */
GPtrArray *library_others(sandbox *s, int file, const GPtrArray *skills);

/* The global functions of file number `file` as skills, by line. Adds findings about their comments. (library_read.c) */
GPtrArray *library_skills_of(sandbox *s, int file, const char *source, GArray *findings);

/* Lines of functions with a finding; these skills are not offered. Set of GINT_TO_POINTER(line); caller unrefs. */
GHashTable *library_refused(const GArray *findings);

#endif
