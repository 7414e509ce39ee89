#ifndef ENGINE_BRAIN_HTTP_CALL_H
#define ENGINE_BRAIN_HTTP_CALL_H

/* State of a call over HTTP, shared by http.c (attempts), http_outcome.c (their results), http_cassette.c and overflow.c. */

#include "engine/brain/cassette.h"
#include "engine/brain/http.h"
#include "engine/brain/pool.h"
#include "engine/brain/sse.h"
#include "engine/brain/wire.h"

enum http_state { HTTP_KEY, HTTP_RUNNING, HTTP_BACKOFF, HTTP_MODELS };

struct http_call {
    enum http_state state;
    const struct wire *wire;
    brain_request *request;     /* owned */
    struct wire_quirks *quirks; /* borrowed from the pool; of this brain */
    CURL *easy;                 /* owned, NULL between attempts */
    struct curl_slist *headers; /* owned; holds the key */
    char *url;                  /* owned */
    struct wire_body body;
    struct http_head head;
    GString *answer;          /* the whole body; empty for a stream */
    struct sse sse;           /* of a stream */
    struct wire_answer said;  /* the answer of this attempt */
    gsize came;               /* received bytes of a stream, for the estimate */
    gint64 began_us, last_us; /* start of the attempt; time of its last event, 0 = none */
    gint64 sent_us;           /* when all of the request was sent, 0 = not yet */
    bool too_large;
    int proxy_status; /* what a proxy answered to CONNECT; 0 = nothing */
    int retries, adaptations;
    guint images_left; /* number of pictures that were left out (overflow.h) */
    bool shorter;      /* sends the request's shorter form */
    bool streamed;     /* asked for a stream */
    bool late;         /* the stream did not begin in time once */
    bool key_again;    /* the key's command ran again after 401 */
    char *changed;     /* owned; reencode() */
    gint64 retry_at_us;
    char *retry_why;            /* owned; why the last attempt failed, without keys; NULL = it did not, or waits for nothing */
    char *refused;              /* owned; HTTP_MODELS: the text of the 404; NULL = the models are not asked for */
    struct cassette_take *take; /* owned; the recording of this attempt */
    struct cassette *cassette;  /* borrowed; NULL = use the network */
    struct cassette_take *play; /* borrowed from the cassette; the attempt that is played */
    bool headed, faulty;        /* of `play`: the head was read; the cassette's fault applies to it */
    guint piece;                /* of `play`: index of the next piece */
    gsize fed;                  /* of `play`: bytes so far */
};

/* The secret of the call's key; NULL = it needs none. */
struct secret *http_call_secret(const struct call *c);
/* Makes body and address for what the endpoint accepts now. Errors: those of the wire's body; url is not an address. */
bool http_call_body(struct call *c, GError **error);
/* Takes the version of the computer tool that the endpoint has not refused into the call's profile. */
void http_call_set_tool(struct call *c);
/* Reads an event of the stream (sse_event); user is a struct http_call. */
bool http_call_event(void *user, const char *name, const char *data, gsize length);
/* Ends the running attempt, if any. answered false: its usage is estimated. */
void http_call_end(struct call *c, bool answered);
/* Ends the call with an error: "brain NAME: SENTENCE". */
void http_call_fail(struct call *c, enum brain_error code, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Number of further attempts. (http_outcome.c) */
int http_call_retries(void);
/* Handles a stream that was silent for too long, or whose connection stays open after the end of the answer. */
void http_call_silent(struct call *c);

/* Handles a request that was sent, and a stream that did not begin in time. */
void http_call_late(struct call *c);

/* Read a line of the response's head, and bytes of its body. False: the transfer can stop. */
void http_call_head(struct http_call *h, const char *line, gsize length);
bool http_call_bytes(struct http_call *h, const char *bytes, gsize length);

#define MODELS_MS 5000
/* Sets the address of the service's list of models, for a request of that alone. Error: it has none. (http_outcome.c) */
bool http_call_lists(struct call *c, GError **error);
/* Starts a GET of that address with the call's key; the state is HTTP_MODELS then. */
bool http_call_get(struct call *c, const char *url, long most_ms);

/* ---- playing a cassette (http_cassette.c) ---- */

/* Opens the cassette and completes the call's profile from it. Error: no cassette; it does not have the request. */
bool http_cassette_start(struct call *c, const brain_request *request, GError **error);
/* Starts an attempt, or fails the call. */
void http_cassette_begin(struct call *c);
/* Time of the next step, µs. */
gint64 http_cassette_at(const struct call *c);
/* Plays what is due. */
void http_cassette_step(struct call *c, gint64 now_us);

#endif
