#ifndef TUI_CLI_CHECK_H
#define TUI_CLI_CHECK_H

/* What is wrong in rules and profiles, for `reins config check` and `reins profile check`. Findings are sentences (char *, owned
 * by the array) that begin with file and line. */

#include <glib.h>

/* Adds the error's sentence, and clears it. */
void check_found(GPtrArray *findings, GError **error);
/* The key names of rules (struct rule *): only the gate knows them. */
void check_rules(const GPtrArray *rules, GPtrArray *findings);
/* All that is wrong in the profile of that name (in the file, if it is a path with a "/"), the files that it names among it. */
void check_profile(const char *name, GPtrArray *findings);

#endif
