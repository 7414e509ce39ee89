#ifndef ENGINE_EYE_EYE_VNC_H
#define ENGINE_EYE_EYE_VNC_H

/* The eye port of a VNC screen, and its display port.
 *
 * TigerVNC draws the pointer into the picture of a client that has not moved it. Where the expected picture (expect()) shows all
 * opaque pixels of the pointer at the place where it then is, look() and part() draw it there, too: under these pixels nobody has
 * seen anything, and they are equal.
 *
 * If another client moved the pointer last, its place is unknown, and the server draws it for this connection, too; it tells the
 * image and stops drawing once this connection moves the pointer. Then look() and part() find the place: the expected picture
 * shows all opaque pixels of the image in exactly one place of the screen, and the screen does not any more. So only a pointer
 * that has gone counts as one, once for each expected picture. What lies beside its pixels is compared like all else, because a
 * pointer lights up what it is over. TigerVNC may show there how that was a moment before: what changes under the pointer while
 * no client is connected that it draws it for stays as it was until something there changes again. A program that has painted the
 * image of its own pointer, of at most 64 px, into its window and shows no pointer where that is can take that painting away
 * unseen, and make it the place where the pointer came from (pointed()). */

#include "engine/display/connection_vnc.h"
#include "engine/display/display_port.h"
#include "engine/display/target.h"
#include "engine/eye/eye_port.h"

typedef struct eye_vnc eye_vnc;

/* Connects, and waits for the whole picture. Caller frees. Error: EYE_ERROR_DISPLAY with the fix. */
eye_vnc *eye_vnc_open(const display_target *t, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Uses another owner's connection (the hand's), which must live longer. Caller frees. */
eye_vnc *eye_vnc_borrow(connection_vnc *c);
void eye_vnc_free(eye_vnc *v);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_vnc, eye_vnc_free)

/* Both borrowed. */
const struct display_port *eye_vnc_display(const eye_vnc *v);
const struct eye_port *eye_vnc_eye(const eye_vnc *v);

#endif
