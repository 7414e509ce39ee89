#ifndef ENGINE_HAND_KEYMAP_H
#define ENGINE_HAND_KEYMAP_H

/* Keymap: the keyboard map of an X display: the key, modifiers and group of a keysym; spare keycodes and their temporary
 * meanings; locks that would change what is typed. */

#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

#include <X11/Xlib.h>
#include <glib.h>
#include <stdbool.h>

#define KEYMAP_ENOUGH 32

typedef struct keymap keymap;

/* NULL: the server has no XKB. */
keymap *keymap_new(Display *dpy, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void keymap_free(keymap *k);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(keymap, keymap_free)
/* Reads the map again. */
bool keymap_load(keymap *k, GError **error);
/* The simplest way to type the keysym: preferably in the current group, with the fewest modifiers. False: not on the map. */
bool keymap_find(const keymap *k, guint32 keysym, struct stroke *ret_stroke);
/* Keycodes that can be lent to characters: those without a meaning in any group, and from 183 on those of multimedia keys that
 * are not modifiers and have no action in the server (browsers use lower ones by keycode: Back, Reload). Upper ones come first,
 * empty ones before others. Returns their number. */
int keymap_spare(const keymap *k, int *ret_codes, int max);
/* Removes the keycodes that are down, or that another client has grabbed on the root window (a window manager's volume key would
 * swallow the character). Asks the server. Returns the number of the rest, in order. */
int keymap_not_in_use(keymap *k, int *codes, int n);
/* How many of the first keycodes to lend in turn: those that one request can change, if they are KEYMAP_ENOUGH or more. */
int keymap_together(const int *codes, int n);
/* The keycode's part of the map. False: it has more symbols than a form. */
bool keymap_form(const keymap *k, int code, struct ledger_form *ret_form);
/* Give each keycode its keysym (on levels 0 and 1, so that neither Shift nor a client's folding changes it), or its exact former
 * form. One request covers all upper keycodes, with those between unchanged, because each request costs a window manager up to 40
 * ms (measured). All keyboards of the display get the same. */
void keymap_lend(keymap *k, const int *codes, const guint32 *keysyms, int n);
void keymap_give_back(keymap *k, const int *codes, const struct ledger_form *forms, int n);
/* True when the keycode is a modifier other than Caps Lock and Num Lock; *ret_mods: which. */
bool keymap_modifier(const keymap *k, int code, guint8 *ret_mods);
/* The first keysym of the keycode at the last load; 0 = none. */
guint32 keymap_meaning(const keymap *k, int code);

void keymap_locks_read(keymap *k, struct keymap_locks *ret_locks);
/* True when a modifier other than Num Lock is latched or locked now. */
bool keymap_locks_active(keymap *k, const struct keymap_locks *locks);
/* Clear all latches and locks but Num Lock, which changes no character; restore the locks. A latch is used up and not restored.
 */
void keymap_locks_clear(keymap *k, const struct keymap_locks *locks);
void keymap_locks_restore(keymap *k, const struct keymap_locks *locks);
void keymap_lock_group(keymap *k, int group);
/* The current group at the last load. */
int keymap_group(const keymap *k);

#endif
