/* Eye and hand: started, listened to, restarted as the table "what a death does" of the design says. */

#include "engine/run.h"

#include <poll.h>
#include <string.h>
#include <sys/stat.h>

#define EYE_RESTARTS 3  /* a minute, then the run pauses */
#define HAND_RESTARTS 3 /* a minute, of one that is killed before it is connected */
#define READY_TIMEOUT_MS 5000
/* What the next plan is told; never what was pressed. */
#define USED_MEANWHILE "Keyboard or mouse were used by somebody else meanwhile: the screen may not be as you left it."

char **organ_env(const struct run *run)
{
    char **env = g_get_environ();
    env = g_environ_setenv(env, "DISPLAY", run->display, TRUE);
    if (run->sandbox && run->sandbox->xauthority)
        env = g_environ_setenv(env, "XAUTHORITY", run->sandbox->xauthority, TRUE);
    return env;
}

static bool start_eye(struct run *run, GError **error)
{
    g_auto(GStrv) env = organ_env(run);
    g_autofree char *preview_fps = g_strdup_printf("%g", config_real(run->cfg, "eye", "preview_fps"));
    g_autofree char *record_fps = g_strdup_printf("%g", config_real(run->cfg, "eye", "record_fps"));
    g_autofree char *keyframe = g_strdup_printf("%.6f", config_real(run->cfg, "eye", "keyframe_change"));
    const char *argv[] = {"--display",
                          run->display,
                          "--frames",
                          memory_frames_dir(run->store),
                          "--record-fps",
                          record_fps,
                          "--profile",
                          run->profile->name,
                          "--keyframe-change",
                          keyframe,
                          "--fit",
                          run->sandbox && run->sandbox->wm.pid > 0 ? "1" : "0",
                          run->decide ? NULL : "--preview", /* `reins do` has no picture to show */
                          run->preview,
                          "--preview-fps",
                          preview_fps,
                          NULL};
    run->eye_observing = 0;
    return child_start(&run->eye, "eye", argv, env, error);
}

static char *ledger_dir(GError **error)
{
    g_autofree char *data = config_data_dir(error);
    char *dir = data ? g_build_filename(data, "held", NULL) : NULL;
    if (dir)
        g_mkdir_with_parents(dir, 0700);
    return dir;
}

void hand_send_own(struct run *run)
{
    hand_request request = {.kind = HAND_OWN};
    if (!child_running(&run->hand)) /* it is told at its start */
        return;
    g_auto(GStrv) env = run->console ? g_strdupv(run->terminal_env) : own_environment();
    request.own.n = own_find(client_terminal(run), (const char *const *)env, run->display, request.own.terminals);
    request.own.n = own_add_title(request.own.terminals, request.own.n, run->terminal_title);
    run->own = request.own;
    hand_send(run, &request);
}

