#ifndef ENGINE_RETRIEVE_H
#define ENGINE_RETRIEVE_H

/* Ranks skills for planning (paper B.1: the ten most similar by cosine of documentation and task), with the built-in embedding:
 * hashed words and character 3-grams, deterministic ("ngram"). */

#include "skills/library.h"

#include <glib.h>

/* The k general skills nearest to the query and all of the program's own libraries (the paper's sets for a kind of screen),
 * nearest first, borrowed from lib. Caller unrefs. */
GPtrArray *retrieve_skills(const skill_library *lib, const char *query, guint k);

#endif
