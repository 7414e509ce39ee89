#ifndef ENGINE_HAND_HAND_PORT_H
#define ENGINE_HAND_HAND_PORT_H

/* Hand ports: tables of operations for what the hand does to a display, and for what it asks besides the display port (windows,
 * focus, pointer) and the eye port (pixels). The files that decide use these and no Xlib. hand_x11.h makes the tables of an X
 * display; tests/engine/hand/driver_target.h makes tables in memory.
 *
 * - `data` belongs to the table and is the first argument of each operation. The maker of a table owns both and frees them last.
 * - Coordinates are pixels of the whole screen. Times are CLOCK_MONOTONIC in µs. A window is a number, 0 = none.
 * - Keycodes are 8 to 255. Keysyms and modifier bits are X's on any display, because the protocol's key names stand for them.
 * - An operation waits for an answer only where stated. What was sent has certainly arrived only after sync(). */

#include "engine/display/display_port.h"
#include "engine/eye/eye_port.h"

struct gesture;
struct held;
struct ledger_form;
struct input_method;

#define STROKE_MODS_MAX 4

/* The way to type one keysym: these modifier keys down, this group, this key. */
struct stroke {
    int keycode;
    int mods[STROKE_MODS_MAX]; /* keycodes */
    int n_mods;
    int group;   /* -1 = any */
    int rest_us; /* after it, until the display's own map and the programs' copies of it have it */
};

struct keymap_locks {
    guint8 locked; /* locked modifiers without Num Lock (Caps Lock, sticky keys) */
    guint8 affect; /* all modifiers but Num Lock */
    guint8 group;  /* locked group */
};

/* UNKNOWN: nothing is visible. BEHIND: it has unread input, or is stopped (SIGSTOP, a disk). ASLEEP: it has slept since the look
 * before, but its unread input is not visible. THROUGH: it has handled all input. */
enum client_idle_doing { CLIENT_IDLE_UNKNOWN, CLIENT_IDLE_BEHIND, CLIENT_IDLE_WORKS, CLIENT_IDLE_ASLEEP, CLIENT_IDLE_THROUGH };

/* Whether processes get a processor (turn.h). UNKNOWN: not visible. HELD_UP: one is runnable and has not run since the look
 * before, or it is stopped (SIGSTOP, a disk). BEHIND: it has unread input. WORKS: one runs, or all sleep and the display server
 * has not read what they have sent. LEFT: all sleep, but the display server works, perhaps because of our own looks, or input is
 * left that it was never seen to read. RESTS: all sleep. */
enum turn_says { TURN_UNKNOWN, TURN_HELD_UP, TURN_BEHIND, TURN_WORKS, TURN_LEFT, TURN_RESTS };

/* Since the program was aimed at. */
struct turn_times {
    gint64 waited_us; /* so long one of its processes, or the server, waited for a processor; the one that has waited most */
    gint64 ran_us;    /* processor time of its process that has run most */
};

enum grabs_device { GRABS_KEYBOARD, GRABS_POINTER, GRABS_DEVICES };

/* Who has grabbed a device, by the display's own information. */
struct grabber {
    gint64 client; /* an id of the client; 0 = unknown (no XRecord, no spare keycode, or the grabber takes no motion) */
    gint64 pid;    /* 0 = unknown, or on another machine */
};

enum grabs_says {
    GRABS_FREE,   /* no grab that counts */
    GRABS_TAKEN,  /* *ret_by has grabbed it */
    GRABS_UNASKED /* an unknown client has grabbed it: call ask_grabber(), then look again */
};

/* Events, carried out in the order of the calls. */
struct hand_port {
    void (*key)(void *data, int keycode, bool down);
    void (*button)(void *data, int button, bool down);
    void (*move_to)(void *data, int x, int y);
    void (*move_by)(void *data, int dx, int dy);
    /* How many buttons the pointer has. Waits. */
    int (*buttons)(void *data);
    /* False: nobody knows where the pointer is, and nothing may start from it. */
    bool (*placed)(void *data);
    /* All keys that are down, by anyone: a bit for each keycode. Waits. */
    void (*keys_down)(void *data, guint8 ret_keys[32]);
    /* Sends the queued requests. */
    void (*flush)(void *data);
    /* Waits until the display has carried out all requests. */
    void (*sync)(void *data);

