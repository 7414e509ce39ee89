#ifndef ENGINE_EYE_CAPTURE_H
#define ENGINE_EYE_CAPTURE_H

/* Captures pixels from the X server by MIT-SHM, or by XGetImage when that is not available (another machine, a container
 * without shared memory). The pointer is not included. Masks are painted over the raw pixels, so that nothing behind them goes
 * any further. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#include <X11/Xlib.h>

typedef struct capture capture;

/* Connects. Caller closes. Error: EYE_ERROR_DISPLAY with the fix. use_shm false: XGetImage only. */
capture *capture_open(const char *display, bool use_shm, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same, of a display that display_probe() has just found in order: it waits for a server that hangs. */
capture *capture_connect(const char *display, bool use_shm, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Uses another owner's connection (the hand's), without closing it or taking its events: one look is one capture_grab(). Caller
 * closes. */
capture *capture_borrow(Display *dpy, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void capture_close(capture *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(capture, capture_close)

Display *capture_display(const capture *c);
void capture_size(const capture *c, int *ret_width, int *ret_height);
bool capture_uses_shm(const capture *c);
/* False: the server has no DAMAGE and every look must compare. */
bool capture_has_damage(const capture *c);

/* Handles the X events that arrived: damage and a new resolution. True when the screen may have changed. */
bool capture_events(capture *c);
/* Grows when a window may have come, gone, moved, or got or lost a title; of followed windows (struct eye_window), also when the
 * focus may have moved. */
guint capture_stirs(const capture *c);
void capture_follow(capture *c, const GPtrArray *windows);
/* The whole screen with the masks blacked out. Caller frees. NULL without an error: the pixels equal `before` (which may be
 * NULL). If `before` is what this gave last, with the same masks, only rows with damage are asked for. */
frame *capture_grab(capture *c, const struct area *masks, gsize n_masks, const frame *before, GError **error);

/* For quick looks against one expected picture: borrowed until the next capture_expect() or the last look. Only rows that differ
 * are written, to a copy. */
void capture_expect(capture *c, const frame *expected);
/* NULL without an error: every pixel is as expected. Else borrowed until the next look or capture_expect(); the rows that
 * differ are within ret_first..ret_last. Call capture_expect() first. */
const frame *capture_look(capture *c, int *ret_first, int *ret_last, GError **error);

#endif
