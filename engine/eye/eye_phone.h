#ifndef ENGINE_EYE_EYE_PHONE_H
#define ENGINE_EYE_EYE_PHONE_H

/* The eye port of a phone, and its display port. A phone does not report changes, and each look costs it much: this port says
 * that it does, and never that there is one. So it is looked at once a second, and when somebody wants to know: the screen has
 * settled when two such pictures are equal. */

#include "engine/display/phone.h"
#include "engine/eye/eye_port.h"

typedef struct eye_phone eye_phone;

/* Takes a first picture. Caller frees. Error: EYE_ERROR_DISPLAY with the fix. */
eye_phone *eye_phone_open(const display_target *t, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Frees its phone, too. */
void eye_phone_free(eye_phone *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_phone, eye_phone_free)

/* All borrowed. */
phone *eye_phone_of(const eye_phone *e);
const struct display_port *eye_phone_display(const eye_phone *e);
const struct eye_port *eye_phone_eye(const eye_phone *e);

#endif
