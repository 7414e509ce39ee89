#ifndef TUI_MODEL_EXPLAIN_H
#define TUI_MODEL_EXPLAIN_H

/* The rules that apply to a proposal, as the engine lists them. Pure. */

#include <glib.h>

struct explain_rule {
    char *rule, *evidence, *effect; /* owned; effect: tier|deny|ask|allow|narrow */
    int tier;                       /* -1 = does not set a tier */
};

/* Reads the rules from `json` (an array): first the one that set the tier, then by falling tier. rule, tier: of the proposal.
 * Returns an array of struct explain_rule with clear function, empty when there are none. Caller unrefs. (explain_json.c) */
GArray *explain_read(const char *json, const char *rule, int tier);

#endif
