#ifndef ENGINE_HAND_POINTER_SEARCH_H
#define ENGINE_HAND_POINTER_SEARCH_H

/* Pointer search: finds where the pointer came from on a screen that does not tell it, because another client moved it last: each
 * `reins do` is another client. The approved picture shows it there, over something that it lights up, and neither is there any
 * more once the pointer has come to its target. Decides nothing: what the pointer's going explains, arrival.h says.
 *
 * The eye finds the place by the pointer's shape, which the server tells only as it is now; over a text field it is another. So
 * if it has not found it, the search goes once to what differs, and looks for the shape that the pointer has there. */

#include <glib.h>
#include <stdbool.h>

struct eye_port;
struct hand_port;
struct hand_ports;

#define POINTER_SEARCH_SIZE 128  /* px: what differs and is larger is no pointer */
#define POINTER_SEARCH_US 300000 /* until the server has told another shape */

struct pointer_search {
    bool unknown;    /* where the pointer was */
    bool over;       /* nothing was found */
    gint64 until_us; /* the pointer is at what differs until then; 0 = it is not */
};
/* Nothing is searched for on a display that tells where the pointer is. */
struct pointer_search pointer_search_of(const struct hand_ports *at);

enum pointer_search_says {
    POINTER_SEARCH_NOTHING, /* no search, or nothing found: the pointer is where it was */
    POINTER_SEARCH_WAITS,   /* the pointer is elsewhere: ask again */
    POINTER_SEARCH_FOUND,   /* *ret_x, *ret_y: where it came from; the pointer is where it was */
    POINTER_SEARCH_OVER     /* the pointer is elsewhere; *ret_x, *ret_y are changed if the place was found */
};
/* One step, after a look of the eye. what: the sentence that says what differs; unused while it waits. */
enum pointer_search_says pointer_search_step(struct pointer_search *s, const struct eye_port *eye, const struct hand_port *hand,
                                             const char *what, gint64 now_us, int *ret_x, int *ret_y);

#endif
