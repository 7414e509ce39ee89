#ifndef ENGINE_HAND_KEYMAP_H
#define ENGINE_HAND_KEYMAP_H

/* The keyboard map of the display: which key, with which modifiers and in which group, gives a keysym; spare keycodes and what
 * they are made to mean; locks that would change what is typed. */

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

#define STROKE_MODS_MAX 4

/* How to get one keysym: these modifier keys down, this group, this key. */
struct stroke {
    int keycode;
    int mods[STROKE_MODS_MAX]; /* keycodes */
    int n_mods;
    int group; /* -1 = any */
};

typedef struct keymap keymap;

/* NULL: the server has no XKB. */
keymap *keymap_new(Display *dpy, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void keymap_free(keymap *k);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(keymap, keymap_free)
/* Reads the map anew. */
bool keymap_load(keymap *k, GError **error);
/* The easiest way to the keysym: in the group that is in effect if it is there, with the fewest modifiers. False: not on the map.
 */
bool keymap_find(const keymap *k, guint32 keysym, struct stroke *ret_stroke);
/* Keycodes that mean nothing in any group, in runs of neighbours, the longest run first. Returns how many. */
int keymap_spare(const keymap *k, int *ret_codes, int max);
/* Gives each keycode its keysym on levels 0 and 1 (0: nothing again). Neighbours go in one request: each request costs a window
 * manager up to 40 ms (measurements.md A4). */
void keymap_assign(keymap *k, const int *codes, const guint32 *keysyms, int n);
/* True when the keycode means this keysym now, as the server has it. */
bool keymap_means(keymap *k, int keycode, guint32 keysym);

struct keymap_locks {
    guint8 locked; /* modifiers, without Num Lock, that were locked (Caps Lock, sticky keys) */
    guint8 affect; /* all modifiers but Num Lock */
    guint8 group;  /* locked group */
};
void keymap_locks_read(keymap *k, struct keymap_locks *ret_locks);
/* Nothing latched or locked (Num Lock stays, it changes no character), or as it was. */
void keymap_locks_clear(keymap *k, const struct keymap_locks *locks);
void keymap_locks_restore(keymap *k, const struct keymap_locks *locks);
void keymap_lock_group(keymap *k, int group);
/* The group that is in effect, as of the last load. */
int keymap_group(const keymap *k);

#endif
