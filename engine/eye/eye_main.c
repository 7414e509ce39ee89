/* The eye process: one loop around poll(2) over the engine's socket, the display's connection and a reading worker. Everything
 * that looks at the screen goes through live_refresh(), which asks the X server only after damage (or once a second, or always
 * where there is no DAMAGE); recorder, preview, settling and watch share the one shot that it keeps. Where nothing changes, the
 * loop wakes once a second. Nothing holds it up: a PNG takes some ms, a worker reads words. When the display dies, Xlib calls
 * lost_display(); a VNC connection says it at the next look. */
#include "engine/eye/eye.h"
#include "config/line.h"
#include "config/profile.h"
#include "engine/eye/awaiting.h"
#include "engine/picture/caret.h"
#include "engine/eye/eye_options.h"
#include "engine/eye/eye_source.h"
#include "engine/eye/late.h"
#include "engine/eye/live.h"
#include "engine/eye/marks.h"
#include "engine/picture/volatile_areas.h"
#include "engine/eye/observing.h"
#include "engine/eye/preview.h"
#include "engine/eye/reading.h"
#include "engine/eye/recording.h"
#include "engine/eye/senses.h"
#include "engine/eye/sharing.h"
#include "engine/eye/survey.h"
#include "engine/eye/watching.h"

#include <signal.h>
#include <unistd.h>

#define CHECK_US (20 * 1000) /* least time between looks while settling or watching */
#define WATCH_US (50 * 1000)
#define WINDOWS_US (100 * 1000) /* while watching, what is not told */
#define AHEAD_PART 3            /* of the time that the screen must rest: then what is to be done with its picture begins */
#define REST_US (300 * 1000)    /* a late reaction is over after so long without a change */
#define AWAIT_US (30 * 1000)
#define EXIT_LOST 3

struct eye {
    struct eye_options options;
    profile *p;
    eye_source *source;
    live *l;
    recording *r;
    volatile_areas *restless;
    struct late late;
    GArray *ignored; /* struct area: what is no reaction, as asked for last; NULL = nothing */
    caret *caret;    /* of the pictures since the last observation */
    bool acting;     /* from begin to the next observation: what changes then is the action's doing */
    bool moved;      /* meanwhile the caret was seen elsewhere */
    char *stack;     /* hash of the windows at the last change */
    marks *m;
    survey *survey;
    senses *senses;
    line_stream *line;
    shot *observed;       /* of the last observation, with its surroundings */
    eye_observation *was; /* owned: the last one; NULL = as `observed` */
    struct awaiting await;
    struct readiness ready; /* of the program that is waited for */
    struct observing observe;
    struct watching watch;
    struct sharing sharing;
    struct preview preview;
    bool ending;
    gint64 fitted_us, next_preview; /* when a window was last asked to fit the screen, 0 = never; when the preview is due */
    int exit_code;
};

static line_stream *lost_line; /* for Xlib's handler, which gets no data */

static void send_failed(struct eye *e, int seq, const char *text)
{
    const eye_answer a = {.kind = EYE_FAILED, .seq = seq, .text = (char *)text};
    eye_answer_send(&a, e->line);
}

static void send_lost(line_stream *line, const char *text)
{
    const eye_answer a = {.kind = EYE_LOST, .text = (char *)text};
    eye_answer_send(&a, line);
    line_stream_flush(line, 500);
}

static void lost_display(const char *name)
{
    g_autofree char *text = g_strdup_printf("the X server of %s ended or cut the connection", name);
    if (lost_line)
        send_lost(lost_line, text);
    _exit(EXIT_LOST);
}

/* Whether the windows are those of the last change: where one has come, gone or moved, nothing moves by itself. */
static bool same_stack(struct eye *e)
{
    g_autofree char *before = e->stack;
    e->stack = g_strdup(live_stack(e->l)->hash);
    return g_strcmp0(before, e->stack) == 0;
}

