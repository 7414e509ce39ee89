#ifndef TUI_CLI_SKILLS_JSON_H
#define TUI_CLI_SKILLS_JSON_H

/* What `reins skills … --json` prints. Callers free. Times are ISO 8601 UTC, null = never; a run's id is a string. */

#include "engine/curation/port.h"
#include "skills/timeline/timeline.h"
#include "tui/cli/skills.h"

/* [{"name","doc","params",…,"file","line","sha256","stage","author","library","layer","counts",…}] of struct catalog_row*;
 * without code. */
char *skills_json_list(const GPtrArray *rows);
/* The same of struct retrieved* (engine/recall/retrieve.h), with "score", "why", "text" and "parts" of each.
 * (skills_search_json.c) */
char *skills_json_ranked(const GPtrArray *rows);
/* skill_to_json_text(), or as much as there is of a text that is no skill, and the members of a list's item, "loaded",
 * "used_by" (char*), "frame": the picture of its origin. */
char *skills_json_show(const struct skills_pick *pick, const struct catalog_row *row, const GPtrArray *used_by,
                       const char *frame);
/* One version of a log, to be joined: {"sha256","loaded","author",…,"stages":[…],"counts"}. stages: memory_skill*, oldest
 * first. */
char *skills_json_version(const memory_skill *version, bool loaded, const GPtrArray *stages, const struct memory_counts *counts);
/* One outcome, to be joined: {"what","at","run","step"}. */
char *skills_json_outcome(const struct memory_outcome *o);
/* {"name","from","to","diff"}; from NULL = nothing. */
char *skills_json_diff(const char *name, const char *from, const char *to, const char *diff);
/* {"did","name","sha256","stage","file","what"}; NULL = null. */
char *skills_json_did(const char *did, const char *name, const char *sha256, const char *stage, const char *file,
                      const char *what);
/* {"format","skills":[struct port_done as it is],"refused":[…]} */
char *skills_json_import(const char *format, const GPtrArray *done, const GPtrArray *refused);
/* {"digest","duration_ms","on","timeline"}; on: what it was looked at on, in words. */
char *skills_json_preview(const timeline *t, const char *digest, const char *on);
/* {"file","line","what"} from "FILE:LINE: what". */
char *skills_json_finding(const char *file, const char *finding);
/* "[a,b]" of JSON texts. */
char *skills_json_array(const GPtrArray *texts);

#endif
