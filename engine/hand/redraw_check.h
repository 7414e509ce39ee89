#ifndef ENGINE_HAND_REDRAW_CHECK_H
#define ENGINE_HAND_REDRAW_CHECK_H

/* Redraw check: whether a target shows something else than what was decided on, by more than its colours (edge_compare.h). For
 * where the hand itself has changed the colours: the pointer is over it, or it has been given the focus. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define REDRAW_CHECK_CURSOR_WIDTH 40 /* px, at most */
#define REDRAW_CHECK_CURSOR_HEIGHT 60
#define REDRAW_CHECK_FAINT 2 /* levels of a channel: the last of a fade come late, and no words can be read in them */

/* Both pictures show the area `in` of the screen. Left out: what the rules ignore, what is restless outside the core, the caret
 * in its other state, and `also` (struct area of the screen; NULL = nothing). `focused`: it has the focus now and had not; then
 * one cursor of a terminal may have changed, which is the outline of a character's place without the focus, and filled with it.
 * NULL = it is not redrawn; else a sentence, caller frees; *ret_bar (may be NULL): all that has changed is a bar that a
 * text cursor may be. */
char *redrawn(const frame *before, const frame *now, struct area in, const struct screen_match_rules *r, const GArray *also,
              bool focused, bool *ret_bar);
/* Those of the areas that lie in `in`, measured from its corner. Caller unrefs. */
GArray *redraw_check_areas(const GArray *areas, struct area in);
/* The least box that has all that differs, of the screen. */
struct area redraw_check_box(const frame *before, const frame *now, struct area in);
/* The screen of now, with what is as good as the same as it was: the last levels of a fade may come when the picture was taken
 * already, of what the pointer has left, too. Other rows than first..last are the same. Caller frees. */
frame *redraw_check_without_faint(const frame *before, const frame *now, int first, int last);

#endif
