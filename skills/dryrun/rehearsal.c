#include "skills/dryrun/rehearsal.h"

#define FULL 255

/* What a turn is told; the last comes when the loop's time is nearly over. */
static const struct rehearsed {
    double part; /* of the loop's time that has gone */
    bool there;  /* what is looked for is there, and the screen has changed */
} turns[] = {
    {0, false},   {0.02, false}, {0.04, true}, {0.06, true}, {0.1, false}, {0.2, true},  {0.3, false},
    {0.4, false}, {0.5, false},  {0.6, true},  {0.7, true},  {0.8, true},  {0.9, false}, {1, true},
};

/* In the middle of what was asked about. */
static bool answer(sandbox *s, const struct sense_question *q, sense_answer *a)
{
    bool there = s->loop.all_there;
    *a = (sense_answer){.found = there, .share = there ? 1 : 0};
    if (q->kind == SENSE_COLOR && there)
        a->red = a->green = a->blue = FULL;
    if (q->kind != SENSE_FIND || !there)
        return true;
    a->x = q->x;
    a->y = q->y;
    a->width = q->width;
    a->height = q->height;
    a->middle_x = q->x + q->width / 2;
    a->middle_y = q->y + q->height / 2;
    a->pixels = (gint64)q->width * q->height;
    return true;
}

static bool take_turns(sandbox *s, screen *blank, struct sandbox_error *ret_error)
{
    bool done = false, fine = true;
    for (gsize i = 0; i < G_N_ELEMENTS(turns) && fine && !done; i++) {
        s->loop.all_there = turns[i].there;
        fine = sandbox_step(s, (double)s->loop.asked->ms / 1000 * turns[i].part, &done, ret_error);
        g_autoptr(GError) late = NULL;
        if (fine && !sandbox_finish(s, &late)) {
            *ret_error = (struct sandbox_error){.file = -1, .what = g_strdup(late->message)};
            fine = false;
        }
        blank->pointer_x = s->acts.pointer_x;
        blank->pointer_y = s->acts.pointer_y;
    }
    return fine;
}

bool rehearsal_run(sandbox *s, screen *blank, struct sandbox_error *ret_error)
{
    timeline_loop *asked = timeline_loop_of(s->acts.timeline);
    if (!asked)
        return true;
    int x = blank->pointer_x, y = blank->pointer_y;
    blank->pointer_x = s->acts.pointer_x;
    blank->pointer_y = s->acts.pointer_y;
    s->loop.asked = timeline_loop_copy(asked); /* the timeline goes with the first turn */
    s->loop.live = blank;
    s->loop.sense = answer;
    bool fine = take_turns(s, blank, ret_error);
    g_clear_pointer(&s->loop.asked, timeline_loop_free);
    s->loop.sense = NULL;
    s->loop.live = NULL;
    s->loop.stepping = s->loop.all_there = false;
    blank->pointer_x = x;
    blank->pointer_y = y;
    return fine;
}