/* False: the display gives no pictures any more; the eye ends. */
static bool refresh(struct eye *e, bool force, bool *ret_changed)
{
    g_autoptr(GError) error = NULL;
    bool changed = false;
    shot *before = live_shot(e->l) ? recorder_shot_ref(live_shot(e->l)) : NULL;
    bool ok = live_refresh(e->l, force, &changed, &error), same_windows = ok && changed && same_stack(e);
    if (same_windows && before && !e->acting)
        volatile_areas_note(e->restless, before->picture, live_shot(e->l)->picture, live_looked_us(e->l));
    if (ok && changed && e->observed && !e->acting)
        caret_note(e->caret, e->observed->picture, live_shot(e->l)->picture);
    else if (ok && changed && e->observed)
        e->moved = e->moved || caret_moved(e->caret, e->observed->picture, live_shot(e->l)->picture);
    if (ok && changed && before && !e->acting)
        late_note(&e->late, e->restless, before->picture, live_shot(e->l)->picture, e->ignored, !same_windows,
                  live_looked_us(e->l));
    recorder_shot_unref(before);
    if (ret_changed)
        *ret_changed = changed;
    if (ok)
        return true;
    send_lost(e->line, error->message);
    e->ending = true;
    e->exit_code = EXIT_LOST;
    return false;
}

/* The screen has rested for a part of the time: it will probably be taken as it is. */
static void observe_ahead(struct eye *e)
{
    struct observing *o = &e->observe;
    if (o->ahead == live_shot(e->l) || senses_reading(e->senses))
        return;
    recorder_shot_unref(o->ahead);
    o->ahead = recorder_shot_ref(live_shot(e->l));
    g_autoptr(eye_observation) at = live_target(e->l);
    marks_start(e->m, o->ahead->picture, live_read_window(e->l, at));
    live_shot_encode(o->ahead, NULL);
}

/* ---- await_window ---- */
static void turn_await(struct eye *e, gint64 now)
{
    g_autoptr(GError) error = NULL;
    bool ready = readiness_look(&e->ready, READINESS_REST_US, now); /* before the server works for us */
    g_autoptr(GPtrArray) windows = live_windows(e->l);
    const struct eye_window *w;
    if (!refresh(e, false, NULL))
        return;
    bool over = awaiting_look(&e->await, e->l, windows, ready, now, &w, &error);
    live_await(e->l, w ? w->id : 0);
    if (!over) {
        if (w && now >= live_shot(e->l)->at_us + (gint64)e->options.settle * 1000 / AHEAD_PART)
            observe_ahead(e);
        return;
    }
    if (error) {
        send_failed(e, e->await.seq, error->message);
    } else {
        const eye_answer a = {.kind = EYE_WINDOW,
                              .seq = e->await.seq,
                              .found = w || e->await.untold,
                              .window = w ? (struct eye_window *)w : live_windows_first(windows)};
        if (w && e->await.pattern && g_strcmp0(e->await.pattern, e->p ? e->p->window : NULL) != 0)
            live_retarget(e->l);
        eye_answer_send(&a, e->line);
    }
    readiness_end(&e->ready);
    volatile_areas_forget(e->restless); /* what was drawn at the start does not move by itself */
    awaiting_end(&e->await);
}

/* ---- observe ---- */
static void observe_fail(struct eye *e, const char *text)
{
    send_failed(e, e->observe.seq, text);
    observing_end(&e->observe);
}

static void observe_done(struct eye *e)
{
    struct observing *o = &e->observe;
    g_autoptr(GError) error = NULL;
    if (!marks_finish(e->m, o->s->picture, o->result->screen, &error))
        send_failed(e, 0, error->message);
    if (eye_options_numbered(&e->options, e->p, &o->result->screen->words_pending))
        marks_number(e->m, o->s->picture, o->result->screen);
    e->acting = e->moved = false;
    if (!o->repeated)
        caret_begin(e->caret);
    caret_go_on(e->caret, o->s->picture);
    recorder_shot_unref(e->observed);
    e->observed = recorder_shot_ref(o->s);
    const eye_answer a = {.kind = EYE_OBSERVED, .seq = o->seq, .observation = o->result, .waited_ms = o->waited_ms};
    eye_answer_send(&a, e->line);
    eye_observation_free(e->was);
    e->was = g_steal_pointer(&o->result);
    observing_end(&e->observe);
}

/* Nothing is there that the last observation does not have. */
static bool observe_same(struct eye *e, gint64 now)
{
    const struct observing *o = &e->observe;
    if (!o->again || !e->observed || o->result->focus != e->was->focus ||
        g_strcmp0(o->result->stack_hash, e->was->stack_hash) != 0 ||
        late_differs(e->restless, e->observed->picture, live_shot(e->l)->picture, e->ignored, now))
        return false;
    const eye_answer a = {.kind = EYE_SAME, .seq = o->seq, .waited_ms = o->waited_ms};
    eye_answer_send(&a, e->line);
    observing_end(&e->observe);
    return true;
}

