#ifndef ENGINE_GATE_RULES_H
#define ENGINE_GATE_RULES_H

/* Rules of the gate at work: which of the person's own rules hold for a proposal (config/rules.h reads them). Pure but for their
 * counts, which last as long as the run: the time comes in.
 *
 * Precedence is deny > ask > allow, whatever the order. A deny or ask rule holds when any part of the timeline fits its
 * conditions, an allow rule only when all of it does. A rule from the command line cannot allow (config/rules.h). */

#include "config/rules.h"
#include "engine/gate/policy.h"

typedef struct rules rules;

/* Each array (struct rule*, borrowed, must outlive the answer) may be NULL. A profile's rule whose name reins.ini has, too, is
 * called profile.NAME. Error (CONFIG_ERROR_USAGE): a key name that is none, with file and line. */
rules *rules_new(const GPtrArray *of_config, const GPtrArray *of_profile, const GPtrArray *of_session,
                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
void rules_free(rules *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(rules, rules_free)

/* Path for config_file() of what [gate] policy names: policies/NAME.lua, or the absolute path; NULL = none. Caller frees. */
char *rules_policy_path(const char *name);

/* Borrowed, NULL = none: "rule:NAME". */
struct rules_answer {
    const char *denied_by, *asked_by, *allowed_by;
    int allowed_tier; /* the highest tier that the allow rule names */
};
/* Judges a case of that tier, and adds every rule that holds to the verdict's reasons. */
struct rules_answer rules_judge(const rules *r, const struct policy_case *c, struct policy_verdict *v, gint64 now_us);
/* "3 rules, sha256 …" over all of them as written, for the journal; caller frees. */
char *rules_describe(const rules *r);
/* Counts one use: by "rule:NAME" at that UNIX time, now or (on resume) as the journal has it. Ignores any other `by`. */
void rules_used(rules *r, const char *by, gint64 at_us);

#endif
