/* Skill curation: new skills from instructions on the screen, repaired ones from the cause of a failure (paper 4.2, B.1). */

#include "engine/modules/parts.h"

static const struct field fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "why a skill is missing or wrong, or why none is"},
    {"skills", FIELD_SKILLS, NULL, true, 4, "one Lua function with its doc comment each; an empty list if nothing is missing"},
};

static void images(const situation *s, brain_request *request)
{
    if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", false);
}

const struct module_part module_curate = {.form = PART_FORM("curate", fields), .images = images};
