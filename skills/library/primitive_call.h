#ifndef SKILLS_LIBRARY_PRIMITIVE_CALL_H
#define SKILLS_LIBRARY_PRIMITIVE_CALL_H

/* The worker's side of primitives (primitive.h): converts an action's arguments to those of the API. */

#include "skills/timeline/action.h"

#include <lua.h>

/* True when the given arguments can be combined. */
bool primitive_fits(const action *a, GError **error);
/* Pushes the arguments, options last. Returns their number; -1 with an error when they do not fit. */
int primitive_push(lua_State *L, const action *a, GError **error);

#endif
