#ifndef ENGINE_CURATION_VERB_SET_H
#define ENGINE_CURATION_VERB_SET_H

/* Verb set: which actions a game needs, by how often they come up in plans for its goals: GITM's derivation (Zhu et al. 2023,
 * 3.2: plans of depth two, each leaf as tuples (verb, object, tools, materials), counted and merged). Pure. */

#include <glib.h>
#include <stdbool.h>

#define VERB_SET_WORD_MAX 48 /* bytes of a verb or name; a longer one is cut */

struct action_tuple {
    const char *verb, *object;          /* as a model wrote them; object: "" or "None" = none */
    const GPtrArray *tools, *materials; /* char* */
};
/* A name and how often it came up. */
struct action_count {
    char *name;
    guint n;
};
/* What tuples of one verb have in common. */
struct action_row {
    char *verb;
    guint count, goals;                     /* tuples, and goals that have one */
    GPtrArray *objects, *tools, *materials; /* struct action_count*, the most frequent first */
    bool takes_tool, takes_materials;       /* at least half of its tuples have one */
};

typedef struct verb_set verb_set;
/* Caller frees. */
verb_set *verb_set_new(void);
void verb_set_free(verb_set *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(verb_set, verb_set_free)
/* From now on `from` counts as `to` ("gather", "mine"). False: one of them is no word. */
bool verb_set_merge(verb_set *set, const char *from, const char *to);
/* Counts a tuple of the goal with that number. Case, blanks and None do not count. False: it has no verb. */
bool verb_set_add(verb_set *set, guint goal, const struct action_tuple *tuple);
/* struct action_row*: verbs that came up `least` times, the most frequent first. Caller unrefs; valid as long as the set. */
GPtrArray *verb_set_rows(const verb_set *set, guint least);
/* A skill of that verb for a world (world.act), as a draft: a Lua function with its documentation. Caller frees. */
char *action_row_draft(const struct action_row *row);

#endif
