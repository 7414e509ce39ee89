#ifndef TUI_CLI_CHECK_H
#define TUI_CLI_CHECK_H

/* Finds faults in rules and profiles, for `reins config check` and `reins profile check`. Findings are sentences (char *, owned
 * by the array) that begin with file and line. */

#include "config/config.h"

#include <glib.h>

/* Appends the error's message and clears the error. */
void check_found(GPtrArray *findings, GError **error);
/* Checks the key names in rules (struct rule *), which only the gate knows. */
void check_rules(const GPtrArray *rules, GPtrArray *findings);
/* Checks a list of modules that are asked in one call: some agent must have them, and be able to. `where` begins the finding. */
void check_merge(const config *cfg, const char *list, const char *where, GPtrArray *findings);
/* Finds all faults of a profile, by name or by path (with a "/"), including the files that it names. */
void check_profile(const char *name, GPtrArray *findings);
/* Finds the first fault of each world's file. What can be meant so, and rarely is, goes into `notes`: items of the user's own
 * worlds that cannot be had. */
void check_worlds(GPtrArray *findings, GPtrArray *notes);

#endif
