#ifndef ENGINE_RECALL_RETRIEVE_H
#define ENGINE_RECALL_RETRIEVE_H

/* Which skills a plan is shown (the general ones always, then as in the paper, B.1: the newly made ones, the ten most similar by
 * cosine of documentation and task, the sets of a kind of screen beside them), each with why it is there. What lately was learned
 * or worked weighs more, what keeps failing less; a draft is never retrieved. Also for the command line and the console, without
 * a run. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "engine/curation/catalog.h"
#include "memory/memory.h"
#include "skills/library/library.h"

#include <glib.h>

enum retrieve_part_kind {
    RETRIEVE_COSINE,   /* of the skill's documentation and the query, -1..1 */
    RETRIEVE_LEARNED,  /* learned lately, by a person or a model: up to 0.05, half of it after a week */
    RETRIEVE_USED,     /* verified lately: up to 0.03, half of it after three days */
    RETRIEVE_OUTCOMES, /* how often it worked: from -0.2 (keeps failing) to 0.05 */
    RETRIEVE_REJECTED, /* how often a person rejected it: down to -0.05 */
    RETRIEVE_PART_COUNT
};
/* "cosine", "learned", "used", "outcomes", "rejected". */
const char *retrieve_part_name(enum retrieve_part_kind kind);

enum retrieve_why {
    RETRIEVED_GENERAL, /* what is in every list, before all others: a click, a key, a text */
    RETRIEVED_NEW,     /* made in this run */
    RETRIEVED_NEAR,    /* among the k best */
    RETRIEVED_SET,     /* of the program's own libraries, beside them */
};
/* "general", "new", "near", "set". */
const char *retrieve_why_name(enum retrieve_why why);

struct retrieved {
    const skill *skill;            /* borrowed from the library */
    const struct catalog_row *row; /* borrowed from the catalog; NULL = it was loaded without one */
    enum retrieve_why why;
    double score;                     /* the sum of the parts */
    double part[RETRIEVE_PART_COUNT]; /* 0 = says nothing */
    gint64 now_us;                    /* for which the parts hold */
};
/* "new in this run; cosine 0.41, learned 2 days ago +0.05, verified 4 of 5 +0.03"; caller frees. */
char *retrieved_explain(const struct retrieved *r);
/* [{"name","score","why","text","parts":[{"part","value"}]}] of struct retrieved*; caller frees. (retrieve_json.c) */
char *retrieved_to_json(const GPtrArray *rows);
/* That text for people: "0.47 press_button: cosine 0.41, learned …", a line each, best first; "" where it is not such a text.
 * Caller frees. (retrieve_json.c) */
char *retrieved_lines(const char *json);
/* Their names, best first; caller frees with g_strfreev. */
char **retrieved_names(const char *json);
/* What the next plan should know of those that failed or were rejected, a line each: "- press_button: fired 5, verified 1, no
 * effect 4, rejected 2"; "" = nothing. Caller frees. */
char *retrieved_failures(const GPtrArray *rows);
/* skill* of struct retrieved*, for a prompt. Caller unrefs. */
GPtrArray *retrieved_skills(const GPtrArray *rows);

struct retrieve_query {
    const char *text;           /* task, subtask; any length, NULL = nothing is like it */
    guint k;                    /* how many of the best */
    gint64 now_us;              /* real time; 0 = now */
    gint64 run;                 /* whose new skills come before them; 0 = none */
    const char *const *general; /* names of skills that stand first, in this order, whatever the text; NULL = none */
    const char *const *sets;    /* libraries of which up to k more are added; NULL = none */
    bool alike;                 /* leave out what has nothing in common with the text */
};

/* The names of the skills that every plan of a profile with these libraries (NULL = none) may use: those of base.lua, or of the
 * action sets of other tools that it names, in the order of the file. Caller frees with g_strfreev(). (retrieve_sets.c) */
char **retrieve_general(const char *const *libraries);
/* Is it the action set that another tool's agent has in the place of base.lua? (retrieve_sets.c) */
bool retrieve_is_action_set(const char *library);

/* The sets of a profile's libraries (NULL = none) on a screen of that kind (what gather calls it, "one or two words"; NULL = not
 * known): without the general ones, and a library NAME__KIND only where one of those words is KIND. Borrowed names, caller frees
 * the list. Pure. (retrieve_sets.c) */
const char **retrieve_sets(const char *const *libraries, const char *screen);

typedef struct retriever retriever;

/* The embeddings are those of [skills] embeddings: "ngram" (built in, "ngram-1"), or a brain's. pool NULL, or a brain that
 * cannot: ngram. Vectors of a brain are kept in m (NULL: only here). Borrows all three until it is freed; no call is under way
 * after that. */
retriever *retriever_new(const config *cfg, brain_pool *pool, memory *m) G_GNUC_WARN_UNUSED_RESULT;
void retriever_free(retriever *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(retriever, retriever_free)
/* What may be retrieved from now on: lib's skills, with c's stages, outcomes and dates (c NULL: none are known). Both are
 * borrowed until the next load. Texts that were there before are not read again. `libraries`: of what ships only these (NULL =
 * all of lib). */
void retriever_load(retriever *r, const skill_library *lib, const catalog *c, const char *const *libraries);

/* A search. Only with a brain's embeddings does it take time: begin, then step after each brain_pool_poll() until it says true. A
 * new one gives up the one before. The query's text is copied; general and sets are borrowed until the end. */
void retriever_begin(retriever *r, const struct retrieve_query *query);
bool retriever_step(retriever *r);
/* After that: struct retrieved*, the general ones, then best first (new ones, the k best, the sets), equal scores by name.
 * *ret_notice (optional; caller frees): why the built-in embedding was used in a brain's place; NULL = it was not, or that was
 * said already. Caller unrefs. */
GPtrArray *retriever_result(retriever *r, char **ret_notice);
/* All of it at once; polls the pool while it waits. */
GPtrArray *retriever_search(retriever *r, const struct retrieve_query *query, char **ret_notice);
/* What made the vectors of the last result: "ngram-1", "openai:MODEL HOST". Borrowed. */
const char *retriever_kind(const retriever *r);
/* What the calls since the last time took. */
void retriever_take_cost(retriever *r, struct brain_spent *ret_spent);

#endif