/* The screen is as it will be taken: store it, then have its words read. */
static void observe_take(struct eye *e, gint64 now)
{
    struct observing *o = &e->observe;
    struct area part;
    g_autoptr(GError) error = NULL;
    o->s = recorder_shot_ref(live_shot(e->l));
    o->result->settled = o->settled;
    o->result->works = readiness_works(&e->ready);
    o->result->tireless = readiness_tireless(&e->ready);
    o->result->changed = !live_same(o->s, e->observed);
    o->result->caret_moved = e->moved;
    recorder *clip = recording_clip(e->r);
    recording_finish(e->r, o->s, live_recorded(e->l, &part), now);
    g_autoptr(GPtrArray) samples = recorder_samples(clip, now);
    recording_compare(e->r, samples, e->was ? e->was->screen : NULL, o->result);
    if (!live_shot_store(o->s, e->options.frames, &o->result->frame, &error)) {
        observe_fail(e, error->message); /* what is new in the clip stays new for the next try */
        return;
    }
    sharing_add(&e->sharing, o->s->picture, &o->result->frame);
    g_autoptr(GPtrArray) keyframes = recorder_take_keyframes(clip, o->s);
    if (!(o->result->keyframes = live_shots_store(keyframes, e->options.frames, &error)) ||
        !(o->result->samples = live_shots_store(samples, e->options.frames, &error))) {
        observe_fail(e, error->message);
        return;
    }
    recorder_stored(clip);
    o->reading = true;
    marks_start_elements(e->m, o->result, live_display(e->l));
    if (marks_start(e->m, o->s->picture, live_read_window(e->l, o->result)))
        observe_done(e);
}

static void turn_observe(struct eye *e, gint64 now)
{
    struct observing *o = &e->observe;
    gint64 rests_us = observing_rests_us(o, &e->late);
    bool still = now >= rests_us, late = now >= o->until, changed = false;
    bool ready = !o->readies || readiness_look(&e->ready, o->settle_us, now);
    if (still || late) { /* windows first: a picture that stayed the same after the list belongs to it */
        eye_observation_free(o->result);
        o->result = live_surroundings(e->l);
        still = still && (late || !observing_windows_changed(o, &e->stack, now));
    }
    if (!refresh(e, still || late, &changed))
        return;
    if (changed)
        o->changed_us = now;
    rests_us = observing_rests_us(o, &e->late);
    changed = o->again ? now < rests_us : changed; /* what changes all the time is not waited for */
    bool expects = (e->acting || o->late) && e->observed && still && !changed &&
                   g_strcmp0(o->result->stack_hash, e->was->stack_hash) == 0 &&
                   late_expects(&e->late, e->restless, e->observed->picture, live_shot(e->l)->picture, e->ignored, now);
    if (late || (still && !changed && !expects && ready)) {
        if (o->readies)
            readiness_end(&e->ready);
        o->settled = still && !changed;
        o->waited_ms = (int)((now - o->asked_us) / 1000);
        if (!observe_same(e, now))
            observe_take(e, now);
        return;
    }
    gint64 quiet = MIN(expects ? now + CHECK_US : rests_us, o->until), ahead = o->changed_us + o->settle_us / AHEAD_PART;
    quiet = o->readies ? MIN(still && !ready ? o->until : quiet, e->ready.next_us) : quiet;
    if (!o->again && now >= ahead)
        observe_ahead(e);
    else if (!o->again)
        quiet = MIN(quiet, ahead);
    o->next_us = live_tells_changes(e->l) && !changed ? quiet : MIN(now + CHECK_US, quiet);
}

/* ---- watch ---- */
static void watch_start(struct eye *e, const struct eye_request *r, gint64 now)
{
    watching_end(&e->watch);
    if (!e->observed) {
        send_failed(e, r->seq, "nothing can be watched: nothing was observed yet (send observe first)");
        return;
    }
    watching_begin(&e->watch, &r->rules, e->observed, e->restless, e->caret, now);
    const eye_answer a = {.kind = EYE_WATCHING,
                          .seq = r->seq,
                          .restless = e->watch.rules.restless,
                          .unsettled = e->watch.rules.unsettled,
                          .caret = e->watch.rules.caret,
                          .second = e->watch.rules.second};
    eye_answer_send(&a, e->line);
}

