#ifndef ENGINE_PICTURE_EDGE_COMPARE_H
#define ENGINE_PICTURE_EDGE_COMPARE_H

/* Edge compare: whether what is drawn is still the same, whatever its colours. Pure. screen_match.h cannot be asked once the
 * pointer is in the target's window: programs light up what the pointer is over. What they change then is colours (of the ground,
 * the letters, the edge, also slowly, also to their opposite), never the letters themselves. So not pixels are compared but
 * steps: where two neighbours differ in the one picture, they must in the other.
 * - A step of EDGE_COMPARE_CLEAR or more in the one picture that is less than EDGE_COMPARE_FAINT, or less than a quarter of it,
 * in the other is a change: words at any contrast that can be read, and ghosts of words.
 * - Straight lines of EDGE_COMPARE_LINE or longer may come and go where they are part of a frame, a highlight or a shadow. Each
 * end meets another one that came or went, stands on a line that was there, is where the picture ends, or goes on as a thin
 * stroke of one colour that leaves the line (the round ends of Xaw's buttons); and a ground ends at the line (the colours
 * EDGE_COMPARE_DEEP away on its two sides change, too), or it is one of two sides of a frame, or it closes a shape whose other
 * sides may change, or it runs along a line that stands or may change. There the corners, EDGE_COMPARE_CORNER around, and that
 * stroke for EDGE_COMPARE_CURVE may differ, too. Also an underline: it begins and ends with the words that stand on it, and
 * hardly any text hangs below. Every other line is a change: a dash, a bar, what crosses a word out. Where nearly all steps have
 * changed, in EDGE_COMPARE_DENSE of an 8×8's pixels, there are no lines but another ground: words on paper that have gone from
 * grass.
 * - A step of up to EDGE_COMPARE_RIM that runs beside a standing one, in its direction, at least four times as strong, is the rim
 * of a shape whose ground glows (the box of a radio button). Words as faint as that have steps further from such edges, too.
 *
 * Measured before lines were bound so (tests/sinks/hover_*.py; unexcused steps in the worst 8×8): 0 in 38 kinds of highlight of
 * GTK 3, Qt 5 and Chromium; 27 and more where one character of a label has changed. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define EDGE_COMPARE_CLEAR 8 /* of a channel */
#define EDGE_COMPARE_FAINT 3
#define EDGE_COMPARE_WEAK 4    /* of a channel: no change, but part of a line of which the rest is one (a frame that fades in) */
#define EDGE_COMPARE_LINE 12   /* px */
#define EDGE_COMPARE_CORNER 6  /* px from the end of a line */
#define EDGE_COMPARE_CURVE 14  /* px from the end of a line */
#define EDGE_COMPARE_ROUND 8   /* px between the ends of two lines: a round corner */
#define EDGE_COMPARE_MEETS 2   /* px between a line's end and another line that was there */
#define EDGE_COMPARE_DEEP 4    /* px on each side of a line: what is thinner is no ground */
#define EDGE_COMPARE_APART 8   /* px between two sides of a frame */
#define EDGE_COMPARE_BESIDE 2  /* px between a line and the one along which it runs */
#define EDGE_COMPARE_ABOVE 6   /* px from an underline to the text that stands on it */
#define EDGE_COMPARE_RIM 24    /* of a channel */
#define EDGE_COMPARE_DENSE 56  /* of 64: more than the corner of a frame of four lines */
#define EDGE_COMPARE_CHANGED 3 /* steps in an 8×8: so many are a change */

struct edge_compare {
    int changed;     /* steps in the worst 8×8 */
    int x, y;        /* its middle */
    struct area all; /* the pixels between which steps have changed; width 0 = none */
};

/* Both pictures have the same size. What lies in `ignored` (struct area; NULL = none) is not compared. */
struct edge_compare edge_compare_measure(const frame *expected, const frame *live, const GArray *ignored);

#endif
