#ifndef ENGINE_DISPLAY_STILL_H
#define ENGINE_DISPLAY_STILL_H

/* Still: a screen that shows a picture when it is asked for one, and tells one window: what is in front. A phone and a world
 * are such screens. */

#include "engine/display/display_port.h"
#include "engine/picture/frame.h"

struct still {
    /* Takes a new picture. */
    bool (*renew)(struct still *s, GError **error);
    /* The last one; borrowed until the next renew(). */
    const frame *(*picture)(const struct still *s);
    /* The window in front, on the whole screen; borrowed until the next call; NULL = none. */
    const struct eye_window *(*front)(struct still *s);
    void (*close)(struct still *s);
    /* Its inner state as JSON; caller frees. NULL: it tells none. */
    char *(*state)(const struct still *s);
    /* Begins to ask for its elements (display_port.h: tree). NULL: it has none. */
    struct adb_command *(*tree)(const struct still *s, GError **error);
};

/* The display port of such a screen. */
struct display_port display_still(struct still *s);

#endif
