#ifndef ENGINE_GATE_RULES_H
#define ENGINE_GATE_RULES_H

/* Rules: decides which of the person's rules apply to a proposal (config/rules.h reads them). It keeps only the counts of their
 * uses, for the length of the run. Times are arguments, UNIX µs.
 *
 * Precedence is deny, ask, allow, in any order of the rules. A deny or ask rule applies when any part of the timeline meets its
 * conditions, an allow rule only when all parts do. */

#include "config/rules.h"
#include "engine/gate/policy.h"

typedef struct rules rules;

/* Combines the rules of reins.ini, profile and command line. Each array (struct rule*) may be NULL; it is borrowed and must
 * outlive the result. A rule with a name of an earlier one is renamed: profile.NAME, session.NAME. Error (CONFIG_ERROR_USAGE): an
 * unknown key name, with file and line. */
rules *rules_new(const GPtrArray *of_config, const GPtrArray *of_profile, const GPtrArray *of_session,
                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
void rules_free(rules *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(rules, rules_free)

/* The path for config_file() of the value of [gate] policy: policies/NAME.lua, or the absolute path; NULL for "". Caller frees.
 */
char *rules_policy_path(const char *name);

/* "rule:NAME" of the first rule of each kind that applies; borrowed, NULL = none. */
struct rules_answer {
    const char *denied_by, *asked_by, *allowed_by;
    int allowed_tier; /* the highest tier that the allow rule names */
};
/* Judges a case with the verdict's tier, and appends every rule that applies to the verdict's reasons. */
struct rules_answer rules_judge(const rules *r, const struct policy_case *c, struct policy_verdict *v, gint64 now_us);
/* "3 rules, sha256 …" over all rules as written, for the journal. Caller frees. */
char *rules_describe(const rules *r);
/* Counts a use of rule `by` ("rule:NAME") at that time, now or from the journal on resume. Ignores any other `by`. */
void rules_used(rules *r, const char *by, gint64 at_us);

#endif
