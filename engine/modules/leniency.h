#ifndef ENGINE_MODULES_LENIENCY_H
#define ENGINE_MODULES_LENIENCY_H

/* What a reply means where it is not of the form: only what can mean one thing is bent to it, and each time told. All else stays
 * as it came, for the check to refuse. Inside of engine/modules/ only. */

#include "engine/modules/form.h"

struct cJSON;

/* Bends the members of a reply's object to the fields: one that no field is meant by is dropped, one of an action, too, beside
 * its arguments; yes, no, "true", 1 for a boolean; one value for a list of one; a number as text, and text as a number; those of
 * rows and counts alike. Each adds to `bent`, "; " between them. */
void leniency_apply(const struct form *form, struct cJSON *root, GString *bent);

#endif
