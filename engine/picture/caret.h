#ifndef ENGINE_PICTURE_CARET_H
#define ENGINE_PICTURE_CARET_H

/* Caret: a text cursor that comes and goes, found in the pictures that follow the one that is decided on. Pure. A program may
 * stop its blinking in either state (GTK does after ten seconds), and then the picture that was approved does not come back.
 *
 * A caret is an upright bar of at most SCREEN_MATCH_CARET_WIDTH × SCREEN_MATCH_CARET_HEIGHT and at least CARET_LEAST px high, of
 * one colour in one of its two states or of the opposite colours (Qt), that has changed as a whole and gone back to what it was.
 * Where two such bars have been seen in the windows that count, neither is one: the focus goes to and fro between two fields, or
 * it is a word that blinks. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define CARET_LEAST 8 /* px: a full stop, or the dot of an i, is no caret */

/* Whether the area may be a caret in its two states: by its size, and all of it differs in one of those two ways. */
bool caret_may_be(const frame *expected, const frame *live, struct area a);

typedef struct caret caret;

caret *caret_new(void);
void caret_free(caret *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(caret, caret_free)
/* Another picture is to be decided on: all is forgotten. */
void caret_begin(caret *c);
/* The screen is this now. `expected`: the picture that is to be decided on, or was. */
void caret_note(caret *c, const frame *expected, const frame *live);
/* The one in the windows that these rules compare. False: there is none, or there are several. */
bool caret_find(const caret *c, const struct screen_match_rules *rules, struct screen_match_caret *ret_caret);

#endif
