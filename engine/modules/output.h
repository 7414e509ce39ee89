#ifndef ENGINE_MODULES_OUTPUT_H
#define ENGINE_MODULES_OUTPUT_H

/* Inside of form_output, for form.c and the files that read one from JSON only. */

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
    GString *bent;              /* what was not as the form says, and what it was taken for */
};

form_output *form_output_new(const struct form *form);
/* The names of its fields, borrowed, and NULL at the end; the array is the caller's. */
GPtrArray *form_names(const struct form *form);
/* The form of its rows. A field that has none, or one with rows in it, is a mistake in our own code. */
const struct form *form_row(const struct field *field);

#endif
