#ifndef TUI_CLI_DO_JSON_H
#define TUI_CLI_DO_JSON_H

/* What `reins do --json` prints, and what `reins do --timeline` reads. */

#include "engine/engine.h"

/* {"status","exit","reason","tier","rule","evidence","digest","target":{…},"timeline":[…],"fired":[…],"effect","run"}; caller
 * frees. */
char *do_result_to_json(const struct engine_did *did, int exit_code);
/* An array of events, or a document as above: its timeline, whose digest must then be the one that stands there. */
timeline *do_timeline_from_json(const char *text, gsize length, GError **error);

#endif
