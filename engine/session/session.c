#include "engine/session/session.h"

#include "engine/agents/agent.h"
#include "engine/step/brief.h"
#include "engine/run/deciding.h"
#include "engine/commands/drive.h"
#include "engine/session/fork.h"
#include "engine/control/granting.h"
#include "engine/control/greeting.h"
#include "engine/control/device_control.h"
#include "engine/control/world_file.h"
#include "engine/session/parts.h"
#include "engine/control/run_state.h"
#include "engine/step/prices.h"
#include "engine/step/procedural.h"
#include "engine/step/reward.h"
#include "engine/session/restore.h"
#include "engine/run/run.h"
#include "engine/step/step.h"
#include "skills/worker/worker.h"
#include "config/line.h"
#include "config/task_file.h"
#include "engine/run/answers.h"
#include "engine/run/brains.h"
#include "engine/run/budget.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/devices/recorded.h"
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/eye/reading.h"
#include "engine/gate/gate.h"
#include "engine/step/judge.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/options.h"
#include "engine/run/proposing.h"
#include "engine/protocol/protocol.h"
#include "engine/run/replay.h"
#include "engine/gate/rules.h"
#include "engine/picture/frame.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define SERVER_EXIT_MS 200
#define RELEASE_TIMEOUT_US (4 * G_USEC_PER_SEC) /* a hand that hangs is killed after one, and another one does it */

int session_exit_code(const GError *error, const char **ret_outcome)
{
    *ret_outcome = "error";
    if (g_error_matches(error, RUN_ERROR, RUN_ERROR_STOPPED)) {
        *ret_outcome = "stopped";
        return 4;
    }
    if (g_error_matches(error, RUN_ERROR, RUN_ERROR_BUDGET)) {
        *ret_outcome = "budget";
        return 4;
    }
    bool environment = g_error_matches(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT) ||
                       g_error_matches(error, DISPLAY_ERROR, DISPLAY_ERROR_ENVIRONMENT) ||
                       g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_ENVIRONMENT) ||
                       g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_NEWER) ||
                       g_error_matches(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG);
    if (environment)
        return 3;
    bool usage =
        g_error_matches(error, CONFIG_ERROR, CONFIG_ERROR_USAGE) || g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_NOT_FOUND);
    return usage ? 2 : 1;
}

/* ---- open ---- */

static int take_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an error of write() */
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

bool session_open(struct run *run, config *cfg, const run_options *options, int fd_in, int fd_out, bool console, GError **error)
{
    parts_init(run, agent_find(options->agent));
    run->cfg = cfg;
    run->options = options;
    run->client->console = console;
    run->client->signals = take_signals();
    if (fd_in >= 0)
        run->client->stream = line_stream_new(fd_in, fd_out);
    g_autofree char *dir = config_data_dir(error);
    if (!dir)
        return false;
    run->brains = brain_pool_new(cfg);
    brain_pool_set_shrink(run->brains, frame_resize_png, frame_png_to_jpeg);
    run->store = memory_open(dir, true, error);
    if (!run->store)
        return false;
    memory_on_wait(run->store, links_store_waits, run);
    run->replay = replay_new(run->store);
    brain_pool_set_recorded(run->brains, replay_answer, run->replay);
    if (options->record && !brain_pool_record(run->brains, options->record, error))
        return false;
    return replay_check(run->replay, run->options->brain, error);
}

/* ---- begin ---- */

static bool is_wanted(gint64 id, void *data)
{
    struct run *run = data;
    if (id == run->options->resume || memory_run_holder(run->store, id) != 0)
        return true;
    struct memory_run *row = memory_run_get(run->store, id, NULL);
    bool paused = row && g_strcmp0(row->status, "paused") == 0;
    memory_run_free(row);
    return paused;
}

