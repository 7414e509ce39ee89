#ifndef TUI_MODEL_ASKED_H
#define TUI_MODEL_ASKED_H

/* A question of the agent to the person, and its outcome. Pure: part of the model. */

#include "engine/protocol/protocol.h"

#include <stdbool.h>

struct asked {
    event *question; /* owned */
    char *verdict;   /* answered | unanswered | voided; NULL = it waits */
    char *answer, *reason;
    gint64 at_us;
};
/* Takes the event. */
struct asked *asked_new(event *question, gint64 now_us);
void asked_free(struct asked *a);
/* Takes over a decision on this question. */
void asked_decided(struct asked *a, const event *e);

#endif
