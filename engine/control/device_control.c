/* Eye and hand: listened to, asked, restarted as the column "what its death does" of ARCHITECTURE.md says. */

#include "engine/control/device_control.h"

#include "engine/run/run.h"
#include "config/config.h"
#include "config/line.h"
#include "config/profile.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/devices/recorded.h"
#include "engine/display/display.h"
#include "engine/display/own.h"
#include "engine/eye/eye.h"
#include "engine/gate/gate.h"
#include "engine/hand/hand.h"
#include "engine/run/holds.h"
#include "engine/run/deciding.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/run/proposing.h"
#include "engine/control/run_state.h"
#include "engine/protocol/marks_event.h"
#include "engine/protocol/protocol.h"
#include "engine/devices/pulse.h"
#include "engine/control/wait.h"
#include "engine/run/working.h"
#include "memory/memory.h"

#include <string.h>

#define EYE_RESTARTS 3         /* a minute, then the run pauses */
#define HAND_RESTARTS 3        /* a minute, of one that is killed before it is connected */
#define READY_TIMEOUT_MS 10000 /* a phone is asked several things first, each by a process of its own */
/* What the next plan is told; never what was pressed. */
#define USED_MEANWHILE "Keyboard or mouse were used by somebody else meanwhile: the screen may not be as you left it."

/* The first word of a loss counts: what follows is of it. why: NULL = none. */
static void note_lost(struct run_devices *d, const char *why)
{
    if (!d->display_lost) {
        g_free(d->lost_why);
        d->lost_why = g_strdup(why);
    }
    d->display_lost = true;
}

/* ---- what the eye says ---- */

/* An XID is given again: the window that was looked at may be gone although one of its number is there. NULL = it is the same. */
static char *target_replaced(const struct run *run, const GPtrArray *windows)
{
    const struct eye_window *was = run->look->observation && run->proposing->window
                                       ? eye_observation_window(run->look->observation, run->proposing->window)
                                       : NULL;
    for (guint i = 0; was && windows && i < windows->len; i++) {
        const struct eye_window *w = g_ptr_array_index(windows, i);
        if (w->id == was->id)
            return eye_window_same(was, w)
                       ? NULL
                       : g_strdup("the target's window was closed and another one has been opened in its place");
    }
    return was && windows ? g_strdup("the target's window has gone") : NULL;
}

/* What burns a fuse is not looked at: a dialog may lie beside all that is compared, and not have taken the focus. NULL = none has
 * come. */
static char *window_came(const struct run *run, const GPtrArray *windows)
{
    const eye_observation *o = run->look->observation;
    if (run->judge->gate.fuse_us == 0 || !o || !windows || run->proposing->window == 0)
        return NULL;
    const struct eye_window *new = eye_window_newcomer(o->windows, windows, eye_observation_window(o, run->proposing->window));
    g_autofree char *name = new ? eye_window_name(new) : NULL;
    return new ? g_strdup_printf("the window %s has come", name) : NULL;
}

static void on_match(struct run *run, const eye_answer *a)
{
    if (a->windows) {
        g_clear_pointer(&run->proposing->windows, g_ptr_array_unref);
        run->proposing->windows = g_ptr_array_ref(a->windows);
    }
    run->proposing->caret = a->caret;
    run->proposing->second = a->second;
    bool own = run->proposing->focus_kept && a->windows && a->focus != run->proposing->focus &&
               devices_is_own_window(run, a->windows, a->focus);
    run->proposing->focus_away = own || (run->proposing->focus_away && a->text && *a->text);
    run->proposing->changed = run->proposing->changed || (!run->proposing->focus_away && !a->bar && a->text && *a->text);
    g_autofree char *replaced = target_replaced(run, a->windows), *came = replaced ? NULL : window_came(run, a->windows);
    run->proposing->came = came != NULL;
    if (replaced || came) {
        gate_close(&run->judge->gate, GATE_STALE, "eye", replaced ? replaced : came);
        return;
    }
    if (run->proposing->focus != 0 && a->focus != run->proposing->focus && !own) {
        gate_close(&run->judge->gate, GATE_STALE, "eye", "the focus has moved to another window");
        return;
    }
    run->proposing->reacted = a->reacted && !own;
    if (run->proposing->reacted) {
        g_autofree char *late =
            g_strconcat(a->text ? a->text : "the screen has changed",
                        "; it came after the last key, click or move of the pointer, and is at rest now", NULL);
        gate_close(&run->judge->gate, GATE_VOIDED, "eye", late);
        return;
    }
    /* without the focus it looks different, and may be covered: the hand gives it back and compares all of it, before it fires */
    if (a->lasting && !own) {
        gate_close(&run->judge->gate, GATE_STALE, "eye", a->text ? a->text : "the screen has changed");
        return;
    }
    g_autoptr(event) e = event_new(EVENT_MATCH);
    e->id = run->judge->gate.id;
    e->match = a->match;
    client_send(run, e);
}

