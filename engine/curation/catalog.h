#ifndef ENGINE_CURATION_CATALOG_H
#define ENGINE_CURATION_CATALOG_H

/* The catalog: every skill version that matters now (what the files hold, and the drafts), each with its stage, outcomes and
 * origin. Read-only; made anew when files or store changed (10,000 skills: see make bench). */

#include "engine/curation/stage.h"
#include "memory/skills.h"
#include "skills/library/library.h"

struct catalog_row {
    const skill *skill; /* as loaded; NULL for a draft */
    skill *sketch;      /* owned; of a draft, what its text shows of it without being run; NULL = nothing */
    char *name, *sha256;
    char *doc; /* first paragraph; of a draft as far as its text shows one */
    enum skill_stage stage;
    char *author; /* shipped | human | model | import */
    gint64 run, step, learned_us;
    char *reason;                /* of the stage, NULL */
    struct memory_counts counts; /* name and sha256 unset */
    int versions;                /* that the store knows under this name */
};

typedef struct catalog catalog;

/* Tells the store which versions the library holds: what is new there is added with its first stage (shipped: trusted, else
 * trial, by "file"); a version that had been refused or retired and is in a file again is on trial, unless the files have changed
 * since the library was read: who took it out of them in between has said what it is now. m NULL: nothing to tell.
 * Drafts and the rest stay as they are. */
bool catalog_sync(memory *m, const skill_library *lib, GError **error);
/* Library and store as one list. m may be NULL (no store: what ships is trusted, the rest on trial). Borrows lib: keep it longer.
 */
catalog *catalog_load(memory *m, const skill_library *lib, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void catalog_free(catalog *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(catalog, catalog_free)
/* struct catalog_row*, by name, drafts behind the loaded version of their name; borrowed. */
const GPtrArray *catalog_rows(const catalog *c);
/* The loaded version of that name, also of one that a profile keeps from being proposed; NULL = none. */
const struct catalog_row *catalog_find(const catalog *c, const char *name);
/* A skill's versions as memory_skill_versions() gives them, but each once: of those that are one under several names (a rename)
 * the one that is loaded, else one that has this name, else the newest. */
GPtrArray *catalog_history(memory *m, const skill_library *lib, const char *name, GError **error);
/* What the store has of one stage, newest first, without counts; doc = why it was made: for refused and retired ones, which no
 * catalog has. struct catalog_row* with skill NULL; caller unrefs. */
GPtrArray *catalog_stored(memory *m, enum skill_stage stage, GError **error);
/* A skill must be asked about when it, or any that it leads to by `uses`, is not trusted: the name of the first such one with its
 * stage in *ret_stage (optional), else NULL. A name that the catalog does not know (a primitive) is no reason. */
const char *catalog_untrusted(const catalog *c, const skill_library *lib, const char *name, enum skill_stage *ret_stage);

#endif
