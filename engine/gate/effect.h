#ifndef ENGINE_GATE_EFFECT_H
#define ENGINE_GATE_EFFECT_H

/* Effect: what the screen says after an action, against what was expected. Pure. Two forms of expectation are checked by machine:
 * "no visible change", and "the REGION shows TEXT" where REGION is a rectangle of the profile that is read; any other is left to
 * reflect. */

#include "engine/eye/eye.h"
#include "engine/picture/frame.h"

#include <glib.h>
#include <stdbool.h>

enum effect { EFFECT_CHANGED, EFFECT_NO_EFFECT, EFFECT_UNEXPECTED, EFFECT_UNKNOWN };

struct effect_case {
    const char *expectation;
    const frame *before, *after; /* NULL = could not be read */
    const eye_observation *o_before, *o_after;
    int patch_px; /* what changes this close to the pointer, before or after, may be a mere hover */
};

struct effect_verdict {
    enum effect effect;
    const char *stage; /* journal: verified | no_effect | unexpected | uncertain */
};

struct effect_verdict effect_judge(const struct effect_case *c);
/* What was judged, of the journal's stage and the same expectation (NULL = none). False: the stage does not say. */
bool effect_of_stage(const char *stage, const char *expectation, enum effect *ret_effect);
/* changed | no_effect | unexpected | unknown */
const char *effect_name(enum effect effect);

#endif
