#include "engine/commands/drive.h"
#include "config/profile.h"

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

static bool refuse(GError **error, const char *why)
{
    g_set_error_literal(error, RUN_ERROR, RUN_ERROR_FAILED, why);
    return false;
}

/* Typed faster than it can be done: one text. */
static bool joined(struct run *run, const action *a)
{
    const action *last =
        run->control->to_drive->len ? g_ptr_array_index(run->control->to_drive, run->control->to_drive->len - 1) : NULL;
    const struct value *before = last && g_str_equal(last->skill, "key.type") ? action_get(last, "text") : NULL;
    const struct value *text = g_str_equal(a->skill, "key.type") ? action_get(a, "text") : NULL;
    if (!before || !text || before->type != VALUE_STRING || text->type != VALUE_STRING)
        return false;
    g_autofree char *both = g_strconcat(before->string, text->string, NULL);
    action_set_string((action *)last, "text", both);
    return true;
}

bool drive_ask(struct run *run, const action *a, GError **error)
{
    if (!control_is_taken_over(run->control) || run->control->to_obey)
        return refuse(error, "nobody has taken over (takeover first)");
    if (!devices_are_own(run->devices))
        return refuse(error, "only a sandbox of reins can be driven this way: this display has its own keyboard and mouse");
    if (run->judge->mode == GATE_DRY)
        return refuse(error, "mode dry fires nothing");
    if (!g_strv_contains(driven, a->skill))
        return refuse(error, "this is not a complete action of a keyboard or a mouse");
    if (run->control->to_drive->len == ASKED_MAX)
        return refuse(error, "the program is too slow for this: wait until it has done what was asked for");
    if (!joined(run, a))
        g_ptr_array_add(run->control->to_drive, action_copy(a));
    return true;
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

static void tell(struct run *run, const proposal *p)
{
    g_autofree char *shown = action_describe(p->action);
    const char *why = p->denied_by ? p->denied_why : p->reason && *p->reason ? p->reason : p->status;
    if (!p->refused && (!p->fired || g_strcmp0(p->status, "done") != 0))
        client_notice(run, "warning", "%s: not done: %s", shown, why ? why : "nothing was fired");
}

/* The run is not over for it: the person sees what there is, and goes on. */
static bool can_go_on(const GError *error)
{
    return g_error_matches(error, RUN_ERROR, RUN_ERROR_FAILED) || g_error_matches(error, RUN_ERROR, RUN_ERROR_TIMEOUT);
}

static bool one(struct run *run, action *a, bool *ret_done, GError **error)
{
    g_autoptr(GPtrArray) given = g_ptr_array_new();
    g_autoptr(proposal) p = NULL;
    g_autoptr(GError) failed = NULL;
    gint64 done = run->done;
    g_ptr_array_add(given, a);
    if (!step_begin(run, error))
        return false;
    run->oneshot->given = given;
    bool ok = step_look(run, &failed) && step_propose(run, a, "human", &p, &failed);
    if (ok && gate_fires(p->verdict) && !p->refused)
        ok = step_fire(run, p, &failed);
    run->oneshot->given = NULL;
    if (p && !p->person)
        p->person = g_strdup(DRIVE_PERSON);
    if (p && !step_remember(run, p, ok ? &failed : NULL))
        ok = false;
    run->done = done; /* the agent's budget of steps is not spent by that */
    if (p)
        tell(run, p);
    *ret_done = ok && p->fired;
    if (ok)
        return true;
    bool interrupted = g_error_matches(failed, RUN_ERROR, RUN_ERROR_INTERRUPTED);
    if (!can_go_on(failed) && (p || !interrupted)) {
        g_propagate_error(error, g_steal_pointer(&failed));
        return false;
    }
    if (!interrupted)
        client_notice(run, "error", "not done: %s", failed->message);
    return p || memory_step_end(run->store, run->id, run->step, run->options->task, NULL, "voided", NULL, error);
}

bool drive_go(struct run *run, GError **error)
{
    const int settle_ms = run->profile->settle_ms, timeout_ms = run->profile->settle_timeout_ms;
    skill_library *library = run->skills->library;
    bool ok = true;
    run->skills->library = skill_library_bare();
    run->profile->settle_ms = SETTLE_MS;
    run->profile->settle_timeout_ms = SETTLE_TIMEOUT_MS;
    run->oneshot->decide = decide;
    run->oneshot->data = run;
    control_change(run->control, CONTROL_DRIVING);
    while (ok && run->control->to_drive->len) {
        bool done = false;
        g_autoptr(action) a = g_ptr_array_steal_index(run->control->to_drive, 0);
        ok = one(run, a, &done, error);
        if (!done)
            g_ptr_array_set_size(run->control->to_drive, 0);
    }
    control_end_driving(run->control);
    run->oneshot->decide = NULL;
    run->oneshot->data = NULL;
    run->profile->settle_ms = settle_ms;
    run->profile->settle_timeout_ms = timeout_ms;
    skill_library_free(run->skills->library);
    run->skills->library = library;
    run->look->fresh = false;
    g_autoptr(command) then = g_steal_pointer(&run->control->to_obey);
    if (then && ok)
        command_obey(run, then);
    return ok;
}
