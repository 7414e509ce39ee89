/* `reins do`: one skill through the same gate, recorded as a run of one step, with no agent and no model. */

#include "engine/engine.h"

#include "engine/life.h"
#include "engine/step.h"

#define SETTLE_AFTER_MS 100
#define SETTLE_TIMEOUT_MS 600

/* The target is whatever has the focus; it is left where it is. */
static void as_it_is(struct run *run)
{
    run->profile->settle_ms = SETTLE_AFTER_MS;
    run->profile->settle_timeout_ms = SETTLE_TIMEOUT_MS;
    g_clear_pointer(&run->profile->window, g_free);
}

struct deciding {
    const struct engine_do *what;
    struct run *run;
};

/* Answers the proposal in the person's place: by --yes, or on the terminal. */
static void decide(const event *e, void *data)
{
    const struct deciding *d = data;
    const struct engine_do *what = d->what;
    g_autoptr(GError) error = NULL;
    const char *window = e->target && e->target->window ? e->target->window : "";
    bool yes = what->yes || (what->ask && what->ask(e->action, e->timeline, e->tier, e->rule, e->word, window, what->data));
    if (yes)
        gate_approve(&d->run->gate, e->id, e->digest, e->word, g_get_monotonic_time(), &error);
    else
        gate_reject(&d->run->gate, e->id, "not approved on the terminal", &error);
}

static bool nothing_held(struct run *run, void *data)
{
    (void)data;
    return (!run->keys || !*run->keys) && (!run->buttons || !*run->buttons);
}

/* Somebody took mouse or keyboard while it fired: the rest of it is not fired, and nothing is down. */
static int stopped_by_person(const struct run *run, const char **ret_outcome, GError **error)
{
    *ret_outcome = "stopped";
    g_set_error(error, RUN_ERROR, RUN_ERROR_STOPPED, "%s: what was still to come was not fired (look before you repeat it)",
                run->pause_reason ? run->pause_reason : "somebody used keyboard or mouse");
    return 4;
}

static int conclude(const struct run *run, const proposal *p, const char **ret_outcome, GError **error)
{
    *ret_outcome = "error";
    if (p->refused) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s", p->reason);
        return 1;
    }
    if (p->denied_by) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s: not fired: %s", p->action->skill, p->denied_why);
        return 1;
    }
    if (p->verdict == GATE_REJECTED) {
        *ret_outcome = "stopped";
        return 4;
    }
    if (run->yielded)
        return stopped_by_person(run, ret_outcome, error);
    if (g_strcmp0(p->status, "uncertain") == 0) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s may have been fired, or half of it: %s (look before you repeat it)",
                    p->action->skill, run->pause_reason ? run->pause_reason : "the hand did not answer");
        return 1;
    }
    if (!p->fired || g_strcmp0(p->status, "done") != 0) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "nothing more was fired: %s",
                    p->reason && *p->reason ? p->reason
                    : p->status             ? p->status
                                            : "stale");
        return 1;
    }
    *ret_outcome = "success";
    return 0;
}

static int fire_one(struct run *run, const struct engine_do *what, const char **ret_outcome, GError **error)
{
    g_autoptr(proposal) p = NULL;
    g_autoptr(GError) failed = NULL;
    struct deciding deciding = {.what = what, .run = run};
    run->decide = decide;
    run->decide_data = &deciding;
    run->step = 1;
    bool ok = memory_step_begin(run->store, run->id, 1, &failed) && step_observe(run, &failed) &&
              step_propose(run, what->action, "human", &p, &failed);
    if (ok && gate_fires(p->verdict) && !p->refused)
        ok = step_fire(run, p, &failed);
    /* Holds without an end are the hand's to expire; the command is done when nothing is down any more. */
    if (ok && p->fired && (run->stop || g_strcmp0(p->status, "done") == 0))
        ok = run_wait(run, nothing_held, NULL, 0, &failed);
    if (p && !step_remember(run, p, ok ? &failed : NULL))
        ok = false;
    if (ok)
        return conclude(run, p, ret_outcome, error);
    if (g_error_matches(failed, RUN_ERROR, RUN_ERROR_INTERRUPTED)) {
        g_clear_error(&failed);
        if (run->yielded)
            return stopped_by_person(run, ret_outcome, error);
        g_set_error(&failed, RUN_ERROR, RUN_ERROR_FAILED, "%s: what was still to come was not fired (look, then try again)",
                    run->pause_reason ? run->pause_reason : "the eye has died");
    }
    int code = life_exit_code(failed, ret_outcome);
    g_propagate_error(error, g_steal_pointer(&failed));
    return code;
}

int engine_do(config *cfg, const struct engine_do *what, GError **error)
{
    g_autofree char *task = g_strdup_printf("do %s", what->action->skill);
    run_options options = {.task = task,
                           .display = (char *)what->display,
                           .profile = (char *)what->profile,
                           .brain = (char *)"",
                           .agent = (char *)"do",
                           .mode = (char *)"step",
                           .max_steps = 1};
    struct run run = {.lock = -1, .listener = -1, .signals = -1};
    g_autoptr(GError) failed = NULL;
    const char *outcome = "error";
    int code;
    if (life_open(&run, cfg, &options, -1, -1, false, &failed) && life_begin(&run, &failed)) {
        as_it_is(&run);
        if (life_start(&run, &failed))
            code = fire_one(&run, what, &outcome, &failed);
        else
            code = life_exit_code(failed, &outcome);
    } else {
        code = life_exit_code(failed, &outcome);
    }
    life_end(&run, outcome, failed ? failed->message : "fired", code);
    if (failed)
        g_propagate_error(error, g_steal_pointer(&failed));
    life_close(&run);
    return code;
}
