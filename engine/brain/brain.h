#ifndef ENGINE_BRAIN_BRAIN_H
#define ENGINE_BRAIN_BRAIN_H

/* Brains: large multimodal models and what plays them, behind one interface. A pool runs any number of calls at once and is
 * the engine's one blocking place (curl_multi_poll with the engine's own descriptors). Only this folder includes curl. */

#include "config/config.h"

#include <glib.h>
#include <stdbool.h>

#define BRAIN_ERROR (brain_error_quark())
GQuark brain_error_quark(void);
enum brain_error {
    BRAIN_ERROR_CONFIG,  /* profile, key, script: cannot work as configured */
    BRAIN_ERROR_NETWORK, /* not reached, or cut off */
    BRAIN_ERROR_TIMEOUT,
    BRAIN_ERROR_AUTH,      /* 401, 403, 402 */
    BRAIN_ERROR_RATE,      /* 429 after the retries, or quota */
    BRAIN_ERROR_REFUSED,   /* the model or its filter refused */
    BRAIN_ERROR_TRUNCATED, /* finish_reason length */
    BRAIN_ERROR_FAILED,
};

/* A part of a picture. Who can read pictures cuts it out when it is sent: a PNG, or NULL with error. */
struct brain_part {
    int x, y, width, height; /* px; width 0 = the whole picture */
    GBytes *(*cut)(const char *path, int x, int y, int width, int height, GError **error);
};

struct brain_image {
    char *path; /* PNG */
    char *note; /* a line of text that introduces it */
    bool low;   /* low detail is enough */
    struct brain_part part;
};

/* The answer to one call of a model's own computer tool. */
struct brain_answer {
    char *id, *name;    /* the provider's, of the call */
    char *text;         /* what came of it: a JSON object, and a sentence below it */
    bool error;         /* unless it surely was done */
    int image;          /* a look of its own: a place in the request's images; -1 = none */
    char *acknowledged; /* safety checks that a person has acknowledged, as they came; NULL = none */
    bool refused;       /* it had some, and nobody has */
};
/* What a model said with its own tool, and what came of that. A call and its answer stay together. */
struct brain_turn {
    char *dialect;      /* whose words it is in */
    char *said;         /* verbatim: the JSON of the reply's "said" */
    char *told;         /* the same and the answers in words, where it cannot be sent as it was said */
    GPtrArray *answers; /* struct brain_answer*, one for each call */
    char *note;         /* what the person and reins say after them; NULL = nothing */
    int image;          /* the screen afterwards: a place in the request's images; -1 = it is not sent any more */
};
/* The model decides by the computer tool of its provider: the reply is {"dialect","said","screen","picture","space"} then. `said`
 * is verbatim; the others are struct coordinates (coordinates.h): [width, height] of the screen and of its picture as it is sent,
 * and how the model counts. */
struct brain_native {
    GPtrArray *turns;  /* struct brain_turn*, oldest first */
    int opening;       /* the screen at the beginning: a place in the request's images; -1 = none */
    int width, height; /* of the screen */
};
struct brain_native *brain_native_new(void);
struct brain_turn *brain_turn_new(const char *dialect, const char *said, const char *told);
/* Adds one; borrowed until the turn is freed. */
struct brain_answer *brain_turn_answer(struct brain_turn *turn, const char *id, const char *name);

