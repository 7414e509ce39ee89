#ifndef ENGINE_HAND_FIRING_CHECK_H
#define ENGINE_HAND_FIRING_CHECK_H

/* Firing check: checks on receipt whether this display can do each event of a timeline. */

#include "engine/hand/player.h"
#include "engine/hand/press.h"
#include "skills/timeline/timeline.h"

struct firing_limits {
    int width, height, buttons; /* of the screen, px; number of buttons */
    int n_spare;                /* keycodes that a text may borrow */
    gint64 target_window;       /* 0 = none */
    press *press;               /* borrowed */
    bool clipboard;             /* a text may be pasted */
    bool touch;                 /* each act is whole (hand_port.begin) */
    bool acts;                  /* hand_port.acts */
};

/* Error: a sentence that names event i. */
bool firing_check_event(const struct firing_limits *l, const struct timeline_event *e, guint i, GError **error);

/* Sets the error for PLAYER_NO_WINDOW or PLAYER_OFF_SCREEN: which event, and why. */
void firing_set_nowhere(const struct player_output *out, gint64 window, int width, int height, GError **error);

#endif
