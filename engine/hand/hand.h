#ifndef ENGINE_HAND_HAND_H
#define ENGINE_HAND_HAND_H

/* The hand: `reins hand --display D --ledger DIR [--foreign-xtest yield|ignore] [--password stdin|none]`, the only process that
 * can press anything. It speaks JSON lines (hand_json.c) on the socket that is its stdin. At end-of-file, SIGTERM, SIGINT or an
 * error it releases everything within 100 ms and exits.
 *
 * request                → answer
 *   prepare {frame, shared}      → (none): reads the picture for the comparison of a coming fire
 *   fire {…}             → pressing/held …, then finished {id, status, …}
 *   release {}           → released {}: stops firing, releases every key and button
 *   turn {id, turn, …}   → (none): the next turn of the loop at the end of the fired timeline; `turned` asks for it
 *   abort {}             → like release, and finished {status: aborted} if a timeline was firing
 *   pulse {id}           → pulse {id}, after everything before it
 *   watch {on, pids}     → (none): gesture {…} for each thing that a person does in the windows of these programs (witness.h;
 *                          none = in all), until on is false. The hand then yields to nobody and fires nothing
 *
 * After the first pulse the hand expects more: if no line comes for 2 s (silence.h) while something is held or fired, it releases
 * everything and sends let_go.
 *
 * The hand writes each press into its ledger (ledger.h) before it presses, so that after any crash the next hand can release it.
 * At its start a hand does that for every ledger of its display whose hand is dead. */

#include "engine/display/own.h"
#include "engine/eye/eye.h"
#include "skills/timeline/timeline.h"

#include <glib.h>
#include <stdbool.h>

struct gesture; /* gesture.h */

#define HAND_ERROR (hand_error_quark())
GQuark hand_error_quark(void);
enum hand_error { HAND_ERROR_DISPLAY, HAND_ERROR_TIMELINE, HAND_ERROR_FAILED };

/* What must still be as it was when the person decided. The hand compares it right before the first event. */
struct hand_guard {
    char *frame;                     /* path of the stored picture of the decision; NULL = compare no picture */
    char *shared;                    /* its pixels in sealed memory (frame_open()); NULL = none */
    struct screen_match_rules rules; /* how to compare it; owned */
    GPtrArray *windows;  /* struct eye_window*, top first: the windows at the decision; NULL = do not compare. Owned */
    gint64 window;       /* XID of the client window under the target point; 0 = do not compare */
    gint64 focus;        /* XID of the window that gets keys; 0 = do not compare */
    gint64 focus_window; /* focus this XID first and wait until it has the focus; 0 = leave the focus */
    /* focus_window had the focus at the decision, and only a terminal of reins may have it now. The picture is then compared
     * after the focus has returned. */
    bool focus_kept;
    bool works;  /* the window's program works all the time, at more than one look: it need not rest (hover_settle.h) */
    bool driven; /* the person fires this in a take-over: a bar that could be a text cursor then does not count as a change, nor
                  * which windows there are; what is at the point, and who gets the keys, is asked as always */
    bool unseen; /* nobody looks at it now (a fuse, a grant, a rule): a window of its program that has come is a change, wherever
                  * it lies */
    bool tips; /* a status bar may describe an open menu's entry (popup.h), and tooltips beside the point may come; not at tier 3
                */
    bool pointer_bound; /* the timeline starts from the pointer: it must be at pointer_x, pointer_y */
    int pointer_x, pointer_y;
};
void hand_guard_clear(struct hand_guard *g);

/* Whether focus and pointer return to their former places after the firing, when nothing is held. */
enum hand_give_back {
    HAND_GIVE_BACK_AUTO, /* if a terminal of reins is on the same display */
    HAND_GIVE_BACK_ALWAYS,
    HAND_GIVE_BACK_NEVER,
    HAND_GIVE_BACK_COUNT
};

#define PASTE_KEYS_MAX 5 /* keys of the chord that pastes */

