#ifndef ENGINE_BRAIN_BRAIN_H
#define ENGINE_BRAIN_BRAIN_H

/* Brains: large multimodal models, and scripts, people and recordings in their place, behind one interface. A pool runs any
 * number of calls at once. It is the engine's one blocking place: curl_multi_poll() with the engine's own descriptors. */

#include "config/config.h"

#include <glib.h>
#include <stdbool.h>

#define BRAIN_ERROR (brain_error_quark())
GQuark brain_error_quark(void);
enum brain_error {
    BRAIN_ERROR_CONFIG,  /* wrong profile, key or script */
    BRAIN_ERROR_NETWORK, /* not reached, or cut off */
    BRAIN_ERROR_TIMEOUT,
    BRAIN_ERROR_AUTH,      /* 401, 403, 402 */
    BRAIN_ERROR_RATE,      /* 429 after the retries, or the quota is used up */
    BRAIN_ERROR_REFUSED,   /* the model or its filter refused */
    BRAIN_ERROR_TRUNCATED, /* finish_reason length */
    BRAIN_ERROR_FAILED,
};

/* A part of a picture. The pool calls `cut` when it sends the picture: returns a PNG, NULL with error. */
struct brain_part {
    int x, y, width, height; /* px; width 0 = the whole picture */
    GBytes *(*cut)(const char *path, int x, int y, int width, int height, GError **error);
};

struct brain_image {
    char *path; /* PNG or JPEG */
    char *note; /* one line of text before it */
    bool low;   /* low detail is enough */
    struct brain_part part;
    GBytes *drawn; /* PNG that is sent in place of the file: the screen with overlays, or a part of it. Owned; NULL = the file */
};

/* The answer to one call of a provider's computer tool. */
struct brain_answer {
    char *id, *name;    /* of the call, from the provider */
    char *text;         /* the result: a JSON object, then a line with a sentence */
    bool error;         /* true unless the call was certainly carried out */
    int image;          /* index of the call's own screenshot in the request's images; -1 = none */
    char *acknowledged; /* verbatim safety checks that a person has acknowledged; NULL = none */
    bool refused;       /* it has safety checks that no person has acknowledged */
};
/* One turn of a model with its provider's computer tool, with the results. A call and its answer stay together. */
struct brain_turn {
    char *dialect;      /* the wire format that `said` is in */
    char *said;         /* verbatim: the JSON of the reply's "said" */
    char *told;         /* `said` and the answers as text, for a service that cannot take `said` */
    GPtrArray *answers; /* struct brain_answer*, one for each call */
    char *note;         /* text of the person and of reins after the answers; NULL = none */
    int image;          /* index of the screenshot after the turn in the request's images; -1 = no longer sent */
};
/* A request to a provider's computer tool. The reply is {"dialect","said","screen","picture","space"}: `said` is verbatim; the
 * others are a struct coordinates (coordinates.h): [width, height] of the screen and of the sent picture, and the model's unit.
 */
struct brain_native {
    GPtrArray *turns;  /* struct brain_turn*, oldest first */
    int opening;       /* index of the first screenshot in the request's images; -1 = none */
    int width, height; /* of the screen, px */
};
struct brain_native *brain_native_new(void);
struct brain_turn *brain_turn_new(const char *dialect, const char *said, const char *told);
/* Appends an answer; the result is borrowed from the turn. */
struct brain_answer *brain_turn_answer(struct brain_turn *turn, const char *id, const char *name);

/* In which form pictures are sent. */
enum brain_encoding {
    BRAIN_ENCODING_FREE,    /* PNG; JPEG where the service's limits want it */
    BRAIN_ENCODING_LIGHTER, /* JPEG where that is smaller */
    BRAIN_ENCODING_JPEG,
    BRAIN_ENCODING_PNG,
};

/* The script of a brain of kind=lua is there, and loads: a worker is waited for. Error: what it lacks, with file and line.
 * (script.c) */
bool brain_script_check(const char *script, GError **error);

