#ifndef ENGINE_EYE_EYE_STILL_H
#define ENGINE_EYE_EYE_STILL_H

/* The eye port of a still screen (engine/display/still.h), and its display port. It does not report changes, and each look may
 * cost it much: this port says that it does, and never that there is one. So it is looked at once a second, and when somebody
 * wants to know: the screen has settled when two such pictures are equal. */

#include "engine/display/still.h"
#include "engine/eye/eye_port.h"

typedef struct eye_still eye_still;

/* Takes the screen, and closes it in the end. Caller frees. */
eye_still *eye_still_new(struct still *still_take);
void eye_still_free(eye_still *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_still, eye_still_free)

/* Both borrowed. */
const struct display_port *eye_still_display(const eye_still *e);
const struct eye_port *eye_still_eye(const eye_still *e);

#endif
