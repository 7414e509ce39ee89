#ifndef ENGINE_HAND_RECOVERY_H
#define ENGINE_HAND_RECOVERY_H

/* Recovery: a new hand releases and restores what a killed one left behind on the display. */

#include "engine/hand/keymap.h"
#include "engine/hand/ledger.h"

#include <X11/Xlib.h>
#include <glib.h>

/* Releases what a dead hand left down and restores its map and locks. It first waits until the X server has closed the dead
 * hand's connection, because a frozen server may still carry out its presses. Appends the released names to `keys` and `buttons`
 * (char*, owned by them). */
void recovery_run(Display *dpy, keymap *k, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons);

#endif
