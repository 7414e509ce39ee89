#ifndef ENGINE_STEP_JUDGE_H
#define ENGINE_STEP_JUDGE_H

/* Decisions on a run's proposals before a person: Lua policy, rules, mode, grants. Inside engine/ only. */

#include "engine/run/deciding.h"

typedef struct config config;
struct policy_case;
struct policy_verdict;

/* Loads the Lua policy that [gate] policy names. */
bool judge_load_policy(struct run_judge *j, const config *cfg, GError **error);
/* Asks the policy without a run (`reins do --dry-run` on a blank screen). Blocks. Narrows `v`; *ret_denied (caller frees) is
 * set when it denies or fails. False: [gate] policy names no file. */
bool judge_ask_policy(const config *cfg, const struct policy_case *c, struct policy_verdict *v, char **ret_denied,
                      GError **error);
/* For the journal: the mode, rules and policy in force from here on. Caller frees. */
char *judge_describe(const struct run_judge *j);

#endif
