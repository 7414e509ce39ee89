/* Recorded display: eye and hand of a run that was recorded. */

#include "engine/devices/recorded.h"

#include "config/line.h"
#include "engine/brain/cassette.h"
#include "engine/devices/devices.h"
#include "engine/run/control.h"
#include "engine/run/options.h"
#include "engine/run/replay.h"
#include "engine/run/run.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* What a line on the cassette is of. */
#define SEEN "observed"
#define SEEN_AGAIN "observed again"
#define WORDS "words"
#define HELD "held"
#define FIRED "fired"

/* ---- recorded ---- */

/* What a person drives is theirs, and not done again: the agent finds the screen as they left it. */
static void note(struct run *run, const char *device, const char *digest, const char *answer)
{
    if (control_is_driving(run->control))
        return;
    gint64 replayed = replay_run_of(run->options->brain); /* whose chance falls in this run, too */
    const struct cassette_said said = {replayed ? replayed : devices_chance(run), (char *)device, (char *)digest, (char *)answer};
    brain_pool_record_said(run->brains, &said);
}

void recorded_note_observation(struct run *run, const eye_observation *o, bool again)
{
    const eye_answer a = {.kind = EYE_OBSERVED, .observation = (eye_observation *)o};
    g_autofree char *json = brain_pool_records(run->brains) ? eye_answer_to_json(&a) : NULL;
    if (json)
        note(run, again ? SEEN_AGAIN : SEEN, "", json);
}

void recorded_note_firing(struct run *run, const char *digest, const hand_answer *finished)
{
    const hand_answer none = {
        .kind = HAND_FINISHED, .status = HAND_ABORTED, .match = -1, .reason = (char *)"the recorded hand gave no answer"};
    g_autofree char *json = brain_pool_records(run->brains) ? hand_answer_to_json(finished ? finished : &none) : NULL;
    if (json)
        note(run, FIRED, digest, json);
}

void recorded_note_words(struct run *run, const char *line)
{
    note(run, WORDS, "", line);
}

void recorded_note_held(struct run *run, const char *line)
{
    note(run, HELD, "", line);
}

void recorded_note_line(struct run *run, const char *kind, const char *json)
{
    note(run, kind, "", json);
}

gint64 recorded_run(const char *file, GError **error)
{
    struct cassette *c = cassette_open(file, error);
    if (!c)
        return 0;
    const struct cassette_said *first = c->said->len ? c->said->pdata[0] : NULL;
    gint64 run = first ? first->run : 0;
    if (!first)
        g_set_error(error, BRAIN_ERROR, BRAIN_ERROR_CONFIG,
                    "the cassette %s has no display on it (reins run --record FILE records one)", file);
    cassette_free(c);
    return run;
}

/* ---- played ---- */

struct recorded {
    struct cassette *cassette;
    const char *frames; /* folder */
    line_stream *line;
    guint at;        /* the next line of the cassette */
    eye_answer *now; /* the last observation; NULL = none yet */
};

static bool is(const struct recorded *r, guint i, const char *device)
{
    return g_str_equal(((const struct cassette_said *)r->cassette->said->pdata[i])->device, device);
}

/* The next line of one of these kinds before the next firing; `said->len` = none. */
static guint find(const struct recorded *r, const char *device, const char *other)
{
    guint i = r->at;
    while (i < r->cassette->said->len && !is(r, i, device) && !(other && is(r, i, other)) && !is(r, i, FIRED))
        i++;
    bool found = i < r->cassette->said->len && (is(r, i, device) || (other && is(r, i, other)));
    return found ? i : r->cassette->said->len;
}

/* The next firing, if it is of this timeline; *ret_i: its line, `said->len` = none comes. */
static const struct cassette_said *next_fired(const struct recorded *r, const char *digest, guint *ret_i)
{
    for (*ret_i = r->at; *ret_i < r->cassette->said->len && !is(r, *ret_i, FIRED); ++*ret_i)
        ;
    const struct cassette_said *said = *ret_i < r->cassette->said->len ? r->cassette->said->pdata[*ret_i] : NULL;
    return said && g_strcmp0(said->digest, digest) == 0 ? said : NULL;
}

