#ifndef ENGINE_DISPLAY_VNC_SAID_H
#define ENGINE_DISPLAY_VNC_SAID_H

/* VNC said: why a connection to a VNC server ended, from the log of libvncclient 0.9.14, which gives no other reason. Its log has
 * no pointer of ours: one for the whole process. */

#include <glib.h>

enum vnc_said {
    VNC_SAID_REASON,         /* the server's own reason for a refusal: what follows */
    VNC_SAID_LOGINS,         /* logins that nobody here knows: their numbers follow */
    VNC_SAID_OTHER_PROTOCOL, /* the server does not greet as one */
    VNC_SAID_UNKNOWN,        /* a message of an unknown type */
    VNC_SAID_END,            /* the server has closed the connection */
    VNC_SAID_BROKEN          /* the connection has broken */
};

/* A line of the log, as rfbClientLog and rfbClientErr get it. */
void vnc_said_note(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* What follows in the last line that has a reason in it; NULL = it has another one. Borrowed until the next line. */
const char *vnc_said(enum vnc_said reason);
void vnc_said_forget(void);

#endif
