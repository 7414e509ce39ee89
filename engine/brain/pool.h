#ifndef ENGINE_BRAIN_POOL_H
#define ENGINE_BRAIN_POOL_H

/* Inside of the pool, for this folder and its tests. A kind of brain is a row of functions; a call is one question under way.
 * No kind blocks: it says what it waits for (prepare), until when (deadline), and moves on when stepped. */

#include "engine/brain/brain.h"
#include "engine/brain/late_curl.h"
#include "engine/brain/pictures.h"

struct call;

struct call_kind {
    const char *name; /* of profile->kind */
    /* Starts the call: sets c->state. False: nothing was started. */
    bool (*start)(struct call *c, const brain_request *request, GError **error);
    /* Adds GPollFD rows (a transfer of curl's is polled by the pool); may be NULL. */
    void (*prepare)(struct call *c, GArray *pollfds);
    /* µs at which step() is due, G_MAXINT64 = never. */
    gint64 (*deadline)(const struct call *c);
    /* Moves it on; ends with call_done() or call_failed(). */
    void (*step)(struct call *c, gint64 now_us);
    /* What has come so far, as it came; NULL = it comes at once. */
    void (*partial)(const struct call *c, struct brain_partial *ret_partial);
    /* Ends what runs and frees c->state; also after the call is done. Never blocks. */
    void (*stop)(struct call *c);
};

extern const struct call_kind call_http;   /* http.c: what wire.h has */
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
    const config *cfg; /* borrowed: until the pool is freed */
    CURLM *multi;      /* NULL until a call goes over the network: pool_network() */
    GPtrArray *calls;  /* struct call*, owned */
    guint last_id;
    GHashTable *secrets;     /* reference (env:…) → struct secret* */
    GHashTable *quirks;      /* brain name → struct wire_quirks*: what the endpoint was found not to take */
    GHashTable *cassettes;   /* what follows "cassette:" → struct cassette* */
    int record_fd;           /* -1 = nothing is recorded */
    gint64 recorded_n;       /* attempts on it */
    brain_recorded recorded; /* of replay:RUN, NULL = none */
    void *recorded_data;     /* borrowed */
    struct pictures pictures;
    int backoff_ms;          /* first delay before a retry */
    struct brain_spent left; /* by calls that were forgotten while they ran */
    bool news;               /* a call ended since the last poll: the next one returns at once */
};

/* Gets the pool ready for transfers; called for each. Errors: those of curl_ready(). */
bool pool_network(brain_pool *pool, GError **error);
/* Adds an attempt to the recording, if there is one; NULL = none. A write that fails ends the recording, and the next call says
 * so. */
struct taken;
void pool_record(brain_pool *pool, struct taken *take, int result);
/* Ends a call with its text (taken), or with an error (taken; its message loses whatever looks like a key). */
void call_done(struct call *c, char *text_take);
void call_done_vectors(struct call *c, struct brain_vectors *vectors_take);
void call_failed(struct call *c, GError *error_take);
/* The last transfer's result, delivered by the pool (http.c). */
void call_http_finished(struct call *c, CURLcode result);

#endif
