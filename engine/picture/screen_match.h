#ifndef ENGINE_PICTURE_SCREEN_MATCH_H
#define ENGINE_PICTURE_SCREEN_MATCH_H

/* Screen match: whether the screen is still the picture that was decided on. Pure. The eye (while a proposal waits) and the hand
 * (right before the first event) run this same code on the same picture of the past.
 *
 * What is evidence is compared to the pixel: `close`, and what is visible of the windows of the target's program (`program`): a
 * dialog asks about what is selected in the window behind it. There a pixel counts as changed when
 * - it differs by more than `tolerance` in a channel, also alone (letters of small fonts differ by one pixel), or
 * - it differs by SCREEN_MATCH_STROKE or more, and so does one of its eight neighbours: a stroke of faint text, or
 * - it differs by SCREEN_MATCH_AREA or more, and so do SCREEN_MATCH_AREA_PIXELS of an 8×8: a faint highlight.
 * What is left is scattered noise: X draws the same thing in the same pixels. Measured is the worst 8×8, because no share of a
 * patch's pixels tells a letter from a cursor. Not compared there:
 * - what the person named in the profile ([ignore NAME], [mask NAME], mask_windows), and terminals of ours (`ignored`);
 * - what the eye saw move by itself (`restless`; volatile_areas.h says what of it is left out in `close`);
 * - the caret in its other state (caret.h).
 * Of the rest of the screen a share is compared: clocks, other programs. A cell there has changed when two pixels differ by more
 * than `tolerance`.
 * What blinks needs no exception: who compares looks again for SCREEN_MATCH_PATIENCE_MS, and acts in the moment in which the
 * picture is again the one that was approved. */

#include <glib.h>
#include <stdbool.h>

struct frame; /* frame.h */

#define SCREEN_MATCH_CELL 8           /* side of the squares that frames are compared by, px */
#define SCREEN_MATCH_AREA 2           /* levels of a channel: an area of 3 is seen, and words of 3 are smoothed to 2 */
#define SCREEN_MATCH_AREA_PIXELS 12   /* of an 8×8 */
#define SCREEN_MATCH_STROKE 8         /* levels: a stroke is */
#define SCREEN_MATCH_PATIENCE_MS 1000 /* longer than a cursor is on, or off: GTK 800 ms, xterm and Tk 600, Qt 500 */
#define SCREEN_MATCH_AREAS_MAX 256    /* of each kind in a message */

/* A rectangle of the screen; width 0 = none. */
struct area {
    int x, y, width, height;
};

/* A text cursor that was seen to come and go: a bar, and what it shows in the state that is not the expected picture's. */
#define SCREEN_MATCH_CARET_WIDTH 3 /* px, at most */
#define SCREEN_MATCH_CARET_HEIGHT 64
struct screen_match_caret {
    struct area at; /* width 0 = none */
    guint32 pixels[SCREEN_MATCH_CARET_WIDTH * SCREEN_MATCH_CARET_HEIGHT];
};

struct screen_match_rules {
    struct area close;  /* the patch around the target point; for keys alone the target window */
    struct area core;   /* of it: around the target point itself; none for keys */
    struct area window; /* the target window */
    GArray *program;    /* struct area: what is visible of its program's windows; NULL = `window`. Owned by whoever */
    GArray *ignored;    /* holds the rules, as are these; NULL = none */
    GArray *restless;   /* struct area, NULL = none */
    GArray *unsettled;  /* what of `close` changes by itself as well, and is compared: only for the sentences */
    struct screen_match_caret caret; /* the only one there is */
    bool unsteady;                   /* what is compared has been seen to change since the picture was taken, also for a moment */
    bool animated;                   /* the person says that the target moves by itself: `restless` counts in `close`, too */
    int tolerance;                   /* of a channel, 0..255 */
    double min_target;               /* least likeness of `close`, and of `program`: 1 - changed pixels in the worst 8×8 / 32 */
    double min_frame;                /* least share of the screen's 8×8 cells that are as they were, outside of both */
};

/* What has changed around the worst 8×8. */
struct screen_match_change {
    int x, y; /* the middle of the worst 8×8; -1 = nothing has */
    struct area all;
    int pixels, levels; /* that count; the most that one differs by */
    enum { SCREEN_MATCH_CAME, SCREEN_MATCH_WENT, SCREEN_MATCH_SHADE, SCREEN_MATCH_OTHER } kind;
};

struct screen_match {
    double target, window, frame; /* of `close`, of the rest of `program`, of the screen; -1 = there was nothing to compare */
    int x, y;                     /* that of `in_target` */
    struct screen_match_change in_target, in_window;
    bool bar; /* all that counts as changed of `close` and `program` is one bar that may be a caret (caret.h) */
};

/* Both frames are whole screens. Of different sizes: nothing is alike. */
struct screen_match screen_match_measure(const struct frame *expected, const struct frame *live,
                                         const struct screen_match_rules *rules);
/* The same where only the rows from first to last differ at all. */
struct screen_match screen_match_measure_rows(const struct frame *expected, const struct frame *live,
                                              const struct screen_match_rules *rules, int first, int last);
/* For pictures whose upper left corner is there on the screen: what is said is said of the screen. */
void screen_match_shift(struct screen_match *l, int left, int top);
/* NULL = as it was, by the rules; else a sentence that says what has changed. Caller frees. */
char *screen_match_changed(const struct screen_match *l, const struct screen_match_rules *rules);
/* It is not as it was, by nothing but such a bar. */
bool screen_match_only_bar(const struct screen_match *l, const struct screen_match_rules *rules);

/* Where the caret is, if `live` shows it in its other state; width 0 = it does not. Left, top: of the live picture on the screen.
 */
struct area screen_match_caret_shown(const struct screen_match_caret *c, const struct frame *live, int left, int top);

void screen_match_rules_clear(struct screen_match_rules *rules);
struct screen_match_rules screen_match_rules_copy(const struct screen_match_rules *rules);

/* The part of a that lies in b; width 0 = none. */
struct area area_cut(struct area a, struct area b);
/* The least that holds both; one of width 0 is none. */
struct area area_joined(struct area a, struct area b);
bool area_overlaps(struct area a, struct area b);
bool area_has(struct area a, int x, int y);

#endif
