#include "engine/commands/drive.h"
#include "config/profile.h"

#include "engine/commands/by_hand.h"
#include "engine/commands/command.h"
#include "engine/run/deciding.h"
#include "engine/step/step.h"
#include "skills/library/primitive.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/gate/gate.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/options.h"
#include "engine/step/procedural.h"
#include "engine/protocol/protocol.h"
#include "memory/memory.h"
#include "engine/display/display.h"
#include "engine/step/proposal.h"

#define SETTLE_MS 30 /* as `reins do` has it: keys follow one another */
#define SETTLE_TIMEOUT_MS 600
#define ASKED_MAX 100

/* Whole in themselves: nothing that is held when they are done. */
static const char *const driven[] = {"key.press",   "key.combo",          "key.type",     "mouse.move",
                                     "mouse.click", "mouse.double_click", "mouse.scroll", NULL};

/* Typed faster than it can be done: one text. */
static bool joined(struct run *run, const action *a, int burst)
{
    const GPtrArray *queue = run->control->to_drive;
    struct control_driven *last = queue->len ? g_ptr_array_index(queue, queue->len - 1) : NULL;
    return last && last->burst == burst && last->focus == run->look->focus_shown && control_join_text(last->action, a);
}

/* NULL = it can be driven. */
static const char *refused(const struct run *run, const action *a)
{
    if (!control_is_taken_over(run->control) || run->control->to_obey)
        return "nobody has taken over (takeover first)";
    if (run->devices->recorded)
        return "a recorded display has no keyboard and no mouse";
    if (devices_act(run->devices) && !skill_library_find(run->skills->library, a->skill))
        return "a world takes the acts of its skills (reins skills list --profile world)";
    if (!devices_act(run->devices) && !devices_are_own(run->devices))
        return "only a sandbox of reins can be driven this way: this display has its own keyboard and mouse";
    if (run->judge->mode == GATE_DRY)
        return "mode dry fires nothing";
    if (!devices_act(run->devices) && !g_strv_contains(driven, a->skill))
        return "this is not a complete action of a keyboard or a mouse";
    if (run->control->to_drive->len == ASKED_MAX)
        return "the program is too slow for this: wait until it has done what was asked for";
    return NULL;
}

/* What follows it in its burst is lost with it, and what was asked for before it is still done. */
static void lose(struct run *run, int burst, const char *why)
{
    g_autofree char *text = g_strdup_printf("drive: %s", why);
    run->control->lost_burst = burst ? burst : run->control->lost_burst;
    client_undriven(run, "error", burst, text);
}

void drive_ask(struct run *run, const action *a, int burst)
{
    const char *why = refused(run, a);
    if (burst && burst == run->control->lost_burst) {
        int keys = control_keys_of(a);
        g_autofree char *text = g_strdup_printf("not done: %d more key%s dropped: typed before the loss could be seen", keys,
                                                keys == 1 ? " was" : "s were");
        client_undriven(run, "warning", burst, text);
    } else if (why) {
        lose(run, burst, why);
    } else if (!joined(run, a, burst)) {
        control_drive(run->control, action_copy(a), run->look->focus_shown, burst);
    }
}

bool drive_busy(const struct run *run)
{
    return run->control->to_drive->len || control_is_driving(run->control);
}

bool drive_or_go_on(struct run *run, G_GNUC_UNUSED void *data)
{
    return !control_is_paused(run->control) || drive_busy(run);
}

void drive_then(struct run *run, int kind)
{
    g_clear_pointer(&run->control->to_obey, command_free);
    run->control->to_obey = command_new(kind);
}

/* The person has asked for it themselves; a rule that denies has decided before. */
static void decide(const event *e, void *data)
{
    struct run *run = data;
    gate_approve(&run->judge->gate, e->id, e->fire.digest, e->judged.word, g_get_monotonic_time(), NULL);
}

/* As it is kept and told. Caller frees. */
static action *without_text(const action *a)
{
    action *kept = action_copy(a);
    if (action_get(a, "text"))
        action_set_string(kept, "text", ONESHOT_UNKEPT);
    return kept;
}

