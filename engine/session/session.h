#ifndef ENGINE_SESSION_SESSION_H
#define ENGINE_SESSION_SESSION_H

/* The life of a run in this process: opened, started or restored, driven, ended. Used by engine.c and do.c. */

#include "engine/run/run.h"
#include "engine/step/judge.h"
#include "engine/run/options.h"

/* Fills an empty run: store, brains, profile, lists, signals. The protocol's descriptors are taken (-1 = no client). */
bool session_open(struct run *run, config *cfg, const run_options *options, int fd_in, int fd_out, bool console, GError **error);
/* A new run's row and lock; sandboxes of dead runs are ended first. A fork's memory is that of its parent up to the step. */
bool session_begin(struct run *run, GError **error);
/* Profile, rules and policy, by the options. */
bool session_load_profile(struct run *run, GError **error);
/* Sandboxes outlive their engine; those that nobody will come back to, except that of run `except`, are ended by whoever starts
 * next.
 */
bool session_sweep(struct run *run, gint64 except, GError **error);
/* Library, display, program, eye and hand; the client hears `hello`. */
bool session_start(struct run *run, GError **error);
/* Steps until the agent, a person, a budget or an error ends it; *ret_outcome static. */
void session_drive(struct run *run, const char **ret_outcome, char **ret_reason, int *ret_exit);
/* Releases, takes the last frame, ends the sandbox, commits, says `ended`. */
void session_end(struct run *run, const char *outcome, const char *reason, int exit_code);
/* Frees everything in it (not the run itself). */
void session_close(struct run *run);
/* The exit code and outcome for what ended a run. */
int session_exit_code(const GError *error, const char **ret_outcome);

#endif