struct hand_fire {
    int id;
    char *digest; /* must equal the digest that the hand computes of the timeline */
    timeline *timeline;
    struct hand_guard guard;
    gint64 target_window; /* XID that moves with a window origin start from; 0 = none: such a move is refused */
    int approval_ms;      /* the first event must be fired within this time */
    gint64 max_hold_ms;
    enum hand_give_back give_back;
    gint64 clipboard;  /* window of the clipboard's process (clipboard.h) with the texts to paste; 0 = type them */
    char **paste_keys; /* owned: canonical names of the chord that pastes */
};

/* The terminals that reins is shown in, as the engine knows them (engine/display/own.h). */
struct hand_own {
    int n;
    struct own_terminal terminals[OWN_TERMINALS_MAX];
};

enum hand_request_kind {
    HAND_FIRE,
    HAND_RELEASE,
    HAND_ABORT,
    HAND_OWN,
    HAND_PREPARE,
    HAND_TURN,
    HAND_PULSE,
    HAND_WATCH,
    HAND_REQUEST_COUNT
};
typedef struct hand_request {
    enum hand_request_kind kind;
    struct hand_fire fire;
    struct hand_own own;
    char *frame;  /* prepare: path */
    char *shared; /* prepare: as in hand_guard */
    int turn;     /* turn: from 1; with fire.id and fire.timeline */
    int pulse;    /* pulse: its number */
    bool done;    /* turn: the loop ends after it */
    char *reason; /* turn: why the loop ends before it; NULL = it continues */
    GArray *pids; /* watch: gint64, may be empty; NULL = no longer. Owned */
} hand_request;
void hand_request_free(hand_request *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hand_request, hand_request_free)
char *hand_request_to_json(const hand_request *r);
hand_request *hand_request_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum hand_answer_kind {
    HAND_READY,    /* connected; keys, buttons: what a dead hand had left down, now released */
    HAND_STARTED,  /* the guard accepted the screen; the first event fires now */
    HAND_HELD,     /* keys, buttons, left_ms: the held set changed, or a hold was extended */
    HAND_FINISHED, /* id, status, reason, fired_json, match */
    HAND_RELEASED, /* answer to release */
    HAND_FAILED,   /* text: why a request is not valid */
    HAND_LOST,     /* the display is gone */
    HAND_PERSON,   /* text: a sentence about input of someone else (never which key) */
    HAND_TURNED,   /* id, turn, events, ms, fired_json: this turn of the loop ended; send the next one (turn 0: the first) */
    HAND_PULSED,   /* id: of the pulse */
    HAND_LET_GO,   /* keys, buttons: released because the engine was silent */
    HAND_GESTURE,  /* gesture: what a person who is watched has done */
    HAND_ANSWER_COUNT
};
enum hand_status {
    HAND_DONE,
    HAND_ABORTED,
    HAND_STALE,   /* the screen is no longer as approved: nothing was fired */
    HAND_EXPIRED, /* the approval was too old: nothing was fired */
    HAND_REFUSED, /* impossible on this display, not what was approved, or into a terminal of reins */
    HAND_DIVERTED /* stopped between two events, everything released: the next one would have gone elsewhere (route.h) */
};
typedef struct hand_answer {
    enum hand_answer_kind kind;
    int id;
    enum hand_status status;
    char *reason;           /* a sentence */
    double match;           /* likeness of the square around the target, 0..1; -1 = not compared */
    bool untouched;         /* finished on the pointer's way to the target: nothing was pressed */
    struct area follows;    /* untouched: the area of the screen that follows the pointer; width 0 = none */
    struct area pointer;    /* finished: where it is, 1×1, on a display that does not tell it; width 0 = not given */
    char *fired_json;       /* array of {"index","at_ms","late_us"}: the fired events */
    char **keys, **buttons; /* names: held, recovered or released */
    GArray *left_ms;        /* gint64: remaining time of each of the keys, then of the buttons; NULL = not given */
    char *text;
    int turn, events;        /* turned: events of all turns, as the budget counts them */
    gint64 ms;               /* turned: since the start of the loop */
    struct gesture *gesture; /* owned */
} hand_answer;
void hand_answer_free(hand_answer *a);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hand_answer, hand_answer_free)
char *hand_answer_to_json(const hand_answer *a);
hand_answer *hand_answer_from_json(const char *line, gsize length, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* (hand_process.c) */
int hand_main(int argc, char **argv);

#endif