static void turn_watch(struct eye *e, gint64 now)
{
    if (!refresh(e, false, NULL))
        return;
    const struct live_stack *s = live_stack(e->l);
    g_autoptr(GArray) tips = eye_window_tips(e->was->windows, s->windows, live_shot(e->l)->picture, &e->watch.rules, s->x, s->y);
    watching_compare(&e->watch, live_shot(e->l), e->caret, tips, now);
    e->watch.turned_us = now; /* a pointer's moves are not told, and time alone makes a change a lasting one */
    e->watch.next_us = now + (s->follows || e->watch.changed ? WINDOWS_US : G_USEC_PER_SEC);
    eye_answer a = {.kind = EYE_MATCH, .focus = s->focus, .windows = s->windows, .stack_hash = s->hash};
    a.windows_same = a.focus == e->was->focus && g_strcmp0(a.stack_hash, e->was->stack_hash) == 0;
    a.reacted = e->watch.changed && late_reaction(&e->late) && now >= late_rests_us(&e->late, REST_US) &&
                late_differs(e->restless, e->watch.before->picture, e->watch.compared->picture, e->ignored, now);
    if (watching_says(&e->watch, &a, now))
        eye_answer_send(&a, e->line);
}

/* ---- glance ---- */
static void glance(struct eye *e, const struct eye_request *r)
{
    g_autoptr(GError) error = NULL;
    eye_answer a = {.kind = EYE_GLANCED, .seq = r->seq};
    if (!refresh(e, true, NULL))
        return;
    if (live_shot_store(live_shot(e->l), e->options.frames, &a.frame, &error))
        eye_answer_send(&a, e->line);
    else
        send_failed(e, r->seq, error->message);
    eye_frame_clear(&a.frame);
}

/* ---- answers that are read for: NULL is none yet, it is taken ---- */
static void answered(struct eye *e, eye_answer *a)
{
    e->preview.retell = e->preview.retell || (a && a->kind == EYE_SURVEYED);
    if (a)
        eye_answer_send(a, e->line);
    eye_answer_free(a);
}

/* ---- recorder, preview ---- */
static void turn_record(struct eye *e, gint64 now)
{
    struct area part;
    if (refresh(e, false, NULL) && !recording_look(e->r, live_shot(e->l), live_recorded(e->l, &part), now))
        send_failed(e, 0, "the window that is recorded is gone: the video goes on when it is back");
}

static void turn_preview(struct eye *e, gint64 now)
{
    e->next_preview = now + (gint64)(G_USEC_PER_SEC / e->options.preview_fps);
    if (!refresh(e, false, NULL))
        return;
    const char *of = e->was ? e->was->frame.hash : NULL;
    const shot *read = survey_live(e->survey, e->observed, &of);
    preview_tell(&e->preview, live_shot(e->l), e->options.preview, read, of, live_stack(e->l)->focus, e->line);
    e->preview.retell = survey_present(e->survey, e->preview.shown) || e->preview.retell;
}

/* ---- requests ---- */
static void handle_await(struct eye *e, struct eye_request *r, gint64 now)
{
    if (e->await.active) {
        send_failed(e, r->seq, "a window is being waited for already");
        return;
    }
    awaiting_begin(&e->await, r, now);
    live_expect(e->l, r->program);
    e->ready = (struct readiness){.server = r->server, .manager = r->manager};
    readiness_begin(&e->ready, r->program, true, now);
}

static void handle_observe(struct eye *e, struct eye_request *r, gint64 now)
{
    if (e->observe.active) {
        send_failed(e, r->seq, "an observation is under way already");
        return;
    }
    int settle_ms = r->settle_ms > 0 ? r->settle_ms : e->options.settle;
    observing_begin(&e->observe, r, !e->acting, settle_ms, e->fitted_us, now);
    e->observe.readies = settle_ms > 1 && (e->acting || !e->observed); /* a look for what is there now waits for nothing */
    if (e->observe.readies && (e->acting || e->ready.program.pid == 0))
        readiness_begin(&e->ready, live_program(e->l), false, now);
    if (r->again) {
        g_clear_pointer(&e->ignored, g_array_unref);
        e->ignored = g_steal_pointer(&r->rules.ignored);
    }
    if (e->observe.late)
        late_await(&e->late);
    if (e->acting)
        late_acted(&e->late, settle_ms > 1, now);
    else if (!e->observe.again && live_tells_changes(e->l) && !live_dirty(e->l)) /* it has rested already */
        e->observe.changed_us = MIN(now, live_shot(e->l)->at_us);
}

