#ifndef ENGINE_HAND_HAND_X11_H
#define ENGINE_HAND_HAND_X11_H

/* The hand's connection to an X display, with its ports (hand_port.h). Only this part of the hand's process depends on X; another
 * kind of display gets another file like this. The header needs no Xlib. */

#include "engine/display/own.h"
#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

typedef struct hand_x11 hand_x11;

/* Connects. Error: HAND_ERROR_DISPLAY with the fix. lost: called once when the display dies; it must not return, because Xlib
 * would then end the process without a message. */
hand_x11 *hand_x11_open(const char *display, void (*lost)(void *data), void *data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Call it after everything that uses the ports is freed. */
void hand_x11_close(hand_x11 *x);

/* For the ledger: a number of this run of the server, and a resource id of this connection. */
guint64 hand_x11_server(hand_x11 *x);
guint32 hand_x11_connection(hand_x11 *x);
/* recovery_run(); call it before hand_x11_listen(). */
void hand_x11_recover(hand_x11 *x, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons);

/* Starts to listen to foreign input; all ports work from now on. Borrows the ledger. ignore_foreign: ignores XTEST input of other
 * programs. Returns NULL, or why a person's input is not visible; static. */
const char *hand_x11_listen(hand_x11 *x, ledger *l, bool ignore_foreign);
void hand_x11_unlisten(hand_x11 *x);
/* Borrowed. */
const struct hand_ports *hand_x11_ports(const hand_x11 *x);
/* Sets reins' own terminals. */
void hand_x11_set_own(hand_x11 *x, const struct own_terminal *terminals, int n);
/* The time at which others_port.look() is due even without an event. */
gint64 hand_x11_deadline(const hand_x11 *x);
/* True when Xlib has unhandled events in its queue, for which poll() does not wake. */
bool hand_x11_pending(const hand_x11 *x);
int hand_x11_fd(const hand_x11 *x);

#endif
