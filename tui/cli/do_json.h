#ifndef TUI_CLI_DO_JSON_H
#define TUI_CLI_DO_JSON_H

/* Output of `reins do --json`, and input of `reins do --timeline`. */

#include "engine/engine.h"

/* {"status","exit","reason","tier","rule","evidence","digest","target":{…},"timeline":[…],"fired":[…],"effect","run"},
 * and "state" of a display that tells one; caller frees. */
char *do_result_to_json(const struct engine_did *did, int exit_code);
/* Reads an array of events, or the timeline of a document as above, whose digest must then match. */
timeline *do_timeline_from_json(const char *text, gsize length, GError **error);

#endif
