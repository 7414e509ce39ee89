/* Task inference: the task to be worked on now, and whether it takes long or short (paper 4.2, B.1). */

#include "engine/modules/parts.h"

static const struct field fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0, "why this is the subtask to work on now"},
    {"subtask", FIELD_STRING, NULL, true, 500,
     "the subtask to work on now, in a few words; the present one, word for word, if it goes on"},
    {"horizon", FIELD_STRING, "long|short", true, 0,
     "long: takes many actions and goes on after what interrupts it; short: one or a few actions"},
    {"subtask_done", FIELD_BOOLEAN, NULL, true, 0, "true if the subtask that was worked on until now is finished"},
};

static void images(const situation *s, brain_request *request)
{
    if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", false);
}

const struct module_part module_infer = {.form = PART_FORM("infer", fields), .images = images};
