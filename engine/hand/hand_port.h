#ifndef ENGINE_HAND_HAND_PORT_H
#define ENGINE_HAND_HAND_PORT_H

/* Hand ports: what the hand does to a display, and what it asks beside the display port (windows, focus, pointer) and the eye
 * port (pixels), as tables of operations. What decides (firing, press, approach, loan, paste, calm, place) has these and no Xlib.
 * hand_x11.h has the tables of an X display; tests/engine/hand/driver_target.h has them in memory.
 *
 * - `data` is the table's own and the first argument of each operation. Whoever makes a table owns both, and frees them last.
 * - Lengths are pixels of the whole screen. Times are CLOCK_MONOTONIC in µs. A window is a number, 0 = none.
 * - Keycodes are 8 to 255. Keysyms and modifier bits are X's, whatever the display is: the protocol's key names stand for them.
 * - Nothing waits for an answer unless that is said; nothing that is sent is sure to be there before sync(). */

#include "engine/display/display_port.h"
#include "engine/eye/eye_port.h"

struct held;
struct ledger_form;
struct input_method;

#define STROKE_MODS_MAX 4

/* How to get one keysym: these modifier keys down, this group, this key. */
struct stroke {
    int keycode;
    int mods[STROKE_MODS_MAX]; /* keycodes */
    int n_mods;
    int group; /* -1 = any */
};

struct keymap_locks {
    guint8 locked; /* modifiers, without Num Lock, that were locked (Caps Lock, sticky keys) */
    guint8 affect; /* all modifiers but Num Lock */
    guint8 group;  /* locked group */
};

/* UNKNOWN: nothing can be seen. BEHIND: it has not read what it was sent, or is held (SIGSTOP, a disk). ASLEEP: it slept since
 * the look before, but what it has yet to read cannot be seen. */
enum client_idle_doing { CLIENT_IDLE_UNKNOWN, CLIENT_IDLE_BEHIND, CLIENT_IDLE_WORKS, CLIENT_IDLE_ASLEEP, CLIENT_IDLE_THROUGH };

enum grabs_device { GRABS_KEYBOARD, GRABS_POINTER, GRABS_DEVICES };

/* By the display's word. */
struct grabber {
    gint64 client; /* an id of its; 0 = not known (no XRecord, no spare keycode, or the grabber takes no motion) */
    gint64 pid;    /* 0 = not known, another machine's */
};

enum grabs_says {
    GRABS_FREE,   /* nobody has it, by a grab that counts */
    GRABS_TAKEN,  /* *ret_by has it */
    GRABS_UNASKED /* somebody has it: ask_grabber(), then look again */
};

/* Events. In the order in which they are sent. */
struct hand_port {
    void (*key)(void *data, int keycode, bool down);
    void (*button)(void *data, int button, bool down);
    void (*move_to)(void *data, int x, int y);
    void (*move_by)(void *data, int dx, int dy);
    /* How many buttons the pointer has. Waits. */
    int (*buttons)(void *data);
    /* The keys that are down, whoever pressed them: a bit for each keycode. Waits. */
    void (*keys_down)(void *data, guint8 ret_keys[32]);
    /* Sends what waits to be sent. */
    void (*flush)(void *data);
    /* Waits until the display has done all that was sent. */
    void (*sync)(void *data);
    void *data;
};

/* The keyboard map (keymap.h says what each is; all but load() and those that change something answer from the last load). */
struct keyboard_port {
    bool (*load)(void *data, GError **error);
    bool (*find)(void *data, guint32 keysym, struct stroke *ret_stroke);
    /* The keysym of a name that the display's library knows; 0 = of none. The name of a key; NULL = it has none; static. */
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

/* The program that gets the input: whether it has worked off what it was sent (ping.h, client_idle.h, input_method.h say how). */
struct program_port {
    bool (*aim)(void *data);
    bool (*aim_pointed)(void *data);
    void (*rest)(void *data);
    gint64 (*pid)(void *data);
    guint32 (*ask)(void *data);
    bool (*answered)(void *data, guint32 question);
    enum client_idle_doing (*look)(void *data);
    void (*key_sent)(void *data);
    void (*keys_taken)(void *data);
    gint64 (*key_us)(void *data);
    /* The input methods that are there now. */
    void (*method_find)(void *data, struct input_method *ret_method);
    /* A number that the window of our clipboard's process bears by this name (clipboard.h); 0 = none. *ret_gone: nor is the
     * window there. */
    guint (*mark)(void *data, gint64 window, const char *name, bool *ret_gone);
    void (*set_mark)(void *data, gint64 window, const char *name, guint value);
    void *data;
};

/* Who else is at the display: terminals that reins is shown in (own_windows.h), who has grabbed keyboard or pointer (grabs.h),
 * and input that is not ours (foreign_input.h). */
struct others_port {
    bool (*own_any)(void *data);
    bool (*own_focused)(void *data);
    bool (*own_at)(void *data, int x, int y);
    bool (*own_pointed)(void *data);
    enum grabs_says (*grabbed)(void *data, enum grabs_device device, bool fresh, gint64 now_us, struct grabber *ret_by);
    void (*ask_grabber)(void *data, enum grabs_device device, gint64 now_us);
    void (*key_pressed)(void *data);
    /* What somebody else has done since the last call: a sentence, the caller frees; NULL = nothing that counts. */
    char *(*look)(void *data, const struct held *ours, bool idle);
    void *data;
};

/* All that a hand works with. */
struct hand_ports {
    struct display_port display;
    struct eye_port eye;
    struct hand_port hand;
    struct keyboard_port keyboard;
    struct program_port program;
    struct others_port others;
};

#endif
