#include "engine/step/loop_run.h"
#include "config/profile.h"

#include "skills/dryrun/loop_worker.h"
#include "config/line.h"
#include "engine/devices/child.h"
#include "engine/client/client.h"
#include "engine/run/control.h"
#include "engine/devices/devices.h"
#include "engine/hand/hand.h"
#include "engine/run/look.h"
#include "engine/run/oneshot.h"
#include "engine/step/procedural.h"
#include "engine/protocol/protocol.h"
#include "memory/memory.h"
#include "engine/step/proposal.h"
#include "engine/run/run.h"
#include "engine/control/wait.h"

#include <string.h>

#define TELL_US (200 * 1000)  /* between two events that tell how far it is */
#define STORE_US (500 * 1000) /* between two commits of what was fired */
#define WAKE_US (500 * 1000)  /* between two looks whether anybody hangs */
#define IDLE_MS 5             /* a turn in which nothing is done: the next one is not sooner */
#define LOOK_TIMEOUT_US                                                                                                          \
    (LOOP_WORKER_TURN_MS * 1000)               /* as for the step: nothing that is held waits longer for an eye that hangs */
#define READ_TIMEOUT_US (20 * G_USEC_PER_SEC)  /* words, on a busy machine: longer than their worker has */
#define READY_TIMEOUT_US (40 * G_USEC_PER_SEC) /* the dry run once more, on a busy machine */

enum turns_state {
    TURNS_HAND,  /* the hand fires; it says when the next turn may come */
    TURNS_LOOK,  /* the eye takes the turn's picture */
    TURNS_STEP,  /* the worker thinks */
    TURNS_SENSE, /* …and has asked the eye */
    TURNS_OVER
};

struct loop_run {
    struct run *run;           /* borrowed */
    const proposal *p;         /* borrowed */
    const timeline_loop *loop; /* in its timeline */
    loop_worker *stepping;     /* owned */
    timeline *certain;         /* owned: what the worker came to; NULL = not yet, or failed */
    GError *failed;            /* owned: …why */
    enum turns_state state;
    pid_t eye;        /* that has seen it from the beginning: a new one does not know what was before */
    gint64 eye_us;    /* when it must have answered */
    int turn;         /* that comes next */
    gint64 ms;        /* since the loop began, when the hand last said so */
    GString *fired;   /* JSON array without its brackets: not in the store yet */
    gint64 stored_us; /* when it was last */
    gint64 told_us;   /* when the client was last told */
};

char *loop_run_refused(const config *cfg, const timeline *t, bool has_skill)
{
    const timeline_loop *l = timeline_loop_of(t);
    int s = (int)config_int(cfg, "gate", "loop_s"), events = (int)config_int(cfg, "gate", "loop_events");
    if (!l)
        return NULL;
    if (!has_skill)
        return g_strdup("a timeline that ends in a loop can only come from its skill");
    if (l->ms > (gint64)s * 1000)
        return g_strdup_printf("its loop asks for %g s; [gate] loop_s allows %d", (double)l->ms / 1000, s);
    return l->events > events ? g_strdup_printf("its loop asks for %d events; [gate] loop_events allows %d", l->events, events)
                              : NULL;
}

/* ---- the beginning ---- */

static bool is_ready(struct run *run, void *data)
{
    loop_run *t = data;
    (void)run;
    bool done;
    struct sense_question question;
    enum loop_worker_said said = loop_worker_hear(t->stepping, &t->certain, &done, &question, &t->failed);
    return said == LOOP_WORKER_READY || said == LOOP_WORKER_FAILED;
}

/* The worker did the dry run anew: from the same text, the same arguments, the same screen. */
static bool same_as_approved(const loop_run *t, GError **error)
{
    if (t->failed) {
        g_propagate_prefixed_error(error, g_error_copy(t->failed), "its loop cannot begin: ");
        return false;
    }
    if (t->run->profile->paste.text)
        timeline_paste(t->certain);
    g_autofree char *digest = timeline_digest(t->certain);
    if (g_str_equal(digest, t->p->digest))
        return true;
    g_set_error_literal(error, RUN_ERROR, RUN_ERROR_FAILED,
                        "its loop is not the one that was approved: the skill has changed since");
    return false;
}

