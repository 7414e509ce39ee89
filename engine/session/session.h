#ifndef ENGINE_SESSION_SESSION_H
#define ENGINE_SESSION_SESSION_H

/* The life of a run in this process: open, start or restore, drive, end. Used by engine.c and do.c. */

#include "engine/run/run.h"
#include "engine/step/judge.h"
#include "engine/run/options.h"

/* Fills an empty run: store, brains, profile, lists, signals. Takes the descriptors of the protocol (-1 = no client). */
bool session_open(struct run *run, config *cfg, const run_options *options, int fd_in, int fd_out, bool console, GError **error);
/* Creates a new run's row and lock, after ending sandboxes of dead runs. A fork shares its parent's memory up to the step. */
bool session_begin(struct run *run, GError **error);
/* Loads profile, rules and policy according to the options. */
bool session_load_profile(struct run *run, GError **error);
/* Ends abandoned sandboxes, which outlive their engines, except that of run `except`. */
bool session_sweep(struct run *run, gint64 except, GError **error);
/* Starts library, display, program, eye and hand, and sends `hello`. */
bool session_start(struct run *run, GError **error);
/* Runs steps until the agent, a person, a budget or an error ends the run. *ret_outcome is static. */
void session_drive(struct run *run, const char **ret_outcome, char **ret_reason, int *ret_exit);
/* Releases all keys and buttons, takes the last frame, ends the sandbox, commits, and sends `ended`. */
void session_end(struct run *run, const char *outcome, const char *reason, int exit_code);
/* Frees everything in the run, not the run itself. */
void session_close(struct run *run);
/* The exit code and outcome for the error that ended a run. */
int session_exit_code(const GError *error, const char **ret_outcome);

#endif
