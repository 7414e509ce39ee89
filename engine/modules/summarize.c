/* Summary: the recurrent long-term memory — the summary so far and the steps since become the new summary (paper 4.3). */

#include "engine/modules/parts.h"

static const struct field fields[] = {
    {"summary", FIELD_STRING, NULL, true, 4000,
     "tasks, entities and behaviours in order of time, in few sentences: what was done, what came of it, what must not be "
     "forgotten"},
};

static void images(const situation *s, brain_request *request)
{
    const char *shown = NULL;
    for (guint i = 0; s->past && i < s->past->len; i++) {
        const struct situation_past *p = g_ptr_array_index(s->past, i);
        if (!p->frame || !*p->frame || g_strcmp0(p->frame, shown) == 0)
            continue;
        g_autofree char *note = g_strdup_printf("After step %" G_GINT64_FORMAT ":", p->step);
        brain_request_add_image(request, p->frame, note, true);
        shown = p->frame;
    }
    if (!shown && situation_frame(s))
        brain_request_add_image(request, situation_frame(s), "The screen now:", true);
}

const struct module_part module_summarize = {.form = PART_FORM("summarize", fields), .images = images};
