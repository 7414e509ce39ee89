#ifndef ENGINE_EYE_EYE_PORT_H
#define ENGINE_EYE_EYE_PORT_H

/* Eye port: the pixels of a screen, as a table of operations. What decides has this and no Xlib. eye_x11.h is the table of an X
 * display; tests/engine/hand/driver_target.h is one in memory. The pointer is in no picture. `data` is the table's own and the
 * first argument of each operation; whoever makes a table owns both. */

#include "engine/picture/frame.h"
#include "engine/picture/likeness.h"

struct eye_port {
    /* The picture that the next looks are compared with; it is copied. False with EYE_ERROR_DISPLAY: there are no pixels to be
     * had, or none of 24 bits. */
    bool (*expect)(void *data, const frame *expected, GError **error);
    /* After expect(). NULL without an error: the screen is in every pixel as expected. Else borrowed until the next operation;
     * the rows that differ are within *ret_first to *ret_last. */
    const frame *(*look)(void *data, int *ret_first, int *ret_last, GError **error);
    /* A part of the screen; the caller frees it. NULL: not all of it is on the screen (its size has just changed). */
    frame *(*part)(void *data, struct area in);
    void *data;
};

#endif
