#ifndef ENGINE_GATE_H
#define ENGINE_GATE_H

/* The gate: one proposal at a time, and what may become of it (design section 5). Pure: the time comes in. */

#include <glib.h>
#include <stdbool.h>

#define GATE_ERROR (gate_error_quark())
GQuark gate_error_quark(void);
enum gate_error {
    GATE_ERROR_CLOSED, /* nothing is waiting, or it is another proposal */
    GATE_ERROR_DIGEST, /* the digest is not the proposal's */
    GATE_ERROR_WORD,   /* tier 3 without its word */
    GATE_ERROR_EXPIRED,
};

enum gate_verdict { GATE_WAITING, GATE_APPROVED, GATE_EDITED, GATE_REJECTED, GATE_STALE, GATE_EXPIRED, GATE_VOIDED };

struct gate {
    enum gate_verdict verdict;
    bool open; /* a proposal waits for a decision */
    int id;
    char *digest; /* owned */
    int tier;
    char *word;         /* owned: what must be typed at tier 3, "" = none */
    gint64 expires_us;  /* 0 = never */
    gint64 approved_us; /* when the person said yes: the grant runs from here */
    char *by;           /* owned: who decided */
    char *reason;       /* owned */
};

void gate_open(struct gate *g, int id, const char *digest, int tier, const char *word, int expires_s, gint64 now_us);
/* The person's yes. Error: why it does not count; the proposal goes on waiting. */
bool gate_approve(struct gate *g, int id, const char *digest, const char *word, gint64 now_us, GError **error);
bool gate_reject(struct gate *g, int id, const char *reason, GError **error);
/* True when id is the proposal that waits; for an edit. */
bool gate_is(const struct gate *g, int id, GError **error);
/* Edited, stale or voided: by whom and why. Does nothing when nothing waits. */
void gate_close(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason);
/* Expires what is due. Returns when to call again, 0 = never. */
gint64 gate_tick(struct gate *g, gint64 now_us);
void gate_clear(struct gate *g);
/* approved | edited | rejected | stale | expired | voided */
const char *gate_verdict_name(enum gate_verdict verdict);

#endif
