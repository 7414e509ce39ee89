#ifndef TUI_CLI_SKILLS_JSON_H
#define TUI_CLI_SKILLS_JSON_H

/* What `reins skills … --json` prints. Callers free. */

#include "skills/library.h"

/* [{"name","doc","params",…,"file","line","sha256"}] of skill*; without code. */
char *skills_json_list(const GPtrArray *skills);
/* {"file","line","what"} from "FILE:LINE: what". */
char *skills_json_finding(const char *file, const char *finding);

#endif
