#ifndef ENGINE_BRAIN_OVERFLOW_H
#define ENGINE_BRAIN_OVERFLOW_H

/* Overflow: shortens a request that a service refuses because of too many pictures or a full context.
 * First it leaves out the oldest pictures, but never the last one; then it sends the prompt's shorter form. Inside this folder
 * only. */

#include "engine/brain/http_call.h"

/* True when the service says that the request is too long; false when it says that there were too many requests. */
bool overflow_is(int status, const struct wire_problem *problem);
/* Leaves out the oldest pictures over the service's maximum for one request (struct wire_limits, and overflow_learn()). */
void overflow_count(struct http_call *h);
/* Leaves out more. False: nothing more can be left out. */
bool overflow_less(struct http_call *h);
/* Reads from an error how many pictures the service takes, and stores it for the brain. False: it does not say. */
bool overflow_learn(struct http_call *h, const struct wire_problem *problem);
/* The service took what is left: a conversation, which only grows, begins with as many pictures from now on. */
void overflow_keep(struct http_call *h);
/* What was left out: "the 3 oldest pictures, and earlier steps and lessons"; NULL = nothing. Caller frees. */
char *overflow_told(const struct http_call *h);

#endif
