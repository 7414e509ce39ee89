#ifndef ENGINE_BRAIN_WIRE_H
#define ENGINE_BRAIN_WIRE_H

/* Wire: one table of functions for each wire format of providers, with which http.c writes requests and reads answers. The
 * wire_*.c are pure (bytes and structs, no network, no clock) and the only files of this folder that include cJSON. */

#include "engine/brain/brain.h"

#define WIRE_IMAGE_MAX (20 * 1024 * 1024)  /* one PNG */
#define WIRE_IMAGES_MAX (48 * 1024 * 1024) /* all PNGs of one request */
#define WIRE_DIMENSION_MAX 16384           /* numbers in one vector */
#define WIRE_REPLY_MAX (16 * 1024 * 1024)

struct cJSON;
struct wire;

enum wire_json { WIRE_JSON_SCHEMA, WIRE_JSON_OBJECT, WIRE_JSON_PROMPT };

/* What an endpoint accepts: from the profile, then narrowed by its refusals. The pool keeps it. */
struct wire_quirks {
    const char *max_tokens_field; /* static; NULL = send none */
    bool renamed;                 /* max_tokens_field was changed once */
    enum wire_json json;
    bool detail, stream;
    bool usage; /* of a stream: send stream_options */
    bool temperature, seed;
    bool cache;                   /* marks what the provider may cache */
    guint images;                 /* maximum of one request; 0 = unknown */
    guint images_of_turns;        /* what it took of a conversation that was too long; 0 = unknown */
    enum brain_encoding encoding; /* of pictures, and… */
    int side;                     /* …their longest side, px, 0 = any: what it refused */
    const char *tool; /* version of its computer tool, static; NULL = as the profile says. The newer ones it refused */
    bool tool_taken;  /* it has answered a request with that */
    gint64 down_us;   /* its last call failed then for the service's reasons, monotonic; 0 = it did not */
};
void wire_quirks_init(struct wire_quirks *quirks, const brain_profile *profile);

/* The content of an error body; strings owned, NULL = not given. */
struct wire_problem {
    char *message, *code, *param;
    gint64 retry_ms; /* the wait that the body asks for; -1 = none */
    bool empty;      /* there was no body */
};
void wire_problem_clear(struct wire_problem *problem);
/* Reads {"error":{…}}, {"error":"…"}, {"type":"error","error":{…}}, {"object":"error","message":…}, or an array with one of them.
 * A body that is not JSON gives an empty result. */
void wire_problem_read(const char *body, gsize length, struct wire_problem *ret_problem);
/* Drops or renames the parameter that an HTTP 400 names, once each. False: nothing to adapt. *ret_what: the change, for a notice;
 * static. */
bool wire_quirks_adapt(struct wire_quirks *quirks, const struct wire_problem *problem, const char **ret_what);

/* How an answer ended. */
enum wire_end {
    WIRE_OPEN, /* not ended: a stream that stops here was cut off */
    WIRE_COMPLETE,
    WIRE_CUT,      /* at the limit of tokens */
    WIRE_FULL,     /* the model's context is full */
    WIRE_REFUSED,  /* by the model; `said` has its text */
    WIRE_FILTERED, /* by the provider */
    WIRE_BROKEN,   /* the provider stopped in the middle */
};

