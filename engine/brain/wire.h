#ifndef ENGINE_BRAIN_WIRE_H
#define ENGINE_BRAIN_WIRE_H

/* Wire format: the table that http.c sends and reads by. One row for each family of providers; a wire_*.c is pure: bytes and
 * structs, no network, no clock, and the only place that includes cJSON here. */

#include "engine/brain/brain.h"

#define WIRE_IMAGE_MAX (20 * 1024 * 1024)  /* one PNG */
#define WIRE_IMAGES_MAX (48 * 1024 * 1024) /* all of one request */
#define WIRE_DIMENSION_MAX 16384           /* numbers of one vector */
#define WIRE_REPLY_MAX (16 * 1024 * 1024)

struct cJSON;
struct wire;

enum wire_json { WIRE_JSON_SCHEMA, WIRE_JSON_OBJECT, WIRE_JSON_PROMPT };

/* What an endpoint takes: from the profile, then narrowed by what it refused (remembered as long as the pool lives). */
struct wire_quirks {
    const char *max_tokens_field; /* static; NULL = send none */
    bool renamed;                 /* max_tokens_field was changed once */
    enum wire_json json;
    bool detail, stream;
    bool usage; /* of a stream: stream_options are sent */
    bool temperature, seed;
    guint images; /* most of one request; 0 = not known */
    bool light;   /* pictures had too many bytes: they are sent as JPEG where that is less */
};
void wire_quirks_init(struct wire_quirks *quirks, const brain_profile *profile);

/* An error body, whatever its shape; all owned, NULL = not said. */
struct wire_problem {
    char *message, *code, *param;
    gint64 retry_ms; /* how long the body says to wait; -1 = it does not */
};
void wire_problem_clear(struct wire_problem *problem);
/* {"error":{…}}, {"error":"…"}, {"type":"error","error":{…}}, {"object":"error","message":…}, or one of them in an array; nothing
 * of a body that is no JSON. */
void wire_problem_read(const char *body, gsize length, struct wire_problem *ret_problem);
/* HTTP 400 names a parameter: drops or renames it, once each. False: nothing to adapt. *ret_what (static) says what for a notice.
 */
bool wire_quirks_adapt(struct wire_quirks *quirks, const struct wire_problem *problem, const char **ret_what);

/* How an answer ended. */
enum wire_end {
    WIRE_OPEN, /* not yet: a stream that stops here was cut off */
    WIRE_COMPLETE,
    WIRE_CUT,      /* at the limit of tokens */
    WIRE_FULL,     /* the model's context is full */
    WIRE_REFUSED,  /* by the model; `said` has its words */
    WIRE_FILTERED, /* by the provider */
    WIRE_BROKEN,   /* the provider gave up in the middle */
};