GPtrArray *run_own_windows(const struct run *run, const GPtrArray *windows)
{
    GPtrArray *all = g_ptr_array_new();
    for (int t = 0; t < run->own.n; t++) {
        const struct own_terminal *own = &run->own.terminals[t];
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

bool run_is_own_window(const struct run *run, const GPtrArray *windows, gint64 id)
{
    g_autoptr(GPtrArray) all = run_own_windows(run, windows);
    for (guint i = 0; i < all->len; i++)
        if (((const struct eye_window *)g_ptr_array_index(all, i))->id == id)
            return true;
    return false;
}

static void send_pulse(struct run *run)
{
    hand_request request = {.kind = HAND_PULSE, .pulse = pulse_send(&run->pulse, g_get_monotonic_time())};
    hand_send(run, &request);
}

static bool is_busy(const struct run *run)
{
    return run->firing || run->down->len > 0;
}

/* The store is locked by another process. The hand is told that we are there, but for when somebody wants something that we
 * cannot hear now: then it lets go by itself (engine/hand/silence.h). Its answers are read later. */
void organs_store_waits(void *data)
{
    struct run *run = data;
    struct pollfd heard[] = {{.fd = run->signals, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    if (run->client)
        heard[1].fd = line_stream_fd(run->client);
    if (is_busy(run) && g_get_monotonic_time() >= run->pulse.sent_us + PULSE_EVERY_US && poll(heard, 2, 0) == 0)
        send_pulse(run);
}

static bool start_hand(struct run *run, GError **error)
{
    g_auto(GStrv) env = organ_env(run);
    g_autofree char *ledger = ledger_dir(error);
    if (!ledger)
        return false;
    const char *argv[] = {"--display", run->display,      "--ledger",
                          ledger,      "--foreign-xtest", run->profile->ignore_foreign ? "ignore" : "yield",
                          NULL};
    run->hand_ready = false;
    if (!child_start(&run->hand, "hand", argv, env, error))
        return false;
    hand_send_own(run);
    run->pulse = (struct pulse){0};
    send_pulse(run);
    return true;
}

/* ---- what the eye says ---- */

/* An XID is given again: the window that was looked at may be gone although one of its number is there. NULL = it is the same. */
static char *target_replaced(const struct run *run, const GPtrArray *windows)
{
    const struct eye_window *was =
        run->observation && run->window_at_watch ? eye_observation_window(run->observation, run->window_at_watch) : NULL;
    for (guint i = 0; was && windows && i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (w->id == was->id)
            return eye_window_same(was, w)
                       ? NULL
                       : g_strdup("the target's window was closed and another one has been opened in its place");
    }
    return was && windows ? g_strdup("the target's window has gone") : NULL;
}

static void on_match(struct run *run, const eye_answer *a)
{
    if (!run->gate.open)
        return;
    if (a->windows) {
        g_clear_pointer(&run->windows_seen, g_ptr_array_unref);
        run->windows_seen = g_ptr_array_ref(a->windows);
    }
    run->caret_seen = a->caret;
    bool own = run->focus_kept && a->windows && a->focus != run->focus_at_watch && run_is_own_window(run, a->windows, a->focus);
    run->focus_away = own || (run->focus_away && a->text && *a->text);
    run->change_seen = run->change_seen || (!run->focus_away && !a->bar && a->text && *a->text);
    g_autofree char *replaced = target_replaced(run, a->windows);
    if (replaced) {
        gate_close(&run->gate, GATE_STALE, "eye", replaced);
        return;
    }
    if (run->focus_at_watch != 0 && a->focus != run->focus_at_watch && !own) {
        gate_close(&run->gate, GATE_STALE, "eye", "the focus has moved to another window");
        return;
    }
    run->reacted = a->reacted && !own && run->gate.fuse_us == 0;
    if (run->reacted) {
        gate_close(&run->gate, GATE_VOIDED, "eye", "the screen has gone on reacting to the last action, and has come to rest");
        return;
    }
    /* without the focus it looks different, and may be covered: the hand gives it back and compares all of it, before it fires */
    if (a->lasting && !own) {
        gate_close(&run->gate, GATE_STALE, "eye", a->text ? a->text : "the screen has changed");
        return;
    }
    g_autoptr(event) e = event_new(EVENT_MATCH);
    e->id = run->gate.id;
    e->match = a->match;
    client_send(run, e);
}

/* True when it answers what is waited for. */
static bool take_seq(struct run *run, int seq)
{
    if (seq != 0 && seq == run->eye_observing)
        run->eye_observing = 0;
    return seq == run->eye_seq;
}

static void on_eye_line(const char *line, gsize length, void *data)
{
    struct run *run = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_answer) a = line ? eye_answer_from_json(line, length, &error) : NULL;
    if (!a) {
        client_notice(run, "warning", "the eye said something that is not understood: %s", error ? error->message : "too long");
        return;
    }
    if (a->kind == EYE_MATCH) {
        on_match(run, a);
    } else if (a->kind == EYE_PREVIEW) {
        g_autoptr(event) e = event_new(EVENT_PREVIEW);
        e->path = g_strdup(a->path);
        e->width = a->width;
        e->height = a->height;
        client_send(run, e);
    } else if (a->kind == EYE_LOST) {
        run->display_lost = true;
        client_notice(run, "warning", "the eye: %s", a->text ? a->text : "");
    } else if (take_seq(run, a->seq)) {
        g_clear_pointer(&run->eye_answer, eye_answer_free);
        run->eye_answer = g_steal_pointer(&a);
    } else if (a->seq == 0 && a->text) {
        client_notice(run, "warning", "eye: %s", a->text);
    }
}

/* ---- what the hand says ---- */

static void journal(struct run *run, gint64 proposal, const char *stage, const char *by, const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *data = run_note_json(text);
    if (!memory_journal_add(run->store, run->id, run->step, proposal, stage, by, NULL, data, &error))
        run_fail(run, g_steal_pointer(&error));
}

static void set_held(struct run *run, char **keys, char **buttons, const GArray *left_ms)
{
    holds_follow(run, keys, buttons, left_ms);
    g_strfreev(run->keys);
    g_strfreev(run->buttons);
    run->keys = keys;
    run->buttons = buttons;
    g_autoptr(event) e = event_new(EVENT_HELD);
    e->keys = g_strdupv(run->keys);
    e->buttons = g_strdupv(run->buttons);
    e->left_ms = run_down_json(run);
    client_send(run, e);
}

/* Somebody uses the display themselves. `reins do` minds that only while it fires: whoever starts it has just used a key. */
static void on_person(struct run *run, const char *what)
{
    bool early = !run->started || (run->decide && !run->firing && !run->finished);
    if (run->paused || run->going_on)
        return; /* run_go_on() says that it has been heard: a person who drives would be reported at every move */
    if (early || run->closing) {
        hand_let_go(run);
        return;
    }
    if (!strstr(run->hint->str, USED_MEANWHILE))
        g_string_append_printf(run->hint, "%s%s", run->hint->len ? "\n" : "", USED_MEANWHILE);
    run->yielded = true;
    run_pause(run, "hand", what ? what : "somebody else used keyboard or mouse");
}

/* Of what is down, or was: "w left"; "" = nothing. */
static char *names_of(const hand_answer *a)
{
    g_autofree char *keys = a->keys ? g_strjoinv(" ", a->keys) : g_strdup("");
    g_autofree char *buttons = a->buttons ? g_strjoinv(" ", a->buttons) : g_strdup("");
    return g_strdup_printf("%s%s%s", keys, *keys && *buttons ? " " : "", buttons);
}

static void on_ready(struct run *run, const hand_answer *a)
{
    run->hand_ready = true;
    run->going_on = run->hand_waits = false;
    pulse_begin(&run->pulse, g_get_monotonic_time());
    if ((run->keys && *run->keys) || (run->buttons && *run->buttons))
        set_held(run, NULL, NULL, NULL); /* what the dead one had left down is up only now */
    if (a->text)
        client_notice(run, "warning", "%s", a->text);
    g_autofree char *names = names_of(a);
    g_autofree char *text = *names ? g_strdup_printf("a dead hand had left down: %s; now released", names) : NULL;
    if (a->text || text) {
        g_free(run->recovered);
        run->recovered = g_strconcat(a->text ? a->text : "", a->text && text ? "; " : "", text, NULL);
    }
    if (!text)
        return;
    client_notice(run, "warning", "%s", text);
    journal(run, 0, "note", "hand", text);
}

/* We were stopped ourselves, or too busy to say that we are there. */
static void on_let_go(struct run *run, const hand_answer *a)
{
    g_autofree char *names = names_of(a);
    g_autofree char *text = *names ? g_strdup_printf("the hand has let go of %s: %s", names, a->text)
                                   : g_strdup_printf("the hand has stopped what it fired: %s", a->text);
    client_notice(run, "warning", "%s", text);
    journal(run, 0, "note", "hand", text);
    if (!run->stop && !run->closing)
        run_pause(run, "hand", "the engine was silent while something was held or fired");
}

static void on_hand_line(const char *line, gsize length, void *data)
{
    struct run *run = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(hand_answer) a = line ? hand_answer_from_json(line, length, &error) : NULL;
    if (!a) {
        client_notice(run, "warning", "the hand said something that is not understood: %s", error ? error->message : "too long");
        return;
    }
    switch (a->kind) {
    case HAND_READY:
        on_ready(run, a);
        break;
    case HAND_HELD:
        set_held(run, g_steal_pointer(&a->keys), g_steal_pointer(&a->buttons), a->left_ms);
        break;
    case HAND_FINISHED:
        run->firing = false;
        holds_settle(run);
        g_clear_pointer(&run->finished, hand_answer_free);
        run->finished = g_steal_pointer(&a);
        break;
    case HAND_TURNED:
        g_clear_pointer(&run->turned, hand_answer_free);
        run->turned = g_steal_pointer(&a);
        break;
    case HAND_RELEASED:
        run->released = true;
        run->going_on = false;
        break;
    case HAND_LOST:
        run->display_lost = true;
        break;
    case HAND_FAILED:
        g_free(run->hand_trouble);
        run->hand_trouble = g_strdup(a->text);
        client_notice(run, "error", "hand: %s", a->text ? a->text : "it failed");
        break;
    case HAND_PERSON:
        on_person(run, a->text);
        break;
    case HAND_PULSED:
        pulse_answer(&run->pulse, a->id);
        break;
    case HAND_LET_GO:
        on_let_go(run, a);
        break;
    case HAND_STARTED:
    case HAND_ANSWER_COUNT:
        break;
    }
}

void hand_send(struct run *run, const hand_request *request)
{
    if (!child_running(&run->hand))
        return;
    g_autofree char *line = hand_request_to_json(request);
    line_stream_send(run->hand.stream, line);
}

void hand_let_go(struct run *run)
{
    hand_request request = {.kind = run->firing ? HAND_ABORT : HAND_RELEASE};
    run->released = false;
    hand_send(run, &request);
    if (child_running(&run->hand))
        send_pulse(run);
}

/* ---- deaths ---- */

static void display_was_lost(struct run *run)
{
    run->display_lost = true;
    run->hand_lost = run->firing;
    run->firing = false;
    child_reap(&run->eye);
    child_reap(&run->hand);
    run->hand_ready = false;
    holds_lose(run);
    set_held(run, NULL, NULL, NULL);
    run_pause(run, "engine", "display lost");
    client_notice(run, "error", "display %s lost: nothing pending fires (%s)", run->display,
                  run->sandbox && run->sandbox->server.pid ? "resume starts the sandbox anew"
                                                           : "resume connects again once it is back");
}

static void eye_died(struct run *run)
{
    g_autoptr(GError) error = NULL;
    child_reap(&run->eye);
    if (run->display_lost || run->eye.exit_code == 3) {
        display_was_lost(run);
        return;
    }
    gate_close(&run->gate, GATE_VOIDED, "engine", "the eye has died");
    if (child_recent_starts(&run->eye, g_get_monotonic_time()) > EYE_RESTARTS) {
        run_pause(run, "engine", "the eye has died again and again (resume starts it once more)");
        return;
    }
    client_notice(run, "warning", "the eye has died (exit %d) and is started again", run->eye.exit_code);
    if (!start_eye(run, &error))
        run_fail(run, g_steal_pointer(&error));
    run->interrupt = true;
    run->fresh = false;
}

static void replace_hand(struct run *run, const char *why)
{
    g_autoptr(GError) error = NULL;
    run->hand_lost = run->firing;
    run->firing = run->hand_ready = false;
    holds_lose(run);
    if (!start_hand(run, &error))
        run_fail(run, g_steal_pointer(&error));
    else if (run->stop || run->closing)
        hand_let_go(run); /* the end waits for its answer */
    else
        run_pause(run, "engine", why);
}

static void hand_died(struct run *run)
{
    child_reap(&run->hand);
    bool killed = run->hand.exit_code > 128 && child_recent_starts(&run->hand, g_get_monotonic_time()) <= HAND_RESTARTS;
    if (run->display_lost || run->hand.exit_code == 3) {
        display_was_lost(run);
    } else if (run->hand_ready) {
        client_notice(run, "warning", "the hand has died (exit %d); a new one releases what it held", run->hand.exit_code);
        replace_hand(run, "the hand has died");
    } else if (killed) {
        replace_hand(run, "the hand has died");
    } /* else whoever waits for it sees that it has gone, and resume tries again */
}

/* It may be stopped, or wait for an X server that is: then the next one connects once that goes on, and no sooner. Its signal is
 * one that ends it in both. */
static void hand_hangs(struct run *run)
{
    child_kill(&run->hand);
    if (run->hand_ready)
        client_notice(run, "warning", "the hand has not answered for 1 s and was killed; a new one releases what it held");
    else if (!run->hand_waits)
        client_notice(run, "error", "display %s does not answer: what is held is let go of once it does", run->display);
    run->hand_waits = !run->hand_ready;
    replace_hand(run, "the hand did not answer");
}

static gint64 hand_limit(const struct run *run)
{
    return run->hand_ready ? PULSE_LIMIT_US : PULSE_START_LIMIT_US;
}

gint64 organs_turn(struct run *run, gint64 now_us)
{
    bool busy = is_busy(run);
    if (!child_running(&run->hand))
        return G_MAXINT64;
    if (pulse_is_due(&run->pulse, busy, now_us))
        send_pulse(run);
    return pulse_deadline(&run->pulse, busy, hand_limit(run));
}

void organs_pump(struct run *run)
{
    lend_pump(run);
    if (child_running(&run->eye) && !line_stream_pump(run->eye.stream, on_eye_line, run))
        eye_died(run);
    if (child_running(&run->hand) && !line_stream_pump(run->hand.stream, on_hand_line, run))
        hand_died(run);
    if (child_running(&run->hand) && pulse_is_late(&run->pulse, hand_limit(run), g_get_monotonic_time()))
        hand_hangs(run);
}

/* ---- asking the eye ---- */

static bool eye_answered(struct run *run, void *data)
{
    (void)data;
    return run->eye_answer != NULL;
}

/* It makes one observation at a time; one that a pause or a stop has left behind ends by itself. */
static bool eye_is_free(struct run *run, void *data)
{
    (void)data;
    return run->eye_observing == 0 || !child_running(&run->eye);
}

bool eye_ask(struct run *run, struct eye_request *request, int timeout_ms, GError **error)
{
    gint64 deadline = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    if (request->kind == EYE_OBSERVE && !run_wait(run, eye_is_free, NULL, deadline, error))
        return false;
    g_clear_pointer(&run->eye_answer, eye_answer_free);
    request->seq = ++run->eye_seq;
    if (request->kind == EYE_OBSERVE)
        run->eye_observing = request->seq;
    g_autofree char *line = eye_request_to_json(request);
    if (child_running(&run->eye))
        line_stream_send(run->eye.stream, line); /* a dead eye is found by the pump, which interrupts the wait */
    if (!run_wait(run, eye_answered, NULL, deadline, error)) {
        if (error && g_error_matches(*error, RUN_ERROR, RUN_ERROR_TIMEOUT))
            g_prefix_error(error, "the eye does not answer: ");
        return false;
    }
    if (run->eye_answer->kind != EYE_FAILED)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "eye: %s", run->eye_answer->text);
    return false;
}

/* ---- start ---- */

static bool hand_is_ready(struct run *run, void *data)
{
    (void)data;
    return run->hand_ready || !child_running(&run->hand);
}

bool organs_start(struct run *run, GError **error)
{
    if (!child_running(&run->eye) && !start_eye(run, error))
        return false;
    if (run->mode == GATE_DRY || run->hand_ready)
        return true;
    if (!child_running(&run->hand) && !start_hand(run, error))
        return false;
    if (!run_wait(run, hand_is_ready, NULL, g_get_monotonic_time() + READY_TIMEOUT_MS * 1000, error)) {
        if (error && g_error_matches(*error, RUN_ERROR, RUN_ERROR_TIMEOUT))
            g_prefix_error(error, "the hand cannot connect: display %s does not answer: ", run->display);
        return false;
    }
    if (!run->hand_ready)
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "the hand cannot start: %s",
                    run->hand_trouble ? run->hand_trouble : "it ended at once, without a word");
    return run->hand_ready;
}

void organs_stop(struct run *run)
{
    lend_end(run);
    child_leave(&run->eye); /* they end side by side */
    if (run->hand_ready) {
        child_stop(&run->hand, 1000);
    } else {
        child_leave(&run->hand);
        run->hand.pid = 0;
    }
    run->hand_ready = false;
    child_stop(&run->eye, 1000);
}
