#ifndef ENGINE_BRAIN_POOL_H
#define ENGINE_BRAIN_POOL_H

/* State of the pool, for this folder and its tests. A kind of brain is a row of functions; a call is one running request. No kind
 * blocks: `prepare` adds the descriptors that it waits for, `deadline` says until when, `step` advances the call. */

#include "engine/brain/brain.h"
#include "engine/brain/late_curl.h"
#include "engine/brain/pictures.h"

struct call;

struct call_kind {
    const char *name; /* of profile->kind */
    /* Starts the call and sets c->state. False: nothing was started. */
    bool (*start)(struct call *c, const brain_request *request, GError **error);
    /* Adds GPollFDs; the pool itself polls curl's transfers. May be NULL. */
    void (*prepare)(struct call *c, GArray *pollfds);
    /* The time at which step() is due, µs; G_MAXINT64 = never. */
    gint64 (*deadline)(const struct call *c);
    /* Advances the call; its end is pool_call_done() or pool_call_failed(). */
    void (*step)(struct call *c, gint64 now_us);
    /* What it is waiting for, of the sentence that it took too long; NULL = its kind knows only one thing. */
    const char *(*waits)(const struct call *c);
    /* False: it waits for no further attempt. NULL = its kind makes one. */
    bool (*retry)(const struct call *c, struct brain_retry *ret_retry);
    /* Tokens and pictures that the call will send; NULL = none. */
    void (*about)(const struct call *c, struct brain_reply *ret_about);
    /* The answer so far; NULL = the kind answers at once. */
    void (*partial)(const struct call *c, struct brain_partial *ret_partial);
    /* Stops what runs and frees c->state, also after the call has ended. Never blocks. */
    void (*stop)(struct call *c);
};

extern const struct call_kind call_http;   /* http.c: the wire formats of wire.h */
extern const struct call_kind call_script; /* script.c: lua */
extern const struct call_kind call_human;  /* human.c */
extern const struct call_kind call_replay; /* replay.c */

struct call {
    guint id;
    brain_pool *pool;       /* borrowed */
    brain_profile *profile; /* owned */
    const struct call_kind *kind;
    void *state; /* of the kind */
    struct brain_reply reply;
    bool done;
    gint64 start_us, deadline_us; /* whole call; G_MAXINT64 = none */
};

struct brain_pool {
    const config *cfg; /* borrowed until the pool is freed */
    CURLM *multi;      /* NULL until a call uses the network: pool_network() */
    GPtrArray *calls;  /* struct call*, owned */
    guint last_id;
    GHashTable *secrets;     /* reference (env:…) → struct secret* */
    GHashTable *quirks;      /* brain name → struct wire_quirks*: what the endpoint has refused */
    GHashTable *cassettes;   /* the text after "cassette:" → struct cassette* */
    int record_fd;           /* -1 = no recording */
    gint64 recorded_n;       /* attempts in the recording */
    brain_recorded recorded; /* answers replay:RUN, NULL = cannot */
    void *recorded_data;     /* borrowed */
    struct pictures pictures;
    int backoff_ms;          /* first delay before a retry */
    struct brain_spent left; /* usage of calls that were forgotten while they ran */
    bool news;               /* a call ended, or waits for another attempt, since the last poll: the next one returns at once */
};

/* Prepares the pool for transfers; every network call calls it. Errors: those of curl_ready(). */
bool pool_network(brain_pool *pool, GError **error);
/* Records an attempt (NULL = none) if the pool records. A failed write ends the recording, and the next call reports it. */
struct cassette_take;
void pool_record(brain_pool *pool, struct cassette_take *take, int result);
/* End a call with its text, its vectors or an error, which they take. pool_call_failed() removes everything like a key from the
 * message. */
void pool_call_done(struct call *c, char *text_take);
void pool_call_done_vectors(struct call *c, struct brain_vectors *vectors_take);
void pool_call_failed(struct call *c, GError *error_take);
/* Handles the end of a call's transfer (http.c). */
void call_http_finished(struct call *c, CURLcode result);

#endif