    /* On a display that takes each act as a whole (display_target.touch), else NULL. begin() begins one that gestures_fit():
     * TIMELINE_GESTURE, KEY_DOWN for a whole key press, TEXT. It ends by itself, and nothing stays down. */
    bool (*begin)(void *data, const struct timeline_event *e, GError **error);
    /* *ret_done: the act has ended, or there was none. Error: it failed, perhaps in part. */
    bool (*ended)(void *data, bool *ret_done, GError **error);
    /* Of an act that has ended, and that the display itself says did not succeed: why. What comes after it in the timeline is
     * left out. Caller frees; NULL = it succeeded. NULL operation: the display does not say. */
    char *(*failed)(void *data);
    /* Leaves out what has not been sent of it. */
    void (*stop)(void *data);
    bool acts; /* what it takes so are the acts of a world (skills/timeline/act.h), and nothing else */
    void *data;
};

/* The keyboard map, as in keymap.h. Operations that change nothing answer from the last load(). */
struct keyboard_port {
    bool (*load)(void *data, GError **error);
    bool (*find)(void *data, guint32 keysym, struct stroke *ret_stroke);
    /* The keysym of a name; 0 = unknown. The name of a key; static, NULL = it has none. */
    guint32 (*keysym)(void *data, const char *name);
    const char *(*name)(void *data, int keycode);
    int (*spare)(void *data, int *ret_codes, int max);
    int (*not_in_use)(void *data, int *codes, int n);
    int (*together)(void *data, const int *codes, int n);
    bool (*form)(void *data, int keycode, struct ledger_form *ret_form);
    void (*lend)(void *data, const int *codes, const guint32 *keysyms, int n);
    void (*give_back)(void *data, const int *codes, const struct ledger_form *forms, int n);
    bool (*modifier)(void *data, int keycode, guint8 *ret_mods);
    void (*locks_read)(void *data, struct keymap_locks *ret_locks);
    bool (*locks_active)(void *data, const struct keymap_locks *locks);
    void (*locks_clear)(void *data, const struct keymap_locks *locks);
    void (*locks_restore)(void *data, const struct keymap_locks *locks);
    void (*lock_group)(void *data, int group);
    int (*group)(void *data);
    void *data;
};

/* The program that gets the input, and whether it has handled it, as in ping.h, client_idle.h, turn.h, input_method.h. */
struct program_port {
    bool (*aim)(void *data);
    bool (*aim_at)(void *data, gint64 window); /* 0 = what is under the pointer */
    void (*rest)(void *data);
    gint64 (*pid)(void *data);
    guint32 (*ask)(void *data);
    bool (*answered)(void *data, guint32 question);
    enum client_idle_doing (*look)(void *data);
    enum turn_says (*turn)(void *data, struct turn_times *ret_times);
    void (*key_sent)(void *data);
    void (*keys_taken)(void *data);
    gint64 (*key_us)(void *data);
    /* The running input methods. */
    void (*method_find)(void *data, struct input_method *ret_method);
    /* The number in a property of the clipboard process's window (clipboard.h); 0 = none. *ret_gone: the window does not exist.
     */
    guint (*mark)(void *data, gint64 window, const char *name, bool *ret_gone);
    void (*set_mark)(void *data, gint64 window, const char *name, guint value);
    void *data;
};

/* Others on the display: reins' own terminals (own_windows.h), grabs (grabs.h), and foreign input (foreign_input.h). */
struct others_port {
    bool (*own_any)(void *data);
    bool (*own_focused)(void *data);
    bool (*own_at)(void *data, int x, int y);
    bool (*own_pointed)(void *data);
    enum grabs_says (*grabbed)(void *data, enum grabs_device device, bool fresh, gint64 now_us, struct grabber *ret_by);
    void (*ask_grabber)(void *data, enum grabs_device device, gint64 now_us);
    void (*key_pressed)(void *data);
    /* A sentence about foreign input since the last call; caller frees; NULL = none that counts. */
    char *(*look)(void *data, const struct held *ours, bool idle);
    /* What a person does, as in witness.h; NULL = this display does not tell it. */
    void (*watch)(void *data, const GArray *pids);
    bool (*gesture)(void *data, gint64 now_us, struct gesture *ret);
    void *data;
};

/* All ports of a hand. */
struct hand_ports {
    struct display_port display;
    struct eye_port eye;
    struct hand_port hand;
    struct keyboard_port keyboard;
    struct program_port program;
    struct others_port others;
};

#endif
