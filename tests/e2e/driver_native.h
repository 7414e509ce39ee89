#ifndef TESTS_E2E_DRIVER_NATIVE_H
#define TESTS_E2E_DRIVER_NATIVE_H

/* A model with its provider's computer tool: what it says in that provider's fields, and what a request tells it back, in words
 * that are the same for all of them. */

#include <glib.h>

struct native_say {
    const char *what; /* click type key screenshot zoom finish ask */
    int x, y;         /* px of a screen of 240x400 */
    const char *text;
    const char *safety; /* what a person has to acknowledge first; NULL = nothing */
};

/* The body of a whole answer of a service: the kind anthropic, responses or gemini, for an older tool then a space and its
 * version; ends with `what` NULL. `turn`: calls are named by it. */
char *native_reply(const char *service, int turn, const char *text, const struct native_say *calls);
/* What the request's last turn says: "done rejected pictures=1 errors=1 acks=0 note=…"; also that all calls before it have an
 * answer. Caller frees. */
char *native_answers(const char *service, const char *body);
/* Pictures in the whole request. */
int native_pictures(const char *body);

#endif