bool session_sweep(struct run *run, gint64 except, GError **error)
{
    g_autoptr(GPtrArray) runs = memory_runs_left(run->store, error);
    if (!runs)
        return false;
    for (guint i = 0; i < runs->len; i++) {
        const struct memory_run *row = g_ptr_array_index(runs, i);
        if (row->id == except || memory_run_holder(run->store, row->id) != 0)
            continue;
        g_autoptr(sandbox) s = sandbox_from_json(row->sandbox, NULL);
        if (s && s->server.pid)
            sandbox_end(s);
        if (!memory_run_set_display(run->store, row->id, row->display, NULL, error))
            return false;
    }
    g_autofree char *data = config_data_dir(error);
    g_autofree char *root = data ? g_build_filename(data, "sandboxes", NULL) : NULL;
    if (root)
        sandbox_end_orphans(root, is_wanted, run);
    return root != NULL;
}

/* The display that the run is given, or a recorded one was recorded on; false: it makes one of its own. */
static bool display_of(struct run *run, display_target *ret_target)
{
    const char *name = run->options->display, *recording = display_target_recording(name);
    const gint64 id = recording ? recorded_run(recording, NULL) : 0; /* venue.c has the error */
    struct memory_run *row = id ? memory_run_get(run->store, id, NULL) : NULL;
    if (row && row->display && *row->display) {
        g_free(run->devices->was);
        name = run->devices->was = g_strdup(row->display);
    }
    memory_run_free(row);
    return name && display_target_read(name, ret_target, NULL);
}

/* What tells the elements that the agent works by, where the profile leaves that open. given: a display; NULL = a sandbox. */
static enum profile_elements elements_of_agent(const struct run *run, const display_target *given)
{
    const struct agent *agent = run->working->agent;
    if (!agent || !agent->by_elements || !agent->by_elements(run))
        return PROFILE_ELEMENTS_NONE;
    /* a screen of others has a bus or not: the observation then says that it tells none */
    if (!given || given->kind == DISPLAY_X11 || given->kind == DISPLAY_VNC)
        return PROFILE_ELEMENTS_ATSPI;
    return given->kind == DISPLAY_PHONE ? PROFILE_ELEMENTS_UIAUTOMATOR : PROFILE_ELEMENTS_NONE;
}

bool session_load_profile(struct run *run, GError **error)
{
    const run_options *o = run->options;
    g_auto(display_target) given = {0};
    const bool is_given = display_of(run, &given);
    const char *usual = given.acts ? PROFILE_WORLD : "default";
    run->profile = o->profile ? profile_load(o->profile, error) : profile_for_command(o->app ? o->app : usual, error);
    if (!run->profile)
        return false;
    profile_fill(run->profile, run->cfg);
    reading_set_languages(run->profile->languages);
    if (o->task_file && !o->display)
        run->profile->home_temporary = o->task_file->home_temporary;
    if (run->working->agent && !brains_merge(run->cfg, run->answers->modules, run->profile->merge, &run->answers->merged, error))
        return false;
    if (run->profile->elements.open)
        run->profile->elements.by = elements_of_agent(run, is_given ? &given : NULL);
    if (given.touch)
        procedural_add_library(run, DISPLAY_TOUCH_LIBRARY);
    for (const char *const *library = run->working->agent ? run->working->agent->libraries : NULL; library && *library; library++)
        procedural_add_library(run, *library);
    run->proposing->animated = run->profile->animated;
    run->judge->session_rules = run_options_rules(o, error);
    if (run->judge->session_rules)
        run->judge->rules = rules_new(config_rules(run->cfg), run->profile->rules, run->judge->session_rules, error);
    return run->judge->rules && judge_load_policy(run->judge, run->cfg, error);
}

bool session_begin(struct run *run, GError **error)
{
    const run_options *o = run->options;
    /* `reins do` leaves the sweeping to those that last longer */
    if (!session_load_profile(run, error) || !reward_check(run, error) ||
        (!run->oneshot->decide && !session_sweep(run, 0, error)))
        return false;
    g_autofree char *json = run_options_to_json(o);
    gate_mode_parse(o->mode, &run->judge->mode);
    struct memory_run row = {.task = o->task,
                             .agent = o->agent,
                             .brain = (char *)brains_of_run(run),
                             .profile = run->profile->name,
                             .app = o->app ? o->app : (char *)"",
                             .display = o->display ? o->display : (char *)"",
                             .mode = o->mode,
                             .options = json,
                             .status = (char *)"starting",
                             .parent = o->fork.parent,
                             .parent_step = o->fork.step,
                             .episode = o->episode,
                             .started_us = g_get_real_time()};
    if (!memory_run_add(run->store, &row, &run->id, error))
        return false;
    run->lock = memory_run_lock(run->store, run->id, error);
    if (run->lock < 0 || !o->fork.parent)
        return run->lock >= 0;
    if (!fork_remember(run, error))
        return false;
    restore_mode(run);
    return restore_rules(run, error);
}

