/* Venue: the display that a run works on, a sandbox or one of others, with its window manager, and the program that is started on
 * it. */

#include "engine/run/run.h"
#include "engine/agents/agent.h"
#include "config/config.h"
#include "config/line.h"
#include "config/profile.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/devices/recorded.h"
#include "engine/brain/secret.h"
#include "engine/display/connection_vnc.h"
#include "engine/display/display.h"
#include "engine/display/target.h"
#include "engine/eye/eye.h"
#include "engine/run/look.h"
#include "engine/run/options.h"
#include "engine/control/device_control.h"
#include "engine/control/task_place.h"
#include "engine/control/wait.h"
#include "engine/control/world_file.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define WINDOW_GRACE_MS 5000 /* beyond the eye's own limit */
#define WINDOW_SLICE_US (200 * 1000)
#define READY_TIMES 4 /* so many times as long as for one action is waited for a program that starts */

/* NULL = the usual one. */
static const char *manager_of(const struct run *run)
{
    return run->options->wm ? run->options->wm : run->profile->wm;
}

bool venue_is_bare(const struct run *run)
{
    const char *manager = manager_of(run);
    return !run->options->display && (!manager || g_str_equal(manager, "openbox") || g_str_equal(manager, "none"));
}

static bool open_sandbox(struct run *run, bool again, GError **error)
{
    g_autofree char *data = config_data_dir(error);
    if (!data)
        return false;
    g_autofree char *dir = g_strdup_printf("%s/sandboxes/run-%" G_GINT64_FORMAT, data, run->id);
    g_clear_pointer(&run->devices->sandbox, sandbox_free);
    const run_options *o = run->options;
    run->devices->sandbox = o->vnc      ? sandbox_start_vnc(dir, o->width, o->height, error)
                            : o->xephyr ? sandbox_start_window(dir, o->width, o->height, error)
                                        : sandbox_start(dir, o->width, o->height, error);
    if (!run->devices->sandbox)
        return false;
    run->devices->sandbox->accessible = run->profile->elements.by == PROFILE_ELEMENTS_ATSPI;
    g_free(run->devices->display);
    const sandbox *s = run->devices->sandbox;
    const bool watches = run->working->agent && run->working->agent->watches;
    run->devices->display = g_strdup(watches ? s->display : sandbox_screen(s));
    if (o->vnc)
        client_notice(run, "info", "%s the sandbox with a viewer: vncviewer -Shared %s", watches ? "work in" : "watch",
                      s->screen + strlen("vnc:"));
    if (run->profile->home_temporary && !sandbox_make_home(run->devices->sandbox, error))
        return false;
    if (!task_place_start(run, again, error)) /* before window manager and bus, which put files of their own into a home */
        return false;
    g_autofree char *notice = NULL;
    bool ok = sandbox_start_desktop(run->devices->sandbox, manager_of(run), &notice, error);
    if (notice)
        client_notice(run, "warning", "%s", notice);
    return ok;
}

/* It begins where the recorded run began, and cannot be taken up in its middle. */
static bool open_recorded(struct run *run, bool again, GError **error)
{
    g_free(run->devices->display);
    run->devices->display = g_strdup(run->options->display);
    if (again || run->options->fork.parent) {
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT,
                    "a run on a recorded display cannot be continued: start it again (reins run --display %s)",
                    run->devices->display);
        return false;
    }
    run->devices->recorded = recorded_run(display_target_recording(run->devices->display), error);
    return run->devices->recorded != 0;
}

static bool open_other(struct run *run, bool again, GError **error)
{
    if (display_target_recording(run->options->display))
        return open_recorded(run, again, error);
    struct display_probe probe = {0};
    g_auto(display_target) target = {0};
    if (!display_target_read(run->options->display, &target, error) ||
        (target.kind == DISPLAY_VNC &&
         !secret_keep(config_string(run->cfg, "run", "vnc_password"), CONNECTION_VNC_PASSWORD, "vnc_password=", error)))
        return false;
    if (target.kind == DISPLAY_WORLD)
        return world_file_open(run, &target, again, error) && task_place_start(run, again, error);
    if (display_target_distant(&target))
        client_notice(run, "warning",
                      "pictures and keys travel to %s in clear (let its server listen on localhost, and use ssh -L)",
                      target.host);
    g_free(run->devices->display);
    run->devices->display = g_strdup(run->options->display);
    display_probe(run->devices->display, &probe);
    bool ok = run->devices->probed = probe.problem == NULL;
    if (!ok)
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "%s", probe.problem);
    display_probe_clear(&probe);
    return ok && task_place_start(run, again, error);
}

static bool keep_display(struct run *run, GError **error)
{
    g_autofree char *json = run->devices->sandbox ? sandbox_to_json(run->devices->sandbox) : NULL;
    return memory_run_set_display(run->store, run->id, run->devices->display, json, error);
}

bool venue_mend(struct run *run, GError **error)
{
    sandbox *s = run->devices->sandbox;
    g_autoptr(GError) problem = NULL;
    if (!s || s->wm.pid == 0 || process_id_alive(&s->wm) || !sandbox_alive(s))
        return true;
    process_id_end(&s->wm, 0);
    s->wm = (struct process_id){0};
    if (sandbox_start_desktop(s, manager_of(run), NULL, &problem))
        client_notice(run, "warning", "the sandbox's window manager has ended and was started again");
    else
        client_notice(run, "error", "the sandbox's window manager has ended: %s", problem->message);
    if (problem) /* said once */
        s->wm = (struct process_id){0};
    run->look->fresh = false;
    return keep_display(run, error);
}