typedef struct brain_request {
    char *module; /* "plan" …; also the name of a script's function */
    char *system; /* fixed part of the prompt */
    char *user;   /* rest of the prompt */
    /* The first `same` bytes of `user` are equal in most questions of the module. They are sent before the pictures, so that the
     * provider's cache can hold them. */
    gsize same;
    char *shorter;  /* the rest with less of the past, for a model whose context is full; NULL = it cannot be shorter */
    GArray *images; /* struct brain_image */
    char *told;     /* the rest as shown to a person; NULL = same as `user` */
    char *schema;   /* JSON schema of the reply */
    char *vars;     /* JSON object of the prompt's variables, for a scripted brain */
    gint64 step;    /* of the run, 0 = none */
    gint64 turn;    /* of its agent: run_turn(); finds the answer on a cassette and in a recorded run. 0 = none: by `step` */
    bool aside;     /* it is about an earlier picture; the module's main question of this step comes after it */
    bool asides;    /* its module also asks about earlier pictures (aside) */
    bool acts;      /* its reply has actions: a recording never answers with a reply of an earlier step */
    bool points;    /* its reply has points: a recorded run gives them as it read them, in pixels of the screen */
    struct brain_native *native;      /* owned; NULL = the reply is text, or fits `schema` */
    char **texts;                     /* not NULL: asks for the vectors of these texts (embeddings), and uses nothing else */
    bool models;                      /* asks for the names of the service's models, a line each, and uses nothing else */
    struct pictures *pictures;        /* borrowed from the pool; NULL = pictures are sent unchanged */
    const brain_profile *profile;     /* borrowed; of the asked brain, set with `pictures` */
    const struct wire_limits *limits; /* static; of its wire format, NULL = unknown */
    enum brain_encoding encoding;     /* of its pictures */
    int side;                         /* a further limit of a picture's longest side, px, besides the profile's; 0 = none */
} brain_request;
brain_request *brain_request_new(const char *module);
void brain_request_add_image(brain_request *r, const char *path, const char *note, bool low);
/* Adds only a part of the picture, in high detail. */
void brain_request_add_part(brain_request *r, const char *path, const struct brain_part *part, const char *note);
void brain_request_free(brain_request *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(brain_request, brain_request_free)

/* One vector for each text of the request, in the same order. All numbers are finite. */
struct brain_vectors {
    guint n, dimension; /* number of vectors; length of each, at least 1 */
    float *at;          /* n × dimension, vector after vector */
};

struct brain_reply {
    char *text;                    /* raw; owned by the pool until brain_pool_forget() */
    struct brain_vectors *vectors; /* instead of text when the request has texts */
    char *changed;                 /* how pictures were sent again after the service refused them; NULL = they were not */
    char *left;                    /* what was left out of the request so that the service took it; NULL = nothing */
    bool passing;                  /* the error is the service's, not the request's: another brain may answer */
    char *received; /* of an answer that broke after it had begun, beside `error`; never an answer. NULL = nothing */
    GError *error;  /* set instead of text when the call failed (after the retries of http_outcome.c) */
    gint64 ms, tokens_in, tokens_out;
    gint64 tokens_cached;  /* the part of tokens_in from the provider's cache; 0 also when it does not report it */
    gint64 tokens_written; /* the part of tokens_in that the provider wrote into its cache */
    gint64 pictures;       /* sent */
    double cost;           /* USD by the profile's prices */
    bool unpriced;         /* tokens were used that the profile has no price for: they are not in the cost */
    bool estimated;
};

/* Usage of calls. Tokens are the service's own count if its "usage" is valid: whole numbers, at most BRAIN_TOKENS_MAX, not 0 for
 * a text. Otherwise, and for a request without a complete answer, they are estimated: one per BRAIN_TOKEN_BYTES of text, and for
 * a picture by the provider's formula (picture_tokens.h) or one per BRAIN_TOKEN_PIXELS. The estimate is rather too high (English
 * has at least 4 bytes a token, a Chinese character of 3 bytes is 1 token, a picture has at least 750 pixels a token), so that a
 * budget ends early, not late. It omits thoughts that a service does not send. */
struct brain_spent {
    gint64 tokens_in;
    double cost;    /* USD */
    bool unpriced;  /* as of a reply */
    bool estimated; /* true when a part is estimated */
};
#define BRAIN_TOKENS_MAX 1e12
#define BRAIN_TOKEN_BYTES 3
#define BRAIN_TOKEN_PIXELS 500

typedef struct brain_pool brain_pool;

/* cfg is borrowed and must outlive the pool. Never NULL. The first call over the network loads libcurl. */
brain_pool *brain_pool_new(const config *cfg) G_GNUC_WARN_UNUSED_RESULT;
void brain_pool_free(brain_pool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(brain_pool, brain_pool_free)
/* Answers for the brains "replay:RUN" (engine/run/replay.h): returns the answer of the recorded run to this request (caller
 * frees), or NULL with error. Without it these brains fail. data is borrowed until the pool is freed. */
typedef char *(*brain_recorded)(void *data, const char *run, const brain_request *request, GError **error);
void brain_pool_set_recorded(brain_pool *pool, brain_recorded recorded, void *data);

/* Scales a PNG or JPEG to a size that a brain's profile allows (coordinates.h): returns a PNG, or NULL with error. Without it a
 * larger picture cannot be sent. */
typedef GBytes *(*brain_shrink)(GBytes *png, int width, int height, GError **error);
/* Converts a PNG to JPEG, for a service that takes fewer bytes; without it PNGs are sent unchanged. */
typedef GBytes *(*brain_jpeg)(GBytes *png, GError **error);
void brain_pool_set_shrink(brain_pool *pool, brain_shrink shrink, brain_jpeg jpeg);

/* Records every later attempt over HTTP in the cassette FILE, which it creates if needed (mode 0600). The brain "cassette:FILE"
 * plays it. Error: the file is not a cassette, or cannot be written. */
bool brain_pool_record(brain_pool *pool, const char *path, GError **error);
bool brain_pool_records(const brain_pool *pool);

/* Starts a call of the brain NAME (a [brain] group); copies the request. Returns the call's id, 0 on error (also
 * BRAIN_ERROR_CONFIG when the kind cannot give the vectors of texts). */
guint brain_pool_ask(brain_pool *pool, const char *name, const brain_request *request, GError **error);
/* True when a brain of that kind gives the vectors of texts. */
bool brain_kind_has_vectors(const char *kind);
/* An estimate of what a new call will send: tokens_in, pictures, and their cost without a cache. The answer is not included.
 * Nothing is sent before the next brain_pool_poll(); a call forgotten earlier costs nothing. All 0 when the kind sends nothing.
 */
void brain_pool_about(const brain_pool *pool, guint call, struct brain_reply *ret_about);
/* The reply of a call; NULL while it runs. Borrowed. */
const struct brain_reply *brain_pool_reply(const brain_pool *pool, guint call);
/* The partial answer of a running call. The text (the model's visible reasoning, an empty line, then its answer) only grows
 * within an attempt; a new attempt starts empty. */
struct brain_partial {
    char *text;        /* owned; without keys: it omits an end that may become a key */
    gsize answer;      /* offset of the answer in the text; the text's length when there is none yet */
    gint64 ms, tokens; /* time of the last event since the attempt's start, 0 = none; estimated tokens of the text */
    int attempt;       /* 0 = the first */
    gint64 silence_ms; /* the call is given up when nothing comes for so long */
};
/* False, with nothing to free: the call has ended, or its kind answers at once. Otherwise caller frees the text. */
bool brain_pool_partial(const brain_pool *pool, guint call, struct brain_partial *ret_partial);
/* A failed attempt: the call waits until it is tried again. */
struct brain_retry {
    int n, of;       /* n: 1 = the first */
    gint64 at_us;    /* monotonic */
    const char *why; /* "HTTP 429: slow down"; borrowed until the next poll */
};
/* False: it does not wait for that. */
bool brain_pool_retry(const brain_pool *pool, guint call, struct brain_retry *ret_retry);
/* kind=human: true while the call waits for brain_pool_answer(). */
bool brain_pool_wants_person(const brain_pool *pool, guint call);
bool brain_pool_answer(brain_pool *pool, guint call, const char *text);
/* Ends the call if it runs (never blocks), as one that failed: with what has come of its answer, and its usage. Returns the reply
 * that brain_pool_reply() has from now on; NULL = there is no such call. */
const struct brain_reply *brain_pool_break_off(brain_pool *pool, guint call);
/* Ends the call if it runs (never blocks: QUICK_EXIT) and frees its reply. */
void brain_pool_forget(brain_pool *pool, guint call);
/* Takes the usage of calls that were forgotten while they ran, since the last time. */
void brain_pool_take_left(brain_pool *pool, struct brain_spent *ret_spent);

/* Polls transfers, scripts and `extra` for at most timeout_ms (-1 = no limit), advances the calls, and sets extra's revents. A
 * call that ends, or fails and will be tried again, also ends the wait. False only when polling itself failed. */
bool brain_pool_poll(brain_pool *pool, GPollFD *extra, guint n_extra, int timeout_ms, GError **error);

/* What the computer tool of that brain's provider counts in, whatever the profile says; without such a tool c stays as it is. */
struct coordinates;
void brain_tool_space(const config *cfg, const char *brain, struct coordinates *c);

#endif
