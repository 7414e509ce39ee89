#ifndef ENGINE_HAND_HAND_X11_H
#define ENGINE_HAND_HAND_X11_H

/* The hand's connection to an X display, and the ports on it (hand_port.h). The only part of the hand's process that is X's:
 * another kind of display has another file like this. Needs no Xlib to include. */

#include "engine/display/own.h"
#include "engine/hand/hand_port.h"
#include "engine/hand/ledger.h"

typedef struct hand_x11 hand_x11;

/* Error: HAND_ERROR_DISPLAY with the fix. `lost` is called once when the display dies, and must not return: Xlib would end the
 * process without a word. */
hand_x11 *hand_x11_open(const char *display, void (*lost)(void *data), void *data, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Last, and not before all that has the ports is freed. */
void hand_x11_close(hand_x11 *x);

/* For the ledger: a number of this life of the server, and one that it has given to this connection. */
guint64 hand_x11_server(hand_x11 *x);
guint32 hand_x11_connection(hand_x11 *x);
/* Before hand_x11_listen(): recovery_run(). */
void hand_x11_recover(hand_x11 *x, const struct ledger_state *state, GPtrArray *keys, GPtrArray *buttons);

/* From now on it listens to others, and all ports work. Borrows the ledger. `ignore_foreign`: input of other programs is not
 * looked at. NULL, or why no person can be seen; static. */
const char *hand_x11_listen(hand_x11 *x, ledger *l, bool ignore_foreign);
void hand_x11_unlisten(hand_x11 *x);
/* Borrowed. */
const struct hand_ports *hand_x11_ports(const hand_x11 *x);
/* The terminals that reins is shown in. */
void hand_x11_set_own(hand_x11 *x, const struct own_terminal *terminals, int n);
/* When others_port.look() is due even if nothing comes in. */
gint64 hand_x11_deadline(const hand_x11 *x);
/* Something has come in that nobody has looked at: no poll() wakes for it. */
bool hand_x11_pending(const hand_x11 *x);
int hand_x11_fd(const hand_x11 *x);

#endif