/* With all that was queued behind it, which is dropped. */
static void lost(struct run *run, const struct control_driven *d, const char *what, const char *why)
{
    g_autoptr(action) kept = without_text(d->action);
    g_autofree char *shown = action_describe(kept);
    int keys = control_drop_driven(run->control, d->burst);
    g_autofree char *behind = g_strdup_printf("; %d more key%s dropped", keys, keys == 1 ? " was" : "s were");
    g_autofree char *text = g_strdup_printf("%s: %s: %s%s", shown, what, why ? why : "nothing was fired", keys ? behind : "");
    client_undriven(run, "warning", d->burst, text);
}

static const char *why_not(const proposal *p)
{
    return p->denied_by ? p->denied_why : p->reason && *p->reason ? p->reason : p->status;
}

static bool was_done(const proposal *p)
{
    return !p->refused && p->fired && g_strcmp0(p->status, "done") == 0;
}

/* Keys go where they went when the person saw it, or nowhere. */
static bool focus_stays(const struct run *run, const struct control_driven *d, GError **error)
{
    const eye_observation *o = run->look->observation;
    const struct eye_window *now = eye_observation_window(o, o->focus);
    if (!g_str_has_prefix(d->action->skill, "key.") || !d->focus || o->focus == d->focus)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "the focus has moved to another window than you saw%s%s%s", now ? ": \"" : "",
                now && now->title ? now->title : "", now ? "\"" : "");
    return false;
}

/* The run is not over for it: the person sees what there is, and goes on. */
static bool can_go_on(const GError *error)
{
    return g_error_matches(error, RUN_ERROR, RUN_ERROR_FAILED) || g_error_matches(error, RUN_ERROR, RUN_ERROR_TIMEOUT);
}

static bool one(struct run *run, const struct control_driven *d, GError **error)
{
    action *a = d->action;
    g_autoptr(action) kept = without_text(a);
    g_autoptr(GPtrArray) given = g_ptr_array_new();
    g_autoptr(proposal) p = NULL;
    g_autoptr(GError) failed = NULL;
    g_ptr_array_add(given, a);
    if (!step_begin(run, error))
        return false;
    run->oneshot->given = given;
    bool ok = step_look(run, &failed) && focus_stays(run, d, &failed) && step_propose(run, kept, "human", &p, &failed);
    if (ok && gate_fires(p->verdict) && !p->refused)
        ok = step_fire(run, p, &failed);
    run->oneshot->given = NULL;
    if (p && !p->person)
        p->person = g_strdup(DRIVE_PERSON);
    if (p && !step_remember(run, p, ok ? &failed : NULL))
        ok = false;
    if (p && was_done(p))
        by_hand_add(run, a);
    else if (p)
        lost(run, d, "not done", why_not(p));
    if (ok)
        return true;
    bool interrupted = g_error_matches(failed, RUN_ERROR, RUN_ERROR_INTERRUPTED);
    if (!can_go_on(failed) && (p || !interrupted)) {
        g_propagate_error(error, g_steal_pointer(&failed));
        return false;
    }
    if (!p || was_done(p))
        lost(run, d, p ? "done, and what came of it is not known" : "not done",
             interrupted ? run->control->pause_reason : failed->message);
    return p || memory_step_end(run->store, run->id, run->step, run->options->task, NULL, "voided", NULL, error);
}

bool drive_go(struct run *run, GError **error)
{
    const int settle_ms = run->profile->settle_ms, timeout_ms = run->profile->settle_timeout_ms;
    const bool acts = devices_act(run->devices);
    skill_library *library = run->skills->library;
    bool ok = true;
    if (!acts)
        run->skills->library = skill_library_bare();
    run->profile->settle_ms = SETTLE_MS;
    run->profile->settle_timeout_ms = SETTLE_TIMEOUT_MS;
    run->oneshot->decide = decide;
    run->oneshot->data = run;
    control_change(run->control, CONTROL_DRIVING);
    while (ok && run->control->to_drive->len) {
        struct control_driven *d = control_driven_next(run->control);
        ok = one(run, d, error);
        control_driven_free(d);
    }
    control_end_driving(run->control);
    run->oneshot->decide = NULL;
    run->oneshot->data = NULL;
    run->profile->settle_ms = settle_ms;
    run->profile->settle_timeout_ms = timeout_ms;
    if (!acts) {
        skill_library_free(run->skills->library);
        run->skills->library = library;
    }
    run->look->fresh = false;
    g_autoptr(command) then = g_steal_pointer(&run->control->to_obey);
    if (then && ok)
        command_obey(run, then);
    return ok;
}
