#ifndef ENGINE_STEP_PROCEDURAL_H
#define ENGINE_STEP_PROCEDURAL_H

/* A run's procedural memory: the library that it plans with, kept in step with its files, and what its skills go through while it
 * runs. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct action action;
typedef struct skill_library skill_library;
typedef struct catalog catalog;
typedef struct retriever retriever;

struct run_skills {
    skill_library *library;
    skill_library *untried; /* that one as the files are, while `library` has a draft in it that is tried; NULL = it has none */
    char *trying;           /* that draft's name */
    GPtrArray *outdated;    /* libraries that the step may have borrowed skills of; NULL = none */
    catalog *catalog;       /* of that library and the store; NULL = none is needed (reins do with primitives) */
    GPtrArray *to_curate;   /* command*: skill_accept, skill_refuse, until the next step begins */
    retriever *retriever;   /* over that library; NULL until the first request that offers skills */
    char *told;             /* what it gave last, as JSON: for the event of a module with actions */
    GPtrArray *offered;     /* skill*: the same, borrowed from that library; NULL = nothing yet */
    char *failures;         /* …and what failed with them before, for the prompt */
};
struct run_skills *run_skills_new(void);
void run_skills_free(struct run_skills *s);

/* Loads the library that the profile names, tells the store, makes the catalog. What is wrong with single files is told. */
bool procedural_load(struct run *run, GError **error);
/* One more library for procedural_load(), beside those that the profile names. */
void procedural_add_library(struct run *run, const char *library);
/* Before a step: does what skill_accept and skill_refuse asked for; when files have changed since, loads them again and tells
 * what is new. Borrowed skills of the earlier library are gone afterwards. */
bool procedural_refresh(struct run *run, GError **error);
/* A draft is tried, through the gate like all else: until the next procedural_refresh() its text is loaded in the place of what
 * has its name, as if on trial, so that it asks. Where it was a version that is loaded already, nothing is done. Errors: no such
 * version, no skill; RUN_ERROR: the wait was ended. */
bool procedural_try(struct run *run, const char *name, const char *sha256, GError **error);
/* A person chose a skill that the profile's libraries lack: where another library has it, that one is loaded, too, until the run
 * ends, and told; the allow and deny lists hold. True also where no library has it. Error: something else would be replaced, or
 * no worker. */
bool procedural_fetch(struct run *run, const char *name, GError **error);
/* The tier that the authors of these skills, and of all that they lead to, give them (@effect), -1 = none; *ret_name (borrowed)
 * whose it is. */
int procedural_effect(const struct run *run, const GPtrArray *actions, const char **ret_name);
/* Why a person must be asked: one of these skills, or one that it leads to, is not trusted. NULL = all are. Caller frees. */
char *procedural_untrusted(const struct run *run, const GPtrArray *actions);
/* One of these skills, or one that it leads to, that lies in the folder that reins was started in and that nobody has accepted: a
 * clone of somebody's repository may hold it under any name. NULL = none. Borrowed. */
const char *procedural_stranger(const struct run *run, const GPtrArray *actions);
/* Counts an outcome of the action's skill, and moves the version on: trusted after enough that were verified, asks again when it
 * fails. What ships stays as it is. */
bool procedural_outcome(struct run *run, const action *a, const char *what, GError **error);
/* The second half alone: an outcome was corrected. */
bool procedural_move_on(struct run *run, const action *a, GError **error);
/* Texts that a model drafted (char*): checked, stored as drafts, told. *ret_why (optional; caller frees): what was wrong with
 * those that are no skills, for the next plan; NULL = nothing. */
bool procedural_draft(struct run *run, const GPtrArray *texts, const char *note, char **ret_why, GError **error);

#endif
