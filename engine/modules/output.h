#ifndef ENGINE_MODULES_OUTPUT_H
#define ENGINE_MODULES_OUTPUT_H

/* Inside form_output, for form.c and the files that read outputs from JSON only. */

#include "engine/modules/counts.h"
#include "engine/modules/form.h"

struct field_value {
    bool given;   /* false: left out or null */
    char *string; /* FIELD_STRING: owned */
    bool boolean;
    gint64 integer;
    double number;
    GPtrArray *array;   /* STRINGS, SKILLS: char*; ACTIONS: action*; ROWS: form_output*; owned, never NULL for these types */
    GHashTable *counts; /* COUNTS: owned, never NULL for it */
};

struct form_output {
    const struct form *form;    /* static */
    struct field_value *values; /* one for each field */
    GString *bent;              /* values that did not fit the form, and what they were converted to */
};

form_output *form_output_new(const struct form *form);
/* Names of the form's fields, borrowed, ends with NULL. Caller unrefs the array. */
GPtrArray *form_names(const struct form *form);
/* The form of a field's rows. A field without one, or whose rows have rows, is a bug. */
const struct form *form_row(const struct field *field);

#endif
