#ifndef ENGINE_STEP_TASK_CHECK_H
#define ENGINE_STEP_TASK_CHECK_H

/* The success check of a run's task file, when its agent says that it is done, and before. Inside engine/ only. */

#include <stdbool.h>

struct run;

/* True: there are checks that may be run, and all hold, on the present observation. For an agent that is told by them when it is
 * done; nothing is noted, and what ends a wait denies. *ret_denied: a sentence about the first check that does not hold; NULL =
 * none was tried, or all hold. Caller frees. */
bool task_check_now(struct run *run, char **ret_denied);
/* Looks once more, and tries each check; a note in the journal says of each how it went. True: all hold, or there is none that
 * may be run. *ret_told: a sentence for the run's end; caller frees. Waits are no longer interrupted after this. */
bool task_check_all(struct run *run, char **ret_told);

/* The page of the task file that the run has ended on: the first that holds. A note in the journal says it, with its score:
 * "page cart: reward 0.5", and a notice. Nothing where the file has no pages, or it came by an import. */
void task_check_pages(struct run *run);

#endif
