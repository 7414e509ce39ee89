/* The agent outside: a program of somebody else acts, over a socket of the run. It proposes and looks, and can do nothing that a
 * person does: approve, grant, mode, resume and handback are commands of a console, on another socket. */

#include "engine/agents/outside/outside.h"

#include "engine/agents/agent.h"
#include "engine/client/client.h"
#include "engine/client/program.h"
#include "engine/control/run_state.h"
#include "engine/control/wait.h"
#include "engine/eye/eye.h"
#include "engine/modules/situation.h"
#include "engine/run/control.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/run/run.h"
#include "engine/run/working.h"
#include "engine/step/procedural.h"
#include "engine/step/step.h"
#include "engine/step/task_check.h"
#include "skills/library/library.h"

static const struct module modules[] = {{{0}}};
static const struct option_row options[] = {
    {NULL, "socket", OPTION_STRING, "", 0, 0, NULL,
     "path of the socket that the program connects to; empty = run-RUN.program.sock in the folder of the run's sockets"},
    {0},
};

static bool open_socket(struct run *run, GError **error)
{
    if (run->program->listener >= 0)
        return true;
    if (!program_listen(run, run_option(run->options, run->cfg, "socket"), error))
        return false;
    client_notice(run, "info", "a program acts through %s", run->program->path);
    return true;
}

/* A look for a late effect may have corrected it since. */
static void note_outcome(struct run *run)
{
    const GPtrArray *past = run->working->past;
    const struct situation_past *last = past->len ? past->pdata[past->len - 1] : NULL;
    if (!run->program->step || !last || last->step != run->program->step)
        return;
    g_free(run->program->did);
    run->program->did = outside_did_json(last, run->look->reward, run->look->reward_error);
}

/* result: of the run that has ended; NULL = it goes on. Caller frees. */
static char *answer_of(struct run *run, const char *result, const char *reason)
{
    const eye_observation *o = run->look->observation;
    struct outside_answer a = {.did = run->program->did,
                               .frame = o ? o->frame.path : NULL,
                               .width = o ? o->frame.width : 0,
                               .height = o ? o->frame.height : 0,
                               .state = o && o->screen ? o->screen->state : NULL,
                               .task = run->options->task,
                               .said = run->control->hint->str,
                               .trouble = run->control->trouble,
                               .check = run->program->denied,
                               .result = result,
                               .reason = reason};
    return outside_answer_json(&a);
}

static void answer(struct run *run)
{
    if (!run->program->open)
        return;
    note_outcome(run);
    g_autofree char *line = answer_of(run, NULL, NULL);
    program_answer(run->program, line);
    control_forget_told(run->control);
}

static void answer_error(struct run *run, const char *text)
{
    g_autofree char *line = program_error_json(text);
    program_answer(run->program, line);
}

/* What a check denies is noted once, until another one denies, or says something else. */
static bool task_is_done(struct run *run)
{
    g_autofree char *before = g_steal_pointer(&run->program->denied);
    bool done = task_check_now(run, &run->program->denied);
    if (run->program->denied && g_strcmp0(run->program->denied, before) != 0)
        run_note(run, "task", run->program->denied);
    return done;
}

/* The outcome of a plan that a skill refuses, or that the person rejects, is an answer: the program goes on as long as it likes.
 */
static bool act(struct run *run, const action *a, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, (action *)a);
    run->working->refused = 0;
    run->program->step = run->step;
    run->program->did = outside_did_json(NULL, 0, NULL);
    bool ok = step_act_batch(run, one, 1, BATCH_WHOLE, error);
    note_outcome(run);
    if (!run->program->open) /* the next program has not asked for it */
        control_forget_told(run->control);
    if (ok && run->look->fired_last && task_is_done(run)) {
        *ret_end = AGENT_SUCCESS;
        *ret_reason = g_strdup("the task is done");
    }
    return ok;
}

/* *ret_act: NULL = it was none, or it has been answered. False: a look was ended. */
static bool heed(struct run *run, struct outside_request *r, bool *ret_ended, action **ret_act, GError **error)
{
    g_autoptr(GError) unfit = NULL;
    gsize length;
    g_autofree char *line = program_take(run->program, &length);
    if (!outside_request_read(line, length, r, &unfit) ||
        (r->action &&
         (!procedural_fetch(run, r->action->skill, &unfit) || !skill_library_check(run->skills->library, r->action, &unfit)))) {
        answer_error(run, unfit->message);
        return true;
    }
    *ret_ended = r->kind == OUTSIDE_END;
    *ret_act = r->kind == OUTSIDE_ACT && run->program->stream ? r->action : NULL; /* nobody is there to be told what came of it */
    if (r->kind != OUTSIDE_LOOK)
        return true;
    run->look->fresh = false;
    if (!step_observe(run, error))
        return false;
    answer(run);
    return true;
}

static bool end(struct run *run, const struct outside_request *r, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    run->program->open = false; /* the run's end answers it */
    *ret_end = r->success ? AGENT_SUCCESS : AGENT_FAILED;
    *ret_reason = g_strdup(*r->reason ? r->reason : "the program has ended it");
    return step_remember(run, NULL, error);
}

/* Told again when a program comes or goes. */
static bool asks(struct run *run, void *data)
{
    g_autofree char *nobody = g_strdup_printf("no program is connected to %s", run->program->path);
    if (!control_is_paused(run->control))
        run_set_state_for(run, "thinking", run->program->stream ? "the program that is connected has not asked yet" : nobody);
    return program_asks(run, data);
}

static bool step(struct run *run, void *mind, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    (void)mind;
    *ret_end = AGENT_GOES_ON;
    if (!open_socket(run, error) || !step_observe(run, error))
        return false;
    answer(run);
    for (;;) {
        struct outside_request r = {0};
        action *proposed = NULL;
        bool ended = false;
        bool ok = wait_until(run, asks, NULL, 0, error) && heed(run, &r, &ended, &proposed, error);
        bool over = !ok || ended || proposed;
        if (ok && ended)
            ok = end(run, &r, ret_end, ret_reason, error);
        else if (ok && proposed)
            ok = act(run, proposed, ret_end, ret_reason, error);
        outside_request_clear(&r);
        if (over)
            return ok;
    }
}

static void ended(struct run *run, const char *outcome, const char *reason)
{
    note_outcome(run);
    g_autofree char *line = answer_of(run, outcome, reason);
    program_close(run->program, line);
}

const struct agent agent_outside = {
    .name = "outside",
    .about = "a program of yours acts, over a socket that can approve nothing (see reins-outside(7))",
    .modules = modules,
    .options = options,
    .step = step,
    .ended = ended,
};