void device_heed_early(struct run *run)
{
    g_autoptr(eye_answer) a = g_steal_pointer(&run->devices->eye.early);
    if (a && run->judge->gate.open)
        on_match(run, a);
}

/* True when it answers what is waited for. */
static bool take_seq(struct run *run, int seq)
{
    if (seq != 0 && seq == run->devices->eye.observing)
        run->devices->eye.observing = 0;
    return seq == run->devices->eye.seq;
}

static void on_eye_line(const char *line, gsize length, void *data)
{
    struct run *run = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_answer) a = line ? eye_answer_from_json(line, length, &error) : NULL;
    if (!a) {
        client_notice(run, "warning", "the eye sent an invalid message: %s", error ? error->message : "too long");
        return;
    }
    if (a->kind == EYE_WATCHING || (a->kind == EYE_MATCH && !run->judge->gate.open))
        g_clear_pointer(&run->devices->eye.early, eye_answer_free);
    if (a->kind == EYE_MATCH && !run->judge->gate.open) {
        run->devices->eye.early = g_steal_pointer(&a);
    } else if (a->kind == EYE_MATCH) {
        on_match(run, a);
    } else if (a->kind == EYE_PREVIEW) {
        g_autoptr(event) e = event_new(EVENT_PREVIEW);
        e->picture.path = g_strdup(a->path);
        e->picture.width = a->width;
        e->picture.height = a->height;
        e->picture.frame = g_strdup(a->of);
        e->picture.changed = a->changed ? marks_event_areas_json(a->changed) : NULL;
        client_send(run, e);
        if (run->client->console) { /* nobody else is sent previews */
            run->look->focus_shown = a->focus;
            run->look->shown_us = g_get_monotonic_time();
        }
    } else if (a->kind == EYE_SURVEYED) {
        if (a->text) /* only words are missing */
            g_debug("eye: %s", a->text);
        if (!a->live) { /* else a console's alone */
            recorded_note_words(run, line);
            look_keep_marks(run->look, a->of, a->seen);
        }
        client_tell_marks(run, a->of, a->seen);
    } else if (a->kind == EYE_LOST) {
        note_lost(run->devices, a->text);
    } else if (take_seq(run, a->seq)) {
        g_clear_pointer(&run->devices->eye.answer, eye_answer_free);
        run->devices->eye.answer = g_steal_pointer(&a);
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
    holds_follow(run->holds, keys, buttons, left_ms, run->control->activity == ACTIVITY_FIRING);
    g_strfreev(run->holds->keys);
    g_strfreev(run->holds->buttons);
    run->holds->keys = keys;
    run->holds->buttons = buttons;
    g_autoptr(event) e = event_new(EVENT_HELD);
    e->holds.keys = g_strdupv(run->holds->keys);
    e->holds.buttons = g_strdupv(run->holds->buttons);
    e->holds.left_ms = run_down_json(run->holds);
    client_send(run, e);
}

