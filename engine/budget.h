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
    bool estimated, estimated_told; /* some of it, by a service that does not count */
    gint64 own_us;                  /* of the step: everything but model and person */
};

/* Pauses when [run] max_cost is set and a brain that will be asked has no price: a limit of money cannot be kept then. */
void budget_start(struct run *run);
/* What a call of a module took. */
void budget_spend(struct run_spent *s, const struct brain_reply *reply);
/* The same of what is in no call of this run's modules (embeddings). */
void budget_beside(struct run_spent *s, const struct brain_spent *spent);
/* RUN_ERROR_BUDGET when that is more than max_cost; 0 = no limit. */
bool budget_within(const struct run_spent *s, double max_cost, GError **error);
/* The same of the run, with what calls took that were broken off; says, once a run, that some of it is an estimate. */
bool budget_kept(struct run *run, GError **error);

#endif
