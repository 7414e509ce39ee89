#ifndef ENGINE_PICTURE_SCREEN_MATCH_H
#define ENGINE_PICTURE_SCREEN_MATCH_H

/* Screen match: compares the screen with the stored picture that a person decided on. Pure. The eye (while a proposal waits)
 * and the hand (right before the first event) run the same code on the same picture.
 *
 * It compares each pixel of `close` and of the visible windows of the target's program (`program`), because a dialog may refer
 * to what is selected in the window behind it. There a pixel has changed when
 * - it differs by more than `tolerance` in a channel, even alone (letters of small fonts may differ in one pixel), or
 * - it and one of its eight neighbours differ by SCREEN_MATCH_STROKE or more: a stroke of faint text, or
 * - it and SCREEN_MATCH_AREA_PIXELS of an 8×8 differ by SCREEN_MATCH_AREA or more: a faint highlight.
 * Anything less is scattered noise, because X draws the same thing in the same pixels. The measure is the worst 8×8, because a
 * share of all pixels cannot tell a letter from a cursor. Not compared there:
 * - what the person names in the profile ([ignore NAME], [mask NAME], mask_windows), and reins' own terminals (`ignored`);
 * - what the eye saw move by itself (`restless`; volatile_areas.h says how much of it may be in `close`);
 * - the caret in its other state, and a second one (caret.h);
 * - a scroll bar that fades (scroll_bar.h), if nothing else has changed; never in `close` of a press.
 * The rest of the screen (clocks, other programs) counts by a share of its cells. A cell has changed when two of its pixels
 * differ by more than `tolerance`. What blinks needs no exception: the caller looks again for SCREEN_MATCH_PATIENCE_MS and acts
 * at the moment when the screen shows the approved picture again. */

#include <glib.h>
#include <stdbool.h>

struct frame; /* frame.h */

#define SCREEN_MATCH_CELL 8           /* px: side of a cell */
#define SCREEN_MATCH_AREA 2           /* levels of a channel: an area of 3 is visible; antialiased words of 3 have 2 */
#define SCREEN_MATCH_AREA_PIXELS 12   /* of an 8×8 */
#define SCREEN_MATCH_STROKE 8         /* levels of a channel */
#define SCREEN_MATCH_PATIENCE_MS 1000 /* longer than a phase of a blinking cursor: GTK 800 ms, xterm and Tk 600, Qt 500 */
#define SCREEN_MATCH_AREAS_MAX 256    /* of each kind in a message */

/* A rectangle of the screen; width 0 = none. */
struct area {
    int x, y, width, height;
};

/* A blinking text cursor: a bar, and its pixels in the state that the expected picture does not show. */
#define SCREEN_MATCH_CARET_WIDTH 3 /* px, at most */
#define SCREEN_MATCH_CARET_HEIGHT 64
struct screen_match_caret {
    struct area at; /* width 0 = none */
    guint32 pixels[SCREEN_MATCH_CARET_WIDTH * SCREEN_MATCH_CARET_HEIGHT];
};

struct screen_match_rules {
    struct area close;  /* the patch around the target point; for keys alone the target window */
    struct area core;   /* the part of `close` around the target point itself; width 0 for keys */
    struct area window; /* the target window */
    GArray *program;    /* struct area, owned: the visible parts of its program's windows; NULL = `window` */
    GArray *ignored;    /* struct area, owned; NULL = none */
    GArray *restless;   /* struct area, owned; NULL = none */
    GArray *unsettled;  /* struct area, owned: other parts of `close` that change by themselves; compared, for messages only */
    struct screen_match_caret caret;  /* the caret of the compared windows */
    struct screen_match_caret second; /* another one (caret.h); width 0 = none */
    bool unsteady;                    /* the compared part has changed, even briefly, since the picture was taken */
    bool animated;                    /* the person says that the target moves by itself: `restless` counts in `close`, too */
    int tolerance;                    /* levels of a channel, 0..255 */
    double min_target; /* smallest accepted match of `close` and `program`: 1 - changed pixels in the worst 8×8 / 32 */
    double min_frame;  /* smallest accepted share of unchanged cells on the rest of the screen */
};

/* The change around the worst 8×8. */
struct screen_match_change {
    int x, y;           /* the middle of the worst 8×8; -1 = no change */
    struct area all;    /* its box */
    int pixels, levels; /* changed pixels; largest difference of one */
    enum { SCREEN_MATCH_CAME, SCREEN_MATCH_WENT, SCREEN_MATCH_SHADE, SCREEN_MATCH_OTHER } kind;
};

struct screen_match {
    double target, program, frame; /* of `close`, of the rest of `program`, of the rest of the screen; -1 = nothing to compare */
    int x, y;                      /* of `in_target` */
    struct screen_match_change in_target, in_program;
    bool bar; /* the only change of `close` and `program` is a bar that may be a caret (caret.h) */
};

/* Compares whole screens. Frames of different sizes match nowhere. */
struct screen_match screen_match_measure(const struct frame *expected, const struct frame *live,
                                         const struct screen_match_rules *rules);
/* Same as above for frames that differ only in the rows first..last. */
struct screen_match screen_match_measure_rows(const struct frame *expected, const struct frame *live,
                                              const struct screen_match_rules *rules, int first, int last);
/* Moves the result's coordinates, for pictures whose upper left corner is at left, top of the screen. */
void screen_match_shift(struct screen_match *l, int left, int top);
/* A sentence about what has changed; NULL = it matches by the rules. Caller frees. */
char *screen_match_changed(const struct screen_match *l, const struct screen_match_rules *rules);
/* True when such a bar is the only difference. */
bool screen_match_only_bar(const struct screen_match *l, const struct screen_match_rules *rules);

/* The caret's place if `live` shows it in its other state; otherwise width 0. left, top: of the live picture on the screen. */
struct area screen_match_caret_shown(const struct screen_match_caret *c, const struct frame *live, int left, int top);

void screen_match_rules_clear(struct screen_match_rules *rules);
struct screen_match_rules screen_match_rules_copy(const struct screen_match_rules *rules);

/* The intersection; width 0 = none. */
struct area area_cut(struct area a, struct area b);
/* The smallest area with both; an area of width 0 is empty. */
struct area area_joined(struct area a, struct area b);
bool area_overlaps(struct area a, struct area b);
bool area_has(struct area a, int x, int y);
/* True when all of b is in a. */
bool area_contains(struct area a, struct area b);

#endif
