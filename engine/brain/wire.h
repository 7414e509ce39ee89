#ifndef ENGINE_BRAIN_WIRE_H
#define ENGINE_BRAIN_WIRE_H

/* Wire format: the table that http.c sends and reads by. One row for each family of providers; a wire_*.c is pure: bytes and
 * structs, no network, no clock, and the only place that includes cJSON here. */

#include "engine/brain/brain.h"

#define WIRE_IMAGE_MAX (20 * 1024 * 1024)  /* one PNG */
#define WIRE_IMAGES_MAX (48 * 1024 * 1024) /* all of one request */
#define WIRE_DIMENSION_MAX 16384           /* numbers of one vector */
#define WIRE_REPLY_MAX (16 * 1024 * 1024)

enum wire_json { WIRE_JSON_SCHEMA, WIRE_JSON_OBJECT, WIRE_JSON_PROMPT };

/* What an endpoint takes: from the profile, then narrowed by what it refused (remembered as long as the pool lives). */
struct wire_quirks {
    const char *max_tokens_field; /* static; NULL = send none */
    bool renamed;                 /* max_tokens_field was changed once */
    enum wire_json json;
    bool detail;
};
void wire_quirks_init(struct wire_quirks *quirks, const brain_profile *profile);

/* An error body, whatever its shape; all owned, NULL = not said. */
struct wire_problem {
    char *message, *code, *param;
};
void wire_problem_clear(struct wire_problem *problem);
/* HTTP 400 names a parameter: drops or renames it, once each. False: nothing to adapt. *ret_what (static) says what for a notice.
 */
bool wire_quirks_adapt(struct wire_quirks *quirks, const struct wire_problem *problem, const char **ret_what);

/* What an answer with status 2xx holds. */
struct wire_answer {
    char *text;                    /* owned; NULL when error is set, or vectors are */
    struct brain_vectors *vectors; /* owned */
    GError *error;                 /* owned; the message without the brain's name */
    bool retry;                    /* an error in the body that another attempt may cure */
    gint64 tokens_in, tokens_out;  /* -1 = not counted */
};

struct wire_body {
    char *text; /* owned */
    gsize length;
    gint64 tokens; /* by estimate (brain.h) */
};
/* Of so many bytes, by estimate. */
gint64 wire_tokens(gsize bytes);

struct wire {
    const char *path;       /* after the base URL */
    const char *key_header; /* the header up to the key */
    /* The request's body. Error: an image that cannot be read. */
    bool (*body)(const brain_profile *profile, const struct wire_quirks *quirks, const brain_request *request,
                 struct wire_body *ret_body, GError **error);
    void (*answer)(const char *body, gsize length, struct wire_answer *ret_answer);
    void (*problem)(const char *body, gsize length, struct wire_problem *ret_problem);
};

extern const struct wire wire_openai, wire_openai_embeddings;

#endif