static void handle(struct eye *e, struct eye_request *r)
{
    struct area part;
    gint64 now = g_get_monotonic_time();
    switch (r->kind) {
    case EYE_AWAIT_WINDOW:
        handle_await(e, r, now);
        break;
    case EYE_OBSERVE:
        handle_observe(e, r, now);
        break;
    case EYE_BEGIN:
        if (refresh(e, true, NULL)) {
            recording_begin(e->r, live_shot(e->l), live_recorded(e->l, &part), now);
            e->acting = true;
            late_begin(&e->late);
            survey_forget(e->survey);
            const eye_answer a = {.kind = EYE_BEGUN, .seq = r->seq};
            eye_answer_send(&a, e->line);
        }
        break;
    case EYE_WATCH:
        watch_start(e, r, now);
        break;
    case EYE_UNWATCH:
        watching_end(&e->watch);
        break;
    case EYE_GLANCE:
        glance(e, r);
        break;
    case EYE_SENSE:
        answered(e, senses_ask(e->senses, r));
        break;
    case EYE_SURVEY:
        if (e->was)
            survey_want(e->survey, e->observed, e->was, r->now, r->live);
        e->preview.retell = true;
        break;
    case EYE_REQUEST_COUNT:
    default:
        break;
    }
}

static void on_line(const char *line, gsize length, void *data)
{
    struct eye *e = data;
    struct eye_request r = {0};
    g_autoptr(GError) error = NULL;
    if (!line)
        send_failed(e, 0, "a request was longer than 1 MiB");
    else if (!eye_request_from_json(line, length, &r, &error))
        send_failed(e, 0, error->message);
    else if (!e->ending)
        handle(e, &r);
    eye_request_clear(&r);
}

/* ---- the loop ---- */
/* When the preview is to be written. */
static gint64 preview_next(struct eye *e)
{
    return e->options.preview ? preview_due_us(&e->preview, live_shot(e->l), e->next_preview) : G_MAXINT64;
}

/* When the screen needs a look for the video. dirty: it has changed since the last one. */
static gint64 next_look(const struct eye *e, bool dirty)
{
    gint64 at = recording_next_us(e->r, live_shot(e->l), dirty, live_tells_changes(e->l));
    return MIN(at, live_looked_us(e->l) + G_USEC_PER_SEC);
}

static void turns(struct eye *e)
{
    bool dirty = live_dirty(e->l), damaged = dirty && live_tells_changes(e->l);
    gint64 now = g_get_monotonic_time(), looked = live_looked_us(e->l);
    if (e->options.fit && live_fit(e->l, now)) /* at once, not when the screen rests: a person may be about to press there */
        e->fitted_us = e->observe.windows_us = now;
    if (e->await.active)
        turn_await(e, now);
    if (e->observe.active && !e->observe.reading && (now >= e->observe.next_us || (damaged && now >= looked + CHECK_US)))
        turn_observe(e, now);
    bool stirred = e->watch.active && live_stirred(e->l) && now >= e->watch.turned_us + WATCH_US;
    if (!e->ending && e->watch.active && (stirred || now >= e->watch.next_us || (damaged && now >= looked + WATCH_US)))
        turn_watch(e, now);
    if (!e->ending && now >= next_look(e, dirty))
        turn_record(e, now);
    if (!e->ending && now >= preview_next(e))
        turn_preview(e, now);
}

static int poll_timeout(struct eye *e)
{
    bool dirty = live_dirty(e->l), damaged = dirty && live_tells_changes(e->l);
    bool observing = e->observe.active && !e->observe.reading;
    gint64 now = g_get_monotonic_time(), at = MIN(next_look(e, dirty), preview_next(e));
    at = MIN(at, e->options.fit ? live_fit_due_us(e->l) : at);
    if (e->await.active)
        at = MIN(at, MIN(now + AWAIT_US, MAX(e->await.until, now + 1)));
    if (observing)
        at = MIN(at, e->observe.next_us);
    if (e->watch.active)
        at = MIN(at, live_stirred(e->l) ? e->watch.turned_us + WATCH_US : e->watch.next_us);
    if (damaged && (observing || e->watch.active))
        at = MIN(at, live_looked_us(e->l) + (observing ? CHECK_US : WATCH_US));
    if (e->observe.active)
        at = MIN(at, marks_deadline(e->m));
    at = MIN(at, MIN(senses_deadline(e->senses), survey_deadline(e->survey)));
    return (int)CLAMP((at - now + 999) / 1000, 0, 60000);
}

