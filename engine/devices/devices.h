#ifndef ENGINE_DEVICES_DEVICES_H
#define ENGINE_DEVICES_DEVICES_H

/* What a run works on, and its children that see and press: the display, eye, hand, the clipboard that is lent. Inside engine/
 * only. */

#include "engine/devices/child.h"
#include "engine/hand/hand.h"
#include "engine/devices/pulse.h"

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

/* The display is a sandbox of the run's own; a program that it has started on another display makes it none. */
bool devices_are_own(const struct run_devices *d);

/* ---- links.c ---- */
bool links_start_eye(struct run *run, GError **error);
bool links_start_hand(struct run *run, GError **error);
/* Before each wait: sends what must go out now; when to call again, G_MAXINT64 = never. */
gint64 links_turn(struct run *run, gint64 now_us);
/* How long the hand may owe an answer to a pulse. */
gint64 hand_limit_us(const struct run *run);
/* For memory_on_wait(); data: the run. */
void links_store_waits(void *data);
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
char **links_env(const struct run *run);

#endif
