#ifndef ENGINE_HAND_HAND_VNC_H
#define ENGINE_HAND_HAND_VNC_H

/* The hand on a VNC screen, by one connection for presses and for the comparison before them: TigerVNC draws the pointer into the
 * picture of a client that has not moved it (the eye's), and no pointer into that of the client that has. What the eye's picture
 * shows of it where the hand has put it is not compared (eye_vnc.h).
 *
 * - Keys go out as keysyms. A keycode is only our number for one, so a text needs no keyboard map. While Shift is down, the
 *   keysym is that of the shifted key of a US keyboard, as a viewer there would send it.
 * - The pointer has buttons 1 to 7; RFB has no others, or servers ignore them.
 * - Unknown are windows, focus, other people's input, and whether a program has handled its keys. The server cannot be held:
 *   what it shows is compared as of its last update.
 * - A dead hand's keys are let go of by the ledger's keysyms, its buttons where the ledger says that the pointer was. */

#include "engine/hand/hand_link.h"

extern const struct hand_link hand_vnc_link;

#endif
