#ifndef ENGINE_HAND_METHOD_X11_H
#define ENGINE_HAND_METHOD_X11_H

/* Finds the input methods of an X display (XIM_SERVERS). */

#include "engine/hand/input_method.h"

#include <X11/Xlib.h>

/* The running input methods; `unseen` if the server does not tell a window's process. */
void method_x11_find(struct input_method *m, Display *dpy);

#endif
