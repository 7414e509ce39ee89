#ifndef ENGINE_BRAIN_CASSETTE_H
#define ENGINE_BRAIN_CASSETTE_H

/* Cassette: a file with recorded attempts of calls over HTTP, one JSON object a line (mode 0600). Module, step and a hash of the
 * request identify an attempt. The file contains no request, no key, and only the headers on a short list. Between the attempts
 * of a run stands what its eye and its hand said. */

#include "engine/brain/brain.h"

#define CASSETTE_LINE_MAX (64 * 1024 * 1024) /* bytes */
#define CASSETTE_MAX (512 * 1024 * 1024)

struct cassette_piece {
    gint64 ms; /* since the attempt's start */
    gsize length;
};

/* One attempt; all owned. */
struct cassette_take {
    gint64 n;                                                         /* number in the order of their starts, from 1 */
    char *kind, *model, *host, *module, *question, *pictures, *space; /* question, pictures: hashes; space: cassette_space() */
    char *grammar, *overlay; /* of the brain, for config/cassette_brain.h; NULL = none, the default; not read back */
    gint64 step;             /* the request's turn */
    int status;              /* 0 = no response head */
    GPtrArray *headers;      /* char*, "name: value" */
    GString *bytes;          /* of the body */
    GArray *pieces;          /* struct cassette_piece: sizes and times in which they arrived */
    int result;              /* of libcurl; CASSETTE_SILENT = aborted because nothing arrived */
    gint64 began_us;         /* not in the file */
    bool played;             /* not in the file */
};
#define CASSETTE_SILENT (-1)

/* What a device of a run said (engine/devices/recorded.h plays it); all owned. */
struct cassette_said {
    gint64 run;
    char *device; /* what kind of answer it is */
    char *digest; /* of the fired timeline that it is about; "" = of none */
    char *answer; /* one JSON object */
};
void cassette_said_free(struct cassette_said *s);
/* Adds it to the cassette that the pool records, with keys masked. */
void brain_pool_record_said(brain_pool *pool, const struct cassette_said *said);
/* One line with its newline. secrets: as in secret_filter(). Caller frees. (cassette_json.c) */
char *cassette_said_to_json(const struct cassette_said *s, GHashTable *secrets);

/* What was decided of a proposal, or, with an empty action, how the run ended; all owned. It is the answer of a line. */
typedef struct cassette_decision cassette_decision;
struct cassette_decision {
    gint64 turn;                          /* run_turn() */
    char *action, *verdict, *by, *reason; /* action: as text. Of an end: verdict is the outcome, by is empty */
};
/* Caller frees both. From: NULL = it is none. (cassette_json.c) */
char *cassette_decision_to_json(const struct cassette_decision *d);
struct cassette_decision *cassette_decision_from_json(const char *text);
void cassette_decision_free(struct cassette_decision *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(cassette_decision, cassette_decision_free)

/* The coordinates and picture sizes of a brain as text; "pixels 0 0 1 0" are the screen's pixels. Older
 * cassettes have no fifth part. Caller frees. */
char *cassette_space(const brain_profile *profile);
struct cassette_take *cassette_take_new(const brain_profile *profile, const brain_request *request, const char *host);
void cassette_take_free(struct cassette_take *t);
/* Adds a line of a response's head if it is on the list. A status line starts a new head. */
void cassette_take_header(struct cassette_take *t, const char *line, gsize length);
/* Adds bytes of the body with their time. */
void cassette_take_piece(struct cassette_take *t, const char *bytes, gsize length);
/* One line with its newline, with keys masked. secrets: as in secret_filter(). Caller frees. (cassette_json.c) */
char *cassette_take_to_json(struct cassette_take *t, GHashTable *secrets);
/* Reads a line. Exactly one of both is set, except on error. */
bool cassette_line_from_json(const char *text, gsize length, struct cassette_take **ret_take, struct cassette_said **ret_said,
                             GError **error);

/* Opens a file for appending, and creates it if needed. Returns a descriptor, -1 on error (also: not a cassette). *ret_n: the
 * number of attempts in it. */
int cassette_append(const char *path, gint64 *ret_n, GError **error);

/* A cassette to play: "FILE[,OPTION…]" with the options as=BRAIN (config_brain), times, pieces, cut=N, stall=N, reset=N (N =
 * bytes of the body). */
struct cassette {
    char *path;
    GPtrArray *all;  /* struct cassette_take*, in order */
    GPtrArray *said; /* struct cassette_said*, in order */
    bool times;      /* play with the recorded times; false = at once */
    bool pieces;     /* play byte by byte */
    enum cassette_fault { CASSETTE_WHOLE, CASSETTE_CUT, CASSETTE_STALL, CASSETTE_RESET } fault; /* of the first attempt */
    gsize fault_at;
    bool broke; /* the fault has occurred */
    bool over;  /* a run has asked for more than was recorded */
};
struct cassette *cassette_open(const char *spec, GError **error);
void cassette_free(struct cassette *cassette);
/* The one that the pool plays for the brain "cassette:SPEC", opened at the first use; borrowed. (http_cassette.c) */
struct cassette *brain_pool_cassette(brain_pool *pool, const char *spec, GError **error);
/* The attempt that answers the request; borrowed. In a run (turn > 0) it has the same module and turn, in recorded order, and
 * preferably the same question; a step that begins anew is answered again. Outside a run the question must be the same, and each
 * attempt answers once. Error: the nearest attempt that was not played, and what to do. */
struct cassette_take *cassette_find(struct cassette *cassette, const brain_request *request, GError **error);

#endif
