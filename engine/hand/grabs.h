#ifndef ENGINE_HAND_GRABS_H
#define ENGINE_HAND_GRABS_H

/* Grabs: whether keys or buttons would go to somebody who has grabbed keyboard or pointer, whatever has the focus and lies under
 * the pointer: an open menu, a screen lock, a thief. X tells nobody who that is.
 * - Whether: a grab for a window that is not mapped is refused, as "already grabbed" where another client has one, else as "not
 *   viewable" (Xserver, GrabDevice(): in this order). It never takes effect: no client sees a FocusOut of it, no menu closes.
 *   XInput 2 knows grabs of single devices, too: the server then takes the device out of the seat for that time. Where it is the
 *   one that XTEST's events come from, nothing of ours arrives, whatever that refusal says; so it is asked where that device is.
 * - Who: XRecord tells which client an event is delivered to. For the keyboard a key is pressed and let go of that means nothing:
 *   of a spare keycode without any keysym; for the pointer a motion to where it is. Only where there is a grab, and then once,
 *   until nothing has been asked for GRABS_WHO_US. The grabber gets it; it is the least that can be done to learn who they are.
 * - A key that a hotkey daemon or a window manager waits for makes a grab in the moment in which it goes down: that is what the
 *   approved key does. Such a grab does not count until all keys are up (Alt+Tab, Tab). Any button makes one until it is let go
 *   of: the pointer's counts only while none is down. */

#include "engine/hand/keymap.h"
#include "engine/hand/ledger.h"

#include <X11/Xlib.h>

#define GRABS_LOOK_US 10000 /* so old may an answer be that nothing is grabbed: a text asks once for several letters */
#define GRABS_WHO_US 250000 /* grabbed at each look, and none longer ago: still the same grab */

typedef struct grabs grabs;

/* Borrows all. */
grabs *grabs_new(Display *dpy, keymap *k, ledger *l);
void grabs_free(grabs *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(grabs, grabs_free)

/* Two round trips, three where it is grabbed; none within GRABS_LOOK_US after the last that was free. `fresh`: always. */
enum grabs_says grabs_look(grabs *g, enum grabs_device d, bool fresh, gint64 now_us, struct grabber *ret_by);
/* Right after a key has gone down, with the server held since a look before it. */
void grabs_key_pressed(grabs *g);
/* Asks who; a few ms. Not while the server is held: the answer comes over a connection of its own. */
void grabs_ask(grabs *g, enum grabs_device d, gint64 now_us);

#endif
