#ifndef TUI_CLI_SKILLS_JSON_H
#define TUI_CLI_SKILLS_JSON_H

/* Output of `reins skills … --json`. Callers free. Times are ISO 8601 UTC, null = never; a run's id is a string. */

#include "engine/curation/port.h"
#include "skills/timeline/timeline.h"
#include "tui/cli/skills.h"

/* A list of struct catalog_row*, without code:
 * [{"name","doc","params",…,"file","line","sha256","stage","author","library","layer","counts",…}]. */
char *skills_json_list(const GPtrArray *rows);
/* Same for struct retrieved* (engine/recall/retrieve.h), with "score", "why", "text" and "parts". (skills_search_json.c) */
char *skills_json_ranked(const GPtrArray *rows);
/* One skill: skill_to_json_text() (or what is known of a text that is not a skill), the members of a list item, "loaded",
 * "used_by" (char*), and "frame", the picture of its origin. */
char *skills_json_show(const struct skills_pick *pick, const struct catalog_row *row, const GPtrArray *used_by,
                       const char *frame);
/* One version for a log: {"sha256","loaded","author",…,"stages":[…],"counts"}. stages: memory_skill*, oldest first. */
char *skills_json_version(const memory_skill *version, bool loaded, const GPtrArray *stages, const struct memory_counts *counts);
/* One outcome for a list: {"what","at","run","step"}. */
char *skills_json_outcome(const struct memory_outcome *o);
/* {"name","from","to","diff"}; from NULL = no earlier version. */
char *skills_json_diff(const char *name, const char *from, const char *to, const char *diff);
/* {"did","name","sha256","stage","file","what"}; NULL becomes null. */
char *skills_json_did(const char *did, const char *name, const char *sha256, const char *stage, const char *file,
                      const char *what);
/* {"format","skills":[members of struct port_done],"refused":[…]} */
char *skills_json_import(const char *format, const GPtrArray *done, const GPtrArray *refused);
/* {"digest","duration_ms","on","timeline"}; on: the picture that it ran on, as text. */
char *skills_json_preview(const timeline *t, const char *digest, const char *on);
/* {"file","line","what"} from "FILE:LINE: what". */
char *skills_json_finding(const char *file, const char *finding);
/* "[a,b]" of JSON texts. */
char *skills_json_array(const GPtrArray *texts);

#endif
