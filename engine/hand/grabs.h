#ifndef ENGINE_HAND_GRABS_H
#define ENGINE_HAND_GRABS_H

/* Grabs: detects a client that has grabbed keyboard or pointer (an open menu, a screen lock, an attacker) and so gets keys or
 * buttons, whatever has the focus. X does not tell which client that is.
 * - Whether: the server refuses a grab for an unmapped window, as "already grabbed" if another client has one, otherwise as
 *   "not viewable" (Xserver, GrabDevice(), in this order). The attempt has no effect: no FocusOut, no menu closes. XInput 2 can
 *   also grab single devices, which the server then detaches from the seat. If that is XTEST's device, our events go nowhere;
 *   so this also asks where that device is attached.
 * - Who: XRecord tells the client that an event is delivered to. For the keyboard this presses a spare keycode without a
 *   keysym; for the pointer it sends a motion to its present place. The grabber sees that event, so this happens only when
 *   there is a grab, and then once, until GRABS_WHO_US pass without a question.
 * - A key that a hotkey daemon or a window manager waits for causes a grab when it goes down, which is its approved effect.
 *   Such a grab does not count until all keys are up (Alt+Tab, Tab). A pressed button also causes a grab: the pointer's grabs
 *   count only while no button is down. */

#include "engine/hand/keymap.h"
#include "engine/hand/ledger.h"

#include <X11/Xlib.h>

#define GRABS_LOOK_US 10000 /* greatest age of the answer "free": a text asks once for several letters */
#define GRABS_WHO_US 250000 /* grabbed at each look within this time: still the same grab */

typedef struct grabs grabs;

/* Borrows all. */
grabs *grabs_new(Display *dpy, keymap *k, ledger *l);
void grabs_free(grabs *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(grabs, grabs_free)

/* Two round trips, three if grabbed; none within GRABS_LOOK_US after the answer "free", unless `fresh`. */
enum grabs_says grabs_look(grabs *g, enum grabs_device d, bool fresh, gint64 now_us, struct grabber *ret_by);
/* Call it right after a key press, with the server held since a look before it. */
void grabs_key_pressed(grabs *g);
/* Asks who has grabbed the device; a few ms. The server must not be held, because the answer comes over another connection. */
void grabs_ask(grabs *g, enum grabs_device d, gint64 now_us);

#endif