static void loop(struct eye *e)
{
    g_autoptr(GArray) fds = g_array_new(FALSE, TRUE, sizeof(GPollFD));
    const bool numbers = marks_numbered(e->p) || e->options.numbers == EYE_NUMBERS_WITH_WORDS;
    while (!e->ending) {
        turns(e);
        if (e->ending)
            break;
        g_array_set_size(fds, 0);
        GPollFD x = {.fd = live_fd(e->l), .events = G_IO_IN};
        g_array_append_val(fds, x);
        line_stream_prepare(e->line, fds);
        if (e->observe.active)
            marks_prepare(e->m, fds);
        senses_prepare(e->senses, fds);
        survey_prepare(e->survey, fds);
        int timeout = poll_timeout(e); /* this drains the display's queue: nothing waits there while we sleep */
        g_poll((GPollFD *)(void *)fds->data, fds->len, timeout);
        if (e->observe.active && marks_poll(e->m) && e->observe.reading)
            observe_done(e);
        answered(e, senses_turn(e->senses));
        answered(e, survey_turn(e->survey, numbers ? e->m : NULL));
        if (!line_stream_pump(e->line, on_line, e))
            e->ending = true;
    }
}

/* ---- start and end ---- */
static bool eye_start(struct eye *e, GError **error)
{
    const struct eye_options *o = &e->options;
    if (o->profile && !(e->p = eye_options_profile(o, error)))
        return false;
    reading_set_languages(e->p ? e->p->languages : NULL);
    if (!(e->m = marks_new(e->p, error)) || !(e->survey = survey_new(e->p, error)) || !(e->l = live_new(e->p, error)) ||
        !(e->source = o->probed ? eye_source_connect(o->display, error) : eye_source_open(o->display, error)))
        return false;
    live_connect(e->l, eye_source_display(e->source), eye_source_eye(e->source));
    live_take_up(e->l, o->target, o->maker, o->program);
    eye_source_watch(e->source, lost_display);
    e->senses = senses_new(e->l, e->m);
    e->r = recording_new(o->record_fps, o->keyframe_change, g_get_monotonic_time());
    e->restless = volatile_areas_new();
    e->caret = caret_new();
    e->next_preview = g_get_monotonic_time();
    return live_refresh(e->l, true, NULL, error);
}

static void eye_end(struct eye *e)
{
    lost_line = NULL;
    observing_end(&e->observe);
    watching_end(&e->watch);
    awaiting_end(&e->await);
    eye_observation_free(e->was);
    g_free(e->stack);
    recorder_shot_unref(e->observed);
    preview_clear(&e->preview);
    sharing_clear(&e->sharing);
    recording_free(e->r);
    volatile_areas_free(e->restless);
    g_clear_pointer(&e->ignored, g_array_unref);
    caret_free(e->caret);
    senses_free(e->senses);
    survey_free(e->survey);
    marks_free(e->m);
    live_free(e->l);
    eye_source_free(e->source);
    profile_free(e->p);
    line_stream_free(e->line);
    eye_options_clear(&e->options);
}

int eye_main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a dead engine is seen as end-of-file */
    signal(SIGXFSZ, SIG_IGN); /* a full disk is an error of write() */
    signal(SIGINT, SIG_IGN);  /* Ctrl-C is for the engine, which ends us */
    struct eye e = {.line = line_stream_new(STDIN_FILENO, STDIN_FILENO)};
    lost_line = e.line;
    g_autoptr(GError) error = NULL;
    if (!eye_options_read(argc, argv, &e.options, &error)) {
        send_lost(e.line, error->message);
        e.exit_code = 2;
    } else if (!eye_start(&e, &error)) {
        send_lost(e.line, error->message);
        e.exit_code = g_error_matches(error, EYE_ERROR, EYE_ERROR_DISPLAY) ? EXIT_LOST : 1;
    } else {
        loop(&e);
    }
    eye_end(&e);
    return e.exit_code;
}
