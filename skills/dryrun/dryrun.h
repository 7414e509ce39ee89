#ifndef SKILLS_DRYRUN_DRYRUN_H
#define SKILLS_DRYRUN_DRYRUN_H

/* Dry run: a skill call becomes its timeline, in a worker, in the Lua sandbox; nothing is fired. */

#include "skills/timeline/action.h"
#include "skills/library/library.h"
#include "skills/timeline/screen.h"
#include "skills/timeline/timeline.h"
#include "skills/worker/worker.h"

/* Starts it. The action must have passed skill_library_check(). `seed` seeds math.random; max_hold_ms bounds holds without an
 * end. */
worker *dryrun_start(const skill_library *lib, const action *a, const screen *s, guint64 seed, gint64 max_hold_ms,
                     GError **error);
/* Several actions, one after the other in one timeline: GPtrArray of const action*. */
worker *dryrun_start_all(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                         GError **error);
/* After worker_poll() said true. Errors: SKILLS_ERROR_RUNTIME with file and line, SKILLS_ERROR_LIMIT, coordinates off the screen.
 */
timeline *dryrun_finish(worker *w, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Both, blocking: command line and tests. */
timeline *dryrun_all(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed, gint64 max_hold_ms,
                     GError **error);
timeline *dryrun(const skill_library *lib, const action *a, const screen *s, guint64 seed, gint64 max_hold_ms, GError **error);

/* Is told at the beginning (0, 0), and every 5 s of processor time, how many functions of how many are checked. */
struct check_watch {
    void (*told)(void *data, gint64 done, gint64 of);
    void *data;
};
/* `reins skills check FILE`: findings as "FILE:LINE: what", empty = clean. Every function is dry-run with sample arguments on a
 * blank 1280×720 screen. Error only when the file cannot be read or the worker not started. It takes
 * 15 minutes of processor time at most; without `watch` (NULL), which is told of the progress, 20 s. Caller unrefs. */
GPtrArray *dryrun_check_file(const char *path, const struct check_watch *watch, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same of a text that may call the skills of `lib` (NULL = base.lua), on that screen (NULL = the blank one). */
GPtrArray *dryrun_check_text(const skill_library *lib, const char *name, const char *text, gsize length, const screen *seen,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Scripted brains and policies: calls one global function of a Lua source with one JSON value, in a worker, in the same
 * sandbox without key, mouse and screen. The result: a returned string as it is, a returned table as JSON. */
worker *script_start(const char *name, const char *source, const char *function, const char *input_json, GError **error);
char *script_finish(worker *w, GError **error);

/* Child sides, for the worker_kind table in main.c: "library" (parse), "dryrun", "check", "script". */
bool dryrun_worker_library(const char *request, gsize length, GString *reply, GError **error);
bool dryrun_worker_run(const char *request, gsize length, GString *reply, GError **error);
bool dryrun_worker_check(const char *request, gsize length, GString *reply, GError **error);
bool dryrun_worker_script(const char *request, gsize length, GString *reply, GError **error);

#endif
