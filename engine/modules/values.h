#ifndef ENGINE_MODULES_VALUES_H
#define ENGINE_MODULES_VALUES_H

/* Values of a prompt's {{names}}. Inside engine/modules/. */

#include "engine/modules/module.h"

/* All names and values, "" = nothing: the names of every agent, {{MODULE}} and {{MODULE.FIELD}} of this step's outputs, the
 * agent's own. Caller unrefs. (values.c) */
GHashTable *values_new(const situation *s, const struct form *form);
/* One line of limited length: control characters and line ends become spaces. Caller frees. (values.c) */
char *values_one_line(const char *text);
/* The variables of a scripted brain as one JSON object: the same values, and those that are not text. Caller frees.
 * (situation_json.c) */
char *situation_vars(const situation *s);
/* `vars` with one more string member. Caller frees. (situation_json.c) */
char *situation_vars_with(const char *vars, const char *name, const char *text);

#endif
