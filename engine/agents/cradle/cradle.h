#ifndef ENGINE_AGENTS_CRADLE_CRADLE_H
#define ENGINE_AGENTS_CRADLE_CRADLE_H

/* Inside the Cradle agent. */

#include "engine/modules/module.h"

/* Indices of its modules, in the order in which the console shows them. */
enum { GATHER, REFLECT, INFER, CURATE, PLAN, SUMMARIZE };
extern const struct module cradle_modules[];

#endif
