#ifndef ENGINE_EYE_LIKENESS_H
#define ENGINE_EYE_LIKENESS_H

/* Likeness: whether the screen is still the picture that was decided on. Pure. The eye (while a proposal waits) and the hand
 * (right before the first event) run this same code on the same picture of the past.
 *
 * A change of one letter moves fewer pixels than a blinking cursor, so no share of a patch's pixels tells them apart. What is
 * measured is how much the worst 8×8 pixels of the target differ; at the default of 0.98 one pixel is a change (letters of small
 * fonts differ by one). X draws the same thing in the same pixels, so that this is no noise. What may differ:
 * - a pixel by up to `tolerance` in each channel (smoothing of edges), and an area's ground by up to LIKENESS_SHIFT, all of it
 *   alike (the highlight of what the pointer is over): a pixel counts as it was if it is so either way;
 * - what the person named in the profile ([ignore NAME], [mask NAME], mask_windows): not compared anywhere;
 * - what the eye saw change to and fro without an action (`restless`): not compared outside the core, and only while it is less
 *   than half of what is compared closely, a quarter where there is a core. Inside the core a change is always one: nobody
 *   animates their way in;
 * - a share of the target window and of the whole screen: clocks, tooltips, animations elsewhere.
 * A cursor needs no exception: who compares looks again for LIKENESS_PATIENCE_MS, and acts in the moment in which the picture is
 * again the one that was approved. */

#include <glib.h>
#include <stdbool.h>

struct frame; /* frame.h */

#define LIKENESS_CELL 8 /* side of the squares that frames are compared by, px */
#define LIKENESS_SHIFT 48
#define LIKENESS_PATIENCE_MS 1000 /* longer than a cursor is on, or off: GTK 800 ms, xterm and Tk 600, Qt 500 */
#define LIKENESS_AREAS_MAX 256    /* of each kind in a message */

/* A rectangle of the screen; width 0 = none. */
struct area {
    int x, y, width, height;
};

struct likeness_rules {
    struct area close;  /* compared closely: the patch around the target point; for keys alone the target window */
    struct area core;   /* of it: around the target point itself; none for keys */
    struct area window; /* the target window */
    GArray *ignored;    /* struct area, NULL = none; owned by whoever holds the rules */
    GArray *restless;   /* struct area, NULL = none */
    int tolerance;      /* of a channel, 0..255 */
    double min_target;  /* least likeness of `close`: 1 - changed pixels in its worst 8×8 / 32 */
    double min_frame;   /* least share of 8×8 cells that are as they were: of the window, and of the screen */
};

struct likeness {
    double target, window, frame; /* 0..1; -1 = there was nothing to compare */
    int x, y;                     /* the middle of the worst 8×8 of the target; -1 = it is as it was */
};

/* Both frames are whole screens. Of different sizes: nothing is alike. */
struct likeness likeness_measure(const struct frame *expected, const struct frame *live, const struct likeness_rules *rules);
/* The same where only the rows from first to last differ at all. */
struct likeness likeness_measure_rows(const struct frame *expected, const struct frame *live, const struct likeness_rules *rules,
                                      int first, int last);
/* NULL = as it was, by the rules; else a sentence that says what has changed. Caller frees. */
char *likeness_changed(const struct likeness *l, const struct likeness_rules *rules);

void likeness_rules_clear(struct likeness_rules *rules);
struct likeness_rules likeness_rules_copy(const struct likeness_rules *rules);

/* The part of a that lies in b; width 0 = none. */
struct area area_cut(struct area a, struct area b);
/* The least that holds both; one of width 0 is none. */
struct area area_joined(struct area a, struct area b);
bool area_overlaps(struct area a, struct area b);
bool area_has(struct area a, int x, int y);

#endif
