#ifndef ENGINE_GATE_CONTROL_WORDS_H
#define ENGINE_GATE_CONTROL_WORDS_H

/* Control words: which words on the screen name the control at a point, and which name another one. Pure.
 * A control has its words inside its edges, beside its check box, or at the point itself. */

#include "engine/gate/footprint.h"
#include "engine/gate/policy.h"

/* A button or field with edges at the point; width 0 = none. */
struct area control_words_box(const struct policy_case *c, int x, int y);
/* The same, but no wider than a button is: all that is written in it says what a press there does. */
struct area control_words_button(const struct policy_case *c, int x, int y);
/* A sure word of three letters or more is inside of the control, and it is not "Password", which may be a field's. */
bool control_words_name(const struct policy_case *c, struct area own);
/* The words that hang together with this one in its row, borrowed. Caller unrefs. */
GPtrArray *control_words_label(const screen *s, const struct screen_word *word);
/* The word is in a label that answers with no or leaves all as it is ("No", "Cancel", "Close"), and says nothing else. */
bool control_words_decline(const struct policy_case *c, const struct screen_word *word);
/* Whether the control at the point may carry out what is asked beside it: its name answers ("Yes") or carries something out
 * ("Start", "Replace"), or there is a button or field whose name cannot be read for sure. Not a check box, and not what declines.
 */
bool control_words_answers(const struct policy_case *c, const struct footprint_point *p);
/* The check box or radio button whose label the word is in; width 0 = none. */
struct area control_words_check(const struct policy_case *c, const struct screen_word *word);
/* Whether the name of a control begins with a word that says that it saves, closes or empties something: "Save As...". */
bool control_words_closing(const char *name);
/* Whether the grave word says nothing about what is pressed at the point. Only where the control there has a readable name of its
 * own that does not answer a question ("OK", "Start"), and the word is
 * - of another button in the row or the column, or of another check box,
 * - of anything else beside a pressed check box, which only ticks,
 * - "Format" alone, where nothing that can be read names a disk,
 * - or around "Cancel"; around "Save" only "Confirm" and what is discarded otherwise. */
bool control_words_elsewhere(const struct policy_case *c, const struct footprint_point *p, const struct screen_word *word,
                             const char *grave);

#endif
