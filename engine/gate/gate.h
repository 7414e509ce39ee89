#ifndef ENGINE_GATE_GATE_H
#define ENGINE_GATE_GATE_H

/* Gate: holds one proposal and its verdict. Pure: times are arguments, µs of CLOCK_MONOTONIC. */

#include <glib.h>
#include <stdbool.h>

#define GATE_ERROR (gate_error_quark())
GQuark gate_error_quark(void);
enum gate_error {
    GATE_ERROR_CLOSED, /* no proposal waits, or another one */
    GATE_ERROR_DIGEST, /* the digest is not the proposal's */
    GATE_ERROR_WORD,   /* tier 3: the word is missing or wrong */
    GATE_ERROR_EXPIRED,
};

/* AUTO: approved by a rule, a grant or a fuse, not by a person at this moment. */
enum gate_verdict { GATE_WAITING, GATE_APPROVED, GATE_EDITED, GATE_REJECTED, GATE_STALE, GATE_EXPIRED, GATE_VOIDED, GATE_AUTO };

/* Modes. step: every proposal asks. risk: tier ≥ risk_tier asks, the rest fire after a fuse. watch: tier 3
 * asks, the rest fire after a fuse. dry: every proposal asks, and nothing is fired. */
enum gate_mode { GATE_STEP, GATE_RISK, GATE_WATCH, GATE_DRY, GATE_MODE_COUNT };

/* What gate_choose() decides by. */
struct gate_facts {
    enum gate_mode mode;
    int tier;
    int risk_tier; /* mode risk: the lowest tier that asks */
    int fuse_ms;
    const char *denied_by;  /* rule:NAME or policy; NULL = not denied */
    const char *asked;      /* why a person must be asked in any mode; NULL = no reason */
    const char *allowed_by; /* rule:NAME of an allow rule that applies; NULL = none */
    int allowed_tier;       /* the highest tier of this rule */
    const char *granted_by; /* grant:ID of a grant that covers it; NULL = none */
    bool unattended;        /* no sign of a person for too long: grants and fuses ask instead */
};
enum gate_way { GATE_ASKS, GATE_FUSES, GATE_FIRES, GATE_DENIES };
struct gate_choice {
    enum gate_way way;
    const char *by; /* FIRES, DENIES: who decides, borrowed from the facts; otherwise NULL */
};
/* Chooses by this precedence: deny, ask, allow, grant, fuse. Grants and fuses never cover tier 3 and need an attending person. An
 * allow rule covers tier 3 only if it names it. */
struct gate_choice gate_choose(const struct gate_facts *f);

struct gate {
    enum gate_verdict verdict;
    bool open; /* a proposal waits for a decision */
    int id;
    char *digest; /* owned */
    int tier;
    char *word;        /* owned: the word that approves tier 3, "" = none */
    gint64 expires_us; /* 0 = never */
    gint64 fuse_us;    /* it fires at this time unless a person vetoes it; 0 = it asks */
    gint64 lit_us;     /* start of the fuse */
    gint64 watched_us; /* the last sign that the person's terminal is alive; 0 = the client does not report it */
    gint64 opened_us;
    gint64 approved_us; /* time of the approval: the hand's grant runs from here */
    bool sent;          /* the hand has it: only a pause can still stop it */
    char *by;           /* owned: human | rule:NAME | grant:ID | fuse | timeout | policy | engine | eye | hand */
    char *reason;       /* owned */
};

/* Takes a new proposal, which then waits; copies the strings. expires_s 0 = never. */
void gate_open(struct gate *g, int id, const char *digest, int tier, const char *word, int expires_s, gint64 now_us);
/* Starts the fuse of the waiting proposal. False: none waits, or its tier is 3; it keeps asking. */
bool gate_light(struct gate *g, int fuse_ms, gint64 now_us);
/* The client reports that the person's terminal is alive. It is a command of its own because a console outlives a dead ssh line.
 * After the first report a fuse stops GATE_UNSEEN_US after the last one, and fires only after a report since its start. */
#define GATE_UNSEEN_US (2500 * G_TIME_SPAN_MILLISECOND)
void gate_watched(struct gate *g, gint64 now_us);
/* Forgets the reports, for a new client. */
void gate_watch_nobody(struct gate *g);
/* Stops the fuse: the proposal asks from now on. False: no fuse ran. */
bool gate_put_out(struct gate *g);
/* Approves the waiting proposal by a rule, a grant or the fuse. Does nothing when none waits. */
void gate_pass(struct gate *g, const char *by, gint64 now_us);
/* Approves for the person, also while a fuse runs. Error: why the approval does not count; the proposal keeps waiting. */
bool gate_approve(struct gate *g, int id, const char *digest, const char *word, gint64 now_us, GError **error);
/* Error: GATE_ERROR_CLOSED. */
bool gate_reject(struct gate *g, int id, const char *reason, GError **error);
/* True when proposal `id` waits; otherwise GATE_ERROR_CLOSED. */
bool gate_is(const struct gate *g, int id, GError **error);
/* Ends the wait with a verdict: by whom and why. Does nothing when no proposal waits. */
void gate_close(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason);
/* Replaces an approval by REJECTED or VOIDED before the hand has it. False: still waiting, sent, or not approved. */
bool gate_take_back(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason);
/* The next time at which gate_tick() does something; 0 = never. */
gint64 gate_due(const struct gate *g);
/* Does what is due: expires the proposal, fires by the fuse, or stops a fuse that nobody sees. Call it after obeying the commands
 * that have arrived, so that a veto in time wins. Returns the time of the next call, 0 = never. */
gint64 gate_tick(struct gate *g, gint64 now_us);
void gate_clear(struct gate *g);
/* approved | edited | rejected | stale | expired | voided | auto */
const char *gate_verdict_name(enum gate_verdict verdict);
/* True for APPROVED and AUTO. */
bool gate_fires(enum gate_verdict verdict);
/* step | risk | watch | dry */
const char *gate_mode_name(enum gate_mode mode);
bool gate_mode_parse(const char *name, enum gate_mode *ret_mode);

#endif
