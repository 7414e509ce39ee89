#ifndef ENGINE_BRAIN_CASSETTE_H
#define ENGINE_BRAIN_CASSETTE_H

/* Cassettes: the attempts of calls over HTTP as they came, one JSON object a line (mode 0600). An attempt is known by its module,
 * its step and a hash of its question. It holds neither the question nor a key nor a header that is not on a short list. */

#include "engine/brain/brain.h"

#define CASSETTE_LINE_MAX (64 * 1024 * 1024) /* bytes */
#define CASSETTE_MAX (512 * 1024 * 1024)

struct taken_piece {
    gint64 ms; /* after the attempt's beginning */
    gsize length;
};

/* One attempt; all owned. */
struct taken {
    gint64 n; /* its place in the order in which they were begun, from 1 */
    char *kind, *model, *host, *module, *question, *pictures, *space; /* the two before the last: hashes */
    gint64 step;
    int status;         /* 0 = no head came */
    GPtrArray *headers; /* char*, "name: value" */
    GString *bytes;     /* of the body */
    GArray *pieces;     /* struct taken_piece: how they came */
    int result;         /* libcurl's; TAKEN_SILENT = given up because nothing came */
    gint64 began_us;    /* not kept */
    bool played;        /* not kept */
};
#define TAKEN_SILENT (-1)

/* How a brain's points are to be read: "pixels 0 0 1" are those of the screen. Caller frees. */
char *taken_space(const brain_profile *profile);
struct taken *taken_new(const brain_profile *profile, const brain_request *request, const char *host);
void taken_free(struct taken *t);
/* A line of a response's head; a new status line begins the head anew. Only what is on the list is kept. */
void taken_header(struct taken *t, const char *line, gsize length);
void taken_piece(struct taken *t, const char *bytes, gsize length);
/* One line with its newline; keys are masked. `secrets` as secret_filter() has it. Caller frees. (cassette_json.c) */
char *taken_to_json(struct taken *t, GHashTable *secrets);
struct taken *taken_from_json(const char *text, gsize length, GError **error);

/* A file to add to: made where there is none. Error: it is something else than a cassette. *ret_n: attempts that it has. */
int cassette_append(const char *path, gint64 *ret_n, GError **error);

/* What is played, and how: "FILE[,OPTION…]" with the options as=BRAIN (config_brain), times, pieces, cut=N, stall=N, reset=N (N =
 * bytes of the body). */
struct cassette {
    char *path;
    GPtrArray *all;                                                                             /* struct taken* in their order */
    bool times;                                                                                 /* as they came; else at once */
    bool pieces;                                                                                /* a byte at a time */
    enum cassette_fault { CASSETTE_WHOLE, CASSETTE_CUT, CASSETTE_STALL, CASSETTE_RESET } fault; /* of the first attempt */
    gsize fault_at;
    bool broke; /* the fault has been */
};
struct cassette *cassette_open(const char *spec, GError **error);
void cassette_free(struct cassette *cassette);
/* The attempt that answers the request; borrowed. In a run (step > 0) it is one of the same module and step, the same question
 * first, in their order; else the question must be the same. Error: which is nearest, and what to do. */
struct taken *cassette_find(struct cassette *cassette, const brain_request *request, GError **error);

#endif
