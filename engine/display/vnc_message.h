#ifndef ENGINE_DISPLAY_VNC_MESSAGE_H
#define ENGINE_DISPLAY_VNC_MESSAGE_H

/* The messages of RFB (RFC 6143) that carry input, as bytes: they are also made ready for a signal's handler. Pure. */

#include <glib.h>
#include <stdbool.h>

#define VNC_MESSAGE_KEY 8     /* bytes */
#define VNC_MESSAGE_POINTER 6 /* bytes */

void vnc_message_key(guint8 to[VNC_MESSAGE_KEY], guint32 keysym, bool down);
/* Bit n - 1 of `buttons` is button n. */
void vnc_message_pointer(guint8 to[VNC_MESSAGE_POINTER], int x, int y, guint8 buttons);

#endif
