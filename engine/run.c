/* What happens to a run: states, pause, stop, failure. Safe to call from inside a wait. */

#include "engine/agents/agent.h"
#include "engine/drive.h"
#include "engine/run.h"
#include "engine/answers.h"
#include "engine/budget.h"
#include "engine/child.h"
#include "engine/client.h"
#include "engine/control.h"
#include "engine/devices.h"
#include "engine/gate.h"
#include "engine/holds.h"
#include "engine/judge.h"
#include "engine/look.h"
#include "engine/oneshot.h"
#include "engine/procedural.h"
#include "engine/proposing.h"
#include "engine/protocol.h"
#include "engine/question.h"
#include "engine/reminder.h"
#include "engine/replay.h"
#include "engine/working.h"
#include "memory/memory.h"

G_DEFINE_QUARK(reins - run - error, run_error)

/* ---- its parts ---- */

struct run_working *run_working_new(const struct agent *agent)
{
    struct run_working *w = g_new0(struct run_working, 1);
    w->agent = agent;
    w->mind = agent ? mind_new(agent->mind) : NULL;
    w->past = g_ptr_array_new_with_free_func((GDestroyNotify)situation_past_free);
    return w;
}

void run_working_free(struct run_working *w)
{
    if (!w)
        return;
    if (w->agent)
        mind_free(w->agent->mind, w->mind);
    g_clear_pointer(&w->boards, g_hash_table_unref);
    g_ptr_array_unref(w->past);
    g_free(w->subtask);
    g_free(w->summary);
    g_free(w);
}

void run_init(struct run *run, const struct agent *agent)
{
    *run = (struct run){.lock = -1,
                        .client = run_client_new(),
                        .devices = run_devices_new(),
                        .holds = run_holds_new(),
                        .control = run_control_new(),
                        .judge = run_judge_new(),
                        .proposing = run_proposing_new(),
                        .question = run_question_new(),
                        .answers = g_new0(struct answers, 1),
                        .skills = run_skills_new(),
                        .recall = run_recall_new(),
                        .look = run_look_new(),
                        .spent = g_new0(struct run_spent, 1),
                        .working = run_working_new(agent),
                        .oneshot = g_new0(struct run_oneshot, 1),
                        .asks = g_ptr_array_new()};
    answers_init(run->answers, agent ? agent->modules : NULL);
}

void run_clear(struct run *run)
{
    g_clear_pointer(&run->recall, run_recall_free); /* before the brains and the store */
    g_clear_pointer(&run->skills, run_skills_free);
    g_clear_pointer(&run->judge, run_judge_free);
    g_clear_pointer(&run->proposing, run_proposing_free);
    g_clear_pointer(&run->question, run_question_free);
    g_clear_pointer(&run->look, run_look_free);
    g_clear_pointer(&run->brains, brain_pool_free);
    g_clear_pointer(&run->replay, replay_free);
    g_clear_pointer(&run->profile, profile_free);
    g_clear_pointer(&run->store, memory_close);
    if (run->answers)
        answers_clear(run->answers);
    g_clear_pointer(&run->answers, g_free);
    g_clear_pointer(&run->working, run_working_free);
    g_clear_pointer(&run->holds, run_holds_free);
    g_clear_pointer(&run->devices, run_devices_free);
    g_clear_pointer(&run->client, run_client_free);
    g_clear_pointer(&run->control, run_control_free);
    g_clear_pointer(&run->spent, g_free);
    g_clear_pointer(&run->oneshot, g_free);
    g_clear_pointer(&run->asks, g_ptr_array_unref);
    if (run->lock >= 0)
        close(run->lock);
    run->lock = -1;
}

void run_set_state(struct run *run, const char *state)
{
    if (g_strcmp0(run->state, state) == 0 || (control_is_driving(run->control) && !g_str_equal(state, "ended")))
        return;
    run->state = g_intern_string(state);
    g_autoptr(event) e = event_new(EVENT_STATE);
    e->state = g_strdup(state);
    e->step = (int)run->step;
    if (control_is_paused(run->control))
        e->reason = g_strdup(run->control->pause_reason);
    client_send(run, e);
}

void run_fail(struct run *run, GError *error)
{
    if (run->control->fatal)
        g_error_free(error);
    else
        run->control->fatal = error;
}

void run_note(struct run *run, const char *by, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *data = run_note_json(text);
    if (!memory_journal_add(run->store, run->id, run->step, 0, "note", by, NULL, data, &error))
        run_fail(run, g_steal_pointer(&error));
}

void run_settle(struct run *run, gint64 step, bool fired)
{
    run->look->fired_last = fired;
    run->done += step != run->remembered;
    run->remembered = step;
    run->settled_proposal = run->proposing->last;
    if (run->working->thinking) {
        mind_free(run->working->agent->mind, run->working->mind);
        run->working->mind = mind_copy(run->working->agent->mind, run->working->thinking);
    }
    while (run->working->past->len > (guint)config_int(run->cfg, "run", "memory_k"))
        g_ptr_array_remove_index(run->working->past, 0);
}

bool run_keep(struct run *run, GError **error)
{
    g_autofree char *state = run_state_to_json(run);
    return memory_state_set(run->store, run->id, run->remembered, state, error);
}

/* What was let go of must outlive this engine, too: `reins resume` asks for it again. */
static bool keep_lost(struct run *run, GError **error)
{
    return run->holds->lost->len == 0 || run_keep(run, error);
}

void run_pause(struct run *run, const char *by, const char *reason)
{
    g_autoptr(GError) error = NULL;
    holds_lose(run->holds);
    hand_let_go(run);
    gate_close(&run->judge->gate, GATE_VOIDED, by, reason);
    question_close(run->question, QUESTION_VOIDED, by, reason);
    drive_forget(run);
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
    hand_let_go(run); /* whatever was done at the display meanwhile has been heard */
    control_change(run->control, child_running(&run->devices->hand.process) ? CONTROL_RESUMING : CONTROL_RUNNING);
    run_note(run, "human", "resumed");
    if (!memory_run_set_status(run->store, run->id, "running", &error))
        run_fail(run, g_steal_pointer(&error));
}

void run_stop(struct run *run, const char *by, const char *reason)
{
    hand_let_go(run);
    gate_close(&run->judge->gate, GATE_VOIDED, by, reason);
    question_close(run->question, QUESTION_VOIDED, by, reason);
    if (run->control->stop)
        return;
    run->control->stop = true;
    run->control->stop_reason = g_strdup(reason);
}