/* What an answer with status 2xx holds: so far, where it is a stream. */
struct wire_answer {
    GString *text, *thought;
    struct brain_vectors *vectors; /* owned; of texts */
    bool native;                   /* the model was asked with its own computer tool… */
    struct cJSON *turn;            /* …and says this: owned, NULL = nothing. `text` is then for who reads along */
    GString *piece;                /* of the part of it that is under way in a stream; NULL = none is */
    enum wire_end end;
    bool last;                            /* nothing more can come: the transfer may be closed */
    GString *said;                        /* the words of a refusal, or of the provider's error */
    GError *error;                        /* the answer cannot be used; the message is without the brain's name */
    bool retry;                           /* …and another attempt may cure it */
    gint64 tokens_in, tokens_out;         /* -1 = not counted */
    gint64 tokens_cached, tokens_written; /* the same; of tokens_in: read from the provider's cache, written into it */
};
void wire_answer_init(struct wire_answer *answer);
/* Also of a struct of zeros. */
void wire_answer_clear(struct wire_answer *answer);
void wire_answer_fail(struct wire_answer *answer, enum brain_error code, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Sets `error` by how the answer ended, also where it holds no text. The outcome comes before the text: what was cut or refused
 * is never taken for an answer. */
void wire_answer_settle(struct wire_answer *answer);

/* A count of tokens; -1: it is no whole number from `least` to BRAIN_TOKENS_MAX. */
gint64 wire_count(const struct cJSON *usage, const char *name, int least);
/* The text of a member; NULL = none, or empty. Borrowed. */
const char *wire_member(const struct cJSON *object, const char *name);
/* Adds {"type": type, "text": text} to an array. */
void wire_add_text(struct cJSON *array, const char *type, const char *text);
/* An in-band error (lmm-wire.md 0.3): sets error and retry. False: there is none. */
bool wire_in_band(const struct cJSON *root, struct wire_answer *answer);

/* A picture ready to be sent. */
struct wire_picture {
    char *base64;     /* owned */
    const char *type; /* "image/png" or "image/jpeg"; static */
    const char *note; /* borrowed from the request */
    bool low;
};
/* The pictures of a request in their order (struct wire_picture); the tokens that they may take, by estimate. Error: one cannot
 * be read, is no PNG, or they are too large. Caller unrefs. */
GArray *wire_pictures(const brain_request *request, gint64 *ret_tokens, GError **error);
/* The system prompt; where the endpoint takes no schema (`shown`), the model is shown it. Caller frees; "" = none. */
char *wire_system(const brain_request *request, bool shown);
/* What the two tools of ours are that stand beside a provider's own, and the schema of their one argument. */
struct wire_own_tool {
    const char *name, *about, *argument, *meaning;
    const char *allowed[3]; /* of a second argument "outcome"; NULL = it has none */
};
extern const struct wire_own_tool wire_own_tools[]; /* ends with name NULL */
/* {"type":"object","properties":…,"required":…} */
struct cJSON *wire_own_tool_schema(const struct wire_own_tool *tool);
/* What was said in an earlier turn; NULL: it was said in another dialect, and is told in words. Caller deletes. */
struct cJSON *wire_turn(const struct brain_turn *turn, const char *dialect);
/* The reply of a request with `native`, in place of its text; `dialect`: whose words the turn is in. Caller frees. */
char *wire_native_reply(const struct wire *wire, const char *dialect, const struct wire_answer *answer,
                        const brain_profile *profile, const brain_request *request);
/* Adds a part to the turn of an answer, which is an array; takes it. */
void wire_turn_add(struct wire_answer *answer, struct cJSON *part);

/* The last part of the user's turn; never empty. */
const char *wire_user(const brain_request *request);
/* Merges the members of the profile's `extra` into the body; they replace those of the same name. Error: it is no JSON object. */
bool wire_add_extra(struct cJSON *root, const brain_profile *profile, GError **error);

struct wire_body {
    char *text; /* owned */
    gsize length;
    gint64 tokens; /* by estimate (brain.h) */
    guint pictures;
};
/* Of so many bytes, by estimate. */
gint64 wire_tokens(gsize bytes);
/* Prints the tree. */
void wire_body_set(struct wire_body *body, const struct cJSON *root, const GArray *pictures, gint64 picture_tokens);

/* What a service takes of pictures (lmm-wire.md 1.10, November 2026); 0 = not known. Bytes are of base64. */
struct wire_limits {
    guint images;    /* of one request */
    gsize each, all; /* more of them go out as JPEG */
    guint few;       /* so many at most, where … */
    int side;        /* … one has a longer side than this, px */
};

struct wire {
    const char *kind; /* of the profile */
    struct wire_limits limits;
    const char *path; /* after the base URL */
    /* …where it depends on the model and on whether a stream is asked for; NULL = `path`. Caller frees. */
    char *(*path_of)(const brain_profile *profile, bool stream);
    const char *key_header;     /* the header up to the key */
    const char *const *headers; /* fixed ones; ends with NULL; NULL = none */
    bool streams;               /* it has a streamed form */
    bool tool;                  /* its provider has a computer tool; else a model may have a grammar (profile->grammar) */
    int tool_space;             /* enum coordinates_space: what that writes for a point; -1 = as the profile says */
    /* One more header of a request with the tool; NULL = none. Static. */
    const char *(*tool_header)(const brain_profile *profile);
    /* The request's body. Error: an image that cannot be read, a schema or `extra` that is none. */
    bool (*body)(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                 struct wire_body *ret_body, GError **error);
    /* The whole answer, where it came at once. */
    void (*answer)(const struct cJSON *root, struct wire_answer *answer);
    /* One event of a stream; `name` is "" where it has none. */
    void (*event)(const char *name, const struct cJSON *data, struct wire_answer *answer);
};

extern const struct wire wire_openai, wire_embeddings, wire_responses, wire_anthropic, wire_gemini;
/* By the profile's kind, for texts its embeddings; NULL = it has none. */
const struct wire *wire_find(const char *kind, bool texts);

/* Reads a whole body (checks that it is JSON, and for errors in it), or one event's data, by the wire. */
void wire_read_answer(const struct wire *wire, const char *body, gsize length, struct wire_answer *answer);
/* False: nothing more is to be read. */
bool wire_read_event(const struct wire *wire, const char *name, const char *data, gsize length, struct wire_answer *answer);

#endif
