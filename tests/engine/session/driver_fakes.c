/* Eye and hand that see and press nothing. Each word of FAKE_EYE and FAKE_HAND says what one request leads to. */

#include "tests/engine/session/driver.h"

#include "engine/eye/eye.h"
#include "engine/hand/hand.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WINDOW 5

/* Of "fire=done release=mute" what is said of `request`; "" = nothing. Caller frees. */
static char *doing(const char *variable, const char *request)
{
    g_auto(GStrv) words = g_strsplit(g_getenv(variable) ? g_getenv(variable) : "", " ", -1);
    gsize length = strlen(request);
    for (char **w = words; *w; w++)
        if (g_str_has_prefix(*w, request) && (*w)[length] == '=')
            return g_strdup(*w + length + 1);
    return g_strdup("");
}

static void say(char *json)
{
    g_autofree char *line = g_strconcat(json, "\n", NULL);
    g_free(json);
    if (write(STDIN_FILENO, line, strlen(line)) < 0)
        _exit(1);
}

/* Calls `hear` for each line until the engine closes its end. */
static int live(const char *log_name, void (*hear)(const char *line))
{
    g_autofree char *path = g_build_filename(g_getenv("FAKE_DIR"), log_name, NULL);
    FILE *log = fopen(path, "a");
    char *line = NULL;
    size_t size = 0;
    ssize_t n;
    while (log && (n = getline(&line, &size, stdin)) > 0) {
        fputs(line, log);
        fflush(log);
        line[n - 1] = '\0';
        hear(line);
    }
    free(line);
    if (log)
        fclose(log);
    return 0;
}

/* ---- the eye ---- */

static bool acted; /* since then the screen is another */

static struct eye_frame picture(void)
{
    const char *path = g_getenv(acted ? "FAKE_AFTER" : "FAKE_BEFORE");
    g_autofree char *name = g_path_get_basename(path);
    return (struct eye_frame){
        .hash = g_strndup(name, strlen(name) - strlen(".png")), .path = g_strdup(path), .width = 64, .height = 48, .at_us = 1};
}

static GPtrArray *windows(void)
{
    GPtrArray *all = g_ptr_array_new_with_free_func((GDestroyNotify)eye_window_free);
    struct eye_window *w = g_new0(struct eye_window, 1);
    *w = (struct eye_window){.id = WINDOW, .pid = 77, .width = 64, .height = 48, .program = true};
    w->title = g_strdup("Program");
    w->class = g_strdup("Program");
    g_ptr_array_add(all, w);
    return all;
}

static eye_observation *observation(void)
{
    eye_observation *o = g_new0(eye_observation, 1);
    o->frame = picture();
    o->settled = true;
    o->changed = acted;
    o->keyframes = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    o->samples = g_array_new(FALSE, TRUE, sizeof(struct eye_frame));
    g_array_set_clear_func(o->keyframes, (GDestroyNotify)eye_frame_clear);
    g_array_set_clear_func(o->samples, (GDestroyNotify)eye_frame_clear);
    o->windows = windows();
    o->target = o->focus = WINDOW;
    o->screen = screen_new(64, 48);
    o->screen->window_id = WINDOW;
    o->screen->window_width = 64;
    o->screen->window_height = 48;
    return o;
}

static void eye_say(eye_answer *a)
{
    say(eye_answer_to_json(a));
    eye_answer_free(a);
}

static eye_answer *answer(enum eye_answer_kind kind, int seq)
{
    eye_answer *a = g_new0(eye_answer, 1);
    a->kind = kind;
    a->seq = seq;
    return a;
}

/* watch=stale: the target is not as it was; watch=late: it reacts to the last action. */
static void eye_match(const char *how)
{
    eye_answer *a = answer(EYE_MATCH, 0);
    a->match = 0.5;
    a->lasting = g_str_equal(how, "stale");
    a->reacted = g_str_equal(how, "late");
    a->focus = WINDOW;
    a->windows = windows();
    a->text = g_strdup("the target has changed");
    eye_say(a);
}

static void eye_do(const struct eye_request *r)
{
    static const char *const names[EYE_REQUEST_COUNT] = {
        [EYE_OBSERVE] = "observe", [EYE_BEGIN] = "begin", [EYE_WATCH] = "watch", [EYE_GLANCE] = "glance"};
    if (!names[r->kind])
        return;
    const char *name = r->kind == EYE_OBSERVE && acted ? "verify" : names[r->kind];
    g_autofree char *how = doing("FAKE_EYE", name);
    if (g_str_equal(how, "die"))
        raise(SIGKILL);
    if (g_str_equal(how, "mute"))
        return;
    acted = acted || (r->kind == EYE_BEGIN && !g_str_equal(how, "still"));
    if (g_str_equal(how, "fail")) {
        eye_answer *a = answer(EYE_FAILED, r->seq);
        a->text = g_strdup("nothing can be seen");
        eye_say(a);
        return;
    }
    static const enum eye_answer_kind kinds[EYE_REQUEST_COUNT] = {
        [EYE_OBSERVE] = EYE_OBSERVED, [EYE_BEGIN] = EYE_BEGUN, [EYE_WATCH] = EYE_WATCHING, [EYE_GLANCE] = EYE_GLANCED};
    eye_answer *a = answer(r->kind == EYE_OBSERVE && r->again ? EYE_SAME : kinds[r->kind], r->seq);
    if (a->kind == EYE_OBSERVED)
        a->observation = observation();
    if (a->kind == EYE_GLANCED)
        a->frame = picture();
    eye_say(a);
    if (r->kind == EYE_WATCH && *how)
        eye_match(how);
}

