#ifndef ENGINE_DISPLAY_CONNECTION_VNC_H
#define ENGINE_DISPLAY_CONNECTION_VNC_H

/* A connection to a VNC server: the picture that it has sent, and keys and buttons for it. libvncclient stands only behind this
 * header. It is loaded when the first connection is opened.
 *
 * libvncclient waits inside a message until the whole message is here. A message that takes longer than 10 s ends the connection:
 * SIGALRM and ITIMER_REAL are used for that, and SIGALRM must not be blocked. If something is down, everything goes up after 0.5
 * s of such a wait, by the signal's handler, and the wait goes on. SIGPIPE is ignored from the first connection on. Errors are
 * EYE_ERROR_DISPLAY: one sentence with the fix. After an error the connection is of no more use, and every call says the same
 * again. */

#include "engine/display/target.h"

typedef struct connection_vnc connection_vnc;

#define CONNECTION_VNC_PASSWORD "VNC password" /* its name in the keyring (config/keyring.h) */

/* Connects and waits until the whole picture is here. Caller closes. A password is the only login that reins has. */
connection_vnc *connection_vnc_open(const display_target *t, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void connection_vnc_close(connection_vnc *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(connection_vnc, connection_vnc_close)

/* For poll(); and whether a part of a message has been read already, for which poll() does not wake. */
int connection_vnc_fd(const connection_vnc *c);
bool connection_vnc_pending(const connection_vnc *c);
/* Takes in what has arrived. */
bool connection_vnc_take(connection_vnc *c, GError **error);
/* Same; after a new size, waits for all of the new picture. */
bool connection_vnc_pump(connection_vnc *c, GError **error);
/* Same, and waits for what the server shows now: servers gather changes for some ms before they send them. */
bool connection_vnc_renew(connection_vnc *c, GError **error);
/* Grows with each part of the picture that arrives. */
guint connection_vnc_changes(const connection_vnc *c);
/* The pixels: 0x??RRGGBB, rows without padding; borrowed until the next pump(). The pointer may be drawn in them: TigerVNC 1.12
 * does so where another client has moved it. */
const guint32 *connection_vnc_pixels(const connection_vnc *c, int *ret_width, int *ret_height);
/* The name that the server gives its screen; UTF-8, borrowed. */
const char *connection_vnc_name(const connection_vnc *c);

/* Where the pointer is: where we have moved it, or where the server says that somebody has (x11vnc does, TigerVNC does not).
 * False: unknown; 0,0. */
bool connection_vnc_pointer(const connection_vnc *c, int *ret_x, int *ret_y);

struct connection_vnc_cursor {
    int width, height;
    int hot_x, hot_y; /* the pointer's place in it */
    guint32 *argb;    /* colours multiplied by A; A = 0: the pixel is not drawn */
};
/* What the pointer looks like, as the server last told; borrowed until the next pump(). NULL = not told. */
const struct connection_vnc_cursor *connection_vnc_cursor(const connection_vnc *c);

/* ---- input ---- */

/* Sent at once, without an answer. False: as take(). What the kernel has taken arrives even if this process is killed: a server
 * reads it before it sees the end of the connection. One connection of a process sends input. */
bool connection_vnc_key(connection_vnc *c, guint32 keysym, bool down, GError **error);
/* Moves the pointer, which must be on the screen, and sets which buttons are down: bit n - 1 is button n. */
bool connection_vnc_point(connection_vnc *c, int x, int y, guint8 buttons, GError **error);
/* True once after everything went up because a message took too long. */
bool connection_vnc_let_go(connection_vnc *c);

#endif
