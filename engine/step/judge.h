#ifndef ENGINE_STEP_JUDGE_H
#define ENGINE_STEP_JUDGE_H

/* Who decides on a run's proposals before any person: the Lua policy, rules, mode, grants. Inside engine/ only. */

#include "engine/run/deciding.h"

typedef struct config config;
struct policy_case;
struct policy_verdict;

/* Reads the Lua policy that [gate] policy names. */
bool policy_load(struct run_judge *j, const config *cfg, GError **error);
/* Asks it where there is no run (`reins do --dry-run` on a blank screen), and blocks for it: narrows `v`; *ret_denied (caller
 * frees) is set where it denies, or fails. False: [gate] policy names no file. */
bool policy_ask_now(const config *cfg, const struct policy_case *c, struct policy_verdict *v, char **ret_denied, GError **error);
/* For the journal: by which mode, rules and policy a run is judged from here on. Caller frees. */
char *judge_describe(const struct run_judge *j);

#endif
