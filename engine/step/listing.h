#ifndef ENGINE_STEP_LISTING_H
#define ENGINE_STEP_LISTING_H

/* Listing: the actions of a plan after the one that waits, dry-run and judged ahead on the screen as it is now, for a person who
 * may grant them (gate/grants.h). It decides nothing: at its turn each action is dry-run, judged and compared anew. Inside
 * engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
typedef struct proposal proposal;
struct command;

/* The command rest: the proposal that waits will be answered with its list. */
void listing_ask(struct run *run, const struct command *c);
/* Tells what was asked for, unless that proposal does not wait any more. False: the wait was ended. */
bool listing_tell(struct run *run, const proposal *waiting, GError **error);

#endif
