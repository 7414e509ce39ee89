/* What happens to a run: states, pause, stop, failure. Safe to call from inside a wait. */

#include "engine/agents/agent.h"
#include "engine/drive.h"
#include "engine/run.h"

G_DEFINE_QUARK(reins - run - error, run_error)

void run_set_state(struct run *run, const char *state)
{
    if (g_strcmp0(run->state, state) == 0 || (run->driving && !g_str_equal(state, "ended")))
        return;
    run->state = g_intern_string(state);
    g_autoptr(event) e = event_new(EVENT_STATE);
    e->state = g_strdup(state);
    e->step = (int)run->step;
    if (run->paused)
        e->reason = g_strdup(run->pause_reason);
    client_send(run, e);
}

void run_fail(struct run *run, GError *error)
{
    if (run->fatal)
        g_error_free(error);
    else
        run->fatal = error;
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
    run->fired_last = fired;
    run->done += step != run->remembered;
    run->remembered = step;
    run->settled_proposal = run->last_proposal;
    if (run->thinking) {
        mind_free(run->agent->mind, run->mind);
        run->mind = mind_copy(run->agent->mind, run->thinking);
    }
    while (run->past->len > (guint)config_int(run->cfg, "run", "memory_k"))
        g_ptr_array_remove_index(run->past, 0);
}

bool run_keep(struct run *run, GError **error)
{
    g_autofree char *state = run_state_to_json(run);
    return memory_state_set(run->store, run->id, run->remembered, state, error);
}

/* What was let go of must outlive this engine, too: `reins resume` asks for it again. */
static bool keep_lost(struct run *run, GError **error)
{
    return run->lost->len == 0 || run_keep(run, error);
}

void run_pause(struct run *run, const char *by, const char *reason)
{
    g_autoptr(GError) error = NULL;
    holds_lose(run);
    hand_let_go(run);
    gate_close(&run->gate, GATE_VOIDED, by, reason);
    drive_forget(run);
    run->interrupt = true;
    run->fresh = false;
    if (run->paused)
        return;
    run->paused = true;
    g_free(run->pause_reason);
    run->pause_reason = g_strdup(reason);
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
    run->paused = run->yielded = false;
    run->person_drives = false;
    hand_let_go(run); /* whatever was done at the display meanwhile has been heard */
    run->going_on = child_running(&run->hand);
    run_note(run, "human", "resumed");
    if (!memory_run_set_status(run->store, run->id, "running", &error))
        run_fail(run, g_steal_pointer(&error));
}

void run_stop(struct run *run, const char *by, const char *reason)
{
    hand_let_go(run);
    gate_close(&run->gate, GATE_VOIDED, by, reason);
    if (run->stop)
        return;
    run->stop = true;
    run->stop_reason = g_strdup(reason);
}

GArray *run_left_out(const struct run *run, int x, int y)
{
    const struct eye_window *w = run->observation ? eye_observation_window(run->observation, run->observation->target) : NULL;
    GArray *places = run->left_out ? g_array_new(FALSE, FALSE, sizeof(struct area)) : NULL;
    for (guint i = 0; places && i < run->left_out->len; i++) {
        const struct profile_ignore *g = &g_array_index(run->left_out, struct profile_ignore, i);
        struct area a = {g->x + (g->from_screen || !w ? 0 : w->x), g->y + (g->from_screen || !w ? 0 : w->y), g->width, g->height};
        if ((g->from_screen || w) && !area_has(a, x, y))
            g_array_append_val(places, a);
    }
    return places;
}
