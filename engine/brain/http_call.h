#ifndef ENGINE_BRAIN_HTTP_CALL_H
#define ENGINE_BRAIN_HTTP_CALL_H

/* Inside of a call over HTTP: what http.c (attempts) and http_outcome.c (what comes of one) share. */

#include "engine/brain/cassette.h"
#include "engine/brain/http.h"
#include "engine/brain/pool.h"
#include "engine/brain/sse.h"
#include "engine/brain/wire.h"

enum http_state { HTTP_KEY, HTTP_RUNNING, HTTP_BACKOFF };

struct http_call {
    enum http_state state;
    const struct wire *wire;
    brain_request *request;     /* owned */
    struct wire_quirks *quirks; /* borrowed: the pool's, of this brain */
    CURL *easy;                 /* owned, NULL between attempts */
    struct curl_slist *headers; /* owned; holds the key */
    char *url;                  /* owned */
    struct wire_body body;
    struct http_head head;
    GString *answer;          /* a whole body; of a stream nothing */
    struct sse sse;           /* of a stream */
    struct wire_answer said;  /* of this attempt */
    gsize came;               /* bytes of a stream, for the estimate */
    gint64 began_us, last_us; /* of the attempt; when its last event came, 0 = none has */
    bool too_large;
    int retries, adaptations;
    guint images_left; /* pictures that were left out: overflow.h */
    bool shorter;      /* the request's shorter form is sent */
    bool streamed;     /* a stream was asked for */
    bool key_again;    /* the key's command was run once more after 401 */
    gint64 retry_at_us;
    struct taken *take;        /* owned; of an attempt that is recorded */
    struct cassette *cassette; /* borrowed; NULL = the network is used */
    struct taken *play;        /* borrowed, of the cassette: this attempt */
    bool headed, faulty;       /* of it: its head was read; it breaks as the cassette's fault says */
    guint piece;
    gsize fed; /* bytes of it */
};

/* The key's; NULL = none is needed. */
struct secret *http_call_secret(const struct call *c);
/* Body and address for what the endpoint takes now. Errors: those of the wire's body; a url that is no address. */
bool http_call_body(struct call *c, GError **error);
/* An event of the stream (sse_event); `user` is a struct http_call. */
bool http_call_event(void *user, const char *name, const char *data, gsize length);
/* Ends the attempt, if one runs; what was sent and not answered to its end is counted by estimate. */
void http_call_end(struct call *c, bool answered);
/* Ends the call with an error: "brain NAME: SENTENCE". */
void http_call_fail(struct call *c, enum brain_error code, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* The stream was silent for too long, or its end has come and nothing after it. */
void http_call_silent(struct call *c);

/* A line of the response's head, bytes of its body, as they come. False: no more is wanted. */
void http_call_head(struct http_call *h, const char *line, gsize length);
bool http_call_bytes(struct http_call *h, const char *bytes, gsize length);

/* ---- from a cassette (http_cassette.c) ---- */

/* Gives the call's profile what the cassette has of it. Error: no cassette; the request is not on it. */
bool http_cassette_start(struct call *c, const brain_request *request, GError **error);
/* Starts an attempt, or fails the call. */
void http_cassette_begin(struct call *c);
/* µs at which more of it is due. */
gint64 http_cassette_at(const struct call *c);
void http_cassette_step(struct call *c, gint64 now_us);

#endif
