/* Information gathering: what is on the screen (paper 4.1, B.1). One call for the last frame, one for each earlier keyframe. */

#include "engine/modules/parts.h"

static const struct field fields[] = {
    {"text", FIELD_STRINGS, NULL, true, 64, "every piece of text that can be read and matters, word for word, one entry a piece"},
    {"description", FIELD_STRING, NULL, true, 0,
     "what the screen shows now: windows, state of the program, what can be clicked, where"},
    {"target", FIELD_STRING, NULL, false, 500,
     "the thing on the screen that matters most for the task, and its centre as x,y in display pixels"},
    {"guidance", FIELD_STRING, NULL, false, 4000,
     "instructions, prompts and hints that the program itself shows, word for word; empty if none"},
    {"screen_class", FIELD_STRING, NULL, false, 60,
     "one or two words for the kind of screen: dialog, menu, editor, game, desktop …"},
};

static void images(const situation *s, brain_request *request)
{
    if (s->keyframe)
        brain_request_add_image(request, s->keyframe, "A moment since the last action:", false);
    else if (situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", false);
}

const struct module_part module_gather = {.form = PART_FORM("gather", fields), .images = images};
