#ifndef ENGINE_EYE_STROKES_H
#define ENGINE_EYE_STROKES_H

/* Strokes: whether what is drawn is still the same, whatever its colours. Pure. Likeness.h cannot be asked once the pointer is in
 * the target's window: programs light up what the pointer is over. What they change then is colours (of the ground, the letters,
 * the edge, also slowly, also to their opposite), never the letters themselves. So not pixels are compared but steps: where two
 * neighbours differ in the one picture, they must in the other.
 * - A step of STROKES_CLEAR or more in the one picture that is less than STROKES_FAINT in the other is a change.
 * - Straight lines of STROKES_LINE or longer may come and go, with their rounded corners: a frame, an underline, the edge of a
 *   highlight. No sign of a font that people read is one line of that length. A thin stroke of one colour that goes on from the
 *   end of such a line is of the same frame for STROKES_CURVE more (the round ends of Xaw's buttons)
 * Measured (tests/sinks/hover_*.py; unexcused steps in the worst 8×8): 0 in 45 kinds of highlight of GTK 3, Qt 5 and Chromium;
 * 10 and more where one character of a label has changed. */

#include "engine/eye/frame.h"
#include "engine/eye/likeness.h"

#define STROKES_CLEAR 40 /* of a channel */
#define STROKES_FAINT 10
#define STROKES_LINE 12   /* px */
#define STROKES_CORNER 6  /* px from the end of a line */
#define STROKES_CURVE 14  /* px from the end of a line */
#define STROKES_CHANGED 3 /* steps in an 8×8: so many are a change */

struct strokes {
    int changed; /* steps in the worst 8×8 */
    int x, y;    /* its middle */
};

/* Both pictures have the same size. What lies in `ignored` (struct area; NULL = none) is not compared. */
struct strokes strokes_measure(const frame *expected, const frame *live, const GArray *ignored);

#endif
