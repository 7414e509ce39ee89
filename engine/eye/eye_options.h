#ifndef ENGINE_EYE_EYE_OPTIONS_H
#define ENGINE_EYE_EYE_OPTIONS_H

/* The eye's command line (eye.h). */

#include "config/profile.h"

#include <glib.h>
#include <stdbool.h>

struct eye_options {
    char *display, *frames, *preview, *profile;
    char *password; /* "stdin": the first bytes there are a key (config/keyring.h) */
    double preview_fps, record_fps, keyframe_change;
    int settle;
    int elements;                  /* enum profile_elements, -1: as the profile says */
    char *elements_bus;            /* accessibility bus of a sandbox whose display does not tell it; "" = none */
    int numbers;                   /* enum eye_numbers */
    int probed;                    /* 1: display_probe() has just found the display in order */
    int fit;                       /* 1: dialogs larger than the screen are asked to shrink (a sandbox with a window manager) */
    gint64 target, maker, program; /* what an eye before this one knew: live_take_up() */
};

/* Parses the options, fills in defaults, and waits for the key. Error: an unknown option, a missing folder, a rate of 0. */
bool eye_options_read(int argc, char **argv, struct eye_options *ret_options, GError **error);
/* The profile of that name, as the other options have it. Caller frees. */
struct profile *eye_options_profile(const struct eye_options *o, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* What is seen is numbered as marks at once. *ret_pending: it is when the words have been read, or once more then. */
bool eye_options_numbered(const struct eye_options *o, const struct profile *p, bool *ret_pending);
void eye_options_clear(struct eye_options *o);

#endif
