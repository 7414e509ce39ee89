#ifndef TUI_CLI_PLANS_JSON_H
#define TUI_CLI_PLANS_JSON_H

/* What `reins plans --json` prints, beside plans_json() itself. Caller frees each. */

#include "engine/curation/plans_file.h"

/* Of struct memory_plan*. */
char *plans_json_list(const GPtrArray *plans);
/* The same, each with "likeness" (double), in the same order. */
char *plans_json_found(const GPtrArray *plans, const GArray *likeness);
/* The plan, with "sources": the plans that it was made of. */
char *plans_json_show(const struct memory_plan *plan, const GPtrArray *sources);
/* {"done":"edit","plan":7,"equal":2}; others: equal plans to which the same was done. */
char *plans_json_done(const char *done, gint64 plan, gint64 others);
/* {"done":"import","plans":3,"known":1,"refused":["line 7: …"]} */
char *plans_json_told(const char *done, const plans_told *told);

#endif