static void say(struct recorded *r, enum eye_answer_kind kind, int seq, const char *text)
{
    const eye_answer a = {.kind = kind, .seq = seq, .text = (char *)text};
    eye_answer_send(&a, r->line);
}

/* The picture is in the store of this run, and was seen just now. False: it is not there. */
static bool place(const struct recorded *r, struct eye_frame *f, gint64 later_us)
{
    g_autofree char *name = g_strconcat(f->hash, ".png", NULL);
    g_free(f->path);
    f->path = g_build_filename(r->frames, name, NULL);
    g_clear_pointer(&f->shared, g_free);
    f->at_us += later_us;
    return g_file_test(f->path, G_FILE_TEST_IS_REGULAR);
}

static bool place_all(const struct recorded *r, GArray *frames, gint64 later_us)
{
    bool there = true;
    for (guint i = 0; i < frames->len; i++)
        there = place(r, &g_array_index(frames, struct eye_frame, i), later_us) && there;
    return there;
}

/* Takes the observation of that line. False: it cannot be given; *ret_why is a sentence, which the caller frees. */
static bool take(struct recorded *r, guint i, char **ret_why)
{
    const struct cassette_said *said = r->cassette->said->pdata[i];
    g_autoptr(GError) error = NULL;
    g_autoptr(eye_answer) a = eye_answer_from_json(said->answer, strlen(said->answer), &error);
    if (!a || a->kind != EYE_OBSERVED) {
        *ret_why = g_strdup_printf("the recorded observation cannot be read: %s", error ? error->message : "it is none");
        return false;
    }
    eye_observation *o = a->observation;
    gint64 later_us = g_get_real_time() - o->frame.at_us;
    bool there = place(r, &o->frame, later_us);
    there = place_all(r, o->keyframes, later_us) && there;
    there = place_all(r, o->samples, later_us) && there;
    if (!there) {
        *ret_why = g_strdup_printf("pictures of the recorded run %" G_GINT64_FORMAT
                                   " are not in this store (reins memory import brings those of an exported run)",
                                   said->run);
        return false;
    }
    eye_answer_free(r->now);
    r->now = g_steal_pointer(&a);
    r->at = i + 1;
    return true;
}

static void observe(struct recorded *r, const struct eye_request *request)
{
    g_autofree char *why = NULL;
    guint none = r->cassette->said->len;
    guint i = request->again ? find(r, SEEN_AGAIN, NULL) : find(r, SEEN, SEEN_AGAIN);
    bool ok = i == none || take(r, i, &why);
    if (ok && i == none && request->again) {
        say(r, EYE_SAME, request->seq, NULL);
    } else if (ok && r->now) {
        r->now->seq = request->seq;
        eye_answer_send(r->now, r->line);
    } else {
        say(r, EYE_FAILED, request->seq, why ? why : "nothing more was seen in the recorded run");
    }
}

/* The words as they were read then; without them, those of the observation. */
static void survey(struct recorded *r)
{
    for (guint i = 0; r->now && i < r->cassette->said->len; i++) {
        const struct cassette_said *said = r->cassette->said->pdata[i];
        g_autoptr(eye_answer) a = is(r, i, WORDS) ? eye_answer_from_json(said->answer, strlen(said->answer), NULL) : NULL;
        if (!a || g_strcmp0(a->of, r->now->observation->frame.hash) != 0)
            continue;
        eye_answer_send(a, r->line);
        return;
    }
    if (!r->now)
        return;
    const eye_answer own = {.kind = EYE_SURVEYED,
                            .of = r->now->observation->frame.hash,
                            .seen = r->now->observation->screen,
                            .text = (char *)"no words were read of it"};
    eye_answer_send(&own, r->line);
}

static void glance(struct recorded *r, int seq)
{
    if (!r->now) {
        say(r, EYE_FAILED, seq, "nothing has been seen yet");
        return;
    }
    const eye_answer a = {.kind = EYE_GLANCED, .seq = seq, .frame = r->now->observation->frame};
    eye_answer_send(&a, r->line);
}

/* What follows was seen after that firing. */
static void begin(struct recorded *r, const struct eye_request *request)
{
    guint i;
    if (next_fired(r, request->digest, &i))
        r->at = i + 1;
    say(r, EYE_BEGUN, request->seq, NULL);
}

