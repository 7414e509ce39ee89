#ifndef ENGINE_STEP_REPLY_ACTIONS_H
#define ENGINE_STEP_REPLY_ACTIONS_H

/* The actions of a reply: their points, which a model gives in its own space, and whether they fit their skills. Inside of this
 * folder. */

#include "engine/run/run.h"

struct coordinates;
typedef struct form_output form_output;

/* Brings the points of the actions in that field to pixels of the screen, and their arguments to what the skills take. `space`
 * NULL: the points are such pixels. *ret_points (caller frees): what was brought to what, for the pane; NULL = nothing was.
 * Returns the defect: a point outside of the picture, an action that does not fit its skill or names none that is there, a first
 * one on a mark whose number is not there. NULL = all fit; caller frees. */
char *reply_actions(const struct run *run, const struct coordinates *space, form_output *output, const char *field,
                    char **ret_points);
/* Fetches the skills that the actions of a person's text for that module name and the run lacks; not while a search goes through
 * those that it has. What is no output is told by the check. */
bool reply_actions_fetch(struct run *run, guint m, const char *text, GError **error);
/* A person who answers is told before anything is done: more actions than a step takes would be left out, and all of them where
 * the outcome is not that the task goes on. */
bool reply_actions_count(struct run *run, guint m, const form_output *output, GError **error);

#endif
