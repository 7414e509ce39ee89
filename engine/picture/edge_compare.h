#ifndef ENGINE_PICTURE_EDGE_COMPARE_H
#define ENGINE_PICTURE_EDGE_COMPARE_H

/* Edge compare: measures whether two pictures show the same drawing in other colours. Pure. screen_match.h compares pixels;
 * that fails once the pointer is in the target's window, because programs highlight what is under it. They change colours (of
 * ground, letters and edges, also slowly, also to the opposite), never the shapes of letters. So this compares steps, the
 * differences between neighbouring pixels. A step is the largest difference of a channel.
 *
 * A step has changed when it is EDGE_COMPARE_CLEAR or more in one picture and less than EDGE_COMPARE_FAINT, or less than a
 * quarter, in the other. This finds words of any readable contrast. Exceptions:
 * - A line: EDGE_COMPARE_LINE or more changed steps in a row. It may change as part of a frame, a highlight or a shadow. Each
 *   end must meet another changed line, stand on a line across it, be at the picture's border, or continue as a thin stroke of
 *   one colour that leaves the line (round ends of Xaw's buttons). In addition one of these must hold: a ground ends at the
 *   line (the colours EDGE_COMPARE_DEEP away on its sides change, too; one px less where another line stands there); it is one of
 * two sides of a frame; it closes a shape whose other sides may change; it runs along a line that stands or may change. Then its
 * corners (EDGE_COMPARE_CORNER) and that stroke (EDGE_COMPARE_CURVE) may change, too. A dashed or dotted line of one pixel (a
 * keyboard's focus) is such a line, with the steps between its dashes.
 * - Steps in which a standing line goes on: the highlight of a menu's row ends along a separator that is shorter than the row.
 * The whole line meets a line across it, or the picture's border, at each end; on one side of it all pixels have changed and on
 * the other none, and a ground ends there.
 * - An underline: it begins and ends with the words above it, and has little text below. Dashes, bars and strike-throughs are
 *   changes.
 * - A rim: a step of up to EDGE_COMPARE_RIM beside a standing parallel one that is at least four times as strong. It belongs to
 *   a shape whose ground glows (the box of a radio button). Words as faint as this also have steps further from such edges.
 * There is no exception where EDGE_COMPARE_DENSE pixels of an 8×8 have changed steps: there the ground is another, such as a
 * picture behind words that has gone.
 *
 * Measured (tests/sinks/hover_*.py; changed steps in the worst 8×8, before exceptions for lines had all these conditions): 0 in
 * 38 kinds of highlight of GTK 3, Qt 5 and Chromium; at least 27 when one character of a label changed. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define EDGE_COMPARE_CLEAR 8   /* levels of a channel */
#define EDGE_COMPARE_FAINT 3   /* levels */
#define EDGE_COMPARE_WEAK 4    /* levels: no change alone, but part of a line that changed (a frame that fades in) */
#define EDGE_COMPARE_LINE 12   /* px */
#define EDGE_COMPARE_CORNER 6  /* px from the end of a line */
#define EDGE_COMPARE_CURVE 14  /* px from the end of a line */
#define EDGE_COMPARE_ROUND 8   /* px between the ends of two lines of a round corner */
#define EDGE_COMPARE_MEETS 2   /* px between the end of a line and a line across it */
#define EDGE_COMPARE_DEEP 4    /* px on each side of a line: a ground is wider than this */
#define EDGE_COMPARE_APART 8   /* px between two sides of a frame, at least */
#define EDGE_COMPARE_BESIDE 2  /* px between a line and the one that it runs along */
#define EDGE_COMPARE_ABOVE 6   /* px from an underline to its text */
#define EDGE_COMPARE_RIM 24    /* levels */
#define EDGE_COMPARE_DENSE 56  /* pixels of 64, more than the corner of a frame of four lines has */
#define EDGE_COMPARE_CHANGED 3 /* changed steps of an 8×8 that are a change */

struct edge_compare {
    int changed;     /* changed steps of the worst 8×8, without exceptions */
    int x, y;        /* its middle */
    struct area all; /* box of all changed steps; width 0 = none */
};

/* Both pictures have the same size. ignored: areas that are not compared (struct area; NULL = none). */
struct edge_compare edge_compare_measure(const frame *expected, const frame *live, const GArray *ignored);

#endif
