#ifndef ENGINE_BRAIN_OVERFLOW_H
#define ENGINE_BRAIN_OVERFLOW_H

/* A request that is more than a service takes: more pictures, or more than its model's context holds (lmm-wire.md 1.10, 1.12).
 * First the oldest pictures are left out, the last one never; then the prompt's shorter form is sent. Inside of this folder. */

#include "engine/brain/http_call.h"

/* The service says that the request is too long; not that there were too many in a time. */
bool overflow_is(int status, const struct wire_problem *problem);
/* Leaves out the oldest pictures beyond what the service takes in one request (struct wire_limits, and what was learnt). */
void overflow_count(struct http_call *h);
/* Leaves out more. False: there is nothing more that could be left out. */
bool overflow_less(struct http_call *h);
/* The service says how many pictures it takes, or that one has too many bytes (they go out as JPEG then): remembered for the
 * brain. False: it says neither, or that would change nothing. */
bool overflow_learn(struct http_call *h, const struct wire_problem *problem);
/* What was left out: "the 3 oldest pictures, and earlier steps and lessons"; NULL = nothing. Caller frees. */
char *overflow_told(const struct http_call *h);

#endif
