#ifndef ENGINE_GATE_FOOTPRINT_H
#define ENGINE_GATE_FOOTPRINT_H

/* Footprint: what a timeline would touch — points, windows, chords, text — as policy and rules ask for it. Pure. Where it is not
 * certain what is held at a moment, more is held: a chord that may come about counts. */

#include "engine/gate/policy.h"

struct footprint_point {
    int x, y;                        /* on the screen */
    const struct eye_window *window; /* under it; NULL = none known */
};

typedef struct footprint {
    GArray *points;    /* struct footprint_point: where a button goes down or up or the wheel turns, each place once; and
                        * each that a button is moved to whose end is open */
    GPtrArray *chords; /* char **: the keys that are down whenever one goes down, general names, sorted, itself among them; each
                        * set once */
    GPtrArray *
        taken; /* char **: the same as programs may take them, where that is more: with the Latin letter of a key (key_aliases.h),
                * or the key that terminals take a chord for (Control+m is Return); what forbids or asks looks here, too */
    GPtrArray *windows; /* struct eye_window*: all that get input, borrowed; NULL among them = one that is not known */
    GString *typed;     /* text and single characters in order, \n for Enter */
    bool keys;          /* key events, beside text */
    bool text, buttons;
    bool presses; /* anything but moves and waits */
    bool dragged; /* the pointer moves while a button is down */
    const timeline_loop
        *loop; /* that it ends in: of its area only the middle is among the points, and a place without a
                * window; all windows there are among the windows, and all its keys are down together; borrowed, NULL = none */
} footprint;

footprint *footprint_new(const struct policy_case *c);
void footprint_free(footprint *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(footprint, footprint_free)

/* How far a rectangle is from the loop's area, px; 0 = it touches it, G_MAXINT = there is no such area. */
int footprint_loop_distance(const footprint *r, int x, int y, int width, int height);

/* "ctrl+shift+w" as a sorted set of general key names: Control, Shift, Alt (also Meta), Super, Hyper; each also for the
 * keypad's; a capital letter is Shift and the small one. Caller frees with g_strfreev. Error: a key name that is none. */
char **footprint_chord(const char *text, GError **error);
/* "Control+w", for people; caller frees. */
char *footprint_chord_text(char *const *chord);
/* True when each key of the one is among those of the other. */
bool footprint_chord_within(char *const *part, char *const *whole);

#endif
