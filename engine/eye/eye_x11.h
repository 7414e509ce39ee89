#ifndef ENGINE_EYE_EYE_X11_H
#define ENGINE_EYE_EYE_X11_H

/* The eye port of an X display, by capture.h. Needs Xlib. */

#include "engine/eye/eye_port.h"

#include <X11/Xlib.h>

struct eye_x11 {
    Display *dpy;
    struct capture *capture; /* owned; NULL until there is something to expect */
};

/* Borrows `at`, which names the display, and whose capture is NULL. The display's errors must be trapped (windows.h). */
struct eye_port eye_x11(struct eye_x11 *at);
void eye_x11_close(struct eye_x11 *at);

#endif
