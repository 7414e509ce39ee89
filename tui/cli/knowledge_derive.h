#ifndef TUI_CLI_KNOWLEDGE_DERIVE_H
#define TUI_CLI_KNOWLEDGE_DERIVE_H

/* `reins knowledge derive`: a brain breaks goals down to plans of depth two, and their leaves to tuples of which actions are
 * derived (engine/curation/verb_set.h). */

#include "engine/brain/brain.h"
#include "engine/curation/verb_set.h"

struct derive_asked {
    const char *tasks, *brain; /* the file of goals, a line each; a [brain] */
    char **merge;              /* "gather=mine"; NULL = none */
    gint64 least;              /* of a verb; 0 = 1 */
    bool drafts, json;
};
/* What came of one verb as a draft; NULL in both = it was not asked for. */
struct derive_draft {
    char *sha256, *why; /* the draft that is stored; why there is none */
};
struct derived {
    GPtrArray *goals; /* char* */
    verb_set *set;
    GPtrArray *failed;      /* char*: "build_house: why", goals of which nothing came */
    guint tuples, unusable; /* counted; without a verb */
    struct brain_reply spent;
};

/* Does it, and prints table or JSON. Returns the exit code. */
int knowledge_derive(const struct derive_asked *asked);

#endif
