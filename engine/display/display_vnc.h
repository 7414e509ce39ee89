#ifndef ENGINE_DISPLAY_DISPLAY_VNC_H
#define ENGINE_DISPLAY_DISPLAY_VNC_H

/* The display port of a VNC screen. A VNC server tells of no window, focus or owner: these operations answer as for a screen
 * where nothing is known. */

#include "engine/display/connection_vnc.h"
#include "engine/display/display_port.h"

/* Borrows the connection. */
struct display_port display_vnc(connection_vnc *c);

#endif