/* ---- start ---- */

bool session_start(struct run *run, GError **error)
{
    bool again = run->options->resume != 0;
    bool had = again && run->devices->sandbox && run->devices->sandbox->server.pid;
    bool own = again && !run->options->display;
    bool lived = had && sandbox_alive(run->devices->sandbox);
    g_autofree char *dir = config_runtime_dir(error);
    if (!dir || !procedural_load(run, error) || !client_listen(run, error) || !brains_ready(run, error))
        return false;
    run->devices->preview = g_strdup_printf("%s/run-%" G_GINT64_FORMAT ".png", dir, run->id);
    if (again && run->devices->sandbox && !lived && had)
        run->devices->sandbox->server = (struct process_id){0};
    if (!venue_open(run, again && (lived || !own), error))
        return false;
    greeting_hello(run);
    if (run->judge->mode_told)
        client_notice(run, "warning", "%s", run->judge->mode_told);
    g_autofree char *judged_by = judge_describe(run->judge);
    run_note(run, "engine", judged_by);
    if (own && !lived)
        run->control->trouble =
            g_strdup("the sandbox display and its program were started again: what was on the screen is lost");
    const GPtrArray *odd = config_warnings(run->cfg);
    for (guint i = 0; i < odd->len; i++)
        client_notice(run, "warning", "%s", (char *)g_ptr_array_index(odd, i));
    run->control->started = memory_run_set_status(run->store, run->id, "running", error);
    return run->control->started;
}

/* ---- drive ---- */

static bool step_again(const GError *error)
{
    return g_error_matches(error, RUN_ERROR, RUN_ERROR_INTERRUPTED) || g_error_matches(error, RUN_ERROR, RUN_ERROR_REDO);
}

/* Blocks while the run is paused, and does what the person drives. Another pause meanwhile, or an edit, changes nothing. */
static bool await_resume(struct run *run, GError **error)
{
    for (;;) {
        g_autoptr(GError) ended = NULL;
        run->control->interrupt = false;
        bool ok = wait_until(run, drive_or_go_on, NULL, 0, &ended);
        while (ok && control_is_paused(run->control)) /* it has something to drive */
            ok = drive_go(run, &ended) && wait_until(run, drive_or_go_on, NULL, 0, &ended);
        if (ok)
            return true;
        if (!step_again(ended)) {
            g_propagate_error(error, g_steal_pointer(&ended));
            return false;
        }
        run->control->redo = false;
    }
}

/* The display, eye and hand may have to be opened again. *ret_open false: that could not be done, and the run is paused. */
static bool open_again(struct run *run, bool *ret_open, GError **error)
{
    g_autoptr(GError) lost = NULL;
    bool there = !run->devices->display_lost && child_running(&run->devices->eye.process) &&
                 (run->judge->mode == GATE_DRY || child_running(&run->devices->hand.process));
    *ret_open = true;
    if (there && device_control_start(run, &lost)) /* a hand that is new may have to connect yet */
        return venue_mend(run, error);
    bool ours = run->devices->sandbox && run->devices->sandbox->server.pid;
    if (run->devices->display_lost && ours) /* a server's connections break before its process is gone */
        process_id_wait(&run->devices->sandbox->server, SERVER_EXIT_MS);
    bool anew = run->devices->display_lost && ours && !sandbox_alive(run->devices->sandbox);
    run->devices->display_lost = false;
    if (!there && venue_open(run, true, &lost)) {
        g_free(run->control->trouble);
        run->control->trouble =
            g_strdup(anew ? "the display was lost; the sandbox and its program were started again: what was on the screen is lost"
                          : "eye and hand were connected to the display again");
        return true;
    }
    *ret_open = false;
    if (g_error_matches(lost, RUN_ERROR, RUN_ERROR_STOPPED)) {
        g_propagate_error(error, g_steal_pointer(&lost));
        return false;
    }
    if (!g_error_matches(lost, RUN_ERROR, RUN_ERROR_INTERRUPTED))
        client_notice(run, "error", "%s", lost->message);
    run->devices->display_lost = !there;
    run_pause(run, "engine", there ? "the hand cannot connect to the display" : "the display is not back");
    return true;
}

