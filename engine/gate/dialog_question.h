#ifndef ENGINE_GATE_DIALOG_QUESTION_H
#define ENGINE_GATE_DIALOG_QUESTION_H

/* Dialog question: what a small dialog asks, wherever in it the question stands. "Yes" may be far below "delete". Pure. */

#include "engine/gate/footprint.h"
#include "engine/gate/policy.h"

/* The region of words that were read for this alone. They count for nothing else by being near. */
#define DIALOG_QUESTION_WORD "dialog"
bool dialog_question_read(const struct screen_word *w);

/* Whether a press there may answer a question: it is in a dialog that is small enough to be one, and control_words_answers() by
 * the words that have been read. */
bool dialog_question_answered(const struct policy_case *c, const struct footprint_point *p);
/* The grave word (grave_word.h; static) of the question that a press at the point answers; NULL = none. *ret_word: the word on
 * the screen that says it, borrowed. A dialog asks where there is a question mark in it, or where one of its controls declines
 * ("Cancel", "No"). Without a question mark only lines of four words or more count, which end with no colon. Words of buttons,
 * fields and check boxes are no question. */
const char *dialog_question_grave(const struct policy_case *c, const struct footprint_point *p,
                                  const struct screen_word **ret_word);

/* Whether the timeline's keys may press a button of a small dialog: Enter, space, or Alt with a character. */
bool dialog_question_keyed(const struct policy_case *c, const footprint *r);
/* The first grave word (static) of the window that gets the keys, also one of its buttons'; NULL = none. *ret_word: as above. */
const char *dialog_question_word(const struct policy_case *c, const struct screen_word **ret_word);

#endif
