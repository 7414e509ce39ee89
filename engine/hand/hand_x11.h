#ifndef ENGINE_HAND_HAND_X11_H
#define ENGINE_HAND_HAND_X11_H

/* The hand's connection to an X display, with its ports (hand_port.h). Only this part of the hand's process depends on X. The
 * header needs no Xlib. */

#include "engine/hand/hand_link.h"

extern const struct hand_link hand_x11_link;

#endif
