#ifndef ENGINE_GATE_EFFECT_H
#define ENGINE_GATE_EFFECT_H

/* Effect: compares the screen after an action with the expectation. Pure. It checks two forms of expectation: "no visible
 * change", and "the REGION shows TEXT", where REGION is a read rectangle of the profile. Any other change counts as expected; a
 * module judges it. */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

#include <glib.h>
#include <stdbool.h>

enum effect { EFFECT_CHANGED, EFFECT_NO_EFFECT, EFFECT_UNEXPECTED, EFFECT_UNKNOWN };

struct effect_case {
    const char *expectation;
    const frame *before, *after; /* NULL = could not be read */
    const eye_observation *o_before, *o_after;
    int patch_px; /* "no visible change" ignores squares of this side around the pointer before and after: it may be hover */
};

struct effect_verdict {
    enum effect effect;
    const char *stage; /* journal: verified | no_effect | unexpected | uncertain */
};

/* A caret that has moved is a change, also where both pictures show the phase without it; so is another title of the window. A
 * picture or observation that is NULL gives EFFECT_UNKNOWN. */
struct effect_verdict effect_judge(const struct effect_case *c);
/* Recovers the effect from the journal's stage and the expectation (NULL = none). False: the stage is not one of a verdict. */
bool effect_of_stage(const char *stage, const char *expectation, enum effect *ret_effect);
/* changed | no_effect | unexpected | unknown */
const char *effect_name(enum effect effect);

#endif