static void on_eye_line(const char *line, gsize length, void *data)
{
    struct recorded *r = data;
    struct eye_request request;
    if (!line || !eye_request_from_json(line, length, &request, NULL))
        return;
    switch (request.kind) {
    case EYE_OBSERVE:
        observe(r, &request);
        break;
    case EYE_BEGIN:
        begin(r, &request);
        break;
    case EYE_GLANCE:
        glance(r, request.seq);
        break;
    case EYE_SURVEY:
        if (!request.live) /* there is no other picture than what was observed */
            survey(r);
        break;
    case EYE_WATCH:
        say(r, EYE_WATCHING, request.seq, NULL);
        break;
    case EYE_AWAIT_WINDOW:
    case EYE_SENSE:
        say(r, EYE_FAILED, request.seq, "a recorded display cannot be asked this");
        break;
    case EYE_UNWATCH:
    case EYE_REQUEST_COUNT:
        break;
    }
    eye_request_clear(&request);
}

static void tell(struct recorded *r, hand_answer *answer_take)
{
    g_autofree char *json = hand_answer_to_json(answer_take);
    line_stream_send(r->line, json);
    hand_answer_free(answer_take);
}

static hand_answer *answer_new(enum hand_answer_kind kind, int id)
{
    hand_answer *a = g_new0(hand_answer, 1);
    a->kind = kind;
    a->id = id;
    a->match = -1;
    return a;
}

static void fire(struct recorded *r, const struct hand_fire *f)
{
    guint i;
    const struct cassette_said *said = next_fired(r, f->digest, &i);
    g_autoptr(hand_answer) was = said ? hand_answer_from_json(said->answer, strlen(said->answer), NULL) : NULL;
    if (!was) {
        hand_answer *refused = answer_new(HAND_FINISHED, f->id);
        refused->status = HAND_REFUSED;
        refused->reason = g_strdup_printf("the recorded run %s: what would come of this is not recorded",
                                          i < r->cassette->said->len ? "did something else here" : "fired no more");
        tell(r, refused);
        return;
    }
    tell(r, answer_new(HAND_STARTED, f->id));
    for (; r->at < i; r->at++) {
        const char *answer = ((const struct cassette_said *)r->cassette->said->pdata[r->at])->answer;
        if (is(r, r->at, HELD))
            line_stream_send(r->line, answer);
    }
    r->at = i + 1;
    was->id = f->id;
    tell(r, g_steal_pointer(&was));
}

static void on_hand_line(const char *line, gsize length, void *data)
{
    struct recorded *r = data;
    g_autoptr(hand_request) request = line ? hand_request_from_json(line, length, NULL) : NULL;
    if (request && request->kind == HAND_FIRE)
        fire(r, &request->fire);
    else if (request && request->kind == HAND_PULSE)
        tell(r, answer_new(HAND_PULSED, request->pulse));
    else if (request && (request->kind == HAND_RELEASE || request->kind == HAND_ABORT))
        tell(r, answer_new(HAND_RELEASED, 0));
}

int recorded_main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN); /* a dead engine is seen as end-of-file */
    signal(SIGINT, SIG_IGN);  /* Ctrl-C is for the engine */
    if (argc != 4)
        return 2;
    bool hand = g_str_equal(argv[1], "hand");
    g_autoptr(GError) error = NULL;
    struct recorded r = {.frames = argv[3], .line = line_stream_new(STDIN_FILENO, STDIN_FILENO)};
    r.cassette = cassette_open(argv[2], &error);
    if (r.cassette && hand)
        tell(&r, answer_new(HAND_READY, 0));
    else if (!r.cassette)
        say(&r, EYE_FAILED, 0, error->message);
    while (r.cassette && line_stream_pump(r.line, hand ? on_hand_line : on_eye_line, &r)) {
        g_autoptr(GArray) fds = g_array_new(FALSE, FALSE, sizeof(GPollFD));
        line_stream_prepare(r.line, fds);
        g_poll((GPollFD *)(void *)fds->data, fds->len, -1);
    }
    bool played = r.cassette != NULL;
    cassette_free(r.cassette);
    eye_answer_free(r.now);
    line_stream_free(r.line);
    return played ? 0 : 1;
}
