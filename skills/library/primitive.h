#ifndef SKILLS_LIBRARY_PRIMITIVE_H
#define SKILLS_LIBRARY_PRIMITIVE_H

/* Primitives: the calls of the Lua API (key.press, mouse.drag, wait …) as a person names them on the command line, with arguments
 * by name. One table says what each takes; the calls themselves are the API's. They belong to `reins do` alone: a library has
 * them only after primitive_add_all(), so that a model cannot get round a profile's list of skills. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"

/* Every primitive as a skill, in the table's order; borrowed, lives for ever. */
const GPtrArray *primitive_all(void);
/* NULL = none. */
const skill *primitive_find(const char *name);
/* From now on skill_library_find() and _check() know them, too; skill_library_all() still does not name them. (library.c) */
void skill_library_add_primitives(skill_library *lib);
/* A library that has the primitives and nothing else: no file is read and no worker started, so it is there at once. A skill
 * cannot have a primitive's name: what is found here is what skill_library_load() would find. (library.c) */
skill_library *skill_library_bare(void) G_GNUC_WARN_UNUSED_RESULT;

#endif
