#ifndef ENGINE_DEVICES_DEVICES_H
#define ENGINE_DEVICES_DEVICES_H

/* The devices of a run and their processes: display, eye, hand, clipboard. Inside engine/ only. */

#include "engine/devices/child.h"
#include "engine/hand/hand.h"
#include "engine/devices/pulse.h"

struct run;
typedef struct sandbox sandbox;

struct run_eye {
    child process;
    int seq;            /* of the request whose answer is awaited */
    int observing;      /* of the observation in progress; 0 = none */
    eye_answer *answer; /* its answer */
    eye_answer *early;  /* the last match of the current watch that came before the proposal was open; NULL = none */
};
struct run_hand {
    child process;
    bool ready; /* it is connected and accepts requests */
    struct pulse pulse;
    bool waits;            /* the person was told that a new hand cannot connect to the display */
    struct hand_own own;   /* the terminals that show reins, as last sent */
    char *trouble;         /* its last message about a failure */
    char *recovered;       /* what a dead hand had left down, as reported by its successor; NULL = nothing */
    gint64 grace_ms;       /* time that it may take beyond the timeline's length: foreign characters are slow to type */
    gint64 abort_ms;       /* same, to abort it */
    struct area pointer;   /* where it left it, if only it knows; width 0 = unknown */
    int fired;             /* id of the last timeline that it was given */
    hand_answer *finished; /* the answer to that */
    hand_answer *turned;   /* in a loop: the next turn may be sent; NULL = not yet */
    bool lost;             /* it died while firing */
    bool released;         /* it has confirmed the last release */
    bool watches;          /* it tells what a person does, who teaches */
    GQueue gestures;       /* struct gesture*: what they did, and nobody has taken yet. Owned */
};
struct run_lease { /* the clipboard while text is pasted */
    child process;
    gint64 window; /* its window; 0 = no answer yet, or not available */
    char *why;     /* why it is not available: text is typed instead */
    bool asked;    /* the last firing pastes text */
};
struct run_devices {
    char *display;      /* ":99" */
    sandbox *sandbox;   /* NULL = the display is not ours */
    gint64 recorded;    /* the run of a recorded display (recorded.h); 0 = it is none */
    char *was;          /* the display that it was recorded on; NULL = not known, or it is none */
    char *preview;      /* path of the live picture */
    char *departure;    /* where the run first departed from the one on its cassette (departure.h); NULL = nowhere yet */
    gint64 departed_in; /* the step in which it last did, and was told so; 0 = none */
    bool probed;        /* the display was found in order just now: the next eye need not probe it again */
    bool display_lost;
    int world_lock; /* on the state of a world (engine/control/world_file.h); -1 = none */
    char *lost_why; /* in the words of eye or hand, a sentence; NULL = neither said why */
    struct run_eye eye;
    struct run_hand hand;
    struct run_lease lease;
};
struct run_devices *run_devices_new(void);
void run_devices_free(struct run_devices *d);

/* True for a sandbox of the run, unless the program was started on another display. */
bool devices_are_own(const struct run_devices *d);

/* What the run's display reports: bits of enum display_tells. A recorded phone or VNC screen reports what it did. */
guint devices_tells(const struct run_devices *d);
/* The run's display takes whole gestures, not keys and buttons (display_target.touch). */
bool devices_touch(const struct run_devices *d);
/* Longest time for the eye to answer what it does at once: where it asks a server of others (VNC, adb) as long as it takes to say
 * that this does not answer. */
int devices_eye_limit_ms(const struct run_devices *d);
/* Why a hand may be silent, with ": " before it; "" = the display's kind gives no reason. Caller frees. */
char *devices_doubt(const struct run_devices *d);
/* It is a world: it takes acts (display_target.acts). */
bool devices_act(const struct run_devices *d);

/* The run whose chance falls in this one: the recorded one, or itself. */
gint64 devices_chance(const struct run *run);

/* ---- links.c ---- */
bool links_start_eye(struct run *run, GError **error);
bool links_start_hand(struct run *run, GError **error);
/* Call it before each wait: sends what is due. Returns when to call again, G_MAXINT64 = never. */
gint64 links_turn(struct run *run, gint64 now_us);
/* Longest time for the hand to answer a pulse. */
gint64 run_hand_limit_us(const struct run *run);
/* Callback for memory_on_wait(); data: the run. */
void links_store_waits(void *data);
void run_hand_send(struct run *run, const hand_request *request);
/* From now on the hand tells what a person does in the windows of these programs (gint64; empty = in all):
 * run->devices->hand.gestures. NULL: no longer, and what was told and not taken is forgotten. Only after the person's consent. */
void run_hand_watch(struct run *run, GArray *pids);
/* Keeps one; takes it. */
void run_hand_note_gesture(struct run *run, struct gesture *g);
/* Sends the hand the list of our terminals: at its start, and before it fires (consoles and clients of tmux come and go). */
void run_hand_send_own(struct run *run);
/* The windows in a list that show reins; borrowed struct eye_window*, caller unrefs the array. */
GPtrArray *devices_own_windows(const struct run *run, const GPtrArray *windows);
bool devices_is_own_window(const struct run *run, const GPtrArray *windows, gint64 id);
/* Releases all keys and buttons and aborts a firing; does not wait. */
void run_hand_let_go(struct run *run);
/* The environment for a process on the run's display. Caller frees with g_strfreev(). */
char **links_env(const struct run *run);

#endif
