#include "engine/hand/judged_look.h"

#include <string.h>

static bool same_areas(const GArray *a, const GArray *b)
{
    return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len * sizeof(struct area)) == 0);
}

bool judged_look_is(const struct judged_look *j, const struct judged_look_at *at)
{
    return j->taken && j->still == at->still && j->focus == at->focus && same_areas(j->over, at->over) &&
           frame_same(j->taken, at->taken);
}

void judged_look_keep(struct judged_look *j, const struct judged_look_at *at, const char *what)
{
    judged_look_clear(j);
    if (!what)
        return;
    j->taken = frame_copy(at->taken);
    j->still = at->still;
    j->focus = at->focus;
    j->over = g_array_copy((GArray *)at->over);
    j->what = g_strdup(what);
}

void judged_look_clear(struct judged_look *j)
{
    frame_free(j->taken);
    g_free(j->what);
    g_clear_pointer(&j->over, g_array_unref);
    *j = (struct judged_look){0};
}
