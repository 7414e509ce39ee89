#ifndef TUI_CLI_DOCS_JSON_H
#define TUI_CLI_DOCS_JSON_H

/* What `reins docs --json` prints. Caller frees each. */

#include "engine/curation/docs_folder.h"

char *docs_json(const struct memory_doc *doc);
/* Of struct memory_doc*. */
char *docs_json_list(const GPtrArray *docs);
/* {"doc":7,"from":1,"to":2,"diff":"…"} */
char *docs_json_diff(gint64 doc, gint64 from, gint64 to, const char *diff);
/* {"done":"edit","doc":7} */
char *docs_json_done(const char *done, gint64 doc);
/* {"done":"export","docs":3,"files":2,"problems":["…"]} */
char *docs_json_told(const char *done, const docs_told *told);

#endif
