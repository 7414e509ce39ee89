#ifndef SKILLS_DRYRUN_DRYRUN_PARTS_H
#define SKILLS_DRYRUN_DRYRUN_PARTS_H

/* Shared by the dry run and the loop worker: a loop worker first repeats the dry run, so that it gets the same step function.
 * Inside skills/ only. */

#include "skills/library/library.h"
#include "skills/lua/lua_sandbox.h"

/* The request for the worker. Caller frees. */
char *dryrun_request(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms);

/* ---- inside the worker ---- */

struct dryrun {
    sandbox *sandbox; /* its timeline has the events of the actions */
    screen *screen;
    GPtrArray *actions;
};
struct cJSON;
/* The request's member "screen". Caller frees. */
screen *dryrun_screen(const struct cJSON *request, GError **error);
/* Loads the sources and runs the actions. The result lives as long as the process. NULL with an error. */
struct dryrun *dryrun_perform(const char *request, gsize length, GError **error);
/* Limits the code that runs next to SANDBOX_TIME_MS of processor time; when it is used up, the worker reports it and ends.
 * `place`: "FILE:LINE: " or "". */
void dryrun_limit_time(const char *place, const char *subject);
/* Ends each hold that nothing in the timeline releases after max_hold_ms. */
void dryrun_end_holds(timeline *t, gint64 max_hold_ms);

#endif
