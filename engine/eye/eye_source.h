#ifndef ENGINE_EYE_EYE_SOURCE_H
#define ENGINE_EYE_EYE_SOURCE_H

/* The ports of a display, whatever kind its name is of (engine/display/target.h). */

#include "engine/display/display_port.h"
#include "engine/eye/eye_port.h"

typedef struct eye_source eye_source;

/* Connects. Caller frees. Error: EYE_ERROR_DISPLAY with the fix, or CONFIG_ERROR_USAGE: no display has that name. */
eye_source *eye_source_open(const char *display, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Same, of a display that display_probe() has just found in order. */
eye_source *eye_source_connect(const char *display, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void eye_source_free(eye_source *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(eye_source, eye_source_free)

/* Sets a function that is called when the display dies, as eye_x11_watch(). The death of a VNC screen or a phone is an error of
 * the next look. */
void eye_source_watch(const eye_source *s, void (*lost)(const char *name));
/* Both borrowed. */
const struct display_port *eye_source_display(const eye_source *s);
const struct eye_port *eye_source_eye(const eye_source *s);

#endif
