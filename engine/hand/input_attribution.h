#ifndef ENGINE_HAND_INPUT_ATTRIBUTION_H
#define ENGINE_HAND_INPUT_ATTRIBUTION_H

/* Whose input it is. Pure: told what the hand sends and what the server reports (XInput 2 raw events), it says which of it
 * somebody else has made. foreign_input.h is its X side.
 *
 * Input of a device other than XTEST's is the person's. Input of an XTEST device is ours when it is what one of our requests must
 * have caused: the same kind and the same key, button or coordinates, reported with that request's serial number (the server
 * makes the events of a request while it works on it) or, where a grab had frozen the device, with a later one; each request
 * explains one event. Everything else is another client's. A window manager's warp of the pointer and the server's own key
 * repeats make no raw events.
 *
 * A release is nobody's input by itself: its press was. It counts only for what the hand holds. So the release of the key that
 * approved does not count, wherever the focus is by then. */

#include <glib.h>
#include <stdbool.h>

/* A mouse on a table that shakes is no person: a device must come this far in one direction within that time. */
#define INPUT_ATTRIBUTION_JIGGLE_PX 4
#define INPUT_ATTRIBUTION_JIGGLE_US 1000000
#define INPUT_ATTRIBUTION_LATE_US 2000000 /* how long a request of ours explains an event that has not come yet */

enum input_attribution_kind {
    INPUT_ATTRIBUTION_KEY_PRESS,
    INPUT_ATTRIBUTION_KEY_RELEASE,
    INPUT_ATTRIBUTION_BUTTON_PRESS,
    INPUT_ATTRIBUTION_BUTTON_RELEASE,
    INPUT_ATTRIBUTION_MOTION,
    INPUT_ATTRIBUTION_TOUCH
};

struct input_attribution_event {
    enum input_attribution_kind kind;
    int detail;     /* keycode or button */
    double x, y;    /* of a motion, raw: as the device reports it */
    guint64 serial; /* of the request: ours that was sent, or the last of ours that the server had worked on */
    int device;     /* not of what is sent */
    bool xtest;     /* it is an XTEST device */
    bool absolute;  /* x, y is a place and not a way; scale_* makes pixels of it */
    double scale_x, scale_y;
};

enum input_attribution_who {
    INPUT_ATTRIBUTION_OURS,
    INPUT_ATTRIBUTION_NOISE,
    INPUT_ATTRIBUTION_PERSON,
    INPUT_ATTRIBUTION_FOREIGN
};

typedef struct input_attribution input_attribution;

input_attribution *input_attribution_new(void);
void input_attribution_free(input_attribution *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(input_attribution, input_attribution_free)

/* The hand sends this now (CLOCK_MONOTONIC µs). */
void input_attribution_expect(input_attribution *p, const struct input_attribution_event *sent, gint64 now_us);
/* The server reports this. Releases are judged like anything else: INPUT_ATTRIBUTION_PERSON or INPUT_ATTRIBUTION_FOREIGN for
 * those that are not ours.
 */
enum input_attribution_who input_attribution_match(input_attribution *p, const struct input_attribution_event *seen,
                                                   gint64 now_us);
/* A motion that was judged INPUT_ATTRIBUTION_FOREIGN: whether it is more than the shaking of somebody's mouse somewhere else
 * (x11vnc). `x`, `y`: pixels that the pointer has come since the last motion; what XTEST reports may be a place or a way. */
bool input_attribution_strays(input_attribution *p, const struct input_attribution_event *seen, int x, int y, gint64 now_us);

#endif
