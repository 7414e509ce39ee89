#ifndef ENGINE_HAND_STATUS_LINE_H
#define ENGINE_HAND_STATUS_LINE_H

/* Status line: the line of text at the bottom of a window of the target's program, which says where the pointer is, or what it is
 * on. For where an experiment has shown that what differs there comes and goes with the pointer. At tier 3 words may come where
 * nothing was written, and none may become others. Pure.
 *
 * It lies within POPUP_STATUS px of the bottom of a window that is no popup and no dialog, and over which nothing lies there, and
 * STATUS_LINE_AWAY px and more from the target. The screen may end within it. Above it, and below it unless the window ends,
 * STATUS_LINE_BLANK rows are plain in both pictures and the same in both, from the window's left side to its right, or from one
 * of its sides to something that stands beside the line, over half of the window's width; between them is STATUS_LINE_HEIGHT px
 * at most. Upright rules of STATUS_LINE_RULE px and more, at most STATUS_LINE_THIN thick, may part the line into fields of one
 * ground, if both pictures have them. What differs are letters on the same ground: of no row more than STATUS_LINE_STROKE px have
 * another colour in one piece. So no row of a list that is selected, no button that lights up, no box and no line that comes is
 * one of these. */

#include "engine/hand/arrival.h"
#include "engine/hand/hand.h"

#define STATUS_LINE_AWAY 48
#define STATUS_LINE_BLANK 2
#define STATUS_LINE_HEIGHT 28
#define STATUS_LINE_ASCENT 8 /* px: letters that differ may have higher ones beside them */
#define STATUS_LINE_STROKE 24
#define STATUS_LINE_RULE 16 /* px */
#define STATUS_LINE_THIN 4

/* The screen `live`, with such lines as in `expected`. Both have the same size. Caller frees. */
frame *status_line_excused(const struct hand_guard *h, const frame *expected, const frame *live, const struct arrival *a);
/* The screen `live` with the pointer back at its start, which is the end of `a`. A program that is slow, or asks for the
 * pointer's place only now and then, had shown an older place when `expected` was taken: such lines are as in `expected`, if they
 * are others than in `seen`, the screen with the pointer at the target. Not at tier 3. All have the same size. Caller frees. */
frame *status_line_returned(const struct hand_guard *h, const frame *expected, const frame *live, const frame *seen,
                            const struct arrival *a);

#endif
