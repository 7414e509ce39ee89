#ifndef ENGINE_STEP_AWAIT_H
#define ENGINE_STEP_AWAIT_H

/* What a skill waits for in its middle (screen.await() of reins-skill(7)): its parts before and after are proposals of their own,
 * each on the screen as it is then. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;

#define AWAIT_S 10

/* Looks until an element or a window of that name (timeline_awaited()) is on the screen, and at rest, for at most AWAIT_S.
 * *ret_why: why it is in vain; caller frees; NULL = it came. False: the wait was ended. */
bool step_await(struct run *run, const char *what, char **ret_why, GError **error);

#endif
