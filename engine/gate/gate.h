#ifndef ENGINE_GATE_GATE_H
#define ENGINE_GATE_GATE_H

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

/* AUTO: yes, and no person said so at this moment (a rule, a grant, a fuse). */
enum gate_verdict { GATE_WAITING, GATE_APPROVED, GATE_EDITED, GATE_REJECTED, GATE_STALE, GATE_EXPIRED, GATE_VOIDED, GATE_AUTO };

/* Who decides (design section 5). step: all ask; risk: tier ≥ risk_tier asks, the rest fire after a fuse; watch: all fuse, tier 3
 * asks; dry: all ask, and nothing is ever fired. */
enum gate_mode { GATE_STEP, GATE_RISK, GATE_WATCH, GATE_DRY, GATE_MODE_COUNT };

/* All that is known of a proposal before anybody decides. */
struct gate_facts {
    enum gate_mode mode;
    int tier;
    int risk_tier; /* mode risk: from this tier on it asks */
    int fuse_ms;
    const char *denied_by;  /* rule:NAME or policy; NULL = nobody denies */
    const char *asked;      /* why a person must be asked whatever the mode; NULL = no reason */
    const char *allowed_by; /* rule:NAME of an allow rule that holds; NULL = none */
    int allowed_tier;       /* the highest tier that this rule names */
    const char *granted_by; /* grant:ID of a grant that covers it; NULL = none */
    bool unattended;        /* nobody has given a sign for too long: what a person must be able to veto asks */
};
enum gate_way { GATE_ASKS, GATE_FUSES, GATE_FIRES, GATE_DENIES };
struct gate_choice {
    enum gate_way way;
    const char *by; /* FIRES, DENIES: who decides, borrowed from the facts; else NULL */
};
/* deny > ask > the mode's fuse, allow or grant. A fuse and a grant never cover tier 3, nor do they hold while nobody is there; an
 * allow rule covers tier 3 only when it names it. */
struct gate_choice gate_choose(const struct gate_facts *f);

struct gate {
    enum gate_verdict verdict;
    bool open; /* a proposal waits for a decision */
    int id;
    char *digest; /* owned */
    int tier;
    char *word;        /* owned: what must be typed at tier 3, "" = none */
    gint64 expires_us; /* 0 = never */
    gint64 fuse_us;    /* it fires by itself then, unless vetoed; 0 = it asks */
    gint64 lit_us;     /* when the fuse was lit */
    gint64 watched_us; /* when the person's terminal was last known to show what is drawn; 0 = the client does not say */
    gint64 opened_us;
    gint64 approved_us; /* when it was decided that it fires: the hand's grant runs from here */
    bool sent;          /* the hand has it: nothing takes it back any more but a pause */
    char *by;           /* owned: who decided: human | rule:NAME | grant:ID | fuse | timeout | policy | engine | eye | hand */
    char *reason;       /* owned */
};

void gate_open(struct gate *g, int id, const char *digest, int tier, const char *word, int expires_s, gint64 now_us);
/* Starts the fuse of the proposal that waits; never at tier 3 (false: it goes on asking). */
bool gate_light(struct gate *g, int fuse_ms, gint64 now_us);
/* The client says that the person's terminal is alive (a command of its own: a terminal over a dead line keeps its console). Once
 * it has said so, a fuse burns only for GATE_UNSEEN_US without another word, and never down before one has come since it was lit.
 */
#define GATE_UNSEEN_US (2500 * G_TIME_SPAN_MILLISECOND)
void gate_watched(struct gate *g, gint64 now_us);
/* Another client: nothing is known of its terminal. */
void gate_watch_nobody(struct gate *g);
/* Puts the fuse out: the proposal asks from now on. False: none was burning. */
bool gate_put_out(struct gate *g);
/* Decides that it fires without a person: by a rule or a grant. Does nothing when nothing waits. */
void gate_pass(struct gate *g, const char *by, gint64 now_us);
/* The person's yes; fires at once where a fuse burns. Error: why it does not count; the proposal goes on waiting. */
bool gate_approve(struct gate *g, int id, const char *digest, const char *word, gint64 now_us, GError **error);
bool gate_reject(struct gate *g, int id, const char *reason, GError **error);
/* True when id is the proposal that waits; for an edit. */
bool gate_is(const struct gate *g, int id, GError **error);
/* Edited, stale or voided: by whom and why. Does nothing when nothing waits. */
void gate_close(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason);
/* Between the yes and the hand: it is not fired after all (REJECTED, VOIDED). False: it waits still, was sent, or never got a
 * yes.
 */
bool gate_take_back(struct gate *g, enum gate_verdict verdict, const char *by, const char *reason);
/* When gate_tick() has something to do; 0 = never. */
gint64 gate_due(const struct gate *g);
/* Expires, fires by the fuse, or puts out (fuse_us 0, it goes on waiting) a fuse that nobody sees, what is due. To be called
 * after the commands that have come were obeyed: a veto that was in time wins. Returns when to call again, 0 = never. */
gint64 gate_tick(struct gate *g, gint64 now_us);
void gate_clear(struct gate *g);
/* approved | edited | rejected | stale | expired | voided | auto */
const char *gate_verdict_name(enum gate_verdict verdict);
/* True for the two verdicts after which it is fired. */
bool gate_fires(enum gate_verdict verdict);
/* step | risk | watch | dry */
const char *gate_mode_name(enum gate_mode mode);
bool gate_mode_parse(const char *name, enum gate_mode *ret_mode);

#endif
