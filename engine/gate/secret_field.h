#ifndef ENGINE_GATE_SECRET_FIELD_H
#define ENGINE_GATE_SECRET_FIELD_H

/* Secret field: whether a place on the screen is a field for a password, by its label or
 * the bullets in it. A label stands in the field, beside it on the left at whatever distance, or right above it. Pure. */

#include "engine/gate/footprint.h"
#include "engine/gate/policy.h"

enum secret_field {
    SECRET_FIELD_UNKNOWN, /* no label can be read there */
    SECRET_FIELD_OTHER,   /* the label names something else */
    SECRET_FIELD_YES
};

/* Whether the text names a secret. */
bool secret_field_word(const char *text);
/* window: its area. With SECRET_FIELD_YES *ret_word is the word that says so, borrowed. */
enum secret_field secret_field_at(const struct policy_case *c, struct area window, int x, int y,
                                  const struct screen_word **ret_word);
/* The label of the field or button at the place, whose edges the picture shows: "beside \"Hex\"", "below \"Name\""; without edges
 * the words that end close before the place, as of a list's row. NULL: none is surely its. Caller frees. */
char *secret_field_label(const struct policy_case *c, struct area window, int x, int y);
/* "Save with password" beside a check box, and no field near it: the password is asked for somewhere else. The word before the
 * secret one decides; "Show password" says that one is typed here. */
bool secret_field_later(const struct policy_case *c, const struct screen_word *word);
/* The word that says that text may be typed into such a field, borrowed; NULL = none. That is any in the window, unless it is
 * known that another field gets the text. *ret_labelled: it is that of the field that gets it. */
const struct screen_word *secret_field_typed(const struct policy_case *c, const footprint *r, bool *ret_labelled);
/* Whether the keys of the timeline go where the caret is now until the last one: none may move it to another field. */
bool secret_field_stays(const timeline *t);

#endif
