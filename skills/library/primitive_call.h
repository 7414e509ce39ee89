#ifndef SKILLS_LIBRARY_PRIMITIVE_CALL_H
#define SKILLS_LIBRARY_PRIMITIVE_CALL_H

/* The worker's side of a primitive (primitive.h): an action's arguments as the API takes them. */

#include "skills/timeline/action.h"

#include <lua.h>

/* Whether what is given goes together. */
bool primitive_fits(const action *a, GError **error);
/* Pushes the arguments, the options last: how many; -1 = they do not fit. */
int primitive_push(lua_State *L, const action *a, GError **error);

#endif
