#ifndef TUI_CLI_SCORE_H
#define TUI_CLI_SCORE_H

/* Inside reins score. */

#include "engine/exports/score.h"

/* {"plan","act","reflect","all": {"mean","n"}, "attributes": {NAME: {"labels","there","share","right","matched","measure"}},
 * "unboxed", "records":
 * [{"session","file","status","score","defect"}]}; mean and score are null where nothing was scored. Caller frees. (score_json.c)
 */
char *score_json(const score_report *report);

#endif
