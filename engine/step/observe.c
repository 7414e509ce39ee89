/* Observe: a step begins, and looks. */

#include "engine/step/model_view.h"
#include "engine/step/reward.h"
#include "engine/step/step.h"

#include "engine/control/granting.h"
#include "engine/control/greeting.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "engine/step/proposal.h"
#include "engine/run/answers.h"
#include "engine/run/budget.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/devices/recorded.h"
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/eye/elements.h"
#include "engine/run/look.h"
#include "engine/run/question.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/protocol/marks_event.h"
#include "engine/protocol/protocol.h"
#include "memory/memory.h"

#include <string.h>
#include <unistd.h>

#define OBSERVE_GRACE_MS 15000 /* beyond the settle time: PNG and OCR on a slow machine */
#define LAST_SETTLE_MS 300     /* a stopped run has two seconds for everything */
#define LAST_LOOK_MS 800
#define LAST_GLANCE_MS 400 /* …and where its words took longer than that */

bool step_begin(struct run *run, GError **error)
{
    answers_begin_step(run->answers);
    memset(run->spent->own_us, 0, sizeof run->spent->own_us);
    run->step++;
    return memory_step_begin(run->store, run->id, run->step, error);
}

bool step_store_frame(struct run *run, const struct eye_frame *f, const char *role, GError **error)
{
    g_autofree char *masked = f->masked && f->masked->len > 0 ? marks_event_areas_json(f->masked) : NULL;
    struct memory_frame row = {.run = run->id,
                               .step = run->step,
                               .hash = f->hash,
                               .role = (char *)role,
                               .width = f->width,
                               .height = f->height,
                               .at_us = f->at_us,
                               .masked = masked,
                               .printed = f->printed,
                               .print = f->print};
    return memory_frame_add(run->store, &row, error);
}

/* In a sandbox, the windows of all that its program has started are the program's. Whose process a window is of, its X server
 * says. */
static void mark_started(const struct run *run)
{
    const sandbox *s = run->devices->sandbox;
    for (guint i = 0; s && s->server.pid > 0 && s->app.pid > 0 && i < run->look->observation->windows->len; i++) {
        struct eye_window *w = g_ptr_array_index(run->look->observation->windows, i);
        w->program = w->program || (w->pid > 0 && getsid((pid_t)w->pid) == s->app.pid);
    }
}

/* No window manager makes a dialog smaller than it says it must be. */
static void tell_too_large(struct run *run)
{
    const eye_observation *o = run->look->observation;
    for (guint i = 0; run->devices->sandbox && run->devices->sandbox->server.pid > 0 && i < o->windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(o->windows, i);
        bool large = w->dialog && !w->popup && (w->width > o->frame.width || w->height > o->frame.height);
        if (!large || w->id == run->proposing->too_large)
            continue;
        run->proposing->too_large = w->id;
        client_notice(run, "warning",
                      "\"%s\" (%d×%d) is larger than the screen (%d×%d) and cannot be made smaller: --sandbox %dx%d "
                      "shows all of it",
                      w->title, w->width, w->height, o->frame.width, o->frame.height, MAX(w->width + 40, o->frame.width),
                      MAX(w->height + 40, o->frame.height));
        return;
    }
}

/* Said when it begins, not at each look. */
static void tell_works(struct run *run)
{
    bool works = run->look->observation->works;
    if (works && !run->look->works)
        client_notice(run, "warning",
                      "the program is still at work: the screen is shown as it is now, and may change by itself (the profile's "
                      "settle_timeout_ms= says how long it is waited for)");
    run->look->works = works;
}

/* The program's own word on its window is asked for, and is not to be had. */
static void tell_elements(struct run *run)
{
    const char *elements = run->look->observation->screen->elements;
    const bool none = elements && g_str_has_prefix(elements, ELEMENTS_NONE);
    const bool late = !none && elements && g_str_has_suffix(elements, ELEMENTS_LATE);
    if ((none || late) && !run->look->untold)
        client_notice(run, "warning", "elements: %s (%s marks are those of the picture)", elements, none ? "the" : "other");
    run->look->untold = none || late;
}

static bool take_observation(struct run *run, bool again, GError **error)
{
    const eye_observation *o = run->look->observation;
    run->look->seen_us = g_get_monotonic_time();
    mark_started(run);
    recorded_note_observation(run, o, again);
    tell_works(run);
    tell_elements(run);
    tell_too_large(run);
    granting_look(run);
    if (!venue_note_target(run, error))
        return false;
    for (guint i = 0; i < o->keyframes->len; i++) {
        const struct eye_frame *f = &g_array_index(o->keyframes, struct eye_frame, i);
        if (!step_store_frame(run, f, "keyframe", error))
            return false;
        if (g_strcmp0(f->hash, o->frame.hash) != 0)
            greeting_frame(run, f, true);
    }
    for (guint i = 0; i < o->samples->len; i++)
        if (!step_store_frame(run, &g_array_index(o->samples, struct eye_frame, i), "sample", error))
            return false;
    if (!step_store_frame(run, &o->frame, "observation", error))
        return false;
    look_take_clip(run->look);
    greeting_frame(run, &o->frame, o->changed);
    run->look->focus_shown = o->focus;
    return true;
}

/* The program may have ended: after an action of ours that is the agent's business, at any other time the run's end. */
static bool check_program(struct run *run, GError **error)
{
    if (run->control->closing || !run->devices->sandbox || run->devices->sandbox->app.pid == 0)
        return true;
    g_autofree char *failed = sandbox_app_failed(run->devices->sandbox);
    if (!failed)
        return true;
    if (!run->look->fired_last && !run->look->verifying) {
        const char *program = run->options->app ? run->options->app : run->profile->app;
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s: %s", program ? program : "the program", failed);
        return false;
    }
    run->look->crashed = sandbox_app_crashed(run->devices->sandbox);
    run->devices->sandbox->app = (struct process_id){0};
    client_notice(run, "warning", "%s", failed);
    g_free(run->control->trouble);
    run->control->trouble = g_strdup(failed);
    return true;
}

