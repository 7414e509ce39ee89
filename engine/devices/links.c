/* Eye and hand: how they are started, and what is sent to them. */

#include "engine/devices/devices.h"

#include "config/config.h"
#include "config/keyring.h"
#include "config/line.h"
#include "config/profile.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/display/connection_vnc.h"
#include "engine/display/display.h"
#include "engine/display/own.h"
#include "engine/display/target.h"
#include "engine/eye/eye.h"
#include "engine/hand/gesture.h"
#include "engine/run/holds.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/run.h"
#include "memory/memory.h"

#include <poll.h>
#include <sys/stat.h>

char **links_env(const struct run *run)
{
    char **env = g_get_environ();
    const sandbox *s = run->devices->sandbox;
    env = g_environ_setenv(env, "DISPLAY", s && s->screen ? s->display : run->devices->display, TRUE);
    if (run->devices->sandbox && run->devices->sandbox->xauthority)
        env = g_environ_setenv(env, "XAUTHORITY", run->devices->sandbox->xauthority, TRUE);
    return env;
}

/* What the eye before this one had for a target. An XID is given again when its client has gone. */
static gint64 known_target(const struct run *run, gint64 *ret_maker)
{
    const sandbox *s = run->devices->sandbox;
    const eye_observation *o = run->look->observation;
    *ret_maker = s && process_id_alive(&s->maker) ? s->maker.pid : 0;
    if (!s)
        return o ? o->target : 0;
    return s->maker.pid == *ret_maker ? s->window : EYE_TARGET_GONE;
}

/* An eye or a hand of a recorded display. It stands where the run stands: another one would begin anew. */
static bool start_recorded(struct run *run, child *c, const char *what, GError **error)
{
    g_auto(GStrv) env = g_get_environ();
    const char *argv[] = {what, display_target_recording(run->devices->display), memory_frames_dir(run->store), NULL};
    if (c->started_us[0] == 0)
        return child_start(c, "recorded", argv, env, error);
    g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "the %s of the recorded display has ended: start the run again", what);
    return false;
}

/* Eye and hand wait for it with their first byte. NULL = there is none. */
static const char *password_of(const struct run *run)
{
    return run->devices->sandbox && run->devices->sandbox->screen ? NULL : keyring_value(CONNECTION_VNC_PASSWORD);
}

static bool start_keyed(const struct run *run, child *c, const char *name, const char *const *argv, char **env, GError **error)
{
    return child_start(c, name, argv, env, error) &&
           (!password_of(run) || keyring_send_one(line_stream_fd(c->stream), CONNECTION_VNC_PASSWORD, error));
}

bool links_start_eye(struct run *run, GError **error)
{
    run->devices->eye.observing = 0;
    if (run->devices->recorded)
        return start_recorded(run, &run->devices->eye.process, "eye", error);
    g_auto(GStrv) env = links_env(run);
    g_autofree char *preview_fps = g_strdup_printf("%g", config_real(run->cfg, "eye", "preview_fps"));
    g_autofree char *record_fps = g_strdup_printf("%g", config_real(run->cfg, "eye", "record_fps"));
    g_autofree char *keyframe = g_strdup_printf("%.6f", config_real(run->cfg, "eye", "keyframe_change"));
    const sandbox *s = run->devices->sandbox;
    gint64 made_by, known = known_target(run, &made_by);
    g_autofree char *bus = s && s->screen ? sandbox_accessibility_bus(s) : NULL;
    g_autofree char *elements = g_strdup_printf("%d", (int)run->profile->elements.by);
    g_autofree char *target = g_strdup_printf("%" G_GINT64_FORMAT, known), *maker = g_strdup_printf("%" G_GINT64_FORMAT, made_by);
    g_autofree char *program = g_strdup_printf("%d", s && process_id_alive(&s->app) ? (int)s->app.pid : 0);
    g_autofree char *numbers = g_strdup_printf("%d", (int)run->oneshot->numbers);
    const char *argv[] = {"--display",
                          run->devices->display,
                          "--frames",
                          memory_frames_dir(run->store),
                          "--record-fps",
                          record_fps,
                          "--profile",
                          run->profile->name,
                          "--keyframe-change",
                          keyframe,
                          "--password",
                          password_of(run) ? "stdin" : "none",
                          "--elements",
                          elements,
                          "--elements-bus",
                          bus ? bus : "",
                          "--numbers",
                          numbers,
                          "--probed",
                          run->devices->probed ? "1" : "0",
                          "--fit",
                          s && s->wm.pid > 0 ? "1" : "0",
                          "--target",
                          target,
                          "--maker",
                          maker,
                          "--program",
                          program,
                          client_may_be_console(run) ? "--preview" : NULL,
                          run->devices->preview,
                          "--preview-fps",
                          preview_fps,
                          NULL};
    run->devices->probed = false;
    return start_keyed(run, &run->devices->eye.process, "eye", argv, env, error);
}

static char *ledger_dir(GError **error)
{
    g_autofree char *data = config_data_dir(error);
    char *dir = data ? g_build_filename(data, "held", NULL) : NULL;
    if (dir)
        g_mkdir_with_parents(dir, 0700);
    return dir;
}