/* Blocks while the run is paused; then the step begins anew. */
static bool settle_interrupt(struct run *run, GError **error)
{
    bool open = false;
    while (!open)
        if (!await_resume(run, error) || !open_again(run, &open, error))
            return false;
    return true;
}

static bool next_step(struct run *run, GError **error)
{
    if (run->done >= run->options->max_steps) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_BUDGET, "%d steps are done, which is the limit (--max-steps)", (int)run->done);
        return false;
    }
    if (run->options->max_minutes > 0 &&
        g_get_monotonic_time() - run->begun_us > run->options->max_minutes * G_USEC_PER_SEC * 60) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_BUDGET, "%g minutes are over, which is the limit (--max-minutes)",
                    run->options->max_minutes);
        return false;
    }
    return step_begin(run, error);
}

/* Pause, takeover and lost organs end a step without a decision. */
static bool end_voided_step(struct run *run, GError **error)
{
    return run->remembered == run->step ||
           memory_step_end(run->store, run->id, run->step, run->working->subtask ? run->working->subtask : run->options->task,
                           NULL, "voided", NULL, error);
}

/* The agent's step, on a copy of its mind as it was when the last step was remembered. */
static bool think(struct run *run, enum agent_end *ret_end, char **ret_reason, GError **error)
{
    brief_forget(run);
    answers_forget_ahead(run->answers);
    run->working->thinking = mind_copy(run->working->agent->mind, run->working->mind);
    phase_begin(run);
    bool ok = run->working->agent->step(run, run->working->thinking, ret_end, ret_reason, error);
    mind_free(run->working->agent->mind, run->working->thinking);
    run->working->thinking = NULL;
    return ok;
}

/* An agent that paused at its end: it ends once a person goes on, or goes on from the phase that they went back to. */
static bool end_seen(struct run *run, enum agent_end *end, char **reason, GError **error)
{
    const struct phase *p = &run->working->phase;
    bool open = p->mind != NULL;
    if (*end == AGENT_GOES_ON || !p->ends_paused)
        return true;
    if (!settle_interrupt(run, error))
        return false;
    if (open && !p->mind) {
        *end = AGENT_GOES_ON;
        g_clear_pointer(reason, g_free);
    }
    return true;
}

void session_drive(struct run *run, const char **ret_outcome, char **ret_reason, int *ret_exit)
{
    enum agent_end end = AGENT_GOES_ON;
    g_autoptr(GError) error = NULL;
    bool redo = false;
    run->begun_us = g_get_monotonic_time();
    prices_read_day(run);
    step_tell_meter(run); /* the limits, before anything is spent */
    bool begins = prices_start(run, &error);
    while (begins && end == AGENT_GOES_ON && !error) {
        gint64 step = run->step;
        if (!settle_interrupt(run, &error) || ((!redo || run->step != step) && !next_step(run, &error)))
            break;
        redo = false;
        if ((procedural_refresh(run, &error) && think(run, &end, ret_reason, &error) &&
             end_seen(run, &end, ret_reason, &error)) ||
            !step_again(error))
            continue;
        g_clear_error(&error);
        redo = run->control->redo && !run->control->interrupt;
        if (!redo && !end_voided_step(run, &error))
            break;
        run->control->redo = false;
        run->look->fresh = redo && run->look->observation;
    }
    if (!error) {
        *ret_outcome = end == AGENT_SUCCESS ? "success" : "failed";
        *ret_exit = end == AGENT_SUCCESS ? 0 : 1;
        return;
    }
    g_free(*ret_reason);
    *ret_exit = session_exit_code(error, ret_outcome);
    run->control->store_failed =
        g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_FULL) || g_error_matches(error, MEMORY_ERROR, MEMORY_ERROR_BUSY);
    *ret_reason = run->control->store_failed
                      ? g_strdup_printf("%s; then: reins resume %" G_GINT64_FORMAT, error->message, run->id)
                      : g_strdup(error->message);
}

