#ifndef ENGINE_GATE_FOOTPRINT_H
#define ENGINE_GATE_FOOTPRINT_H

/* Footprint: the points, windows, chords and text that a timeline touches, for policy and rules. Pure. When it is uncertain which
 * keys are down at a moment, the footprint assumes more: a possible chord counts. */

#include "engine/gate/policy.h"

struct footprint_point {
    int x, y;                        /* on the screen */
    const struct eye_window *window; /* under the point; NULL = unknown */
};

typedef struct footprint {
    GArray *points;     /* struct footprint_point, each place once: presses, releases and wheel turns, and moves with a held
                         * button whose release is unknown */
    GPtrArray *chords;  /* char **: each set of keys that are down when a key is pressed, with that key; general names, sorted,
                         * each set once */
    GPtrArray *aliases; /* char **: other chords as which a program may take the same keys: with the Latin letter of a key
                         * (key_aliases.h), or as a terminal reads them (Control+m is Return). Rules that deny or ask compare
                         * with these, too */
    GPtrArray *windows; /* struct eye_window*, borrowed: all that get input; an element NULL = an unknown window */
    GString *typed;     /* text and single characters in order, \n for Enter */
    bool keys;          /* key events besides text */
    bool text, buttons;
    bool clicks;  /* a button goes down; the wheel clicks nothing */
    bool presses; /* anything but moves and waits */
    bool dragged; /* the pointer moves while a button is down */
    /* The loop at the end of the timeline; borrowed, NULL = none. If it uses the pointer, `points` has the middle of its area,
     * and `windows` all windows in the area; if it presses buttons, `points` also has a place of the area without a known window.
     * All its keys count as down together. */
    const timeline_loop *loop;
} footprint;

footprint *footprint_new(const struct policy_case *c);
void footprint_free(footprint *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(footprint, footprint_free)

/* Distance of a rectangle from the loop's area in px; 0 = it touches it, G_MAXINT = the timeline has no such area. */
int footprint_loop_distance(const footprint *r, int x, int y, int width, int height);

/* Reads "ctrl+shift+w" into a sorted set of general key names: Control, Shift, Alt (also for Meta), Super, Hyper, and the plain
 * name of a keypad's key. A capital letter becomes Shift and the small letter. Caller frees with g_strfreev(). Error: an unknown
 * key name. */
char **footprint_chord(const char *text, GError **error);
/* "Control+w", for people. Caller frees. */
char *footprint_chord_text(char *const *chord);
/* True when `whole` contains each key of `part`. */
bool footprint_chord_within(char *const *part, char *const *whole);

#endif
