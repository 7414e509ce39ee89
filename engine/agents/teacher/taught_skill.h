#ifndef ENGINE_AGENTS_TEACHER_TAUGHT_SKILL_H
#define ENGINE_AGENTS_TEACHER_TAUGHT_SKILL_H

/* The skill that a demonstration makes: Lua text of one function that does its steps. Its parameters are texts: those that differ
 * between two demonstrations, those that the person names, and those that were not kept. Pure. */

#include <glib.h>
#include <stdbool.h>

typedef struct action action;

/* A step of a demonstration. */
struct taught {
    const action *did; /* borrowed */
    int x, y;          /* where it was done, px; -1 = nowhere */
    const char *named; /* what its element is called on the screen, "" = by nothing; NULL = by the name in the call. Borrowed */
    const char *await, *await_role; /* what has to be there first, and was not before the step before it: an element by name or
                                     * id, or a window; NULL or "" = nothing. Borrowed */
};
/* A parameter's name for that text: after what the element is called that was clicked before it, else text1, text2 …; no two are
 * the same. Names of texts, by their index among the steps that type; caller unrefs. */
GPtrArray *taught_names(const GArray *steps);
/* The names that the skill of an earlier demonstration gives those texts, where it types as many: what a person has called a
 * parameter stays its name. code: the skill's text. */
void taught_names_of(const char *code, GPtrArray *names);
/* Sets names[i] to NULL (frees it) where the texts of both are the same. False: the demonstrations differ in more than their
 * texts; *ret_why (caller frees) says where, and nothing is changed. */
bool taught_same(const GArray *steps, const GPtrArray *other, GPtrArray *names, char **ret_why);
/* What the person answers to which texts are parameters: "1 2=amount", numbers from 1, "none" or "" = none of those that are
 * known. Keeps and renames names. Error: a sentence in *ret_why (caller frees). */
bool taught_choose(const GArray *steps, const char *answer, GPtrArray *names, char **ret_why);
/* The texts with their numbers and names, a line each, as the question for that shows them. Caller frees. */
char *taught_texts(const GArray *steps, const GPtrArray *names);
/* The text of the skill; caller frees. names: as above, NULL = typed as it was. */
char *taught_skill(const char *name, const char *task, const GArray *steps, const GPtrArray *names);

#endif
