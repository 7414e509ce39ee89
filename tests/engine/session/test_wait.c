/* The one wait: what ends it, in which order, and what is moved on meanwhile. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/engine/session/driver.h"
#include "engine/control/run_state.h"
#include "engine/run/deciding.h"
#include "engine/run/run.h"
#include "engine/control/wait.h"
#include "engine/control/device_control.h"
#include "engine/devices/child.h"
#include "engine/devices/devices.h"

#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static bool never(struct run *run, void *data)
{
    (void)run;
    (void)data;
    return false;
}

static bool always(struct run *run, void *data)
{
    (void)run;
    (void)data;
    return true;
}

static void assert_ends(struct run *run, wait_ready ready, gint64 deadline_us, enum run_error code)
{
    GError *error = NULL;
    assert_false(wait_until(run, ready, NULL, deadline_us, &error));
    if (!g_error_matches(error, RUN_ERROR, (int)code))
        fail_msg("%d: %s", (int)code, error->message);
    g_error_free(error);
}

/* A run that fails goes before one that is stopped, that before a pause, that before an edit, and all before what was waited for.
 */
static void wait__several_ends_at_once__the_strongest(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    struct run_control *c = s.run.control;
    const gint64 over = g_get_monotonic_time() - 1;
    assert_ends(&s.run, never, over, RUN_ERROR_TIMEOUT);
    assert_true(wait_until(&s.run, always, NULL, over, NULL));
    c->redo = true;
    assert_ends(&s.run, always, over, RUN_ERROR_REDO);
    c->interrupt = true;
    assert_ends(&s.run, always, over, RUN_ERROR_INTERRUPTED);
    c->stop = true;
    assert_ends(&s.run, always, over, RUN_ERROR_STOPPED);
    run_fail(&s.run, g_error_new_literal(RUN_ERROR, RUN_ERROR_FAILED, "the store is full"));
    assert_ends(&s.run, always, over, RUN_ERROR_FAILED);
    assert_ends(&s.run, always, over, RUN_ERROR_FAILED); /* each wait from then on */
    assert_true(wait_anyway(&s.run, always, NULL, 0, NULL));
    c->closing = true; /* the end of a run is interrupted by nothing */
    assert_true(wait_until(&s.run, always, NULL, 0, NULL));
    scene_close(&s);
}

static bool has_another_eye(struct run *run, void *data)
{
    return child_running(&run->devices->eye.process) && run->devices->eye.process.pid != *(pid_t *)data;
}

/* A line that is written to a dead eye breaks the pipe before its end is read. */
static void wait__eye_is_dead_when_it_is_asked__noticed_at_once(void **state)
{
    (void)state;
    struct scene s;
    siginfo_t info;
    GError *error = NULL;
    scene_open(&s, NULL, NULL, NULL, NULL);
    scene_look(&s, "", "");
    pid_t pid = s.run.devices->eye.process.pid;
    kill(pid, SIGKILL);
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    device_survey_now(&s.run);
    alarm(30); /* a turn of the wait is a minute long */
    if (!wait_anyway(&s.run, has_another_eye, &pid, 0, &error))
        fail_msg("%s", error->message);
    alarm(0);
    scene_close(&s);
}

static bool client_gone(struct run *run, void *data)
{
    (void)data;
    return run->client->stream == NULL;
}

static char *stops_on_state(const event *e, void *data)
{
    (void)data;
    return e->kind == EVENT_STATE ? command_line(command_new(COMMAND_STOP)) : NULL;
}

static void wait__command__ends_it(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, stops_on_state, NULL);
    run_set_state(&s.run, "thinking");
    assert_ends(&s.run, never, 0, RUN_ERROR_STOPPED);
    assert_string_equal(s.run.control->stop_reason, "stopped by the person");
    scene_close(&s);
}

static void wait__console_goes__the_run_pauses(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    kill(s.client, SIGKILL);
    assert_true(wait_anyway(&s.run, client_gone, NULL, 0, NULL));
    assert_int_equal(s.run.control->state, CONTROL_PAUSED);
    assert_ends(&s.run, never, 0, RUN_ERROR_INTERRUPTED);
    scene_close(&s);
}

static bool gate_shut(struct run *run, void *data)
{
    (void)data;
    return !run->judge->gate.open;
}

/* The wait's own deadline is far: it wakes for the proposal's. */
static void wait__proposal_expires__before_the_deadline(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    gint64 now = g_get_monotonic_time();
    gate_open(&s.run.judge->gate, 1, "abc", 1, "", 1, now - G_USEC_PER_SEC + 20 * 1000);
    assert_true(wait_until(&s.run, gate_shut, NULL, now + 60 * G_USEC_PER_SEC, NULL));
    assert_int_equal(s.run.judge->gate.verdict, GATE_EXPIRED);
    assert_string_equal(s.run.judge->gate.by, "timeout");
    scene_close(&s);
}

static void wait__grant_is_over__ends_while_waiting(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    gint64 now = g_get_monotonic_time();
    assert_non_null(grants_add(&s.run.judge->grants, "seconds", 1, 1, 0, 0, now - G_USEC_PER_SEC + 20 * 1000, NULL));
    assert_ends(&s.run, never, now + 60 * 1000, RUN_ERROR_TIMEOUT);
    assert_int_equal(scene_count(&s, "\"status\":\"expired\""), 1);
    assert_null(grants_cover(&s.run.judge->grants, 0, 0, now));
    scene_close(&s);
}

/* The fuse is out the moment that the veto is read: who was in time wins. */
static void wait__veto_and_fuse_at_once__the_veto(void **state)
{
    (void)state;
    struct scene s;
    scene_open(&s, NULL, NULL, NULL, NULL);
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    line_stream_free(s.run.client->stream);
    s.run.client->stream = line_stream_new(pair[0], pair[0]);
    const char veto[] = "{\"command\":\"reject\",\"id\":1,\"reason\":\"no\"}\n";
    assert_int_equal(write(pair[1], veto, strlen(veto)), (ssize_t)strlen(veto));
    gint64 past = g_get_monotonic_time() - G_USEC_PER_SEC;
    gate_open(&s.run.judge->gate, 1, "abc", 1, "", 0, past);
    assert_true(gate_light(&s.run.judge->gate, 10, past));
    assert_true(wait_until(&s.run, gate_shut, NULL, 0, NULL));
    assert_int_equal(s.run.judge->gate.verdict, GATE_REJECTED);
    close(pair[1]);
    scene_close(&s);
}

int main(int argc, char **argv)
{
    int code = scene_main(argc, argv);
    if (code >= 0)
        return code;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wait__several_ends_at_once__the_strongest),
        cmocka_unit_test(wait__eye_is_dead_when_it_is_asked__noticed_at_once),
        cmocka_unit_test(wait__command__ends_it),
        cmocka_unit_test(wait__console_goes__the_run_pauses),
        cmocka_unit_test(wait__proposal_expires__before_the_deadline),
        cmocka_unit_test(wait__grant_is_over__ends_while_waiting),
        cmocka_unit_test(wait__veto_and_fuse_at_once__the_veto),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
