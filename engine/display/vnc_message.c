#include "engine/display/vnc_message.h"

#include <string.h>

#define KEY_EVENT 4
#define POINTER_EVENT 5

static void put_number(guint8 *to, guint32 number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to[i] = (guint8)(number >> 8 * (bytes - 1 - i));
}

void vnc_message_key(guint8 to[VNC_MESSAGE_KEY], guint32 keysym, bool down)
{
    memset(to, 0, VNC_MESSAGE_KEY);
    to[0] = KEY_EVENT;
    to[1] = down;
    put_number(to + 4, keysym, 4);
}

void vnc_message_pointer(guint8 to[VNC_MESSAGE_POINTER], int x, int y, guint8 buttons)
{
    to[0] = POINTER_EVENT;
    to[1] = buttons;
    put_number(to + 2, (guint32)x, 2);
    put_number(to + 4, (guint32)y, 2);
}