void run_hand_send_own(struct run *run)
{
    hand_request request = {.kind = HAND_OWN};
    if (!child_running(&run->devices->hand.process)) /* it is told at its start */
        return;
    g_auto(GStrv) env = run->client->console ? g_strdupv(run->client->env) : own_environment();
    request.own.n = own_find(client_terminal(run), (const char *const *)env, run->devices->display, request.own.terminals);
    request.own.n = own_add_title(request.own.terminals, request.own.n, run->client->title);
    run->devices->hand.own = request.own;
    run_hand_send(run, &request);
}

GPtrArray *devices_own_windows(const struct run *run, const GPtrArray *windows)
{
    GPtrArray *all = g_ptr_array_new();
    for (int t = 0; t < run->devices->hand.own.n; t++) {
        const struct own_terminal *own = &run->devices->hand.own.terminals[t];
        guint before = all->len;
        for (int p = -1; p < own->n_pids && all->len == before; p++) /* its own, else those of the nearest process that has any */
            for (guint i = 0; i < windows->len; i++) {
                const struct eye_window *w = g_ptr_array_index(windows, i);
                if (p < 0 ? w->id == own->window || own_titled(own, w->title) : w->pid == own->pids[p])
                    g_ptr_array_add(all, (void *)w);
            }
    }
    return all;
}

bool devices_is_own_window(const struct run *run, const GPtrArray *windows, gint64 id)
{
    g_autoptr(GPtrArray) all = devices_own_windows(run, windows);
    for (guint i = 0; i < all->len; i++)
        if (((const struct eye_window *)g_ptr_array_index(all, i))->id == id)
            return true;
    return false;
}

static void send_pulse(struct run *run)
{
    hand_request request = {.kind = HAND_PULSE, .pulse = pulse_send(&run->devices->hand.pulse, g_get_monotonic_time())};
    run_hand_send(run, &request);
}

static bool is_busy(const struct run *run)
{
    return run->control->activity == ACTIVITY_FIRING || run->holds->down->len > 0;
}

/* The store is locked by another process. The hand is told that we are there, but for when somebody wants something that we
 * cannot hear now: then it lets go by itself (engine/hand/silence.h). Its answers are read later. */
void links_store_waits(void *data)
{
    struct run *run = data;
    struct pollfd heard[] = {{.fd = run->client->signals, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (run->client->stream)
        heard[1].fd = line_stream_fd(run->client->stream);
    if (is_busy(run) && g_get_monotonic_time() >= run->devices->hand.pulse.sent_us + PULSE_EVERY_US && poll(heard, 2, 0) == 0)
        send_pulse(run);
}

bool links_start_hand(struct run *run, GError **error)
{
    g_auto(GStrv) env = links_env(run);
    g_autofree char *ledger = ledger_dir(error);
    if (!ledger)
        return false;
    const char *argv[] = {"--display",
                          run->devices->display,
                          "--ledger",
                          ledger,
                          "--foreign-xtest",
                          run->profile->ignore_foreign ? "ignore" : "yield",
                          "--password",
                          password_of(run) ? "stdin" : "none",
                          NULL};
    run->devices->hand.ready = false;
    run->devices->hand.pointer = (struct area){0};
    if (!(run->devices->recorded ? start_recorded(run, &run->devices->hand.process, "hand", error)
                                 : start_keyed(run, &run->devices->hand.process, "hand", argv, env, error)))
        return false;
    run_hand_send_own(run);
    run->devices->hand.pulse = (struct pulse){0};
    send_pulse(run);
    return true;
}

void run_hand_send(struct run *run, const hand_request *request)
{
    if (!child_running(&run->devices->hand.process))
        return;
    g_autofree char *line = hand_request_to_json(request);
    line_stream_send(run->devices->hand.process.stream, line);
}

void run_hand_watch(struct run *run, GArray *pids)
{
    struct run_hand *h = &run->devices->hand;
    hand_request request = {.kind = HAND_WATCH, .pids = pids};
    if (pids || h->watches)
        run_hand_send(run, &request);
    h->watches = pids != NULL;
    if (!pids)
        g_queue_clear_full(&h->gestures, gesture_forget);
}

void run_hand_note_gesture(struct run *run, struct gesture *g)
{
    if (run->devices->hand.watches)
        g_queue_push_tail(&run->devices->hand.gestures, g);
    else /* told before it was asked to stop */
        gesture_forget(g);
}

void run_hand_let_go(struct run *run)
{
    hand_request request = {.kind = run->control->activity == ACTIVITY_FIRING ? HAND_ABORT : HAND_RELEASE};
    run->devices->hand.released = false;
    run_hand_send(run, &request);
    if (child_running(&run->devices->hand.process))
        send_pulse(run);
}

gint64 run_hand_limit_us(const struct run *run)
{
    if (devices_touch(run->devices))
        return PULSE_WHOLE_LIMIT_US;
    return run->devices->hand.ready ? PULSE_LIMIT_US : PULSE_START_LIMIT_US;
}

gint64 links_turn(struct run *run, gint64 now_us)
{
    bool busy = is_busy(run);
    if (!child_running(&run->devices->hand.process))
        return G_MAXINT64;
    if (pulse_is_due(&run->devices->hand.pulse, busy, now_us))
        send_pulse(run);
    return pulse_deadline(&run->devices->hand.pulse, busy, run_hand_limit_us(run));
}
