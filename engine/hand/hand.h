#ifndef ENGINE_HAND_HAND_H
#define ENGINE_HAND_HAND_H

/* The hand: `reins hand --display :N --ledger DIR [--foreign-xtest yield|ignore]`, the only process that can press anything. It
 * speaks JSON lines (hand_json.c) on the socket that is its stdin. At end-of-file, SIGTERM, SIGINT or any error it releases
 * everything within 100 ms and exits.
 *
 * request                → answer
 *   prepare {frame}      → (none): reads the picture that a coming fire will be compared with
 *   fire {…}             → pressing/held …, then finished {id, status, …}
 *   release {}           → released {}: fires nothing more, lets go of every key and button
 *   turn {id, turn, …}   → (none): the next turn of the loop that the fired timeline ends in; asked for by `turned`
 *   abort {}             → like release, and finished {status: aborted} if something was being fired
 *   pulse {id}           → pulse {id}, once everything before it has been done
 *
 * Whoever has sent a pulse is to go on: when no line has come for 2 s (silence.h) while something is held or fired, the hand lets
 * go of everything and says let_go.
 *
 * Before it presses anything the hand writes it into its ledger (ledger.h), so that whatever kills it, the next hand knows what
 * to let go of. A started hand first does that for every ledger of its display whose hand is dead. */

#include "engine/display/own.h"
#include "engine/eye/eye.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

#define HAND_ERROR (hand_error_quark())
GQuark hand_error_quark(void);
enum hand_error { HAND_ERROR_DISPLAY, HAND_ERROR_TIMELINE, HAND_ERROR_FAILED };

/* What must be as it was when the person decided (design section 5, grant). The hand compares right before the first event. */
struct hand_guard {
    char *frame;                     /* path of the stored picture that was decided on; NULL = no picture is compared */
    struct screen_match_rules rules; /* how; owned */
    GPtrArray *windows;              /* struct eye_window*, top first: those of the decision; NULL = not compared. Owned */
    gint64 window;                   /* the client window under the target point must be this; 0 = not compared */
    gint64 focus;                    /* the window that gets keys must be this; 0 = not compared */
    gint64 focus_window;             /* focus this one first and wait until it has arrived; 0 = leave the focus alone */
    bool focus_kept;    /* focus_window had it when it was decided on: since then only a terminal of ours may have it.
                           The picture is then compared once the focus has come back */
    bool driven;        /* the person's own key or click, as they press it: a bar that may be a text cursor, and nothing
                           else, may have come or gone */
    bool tips;          /* words that a status bar says of the entry of an open menu may come (popup.h), and tooltips beside
                           the point; not at tier 3 */
    bool pointer_bound; /* where the timeline acts depends on the pointer: it must be where it was */
    int pointer_x, pointer_y;
};
void hand_guard_clear(struct hand_guard *g);

/* Focus and pointer, once everything has been fired and nothing is held: back to where they were when the hand moved them. */
enum hand_give_back {
    HAND_GIVE_BACK_AUTO, /* where a terminal of ours is on the same display */
    HAND_GIVE_BACK_ALWAYS,
    HAND_GIVE_BACK_NEVER,
    HAND_GIVE_BACK_COUNT
};

#define PASTE_KEYS_MAX 5 /* of the chord that pastes */

struct hand_fire {
    int id;
    char *digest; /* must be the timeline's: the hand computes it itself */
    timeline *timeline;
    struct hand_guard guard;
    gint64 target_window; /* what moves of the window origins are measured from; 0 = none, then such a move is refused */
    int grant_ms;         /* the grant is void when the first event is not fired within this */
    gint64 max_hold_ms;
    enum hand_give_back give_back;
    gint64 clipboard;  /* window of the clipboard's process (clipboard.h), which has the texts to be pasted; 0 = they are typed */
    char **paste_keys; /* owned: canonical names of the chord that pastes */
};

/* The terminals that reins is shown in, as the engine knows them (engine/display/own.h). */
struct hand_own {
    int n;
    struct own_terminal terminals[OWN_TERMINALS_MAX];
};

enum hand_request_kind { HAND_FIRE, HAND_RELEASE, HAND_ABORT, HAND_OWN, HAND_PREPARE, HAND_TURN, HAND_PULSE, HAND_REQUEST_COUNT };
typedef struct hand_request {
    enum hand_request_kind kind;
    struct hand_fire fire;
    struct hand_own own;
    char *frame;  /* prepare: path */
    int turn;     /* turn: from 1; fire.id and fire.timeline are its own */
    int pulse;    /* pulse: its number */
    bool done;    /* turn: the loop is over after it */
    char *reason; /* turn: why the loop is to end before it; NULL = it goes on */
} hand_request;
void hand_request_free(hand_request *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hand_request, hand_request_free)
char *hand_request_to_json(const hand_request *r);
hand_request *hand_request_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum hand_answer_kind {
    HAND_READY,    /* connected; `recovered`: what a dead hand had left down, now released */
    HAND_STARTED,  /* the guard held; the first event fires now */
    HAND_HELD,     /* keys, buttons, left_ms: the held set changed, or one of it lasts longer now */
    HAND_FINISHED, /* id, status, reason, fired_json, match */
    HAND_RELEASED, /* to release */
    HAND_FAILED,   /* text: a request that could not be understood */
    HAND_LOST,     /* the display is gone */
    HAND_PERSON,   /* text: whose input it was, a sentence (never which key) */
    HAND_TURNED,   /* id, turn, events, ms, fired_json: in the loop; the turn after this one may come (0: the first) */
    HAND_PULSED,   /* id: of the pulse */
    HAND_LET_GO,   /* keys, buttons: what it has let go of by itself, because whoever speaks to it was silent */
    HAND_ANSWER_COUNT
};
enum hand_status {
    HAND_DONE,
    HAND_ABORTED,
    HAND_STALE,   /* what was decided on is not there any more: nothing was fired */
    HAND_EXPIRED, /* the grant was over: nothing was fired */
    HAND_REFUSED, /* it cannot be done on this display, is not what was approved, or would go into our own terminal */
    HAND_DIVERTED /* stopped between two events, everything let go of: what came next would have gone elsewhere (route.h) */
};
typedef struct hand_answer {
    enum hand_answer_kind kind;
    int id;
    enum hand_status status;
    char *reason;           /* a sentence */
    double match;           /* of the patch as compared, -1 = not compared */
    bool untouched;         /* finished: the pointer was on its way to the target, nothing was pressed */
    struct area follows;    /* untouched: what follows the pointer, of the screen; width 0 = nothing */
    char *fired_json;       /* array of {"index","at_ms","late_us"}: events that did fire */
    char **keys, **buttons; /* held, recovered, let go of: names */
    GArray *left_ms;        /* gint64: how long each of the keys, then of the buttons, is still held; NULL = not said */
    char *text;
    int turn, events; /* turned: events of all turns, by which the budget is counted */
    gint64 ms;        /* turned: since the loop began */
} hand_answer;
void hand_answer_free(hand_answer *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hand_answer, hand_answer_free)
char *hand_answer_to_json(const hand_answer *a);
hand_answer *hand_answer_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* (hand_process.c) */
int hand_main(int argc, char **argv);

#endif
