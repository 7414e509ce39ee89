#ifndef ENGINE_DEVICES_H
#define ENGINE_DEVICES_H

/* What a run works on, and its children that see and press: the display, eye, hand, the clipboard that is lent. Inside engine/
 * only. (organs.c, venue.c, lend.c) */

#include "engine/child.h"
#include "engine/hand/hand.h"
#include "engine/pulse.h"

struct run;
typedef struct sandbox sandbox;

struct run_eye {
    child process;
    int seq;            /* of the request that is waited for */
    int observing;      /* of the observation that it is making; 0 = none */
    eye_answer *answer; /* its answer */
    eye_answer *early;  /* the last match since it watches, come before the proposal was open; NULL = none */
};
struct run_hand {
    child process;
    bool ready; /* it is connected, and takes requests */
    struct pulse pulse;
    bool waits;            /* the person has been told that a new hand cannot connect to the display */
    struct hand_own own;   /* the terminals that reins is shown in, as it was told last */
    char *trouble;         /* what it said last when it could not do something */
    char *recovered;       /* what a dead hand had left, as the one after it has said; NULL = nothing */
    gint64 grace_ms;       /* what it may take beyond the timeline's own length: foreign characters are slow to type */
    gint64 abort_ms;       /* …and to abort it */
    int fired;             /* id of what it was given last */
    hand_answer *finished; /* of that */
    hand_answer *turned;   /* of the loop that is being fired: its next turn may come; NULL = not yet */
    bool lost;             /* it died while firing */
    bool released;         /* it has answered to the last release */
};
struct run_lease { /* the clipboard, while something is being pasted */
    child process;
    gint64 window; /* its window; 0 = it has not answered, or cannot */
    char *why;     /* why it cannot: then it is typed */
    bool asked;    /* the last that was fired has something to paste */
};
struct run_devices {
    char *display;    /* ":99" */
    sandbox *sandbox; /* NULL = a display of others */
    char *preview;    /* path of the live picture */
    bool display_lost;
    struct run_eye eye;
    struct run_hand hand;
    struct run_lease lease;
};
struct run_devices *run_devices_new(void);
void run_devices_free(struct run_devices *d);

bool organs_start(struct run *run, GError **error);
void organs_pump(struct run *run);
/* Before each wait: sends what must go out now; when to call again, G_MAXINT64 = never. */
gint64 organs_turn(struct run *run, gint64 now_us);
/* Ends both. A hand that cannot connect yet is not ended: it lets go of what an earlier one left down, and ends, once its display
 * answers. */
void organs_stop(struct run *run);
/* For memory_on_wait(); data: the run. */
void organs_store_waits(void *data);
bool eye_ask(struct run *run, struct eye_request *request, int timeout_ms, GError **error);
/* The proposal is open: what the eye has said of its target before that counts, too. */
void eye_heed_early(struct run *run);
void hand_send(struct run *run, const hand_request *request);
/* Tells the hand which terminals are ours now: at its start, and before it fires (a console comes and goes; so do clients of
 * tmux). */
void hand_send_own(struct run *run);
/* The windows of the terminals that reins is shown in, of a list; borrowed struct eye_window*, caller unrefs the array. */
GPtrArray *run_own_windows(const struct run *run, const GPtrArray *windows);
bool run_is_own_window(const struct run *run, const GPtrArray *windows, gint64 id);
/* Lets go of everything and aborts what is being fired; does not wait. */
void hand_let_go(struct run *run);
/* The environment of a process that uses the run's display; caller frees with g_strfreev. */
char **organ_env(const struct run *run);

/* ---- venue.c ---- */
/* Starts the display (sandbox or other), window manager, program, and waits for its window. `again`: after the display was lost.
 */
bool venue_open(struct run *run, bool again, GError **error);
/* Starts a sandbox's window manager again that has ended, and says so. False: the store failed. */
bool venue_mend(struct run *run, GError **error);
/* A sandbox whose window manager, ours or none, has no keys, menus and title bars: skills that need them are not offered. */
bool venue_is_bare(const struct run *run);

/* ---- lend.c: the clipboard, for what is pasted ---- */
/* Fills fire->clipboard and paste_keys; typed instead (and said) where it cannot be had. False only when the wait was ended. */
bool lend_texts(struct run *run, const timeline *t, struct hand_fire *fire, GError **error);
/* It gives back by itself. */
void lend_end(struct run *run);
void lend_pump(struct run *run);

#endif
