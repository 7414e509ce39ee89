#include "skills/dryrun/loop_worker.h"

#include "config/strict_json.h"
#include "skills/dryrun/dryrun_parts.h"

#include <string.h>

/* What is said between the two sides, each one JSON text:
 *   worker:  [timeline]                        once
 *            {"sense":…}                       a question
 *            {"done":false,"events":[…]}       a turn
 *   parent:  {"ms":…,"look":{answer}}          a turn
 *            {answer}                          to a question */

#define SAID_MAX (4 * 1024 * 1024)
#define BEGIN_MS 30000 /* the dry run, as in dryrun_json.c */

/* ---- the parent ---- */

struct loop_worker {
    worker *worker;
    bool ready;
};

loop_worker *loop_worker_start(const skill_library *lib, const GPtrArray *actions, const screen *s, guint64 seed,
                               gint64 max_hold_ms, gint64 loop_ms, GError **error)
{
    const struct worker_limits limits = {256 * 1024 * 1024, (int)(loop_ms / 1000) + 5, BEGIN_MS, SAID_MAX};
    g_autofree char *request = dryrun_request(lib, actions, s, seed, max_hold_ms);
    worker *w = worker_start_session("loop", request, strlen(request), &limits, error);
    if (!w)
        return NULL;
    loop_worker *one = g_new0(loop_worker, 1);
    one->worker = w;
    return one;
}

void loop_worker_free(loop_worker *s)
{
    if (!s)
        return;
    worker_free(s->worker);
    g_free(s);
}

worker *loop_worker_of(const loop_worker *s)
{
    return s->worker;
}

static bool take_turn(const char *text, gsize length, timeline **ret_timeline, bool *ret_done, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, SAID_MAX, error);
    const cJSON *events = root ? strict_json_get_array(root, "events", error) : NULL;
    if (!events || !strict_json_opt_bool(root, "done", ret_done, error))
        return false;
    g_autofree char *json = strict_json_print(events);
    *ret_timeline = timeline_from_json(json, strlen(json), error);
    return *ret_timeline != NULL;
}

enum loop_worker_said loop_worker_hear(loop_worker *s, timeline **ret_timeline, bool *ret_done,
                                       struct sense_question *ret_question, GError **error)
{
    gsize length = 0;
    bool over = worker_poll(s->worker); /* first: what it takes in wakes nobody any more */
    g_autofree char *said = worker_said(s->worker, &length);
    bool understood;
    enum loop_worker_said what;
    if (!said) {
        if (!over)
            return LOOP_WORKER_NOTHING;
        g_autofree char *end = worker_finish(s->worker, NULL, error);
        if (end)
            g_set_error_literal(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "the loop worker has ended without a reason");
        return LOOP_WORKER_FAILED;
    }
    if (!s->ready) {
        what = LOOP_WORKER_READY;
        s->ready = true;
        *ret_timeline = timeline_from_json(said, length, error);
        understood = *ret_timeline != NULL;
    } else if (g_str_has_prefix(said, "{\"sense\"")) {
        what = LOOP_WORKER_ASKS;
        understood = sense_question_from_json(said, length, ret_question, error);
    } else {
        what = LOOP_WORKER_TURN;
        understood = take_turn(said, length, ret_timeline, ret_done, error);
    }
    return understood ? what : LOOP_WORKER_FAILED;
}

void loop_worker_turn(loop_worker *s, gint64 ms, int wall_ms, const sense_answer *look)
{
    g_autofree char *seen = sense_answer_to_json(look);
    g_autofree char *text = g_strdup_printf("{\"ms\":%" G_GINT64_FORMAT ",\"look\":%s}", ms, seen);
    worker_tell(s->worker, text, strlen(text), wall_ms);
}

void loop_worker_answer(loop_worker *s, const sense_answer *answer)
{
    g_autofree char *text = sense_answer_to_json(answer);
    worker_tell(s->worker, text, strlen(text), LOOP_WORKER_TURN_MS);
}

/* ---- the child ---- */

static bool ask_parent(sandbox *s, const struct sense_question *question, sense_answer *ret_answer)
{
    g_autofree char *text = sense_question_to_json(question);
    gsize length;
    worker_time_limit(0, NULL, NULL); /* not in the middle of what is said, nor while it is waited for */
    worker_say(text, strlen(text));
    g_autofree char *answer = worker_hear(&length);
    g_autoptr(GError) error = NULL;
    bool understood = sense_answer_from_json(answer, length, ret_answer, &error);
    dryrun_limit_time("", s->data);
    return understood;
}

/* {"ms","look"} → the screen of this turn. */
static bool take_look(struct dryrun *d, const char *text, gsize length, gint64 *ret_ms, GError **error)
{
    g_autoptr(cJSON) root = strict_json_parse(text, length, SAID_MAX, error);
    const cJSON *look = root ? strict_json_get_object(root, "look", error) : NULL;
    g_auto(sense_answer) a = {0};
    if (!look || !strict_json_get_int(root, "ms", 0, G_MAXINT, ret_ms, error))
        return false;
    g_autofree char *json = strict_json_print(look);
    if (!sense_answer_from_json(json, strlen(json), &a, error))
        return false;
    if (a.screen) {
        screen *now = d->screen;
        now->pointer_x = a.screen->pointer_x;
        now->pointer_y = a.screen->pointer_y;
        now->window_x = a.screen->window_x;
        now->window_y = a.screen->window_y;
        now->window_width = a.screen->window_width;
        now->window_height = a.screen->window_height;
    }
    return true;
}

static void say_turn(const sandbox *s, bool done)
{
    g_autofree char *events = timeline_to_json(s->acts.timeline);
    g_autofree char *text = g_strdup_printf("{\"done\":%s,\"events\":%s}", done ? "true" : "false", events);
    worker_say(text, strlen(text));
}

static bool turn(struct dryrun *d, GError **error)
{
    sandbox *s = d->sandbox;
    gsize length;
    gint64 ms;
    bool done = false;
    struct sandbox_error e;
    g_autofree char *text = worker_hear(&length);
    if (!take_look(d, text, length, &ms, error))
        return false;
    dryrun_limit_time("", s->data);
    bool stepped = sandbox_step(s, (double)ms / 1000, &done, &e);
    worker_time_limit(0, NULL, NULL);
    if (!stepped)
        sandbox_error_take(s, &e, error);
    if (!stepped || !sandbox_finish(s, error))
        return false;
    dryrun_end_holds(s->acts.timeline, s->max_hold_ms);
    say_turn(s, done);
    return true;
}

bool loop_worker_worker(const char *request, gsize length, GString *reply, GError **error)
{
    (void)reply;
    struct dryrun *d = dryrun_perform(request, length, error);
    if (!d)
        return false;
    sandbox *s = d->sandbox;
    s->loop.asked = timeline_loop_of(s->acts.timeline);
    if (!s->loop.asked) {
        g_set_error_literal(error, SKILLS_ERROR, SKILLS_ERROR_FAILED, "it has no loop any more");
        return false;
    }
    g_autofree char *text = timeline_to_json(s->acts.timeline);
    worker_say(text, strlen(text));
    /* the certain timeline goes with the first turn */
    s->loop.asked = timeline_loop_copy(s->loop.asked);
    s->loop.live = d->screen;
    s->loop.sense = ask_parent;
    while (turn(d, error))
        ;
    return false;
}
