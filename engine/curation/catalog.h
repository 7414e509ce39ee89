#ifndef ENGINE_CURATION_CATALOG_H
#define ENGINE_CURATION_CATALOG_H

/* The catalog: every relevant skill version (those in files, and the drafts) with its stage, outcomes and origin. Read-only;
 * made again when files or store change (10,000 skills: see make bench). */

#include "engine/curation/stage.h"
#include "memory/skills.h"
#include "skills/library/library.h"

struct catalog_row {
    const skill *skill; /* as loaded; NULL for a draft */
    skill *sketch;      /* owned; for a draft, what its text shows without being run; NULL = nothing */
    char *name, *sha256;
    char *doc; /* first paragraph; for a draft as far as its text shows one */
    enum skill_stage stage;
    char *author; /* shipped | human | model | import */
    gint64 run, step, learned_us;
    char *reason;                /* reason of the stage, NULL */
    struct memory_counts counts; /* name and sha256 unset */
    int versions;                /* number of versions in the store under this name */
};

typedef struct catalog catalog;

/* Records the library's versions in the store. A new version gets its first stage (shipped: trusted, else trial, by "file"). A
 * refused or retired version that is in a file again is on trial, unless the files have changed since the library was read:
 * then whoever removed it has set its stage. Drafts and other versions keep theirs,
 * also a draft that is tried (the extra text of skill_library_load_with()). m NULL: does nothing. */
bool catalog_sync(memory *m, const skill_library *lib, GError **error);
/* Library and store as one list. m may be NULL (no store: shipped skills are trusted, others on trial). Borrows lib until
 * catalog_free(). Caller frees. */
catalog *catalog_load(memory *m, const skill_library *lib, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void catalog_free(catalog *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(catalog, catalog_free)
/* struct catalog_row*, by name, drafts after the loaded version of their name; borrowed. */
const GPtrArray *catalog_rows(const catalog *c);
/* The loaded version of that name, also when a profile hides it; NULL = none. Borrowed. */
const struct catalog_row *catalog_find(const catalog *c, const char *name);
/* A skill's versions as in memory_skill_versions(), but each once: of versions that are one under several names (a rename), the
 * loaded one, else one with this name, else the newest. Caller unrefs. */
GPtrArray *catalog_history(memory *m, const skill_library *lib, const char *name, GError **error);
/* The stored versions of one stage, newest first, without counts, for refused and retired ones, which no catalog has; doc =
 * reason of the version. struct catalog_row* with skill NULL; caller unrefs. */
GPtrArray *catalog_stored(memory *m, enum skill_stage stage, GError **error);
/* A skill needs an approval at each use when it, or one that it calls (`uses`), is not trusted: returns the name of the first
 * such skill and its stage (*ret_stage, optional), else NULL. Names that the catalog does not know (primitives) do not count. */
const char *catalog_untrusted(const catalog *c, const skill_library *lib, const char *name, enum skill_stage *ret_stage);

#endif
