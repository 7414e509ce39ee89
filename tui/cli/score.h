#ifndef TUI_CLI_SCORE_H
#define TUI_CLI_SCORE_H

/* Inside reins score. */

#include "engine/exports/score.h"

/* {"plan","act","reflect","all": {"mean","n"}, "attributes": {NAME: {"labels","there","share","right","matched","measure"}},
 * "unboxed", "records":
 * [{"session","file","status","score","defect"}]}; mean and score are null where nothing was scored. Caller frees. (score_json.c)
 */
char *score_json(const score_report *report);

/* True for `last` or a number that is no folder here. (score_run.c) */
bool score_run_named(const char *named);
/* Exports that run as a session into a folder of its own. Caller frees by score_run_remove(). Errors: no such run, nothing in it
 * that is a record, stopped. */
char *score_run_session(const char *named, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes the folder and frees its name; NULL does nothing. */
void score_run_remove(char *folder);

#endif