typedef struct brain_request {
    char *module;   /* "plan" …: also the function that a script must have */
    char *system;   /* fixed part of the prompt */
    char *user;     /* rest of the prompt */
    char *shorter;  /* that rest with less of the past, for a model whose context is full; NULL = there is nothing less */
    GArray *images; /* struct brain_image */
    char *told;     /* that rest as a person is told it; NULL = as `user` says it */
    char *schema;   /* JSON schema of the reply */
    char *vars;     /* JSON object of the prompt's variables: what a scripted brain is given */
    gint64 step;    /* of the run, 0 = none: where a recorded run is to be read from */
    bool aside;     /* one of several of its module in this step, not the last word (asked of an earlier frame) */
    bool asides;    /* its module may be asked so */
    bool acts;      /* its reply has actions: a recorded one is never given twice */
    bool points;    /* …whose points are brought to the screen's pixels: a recorded one is given as it was taken */
    struct brain_native *native; /* owned; NULL = the reply is text, or fits `schema` */
    char **texts; /* not NULL: not a question, but texts whose vectors are wanted (embeddings); the rest is not used */
    struct pictures *pictures;        /* borrowed: the pool's; NULL = pictures are sent as they are */
    const brain_profile *profile;     /* borrowed: of the brain that is asked, with `pictures` */
    const struct wire_limits *limits; /* static: of its kind; NULL = none is known */
    bool light;                       /* pictures go out as JPEG where that is less */
} brain_request;
brain_request *brain_request_new(const char *module);
void brain_request_add_image(brain_request *r, const char *path, const char *note, bool low);
/* Only that part of it, in high detail. */
void brain_request_add_part(brain_request *r, const char *path, const struct brain_part *part, const char *note);
void brain_request_free(brain_request *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(brain_request, brain_request_free)

/* A vector for each text of the request, in its order; all finite numbers. */
struct brain_vectors {
    guint n, dimension; /* vectors; numbers of each, at least 1 */
    float *at;          /* n × dimension */
};

struct brain_reply {
    char *text;                    /* raw; owned by the pool until brain_pool_forget() */
    struct brain_vectors *vectors; /* instead of text where the request had texts */
    char *left;                    /* of the request, what was left out for it to be taken; NULL = nothing */
    bool passing;                  /* of an error: it is the service's and not the question's: another brain may answer */
    GError *error;                 /* set instead when the call failed (after the retries of lmm-wire.md 1.11) */
    gint64 ms, tokens_in, tokens_out;
    gint64 tokens_cached;  /* of tokens_in: those that the provider had in its cache; 0 also where it does not say */
    gint64 tokens_written; /* of tokens_in: those that it wrote into its cache */
    gint64 pictures;       /* that were sent */
    double cost;           /* USD by the profile's prices */
    bool estimated;
};

/* What calls took. Tokens are the service's own count where it is one: its "usage" has whole numbers, at most BRAIN_TOKENS_MAX of
 * a call, and not 0 for a text that is there. Where not, and for a request that was sent and not answered to its end, they are
 * estimated: one for every BRAIN_TOKEN_BYTES of text and every BRAIN_TOKEN_PIXELS of a picture. That is rather too much than too
 * little (English has 4 bytes or more a token, a Chinese character of 3 bytes 1; a picture 750 pixels or more), so that a budget
 * ends early and not late. Thoughts that a service does not send are not in it. */
struct brain_spent {
    gint64 tokens_in;
    double cost;    /* USD */
    bool estimated; /* of some of it */
};
#define BRAIN_TOKENS_MAX 1e12
#define BRAIN_TOKEN_BYTES 3
#define BRAIN_TOKEN_PIXELS 500

typedef struct brain_pool brain_pool;

/* libcurl is loaded by the first call that goes over the network. Never NULL; `cfg` must outlive it. */
brain_pool *brain_pool_new(const config *cfg) G_GNUC_WARN_UNUSED_RESULT;
void brain_pool_free(brain_pool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(brain_pool, brain_pool_free)
/* Who knows what recorded runs answered (engine/run/replay.h): the answer to this question in the run RUN of "replay:RUN", owned
 * by the caller, or NULL with error. Without it those brains cannot be asked. `data` is borrowed until the pool is freed. */
typedef char *(*brain_recorded)(void *data, const char *run, const brain_request *request, GError **error);
void brain_pool_set_recorded(brain_pool *pool, brain_recorded recorded, void *data);

/* Who can read pictures makes those smaller that are larger than a brain's profile allows (engine/brain/coordinates.h): the PNG
 * in that size, or NULL with error. Without it such a picture cannot be sent. */
typedef GBytes *(*brain_shrink)(GBytes *png, int width, int height, GError **error);
/* The same as JPEG, for a service that takes no more bytes; NULL = they go out as they are. */
typedef GBytes *(*brain_jpeg)(GBytes *png, GError **error);
void brain_pool_set_shrink(brain_pool *pool, brain_shrink shrink, brain_jpeg jpeg);

/* From here on every attempt over HTTP is added to the cassette FILE (0600; made where there is none): brain "cassette:FILE"
 * plays it. Error: it is something else, or cannot be written. */
bool brain_pool_record(brain_pool *pool, const char *path, GError **error);

/* Starts a call of the brain NAME (a [brain] group). The request may be freed at once. Returns the call's id, 0 on error (also
 * BRAIN_ERROR_CONFIG: texts, and a kind that has no vectors). */
guint brain_pool_ask(brain_pool *pool, const char *name, const brain_request *request, GError **error);
/* NULL while it runs; borrowed. */
const struct brain_reply *brain_pool_reply(const brain_pool *pool, guint call);
/* What has come of a call that runs. The text (what the model says of its reasoning, an empty line, then its answer) only grows
 * within an attempt; a new attempt begins with nothing. */
struct brain_partial {
    char *text;        /* owned; without keys: what may yet become one is held back */
    gsize answer;      /* where in it the answer begins; its length where none has come */
    gint64 ms, tokens; /* from the attempt's beginning to the last event, 0 = none has come; of the text, by estimate */
    int attempt;       /* 0 = the first */
};
/* False, and nothing to be freed: the call is over, or its kind answers at once. */
bool brain_pool_partial(const brain_pool *pool, guint call, struct brain_partial *ret_partial);
/* kind=human: true while it waits for brain_pool_answer(). */
bool brain_pool_wants_person(const brain_pool *pool, guint call);
bool brain_pool_answer(brain_pool *pool, guint call, const char *text);
/* Ends the call if it runs (never blocks: QUICK_EXIT) and frees its reply. */
void brain_pool_forget(brain_pool *pool, guint call);
/* What calls took that were forgotten while they ran, since the last time. */
void brain_pool_take_left(brain_pool *pool, struct brain_spent *ret_spent);

/* Polls the transfers, the scripts and `extra` for at most timeout_ms (-1 = until something happens), moves them on, and sets
 * extra's revents. Returns false only when polling itself failed. */
bool brain_pool_poll(brain_pool *pool, GPollFD *extra, guint n_extra, int timeout_ms, GError **error);

#endif
