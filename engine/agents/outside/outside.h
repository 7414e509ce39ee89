#ifndef ENGINE_AGENTS_OUTSIDE_OUTSIDE_H
#define ENGINE_AGENTS_OUTSIDE_OUTSIDE_H

/* What a program and the agent outside say to each other, a JSON object a line (outside_json.c). */

#include <glib.h>
#include <stdbool.h>

struct situation_past;
typedef struct action action;

enum outside_kind { OUTSIDE_ACT, OUTSIDE_LOOK, OUTSIDE_END };
struct outside_request {
    enum outside_kind kind;
    action *action; /* OUTSIDE_ACT; owned */
    bool success;   /* OUTSIDE_END: how the program says that it has ended */
    char *reason;   /* OUTSIDE_END: "" = none. Owned */
};
void outside_request_clear(struct outside_request *r);
/* {"command":"act","skill":…,"args":{…}[,"expectation","reason","tier"]}, {"command":"look"},
 * {"command":"end"[,"outcome":"success"|"failed"][,"reason"]}. Error: anything else, as a sentence for the program. Caller
 * clears. */
bool outside_request_read(const char *line, gsize length, struct outside_request *ret_request, GError **error);

/* What came of an action: {"outcome","effect","action","person","why","step","reward","reward_error"}. past: as it is remembered;
 * NULL = it was voided before anybody had decided. reward: NAN = none; reward_error: why, NULL = it failed in nothing. Caller
 * frees.
 */
char *outside_did_json(const struct situation_past *past, double reward, const char *reward_error);

struct outside_answer {
    const char *did; /* as above; NULL = nothing was done */
    const char *frame;
    int width, height;
    const char *state;                 /* JSON object of a display that tells one (a world); NULL = it tells none */
    const char *task, *said, *trouble; /* said: the person's hint */
    const char *check;                 /* which check of the task did not hold after the last action; NULL = none is known */
    const char *result, *reason;       /* of the run, once it has ended; NULL = it goes on */
};
/* All members are there; one of which nothing is known is null. Caller frees. */
char *outside_answer_json(const struct outside_answer *a);

#endif
