#ifndef ENGINE_STEP_PROCEDURAL_H
#define ENGINE_STEP_PROCEDURAL_H

/* A run's procedural memory: its library, kept in step with the files, and the outcomes of its skills. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct action action;
typedef struct skill_library skill_library;
typedef struct catalog catalog;
typedef struct retriever retriever;

struct run_skills {
    skill_library *library;
    skill_library *untried; /* the library without the draft, while `library` contains a draft that is tried; NULL = no draft */
    char *trying;           /* that draft's name */
    GPtrArray *outdated;    /* old libraries whose skills the step may have borrowed; NULL = none */
    catalog *catalog;       /* of that library and the store; NULL = not needed (reins do with primitives) */
    GPtrArray *to_curate;   /* command*: skill_accept and skill_refuse that wait for the next step */
    retriever *retriever;   /* for that library; NULL until the first request that offers skills */
    char *told;             /* its last result as JSON, for the event of a module with actions */
    GPtrArray *offered;     /* skill*: same, borrowed from that library; NULL = none yet */
    GArray *runs;   /* gint64: this run and earlier ones of its program; NULL until the first request that offers skills */
    guint named;    /* the last so many libraries of the profile were loaded for the name of a skill: not the program's own */
    char *failures; /* earlier failures with these skills in these runs, for the prompt */
};
struct run_skills *run_skills_new(void);
void run_skills_free(struct run_skills *s);

/* Loads the libraries that the profile names, updates the store, and makes the catalog. Faults in single files are reported as
 * notices. */
bool procedural_load(struct run *run, GError **error);
/* Adds a library for procedural_load(), besides those of the profile. */
void procedural_add_library(struct run *run, const char *library);
/* Before a step: carries out skill_accept and skill_refuse, and loads changed files again, with notices. Skills borrowed from
 * the old library are invalid afterwards. */
bool procedural_refresh(struct run *run, GError **error);
/* Tries a draft through the gate: until the next procedural_refresh() it replaces the skill of its name, with stage trial, so
 * that it asks. Does nothing when that version is loaded already. Errors: no such version, not a skill; RUN_ERROR: the wait was
 * ended. */
bool procedural_try(struct run *run, const char *name, const char *sha256, GError **error);
/* A person chose a skill that the run's libraries lack: loads the library that has it until the run ends, with a notice. The
 * lists allow and deny apply. True also when no library has it. Errors: it would replace another skill, or no worker. */
bool procedural_fetch(struct run *run, const char *name, GError **error);
/* The highest tier that authors state (@effect) for these skills and all that they call, -1 = none; *ret_name (borrowed): whose
 * it is. */
int procedural_effect(const struct run *run, const GPtrArray *actions, const char **ret_name);
/* The reason to ask a person because one of these skills, or one that it calls, is not trusted. NULL = all are. Caller frees. */
char *procedural_untrusted(const struct run *run, const GPtrArray *actions);
/* The name of a skill among these, or among those that they call, that lies in the current folder and that nobody accepted: a
 * cloned repository may contain a skill of any name. NULL = none. Borrowed. */
const char *procedural_stranger(const struct run *run, const GPtrArray *actions);
/* Counts an outcome for the action's skill and updates the version's stage: trusted after enough verified ones, demoted when it
 * fails. Shipped skills keep their stage. */
bool procedural_outcome(struct run *run, const action *a, const char *what, GError **error);
/* Only updates the stage, after an outcome was corrected. */
bool procedural_move_on(struct run *run, const action *a, GError **error);
/* Checks texts that a model drafted (char*), stores them as drafts, and sends notices. *ret_why (optional; caller frees): the
 * faults of those that are not skills, for the next plan; NULL = none. */
bool procedural_draft(struct run *run, const GPtrArray *texts, const char *note, char **ret_why, GError **error);

#endif
