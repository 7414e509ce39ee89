#ifndef ENGINE_PROTOCOL_REST_EVENT_H
#define ENGINE_PROTOCOL_REST_EVENT_H

/* The list of event rest: a plan's actions after the proposal that waits, each dry-run ahead. (rest_event_json.c) */

#include "engine/protocol/protocol.h"

#define REST_ACTIONS_MAX 32
#define REST_TIMELINE_MAX 4096 /* bytes of one timeline's JSON; a longer one is not told, and asks at its turn */

struct rest_action {
    char *text;         /* the action as text */
    timeline *timeline; /* NULL = it could not be worked out, or is too long */
    char *digest;       /* of the timeline; NULL = none */
    int tier;
    char *asks; /* why a person will be asked at its turn, whatever is granted; NULL = a grant may cover it */
};
/* An empty list, GPtrArray of struct rest_action*. Caller unrefs. */
GPtrArray *rest_actions_new(void);
/* How many from the first on a grant may cover. */
guint rest_actions_free_to_grant(const GPtrArray *actions);
/* The event; caller frees. */
event *rest_event_new(int id, const GPtrArray *actions);
/* The list of an event; caller unrefs. Error: PROTOCOL_ERROR_FIELD, or that of a timeline. */
GPtrArray *rest_event_actions(const event *e, GError **error);

#endif
