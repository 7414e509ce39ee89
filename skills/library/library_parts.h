#ifndef SKILLS_LIBRARY_LIBRARY_PARTS_H
#define SKILLS_LIBRARY_LIBRARY_PARTS_H

/* Between library.c, library_json.c and the checks: sources and how a worker reads skills out of them. */

#include "skills/library/library.h"
#include "skills/lua/lua_sandbox.h"

#define LIBRARY_REPLY_MAX (32 * 1024 * 1024) /* of the worker that reads skills */

struct library_source {
    char *name;    /* path, or shipped:PATH */
    char *text;    /* UTF-8 */
    char **others; /* globals that it has set and that are no skill of it: a value, a function without a comment that fits, one
                      whose name a later file has now. Set by library_parse(); NULL = none */
};

/* The skills of the sources, in a worker; sources with a problem are removed from the array and named in `problems`. Unsorted; a
 * later skill of the same name has replaced the earlier one. NULL: no worker. (library_json.c) */
GPtrArray *library_parse(GPtrArray *sources, GPtrArray *problems, GError **error);
/* Sets each skill's `uses`. A file that names too many others beside its skills is removed from both, with a problem.
 * (library_uses.c) */
void library_find_uses(GPtrArray *all, GPtrArray *sources, GPtrArray *problems);
/* [{"name","source"}] */
char *library_sources_json(const GPtrArray *sources);

/* A library of these skills (sorted here) and sources; takes all three. `places`: the names that its files were found by.
 * (library.c) */
skill_library *library_of(GPtrArray *all, char *sources, char *stamp, const char *const *places);
/* A whole regular file of at most 16 MiB, NUL-terminated; whether it may be a skill file is doc_refuse_source()'s matter. */
char *library_read_file(const char *path, gsize *ret_length, GError **error);

/* Names that file number `file` has set and that are no skill of it (struct library_source.others); borrowed names, `skills` =
 * its skills. Caller unrefs. (library_read.c) */
GPtrArray *library_others(sandbox *s, int file, const GPtrArray *skills);

/* The global functions of file number `file` as skills, by line, with findings about their comments. (library_read.c) */
GPtrArray *library_skills_of(sandbox *s, int file, const char *source, GArray *findings);

/* The lines of functions that a finding stands at: such skills are not offered. Set of GINT_TO_POINTER(line); caller unrefs. */
GHashTable *library_refused(const GArray *findings);

#endif
