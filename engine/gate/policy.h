#ifndef ENGINE_GATE_POLICY_H
#define ENGINE_GATE_POLICY_H

/* Policy: which tier a proposal has, which rule says so and by what evidence (design section 5). Rules first; a model may raise,
 * never lower. Pure. What a screen shows can raise a tier, never lower one. */

#include "engine/eye/eye.h"
#include "skills/timeline/action.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

struct policy_case {
    const action *action;
    const GPtrArray *parts; /* const action*: what it is made of, where it is several; NULL = itself */
    const timeline *timeline;
    const eye_observation *observation; /* may be NULL */
    int x, y;                           /* target point, -1 = keyboard only */
    const struct eye_window *window;    /* the window that will get the input, NULL = none known */
    gint64 target_window;               /* the run's own target window, 0 = any window will do */
    const char *const *held;            /* keys that are down already, by name; NULL = none */
    const char *const *held_buttons;    /* the same of buttons */
};

enum policy_effect { POLICY_TIER, POLICY_DENY, POLICY_ASK, POLICY_ALLOW, POLICY_NARROW, POLICY_GRANT };

/* One rule that applies. */
struct policy_reason {
    char *rule;     /* "enter-key", "rule:NAME" */
    int tier;       /* that it gives; -1 = none */
    char *evidence; /* for people: hidden characters are made visible */
    enum policy_effect effect;
};
void policy_reason_free(struct policy_reason *r);
/* tier | deny | ask | allow | narrow | grant */
const char *policy_effect_name(enum policy_effect effect);

struct policy_verdict {
    int tier;       /* 0..3 */
    char *rule;     /* the first rule in table order that gives this tier */
    char *evidence; /* its evidence */
    char word[32];  /* tier 3: what the person must type; "" below */
    bool denied;    /* keys that no approval makes right: VT switch, power, kill of the X server */
    GPtrArray
        *reasons; /* struct policy_reason*: every rule that applies, highest tier first; whoever judges further adds to it */
};

struct policy_verdict policy_judge(const struct policy_case *c);
void policy_verdict_clear(struct policy_verdict *v);
/* Adds a reason; copies. A tier above the verdict's raises it (word: "fire" where there is none), a lower one changes nothing. */
void policy_add(struct policy_verdict *v, const char *rule, enum policy_effect effect, int tier, const char *evidence);
/* [{"rule","tier","evidence","effect"}]; caller frees. (policy_json.c) */
char *policy_explain(const struct policy_verdict *v);
/* What a Lua policy is told; see config/policies/README.md. Caller frees. (policy_json.c) */
char *policy_case_json(const struct policy_case *c, const struct policy_verdict *v);
/* What it answered: raises the tier, asks, denies. `allow` and a lower tier are ignored: *ret_notice (caller frees) says so.
 * Error: not understood; the caller asks then. (policy_json.c) */
struct policy_answer {
    int tier; /* -1 = none */
    bool ask, deny;
    char *reason; /* owned, "" if none */
};
bool policy_answer_parse(const char *json, int tier, struct policy_answer *ret_answer, char **ret_notice, GError **error);

#endif