/* Somebody uses the display themselves. `reins do` minds that only while it fires: whoever starts it has just used a key. */
static void on_person(struct run *run, const char *what)
{
    bool early = !run->control->started ||
                 (run->oneshot->decide && run->control->activity != ACTIVITY_FIRING && !run->devices->hand.finished);
    if (run->control->state != CONTROL_RUNNING)
        return; /* run_go_on() says that it has been heard: a person who drives would be reported at every move */
    if (early || run->control->closing) {
        run_hand_let_go(run);
        return;
    }
    if (!strstr(run->control->hint->str, USED_MEANWHILE))
        g_string_append_printf(run->control->hint, "%s%s", run->control->hint->len ? "\n" : "", USED_MEANWHILE);
    run_pause(run, "hand", what ? what : "somebody else used keyboard or mouse");
    control_change(run->control, CONTROL_YIELDED);
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
    run->devices->hand.ready = true;
    run->devices->hand.watches = false;
    run->devices->hand.waits = false;
    control_released(run->control);
    pulse_begin(&run->devices->hand.pulse, g_get_monotonic_time());
    if ((run->holds->keys && *run->holds->keys) || (run->holds->buttons && *run->holds->buttons))
        set_held(run, NULL, NULL, NULL); /* what the dead one had left down is up only now */
    if (a->text)
        client_notice(run, "warning", "%s", a->text);
    g_autofree char *names = names_of(a);
    g_autofree char *text = *names ? g_strdup_printf("a dead hand had left down: %s; now released", names) : NULL;
    if (a->text || text) {
        g_free(run->devices->hand.recovered);
        run->devices->hand.recovered = g_strconcat(a->text ? a->text : "", a->text && text ? "; " : "", text, NULL);
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
    g_autofree char *text = *names ? g_strdup_printf("the hand has released %s: %s", names, a->text)
                                   : g_strdup_printf("the hand has stopped what it fired: %s", a->text);
    client_notice(run, "warning", "%s", text);
    journal(run, 0, "note", "hand", text);
    if (!run->control->stop && !run->control->closing)
        run_pause(run, "hand", "the engine was silent while something was held or fired");
}

static void on_hand_line(const char *line, gsize length, void *data)
{
    struct run *run = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(hand_answer) a = line ? hand_answer_from_json(line, length, &error) : NULL;
    if (!a) {
        client_notice(run, "warning", "the hand sent an invalid message: %s", error ? error->message : "too long");
        return;
    }
    switch (a->kind) {
    case HAND_READY:
        on_ready(run, a);
        break;
    case HAND_HELD:
        recorded_note_held(run, line);
        set_held(run, g_steal_pointer(&a->keys), g_steal_pointer(&a->buttons), a->left_ms);
        break;
    case HAND_FINISHED:
        if (a->id != run->devices->hand.fired) /* its time was over: that it is uncertain is kept */
            break;
        control_end_firing(run->control);
        holds_settle(run->holds);
        run->devices->hand.pointer = a->pointer;
        g_clear_pointer(&run->devices->hand.finished, hand_answer_free);
        run->devices->hand.finished = g_steal_pointer(&a);
        break;
    case HAND_TURNED:
        g_clear_pointer(&run->devices->hand.turned, hand_answer_free);
        run->devices->hand.turned = g_steal_pointer(&a);
        break;
    case HAND_RELEASED:
        run->devices->hand.released = true;
        control_released(run->control);
        break;
    case HAND_LOST:
        note_lost(run->devices, a->text);
        break;
    case HAND_FAILED:
        g_free(run->devices->hand.trouble);
        run->devices->hand.trouble = g_strdup(a->text);
        client_notice(run, "error", "hand: %s", a->text ? a->text : "it failed");
        break;
    case HAND_PERSON:
        on_person(run, a->text);
        break;
    case HAND_PULSED:
        pulse_answer(&run->devices->hand.pulse, a->id);
        break;
    case HAND_LET_GO:
        on_let_go(run, a);
        break;
    case HAND_GESTURE:
        run_hand_note_gesture(run, g_steal_pointer(&a->gesture));
        break;
    case HAND_STARTED:
    case HAND_ANSWER_COUNT:
        break;
    }
}

/* ---- deaths ---- */

static void display_was_lost(struct run *run)
{
    note_lost(run->devices, NULL);
    run->devices->hand.lost = control_end_firing(run->control);
    child_reap(&run->devices->eye.process);
    child_reap(&run->devices->hand.process);
    run->devices->hand.ready = false;
    holds_lose(run->holds);
    set_held(run, NULL, NULL, NULL);
    run_pause(run, "engine", "display lost");
    const bool ours = run->devices->sandbox && run->devices->sandbox->server.pid;
    const char *why = run->devices->lost_why;
    client_notice(run, "error", "display lost: %s; nothing that waits will fire (%s)", why ? why : run->devices->display,
                  ours ? "resume starts the sandbox again" : "resume connects again once it is back");
}

static void eye_died(struct run *run)
{
    g_autoptr(GError) error = NULL;
    child_reap(&run->devices->eye.process);
    if (run->devices->display_lost || run->devices->eye.process.exit_code == 3) {
        display_was_lost(run);
        return;
    }
    gate_close(&run->judge->gate, GATE_VOIDED, "engine", "the eye has died");
    if (child_recent_starts(&run->devices->eye.process, g_get_monotonic_time()) > EYE_RESTARTS) {
        run_pause(run, "engine", "the eye has died repeatedly (resume starts it again)");
        return;
    }
    client_notice(run, "warning", "the eye has died (exit %d) and is started again", run->devices->eye.process.exit_code);
    if (!links_start_eye(run, &error))
        run_fail(run, g_steal_pointer(&error));
    run->control->interrupt = true;
    run->look->fresh = false;
}

static void replace_hand(struct run *run, const char *why)
{
    g_autoptr(GError) error = NULL;
    run->devices->hand.lost = control_end_firing(run->control);
    run->devices->hand.ready = false;
    holds_lose(run->holds);
    if (!links_start_hand(run, &error))
        run_fail(run, g_steal_pointer(&error));
    else if (run->control->stop || run->control->closing)
        run_hand_let_go(run); /* the end waits for its answer */
    else
        run_pause(run, "engine", why);
}

static void hand_died(struct run *run)
{
    child_reap(&run->devices->hand.process);
    bool killed = run->devices->hand.process.exit_code > 128 &&
                  child_recent_starts(&run->devices->hand.process, g_get_monotonic_time()) <= HAND_RESTARTS;
    const bool away = run->devices->hand.process.exit_code == 3; /* of one that was never connected it says why itself */
    if (run->devices->display_lost || (away && run->devices->hand.ready)) {
        display_was_lost(run);
    } else if (run->devices->hand.ready) {
        client_notice(run, "warning", "the hand has died (exit %d); a new one releases what it held",
                      run->devices->hand.process.exit_code);
        replace_hand(run, "the hand has died");
    } else if (killed) {
        replace_hand(run, "the hand has died");
    } /* else whoever waits for it sees that it has gone, and resume tries again */
}

/* It may be stopped, or wait for an X server that is: then the next one connects once that goes on, and no sooner. Its signal is
 * one that ends it in both. */
static void hand_hangs(struct run *run)
{
    g_autofree char *doubt = devices_doubt(run->devices), *why = g_strconcat("the hand did not answer", doubt, NULL);
    child_kill(&run->devices->hand.process);
    if (run->devices->hand.ready)
        client_notice(run, "warning", "the hand has not answered for 1 s and was killed; a new one releases what it held");
    else if (!run->devices->hand.waits)
        client_notice(run, "error", "display %s does not answer: all keys and buttons are released once it does",
                      run->devices->display);
    run->devices->hand.waits = !run->devices->hand.ready;
    replace_hand(run, why);
}

void device_control_pump(struct run *run)
{
    clipboard_lease_pump(run);
    if (child_running(&run->devices->eye.process) && !line_stream_pump(run->devices->eye.process.stream, on_eye_line, run))
        eye_died(run);
    if (child_running(&run->devices->hand.process) && !line_stream_pump(run->devices->hand.process.stream, on_hand_line, run))
        hand_died(run);
    if (child_running(&run->devices->hand.process) &&
        pulse_is_late(&run->devices->hand.pulse, run_hand_limit_us(run), g_get_monotonic_time()))
        hand_hangs(run);
}

/* ---- asking the eye ---- */

static bool eye_answered(struct run *run, void *data)
{
    (void)data;
    return run->devices->eye.answer != NULL;
}

/* It makes one observation at a time; one that a pause or a stop has left behind ends by itself. */
static bool eye_is_free(struct run *run, void *data)
{
    (void)data;
    return run->devices->eye.observing == 0 || !child_running(&run->devices->eye.process);
}

static void survey(struct run *run, bool now, bool live)
{
    const struct eye_request request = {.kind = EYE_SURVEY, .now = now, .live = live};
    g_autofree char *line = eye_request_to_json(&request);
    if (child_running(&run->devices->eye.process))
        line_stream_send(run->devices->eye.process.stream, line);
}

void device_survey(struct run *run)
{
    if (run->client->console)
        survey(run, false, control_is_taken_over(run->control));
}

void device_survey_waiting(struct run *run)
{
    device_survey(run);
    if (run->client->console && !control_is_taken_over(run->control))
        survey(run, false, true);
}

void device_survey_now(struct run *run)
{
    survey(run, true, false);
}

bool device_ask_eye(struct run *run, struct eye_request *request, int timeout_ms, GError **error)
{
    gint64 deadline = g_get_monotonic_time() + (gint64)timeout_ms * 1000;
    if (request->kind == EYE_OBSERVE && !wait_until(run, eye_is_free, NULL, deadline, error))
        return false;
    g_clear_pointer(&run->devices->eye.answer, eye_answer_free);
    request->seq = ++run->devices->eye.seq;
    if (request->kind == EYE_OBSERVE)
        run->devices->eye.observing = request->seq;
    g_autofree char *line = eye_request_to_json(request);
    if (child_running(&run->devices->eye.process))
        line_stream_send(run->devices->eye.process.stream, line); /* a dead eye is found by the pump, which interrupts the wait */
    if (!wait_until(run, eye_answered, NULL, deadline, error)) {
        if (error && g_error_matches(*error, RUN_ERROR, RUN_ERROR_TIMEOUT))
            g_prefix_error(error, "the eye does not answer: ");
        return false;
    }
    if (run->devices->eye.answer->kind != EYE_FAILED)
        return true;
    g_set_error(error, RUN_ERROR, RUN_ERROR_FAILED, "eye: %s", run->devices->eye.answer->text);
    return false;
}

/* ---- start ---- */

static bool hand_is_ready(struct run *run, void *data)
{
    (void)data;
    return run->devices->hand.ready || !child_running(&run->devices->hand.process);
}

bool device_control_start(struct run *run, GError **error)
{
    if (!child_running(&run->devices->eye.process) && !links_start_eye(run, error))
        return false;
    if (run->judge->mode == GATE_DRY || run->devices->hand.ready)
        return true;
    if (!child_running(&run->devices->hand.process) && !links_start_hand(run, error))
        return false;
    if (!wait_until(run, hand_is_ready, NULL, g_get_monotonic_time() + READY_TIMEOUT_MS * 1000, error)) {
        if (error && g_error_matches(*error, RUN_ERROR, RUN_ERROR_TIMEOUT))
            g_prefix_error(error, "the hand cannot connect: display %s does not answer: ", run->devices->display);
        if (error && g_error_matches(*error, RUN_ERROR, RUN_ERROR_INTERRUPTED) && run->devices->display_lost &&
            run->devices->lost_why) { /* by the eye */
            g_clear_error(error);
            g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "the eye cannot start: %s", run->devices->lost_why);
        }
        return false;
    }
    if (!run->devices->hand.ready)
        g_set_error(error, RUN_ERROR, RUN_ERROR_ENVIRONMENT, "the hand cannot start: %s",
                    run->devices->hand.trouble ? run->devices->hand.trouble : "it ended at once without a message");
    return run->devices->hand.ready;
}

void device_control_stop(struct run *run)
{
    clipboard_lease_end(run);
    child_leave(&run->devices->eye.process); /* they end side by side */
    if (run->devices->hand.ready) {
        child_stop(&run->devices->hand.process, 1000);
    } else {
        child_leave(&run->devices->hand.process);
        run->devices->hand.process.pid = 0;
    }
    run->devices->hand.ready = false;
    child_stop(&run->devices->eye.process, 1000);
}
