/* Action planning: the next actions, as skill calls with what is expected of them (paper 4.2, B.1). */

#include "engine/modules/parts.h"

static const struct field fields[] = {
    {"reasoning", FIELD_STRING, NULL, true, 0,
     "how the screen, the last action and what the person said lead to the next action"},
    {"actions", FIELD_ACTIONS, NULL, true, 16, "skill calls in order; empty if the task is over"},
    {"outcome", FIELD_STRING, "continue|success|failed", true, 0,
     "continue while there is something to do; success when the screen proves the task done; failed when it cannot be done"},
};

/* The frame before the last action beside the one now: paper B.1 shows the planner both. */
static void images(const situation *s, brain_request *request)
{
    const char *now = situation_frame(s), *before = NULL;
    for (guint i = s->past ? s->past->len : 0; i > 0 && !before; i--) {
        const struct situation_past *p = g_ptr_array_index(s->past, i - 1);
        if (p->frame && *p->frame && g_strcmp0(p->frame, now) != 0)
            before = p->frame;
    }
    if (before)
        brain_request_add_image(request, before, "The screen earlier:", true);
    if (now)
        brain_request_add_image(request, now, "The screen now; coordinates are pixels of this picture:", false);
}

const struct module_part module_plan = {.form = PART_FORM("plan", fields), .images = images};