bool venue_note_target(struct run *run, GError **error)
{
    sandbox *s = run->devices->sandbox;
    const eye_observation *o = run->look->observation;
    const struct eye_window *w = s ? eye_observation_window(o, o->target) : NULL;
    if (!w || (w->id == s->window && w->pid == s->maker.pid))
        return true;
    s->window = w->id;
    s->maker = process_id_of((pid_t)w->pid);
    return keep_display(run, error);
}

/* The program on a display of others lives in a sandbox record without a server: the same code starts and watches it. */
static bool start_program(struct run *run, const char *program, GError **error)
{
    if (!run->devices->sandbox) {
        g_autofree char *data = config_data_dir(error);
        if (!data)
            return false;
        run->devices->sandbox = g_new0(sandbox, 1);
        run->devices->sandbox->display = g_strdup(run->devices->display);
        g_autofree char *dir = g_strdup_printf("%s/sandboxes/run-%" G_GINT64_FORMAT, data, run->id);
        g_mkdir_with_parents(dir, 0700);
        run->devices->sandbox->app_log = g_build_filename(dir, "app.log", NULL);
    }
    /* also of one that a resumed run has found */
    run->devices->sandbox->accessible = run->profile->elements.by == PROFILE_ELEMENTS_ATSPI;
    run->devices->sandbox->maker = (struct process_id){0};
    run->devices->sandbox->window = 0;
    g_free(run->devices->sandbox->cwd);
    run->devices->sandbox->cwd = g_strdup(run->profile->cwd);
    return sandbox_start_app(run->devices->sandbox, program, error);
}

static bool answered(struct run *run, void *data)
{
    (void)data;
    return run->devices->eye.answer != NULL;
}

static bool await_window(struct run *run, const char *program, GError **error)
{
    struct eye_request request = {.kind = EYE_AWAIT_WINDOW,
                                  .seq = ++run->devices->eye.seq,
                                  .pattern = run->profile->window,
                                  .timeout_ms = run->profile->window_timeout_ms,
                                  .dialogs = run->devices->sandbox->server.pid > 0,
                                  .program = run->devices->sandbox->app.pid,
                                  .server = run->devices->sandbox->server.pid,
                                  .manager = run->devices->sandbox->wm.pid,
                                  .ready_ms = READY_TIMES * run->profile->settle_timeout_ms};
    g_autofree char *line = eye_request_to_json(&request);
    gint64 longest_ms = (gint64)run->profile->window_timeout_ms + request.ready_ms + WINDOW_GRACE_MS;
    gint64 deadline = g_get_monotonic_time() + longest_ms * 1000;
    g_clear_pointer(&run->devices->eye.answer, eye_answer_free);
    line_stream_send(run->devices->eye.process.stream, line);
    for (;;) {
        g_autoptr(GError) slice = NULL;
        if (wait_until(run, answered, NULL, MIN(deadline, g_get_monotonic_time() + WINDOW_SLICE_US), &slice))
            break;
        if (!g_error_matches(slice, RUN_ERROR, RUN_ERROR_TIMEOUT) || g_get_monotonic_time() >= deadline) {
            g_propagate_error(error, g_steal_pointer(&slice));
            return false;
        }
        g_autofree char *failed = sandbox_app_left(run->devices->sandbox);
        if (failed) {
            g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "%s: %s", program, failed);
            return false;
        }
    }
    if (run->devices->eye.answer->kind == EYE_WINDOW && run->devices->eye.answer->found)
        return true;
    const struct eye_window *first = run->devices->eye.answer->kind == EYE_WINDOW ? run->devices->eye.answer->window : NULL;
    if (first && run->devices->sandbox->server.pid > 0) { /* a question comes before it: a recovery, a tip */
        client_notice(run, "warning",
                      "\"%s\" shows no window that fits window=%s yet; the run begins with what is there: \"%s\" (%s)", program,
                      run->profile->window, first->title, first->class);
        return true;
    }
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED,
                "no window of \"%s\" has appeared within %d s (is it the right program? see %s; window= in the profile says "
                "which window)",
                program, run->profile->window_timeout_ms / 1000,
                run->devices->sandbox->app_log ? run->devices->sandbox->app_log : "its log");
    return false;
}

bool venue_open(struct run *run, bool again, GError **error)
{
    bool recorded = display_target_recording(run->options->display) != NULL; /* its program was started then */
    const char *program = recorded                ? NULL
                          : run->options->app     ? run->options->app
                          : run->options->display ? NULL
                                                  : run->profile->app;
    bool living =
        again && run->devices->sandbox && (run->devices->sandbox->server.pid == 0 || sandbox_alive(run->devices->sandbox));
    run->devices->display_lost = false;
    if (!living && !(run->options->display ? open_other(run, again, error) : open_sandbox(run, again, error)))
        return false;
    if (!keep_display(run, error) || !device_control_start(run, error))
        return false;
    sandbox *s = living ? run->devices->sandbox : NULL;
    if (s && !process_id_alive(&s->app) && process_id_alive(&s->maker)) /* what started the program has ended, and it has not */
        s->app = (struct process_id){0};
    else if (program && (!s || !process_id_alive(&s->app)))
        return start_program(run, program, error) && keep_display(run, error) && await_window(run, program, error);
    return true;
}
