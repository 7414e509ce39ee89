#ifndef TESTS_E2E_DRIVER_WORLD_H
#define TESTS_E2E_DRIVER_WORLD_H

/* A world seen from within, in a process of its own: a wall all around, and before it a figure that walks, or a lamp that
 * flickers. Left and right turn as in Doom (35 tics a second, faster after six), up walks, ctrl fires, each for as long as its
 * key is down. */

#include <stdbool.h>

enum world_thing { WORLD_WALKER, WORLD_LAMP };

/* What is known of it, all the time. */
struct world {
    volatile double angle;    /* of the thing, degrees from the middle of the view; in view up to 45 */
    volatile double distance; /* m; at the start 6 */
    volatile double standing; /* m; from where the player began: what one who stands still has */
    volatile int tics, in_view, shots;
    volatile bool drawn;
};

/* Starts it on the display, without a window manager, in a window of 640×400 that has the focus and this title. It ends with the
 * test program, or by world_stop(). */
struct world *world_start(const char *display, const char *title, enum world_thing thing);
void world_stop(struct world *w);

#endif
