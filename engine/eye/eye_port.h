#ifndef ENGINE_EYE_EYE_PORT_H
#define ENGINE_EYE_EYE_PORT_H

/* Eye port: the pixels of a screen, as a table of operations. Code that decides uses this and no Xlib. eye_x11.h is the table
 * of an X display, eye_vnc.h of a VNC screen, eye_still.h of a phone and of a world; tests/engine/hand/driver_target.h is one
 * in memory. The pointer is in no picture, except where a VNC server draws it (engine/display/connection_vnc.h). `data` belongs
 * to the table and is the first argument of each operation; whoever makes a table owns both. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

struct eye_port {
    /* ---- whole pictures, for recording and settling ---- */

    void (*size)(void *data, int *ret_width, int *ret_height);
    /* The screen with the masks blacked out; the caller frees it. NULL without an error: every pixel equals `before`, which may
     * be NULL. Error: EYE_ERROR_DISPLAY. */
    frame *(*grab)(void *data, const struct area *masks, gsize n_masks, const frame *before, GError **error);
    /* False: the display does not report changes, and each look must compare. */
    bool (*tells_changes)(const void *data);
    /* Handles the display's messages; true when the screen may have changed. */
    bool (*changed)(void *data);
    /* A descriptor for poll(), which wakes when the display sends a message; and whether a message has been read already, for
     * which poll() does not wake. */
    int (*fd)(const void *data);
    bool (*pending)(void *data);

    /* Grows when the windows may be others than before, or in other places, or with another focus: of those that follow() was
     * told of last (struct eye_window). */
    guint (*stirs)(const void *data);
    void (*follow)(void *data, const GPtrArray *windows);

    /* ---- quick looks against one expected picture ---- */

    /* Sets the expected picture, which must live until the next expect() or the last look(). False with EYE_ERROR_DISPLAY: no
     * pixels are available, or not in 24 bits. */
    bool (*expect)(void *data, const frame *expected, GError **error);
    /* After expect(). NULL without an error: every pixel is as expected. Else borrowed until the next operation; the rows that
     * differ are within *ret_first to *ret_last. */
    const frame *(*look)(void *data, int *ret_first, int *ret_last, GError **error);
    /* A part of the screen; the caller frees it. NULL: it is not completely on the screen (the size has just changed). */
    frame *(*part)(void *data, struct area in);
    /* Where the expected picture shows the pointer, as far as the looks until now could find it. False: nowhere. NULL: the
     * pointer is in no picture. */
    bool (*pointed)(void *data, int *ret_x, int *ret_y);

    void *data;
};

#endif
