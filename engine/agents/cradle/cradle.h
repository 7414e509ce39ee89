#ifndef ENGINE_AGENTS_CRADLE_CRADLE_H
#define ENGINE_AGENTS_CRADLE_CRADLE_H

/* Inside of the Cradle agent. */

#include "engine/modules/module.h"

/* The places of its modules, in the order in which people see them. */
enum { GATHER, REFLECT, INFER, CURATE, PLAN, SUMMARIZE };
extern const struct module cradle_modules[];

#endif