static void eye_hear(const char *line)
{
    struct eye_request r;
    if (!eye_request_from_json(line, strlen(line), &r, NULL))
        return;
    eye_do(&r);
    eye_request_clear(&r);
}

int fake_eye(void)
{
    g_autofree char *path = g_build_filename(g_getenv("FAKE_DIR"), "eye.pid", NULL), *pid = g_strdup_printf("%d", (int)getpid());
    g_file_set_contents(path, pid, -1, NULL);
    return live("eye.log", eye_hear);
}

/* ---- the hand ---- */

static void hand_say(enum hand_answer_kind kind, int id, enum hand_status status, const char *reason)
{
    hand_answer a = {.kind = kind,
                     .id = id,
                     .status = status,
                     .reason = (char *)reason,
                     .match = -1,
                     .text = (char *)(kind == HAND_PERSON ? "somebody else used the mouse" : NULL),
                     .fired_json = (char *)(status == HAND_DONE ? "[{\"index\":0,\"at_ms\":0,\"late_us\":0}]" : "[]")};
    say(hand_answer_to_json(&a));
}

/* What it holds from now on; "" = nothing. */
static void hand_holds(const char *key)
{
    char *keys[] = {(char *)(*key ? key : NULL), NULL}, *none[] = {NULL};
    g_autoptr(GArray) left = g_array_new(FALSE, FALSE, sizeof(gint64));
    const gint64 ms = 5000;
    if (*key)
        g_array_append_val(left, ms);
    hand_answer a = {.kind = HAND_HELD, .keys = keys, .buttons = none, .left_ms = left};
    say(hand_answer_to_json(&a));
}

static int firing; /* id of what it has not said the end of; 0 = nothing */

/* fire=done|aborted|stale|expired|refused|diverted: it says so · hold: done, with "w" held on · die, mute, lost · person:
 * somebody uses the display, and it ends when it is told to · late: it says how it ended only to the abort · hoard: it says
 * that the one before is done, and nothing of this one. */
static void hand_fire(int id)
{
    static const struct {
        const char *word;
        enum hand_status status;
        const char *reason;
    } ends[] = {{"", HAND_DONE, ""},
                {"done", HAND_DONE, ""},
                {"hold", HAND_DONE, ""},
                {"aborted", HAND_ABORTED, "it was stopped"},
                {"stale", HAND_STALE, "the target has changed"},
                {"expired", HAND_EXPIRED, "the approval is over"},
                {"refused", HAND_REFUSED, "this display has no such key"},
                {"diverted", HAND_DIVERTED, "another window is in the way"}};
    g_autofree char *how = doing("FAKE_HAND", "fire");
    if (g_str_equal(how, "die"))
        raise(SIGKILL);
    if (g_str_equal(how, "lost")) {
        hand_say(HAND_LOST, 0, HAND_DONE, "");
        _exit(3);
    }
    if (g_str_equal(how, "hoard") && firing)
        hand_say(HAND_FINISHED, firing, HAND_DONE, "");
    firing = id;
    if (g_str_equal(how, "person"))
        hand_say(HAND_PERSON, 0, HAND_DONE, "");
    if (g_str_equal(how, "hold"))
        hand_holds("w");
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
        if (g_str_equal(how, ends[i].word)) {
            firing = 0;
            hand_say(HAND_FINISHED, id, ends[i].status, ends[i].reason);
        }
}

static void hand_let_all_go(void)
{
    g_autofree char *how = doing("FAKE_HAND", "release");
    if (g_str_equal(how, "mute"))
        return;
    if (firing)
        hand_say(HAND_FINISHED, firing, HAND_ABORTED, "it was told to stop");
    firing = 0;
    hand_holds("");
    hand_say(HAND_RELEASED, 0, HAND_DONE, "");
}

static void hand_hear(const char *line)
{
    g_autoptr(hand_request) r = hand_request_from_json(line, strlen(line), NULL);
    if (!r)
        return;
    if (r->kind == HAND_FIRE)
        hand_fire(r->fire.id);
    else if (r->kind == HAND_ABORT || r->kind == HAND_RELEASE)
        hand_let_all_go();
    else if (r->kind == HAND_PULSE)
        hand_say(HAND_PULSED, r->pulse, HAND_DONE, "");
}

int fake_hand(void)
{
    char *none[] = {NULL};
    hand_answer ready = {.kind = HAND_READY, .keys = none, .buttons = none};
    say(hand_answer_to_json(&ready));
    return live("hand.log", hand_hear);
}