/* An answer with status 2xx; of a stream, the part so far. */
struct wire_answer {
    GString *text, *thought;
    struct brain_vectors *vectors; /* owned; the answer to texts */
    bool native;                   /* the request used the provider's computer tool */
    struct cJSON *turn;            /* owned; the verbatim turn of the tool, NULL = none. `text` then shows it to a person */
    GString *piece;                /* the part of the turn that a stream is sending; NULL = none */
    enum wire_end end;
    bool last;                            /* the answer is complete: the transfer may be closed */
    GString *said;                        /* the text of a refusal or of the provider's error */
    GError *error;                        /* why the answer cannot be used; without the brain's name */
    bool retry;                           /* another attempt may succeed */
    gint64 tokens_in, tokens_out;         /* -1 = not counted; tokens_in includes the next two */
    gint64 tokens_cached, tokens_written; /* read from the provider's cache, written into it */
};
void wire_answer_init(struct wire_answer *answer);
/* Also accepts a struct of zeros. */
void wire_answer_clear(struct wire_answer *answer);
/* Sets `error`, in place of an earlier one. */
void wire_answer_fail(struct wire_answer *answer, enum brain_error code, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Sets `error` by the end of the answer, or if it is empty. A cut or refused text is never an answer. */
void wire_answer_settle(struct wire_answer *answer);

/* A count of tokens; -1: not a whole number from `least` to BRAIN_TOKENS_MAX. */
gint64 wire_count(const struct cJSON *usage, const char *name, int least);
/* The text of a member; NULL = none, or empty. Borrowed. */
const char *wire_member(const struct cJSON *object, const char *name);
/* Adds {"type": type, "text": text} to an array. */
void wire_add_text(struct cJSON *array, const char *type, const char *text);
/* Reads an error in an answer with status 2xx into error and retry. False: there is
 * none. */
bool wire_in_band(const struct cJSON *root, struct wire_answer *answer);

/* A picture of a request. */
struct wire_picture {
    char *base64;     /* owned */
    const char *type; /* "image/png" or "image/jpeg"; static */
    const char *note; /* borrowed from the request */
    bool low;
};
/* The pictures of a request in order (struct wire_picture). *ret_tokens: their estimated tokens. Error: a picture is unreadable
 * or not a PNG, or they are too large. Caller unrefs. */
GArray *wire_pictures(const brain_request *request, gint64 *ret_tokens, GError **error);
/* True when the request has pictures, and a brain with these sizes would be sent none of them in another size. */
bool wire_pictures_keep_size(const brain_request *request, const brain_profile *limits);
/* The system prompt. shown: it contains the schema, because the endpoint has no field for one. Caller frees; "" = none. */
char *wire_system(const brain_request *request, bool shown);
/* The two tools of reins besides a provider's computer tool, with the schema of their arguments. */
struct wire_own_tool {
    const char *name, *about, *argument, *meaning;
    const char *allowed[3]; /* values of a second argument "outcome"; NULL = it has none */
};
extern const struct wire_own_tool wire_own_tools[]; /* ends with name NULL */
/* {"type":"object","properties":…,"required":…}. Caller deletes. */
struct cJSON *wire_own_tool_schema(const struct wire_own_tool *tool);
/* The verbatim turn; NULL: it has another dialect and must be sent as text. Caller deletes. */
struct cJSON *wire_turn(const struct brain_turn *turn, const char *dialect);
/* The reply of a request with `native`. dialect: the one of the answer's turn. Caller frees. */
char *wire_native_reply(const struct wire *wire, const char *dialect, const struct wire_answer *answer,
                        const brain_profile *profile, const brain_request *request);
/* Appends a part to the turn of an answer; takes it. */
void wire_turn_add(struct wire_answer *answer, struct cJSON *part);

/* The last part of the user's message; never empty. */
const char *wire_user(const brain_request *request);
/* Adds its beginning that questions share (request->same), if there is one, before the pictures: a provider's cache has a prefix
 * of the request. Returns its bytes; the rest of wire_user() follows the pictures. */
gsize wire_add_same(struct cJSON *array, const char *type, const brain_request *request);
/* Merges the members of the profile's `extra` into the body, where they replace members of the same name. Error: `extra` is not a
 * JSON object. */
bool wire_add_extra(struct cJSON *root, const brain_profile *profile, GError **error);

struct wire_body {
    char *text; /* owned */
    gsize length;
    gint64 tokens; /* estimate (brain.h) */
    guint pictures;
};
/* The estimated tokens of a text. */
gint64 wire_tokens(gsize bytes);
/* Prints the tree into the body. */
void wire_body_set(struct wire_body *body, const struct cJSON *root, const GArray *pictures, gint64 picture_tokens);

/* Limits of a service for pictures (its API reference, November 2026); 0 = unknown. Bytes count in base64. */
struct wire_limits {
    guint images;    /* maximum number in one request */
    gsize each, all; /* bytes of one picture and of all; larger ones are sent as JPEG */
    guint few;       /* maximum number if one side is longer than `side` */
    int side;        /* px */
};

struct wire {
    const char *kind; /* of the profile */
    struct wire_limits limits;
    const char *path; /* after the base URL */
    /* The path when it depends on the model and the stream; NULL = `path`. Caller frees. */
    char *(*path_of)(const brain_profile *profile, bool stream);
    const char *models;         /* path of its list of models; NULL = it is not asked for */
    const char *key_header;     /* the header up to the key */
    const char *const *headers; /* fixed headers, ends with NULL; NULL = none */
    bool streams;               /* the format has streams */
    bool tool;                  /* the provider has a computer tool; otherwise a model may have a grammar (profile->grammar) */
    /* Of the tool: the version before that one (NULL = the newest), as computer_tool= says it. NULL: it is the first. Static. */
    const char *(*older_tool)(const char *version);
    int tool_space; /* enum coordinates_space of the tool's points; -1 = as in the profile */
    /* One more header of a request with the tool; NULL = none. Static. */
    const char *(*tool_header)(const brain_profile *profile);
    /* Makes the request's body. Error: an unreadable image, an invalid schema or `extra`. */
    bool (*body)(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                 struct wire_body *ret_body, GError **error);
    /* Reads a whole answer. */
    void (*answer)(const struct cJSON *root, struct wire_answer *answer);
    /* Reads one event of a stream; name is "" when it has none. */
    void (*event)(const char *name, const struct cJSON *data, struct wire_answer *answer);
};

extern const struct wire wire_openai, wire_responses, wire_anthropic, wire_gemini, wire_embeddings, wire_gemini_embeddings;
/* The wire format of a kind. texts: its embeddings. NULL = there is none. */
const struct wire *wire_find(const char *kind, bool texts);

/* The names of a list of models ({"data":[{"id":…}]}, {"models":[{"name":"models/…"}]}); NULL = it is none. Caller frees. */
char **wire_model_names(const char *body, gsize length);

/* Reads a whole body; sets answer->error if it is not JSON or contains an error. */
void wire_read_answer(const struct wire *wire, const char *body, gsize length, struct wire_answer *answer);
/* Reads the data of one event. False: stop reading. */
bool wire_read_event(const struct wire *wire, const char *name, const char *data, gsize length, struct wire_answer *answer);

#endif
