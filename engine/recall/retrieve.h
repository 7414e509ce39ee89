#ifndef ENGINE_RECALL_RETRIEVE_H
#define ENGINE_RECALL_RETRIEVE_H

/* Retrieves the skills for a plan, each with its reason: the general ones always, then as in the paper (B.1) the skills made in
 * this run, the ten most similar by cosine of documentation and task, and the sets of the kind of screen. Recent success and
 * learning raise a score, failures lower it. Drafts are never retrieved. Also used by the command line and the console, without
 * a run. */

#include "config/config.h"
#include "engine/brain/brain.h"
#include "engine/curation/catalog.h"
#include "memory/memory.h"
#include "skills/library/library.h"

#include <glib.h>

enum retrieve_part_kind {
    RETRIEVE_COSINE,   /* of the skill's documentation and the query, -1..1 */
    RETRIEVE_LEARNED,  /* learned recently, from a person or a model: up to 0.05, half after a week */
    RETRIEVE_USED,     /* verified recently: up to 0.03, half after three days */
    RETRIEVE_OUTCOMES, /* rate of success: from -0.2 (keeps failing) to 0.05 */
    RETRIEVE_REJECTED, /* rejections by a person: down to -0.05 */
    RETRIEVE_PART_COUNT
};
/* "cosine", "learned", "used", "outcomes", "rejected". */
const char *retrieve_part_name(enum retrieve_part_kind kind);

enum retrieve_why {
    RETRIEVED_GENERAL, /* in every list, before all others: a click, a key, a text */
    RETRIEVED_NEW,     /* made in this run */
    RETRIEVED_NEAR,    /* among the k best */
    RETRIEVED_SET,     /* in the program's own libraries */
};
/* "general", "new", "near", "set". */
const char *retrieve_why_name(enum retrieve_why why);

struct retrieved {
    const skill *skill;            /* borrowed from the library */
    const struct catalog_row *row; /* borrowed from the catalog; NULL = loaded without one */
    enum retrieve_why why;
    double score;                     /* the sum of the parts */
    double part[RETRIEVE_PART_COUNT]; /* 0 = no contribution */
    gint64 now_us;                    /* the time that the parts were computed for */
};
/* The reasons: "new in this run; cosine 0.41, learned 2 days ago +0.05, verified 4 of 5 +0.03". Caller frees. */
char *retrieved_explain(const struct retrieved *r);
/* [{"name","score","why","text","parts":[{"part","value"}]}] of struct retrieved*; caller frees. (retrieve_json.c) */
char *retrieved_to_json(const GPtrArray *rows);
/* That JSON as text for people: "0.47 press_button: cosine 0.41, learned …", one line each, best first; "" for anything else.
 * Caller frees. (retrieve_json.c) */
char *retrieved_lines(const char *json);
/* The names in that JSON, best first. Caller frees with g_strfreev(). */
char **retrieved_names(const char *json);
/* Of these counts (struct memory_counts*) the failures and rejections for the next plan, one line each: "- press_button: fired 5,
 * verified 1, no effect 4, rejected 2"; "" = none. Caller frees. */
char *retrieved_failures(const GPtrArray *rows, const GPtrArray *counts);
/* The skill* of struct retrieved*, for a prompt. Caller unrefs. */
GPtrArray *retrieved_skills(const GPtrArray *rows);

struct retrieve_query {
    const char *text;           /* task and subtask, any length; NULL = nothing is similar */
    guint k;                    /* number of the most similar ones */
    gint64 now_us;              /* real time; 0 = now */
    gint64 run;                 /* the run whose new skills come first; 0 = none */
    const char *const *general; /* names of skills that always come first, in this order; NULL = none */
    const char *const *sets;    /* libraries of which up to k more skills are added; NULL = none */
    bool alike;                 /* omit skills that have nothing in common with the text */
};

/* Names of the skills that every plan of a profile with these libraries (NULL = none) may use: those of base.lua, or of the
 * action sets of other tools that it names, in file order. Caller frees with g_strfreev(). (retrieve_sets.c) */
char **retrieve_general(const char *const *libraries);
/* True for the action set of another tool, or of a world, which replaces base.lua. (retrieve_sets.c) */
bool retrieve_is_action_set(const char *library);

/* The sets of a profile's libraries (NULL = none) for a kind of screen (gather's "one or two words"; NULL = unknown): without
 * the general ones, and a library NAME__KIND only when one of these words is KIND. Borrowed names; caller frees the list. Pure.
 * (retrieve_sets.c) */
const char **retrieve_sets(const char *const *libraries, const char *screen);

typedef struct retriever retriever;

/* Uses the embeddings of [skills] embeddings: "ngram" (built in, "ngram-1"), or a brain's. pool NULL, or a brain that cannot:
 * ngram. Vectors of a brain are kept in m (NULL: only in memory). Borrows all three until it is freed, and cancels its calls
 * then. Caller frees. */
retriever *retriever_new(const config *cfg, brain_pool *pool, memory *m) G_GNUC_WARN_UNUSED_RESULT;
void retriever_free(retriever *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(retriever, retriever_free)
/* Sets what can be retrieved: lib's skills with c's stages, outcomes and dates (c NULL: none known). Both are borrowed until
 * the next load. Texts that were loaded before are not read again. libraries: only these of the shipped ones (NULL = all of
 * lib). */
void retriever_load(retriever *r, const skill_library *lib, const catalog *c, const char *const *libraries);

/* Begins a search, and cancels the one before. It takes time only with a brain's embeddings: call retriever_step() after each
 * brain_pool_poll() until it returns true. The query's text is copied; general and sets are borrowed until the end. */
void retriever_begin(retriever *r, const struct retrieve_query *query);
bool retriever_step(retriever *r);
/* After that: struct retrieved*: the general ones, then best first (new ones, the k best, the sets), equal scores by name.
 * *ret_notice (optional; caller frees): why the built-in embedding replaced a brain's; NULL = it did not, or this was reported
 * before. Caller unrefs. */
GPtrArray *retriever_result(retriever *r, char **ret_notice);
/* All of it in one call; polls the pool while it waits. */
GPtrArray *retriever_search(retriever *r, const struct retrieve_query *query, char **ret_notice);
/* The kind of vectors of the last result: "ngram-1", "openai:MODEL HOST". Borrowed. */
const char *retriever_kind(const retriever *r);
/* Cost of the calls since the last time. */
void retriever_take_cost(retriever *r, struct brain_spent *ret_spent);

#endif