/* Where only the hand knows it. Some VNC servers tell it to the eye. */
static void place_pointer(const struct run *run, screen *s)
{
    const struct area *left = &run->devices->hand.pointer;
    if (left->width) {
        s->pointer_x = left->x;
        s->pointer_y = left->y;
        s->pointer_drawn = true; /* by a server that tells the eye nothing of it */
    }
    s->pointer_untold = !left->width && !s->pointer_x && !s->pointer_y && !(devices_tells(run->devices) & DISPLAY_TELLS_POINTER);
}

/* `ret_replaced`: only if the screen is not as the last observation has it; that one, which the caller frees, or NULL. `late`:
 * what may still come of the last action is waited for. */
static bool observe(struct run *run, int settle_ms, bool late, eye_observation **ret_replaced, GError **error)
{
    struct eye_request request = {.kind = EYE_OBSERVE,
                                  .settle_ms = settle_ms,
                                  .timeout_ms = run->profile->settle_timeout_ms,
                                  .again = ret_replaced != NULL,
                                  .late = late};
    g_autoptr(GArray) ignored = ret_replaced ? proposal_left_out(run) : NULL;
    request.rules.ignored = ignored;
    bool last = run->control->closing && run->control->stop;
    if (last) {
        request.settle_ms = MIN(request.settle_ms, LAST_SETTLE_MS / 2);
        request.timeout_ms = MIN(request.timeout_ms, LAST_SETTLE_MS);
    }
    if (!question_waits(run->question)) /* a person who teaches is looked at while they are asked whether it is done */
        run_set_state(run, "observing");
    gint64 begun = g_get_monotonic_time();
    if (!device_ask_eye(run, &request, last ? LAST_LOOK_MS : request.timeout_ms + OBSERVE_GRACE_MS, error))
        return false;
    budget_own(run->spent, OWN_LOOK, begun, (gint64)run->devices->eye.answer->waited_ms * 1000);
    if (ret_replaced && run->devices->eye.answer->kind == EYE_SAME)
        return true;
    if (run->devices->eye.answer->kind != EYE_OBSERVED || !run->devices->eye.answer->observation) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "the eye gave no observation");
        return false;
    }
    if (ret_replaced)
        *ret_replaced = g_steal_pointer(&run->look->observation);
    g_clear_pointer(&run->look->observation, eye_observation_free);
    run->look->observation = g_steal_pointer(&run->devices->eye.answer->observation);
    place_pointer(run, run->look->observation->screen);
    run->look->marks_told = run->look->told_wordless = false;
    return take_observation(run, ret_replaced != NULL, error) && check_program(run, error);
}

bool step_observe(struct run *run, GError **error)
{
    const char *effect;
    bool fresh = run->look->fresh && run->look->observation;
    run->look->fresh = false;
    if (!fresh)
        run->look->unmoved = 0; /* who knows who has changed the screen since */
    if (fresh ? !step_late_effect(run, run->remembered, &effect, error)
              : !observe(run, run->profile->settle_ms, false, NULL, error))
        return false;
    model_view_want_words(run);
    return run->look->verifying || reward_look(run, error); /* what is seen after an action is not what was before it */
}

bool step_look(struct run *run, GError **error)
{
    return observe(run, 1, false, NULL, error);
}

bool step_look_changed(struct run *run, eye_observation **ret_replaced, GError **error)
{
    *ret_replaced = NULL;
    return observe(run, 1, false, ret_replaced, error);
}

static bool look_again(struct run *run, bool late, eye_observation **ret_replaced, GError **error)
{
    bool told = run->look->marks_told, wordless = run->look->told_wordless;
    *ret_replaced = NULL;
    if (!observe(run, run->profile->settle_ms, late, ret_replaced, error))
        return false;
    eye_observation *was = *ret_replaced;
    if (was && told) {
        run->look->marks_told = true; /* their numbers stay with them */
        run->look->told_wordless = wordless;
        model_view_want_words(run);
    }
    if (was) { /* modules that are asked once more in this step are to see all of the clip */
        GArray *new = run->look->observation->keyframes;
        g_array_set_clear_func(new, NULL);
        g_array_append_vals(was->keyframes, new->data, new->len);
        g_array_unref(new);
        run->look->observation->keyframes = g_steal_pointer(&was->keyframes);
    }
    return true;
}

bool step_look_again(struct run *run, eye_observation **ret_replaced, GError **error)
{
    return look_again(run, false, ret_replaced, error);
}

bool step_look_late(struct run *run, eye_observation **ret_replaced, GError **error)
{
    return look_again(run, true, ret_replaced, error);
}

const struct eye_frame *step_glance(struct run *run, int timeout_ms)
{
    struct eye_request request = {.kind = EYE_GLANCE};
    bool seen = child_running(&run->devices->eye.process) && device_ask_eye(run, &request, timeout_ms, NULL) &&
                run->devices->eye.answer->kind == EYE_GLANCED;
    return seen ? &run->devices->eye.answer->frame : NULL;
}

bool step_look_last(struct run *run, GError **error)
{
    GError *late = NULL;
    run->look->fresh = false;
    if (step_observe(run, &late))
        return true;
    const struct eye_frame *f = run->control->stop ? step_glance(run, LAST_GLANCE_MS) : NULL;
    if (!f) {
        g_propagate_error(error, late);
        return false;
    }
    g_error_free(late);
    greeting_frame(run, f, true);
    return step_store_frame(run, f, "observation", error);
}