/* ---- end ---- */

static bool let_go(struct run *run, void *data)
{
    (void)data;
    return run->devices->hand.released || !child_running(&run->devices->hand.process);
}

/* False: it could not be seen. */
static bool release_all(struct run *run)
{
    if (!child_running(&run->devices->hand.process))
        return true;
    run_hand_let_go(run);
    if (wait_anyway(run, let_go, NULL, g_get_monotonic_time() + RELEASE_TIMEOUT_US, NULL))
        return true;
    client_notice(run, "error",
                  "display %s does not answer: a hand (process %d) stays and releases all keys and buttons once it does",
                  run->devices->display, (int)run->devices->hand.process.pid);
    return false;
}

static void last_frame(struct run *run)
{
    if (run->devices->display_lost || !child_running(&run->devices->eye.process))
        return;
    if (run->oneshot->decide && run->look->observation)
        return; /* reins do has looked after what it did, and nobody is there to be shown more */
    g_autoptr(GError) error = NULL;
    if (step_look_last(run, &error))
        return;
    bool late = g_error_matches(error, RUN_ERROR, RUN_ERROR_TIMEOUT);
    client_notice(run, "warning", "the run ends without a last picture: %s",
                  late ? "the machine was too busy to take one in time" : error->message);
}

/* They are lost with the sandbox. */
static void tell_unsaved(struct run *run)
{
    const char *title = devices_are_own(run->devices) ? look_unsaved(run->look) : NULL;
    if (!title)
        return;
    g_autofree char *text = g_strdup_printf("the run ends with unsaved changes, by the window's title: \"%s\"", title);
    client_notice(run, "warning", "%s", text);
    if (run->id && run->store && run->lock >= 0)
        run_note(run, "engine", text);
}

void session_end(struct run *run, const char *outcome, const char *reason, int exit_code)
{
    g_autoptr(GError) error = NULL;
    /* a resume that could not may be tried again; so may a run whose store failed */
    bool keep = run->control->store_failed || (run->options->resume && !run->control->started && exit_code != 4);
    run->control->closing = true;
    gate_close(&run->judge->gate, GATE_VOIDED, "engine", "the run has ended");
    granting_end(run, "revoked", "engine", "the run has ended");
    bool answers = release_all(run);
    if (answers && run->id && run->store)
        last_frame(run);
    if (!keep)
        tell_unsaved(run);
    device_control_stop(run);
    if (!keep && run->devices->sandbox && run->devices->sandbox->server.pid)
        sandbox_end(run->devices->sandbox);
    if (!keep)
        world_file_forget(run);
    if (run->id && run->store && run->lock >= 0 && keep) {
        if (!memory_run_set_status(run->store, run->id, "paused", &error))
            client_notice(run, "error", "the run's state could not be stored: %s", error->message);
    } else if (run->id && run->store && run->lock >= 0) {
        if (!memory_run_set_display(run->store, run->id, run->devices->display ? run->devices->display : "", NULL, &error) ||
            !memory_run_end(run->store, run->id, outcome, reason, &error))
            client_notice(run, "error", "the end of the run could not be stored: %s", error->message);
    }
    run_set_state(run, "ended");
    g_autoptr(event) e = event_new(EVENT_ENDED);
    e->end.outcome = g_strdup(outcome);
    e->reason = g_strdup(reason);
    e->end.exit_code = exit_code;
    client_send(run, e);
    if (run->working->agent && run->working->agent->ended)
        run->working->agent->ended(run, outcome, reason);
    client_close(run);
}

void session_close(struct run *run)
{
    client_close(run);
    device_control_stop(run);
    if (run->devices->preview)
        unlink(run->devices->preview);
    parts_clear(run);
}
