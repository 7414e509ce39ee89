#ifndef TUI_CLI_SCORE_H
#define TUI_CLI_SCORE_H

/* Inside reins score. */

#include "engine/exports/score.h"

/* {"predictions" (where given),"plan","act","reflect","all": {"mean","n"}, "attributes": {NAME:
 * {"labels","there","share","right","matched","measure"}}, "groups": [{"by": "brain" | "status" | "theme", "name", "mean", "n",
 * "attributes"}], "unboxed", "unanswered", "records":
 * [{"session","file","status","brain","theme","score","unanswered" (true, or missing),"defect"}]}; a name, brain or theme that is
 * not said is missing; mean and score are null where nothing was scored. Caller frees. (score_json.c)
 */
char *score_json(const score_report *report, const char *predictions);

struct predictions; /* engine/exports/predictions.h */
/* Asks the brain for what is missing in OUT of the labels' answers, and tells on standard error what came and what it took. The
 * exit code; not 0: it was stopped, by a person, the limit of a day or a failure that was told. *ret_predictions: caller frees;
 * NULL = nothing could be asked. (score_brain.c) */
int score_brain_ask(const char *labels, const char *out, const char *brain, struct predictions **ret_predictions);
/* Where the answers of a brain are where nothing else is said: "score-NAME". Caller frees. */
char *score_brain_folder(const char *brain);

/* True for `last` or a number that is no folder here. (score_run.c) */
bool score_run_named(const char *named);
/* Exports that run as a session into a folder of its own. Caller frees by score_run_remove(). Errors: no such run, nothing in it
 * that is a record, stopped. */
char *score_run_session(const char *named, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Removes the folder and frees its name; NULL does nothing. */
void score_run_remove(char *folder);

#endif
