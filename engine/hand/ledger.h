#ifndef ENGINE_HAND_LEDGER_H
#define ENGINE_HAND_LEDGER_H

/* Ledger: what a hand has pressed and not yet let go of, in a file, so that whatever kills the hand, the next one knows. One file
 * per hand process, DIR/PID-STARTTIME.ledger, locked (flock) while the process lives: a file whose lock can be had belongs to a
 * dead one. Fixed-size records at fixed places, all written at the start, so that a full disk is found out then and not in
 * mid-press. An entry is made before the press is sent and cleared after the release has been. Knows nothing of X. */

#include <glib.h>
#include <stdbool.h>

#define LEDGER_KEYS 256   /* X keycodes */
#define LEDGER_BUTTONS 32 /* X buttons */

#define LEDGER_FORM_SYMS 8

/* A keycode that has been lent to a character, and its part of the keyboard map as it was before (as XKB has it). */
struct ledger_form {
    bool lent;
    guint8 groups, width, n_syms;
    guint8 types[4];
    guint32 given[2]; /* keysyms that it may mean now: the last, and the one before it */
    guint32 syms[LEDGER_FORM_SYMS];
};

struct ledger_locks {
    bool changed;  /* what follows is to be put back */
    guint8 mods;   /* locked modifiers before… */
    guint8 affect; /* …of these */
    guint8 group;  /* locked group before */
};

struct ledger_state {
    gint64 pid;         /* of the hand that is dead */
    bool hung;          /* it was killed here: its engine had died before it, and it did not end */
    guint32 connection; /* an id that the X server had given to its connection; 0 = it had not come so far */
    bool keys[LEDGER_KEYS];
    bool buttons[LEDGER_BUTTONS];
    struct ledger_form maps[LEDGER_KEYS];
    struct ledger_locks locks;
};

typedef struct ledger ledger;

/* `server` tells one life of a display from the next (a new server may come back under the same name). Makes DIR (0700) if
 * missing. */
ledger *ledger_open(const char *dir, const char *display, guint64 server, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Nothing is noted in it. */
bool ledger_empty(const ledger *l);
/* Forgets the ledger; the file goes unless something is still noted in it. */
void ledger_free(ledger *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ledger, ledger_free)

/* Notes an id that the X server has given to the hand's connection. False: it could not be written. */
bool ledger_connection(ledger *l, guint32 id);
/* Each sets one entry. False: it could not be written, and the press must not be sent. */
bool ledger_key(ledger *l, int keycode, bool down);
bool ledger_button(ledger *l, int button, bool down);
/* NULL: the keycode is as it was. */
bool ledger_map(ledger *l, int keycode, const struct ledger_form *form);
bool ledger_locks(ledger *l, const struct ledger_locks *locks);

/* Hands over, one by one, what dead hands of this display and this server have left, and deletes those files (also those of
 * earlier servers of this display). A hand that is still there 1 s after its engine's death is killed first. `function` false:
 * the file is kept for the next try. */
typedef bool (*ledger_function)(const struct ledger_state *state, void *data);
bool ledger_recover(const char *dir, const char *display, guint64 server, ledger_function function, void *data, GError **error);

#endif
