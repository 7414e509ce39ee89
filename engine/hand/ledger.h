#ifndef ENGINE_HAND_LEDGER_H
#define ENGINE_HAND_LEDGER_H

/* Ledger: a file with what a hand has pressed and not yet released, so that the next hand knows it after any crash. Each hand
 * process has one file, DIR/PID-STARTTIME.ledger, locked (flock) while it lives: a file that can be locked belongs to a dead
 * hand. Records have fixed sizes and places and are all written at the start, so that a full disk is noticed then and not during
 * a press. An entry is written before the press is sent and cleared after the release. Independent of X. */

#include <glib.h>
#include <stdbool.h>

#define LEDGER_KEYS 256   /* X keycodes */
#define LEDGER_BUTTONS 32 /* X buttons */

#define LEDGER_FORM_SYMS 8

/* A lent keycode, and its former part of the keyboard map in XKB's form. */
struct ledger_form {
    bool lent;
    guint8 groups, width, n_syms;
    guint8 types[4];
    guint32 given[2]; /* keysyms that it may have now: the last one given, and the one before */
    guint32 syms[LEDGER_FORM_SYMS];
};

struct ledger_locks {
    bool changed;  /* the following must be restored */
    guint8 mods;   /* the locked ones of these modifiers */
    guint8 affect; /* modifiers */
    guint8 group;  /* locked group */
};

struct ledger_state {
    gint64 pid;         /* of the dead hand */
    bool hung;          /* it had outlived its engine, and was killed now */
    guint32 connection; /* a resource id of its X connection; 0 = it had not connected yet */
    bool keys[LEDGER_KEYS];
    guint32 meanings[LEDGER_KEYS]; /* ledger_meaning() of those keys; 0 = none was given */
    int pointer_x, pointer_y;      /* ledger_pointer() */
    bool buttons[LEDGER_BUTTONS];
    struct ledger_form maps[LEDGER_KEYS];
    struct ledger_locks locks;
};

typedef struct ledger ledger;

/* Creates the file, and DIR (0700) if needed. server: identifies this run of the display's server, because a new one may have the
 * same name. */
ledger *ledger_open(const char *dir, const char *display, guint64 server, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* True when it has no entry. */
bool ledger_empty(const ledger *l);
/* Frees the ledger, and deletes the file if it has no entry. */
void ledger_free(ledger *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ledger, ledger_free)

/* Writes the resource id of the hand's connection. False: the write failed. */
bool ledger_connection(ledger *l, guint32 id);
/* Each writes one entry. False: the write failed, and the press must not be sent. */
bool ledger_key(ledger *l, int keycode, bool down);
bool ledger_button(ledger *l, int button, bool down);
/* For a display without a keyboard map and without a pointer that can be asked for. The keysym that a keycode stands for: it is
 * written with each press of it from now on. Where the pointer is; false: the write failed. */
void ledger_meaning(ledger *l, int keycode, guint32 keysym);
bool ledger_pointer(ledger *l, int x, int y);
/* form NULL: the keycode is restored. */
bool ledger_map(ledger *l, int keycode, const struct ledger_form *form);
bool ledger_locks(ledger *l, const struct ledger_locks *locks);

/* Calls `function` for each ledger of a dead hand of this display and server, then deletes the file; it also deletes those of
 * earlier servers of this display. A hand that still runs 1 s after its engine's death is killed first. function returns false to
 * keep the file for the next attempt. */
typedef bool (*ledger_function)(const struct ledger_state *state, void *data);
bool ledger_recover(const char *dir, const char *display, guint64 server, ledger_function function, void *data, GError **error);

#endif
