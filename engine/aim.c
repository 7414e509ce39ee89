/* Aim: where a proposal's timeline acts, what must be as it was when it fires, and the eye's watch over that meanwhile. */

#include "engine/proposal.h"

#include <string.h>

#define WATCH_TIMEOUT_MS 5000

void proposal_aim(struct run *run, proposal *p)
{
    const eye_observation *o = run->observation;
    const struct eye_window *window;
    const struct timeline_place place = screen_place(o->screen);
    bool pointer = timeline_target(p->timeline, &place, &p->x, &p->y);
    p->target_window = o->screen->window_id;
    struct hand_guard *g = &p->guard;
    g->min_match = run->profile->target_match;
    if (pointer) {
        int side = run->profile->patch_px;
        window = eye_observation_window_at(o, p->x, p->y);
        g->x = CLAMP(p->x - side / 2, 0, MAX(0, o->frame.width - side));
        g->y = CLAMP(p->y - side / 2, 0, MAX(0, o->frame.height - side));
        g->width = MIN(side, o->frame.width);
        g->height = MIN(side, o->frame.height);
        g->window = window ? window->id : 0;
        g->focus = o->pointer_root ? 0 : o->focus;
        /* the person sits elsewhere (their console): the target gets the focus as it would by their own click */
        if (!o->pointer_root && o->target && g->window == o->target && o->focus != o->target)
            g->focus_window = o->target;
    } else {
        p->x = p->y = -1;
        gint64 to = o->target ? o->target : o->focus;
        window = timeline_uses_keyboard(p->timeline) ? eye_observation_window(o, to) : NULL;
        g->focus_window = window && o->target && o->focus != o->target ? o->target : 0;
        g->focus = window ? to : 0;
    }
    p->window = window ? window->id : 0;
    g->stack_hash = pointer || g->focus ? g_strdup(o->stack_hash) : NULL;
}

/* The eye compares the target with the live screen while the person thinks, and gives the patch that the hand compares at the
 * end. */
bool proposal_watch(struct run *run, proposal *p, GError **error)
{
    struct eye_request request = {
        .kind = EYE_WATCH, .x = p->guard.x, .y = p->guard.y, .width = p->guard.width, .height = p->guard.height};
    run->focus_at_watch = 0;
    g_free(run->stack_seen);
    run->stack_seen = g_strdup(p->guard.stack_hash);
    if (!eye_ask(run, &request, WATCH_TIMEOUT_MS, error))
        return false;
    if (run->eye_answer->kind == EYE_WATCHING && p->guard.width > 0)
        p->guard.patch = g_strdup(run->eye_answer->patch);
    run->focus_at_watch = p->guard.focus_window ? 0 : p->guard.focus;
    return true;
}

void proposal_unwatch(struct run *run)
{
    struct eye_request request = {.kind = EYE_UNWATCH};
    g_autofree char *line = eye_request_to_json(&request);
    run->focus_at_watch = 0;
    if (child_running(&run->eye))
        line_stream_send(run->eye.stream, line);
}
