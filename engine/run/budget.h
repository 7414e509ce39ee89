#ifndef ENGINE_RUN_BUDGET_H
#define ENGINE_RUN_BUDGET_H

/* Cost and budget of a run. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct brain_reply;
struct brain_spent;

enum run_own {
    OWN_LOOK,    /* pictures, their comparison, words and icons */
    OWN_ASK,     /* prompts */
    OWN_PROPOSE, /* dry run, aim, words near the target, tier */
    OWN_FIRE,
    OWN_COUNT
};

struct run_spent {
    gint64 tokens_in, tokens_out, tokens_cached, pictures;
    double cost;
    bool unpriced;   /* the cost lacks what has no price */
    double more;     /* beyond max_cost: what a person allowed since the engine runs */
    double more_day; /* same, beyond max_cost_day */
    double day;      /* of all runs since midnight, when it was last read… */
    double day_own;  /* …and what this run's own calls had cost then */
    struct {
        gint64 tokens_in, tokens_out, tokens_cached, pictures;
        double cost;
        bool unpriced;
    } other_usage; /* the part of these sums outside this run's own calls: embeddings, the cost of a fork's past */
    bool estimated, estimated_told; /* part of it is estimated, because a service does not report usage; the person was told */
    gint64 own_us[OWN_COUNT], last_us[OWN_COUNT]; /* of this step so far, of the last one: budget_own() */
};

/* Time that a step took for itself: without the model, a person, a held key and the screen's time to settle. */
void budget_own(struct run_spent *s, enum run_own part, gint64 begun_us, gint64 waited_us);

/* Adds the usage of a reply to a sum of usage. */
void budget_sum(struct brain_reply *sum, const struct brain_reply *reply);
/* Adds the usage of a module's call. */
void budget_spend(struct run_spent *s, const struct brain_reply *reply);
/* Adds usage outside of module calls (embeddings). */
void budget_beside(struct run_spent *s, const struct brain_spent *spent);
/* RUN_ERROR_BUDGET when the cost, with what is about to be spent, exceeds max_cost and what was allowed beyond it; 0 = no limit.
 */
bool budget_within(const struct run_spent *s, double max_cost, double about, GError **error);

#endif
