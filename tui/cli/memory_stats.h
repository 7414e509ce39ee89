#ifndef TUI_CLI_MEMORY_STATS_H
#define TUI_CLI_MEMORY_STATS_H

#include "engine/exports/session_stats.h"

/* {"sessions","records","unread","themes": [{"name","sessions","records","categories": [{"name","sessions","records"}]}],
 * "actions": [{"action","what","n"}], "tokens": {"estimated": true, "bin","counts","median","mean"}}; a name that is not said
 * is missing; counts: of each bin, the last with all that is longer. Caller frees. (memory_stats_json.c) */
char *memory_stats_json(const session_stats *s);
/* Of the sorted tokens; 0 = none. */
guint memory_stats_median(const session_stats *s);
double memory_stats_mean(const session_stats *s);

#endif
