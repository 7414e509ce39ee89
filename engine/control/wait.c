/* The engine's one blocking place. Everything that can happen to a run happens in here, between two lines of an agent. */

#include "engine/control/wait.h"

#include "engine/run/run.h"
#include "config/line.h"
#include "engine/brain/brain.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/client/program.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/display/own.h"
#include "engine/run/deciding.h"
#include "engine/control/granting.h"
#include "engine/control/greeting.h"
#include "engine/control/device_control.h"
#include "engine/control/run_state.h"
#include "skills/worker/worker.h"

#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#define TURN_MAX_US (60 * G_USEC_PER_SEC)

static void add_fd(GArray *fds, int fd)
{
    GPollFD p = {.fd = fd, .events = G_IO_IN};
    if (fd >= 0)
        g_array_append_val(fds, p);
}

static void collect(const struct run *run, GArray *fds)
{
    add_fd(fds, run->client->signals);
    add_fd(fds, run->client->listener);
    if (run->client->stream)
        line_stream_prepare(run->client->stream, fds);
    if (run->client->newcomer)
        line_stream_prepare(run->client->newcomer, fds);
    program_prepare(run->program, fds);
    if (child_running(&run->devices->eye.process))
        line_stream_prepare(run->devices->eye.process.stream, fds);
    if (child_running(&run->devices->hand.process))
        line_stream_prepare(run->devices->hand.process.stream, fds);
    if (child_running(&run->devices->lease.process))
        line_stream_prepare(run->devices->lease.process.stream, fds);
    if (run->worker)
        worker_prepare(run->worker, fds);
}

/* Writing to a dead child breaks its stream before its end is read: it is not polled any more, and nothing would wake us. */
static bool is_broken(const child *c)
{
    return child_running(c) && !line_stream_alive(c->stream);
}

static void take_signals(struct run *run)
{
    struct signalfd_siginfo info;
    while (run->client->signals >= 0 && read(run->client->signals, &info, sizeof info) == sizeof info) {
        g_autofree char *reason = g_strdup_printf("signal %s", info.ssi_signo == SIGINT   ? "SIGINT"
                                                               : info.ssi_signo == SIGHUP ? "SIGHUP"
                                                                                          : "SIGTERM");
        run_stop(run, info.ssi_signo == SIGINT ? "human" : "engine", reason);
    }
}

/* A fuse that nobody could see is out. */
static void tell_unseen(struct run *run)
{
    bool hidden = run->client->env && !own_shown((const char *const *)run->client->env);
    const char *why = hidden ? "no client of tmux shows the console" : "the terminal did not answer (a dead line, or detached)";
    g_autofree char *note = g_strconcat("the fuse was stopped: ", why, NULL);
    run_note(run, "engine", note);
    client_tell_mode(run, why);
    client_notice(run, "warning", "fuse stopped: %s, so nobody could see it; proposal %d waits for you", why,
                  run->judge->gate.id);
}

/* The client's commands, and its end. */
static void serve_client(struct run *run)
{
    if (!client_pump(run, run->obey)) {
        if (run->client->ended)
            run_stop(run, "engine", "the client has closed its end");
        else
            run_pause(run, "engine", "the console has gone (reins attach opens another)");
    }
}

/* What it had asked for is wanted by nobody now. */
static void serve_program(struct run *run)
{
    if (!program_serve(run) && !run->control->closing)
        run_pause(run, "engine", "the program that acts has gone");
}

static void serve_newcomer(struct run *run)
{
    if (!client_accept(run))
        return;
    run_hand_send_own(run);
    greeting_tell(run);
}

/* One turn: block, then move everything on. */
static bool turn(struct run *run, gint64 deadline_us, GError **error)
{
    gint64 now = g_get_monotonic_time();
    gint64 until = now + TURN_MAX_US;
    gint64 due = gate_due(&run->judge->gate), ends = granting_turn(run, now);
    until = MIN(until, links_turn(run, now));
    if (deadline_us > 0)
        until = MIN(until, deadline_us);
    if (due > 0)
        until = MIN(until, due);
    if (ends > 0)
        until = MIN(until, ends);
    if (run->worker)
        until = MIN(until, worker_deadline(run->worker));
    if (is_broken(&run->devices->eye.process) || is_broken(&run->devices->hand.process))
        until = now;
    g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
    collect(run, fds);
    int timeout_ms = until <= now ? 0 : (int)((until - now + 999) / 1000);
    if (!brain_pool_poll(run->brains, (GPollFD *)(void *)fds->data, fds->len, timeout_ms, error))
        return false;
    take_signals(run);
    serve_program(run); /* before the client: what a person says after it has gone is for the next one */
    serve_client(run);
    device_control_pump(run);
    serve_newcomer(run);
    if (run->worker)
        worker_poll(run->worker);
    bool burns = run->judge->gate.open && run->judge->gate.fuse_us;
    gate_tick(&run->judge->gate, g_get_monotonic_time()); /* last: a veto that has come wins */
    if (burns && run->judge->gate.open && !run->judge->gate.fuse_us)
        tell_unseen(run);
    return true;
}

static bool ended_by_person(const struct run *run, GError **error)
{
    if (run->control->stop)
        g_set_error(error, RUN_ERROR, RUN_ERROR_STOPPED, "%s", run->control->stop_reason ? run->control->stop_reason : "stopped");
    else if (run->control->interrupt)
        g_set_error_literal(error, RUN_ERROR, RUN_ERROR_INTERRUPTED, "interrupted");
    else if (run->control->redo)
        g_set_error_literal(error, RUN_ERROR, RUN_ERROR_REDO, "a module's output was edited");
    else
        return false;
    return true;
}

static bool serve_until(struct run *run, wait_ready ready, void *data, gint64 deadline_us, bool anyway, GError **error)
{
    anyway = anyway || run->control->closing;
    for (;;) {
        if (run->control->fatal && !anyway) {
            g_propagate_error(error, g_error_copy(run->control->fatal));
            return false;
        }
        if (!anyway && ended_by_person(run, error))
            return false;
        if (ready && ready(run, data))
            return true;
        if (deadline_us > 0 && g_get_monotonic_time() >= deadline_us) {
            g_set_error_literal(error, RUN_ERROR, RUN_ERROR_TIMEOUT, "it took too long");
            return false;
        }
        if (!turn(run, deadline_us, error))
            return false;
    }
}

bool wait_until(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error)
{
    return serve_until(run, ready, data, deadline_us, false, error);
}

bool wait_anyway(struct run *run, wait_ready ready, void *data, gint64 deadline_us, GError **error)
{
    return serve_until(run, ready, data, deadline_us, true, error);
}
