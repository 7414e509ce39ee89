/* What happens to a run: states, pause, stop. Safe to call from inside a wait. */

#include "engine/control/run_state.h"

#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/run/deciding.h"
#include "engine/devices/devices.h"
#include "engine/control/granting.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/protocol/protocol.h"
#include "engine/run/question.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "memory/memory.h"

/* Steps that a person drove, and those that ended without a decision, are not of the budget; 0 = there were none. */
static int last_step(const struct run *run)
{
    gint64 last = run->step - run_turn(run) + run->options->max_steps;
    return last == run->options->max_steps ? 0 : (int)last;
}

static void tell_state(struct run *run)
{
    g_autoptr(event) e = event_new(EVENT_STATE);
    e->state = g_strdup(run->state);
    e->step = (int)run->step;
    e->last_step = last_step(run);
    e->reason = g_strdup(control_is_paused(run->control) ? run->control->pause_reason : run->state_why);
    client_send(run, e);
}

void run_set_state(struct run *run, const char *state)
{
    if (g_strcmp0(run->state, state) != 0)
        run_set_state_for(run, state, NULL);
}

void run_set_state_for(struct run *run, const char *state, const char *why)
{
    const bool same = g_strcmp0(run->state, state) == 0 && g_strcmp0(run->state_why, why) == 0;
    if (same || (control_is_driving(run->control) && !g_str_equal(state, "ended")))
        return;
    run->state = g_intern_string(state);
    g_free(run->state_why);
    run->state_why = g_strdup(why);
    tell_state(run);
}

void run_pause_because(struct run *run, const char *reason)
{
    if (g_strcmp0(run->state, "paused") != 0 || control_is_driving(run->control))
        return;
    g_free(run->control->pause_reason);
    run->control->pause_reason = g_strdup(reason);
    tell_state(run);
}

/* What was let go of must outlive this engine, too: `reins resume` asks for it again. */
static bool keep_lost(struct run *run, GError **error)
{
    return run->holds->lost->len == 0 || run_keep(run, error);
}

/* What is still to be done or to be obeyed is neither: the take-over is over. */
static void forget_driving(struct run *run, const char *reason)
{
    int keys = control_drop_driven(run->control, 0);
    g_autofree char *text = g_strdup_printf("not done: %d key%s dropped: %s", keys, keys == 1 ? " was" : "s were", reason);
    if (keys)
        client_undriven(run, "warning", run->control->lost_burst, text);
    g_clear_pointer(&run->control->to_obey, command_free); /* a pause after a hand-back is what holds */
}

void run_pause(struct run *run, const char *by, const char *reason)
{
    g_autoptr(GError) error = NULL;
    holds_lose(run->holds);
    run_hand_watch(run, NULL);
    run_hand_let_go(run);
    gate_close(&run->judge->gate, GATE_VOIDED, by, reason);
    question_close(run->question, QUESTION_VOIDED, by, reason);
    forget_driving(run, reason);
    bool paused = control_is_paused(run->control);
    control_pause(run->control);
    run->control->interrupt = true;
    run->look->fresh = false;
    if (paused)
        return;
    g_free(run->control->pause_reason);
    run->control->pause_reason = g_strdup(reason);
    run_note(run, by, reason);
    granting_end(run, "paused", by, reason);
    if (!keep_lost(run, &error) || !memory_run_set_status(run->store, run->id, "paused", &error))
        run_fail(run, g_steal_pointer(&error));
    run_set_state(run, "paused");
    client_notice(run, "info", "%s", reason);
}

void run_go_on(struct run *run)
{
    g_autoptr(GError) error = NULL;
    run_hand_let_go(run); /* whatever was done at the display meanwhile has been heard */
    control_change(run->control, child_running(&run->devices->hand.process) ? CONTROL_RESUMING : CONTROL_RUNNING);
    run_note(run, "human", "resumed");
    if (!memory_run_set_status(run->store, run->id, "running", &error))
        run_fail(run, g_steal_pointer(&error));
}

void run_stop(struct run *run, const char *by, const char *reason)
{
    run_hand_let_go(run);
    gate_close(&run->judge->gate, GATE_VOIDED, by, reason);
    question_close(run->question, QUESTION_VOIDED, by, reason);
    if (run->control->stop)
        return;
    run->control->stop = true;
    run->control->stop_reason = g_strdup(reason);
}
