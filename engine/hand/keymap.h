#ifndef ENGINE_HAND_KEYMAP_H
#define ENGINE_HAND_KEYMAP_H

/* The keyboard map of the display: which key, with which modifiers and in which group, gives a keysym; spare keycodes and what
 * they are made to mean; locks that would change what is typed. */

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
/* Reads the map anew. */
bool keymap_load(keymap *k, GError **error);
/* The easiest way to the keysym: in the group that is in effect if it is there, with the fewest modifiers. False: not on the map.
 */
bool keymap_find(const keymap *k, guint32 keysym, struct stroke *ret_stroke);
/* Keycodes that may be lent to characters: those that mean nothing in any group, and of the multimedia keys at the upper end of
 * the map (from 183 on; those below are taken by their keycode in browsers: Back, Reload) those that are no modifier and have no
 * action in the server. The upper ones first, empty ones before others. Returns how many. */
int keymap_spare(const keymap *k, int *ret_codes, int max);
/* Leaves out those that are down, or that another client has grabbed on the root window (a window manager's volume key would
 * swallow the character). Asks the server. Returns how many are left, in their order. */
int keymap_not_in_use(keymap *k, int *codes, int n);
/* How many of these, in their order, to lend in turn: those that change in one request, where they are KEYMAP_ENOUGH or more. */
int keymap_together(const int *codes, int n);
/* What the map has for this keycode; false: it has more symbols than a form holds. */
bool keymap_form(const keymap *k, int code, struct ledger_form *ret_form);
/* Lends each keycode to its keysym (on levels 0 and 1, so that no Shift and no client's folding changes it), or gives it its form
 * back, exactly. The upper keycodes go in one request: each request costs a window manager up to 40 ms (measurements.md A4); what
 * stands between them is sent as it is. All keyboards of the display get the same. */
void keymap_lend(keymap *k, const int *codes, const guint32 *keysyms, int n);
void keymap_give_back(keymap *k, const int *codes, const struct ledger_form *forms, int n);
/* True when the keycode is a modifier but neither Caps Lock nor Num Lock; *ret_mods gets which. */
bool keymap_modifier(const keymap *k, int code, guint8 *ret_mods);
/* The first keysym of the keycode, as of the last load; 0 = none. */
guint32 keymap_meaning(const keymap *k, int code);

void keymap_locks_read(keymap *k, struct keymap_locks *ret_locks);
/* True when something is latched or locked now, besides Num Lock. */
bool keymap_locks_active(keymap *k, const struct keymap_locks *locks);
/* Nothing latched or locked (Num Lock stays, it changes no character), or as it was. A latch is used up: it is not put back. */
void keymap_locks_clear(keymap *k, const struct keymap_locks *locks);
void keymap_locks_restore(keymap *k, const struct keymap_locks *locks);
void keymap_lock_group(keymap *k, int group);
/* The group that is in effect, as of the last load. */
int keymap_group(const keymap *k);

#endif
