#ifndef ENGINE_GATE_POLICY_H
#define ENGINE_GATE_POLICY_H

/* Policy: computes the tier of a proposal, the rule that gives it and its evidence. What a screen shows or a
 * model says can raise a tier, never lower it. Pure. */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

/* Regions of words that were read for the gate: all over the window that gets the keys, and as labels of the pressed place. */
#define POLICY_WINDOW_WORD "window"
#define POLICY_LABEL_WORD "label"

struct policy_case {
    const action *action;
    const GPtrArray *parts; /* const action*: the actions that `action` combines; NULL = it is one action */
    const timeline *timeline;
    const eye_observation *observation; /* may be NULL */
    const frame *picture;               /* of the observation; NULL = not looked at: no word is left out by it */
    struct area caret;                  /* where the text cursor blinks in `window`; width 0 = not known */
    const char *label;   /* the text at the pressed places, each in quotes (proposal.h); NULL = not read, or nothing is pressed */
    struct area unnamed; /* a small drawing without readable words that a button presses; width 0 = none */
    int x, y;            /* target point, -1 = keyboard only */
    const struct eye_window *window; /* the window that gets the input, NULL = unknown */
    gint64 target_window;            /* XID of the run's target window, 0 = any window */
    const char *const *held;         /* names of keys that are already down; NULL = none */
    const char *const *held_buttons; /* same for buttons */
    const char *said_by;             /* who says the action's tier: "the program"; NULL = the model */
    bool untold;                     /* what lies over the windows of the observation is not known */
};

enum policy_effect { POLICY_TIER, POLICY_DENY, POLICY_ASK, POLICY_ALLOW, POLICY_NARROW, POLICY_GRANT };

/* One rule that applies. */
struct policy_reason {
    char *rule;     /* "enter-key", "rule:NAME" */
    int tier;       /* the tier that it gives; -1 = none */
    char *evidence; /* for people; hidden characters are shown as visible ones */
    enum policy_effect effect;
};
void policy_reason_free(struct policy_reason *r);
/* tier | deny | ask | allow | narrow | grant */
const char *policy_effect_name(enum policy_effect effect);

struct policy_verdict {
    int tier;       /* 0..3 */
    char *rule;     /* the first rule in table order that gives this tier */
    char *evidence; /* its evidence */
    char word[32];  /* the word that approves tier 3; "" for lower tiers */
    bool denied;    /* keys that no approval allows: VT switch, power, end of the X server */
    /* struct policy_reason*: every rule that applies, highest tier first; later judges append theirs with policy_add() */
    GPtrArray *reasons;
};

/* The rule of a proposal whose target is not what the model saw there. The card says it. */
#define POLICY_CHANGED_SINCE "changed-since"

struct policy_verdict policy_judge(const struct policy_case *c);
void policy_verdict_clear(struct policy_verdict *v);
/* Appends a reason; copies the strings. A higher tier raises the verdict's (with the word "fire" if it has none); a lower one
 * leaves it. */
void policy_add(struct policy_verdict *v, const char *rule, enum policy_effect effect, int tier, const char *evidence);
/* [{"rule","tier","evidence","effect"}]; caller frees. (policy_json.c) */
char *policy_explain(const struct policy_verdict *v);
/* The argument of a Lua policy; see config/policies/README.md. Caller frees. (policy_json.c) */
char *policy_case_json(const struct policy_case *c, const struct policy_verdict *v);
/* Reads a Lua policy's answer, which can raise the tier, ask or deny. It ignores `allow` and a lower tier and says so in
 * *ret_notice (caller frees). tier: the present one. Error: not understood; the caller then asks. (policy_json.c) */
struct policy_answer {
    int tier; /* -1 = none */
    bool ask, deny;
    char *reason; /* owned, "" if none */
};
bool policy_answer_parse(const char *json, int tier, struct policy_answer *ret_answer, char **ret_notice, GError **error);

#endif
