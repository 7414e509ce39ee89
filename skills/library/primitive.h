#ifndef SKILLS_LIBRARY_PRIMITIVE_H
#define SKILLS_LIBRARY_PRIMITIVE_H

/* Primitives: the calls of the Lua API (key.press, mouse.drag, wait …) as commands of `reins do`, with named arguments. One
 * table lists their arguments; the API implements them. A library has them only after skill_library_add_primitives(), so that a
 * model cannot bypass a profile's list of skills. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"

/* Every primitive as a skill, in table order. Borrowed, valid for ever. */
const GPtrArray *primitive_all(void);
/* NULL = none. */
const skill *primitive_find(const char *name);
/* Makes skill_library_find() and skill_library_check() know the primitives; skill_library_all() still omits them. (library.c) */
void skill_library_add_primitives(skill_library *lib);
/* A library with the primitives only. Reads no file and starts no worker. A skill cannot have a primitive's name, so a name
 * found here is what skill_library_load() would find. Caller frees. (library.c) */
skill_library *skill_library_bare(void) G_GNUC_WARN_UNUSED_RESULT;

#endif
