#ifndef ENGINE_MODULES_PARTS_H
#define ENGINE_MODULES_PARTS_H

/* Inside of the modules: one row a module, and what they share. */

#include "engine/modules/module.h"

struct module_part {
    struct form form;
    /* The pictures that this module needs, in order of time. */
    void (*images)(const situation *s, brain_request *request);
};

extern const struct module_part module_gather, module_reflect, module_infer, module_curate, module_plan, module_summarize;

/* What {{name}} may stand for: char* → char*, every name present, "" = nothing to say. (values.c) */
GHashTable *situation_values(const situation *s, const struct form *form);
/* The last fired, refused or otherwise decided step; NULL = none. */
const struct situation_past *situation_last(const situation *s);
/* Path of the last frame; NULL = no observation. */
const char *situation_frame(const situation *s);
/* The variables of a scripted brain, as one JSON object. (situation_json.c) Caller frees. */
char *situation_vars(const situation *s);
/* `vars` with one more string member; caller frees. */
char *vars_with(const char *vars, const char *name, const char *text);

#define PART_FORM(NAME, FIELDS)                                                                                                  \
    {                                                                                                                            \
        .name = (NAME), .fields = (FIELDS), .n_fields = G_N_ELEMENTS(FIELDS)                                                     \
    }

#endif
