#ifndef ENGINE_EYE_EYE_PORT_H
#define ENGINE_EYE_EYE_PORT_H

/* Eye port: the pixels of a screen, as a table of operations. What decides has this and no Xlib. eye_x11.h is the table of an X
 * display; tests/engine/hand/driver_target.h is one in memory. The pointer is in no picture. `data` is the table's own and the
 * first argument of each operation; whoever makes a table owns both. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

struct eye_port {
    /* ---- whole pictures, for what records and settles ---- */

    void (*size)(void *data, int *ret_width, int *ret_height);
    /* The screen with the masks blacked out; the caller frees it. NULL without an error: in every pixel as `before`, which may be
     * NULL. Error: EYE_ERROR_DISPLAY. */
    frame *(*grab)(void *data, const struct area *masks, gsize n_masks, const frame *before, GError **error);
    /* False: it does not say when the screen changes, and each look must compare. */
    bool (*tells_changes)(const void *data);
    /* Takes what the display has said since: whether something on the screen may have changed. */
    bool (*changed)(void *data);
    /* A descriptor that poll() wakes for when the display says something; and whether something has been said already, for which
     * no poll() wakes. */
    int (*fd)(const void *data);
    bool (*pending)(void *data);

    /* ---- quick looks, at one and the same picture of the past ---- */

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