bool loop_run_begin(struct run *run, const proposal *p, loop_run **ret_turns, GError **error)
{
    *ret_turns = NULL;
    const timeline_loop *l = timeline_loop_of(p->timeline);
    if (!l)
        return true;
    g_autoptr(loop_run) t = g_new0(loop_run, 1);
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, p->action);
    t->run = run;
    t->p = p;
    t->loop = l;
    t->fired = g_string_new(NULL);
    t->eye = run->devices->eye.process.pid;
    t->stepping = loop_worker_start(run->skills->library, run->oneshot->given ? run->oneshot->given : one,
                                    run->look->observation->screen, proposal_seed(run->options, devices_chance(run), p->id),
                                    (gint64)run->profile->max_hold_s * 1000, l->ms, error);
    if (!t->stepping)
        return false;
    run->worker = loop_worker_of(t->stepping);
    if (!wait_until(run, is_ready, t, g_get_monotonic_time() + READY_TIMEOUT_US, error) || !same_as_approved(t, error))
        return false; /* freeing it takes the worker out of the run */
    t->stored_us = g_get_monotonic_time();
    g_clear_pointer(&run->devices->hand.turned, hand_answer_free);
    *ret_turns = g_steal_pointer(&t);
    return true;
}

void loop_run_free(loop_run *t)
{
    if (!t)
        return;
    t->run->worker = NULL;
    loop_worker_free(t->stepping);
    timeline_free(t->certain);
    g_clear_error(&t->failed);
    g_string_free(t->fired, TRUE);
    g_free(t);
}

/* ---- turn by turn ---- */

static void send_turn(loop_run *t, timeline *events, bool done, const char *reason)
{
    hand_request request = {.kind = HAND_TURN, .turn = ++t->turn, .done = done, .reason = (char *)reason};
    request.fire.id = t->p->id;
    request.fire.timeline = events;
    run_hand_send(t->run, &request);
    t->state = reason ? TURNS_OVER : TURNS_HAND;
}

/* The hand lets go of everything and says the reason again when it has. */
static void fail(loop_run *t, const char *why)
{
    g_autoptr(timeline) nothing = timeline_new();
    send_turn(t, nothing, true, why);
}

static void store(loop_run *t, bool now)
{
    gint64 at_us = g_get_monotonic_time();
    g_autoptr(GError) error = NULL;
    if (t->fired->len == 0 || (!now && at_us < t->stored_us + STORE_US))
        return;
    g_autofree char *json = g_strdup_printf("[%s]", t->fired->str);
    g_string_truncate(t->fired, 0);
    t->stored_us = at_us;
    if (!memory_fired_add(t->run->store, t->run->id, t->p->id, json, &error))
        run_fail(t->run, g_steal_pointer(&error));
}

static void keep_fired(loop_run *t, const char *json)
{
    gsize length = json ? strlen(json) : 0;
    if (length <= 2)
        return;
    if (t->fired->len)
        g_string_append_c(t->fired, ',');
    g_string_append_len(t->fired, json + 1, (gssize)length - 2);
}

static void tell(loop_run *t, const hand_answer *turned)
{
    gint64 now_us = g_get_monotonic_time();
    if (t->told_us && now_us < t->told_us + TELL_US)
        return;
    t->told_us = now_us;
    g_autoptr(event) e = event_new(EVENT_LOOP);
    e->id = t->p->id;
    e->loop.events = turned->events;
    e->loop.max_events = t->loop->events;
    e->loop.ms = turned->ms;
    e->loop.max_ms = t->loop->ms;
    client_send(t->run, e);
}

static void ask_eye(loop_run *t, const struct sense_question *question, enum turns_state then)
{
    struct run *run = t->run;
    struct eye_request request = {.kind = EYE_SENSE, .seq = ++run->devices->eye.seq, .question = *question};
    g_clear_pointer(&run->devices->eye.answer, eye_answer_free);
    g_autofree char *line = eye_request_to_json(&request);
    if (child_running(&run->devices->eye.process))
        line_stream_send(run->devices->eye.process.stream, line);
    t->eye_us = g_get_monotonic_time() + (question->kind >= SENSE_MARKS ? READ_TIMEOUT_US : LOOK_TIMEOUT_US);
    t->state = then;
}

