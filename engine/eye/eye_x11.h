#ifndef ENGINE_EYE_EYE_X11_H
#define ENGINE_EYE_EYE_X11_H

/* The eye port of an X display, by capture.h, and its display port. Can be included without Xlib. */

#include "engine/display/display_port.h"
#include "engine/eye/eye_port.h"

struct _XDisplay; /* Xlib's Display */

typedef struct eye_x11 eye_x11;

/* Connects. Caller frees. Error: EYE_ERROR_DISPLAY with the fix. use_shm false: without shared memory. */
eye_x11 *eye_x11_open(const char *display, bool use_shm, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same, with shared memory, of a display that display_probe() has just found in order. */
eye_x11 *eye_x11_connect(const char *display, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Uses another owner's connection (the hand's), whose errors must be trapped (windows.h): only expect(), look() and part().
 * Caller frees. */
eye_x11 *eye_x11_borrow(struct _XDisplay *dpy);
void eye_x11_free(eye_x11 *x);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_x11, eye_x11_free)

/* Both borrowed. */
const struct display_port *eye_x11_display(const eye_x11 *x);
const struct eye_port *eye_x11_eye(const eye_x11 *x);
/* Sets a function that is called with the display's name when the display dies, and must not return: Xlib would end the
 * process. One at a time. */
void eye_x11_watch(void (*lost)(const char *name));

#endif
