#ifndef SKILLS_DRYRUN_DRYRUN_PARTS_H
#define SKILLS_DRYRUN_DRYRUN_PARTS_H

/* What the dry run and the stepping of a loop share: a loop's worker first does what the dry run did, and so comes to the same
 * step function. Inside skills/ only. */

#include "skills/library/library.h"
#include "skills/lua/lua_sandbox.h"

/* What goes to the worker; caller frees. */
char *dryrun_request(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms);

/* ---- inside the worker ---- */

struct dryrun {
    sandbox *sandbox; /* its timeline is that of the actions */
    screen *screen;
    GPtrArray *actions;
};
struct cJSON;
/* The request's member "screen". */
screen *dryrun_screen(const struct cJSON *request, GError **error);
/* Loads the sources and runs the actions. What it gives lives as long as the process. NULL: the error. */
struct dryrun *dryrun_perform(const char *request, gsize length, GError **error);
/* What runs now may take SANDBOX_TIME_MS; then the worker says so and ends. `place`: "FILE:LINE: " or "". */
void dryrun_limit_time(const char *place, const char *subject);
/* A hold without an end that nothing in the timeline releases ends at the longest hold. */
void dryrun_end_holds(timeline *t, gint64 max_hold_ms);

#endif
