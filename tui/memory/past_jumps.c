/* What n and N of the memory screen look for among the steps of a run. */

#include "tui/memory/past_screen.h"

static const struct jump {
    const char *name;
    const char *const *marks;
} jumps[] = {
    {"trouble or change", (const char *const[]){"edited", "rejected", "stale", "expired", "voided", "no_effect", "unexpected",
                                                "failed", "error", "corrected", "human", NULL}},
    {"rejection", (const char *const[]){"rejected", NULL}},
    {"edit", (const char *const[]){"edited", "corrected", NULL}},
    {"stale", (const char *const[]){"stale", "expired", "voided", NULL}},
    {"no effect", (const char *const[]){"no_effect", "unexpected", "failed", NULL}},
    {"error", (const char *const[]){"error", NULL}},
    {"note, pin or tag", (const char *const[]){"note", "pin", "tag", NULL}},
};

const char *past_jump_name(const struct past_steps *s)
{
    return jumps[s->jump].name;
}

const char *const *past_jump_marks(const struct past_steps *s)
{
    return jumps[s->jump].marks;
}

void past_jump_another(struct past_steps *s)
{
    s->jump = (s->jump + 1) % G_N_ELEMENTS(jumps);
}
