#ifndef ENGINE_MODULES_LENIENCY_H
#define ENGINE_MODULES_LENIENCY_H

/* Converts values of a reply that do not fit the form but have only one possible meaning, and reports each conversion.
 * Everything else stays unchanged, for the check to refuse. Inside engine/modules/ only. */

#include "engine/modules/form.h"

struct cJSON;

/* Converts the members of a reply's object: unknown fields are dropped, also those of an action outside its arguments; yes, no,
 * "true", 1 become a boolean; one value becomes a list of one; numbers become text and text becomes a number; the same in rows
 * and counts. Each conversion is appended to `bent`, separated by "; ". */
void leniency_apply(const struct form *form, struct cJSON *root, GString *bent);

#endif
