#ifndef ENGINE_EYE_CAPTURE_H
#define ENGINE_EYE_CAPTURE_H

/* Pixels from the X server: MIT-SHM, and XGetImage where that is not to be had (another machine, a container without shared
 * memory). The pointer is not in them. Masks are laid over the raw pixels, so that nothing behind them goes any further. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#include <X11/Xlib.h>

typedef struct capture capture;

/* Connects. Error: EYE_ERROR_DISPLAY with the fix. `use_shm` false: XGetImage only. */
capture *capture_open(const char *display, bool use_shm, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* On somebody else's connection (the hand's), which it neither closes nor takes an event from: one look is one capture_grab(). */
capture *capture_borrow(Display *dpy, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void capture_close(capture *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(capture, capture_close)

Display *capture_display(const capture *c);
void capture_size(const capture *c, int *ret_width, int *ret_height);
bool capture_uses_shm(const capture *c);
/* False: the server has no DAMAGE and every look must compare. */
bool capture_has_damage(const capture *c);

/* Takes the X events that came: notes damage and a new resolution. True when something on the screen may have changed. */
bool capture_events(capture *c);
/* The whole screen with the masks blacked out. `before` (may be NULL): when the pixels are the same, NULL is returned without
 * error. */
frame *capture_grab(capture *c, const struct area *masks, gsize n_masks, const frame *before, GError **error);

/* For looks that must be quick, at one and the same picture of the past: it is copied, and only rows that differ are written. */
void capture_expect(capture *c, const frame *expected);
/* NULL without error: in every pixel as expected. Else borrowed until the next look or capture_expect(); the rows that differ are
 * within ret_first..ret_last. capture_expect() must have been called. */
const frame *capture_look(capture *c, int *ret_first, int *ret_last, GError **error);

#endif
