#ifndef SKILLS_DRYRUN_DRYRUN_H
#define SKILLS_DRYRUN_DRYRUN_H

/* Dry run: computes the timeline of a skill call in a worker's Lua sandbox. Nothing is fired. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/screen.h"
#include "skills/timeline/timeline.h"
#include "skills/worker/worker.h"

/* Starts a dry run. Caller frees the worker. The action must have passed skill_library_check(). `seed` seeds math.random.
 * max_hold_ms bounds holds without an end. */
worker *dryrun_start(const skill_library *lib, const action *a, const screen *s, guint64 seed, gint64 max_hold_ms,
                     GError **error);
/* Same for several actions (GPtrArray of const action*), one after the other in one timeline. */
worker *dryrun_start_all(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                         GError **error);
/* The result, after worker_poll() returned true. Caller frees. Errors: SKILLS_ERROR_RUNTIME with file and line,
 * SKILLS_ERROR_LIMIT, coordinates off the screen. */
timeline *dryrun_finish(worker *w, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Start and finish in one blocking call, for the command line and tests. */
timeline *dryrun_all(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                     GError **error);
timeline *dryrun(const skill_library *lib, const action *a, const screen *s, guint64 seed, gint64 max_hold_ms, GError **error);

/* Progress: called at the start (0, 0) and every 5 s of processor time with the number of checked functions and of all. */
struct check_watch {
    void (*told)(void *data, gint64 done, gint64 of);
    void *data;
};
/* Checks a skill file (`reins skills check FILE`): dry-runs every function with sample arguments on a blank 1280×720 screen.
 * Returns findings as "FILE:LINE: what", empty = clean; caller unrefs. Error only when the file cannot be read or the worker
 * not started. Limit: 15 minutes of processor time with `watch`, 20 s without (NULL). */
GPtrArray *dryrun_check_file(const char *path, const struct check_watch *watch, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Same for a text that may call the skills of `lib` (NULL = base.lua), on the screen `seen` (NULL = the blank one). */
GPtrArray *dryrun_check_text(const skill_library *lib, const char *name, const char *text, gsize length, const screen *seen,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Scripted brains and policies: calls a global function of a Lua source with one JSON value, in a worker, in the same sandbox
 * without key, mouse and screen. function "": the source is only loaded, and "" returned. dryrun_script_finish() returns a
 * returned string unchanged and a returned table as JSON; caller frees. */
worker *dryrun_script_start(const char *name, const char *source, const char *function, const char *input_json, GError **error);
char *dryrun_script_finish(worker *w, GError **error);

/* The child's functions for the worker_kind table in main.c: "library" (parse), "dryrun", "check", "script". */
bool dryrun_worker_library(const char *request, gsize length, GString *reply, GError **error);
bool dryrun_worker_run(const char *request, gsize length, GString *reply, GError **error);
bool dryrun_worker_check(const char *request, gsize length, GString *reply, GError **error);
bool dryrun_worker_script(const char *request, gsize length, GString *reply, GError **error);

#endif
