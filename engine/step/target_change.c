/* Target change: whether the target of a model's action is what the model saw there. */

#include "engine/step/proposal.h"

#include "engine/picture/frame.h"
#include "engine/picture/window_title.h"
#include "engine/run/look.h"
#include "engine/run/proposing.h"
#include "engine/run/run.h"

static bool same_window(const struct eye_window *a, const struct eye_window *b)
{
    return a == b || (a && b && a->id == b->id && a->pid == b->pid);
}

/* A wizard's next page often has its button where the last page had it. */
static char *title_differs(const char *was, const char *is)
{
    return window_title_same(was, is) ? NULL
                                      : g_strdup_printf("the window \"%s\" has become \"%s\"", was ? was : "", is ? is : "");
}

/* What lay at the target when the plan was made; what the earlier actions have changed elsewhere is no matter. */
static char *target_differs(const proposal *p, const eye_observation *planned_on, const eye_observation *now)
{
    const struct eye_window *was = eye_observation_window_at(planned_on, p->x, p->y),
                            *is = eye_observation_window_at(now, p->x, p->y);
    if (!same_window(was, is))
        return g_strdup_printf("the window at the target is another: \"%s\", not \"%s\"", is && is->title ? is->title : "",
                               was && was->title ? was->title : "");
    char *renamed = was ? title_differs(was->title, is->title) : NULL;
    if (renamed || g_str_equal(planned_on->frame.hash, now->frame.hash))
        return renamed;
    g_autoptr(frame) before = frame_open(planned_on->frame.path, NULL, NULL),
                     after = frame_open(now->frame.path, now->frame.shared, NULL);
    if (!before || !after)
        return g_strdup("nobody knows what was there: a picture cannot be read");
    g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(struct area));
    struct screen_match_rules close = p->guard.rules;
    close.program = none;
    close.min_frame = 0;
    struct screen_match l = screen_match_measure(before, after, &close);
    return screen_match_changed(&l, &close);
}

/* An open menu or list, which takes the keys of its program's windows and was not there when the plan was made. */
static const struct eye_window *new_popup(const eye_observation *then, const eye_observation *now, const struct eye_window *keys)
{
    for (guint i = 0; keys && i < now->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(now->windows, i);
        if (w->popup && !w->tooltip && w->pid == keys->pid && !same_window(w, eye_observation_window(then, w->id)))
            return w;
    }
    return NULL;
}

/* Keys have no place: theirs is the window that was to get them when the plan was made, or got the plan's last action; as it was
 * called then. */
static char *keys_differ(const struct run *run, const proposal *p, const eye_observation *then)
{
    const eye_observation *now = run->look->observation;
    const struct eye_window *was = proposal_window_for_keys(run, then), *is = eye_observation_window(now, p->window),
                            *popup = new_popup(then, now, is);
    was = was ? was : eye_observation_window(then, then->focus);
    if (popup)
        return g_strdup_printf("a menu or list of \"%s\" has opened, which takes the keys", is->title ? is->title : "");
    const bool planned = same_window(was, is), acted = is && is->id == run->proposing->acted_in;
    if (acted && window_title_same(run->proposing->acted_title, is->title))
        return NULL;
    if (planned || acted)
        return is ? title_differs(planned ? was->title : run->proposing->acted_title, is->title) : NULL;
    return g_strdup_printf("the keys go to another window: \"%s\", not \"%s\"", is && is->title ? is->title : "",
                           was && was->title ? was->title : "");
}

static char *plan_differs(const struct run *run, const proposal *p, const eye_observation *planned_on)
{
    if (p->x >= 0)
        return target_differs(p, planned_on, run->look->observation);
    return timeline_uses_keyboard(p->timeline) ? keys_differ(run, p, planned_on) : NULL;
}

static char *thought_differs(const proposal *p, const eye_observation *thought_on, const eye_observation *now)
{
    g_autoptr(frame) before = frame_open(thought_on->frame.path, thought_on->frame.shared, NULL),
                     after = frame_open(now->frame.path, now->frame.shared, NULL);
    if (!before || !after || thought_on->focus != now->focus || g_strcmp0(thought_on->stack_hash, now->stack_hash) != 0)
        return g_strdup("the windows have changed");
    struct screen_match l = screen_match_measure(before, after, &p->guard.rules);
    return screen_match_changed(&l, &p->guard.rules);
}

void proposal_compare_thought(const struct run *run, proposal *p, const eye_observation *planned_on,
                              const eye_observation *thought_on)
{
    g_autofree char *what = planned_on ? plan_differs(run, p, planned_on) : NULL;
    if (!what && thought_on)
        what = thought_differs(p, thought_on, run->look->observation);
    if (!what)
        return;
    g_autofree char *why = g_strdup_printf("since the plan was made, %s", what);
    policy_add(&p->policy, POLICY_CHANGED_SINCE, POLICY_ASK, -1, why);
    proposal_must_ask(p, why);
}
