#ifndef ENGINE_MODULES_OUTPUT_H
#define ENGINE_MODULES_OUTPUT_H

/* Inside of form_output, for form.c and form_json.c only. */

#include "engine/modules/form.h"

struct field_value {
    bool given;   /* false: left out or null */
    char *string; /* FIELD_STRING: owned */
    bool boolean;
    gint64 integer;
    GPtrArray *array; /* STRINGS, SKILLS: char*; ACTIONS: action*; owned, never NULL for these types */
};

struct form_output {
    const struct form *form;    /* static */
    struct field_value *values; /* one for each field */
    GString *bent;              /* what was not as the form says, and what it was taken for */
};

form_output *form_output_new(const struct form *form);

#endif
