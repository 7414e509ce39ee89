#ifndef ENGINE_HAND_METHOD_X11_H
#define ENGINE_HAND_METHOD_X11_H

/* Method, on an X display: which input methods there are (XIM_SERVERS). */

#include "engine/hand/input_method.h"

#include <X11/Xlib.h>

/* Those that are there now; unseen where the server does not say whose a window is. */
void method_x11_find(struct input_method *m, Display *dpy);

#endif
