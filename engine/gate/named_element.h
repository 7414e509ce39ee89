#ifndef ENGINE_GATE_NAMED_ELEMENT_H
#define ENGINE_GATE_NAMED_ELEMENT_H

/* Named element: what a program says of the elements of its window (engine/eye/elements.h) where a timeline presses or types. The
 * program may say what it likes: all of this can raise a tier, and nothing of it lowers one. Pure. */

#include "engine/gate/footprint.h"
#include "engine/gate/policy.h"

/* The element at the point, the smallest of several; borrowed, NULL = none is known there. */
const struct screen_mark *named_element_at(const screen *s, int x, int y);
/* The evidence: what the program calls it. Caller frees. */
char *named_element_says(const struct screen_mark *m);
/* The grave word (grave_word.h) in an element's name, or that it is masked, static; NULL = none. */
const char *named_element_grave(const struct screen_mark *m);
/* An element with such a name that the timeline presses, or that is in the area of its loop; borrowed, NULL = none. */
const struct screen_mark *named_element_pressed(const struct policy_case *c, const footprint *r);
/* A field for a password that the timeline presses, or that may get its text: one in the window that gets the text, unless it is
 * known that another place gets it. Borrowed, NULL = none. */
const struct screen_mark *named_element_secret(const struct policy_case *c, const footprint *r);

#endif
