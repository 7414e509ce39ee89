#ifndef ENGINE_HAND_RECOVERY_H
#define ENGINE_HAND_RECOVERY_H

/* Recovery: what a hand that was killed left behind, put right by the next one on that display. */

#include "engine/hand/keymap.h"
#include "engine/hand/ledger.h"

#include <X11/Xlib.h>
#include <glib.h>

/* Lets go of what a dead hand left down and puts its map and locks back, once the X server has done with its connection: a server
 * that was frozen when the hand was killed may still have presses of it to do, and the releases must come after them. Adds names
 * to `keys` and `buttons` (char*, owned by them). */
void recovery_run(Display *dpy, keymap *k, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons);

#endif
