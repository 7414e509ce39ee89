#ifndef ENGINE_MODULES_VALUES_H
#define ENGINE_MODULES_VALUES_H

/* What a prompt's {{names}} stand for. Inside of the modules. */

#include "engine/modules/module.h"

/* Every name that there is, "" = nothing to say: those that every agent has, {{MODULE}} and {{MODULE.FIELD}} of this step's
 * outputs, the agent's own. Caller unrefs. (values.c) */
GHashTable *situation_values(const situation *s, const struct form *form);
/* One line, not too long: controls and line ends become spaces. Caller frees. (values.c) */
char *situation_one_line(const char *text);
/* The variables of a scripted brain, as one JSON object: the same, and what is no text. Caller frees. (situation_json.c) */
char *situation_vars(const situation *s);
/* `vars` with one more string member; caller frees. (situation_json.c) */
char *vars_with(const char *vars, const char *name, const char *text);

#endif
