#ifndef ENGINE_BUDGET_H
#define ENGINE_BUDGET_H

/* What a run has cost and may cost, and where that cannot be told. Inside engine/ only. */

#include <glib.h>
#include <stdbool.h>

struct run;
struct brain_reply;
struct brain_spent;

struct run_spent {
    gint64 tokens_in, tokens_out;
    double cost;
    struct {
        gint64 tokens_in, tokens_out;
        double cost;
    } beside; /* of these sums what is in no call of this run's own: embeddings, what a fork's past had cost */
    bool estimated_told;
    gint64 own_us; /* of the step: everything but model and person */
};

/* Pauses when [run] max_cost is set and a brain that will be asked has no price: a limit of money cannot be kept then. */
void budget_start(struct run *run);
/* What a call of a module took; says it, once a run, where that is an estimate. */
void budget_spend(struct run *run, const struct brain_reply *reply);
/* The same of what is in no call of this run's modules (embeddings). */
void budget_beside(struct run *run, const struct brain_spent *spent);
/* With what calls took that were broken off. RUN_ERROR_BUDGET when the run has cost too much. */
bool budget_kept(struct run *run, GError **error);

#endif
