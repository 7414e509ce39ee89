#ifndef ENGINE_HAND_REDRAW_CHECK_H
#define ENGINE_HAND_REDRAW_CHECK_H

/* Redraw check: tells whether a target has changed in more than its colours (edge_compare.h). For targets whose colours the hand
 * itself has changed, by pointer or focus. Pure. */

#include "engine/picture/frame.h"
#include "engine/picture/screen_match.h"

#define REDRAW_CHECK_CURSOR_WIDTH 40 /* px, at most */
#define REDRAW_CHECK_CURSOR_HEIGHT 60
#define REDRAW_CHECK_FAINT 2 /* levels that count as equal: the end of a fade comes late, and shows no readable words */

/* Both pictures show the area `in` of the screen. It leaves out what the rules ignore, what is restless outside the core, the
 * caret in its other state, and `also` (struct area of the screen; NULL = nothing). focused: the window has got the focus; then
 * one terminal cursor may change from an outline to a filled box. Returns NULL = not redraw_check_compare, otherwise a sentence;
 * caller frees. *ret_bar (may be NULL): the only change is a bar that may be a text cursor. */
char *redraw_check_compare(const frame *before, const frame *now, struct area in, const struct screen_match_rules *r,
                           const GArray *also, bool focused, bool *ret_bar);
/* The same for pictures of the whole screen. */
char *redraw_check_part(const frame *before, const frame *now, struct area in, const struct screen_match_rules *r,
                        const GArray *also, bool focused, bool *ret_bar);
/* The same by the guard's rules of the screen instead of by edges. */
char *redraw_check_alone(const frame *before, const frame *now, struct area in, const struct screen_match_rules *screen);
/* The box of all differences, on the screen. */
struct area redraw_check_box(const frame *before, const frame *now, struct area in);
/* `now` with pixels within REDRAW_CHECK_FAINT of `before` set to `before`, because the end of a fade may come after the picture
 * was taken. Only the rows first..last differ. Caller frees. */
frame *redraw_check_without_faint(const frame *before, const frame *now, int first, int last);

#endif
