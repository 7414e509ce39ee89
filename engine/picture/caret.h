#ifndef ENGINE_PICTURE_CARET_H
#define ENGINE_PICTURE_CARET_H

/* Caret: finds a blinking text cursor in the pictures after the one that is decided on. Pure. It is needed because a program may
 * stop blinking in either state (GTK does after ten seconds), so that the approved picture does not come back.
 *
 * A caret is an upright bar of at most SCREEN_MATCH_CARET_WIDTH × SCREEN_MATCH_CARET_HEIGHT px, at least CARET_LEAST px high,
 * that has one colour in one of its states, or opposite colours in both (Qt). All of it changed, and changed back.
 * A bar of opposite colours may be drawn between pixels (cairo): each column then goes only a share of the way to the opposite
 * colours, the same share in all of its rows, and less in the first and the last row; at least one column goes all of the way.
 * If the compared windows show two such bars, neither is a caret: the focus moves between two fields, or a word blinks. Both are
 * only if each blinks by itself, that is if all four pairs of their states were seen, and never where a press goes (Gnumeric
 * shows what is typed in the cell and above the sheet). One focus never shows a caret in two fields, and the letters of a word
 * blink together. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define CARET_LEAST 8 /* px: excludes a full stop and the dot of an i */

/* True when the area may be a caret in its two states, by its size and colours. */
bool caret_may_be(const frame *expected, const frame *live, struct area a);

typedef struct caret caret;

caret *caret_new(void);
void caret_free(caret *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(caret, caret_free)
/* Forgets everything, for a new picture to decide on. */
void caret_begin(caret *c);
/* The same windows in another picture to decide on, and nothing was done to them meanwhile: what has blinked is still known. A
 * bar that came once and is there now is forgotten. */
void caret_go_on(caret *c, const frame *expected);
/* Records the present screen. expected: the picture that is decided on. */
void caret_note(caret *c, const frame *expected, const frame *live);
/* The caret in the windows that these rules compare, and the second one (width 0 = none). False: there is none, or there are
 * several. */
bool caret_find(const caret *c, const struct screen_match_rules *rules, struct screen_match_caret *ret_caret,
                struct screen_match_caret *ret_second);
/* True when all that differs is bars that may be a caret, and one of them is where none has blinked so far: the caret has moved
 * there. False, too, when nobody has seen it blink: where it was is not known. */
bool caret_moved(const caret *c, const frame *expected, const frame *live);
/* True when all that differed at the last record were bars: each may be a caret. */
bool caret_only(const caret *c);

#endif
