#ifndef ENGINE_RUN_BUDGET_H
#define ENGINE_RUN_BUDGET_H

/* What a run has cost and may cost. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct brain_reply;
struct brain_spent;

struct run_spent {
    gint64 tokens_in, tokens_out;
    double cost;
    struct {
        gint64 tokens_in, tokens_out;
        double cost;
    } other_usage; /* of these sums what is in no call of this run's own: embeddings, what a fork's past had cost */
    bool estimated, estimated_told; /* some of it, by a service that does not count */
    gint64 own_us;                  /* of the step: everything but model and person */
};

/* What a call of a module took. */
void budget_spend(struct run_spent *s, const struct brain_reply *reply);
/* The same of what is in no call of this run's modules (embeddings). */
void budget_beside(struct run_spent *s, const struct brain_spent *spent);
/* RUN_ERROR_BUDGET when that is more than max_cost; 0 = no limit. */
bool budget_within(const struct run_spent *s, double max_cost, GError **error);

#endif