static bool hand_said(loop_run *t)
{
    g_autoptr(hand_answer) turned = g_steal_pointer(&t->run->devices->hand.turned);
    if (!turned || turned->id != t->p->id)
        return false;
    keep_fired(t, turned->fired_json);
    store(t, false);
    tell(t, turned);
    t->ms = turned->ms;
    const struct sense_question look = {.kind = SENSE_LOOK, .window = t->p->target_window};
    ask_eye(t, &look, TURNS_LOOK);
    return true;
}

/* Also when another one has been started since. What comes before the loop goes on without it, as any action does. */
static bool eye_died(loop_run *t)
{
    bool begun = t->turn > 0 || t->state != TURNS_HAND;
    if (!begun || t->state == TURNS_OVER)
        return false;
    if (child_running(&t->run->devices->eye.process) && t->run->devices->eye.process.pid == t->eye)
        return false;
    fail(t, "the eye has died");
    return true;
}

/* The eye's answer, NULL = none yet; or it is over. */
static eye_answer *sensed(loop_run *t)
{
    struct run *run = t->run;
    if (!run->devices->eye.answer) {
        if (g_get_monotonic_time() >= t->eye_us)
            fail(t, "the eye does not answer");
        return NULL;
    }
    g_autoptr(eye_answer) a = g_steal_pointer(&run->devices->eye.answer);
    if (a->kind == EYE_SENSED)
        return g_steal_pointer(&a);
    g_autofree char *why = g_strdup_printf("the screen could not be looked at: %s", a->text ? a->text : "no reason is given");
    fail(t, why);
    return NULL;
}

static bool eye_said(loop_run *t)
{
    g_autoptr(eye_answer) a = sensed(t);
    if (!a)
        return false;
    if (t->state == TURNS_LOOK)
        loop_worker_turn(t->stepping, t->ms, LOOP_WORKER_TURN_MS, &a->sensed);
    else
        loop_worker_answer(t->stepping, &a->sensed);
    t->state = TURNS_STEP;
    return true;
}

static bool turn_said(loop_run *t)
{
    g_autoptr(timeline) events = NULL;
    g_autoptr(GError) error = NULL;
    bool done = false;
    struct sense_question question;
    switch (loop_worker_hear(t->stepping, &events, &done, &question, &error)) {
    case LOOP_WORKER_NOTHING:
        return false;
    case LOOP_WORKER_ASKS:
        ask_eye(t, &question, TURNS_SENSE);
        return true;
    case LOOP_WORKER_TURN:
        if (events->events->len == 0 && !done)
            timeline_add(events, (struct timeline_event){.type = TIMELINE_WAIT, .duration_ms = IDLE_MS}, NULL);
        send_turn(t, events, done, NULL);
        return true;
    case LOOP_WORKER_READY:
    case LOOP_WORKER_FAILED:
        break;
    }
    g_autofree char *why = g_strdup_printf("the loop's step failed: %s", error ? error->message : "it is not understood");
    fail(t, why);
    return false;
}

void loop_run_go(loop_run *t)
{
    bool moved = t && !eye_died(t);
    while (moved) {
        switch (t->state) {
        case TURNS_HAND:
            moved = hand_said(t);
            break;
        case TURNS_LOOK:
        case TURNS_SENSE:
            moved = eye_said(t);
            break;
        case TURNS_STEP:
            moved = turn_said(t);
            break;
        case TURNS_OVER:
            moved = false;
            break;
        }
    }
}

gint64 loop_run_deadline(const loop_run *t)
{
    return t && t->state != TURNS_OVER ? g_get_monotonic_time() + WAKE_US : G_MAXINT64;
}

void loop_run_end(loop_run *t)
{
    if (!t)
        return;
    hand_answer *last = t->run->devices->hand.finished;
    if (last) {
        keep_fired(t, last->fired_json);
        g_free(last->fired_json);
        last->fired_json = NULL;
    }
    store(t, true);
}
