#ifndef TUI_MODEL_EXPLAIN_H
#define TUI_MODEL_EXPLAIN_H

/* Explain: the rules that apply to a proposal, as the engine tells them. Pure. */

#include <glib.h>

struct explain_rule {
    char *rule, *evidence, *effect; /* owned; effect: tier|deny|ask|allow|narrow */
    int tier;                       /* -1 = it says nothing about the tier */
};

/* The rows of `json` (an array), the one that set the tier first, then by falling tier; empty when there are none. `rule` and
 * `tier`: the proposal's. Array of struct explain_rule with clear function. (explain_json.c) */
GArray *explain_read(const char *json, const char *rule, int tier);

#endif
