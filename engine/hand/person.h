#ifndef ENGINE_HAND_PERSON_H
#define ENGINE_HAND_PERSON_H

/* Whose input it is. Pure: told what the hand sends and what the server reports (XInput 2 raw events), it says which of it
 * somebody else has made. yield.h is its X side.
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
#define PERSON_JIGGLE_PX 4
#define PERSON_JIGGLE_US 1000000
#define PERSON_LATE_US 2000000 /* how long a request of ours explains an event that has not come yet */

enum person_kind {
    PERSON_KEY_PRESS,
    PERSON_KEY_RELEASE,
    PERSON_BUTTON_PRESS,
    PERSON_BUTTON_RELEASE,
    PERSON_MOTION,
    PERSON_TOUCH
};

struct person_event {
    enum person_kind kind;
    int detail;     /* keycode or button */
    double x, y;    /* of a motion, raw: as the device reports it */
    guint64 serial; /* of the request: ours that was sent, or the last of ours that the server had worked on */
    int device;     /* not of what is sent */
    bool xtest;     /* it is an XTEST device */
    bool absolute;  /* x, y is a place and not a way; scale_* makes pixels of it */
    double scale_x, scale_y;
};

enum person_who { PERSON_OURS, PERSON_NOISE, PERSON_PERSON, PERSON_FOREIGN };

typedef struct person person;

person *person_new(void);
void person_free(person *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(person, person_free)

/* The hand sends this now (CLOCK_MONOTONIC µs). */
void person_expect(person *p, const struct person_event *sent, gint64 now_us);
/* The server reports this. Releases are judged like anything else: PERSON_PERSON or PERSON_FOREIGN for those that are not ours.
 */
enum person_who person_match(person *p, const struct person_event *seen, gint64 now_us);
/* A motion that was judged PERSON_FOREIGN: whether it is more than the shaking of somebody's mouse somewhere else (x11vnc). `x`,
 * `y`: pixels that the pointer has come since the last motion; what XTEST reports may be a place or a way. */
bool person_strays(person *p, const struct person_event *seen, int x, int y, gint64 now_us);

#endif
