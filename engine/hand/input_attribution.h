#ifndef ENGINE_HAND_INPUT_ATTRIBUTION_H
#define ENGINE_HAND_INPUT_ATTRIBUTION_H

/* Input attribution: compares what the hand sends with what the server reports (XInput 2 raw events), and finds the input of
 * others. Pure. foreign_input.h is its X side.
 *
 * Input of a device other than XTEST's comes from a person. Input of an XTEST device is ours if one of our requests must have
 * caused it: the same kind, and the same key, button or coordinates, with that request's serial number, because the server makes
 * the events while it handles the request; or, after a grab that froze the device, with a later one. Each request explains one
 * event. All other input comes from another client. A window manager's warp of the pointer and the server's key repeats cause no
 * raw events.
 *
 * A release counts only for what the hand holds, because otherwise its press was the input. So the release of the key that
 * approved never counts, whatever has the focus. */

#include <glib.h>
#include <stdbool.h>

/* A mouse on a shaking table is not a person: a device must move this far in one direction within this time. */
#define INPUT_ATTRIBUTION_JIGGLE_PX 4
#define INPUT_ATTRIBUTION_JIGGLE_US 1000000
#define INPUT_ATTRIBUTION_LATE_US 2000000 /* a request of ours explains an event for this time */

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
    guint64 serial; /* of our request that was sent, or of our last request that the server had handled */
    int device;     /* unused for what is sent */
    bool xtest;     /* it is an XTEST device */
    bool absolute;  /* x, y is a place, not a distance; scale_* converts it to pixels */
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

/* Records what the hand sends now (CLOCK_MONOTONIC µs). */
void input_attribution_expect(input_attribution *p, const struct input_attribution_event *sent, gint64 now_us);
/* Judges what the server reports. Foreign releases are INPUT_ATTRIBUTION_PERSON or INPUT_ATTRIBUTION_FOREIGN, too. */
enum input_attribution_who input_attribution_match(input_attribution *p, const struct input_attribution_event *seen,
                                                   gint64 now_us);
/* For a motion judged INPUT_ATTRIBUTION_FOREIGN: true when it is more than the shaking of a remote mouse (x11vnc). x, y: pixels
 * that the pointer has moved since the last motion, because XTEST may report a place or a distance. */
bool input_attribution_strays(input_attribution *p, const struct input_attribution_event *seen, int x, int y, gint64 now_us);

#endif
